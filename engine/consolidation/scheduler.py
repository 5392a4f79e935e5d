"""Sleep time: the structures that the settings name are brought up to date, one after the other."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import cast

from chronomem.engine.consolidation.model_retry import Provisional
from chronomem.engine.consolidation.work import LEASE, ClaimLost, Desk, Progress, Structure
from chronomem.engine.consolidation.workers import is_dead, new_holder
from chronomem.engine.settings import SUMMARISE_AFTER
from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.extractors.judgements import Judge
from chronomem.extractors.summaries.summariser import Summariser
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.model.dialogue import User
from chronomem.graph_schema.model.times import Clock, utc_text, utc_time


@dataclass(frozen=True)
class Slept:
    """What was made of turns.

    Attributes:
        memories: how many memories were made or made anew, by structure.
        left: the structures that another worker had in hand, or that something was forgotten of meanwhile.
        seconds: how long it took, by structure.
    """

    memories: Mapping[str, int] = field(default_factory=dict)
    left: Sequence[str] = ()
    seconds: Mapping[str, float] = field(default_factory=dict, compare=False)

    def __add__(self, other: "Slept") -> "Slept":
        memories = Counter(self.memories) + Counter(other.memories)
        seconds = Counter(self.seconds) + Counter(other.seconds)
        return Slept(dict(memories), (*self.left, *other.left), dict(seconds))


class Sleep:
    """Brings structures up to date. Several workers may be at it; each structure of a user is worked on by one.

    A worker claims a structure for as long as it is heard of; each unit of its work is committed together with how far
    it has come, and only while the claim is its own. So nothing is done twice, and after a kill at any point the next
    worker goes on from the last unit. Where nothing is due, nothing is written.
    """

    def __init__(
        self,
        store: GraphStore,
        structures: Sequence[Structure],
        embedder: Embedder,
        summariser: Summariser,
        *,
        session_gap: timedelta,
        clock: Clock,
        summarise_after: int = SUMMARISE_AFTER,
        judge: Judge | None = None,
    ) -> None:
        self._store = store
        self._structures = structures
        self._embedder = embedder
        self._summariser = summariser
        self._session_gap = session_gap
        self._clock = clock
        self._summarise_after = summarise_after
        self._judge = judge
        self._holder = new_holder()

    async def run(self, user: User, now: datetime, progress: Callable[[int], None] | None = None) -> Slept:
        """Do what is due for a user at a time; `progress` is called after each unit with how many memories it made."""
        done = Slept()
        for structure, holder in await self._due(user, now):
            began = time.perf_counter()
            done += await self._bring(user, structure, holder if is_dead(holder) else None, now, progress)
            done += Slept(seconds={structure.name: time.perf_counter() - began})
        return done

    async def idle(self, moments: Mapping[str, datetime]) -> set[str]:
        """Return for which users there is nothing to do, of some at a time for each; with one statement for all."""
        rows = await self._store.read("list_structures", ids=[own.name for own in self._structures])
        own = (row for row in rows if row["user"] in moments)
        idle = Counter(row["user"] for row in own if _is_idle(row, moments[row["user"]]))
        return {user for user in moments if idle[user] == len(self._structures)}

    async def _due(self, user: User, now: datetime) -> list[tuple[Structure, str | None]]:
        """Return the structures for which there may be something to do, with who has them in hand."""
        rows = await self._store.read("find_structures", user=user.id, ids=[own.name for own in self._structures])
        idle = {row["id"] for row in rows if _is_idle(row, now)}
        holders = {row["id"]: row["holder"] for row in rows}
        return [(own, holders.get(own.name)) for own in self._structures if own.name not in idle]

    async def _bring(
        self,
        user: User,
        structure: Structure,
        dead: str | None,
        now: datetime,
        progress: Callable[[int], None] | None,
    ) -> Slept:
        claimed = await self._claim(user, structure, dead, now)
        if claimed is None:
            return Slept(left=(structure.name,))
        finished = False
        try:
            done = await self._work(structure, claimed.desk, progress)
            finished = not done.left
        finally:
            await self._release(claimed, finished=finished)
        return done

    async def _work(self, structure: Structure, desk: Desk, progress: Callable[[int], None] | None) -> Slept:
        made = 0
        units = cast("AsyncGenerator[int]", structure.work(desk))
        async with self._held(desk), aclosing(units):
            try:
                async for count in units:
                    made += count
                    if progress:
                        progress(count)
            except ClaimLost:
                return Slept({structure.name: made}, (structure.name,))
        return Slept({structure.name: made})

    @asynccontextmanager
    async def _held(self, desk: Desk) -> AsyncIterator[None]:
        """Let others know that the structure is worked on, however long a unit takes: a model is paid once."""

        async def tell() -> None:
            values = {"user": desk.user, "structure": desk.structure, "holder": desk.holder}
            while True:
                await asyncio.sleep(LEASE.total_seconds() / 4)
                until = utc_text(self._clock() + LEASE)
                await self._store.write(lambda tx: tx.run("hold_structure", **values, until=until), user=desk.user)  # noqa: B023 - run at once

        telling = asyncio.create_task(tell())
        try:
            yield
        finally:
            telling.cancel()
            # Where it could not tell, the claim may be lost, which the next unit finds out.
            await asyncio.wait([telling])
            _ = telling.cancelled() or telling.exception()

    async def _claim(self, user: User, structure: Structure, dead: str | None, now: datetime) -> "_Claimed | None":
        """Claim a structure that is free or a dead worker's; return None where it is neither."""
        moment = self._clock().astimezone(UTC)
        values = {
            "user": user.id,
            "structure": structure.name,
            "holder": self._holder,
            "dead": dead,
            "state": json.dumps({}),
            "now": utc_text(moment),
            "until": utc_text(moment + LEASE),
        }
        rows = await self._store.write(lambda tx: tx.run("claim_structure", **values), user=user.id)
        if not rows:
            return None
        row = rows[0]
        provisional = Provisional.of(row, now)
        changed = [moment for moment in (utc_time(row["changed_from"]), provisional.again_from) if moment is not None]
        desk = Desk(
            user=user.id,
            structure=structure.name,
            holder=self._holder,
            zone=user.zone,
            now=now,
            store=self._store,
            embedder=self._embedder,
            summariser=self._summariser,
            session_gap=self._session_gap,
            clock=self._clock,
            progress=Progress(
                row["seen"],
                row["target"],
                json.loads(row["state"]),
                min(changed, default=None),
            ),
            summarise_after=self._summarise_after,
            provisional_from=provisional.provisional_from,
            judge=self._judge,
        )
        return _Claimed(desk, row["touched"], provisional)

    async def _release(self, claimed: "_Claimed", *, finished: bool) -> None:
        """Let go of a structure; with the last change that was seen where all is done that was due."""
        desk = claimed.desk
        values = {"user": desk.user, "structure": desk.structure, "holder": desk.holder}
        if not finished:
            await self._store.write(lambda tx: tx.run("release_structure", **values), user=desk.user)
            return
        ask_at, asked = claimed.provisional.next(desk)
        if ask_at is not None:
            desk.wake_at(ask_at)
        left = {"touched": claimed.touched, "due_at": utc_text(desk.due_at), "ask_at": utc_text(ask_at), "asked": asked}
        await self._store.write(lambda tx: tx.run("finish_structure", **values, **left), user=desk.user)


@dataclass(frozen=True, slots=True)
class _Claimed:
    """A structure in hand, with the last change of its user that was seen, and whether a model is asked again."""

    desk: Desk
    touched: int
    provisional: Provisional


def _is_idle(row: Row, now: datetime) -> bool:
    """Whether a structure has nothing to do: nothing came or went since it was done, and no time came to an end."""
    if row["changed"] or row["looked"] is None or row["looked"] < row["touched"]:
        return False
    return row["due_at"] is None or now < datetime.fromisoformat(row["due_at"])
