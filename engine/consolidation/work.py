"""The protocol of a structure of memories, and the desk at which it works."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeVar
from zoneinfo import ZoneInfo

from chronomem.engine.dialogue.calendar import delete_empty_periods
from chronomem.engine.settings import SUMMARISE_AFTER, StructureShapes
from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.extractors.judgements import Judge, Judgement
from chronomem.extractors.summaries.summariser import Summariser, Summary, SummaryRequest
from chronomem.graph_schema.database.leases import Lease
from chronomem.graph_schema.database.scrubbing import note_traces
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.graph_schema.model.times import Clock, utc_text
from chronomem.graph_schema.model.vectors import pack

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Progress:
    """A structure's progress through a user's turns, stored in the same transactions as its results.

    Attributes:
        seen: all turns up to this version of the user are processed.
        target: of the turns up to this version, those before the structure's position in `state` are processed.
        state: further state of the structure; plain values, nobody's words.
        changed_from: a source before its position was forgotten: redo the work on turns since then.
    """

    seen: int = 0
    target: int = 0
    state: dict[str, Any] = field(default_factory=dict)
    changed_from: datetime | None = None


@dataclass
class Desk:
    """One structure of one user, for which one worker has the lease, with everything needed to work on it.

    Attributes:
        user: the user's id.
        zone: the user's timezone.
        now: the time as of which the structure is updated.
        progress: its progress.
        summarise_after: a period that isn't over is summarised after each further batch of this many turns.
        due_at: when there is work again even without new turns; the structure sets it with `wake_at`.
        provisional_from: work on turns since then is provisional, because a language model was unavailable; None for
            nothing.
        judge: decides which texts belong together; None where cosines alone decide.
        shapes: the thresholds by which they decide.
    """

    user: str
    structure: str
    lease: Lease
    zone: ZoneInfo
    now: datetime
    store: GraphStore
    embedder: Embedder
    summariser: Summariser
    session_gap: timedelta
    clock: Clock
    progress: Progress
    summarise_after: int = SUMMARISE_AFTER
    due_at: datetime | None = None
    provisional_from: datetime | None = None
    judge: Judge | None = None
    shapes: StructureShapes = field(default_factory=StructureShapes)

    async def judged(self, purpose: str, passages: Sequence[str], text: str, when: datetime) -> Judgement | None:
        """Return the judge's choice of the passage to which a text from a given time belongs.

        None if there is no judge or it can't decide. If its language model is unavailable, schedule another try.
        """
        if self.judge is None or not passages:
            return None
        judgement = await self.judge.choose(purpose, passages, text, user=self.user)
        if judgement.provisional:
            self.ask_again_from(when)
        return judgement if judgement.made else None

    async def summarise(self, requests: Sequence[SummaryRequest]) -> list[Summary]:
        """Return a summary for each request; if the language model for one is unavailable, schedule another try."""
        summaries = await self.summariser.summarise(requests, user=self.user) if requests else []
        for request, summary in zip(requests, summaries, strict=True):
            if summary.provisional:
                self.ask_again_from(min(source.when for source in request.sources))
        return summaries

    async def vectors(self, texts: Sequence[str]) -> list[bytes]:
        """Return the vectors of texts as the graph stores them."""
        return pack(await asyncio.to_thread(self.embedder.embed, texts)) if texts else []

    def ask_again_from(self, moment: datetime) -> None:
        """Have work on turns since a time redone when the language model is available again."""
        known = self.provisional_from
        self.provisional_from = moment if known is None else min(moment, known)

    def wake_at(self, moment: datetime) -> None:
        """Have the structure revisited at a time, even without new turns."""
        self.due_at = moment if self.due_at is None else min(self.due_at, moment)

    async def version(self) -> int:
        """Return the user's current version."""
        return int((await self.store.read("read_user", user=self.user))[0]["version"])

    async def commit(
        self, progress: Progress, work: Callable[[Transaction, int], Awaitable[T]] | None = None, *, sheds: bool = False
    ) -> T | None:
        """Commit the results of a unit of work and its progress in one transaction.

        Args:
            progress: the structure's progress after the unit.
            work: writes the results; given the transaction and the version to stamp on them. It may run twice, so the
                ids that it writes must be deterministic.
            sheds: whether it deletes memories.

        Raises:
            LeaseLost: another worker has the lease, or something was forgotten; nothing was written.
        """

        async def transaction(tx: Transaction) -> T | None:
            version = await tx.begin(self.user, "begin_shedding" if sheds else "begin_memories", derives=False)
            changed = progress.changed_from
            of_forgotten = sheds and self.progress.changed_from is not None
            if of_forgotten:
                note_traces(self.store)
            await self.lease.check(tx)
            await tx.run(
                "advance_structure",
                user=self.user,
                structure=self.structure,
                seen=progress.seen,
                target=progress.target,
                state=json.dumps(progress.state, sort_keys=True),
                changed_from=utc_text(changed),
                provisional_from=utc_text(self.provisional_from),
            )
            done = await work(tx, version) if work is not None else None
            if of_forgotten:
                await delete_empty_periods(tx, self.user)
            return done

        outcome = await self.lease.write(self.store, transaction)
        self.progress = replace(progress)
        return outcome


class Structure(Protocol):
    """A kind of long-term memory that is maintained in the background.

    Attributes:
        name: its name in the settings.
    """

    @property
    def name(self) -> str: ...

    def work(self, desk: Desk) -> AsyncIterator[int]:
        """Do the work due, in units committed one by one; after each, yield the number of memories made.

        It may end or be killed after any unit, and resumes there when called again. Called again without new turns, it
        does nothing.
        """
        ...
