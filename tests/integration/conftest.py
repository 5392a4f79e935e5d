"""One memory for all integration tests, on each database; each test works under a user of its own."""

from collections.abc import Callable, Iterator
from typing import Any, LiteralString
from uuid import uuid4

import pytest
from tests import inside
from tests.inside import store_of

from chronomem import Memory, Settings

OpenMemory = Callable[[], Memory]
OpenWith = Callable[[Settings], Memory]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what works with a memory on the embedded database, and what touches the dialect on Neo4j as well."""
    if "open_with" in metafunc.fixturenames:
        on_neo4j = metafunc.config.getoption("--thorough") or any(metafunc.definition.iter_markers("dialect"))
        databases = ["embedded", *([pytest.param("neo4j", marks=pytest.mark.neo4j)] if on_neo4j else [])]
        metafunc.parametrize("open_with", databases, indirect=True, scope="session")


@pytest.fixture(scope="session")
def open_with(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> OpenWith:
    """Opens a further memory on the same database with settings of its own."""
    if request.param == "embedded":
        folder = tmp_path_factory.mktemp("embedded") / "memory"
        return lambda settings: Memory.open(folder, settings=settings)
    endpoint = request.getfixturevalue("neo4j_endpoint")
    return lambda settings: Memory.connect(endpoint.uri, auth=endpoint.auth, settings=settings)


@pytest.fixture(scope="session")
def open_memory(open_with: OpenWith) -> OpenMemory:
    """Opens a further memory on the same database."""
    return lambda: open_with(Settings())


@pytest.fixture(scope="session")
def memory(open_memory: OpenMemory) -> Iterator[Memory]:
    with open_memory() as opened:
        yield opened


@pytest.fixture
def user() -> str:
    return f"user-{uuid4().hex}"


Write = Callable[..., None]


@pytest.fixture
def write(memory: Memory) -> Write:
    """Runs Cypher that writes past the memory, to damage what it stored."""

    async def run(cypher: LiteralString, parameters: dict[str, Any]) -> None:
        connection = store_of(memory).connection
        driver = await connection.driver()
        async with driver.session(database=connection.database) as session:
            await (await session.run(cypher, parameters)).consume()

    return lambda cypher, **parameters: inside.run(memory, run(cypher, parameters))
