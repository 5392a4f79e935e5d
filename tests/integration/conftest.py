"""One memory for all integration tests, on each database; each test works under a user of its own."""

from collections.abc import Callable, Iterator
from typing import Any, LiteralString
from uuid import uuid4

import pytest
from tests import inside
from tests.inside import folder_of, store_of
from tests.neo4j.server import Neo4jEndpoint

from chronomem import Memory, Settings

OpenMemory = Callable[[], Memory]
OpenWith = Callable[[Settings], Memory]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what works with a memory on the embedded database, and what touches the dialect on Neo4j as well."""
    if "database" in metafunc.fixturenames:
        on_neo4j = metafunc.config.getoption("--thorough") or any(metafunc.definition.iter_markers("dialect"))
        databases = ["embedded", *([pytest.param("neo4j", marks=pytest.mark.neo4j)] if on_neo4j else [])]
        metafunc.parametrize("database", databases, indirect=True, scope="session")


@pytest.fixture(scope="session")
def embedded_memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    """It keeps the traces of what is forgotten: tests that look for them in files open a memory of their own."""
    folder = tmp_path_factory.mktemp("embedded") / "memory"
    with pytest.MonkeyPatch.context() as patch:
        inside.leave_traces(folder, patch)
        with Memory.open(folder) as opened:
            yield opened


@pytest.fixture(scope="session")
def neo4j_memory(neo4j_endpoint: Neo4jEndpoint) -> Iterator[Memory]:
    with Memory.connect(neo4j_endpoint.uri, auth=neo4j_endpoint.auth) as opened:
        yield opened


@pytest.fixture(scope="session")
def open_embedded(embedded_memory: Memory) -> OpenWith:
    folder = folder_of(embedded_memory)  # whose server runs as long as that memory is open
    return lambda settings: Memory.open(folder, settings=settings)


@pytest.fixture(scope="session")
def open_neo4j(neo4j_endpoint: Neo4jEndpoint) -> OpenWith:
    return lambda settings: Memory.connect(neo4j_endpoint.uri, auth=neo4j_endpoint.auth, settings=settings)


@pytest.fixture(scope="session")
def database(request: pytest.FixtureRequest) -> str:
    """Which database the test is for.

    The memories are fixtures of their own: a fixture with a parameter is made anew wherever that changes, which would
    start a server for each file.
    """
    return str(request.param)


@pytest.fixture(scope="session")
def open_with(request: pytest.FixtureRequest, database: str) -> OpenWith:
    """Opens a further memory on the same database with settings of its own."""
    opens: OpenWith = request.getfixturevalue(f"open_{database}")
    return opens


@pytest.fixture(scope="session")
def open_memory(open_with: OpenWith) -> OpenMemory:
    """Opens a further memory on the same database."""
    return lambda: open_with(Settings())


@pytest.fixture(scope="session")
def memory(request: pytest.FixtureRequest, database: str) -> Memory:
    opened: Memory = request.getfixturevalue(f"{database}_memory")
    return opened


@pytest.fixture
def user() -> str:
    return f"user-{uuid4().hex}"


Write = Callable[..., None]


def writer(memory: Memory) -> Write:
    async def run(cypher: LiteralString, parameters: dict[str, Any]) -> None:
        connection = store_of(memory).connection
        driver = await connection.driver()
        async with driver.session(database=connection.database) as session:
            await (await session.run(cypher, parameters)).consume()

    return lambda cypher, **parameters: inside.run(memory, run(cypher, parameters))


@pytest.fixture
def write(memory: Memory) -> Write:
    """Runs Cypher that writes past the memory, to damage what it stored."""
    return writer(memory)
