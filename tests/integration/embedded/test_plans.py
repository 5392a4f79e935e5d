"""The embedded database finds what each named statement asks for by an index, however many users there are."""

from collections.abc import Iterator

import pytest
from tests.inside import run, store_of
from tests.integration.conftest import writer
from tests.integration.scans import SCANS
from tests.neo4j.statements_run import written

from chronomem import Memory
from chronomem.graph_schema.database.statements import explained, family, statement

USERS, OF_OTHERS = 10_000, 1_000


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    """A memory of many users, so that the planner knows that an index pays."""
    with Memory.open(tmp_path_factory.mktemp("grown") / "memory") as memory:
        write = writer(memory)
        write(
            "UNWIND range(1, $count) AS n CREATE (:User {id: 'grown-' + toString(n), version: 1, epoch: 0, due_at: n})",
            count=USERS,
        )
        for label in family("erase"):
            properties = "user_id: 'grown-' + toString(n), id: 'x', version: n, group_key: 'x'"
            write(f"UNWIND range(1, $count) AS n CREATE (:{label} {{{properties}}})", count=OF_OTHERS)
        yield memory


@pytest.mark.slow
def test_no_statement_scans_a_label_but_those_with_a_reason(grown: Memory) -> None:
    async def plans() -> dict[str, str]:
        connection = store_of(grown).connection
        driver = await connection.driver()
        found = {}
        async with driver.session(database=connection.database) as session:
            for name, members in written().items():
                if not name.startswith(("drop_", "constrain_", "index_", "show_", "terminate", "await_")):
                    result = await session.run(explained(statement(min(members))))
                    found[name] = str((await result.consume()).plan)
        return found

    scanning = {name for name, plan in run(grown, plans()).items() if "NodeByLabelScan" in plan or "AllNodes" in plan}
    assert scanning - SCANS.keys() == set()
    assert len(scanning) > 5, "a scan is seen as one"
