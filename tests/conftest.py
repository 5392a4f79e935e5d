"""What tests of every kind share."""

import gc
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from threadpoolctl import threadpool_limits
from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped] # has no types

from chronomem.graph_schema.database.java_training import make_cache
from chronomem.graph_schema.errors import ChronomemError
from tests.model_server.server import FakeModelServer
from tests.neo4j.distribution import cache_folder, require_neo4j
from tests.neo4j.server import Neo4jEndpoint, Neo4jServer
from tests.neo4j.statements_run import StatementsRun

NEO4J = "neo4j"
ON_NEO4J = {"neo4j_cache", "neo4j_endpoint"}
"""Fixtures whose tests need Neo4j."""
QUICK = "not browser and not neo4j and not slow"
"""The marks of what runs by default."""
UNIT = Path(__file__).parent / "unit"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--draw", action="store_true", help="draw the pictures of docs/explorer.md again")
    parser.addoption(
        "--thorough",
        action="store_true",
        help="try all examples of the property tests, run each test of a memory on both databases, and run those that"
        " are marked thorough; takes most of an hour, for before a release",
    )


def pytest_configure(config: pytest.Config) -> None:
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    if config.option.markexpr == QUICK and (named or config.getoption("--thorough")):
        config.option.markexpr = "not browser"  # tests that are asked for by name run, however long they take
    # How long an example takes says more about what else the machine does than about what is tested.
    common = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    # The same examples in each quick run, so that none fails for what it happened to draw; others in each thorough one.
    settings.register_profile("quick", common, max_examples=20, derandomize=True, database=None)
    settings.register_profile("thorough", common, max_examples=100)
    settings.load_profile("thorough" if config.getoption("--thorough") else "quick")
    config.pluginmanager.register(StatementsRun())
    gc.disable()  # until all is collected: a fifth of the time of that went into looking for garbage
    # What a shell starts in the background ignores interrupts, and so would all that it starts; tests send some.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what needs Neo4j, and leave out what only a thorough run has."""
    left_out = []
    for item in items:
        if ON_NEO4J & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.neo4j)
        if item.get_closest_marker("thorough") and not config.getoption("--thorough"):
            left_out.append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]
    if _is_worker(config):
        items.sort(key=_place)


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


def _place(item: pytest.Item) -> tuple[bool, bool]:
    """Order what runs on Neo4j, which takes longest, first, and what works on all users before others made some."""
    return unit_of_work(item.nodeid) != NEO4J, item.get_closest_marker("all_users") is None


def unit_of_work(nodeid: str) -> str:
    """Return what a worker gets together with a test: its file, or all that runs on Neo4j, which is started once."""
    file = nodeid.partition("::")[0]
    return NEO4J if file.startswith("tests/integration/") and NEO4J in nodeid else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    if config.getoption("dist") != "loadfile":
        return None
    scheduling = LoadFileScheduling(config, log)
    scheduling._split_scope = unit_of_work
    return scheduling


def pytest_collection_finish(session: pytest.Session) -> None:
    """Make the cache of the embedded database's Java if there is none: with it, each server starts in half the time."""
    gc.freeze()  # what was imported and collected lasts as long as the run
    gc.set_threshold(50_000)  # tests make much and leave little
    gc.enable()
    if _is_worker(session.config):
        threadpool_limits(1)  # the workers share the cores already
    if session.config.option.collectonly or all(item.path.is_relative_to(UNIT) for item in session.items):
        return
    with suppress(ChronomemError, OSError):  # the servers start without it
        make_cache()


def pytest_sessionfinish() -> None:
    """Look for garbage once: pytest does so ten times at its end, among all that was ever imported."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def neo4j_cache() -> Path:
    """The folder that holds Neo4j's jars, for tests that start servers of their own.

    Where Neo4j can't be had, the test is skipped with what is missing; with CI=true it fails.
    """
    cache = cache_folder()
    require_neo4j(cache)
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
