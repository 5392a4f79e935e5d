"""A member of a cluster that lags behind: nobody gets from it what was forgotten, or misses what was written."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from neo4j import READ_ACCESS, AsyncDriver, AsyncSession

from chronomem import AsyncMemory, Memory, Settings, StaticEmbedder, UnknownUser
from chronomem.graph_schema.database.connection import FolderConnection
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.embedded import EmbeddedSettings
from chronomem.graph_schema.model.times import system_clock

T = TypeVar("T")
SECRET = "The code of my safe is 4711."
QUESTION = "What is the code of the safe?"
MEMBERS = ("leader", "follower")
BY_CYPHER = "MATCH (t:Turn {user_id: $user}) RETURN t.text AS text ORDER BY t.said_at"


class Cluster:
    """A leader, and a follower that stays as it was copied until somebody waits for a later state.

    Attributes:
        written: the number of states that the leader has gone through since; its bookmarks are such numbers.
    """

    def __init__(self, leader: FolderConnection, follower: FolderConnection) -> None:
        self.members = {"leader": leader, "follower": follower}
        self.written = 0

    def routed(self, drivers: dict[str, AsyncDriver]) -> "Routed":
        return Routed(self, drivers)


class Routed:
    """A driver that sends writes to the leader, and reads to the follower unless it would have to wait for long."""

    def __init__(self, cluster: Cluster, drivers: dict[str, AsyncDriver]) -> None:
        self._cluster = cluster
        self._drivers = drivers

    @asynccontextmanager
    async def session(
        self, *, default_access_mode: str, bookmark_manager: Any, bookmarks: Any, **options: Any
    ) -> AsyncIterator[AsyncSession]:
        known = {*await bookmark_manager.get_bookmarks(), *bookmarks.raw_values}
        needed = max((int(each.removeprefix("state:")) for each in known), default=0)
        to = "follower" if default_access_mode == READ_ACCESS and needed == 0 else "leader"
        async with self._drivers[to].session(default_access_mode=default_access_mode, **options) as session:
            yield session
        reached = self._cluster.written if to == "leader" else 0
        await bookmark_manager.update_bookmarks(known, {f"state:{reached}"})


class ClusterConnection(FolderConnection):
    """The connection of one process to the cluster; each has a state of knowledge of its own."""

    def __init__(self, cluster: Cluster) -> None:
        super().__init__(cluster.members["leader"]._opened)
        self._cluster = cluster

    async def driver(self) -> Any:
        return self._cluster.routed({name: await each.driver() for name, each in self._cluster.members.items()})

    async def reader(self) -> Any:
        return self._cluster.routed({name: await each.reader() for name, each in self._cluster.members.items()})

    def turn_of(self, name: str, kind: Any = "user") -> AbstractAsyncContextManager[None]:
        return self._cluster.members["leader"].turn_of(name, kind)

    @property
    def index_folder(self) -> Path | None:
        return None

    async def close(self) -> None:
        """Leave the members open for the other processes."""


class Processes:
    """Processes that share the cluster, each with a memory of its own."""

    def __init__(self, cluster: Cluster, at_leader: AsyncMemory) -> None:
        self.cluster = cluster
        self.at_leader = at_leader

    def another(self) -> AsyncMemory:
        store = GraphStore(ClusterConnection(self.cluster))
        return AsyncMemory(store, settings=Settings(), embedder=StaticEmbedder(), clock=system_clock)


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folders of a leader and of its follower, whose servers run; each test has a user of its own."""
    folder = tmp_path_factory.mktemp("cluster")
    with Memory.open(folder / "leader") as memory:
        for user in ("turns", "all", "loaded", "added"):
            memory.add_session(
                [
                    {"id": "secret", "text": SECRET, "speaker": "Ann", "said_at": "2024-05-01T10:00:00Z"},
                    {"id": "plain", "text": "I have a cat.", "speaker": "Ann", "said_at": "2024-05-01T10:01:00Z"},
                ],
                user=user,
                session="s",
            )
        memory.backup(folder / "copy.zip")
        Memory.restore(folder / "copy.zip", folder / "follower")
        with Memory.open(folder / "follower"):
            yield folder


def running(folder: Path, work: Any) -> None:
    async def run() -> None:
        async with await AsyncMemory.open(folder / "leader") as at_leader:
            members = [await FolderConnection.open(folder / each, EmbeddedSettings()) for each in MEMBERS]
            try:
                await work(Processes(Cluster(*members), at_leader))
            finally:
                for member in members:
                    await member.close()

    asyncio.run(run())


async def told(work: Coroutine[Any, Any, Any]) -> str:
    return str([item.text for item in await work])


def test_turns_that_were_forgotten_elsewhere_are_not_recalled(copies: Path) -> None:
    async def work(processes: Processes) -> None:
        await processes.at_leader.forget(user="turns", turn_ids=["secret"], scrub=False)
        processes.cluster.written += 1
        lagging = processes.another()
        assert any("4711" in row["text"] for row in await lagging.cypher(BY_CYPHER, user="turns")), "it does lag"
        assert "4711" not in await told(processes.another().recall(QUESTION, user="turns"))
        assert "cat" in await told(processes.another().recall("Which pet?", user="turns"))

    running(copies, work)


def test_an_index_that_was_loaded_before_is_not_asked_for_what_was_forgotten(copies: Path) -> None:
    async def work(processes: Processes) -> None:
        other = processes.another()
        assert "4711" in await told(other.recall(QUESTION, user="loaded"))
        await processes.at_leader.forget(user="loaded", turn_ids=["secret"], scrub=False)
        processes.cluster.written += 1
        assert "4711" not in await told(other.recall(QUESTION, user="loaded"))
        assert all("4711" not in fact.text for fact in await other.facts(user="loaded"))

    running(copies, work)


def test_a_user_who_was_forgotten_elsewhere_is_unknown(copies: Path) -> None:
    async def work(processes: Processes) -> None:
        await processes.at_leader.forget(user="all", everything=True, scrub=False)
        processes.cluster.written += 1
        with pytest.raises(UnknownUser):
            await processes.another().recall(QUESTION, user="all")
        for question in ("facts", "stats", "topics"):
            with pytest.raises(UnknownUser):
                await getattr(processes.another(), question)(user="all")

    running(copies, work)


def test_what_another_process_wrote_is_recalled_and_with_its_bookmarks_seen_by_every_read(copies: Path) -> None:
    async def work(processes: Processes) -> None:
        writer = processes.another()
        processes.cluster.written += 1
        added = await writer.add("My dog is called Rex.", user="added", speaker="Ann", said_at="2024-05-02T10:00:00Z")
        assert added.bookmarks == await writer.bookmarks() == (f"state:{processes.cluster.written}",)
        assert "Rex" in await told(processes.another().recall("What is my dog called?", user="added"))
        other = processes.another()
        assert len(await other.cypher(BY_CYPHER, user="added")) == 2, "it lags"
        with other.after(added.bookmarks):
            assert len(await other.cypher(BY_CYPHER, user="added")) == 3
        assert len(await other.cypher(BY_CYPHER, user="added")) == 3, "a process sees nothing older than before"

    running(copies, work)
