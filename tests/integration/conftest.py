"""One memory for all integration tests, on each database; each test works under a user of its own."""

from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest

from chronomem import Memory

OpenMemory = Callable[[], Memory]


@pytest.fixture(scope="session", params=["embedded", "neo4j"])
def open_memory(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> OpenMemory:
    """Opens a further memory on the same database."""
    if request.param == "embedded":
        folder = tmp_path_factory.mktemp("embedded") / "memory"
        return lambda: Memory.open(folder)
    endpoint = request.getfixturevalue("neo4j_endpoint")
    return lambda: Memory.connect(endpoint.uri, auth=endpoint.auth)


@pytest.fixture(scope="session")
def memory(open_memory: OpenMemory) -> Iterator[Memory]:
    with open_memory() as opened:
        yield opened


@pytest.fixture
def user() -> str:
    return f"user-{uuid4().hex}"
