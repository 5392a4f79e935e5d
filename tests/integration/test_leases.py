"""Leases: one worker at a time for a user and a purpose, and nothing written by one that was taken for dead."""

import asyncio
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from neo4j.exceptions import Neo4jError
from tests import inside
from tests.graphs import graph_of
from tests.inside import run, store_of
from tests.integration.conftest import OpenMemory, Write

from chronomem import Consolidated, DatabaseUnavailable, Drained, Memory, Turn
from chronomem.extractors.turns.extraction import Extractions, TurnExtractor
from chronomem.graph_schema.database import leases, store
from chronomem.graph_schema.database.leases import Lease, LeaseLost, leased, new_holder, take_lease
from chronomem.graph_schema.database.store import Transaction

pytestmark = pytest.mark.dialect

EXPIRE = "MATCH (l:Lease {user_id: $user}) SET l.until = 0"
RELEASE = "MATCH (l:Lease {user_id: $user}) SET l.holder = null"
NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
ABANDON = "MATCH (l:Lease {user_id: $user}) SET l.holder = $holder"
CATS = ("Rex", "Molly", "Tom")


def fill(memory: Memory, user: str, turns: int) -> None:
    said = [f"My cat is called {name}." for name in CATS[:turns]]
    memory.add_turns([Turn.of(id=f"t{n:03}", text=text, speaker="Ann") for n, text in enumerate(said)], user=user)


def taken(memory: Memory, user: str) -> Lease | None:
    return run(memory, take_lease(store_of(memory), user, "extraction"))


def check(memory: Memory, lease: Lease) -> None:
    run(memory, store_of(memory).write(lease.check))


def test_a_lease_is_one_worker_s_until_it_expires(memory: Memory, user: str, write: Write) -> None:
    memory.create_user(user)
    first = taken(memory, user)
    assert first is not None
    assert taken(memory, user) is None
    write(EXPIRE, user=user)
    check(memory, first)  # nobody took over, so it goes on
    assert taken(memory, user) is None
    write(EXPIRE, user=user)
    second = taken(memory, user)
    assert second is not None
    assert second.fence > first.fence
    assert second.taken_over
    with pytest.raises(LeaseLost):
        check(memory, first)
    check(memory, second)


def test_one_of_many_takes_it(memory: Memory, user: str, open_memory: OpenMemory) -> None:
    memory.create_user(user)

    async def race(to: Memory) -> list[Lease | None]:
        return await asyncio.gather(*(take_lease(store_of(to), user, "extraction") for _ in range(5)))

    with open_memory() as other, ThreadPoolExecutor(2) as threads:
        found = [lease for leases in threads.map(lambda to: run(to, race(to)), (memory, other)) for lease in leases]
    assert sum(lease is not None for lease in found) == 1


def test_a_released_lease_is_anybody_s(memory: Memory, user: str) -> None:
    memory.create_user(user)

    async def twice() -> list[bool]:
        found = []
        for _ in range(2):
            async with leased(store_of(memory), user, "extraction") as lease:
                assert lease is not None
                found.append(lease.taken_over)
                async with leased(store_of(memory), user, "extraction") as again:
                    assert again is None
        return found

    assert run(memory, twice()) == [False, False]


def test_the_lease_of_a_process_that_ended_is_free(memory: Memory, user: str, write: Write) -> None:
    memory.create_user(user)
    taken(memory, user)
    host, _, rest = new_holder().split("/")
    write(ABANDON, user=user, holder=f"{host}/4194399/{rest}")
    lease = taken(memory, user)
    assert lease is not None
    assert lease.taken_over


def test_a_write_longer_than_many_renewals_is_not_begun_again_by_them(
    memory: Memory, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.create_user(user)
    monkeypatch.setattr(leases, "LEASE_S", 0.04)
    monkeypatch.setattr(store, "_CONFLICT_S", 1.0)
    attempts: list[int] = []

    async def held() -> None:
        async with leased(store_of(memory), user, "extraction") as lease:
            assert lease is not None

            async def work(tx: Transaction) -> None:
                attempts.append(1)
                await lease.check(tx)
                await asyncio.sleep(0.2)

            await lease.write(store_of(memory), work)

    run(memory, held())
    assert len(attempts) == 1


REBASE = "Slot rebase not possible on page 1 slot 0 (concurrent change to the same record). Please retry the operation"


def conflict() -> Neo4jError:
    """Return the error by which the embedded database tells of each of its `NeedRetryException`s."""
    return Neo4jError._hydrate_neo4j(code="Neo.TransientError.Transaction.DeadlockDetected", message=REBASE)


def test_a_conflict_after_a_long_attempt_is_retried_and_one_without_end_is_told(
    memory: Memory, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.create_user(user)
    monkeypatch.setattr(store, "_CONFLICT_S", 0.1)
    versions: list[int] = []

    async def loses_once(tx: Transaction) -> int:
        versions.append(await tx.begin(user))
        if len(versions) == 1:
            await asyncio.sleep(0.2)
            raise conflict()
        return versions[-1]

    assert run(memory, store_of(memory).write(loses_once, user=user)) == versions[0], "the first was rolled back"

    async def always_loses(_: Transaction) -> None:
        raise conflict()

    with pytest.raises(DatabaseUnavailable, match="Slot rebase not possible"):
        run(memory, store_of(memory).write(always_loses, user=user))


def test_the_commit_of_a_stale_holder_is_refused(
    memory: Memory, user: str, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(memory, user, 3)
    thieves: list[Lease | None] = []
    extract = TurnExtractor.extract

    def robbed(own: TurnExtractor, *arguments: Any) -> Extractions:  # runs beside the event loop
        write(EXPIRE, user=user)
        thieves.append(taken(memory, user))
        return extract(own, *arguments)

    with monkeypatch.context() as patch:
        patch.setattr(TurnExtractor, "extract", robbed)
        drained = memory.drain(user)
    assert (drained.done.turns, drained.left) == (0, True)
    assert len(thieves) == 1
    assert thieves[0] is not None
    assert thieves[0].taken_over
    assert memory.facts(user=user) == []
    write(RELEASE, user=user)
    assert memory.drain(user).done.turns == 3
    pets = {fact.object.name if fact.object else fact.value for fact in memory.facts(user=user, predicate="has_pet")}
    assert pets >= {*CATS}


def test_a_drain_does_what_its_budget_allows_and_the_next_goes_on(memory: Memory, user: str) -> None:
    for part in range(3):
        turns = [Turn.of(id=f"{part}-{n}", text=f"My cat is called Rex{part}.", speaker="Ann") for n in range(2)]
        memory.add_session(turns, user=user, session=f"s{part}")
    assert user in memory.due_users(limit=10_000)
    first = memory.drain(user, turns=1, seconds=0)
    assert (first.done.turns, first.more) == (0, True), "no time, no work"
    done = [memory.drain(user, turns=200)]
    while done[-1].more:
        done.append(memory.drain(user, turns=200))
    assert sum(each.done.turns for each in done) == 6
    assert memory.drain(user) == Drained(Consolidated())
    assert user not in memory.due_users(limit=10_000)


def test_who_was_left_out_does_not_overrule_who_has_ended_meanwhile(
    memory: Memory, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(memory, user, 1)
    assert taken(memory, user) is not None
    next_week = 1_000 * int((datetime.now(UTC) + timedelta(days=7)).timestamp())
    read = store.GraphStore.read

    async def settled_by_another(own: store.GraphStore, name: str, **values: Any) -> Any:
        rows = await read(own, name, **values)
        if name == "read_due":
            await own.write(lambda tx: tx.run("postpone_user", user=user, due_at=next_week), user=user)
        return rows

    with monkeypatch.context() as patch:
        patch.setattr(store.GraphStore, "read", settled_by_another)
        assert memory.drain(user).left
    (row,) = memory.cypher("MATCH (u:User {id: $user}) RETURN u.due_at AS due_at", user=user)
    assert row["due_at"] == next_week


def test_what_another_process_writes_while_work_is_settled_is_kept(memory: Memory, user: str) -> None:
    fill(memory, user, 1)
    own = store_of(memory)
    next_week = 1_000 * int((datetime.now(UTC) + timedelta(days=7)).timestamp())

    async def meet() -> int:
        (before,) = await own.read("read_user", user=user)
        settling: list[asyncio.Task[Any]] = []

        async def change(tx: Transaction) -> int:
            version = await tx.begin(user)
            values = {"user": user, "touched": before["version"], "due_at": next_week, "before": None}
            # Not in the queue of this process's writers, as if another process did it.
            settling.append(asyncio.create_task(own.write(lambda other: other.run("settle_user", **values))))
            await asyncio.sleep(0.5)
            return version

        version = await own.write(change)
        await asyncio.gather(*settling)
        return version

    version = run(memory, meet())
    (row,) = memory.cypher("MATCH (u:User {id: $user}) RETURN u.version AS version, u.due_at AS due_at", user=user)
    assert row["version"] == version
    assert row["due_at"] < next_week


def test_work_that_is_postponed_is_due_later(memory: Memory, user: str) -> None:
    fill(memory, user, 1)
    assert memory.backlog().users >= 1
    memory.postpone(user, timedelta(hours=1))
    assert user not in memory.due_users(limit=10_000)


def test_forgetting_takes_the_leases_of_structures_and_leaves_that_of_the_queue(memory: Memory, user: str) -> None:
    fill(memory, user, 2)
    reading = taken(memory, user)
    structure = run(memory, take_lease(store_of(memory), user, "calendar"))
    assert reading is not None
    assert structure is not None
    memory.forget(user=user, turn_ids=["t000"])
    check(memory, reading)
    with pytest.raises(LeaseLost):
        check(memory, structure)


DRAIN = """
import asyncio, sys, time
from chronomem import Memory
from chronomem.extractors.turns.extraction import TurnExtractor
place, user, password, hangs = sys.argv[1:]
if hangs:
    def hang(*arguments):
        print("extracting", flush=True)
        time.sleep(600)
    TurnExtractor.extract = hang
memory = Memory.connect(place, auth=("neo4j", password)) if "://" in place else Memory.open(place)
with memory:
    print("open", flush=True)
    sys.stdin.readline()
    turns = 0
    while (drained := memory.drain(user, turns=4)).more or drained.left:
        turns += drained.done.turns
        time.sleep(0.1)
    print(turns + drained.done.turns, flush=True)
"""


class Worker:
    """A process that drains a user when it is told to, or hangs while it does."""

    def __init__(self, place: tuple[str, str], user: str, *, hangs: bool = False) -> None:
        command = [sys.executable, "-c", DRAIN, place[0], user, place[1], "hang" if hangs else ""]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.expect("open")

    def go(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def expect(self, line: str) -> None:
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == f"{line}\n"

    def finish(self) -> int:
        out, _ = self.process.communicate(timeout=300)
        assert self.process.returncode == 0
        return int(out)


@pytest.fixture
def place(request: pytest.FixtureRequest, memory: Memory) -> tuple[str, str]:
    """Where other processes find the memory: a folder, or an address with its password."""
    if inside.is_embedded(memory):
        return str(inside.folder_of(memory)), ""
    endpoint = request.getfixturevalue("neo4j_endpoint")
    return endpoint.uri, endpoint.password


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_two_processes_drain_one_user_after_a_third_was_killed_at_it(
    memory: Memory, user: str, place: tuple[str, str], tmp_path: Path
) -> None:
    turns = [Turn.of(id=f"t{n}", text=f"My cat Rex{n} likes Lisbon.", speaker="Ann", said_at=NOON) for n in range(16)]
    for owner in (user, f"{user}-calm"):
        for first in range(0, 16, 4):
            memory.add_session(turns[first : first + 4], user=owner, session=f"s{first}")
    killed = Worker(place, user, hangs=True)
    killed.go()
    killed.expect("extracting")
    assert memory.drain(user).left, "it has the lease"
    killed.process.kill()
    killed.process.communicate()
    workers = [Worker(place, user) for _ in range(2)]
    for worker in workers:
        worker.go()
    assert sum(worker.finish() for worker in workers) == 16
    memory.consolidate(user=f"{user}-calm")
    assert graph_of(memory, user, tmp_path) == graph_of(memory, f"{user}-calm", tmp_path)
    assert memory.doctor(user=user).findings == ()


@pytest.mark.thorough
def test_a_transaction_that_is_held_keeps_no_other_user_waiting(
    memory: Memory, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, release, others = threading.Event(), threading.Event(), [f"{user}-{n}" for n in range(7)]
    store_log = Transaction.store_log

    async def hold(tx: Transaction) -> None:
        await store_log(tx)
        if tx._begun is not None and tx._begun[0] == user:
            written.set()
            while not release.is_set():  # noqa: ASYNC110 - set by another thread; a waiting one is kept from the others
                await asyncio.sleep(0.02)

    monkeypatch.setattr(Transaction, "store_log", hold)

    def talk(other: str) -> None:
        memory.add("I moved to Lisbon.", user=other, speaker="Ann")
        assert len(memory.recall("Where did Ann move?", user=other)) > 0
        memory.consolidate(user=other)

    with ThreadPoolExecutor(8) as pool:
        try:
            held = pool.submit(memory.add, "I moved to Porto.", user=user, speaker="Ann")
            assert written.wait(60)
            for talking in [pool.submit(talk, other) for other in others]:
                talking.result(timeout=120)
            assert not held.done()
        finally:
            release.set()
        held.result()
    assert memory.stats(user=user).turns == 1
