"""What tests of every kind share."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.model_server.server import FakeModelServer
from tests.neo4j.distribution import Neo4jMissing, cache_folder, find_java, resolve_jars
from tests.neo4j.server import Neo4jEndpoint, Neo4jServer

# How long an example takes says more about what else the machine does than about what is tested.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


@pytest.fixture(scope="session")
def neo4j_cache() -> Path:
    """The folder that holds Neo4j's jars, for tests that start servers of their own.

    Where Neo4j can't be had, the test is skipped with what is missing; with CI=true it fails.
    """
    cache = cache_folder()
    try:
        find_java()
        resolve_jars(cache)
    except Neo4jMissing as missing:
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(f"Neo4j must be tested here: {missing}", pytrace=False)
        pytest.skip(f"without Neo4j: {missing}")
    return cache


@pytest.fixture(scope="session")
def neo4j_endpoint(request: pytest.FixtureRequest) -> Iterator[Neo4jEndpoint]:
    """A Neo4j server: the one of NEO4J_URI, or else one of our own that lasts as long as the run.

    A server that was named may hold somebody's data: tests work with users of their own and delete only those.
    """
    if uri := os.environ.get("NEO4J_URI"):
        username = os.environ.get("NEO4J_USERNAME", "neo4j")
        yield Neo4jEndpoint(uri, username, os.environ.get("NEO4J_PASSWORD", ""))
        return
    with Neo4jServer.start(request.getfixturevalue("neo4j_cache")) as server:
        yield server.endpoint


@pytest.fixture
def model_server() -> Iterator[FakeModelServer]:
    """A language model's server, on the loopback interface, that answers as the test tells it to."""
    with FakeModelServer.running() as server:
        yield server
