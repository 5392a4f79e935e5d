"""What every structure can rely on: order, late turns, forgotten turns, kills, and other workers."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.inside import bring, run, store_of, user_of, worker_of
from tests.integration.conftest import Write

from chronomem import Memory, Settings
from chronomem.engine.consolidation.exchanges import advanced, pending, rewound, spoken
from chronomem.engine.consolidation.memories import MemoryNode, delete_memories, store_memories
from chronomem.engine.consolidation.scheduler import Slept
from chronomem.engine.consolidation.work import Desk
from chronomem.graph_schema.database import leases
from chronomem.graph_schema.database.leases import take_lease
from chronomem.graph_schema.database.store import Transaction
from chronomem.graph_schema.model.exchanges import Exchange
from chronomem.graph_schema.model.vectors import pack

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
LATER = datetime(2024, 8, 1, tzinfo=UTC)
EXPIRE = "MATCH (l:Lease {user_id: $user}) SET l.until = 0"


class Killed(Exception):
    """The worker's end in the middle of its work."""


class Chain:
    """Makes one memory of each exchange, which says what all before it said: every turn and their order matter."""

    name = "chain"

    def __init__(self, units: int = 10_000) -> None:
        self.units = units

    async def work(self, desk: Desk) -> AsyncIterator[int]:
        todo = await pending(desk)
        made = await desk.store.read("read_memories", user=desk.user, system=self.name)
        if todo.rewind_to is not None:
            kept = [row for row in made if row["start"] < todo.rewind_to[0]]
            gone = [row["id"] for row in made if row not in kept]
            await desk.commit(
                rewound(desk.progress, todo), lambda tx, _: delete_memories(tx, desk.user, gone), sheds=True
            )
            made = kept
        told = made[-1]["text"] if made else ""
        for number, exchange in enumerate(todo.exchanges):
            if number == self.units:
                raise Killed
            told = await self._link(desk, told, len(made) + number, exchange, todo, number)
            yield 1

    async def _link(self, desk: Desk, told: str, ordinal: int, exchange: Exchange, todo: Any, number: int) -> str:
        turns = (await spoken(desk, [exchange]))[0]
        told = " ".join([told, *(turn.text for turn in turns)]).strip()
        node = MemoryNode(
            id=f"chain:{turns[0].id}",
            system=self.name,
            kind="link",
            level=1,
            ordinal=ordinal,
            start=exchange.start,
            end=exchange.end,
            text=told,
            embedding=pack(desk.embedder.embed([told]))[0],
            extractive=True,
            turns=[turn.id for turn in turns],
        )

        async def write(tx: Transaction, version: int) -> None:
            await store_memories(tx, desk.user, version, desk.zone, [node])

        progress = advanced(desk.progress, todo, exchange, is_last=number == len(todo.exchanges) - 1)
        await desk.commit(progress, write)
        return told


def sleep(memory: Memory, structure: Chain, user: str, *, clock: datetime = LATER, now: datetime = LATER) -> Slept:
    return bring(memory, worker_of(memory, structure, clock=lambda: clock), user, now)


def say(memory: Memory, user: str, *minutes: int, session: str = "s") -> None:
    turns = [
        {
            "id": f"{session}{minute}",
            "text": f"{session}{minute}",
            "speaker": "Ann" if minute % 2 == 0 else "Bob",
            "said_at": NOON + timedelta(minutes=minute),
            "session": session,
        }
        for minute in minutes
    ]
    memory.add_turns(turns, user=user)


def chain(memory: Memory, user: str) -> list[str]:
    rows = memory.cypher(
        "MATCH (m:Memory {user_id: $user}) RETURN m.text AS text, m.ordinal AS ordinal ORDER BY ordinal", user=user
    )
    assert [row["ordinal"] for row in rows] == list(range(len(rows)))
    return [row["text"] for row in rows]


def test_exchanges_come_in_order_and_once(memory: Memory, user: str) -> None:
    say(memory, user, 0, 1, 2, 3)
    assert sleep(memory, Chain(), user).memories == {"chain": 2}
    assert sleep(memory, Chain(), user).memories == {}
    say(memory, user, 4, 5)
    assert sleep(memory, Chain(), user).memories == {"chain": 1}
    assert chain(memory, user) == ["s0 s1", "s0 s1 s2 s3", "s0 s1 s2 s3 s4 s5"]


@pytest.mark.dialect
def test_an_exchange_that_may_still_go_on_waits(memory: Memory, user: str) -> None:
    say(memory, user, 0, 1, 2)
    assert sleep(memory, Chain(), user, now=NOON + timedelta(minutes=5)).memories == {"chain": 1}
    say(memory, user, 3)
    assert sleep(memory, Chain(), user, now=NOON + timedelta(minutes=40)).memories == {"chain": 1}
    assert chain(memory, user) == ["s0 s1", "s0 s1 s2 s3"]


@pytest.mark.dialect
def test_a_late_turn_gives_what_it_would_have_given_in_order(memory: Memory, user: str) -> None:
    say(memory, user, 0, 1, 4, 5)
    sleep(memory, Chain(), user)
    say(memory, user, 2, 3)
    say(memory, user, -60, -59, session="r")
    sleep(memory, Chain(), user)
    assert chain(memory, user)[-1] == "r-60 r-59 s0 s1 s2 s3 s4 s5"
    assert len(chain(memory, user)) == 4


def test_an_exchange_that_waits_is_not_passed_over_by_later_ones(memory: Memory, user: str) -> None:
    say(memory, user, 0, 1, session="s")
    say(memory, user, 2, 3, 4, 5, session="r")
    assert sleep(memory, Chain(), user, now=NOON + timedelta(minutes=10)).memories == {}
    sleep(memory, Chain(), user)
    assert chain(memory, user)[-1] == "s0 s1 r2 r3 r4 r5"


def test_a_late_turn_may_cut_an_exchange_short(memory: Memory, user: str) -> None:
    say(memory, user, 0, 1, 5)
    sleep(memory, Chain(), user)
    say(memory, user, 2)
    sleep(memory, Chain(), user)
    assert chain(memory, user) == ["s0 s1", "s0 s1 s2 s5"]
    say(memory, user, 7)
    sleep(memory, Chain(), user)
    say(memory, user, 6)
    assert sleep(memory, Chain(), user, now=NOON + timedelta(minutes=20)).memories == {"chain": 1}
    sleep(memory, Chain(), user)
    assert chain(memory, user) == ["s0 s1", "s0 s1 s2 s5", "s0 s1 s2 s5 s6 s7"]


def test_what_is_found_out_about_a_turn_later_makes_nothing_anew(memory: Memory, user: str) -> None:
    say(memory, user, 0, 1)
    sleep(memory, Chain(), user)
    memory.consolidate(user=user)
    assert sleep(memory, Chain(), user).memories == {}


@pytest.mark.dialect
@pytest.mark.parametrize("units", [0, 1, 2])
def test_after_a_kill_the_next_worker_goes_on(memory: Memory, user: str, units: int) -> None:
    say(memory, user, 0, 1, 4, 5)
    sleep(memory, Chain(), user)
    say(memory, user, 2, 3, 6, 7)
    with pytest.raises(Killed):
        sleep(memory, Chain(units), user)
    say(memory, user, 8, 9)
    sleep(memory, Chain(), user)
    assert chain(memory, user)[-1] == " ".join(f"s{n}" for n in range(10))
    assert len(chain(memory, user)) == 5


@pytest.mark.dialect
def test_a_forgotten_turn_is_in_no_memory(memory: Memory, user: str) -> None:
    say(memory, user, 0, 1, 2, 3)
    sleep(memory, Chain(), user)
    memory.forget(user=user, turn_ids=["s1"])
    assert not any("s1" in (text or "") for text in chain(memory, user))
    sleep(memory, Chain(), user)
    assert chain(memory, user)[-1] == "s0 s2 s3"


def test_a_turn_that_came_late_is_not_passed_over_where_another_was_forgotten(memory: Memory, user: str) -> None:
    say(memory, user, 0, session="r")
    say(memory, user, 120, 122, session="s")
    sleep(memory, Chain(), user)
    say(memory, user, 60, session="q")
    memory.forget(user=user, turn_ids=["s122"])
    sleep(memory, Chain(), user)
    assert chain(memory, user) == ["r0", "r0 q60", "r0 q60 s120"]


@pytest.mark.dialect
def test_what_goes_on_again_at_an_earlier_time_is_taken_back_with_what_changed(memory: Memory, user: str) -> None:
    say(memory, user, 0, session="r")
    say(memory, user, 100, session="s")
    sleep(memory, Chain(), user)
    say(memory, user, 60, session="q")
    sleep(memory, Chain(), user, now=NOON)
    assert chain(memory, user) == []
    sleep(memory, Chain(), user)
    assert chain(memory, user) == ["r0", "r0 q60", "r0 q60 s100"]


@pytest.mark.dialect
def test_a_structure_is_left_to_the_worker_who_has_it_until_nothing_is_heard_of_it(
    memory: Memory, user: str, write: Write
) -> None:
    say(memory, user, 0, 1)
    assert run(memory, take_lease(store_of(memory), user, "chain")) is not None
    assert sleep(memory, Chain(), user) == Slept({}, ("chain",))
    write(EXPIRE, user=user)
    assert sleep(memory, Chain(), user).memories == {"chain": 1}


@pytest.mark.dialect
def test_a_worker_that_lost_its_lease_writes_nothing_more(memory: Memory, user: str, write: Write) -> None:
    say(memory, user, 0, 1, 2, 3)

    class Robbed(Chain):
        async def work(self, desk: Desk) -> AsyncIterator[int]:
            async for made in super().work(desk):
                await asyncio.to_thread(write, EXPIRE, user=user)
                assert await take_lease(desk.store, user, "chain") is not None
                yield made

    assert sleep(memory, Robbed(), user) == Slept({"chain": 1}, ("chain",))
    assert chain(memory, user) == ["s0 s1"]


@pytest.mark.dialect
def test_a_worker_keeps_its_lease_while_a_unit_takes_long(
    memory: Memory, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    class Slow(Chain):
        async def work(self, desk: Desk) -> AsyncIterator[int]:
            begun.set()
            await go_on.wait()
            async for made in super().work(desk):
                yield made

    say(memory, user, 0, 1)
    monkeypatch.setattr(leases, "LEASE_S", 0.2)
    ends = "MATCH (l:Lease {user_id: $user}) RETURN l.until AS until"

    async def work() -> tuple[Slept, Slept]:
        owner, store = await user_of(memory, user), store_of(memory)
        first, other = (worker_of(memory, each, clock=lambda: LATER) for each in (Slow(), Chain()))
        at_work = asyncio.create_task(first.run(owner, LATER))
        await begun.wait()

        async def until() -> int:
            _, rows, *_ = await store.query(ends, {"user": user}, timeout_s=10, limit=1)
            return int(rows[0]["until"])

        taken = await until()
        while await until() < taken + 200:  # noqa: ASYNC110 - until it is over, and was renewed
            await asyncio.sleep(0.01)
        monkeypatch.setattr(leases, "LEASE_S", 60.0)
        kept = await until()
        while await until() < kept + 30_000:  # noqa: ASYNC110 - likewise, for as long as others leave it
            await asyncio.sleep(0.01)
        left = await other.run(owner, LATER)
        go_on.set()
        return left, await at_work

    left, done = run(memory, work())
    assert left.left == ("chain",)
    assert done.memories == {"chain": 1}


@pytest.mark.slow
def test_users_for_whom_nothing_is_due_cost_nothing_by_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[object] = []
    ran_by = Transaction.run

    async def counted(tx: Transaction, name: str, **parameters: Any) -> list[dict[str, Any]]:
        ran.append(parameters.get("user"))
        return await ran_by(tx, name, **parameters)

    with Memory.open(tmp_path / "memory", settings=Settings(structures=("calendar",), network=False)) as memory:
        memory.add("Rex ate my shoes.", user="ann", speaker="Ann", said_at=NOON)
        memory.consolidate(now=LATER)
        connection = store_of(memory).connection

        async def copy() -> None:
            driver = await connection.driver()
            async with driver.session(database=connection.database) as session:
                copies = (
                    "MATCH (u:User {id: 'ann'}) MATCH (s:Structure {user_id: 'ann'}) UNWIND range(1, 200) AS n"
                    " CREATE (o:User) SET o = properties(u), o.id = 'user' + n"
                    " CREATE (p:Structure) SET p = properties(s), p.user_id = o.id"
                )
                await (await session.run(copies)).consume()

        run(memory, copy())
        assert len(memory.users()) == 201
        monkeypatch.setattr(Transaction, "run", counted)
        assert memory.consolidate(now=LATER).slept.memories == {}
        assert len(ran) <= 5
        memory.add("Rex ate my shoes again.", user="user7", speaker="Ann", said_at=NOON)
        ran.clear()
        assert memory.consolidate(now=LATER).slept.memories == {"calendar": 3}
        assert set(ran) <= {"user7", None}
        assert len(ran) <= 70
