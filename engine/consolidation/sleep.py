"""Sleep time: the structures that the settings name are brought up to date, one after the other."""

import json
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import cast
from uuid import uuid4

from chronomem.engine.consolidation.structure import LEASE, ClaimLost, Clock, Desk, Progress, Structure
from chronomem.extractors.embedding import Embedder
from chronomem.extractors.summaries import Summariser
from chronomem.graph_schema.model import User
from chronomem.graph_schema.store import GraphStore


@dataclass(frozen=True)
class Slept:
    """What was made of turns.

    Attributes:
        memories: how many memories were made or made anew, by structure.
        left: the structures that another worker had in hand.
    """

    memories: Mapping[str, int] = field(default_factory=dict)
    left: Sequence[str] = ()

    def __add__(self, other: "Slept") -> "Slept":
        return Slept(dict(Counter(self.memories) + Counter(other.memories)), (*self.left, *other.left))


class Sleep:
    """Brings structures up to date. Several workers may be at it; each structure of a user is worked on by one.

    A worker claims a structure for as long as it is heard of; each unit of its work is committed together with how far
    it has come, and only while the claim is its own. So nothing is done twice, and after a kill at any point the next
    worker goes on from the last unit.
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
    ) -> None:
        self._store = store
        self._structures = structures
        self._embedder = embedder
        self._summariser = summariser
        self._session_gap = session_gap
        self._clock = clock
        self._holder = uuid4().hex

    async def run(self, user: User, now: datetime, progress: Callable[[int], None] | None = None) -> Slept:
        """Do what is due for a user at a time; `progress` is called after each unit with how many memories it made."""
        done = Slept()
        for structure in self._structures:
            desk = await self._claim(user, structure, now)
            if desk is None:
                done += Slept(left=(structure.name,))
                continue
            try:
                done += await self._work(structure, desk, progress)
            finally:
                await self._release(desk)
        return done

    async def _work(self, structure: Structure, desk: Desk, progress: Callable[[int], None] | None) -> Slept:
        made = 0
        units = cast("AsyncGenerator[int]", structure.work(desk))
        async with aclosing(units):
            try:
                async for count in units:
                    made += count
                    if progress:
                        progress(count)
            except ClaimLost:
                return Slept({structure.name: made}, (structure.name,))
        return Slept({structure.name: made})

    async def _claim(self, user: User, structure: Structure, now: datetime) -> Desk | None:
        moment = self._clock().astimezone(UTC)
        values = {
            "user": user.id,
            "structure": structure.name,
            "holder": self._holder,
            "state": json.dumps({}),
            "now": moment.isoformat(),
            "until": (moment + LEASE).isoformat(),
        }
        rows = await self._store.write(lambda tx: tx.run("claim_structure", **values), user=user.id)
        if not rows:
            return None
        row = rows[0]
        changed = row["changed_from"]
        return Desk(
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
                None if changed is None else datetime.fromisoformat(changed),
            ),
        )

    async def _release(self, desk: Desk) -> None:
        values = {"user": desk.user, "structure": desk.structure, "holder": desk.holder}
        await self._store.write(lambda tx: tx.run("release_structure", **values), user=desk.user)
