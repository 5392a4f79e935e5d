"""The scheduler of consolidation: it updates the structures named in the settings, one after the other."""

import json
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import cast

from chronomem.engine.consolidation.model_retry import Provisional
from chronomem.engine.consolidation.work import Desk, Progress, Structure
from chronomem.engine.settings import SUMMARISE_AFTER, StructureShapes
from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.extractors.judgements import Judge
from chronomem.extractors.summaries.summariser import Summariser
from chronomem.graph_schema.database.leases import Lease, LeaseLost, leased
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.graph_schema.model.batches import Allowance
from chronomem.graph_schema.model.dialogue import User
from chronomem.graph_schema.model.times import Clock, utc_text, utc_time
from chronomem.graph_schema.model.totals import total


@dataclass(frozen=True)
class Slept:
    """The result of a consolidation.

    Attributes:
        memories: the number of memories made or remade, by structure.
        left: the structures skipped because another worker had the lease or something was forgotten meanwhile.
        seconds: the duration by structure.
        unfinished: whether the allowance ended before the work did.
    """

    memories: Mapping[str, int] = field(default_factory=dict)
    left: Sequence[str] = ()
    seconds: Mapping[str, float] = field(default_factory=dict, compare=False)
    unfinished: bool = False

    def __add__(self, other: "Slept") -> "Slept":
        return total(self, other)


class Sleep:
    """Updates structures. Several workers may run; one at a time has the lease for a structure of a user.

    Each unit of work is committed together with the progress, and only while the worker holds the lease. So no work is
    done twice, and after a kill at any point the next worker resumes at the last unit. Where nothing is due, nothing is
    written.
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

    @property
    def names(self) -> list[str]:
        """The names of the structures."""
        return [structure.name for structure in self._structures]

    async def run(
        self,
        user: User,
        now: datetime,
        progress: Callable[[int], None] | None = None,
        allowance: Allowance | None = None,
    ) -> Slept:
        """Do the work due for a user at a time; after each unit, call `progress` with the number of memories made.

        Where the allowance ends first, the next call goes on after the last unit.
        """
        done, allowance = Slept(), allowance or Allowance()
        for structure in await self._due(user, now):
            if allowance.is_spent:
                return done + Slept(unfinished=True)
            began = time.perf_counter()
            done += await self._bring(user, structure, now, progress, allowance)
            done += Slept(seconds={structure.name: time.perf_counter() - began})
        return done

    async def _due(self, user: User, now: datetime) -> list[Structure]:
        """Return the structures that may have work due."""
        rows = await self._store.read("find_structures", user=user.id, ids=self.names)
        idle = {row["id"] for row in rows if _is_idle(row, now)}
        return [own for own in self._structures if own.name not in idle]

    async def _bring(
        self,
        user: User,
        structure: Structure,
        now: datetime,
        progress: Callable[[int], None] | None,
        allowance: Allowance,
    ) -> Slept:
        async with leased(self._store, user.id, structure.name) as lease:
            if lease is None:
                return Slept(left=(structure.name,))
            opened = await self._open(user, structure, lease, now)
            if opened is None:
                return Slept()
            done = await self._work(structure, opened.desk, progress, allowance)
            if not done.left and not done.unfinished:
                done += await self._finish(opened)
        return done

    async def _work(
        self, structure: Structure, desk: Desk, progress: Callable[[int], None] | None, allowance: Allowance
    ) -> Slept:
        made = 0
        units = cast("AsyncGenerator[int]", structure.work(desk))
        async with aclosing(units):
            try:
                async for count in units:
                    made += count
                    if progress:
                        progress(count)
                    if allowance.is_spent:
                        return Slept({structure.name: made}, unfinished=True)
            except LeaseLost:
                return Slept({structure.name: made}, (structure.name,))
        return Slept({structure.name: made})

    async def _open(self, user: User, structure: Structure, lease: Lease, now: datetime) -> "_Opened | None":
        """Read the state in which a structure was left; None if the user was forgotten meanwhile."""
        values = {"user": user.id, "structure": structure.name, "state": json.dumps({})}
        rows = await self._store.write(lambda tx: tx.run("open_structure", **values), user=user.id)
        if not rows:
            return None
        row = rows[0]
        provisional = Provisional.of(row, now)
        changed = [moment for moment in (utc_time(row["changed_from"]), provisional.again_from) if moment is not None]
        desk = Desk(
            user=user.id,
            structure=structure.name,
            lease=lease,
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
        return _Opened(desk, row["touched"], provisional)

    async def _finish(self, opened: "_Opened") -> Slept:
        """Record the last change that was seen, now that all due work is done."""
        desk = opened.desk
        ask_at, asked = opened.provisional.next(desk)
        if ask_at is not None:
            desk.wake_at(ask_at)
        left = {"touched": opened.touched, "due_at": utc_text(desk.due_at), "ask_at": utc_text(ask_at), "asked": asked}

        async def work(tx: Transaction) -> None:
            await desk.lease.check(tx)
            await tx.run("finish_structure", user=desk.user, structure=desk.structure, **left)

        try:
            await desk.lease.write(self._store, work)
        except LeaseLost:
            return Slept(left=(desk.structure,))
        return Slept()


@dataclass(frozen=True, slots=True)
class _Opened:
    """A structure that is worked on, the last change of its user that was seen, and the state of provisional work."""

    desk: Desk
    touched: int
    provisional: Provisional


def _is_idle(row: Row, now: datetime) -> bool:
    """Whether a structure has no work: no turn came or went since it finished, and no deadline passed."""
    if row["changed"] or row["looked"] is None or row["looked"] < row["touched"]:
        return False
    return row["due_at"] is None or now < datetime.fromisoformat(row["due_at"])
