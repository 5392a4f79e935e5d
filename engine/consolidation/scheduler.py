"""The scheduler of consolidation: it updates the structures named in the settings, one after the other."""

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
from chronomem.engine.settings import SUMMARISE_AFTER, StructureShapes
from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.extractors.judgements import Judge
from chronomem.extractors.summaries.summariser import Summariser
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.model.dialogue import User
from chronomem.graph_schema.model.times import Clock, utc_text, utc_time


@dataclass(frozen=True)
class Slept:
    """The result of a consolidation.

    Attributes:
        memories: the number of memories made or remade, by structure.
        left: the structures skipped because another worker had claimed them or something was forgotten meanwhile.
        seconds: the duration by structure.
    """

    memories: Mapping[str, int] = field(default_factory=dict)
    left: Sequence[str] = ()
    seconds: Mapping[str, float] = field(default_factory=dict, compare=False)

    def __add__(self, other: "Slept") -> "Slept":
        memories = Counter(self.memories) + Counter(other.memories)
        seconds = Counter(self.seconds) + Counter(other.seconds)
        return Slept(dict(memories), (*self.left, *other.left), dict(seconds))


class Sleep:
    """Updates structures. Several workers may run; each structure of a user is claimed by one worker at a time.

    A worker renews its claim while it works. Each unit of work is committed together with the progress, and only while
    the worker holds the claim. So no work is done twice, and after a kill at any point the next worker resumes at the
    last unit. Where nothing is due, nothing is written.
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
        shapes: StructureShapes | None = None,
    ) -> None:
        self._store = store
        self._structures = structures
        self._embedder = embedder
        self._summariser = summariser
        self._session_gap = session_gap
        self._clock = clock
        self._summarise_after = summarise_after
        self._judge = judge
        self._shapes = shapes or StructureShapes()
        self._holder = new_holder()

    async def run(self, user: User, now: datetime, progress: Callable[[int], None] | None = None) -> Slept:
        """Do the work due for a user at a time; after each unit, call `progress` with the number of memories made."""
        done = Slept()
        for structure, holder in await self._due(user, now):
            began = time.perf_counter()
            done += await self._bring(user, structure, holder if is_dead(holder) else None, now, progress)
            done += Slept(seconds={structure.name: time.perf_counter() - began})
        return done

    async def idle(self, moments: Mapping[str, datetime]) -> set[str]:
        """Return the users without work, given a time for each; one statement serves all."""
        rows = await self._store.read("list_structures", ids=[own.name for own in self._structures])
        own = (row for row in rows if row["user"] in moments)
        idle = Counter(row["user"] for row in own if _is_idle(row, moments[row["user"]]))
        return {user for user in moments if idle[user] == len(self._structures)}

    async def _due(self, user: User, now: datetime) -> list[tuple[Structure, str | None]]:
        """Return the structures that may have work due, with the worker that holds each."""
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
        """Renew the claim while the structure is worked on, however long a unit takes: no model call is paid twice."""

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
            # If a renewal failed, the claim may be lost; the next unit finds out.
            await asyncio.wait([telling])
            _ = telling.cancelled() or telling.exception()

    async def _claim(self, user: User, structure: Structure, dead: str | None, now: datetime) -> "_Claimed | None":
        """Claim a structure that is free or held by a dead worker; return None if it is neither."""
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
            shapes=self._shapes,
        )
        return _Claimed(desk, row["touched"], provisional)

    async def _release(self, claimed: "_Claimed", *, finished: bool) -> None:
        """Release a structure; if all due work is done, record the last change that was seen."""
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
    """A claimed structure, with its user's last change that was seen and the state of its provisional work."""

    desk: Desk
    touched: int
    provisional: Provisional


def _is_idle(row: Row, now: datetime) -> bool:
    """Whether a structure has no work: no turn came or went since it finished, and no deadline passed."""
    if row["changed"] or row["looked"] is None or row["looked"] < row["touched"]:
        return False
    return row["due_at"] is None or now < datetime.fromisoformat(row["due_at"])
