"""What a structure of memories is, and what it works with."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeVar
from zoneinfo import ZoneInfo

from chronomem.engine.dialogue.calendar import delete_empty_periods
from chronomem.engine.settings import SUMMARISE_AFTER
from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.extractors.judgements import Judge, Judgement
from chronomem.extractors.summaries.summariser import Summariser, Summary, SummaryRequest
from chronomem.graph_schema.database.scrubbing import note_traces
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.graph_schema.model.times import Clock, utc_text

T = TypeVar("T")


LEASE = timedelta(minutes=2)
"""How long a structure stays claimed by a worker of whom nothing is heard."""


class ClaimLost(Exception):
    """What a worker has in hand can't be written any more: another worker took the structure over, since this one was
    silent for too long, or something was forgotten that it may have read."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a structure has come with a user's turns. Stored with what it makes, in the same transactions.

    Attributes:
        seen: all turns up to this version of the user are worked in.
        target: of those up to this version, the ones that come before the structure's place in `state` are.
        state: what else the structure has to remember; plain values, no words of anybody.
        changed_from: something before its place was forgotten: what it made of turns since then is to be made anew.
    """

    seen: int = 0
    target: int = 0
    state: dict[str, Any] = field(default_factory=dict)
    changed_from: datetime | None = None


@dataclass
class Desk:
    """One structure of one user, claimed by one worker, with all that is needed to work on it.

    Attributes:
        user: whose.
        zone: the user's timezone.
        now: the time for which it is brought up to date.
        progress: how far it has come.
        summarise_after: what may still go on is summarised each time that this many turns have come.
        due_at: when there is something to do again without anything new; set by the structure at its
            work, with `wake_at`.
        provisional_from: what was made of turns since then is for the time being, since a language model could not be
            asked; None where nothing is.
        judge: judges what belongs together; None where cosines alone do.
    """

    user: str
    structure: str
    holder: str
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

    async def judged(self, purpose: str, passages: Sequence[str], text: str, when: datetime) -> Judgement | None:
        """Return which of some passages a text belongs to that was said at a time, as the judge has it.

        None where there is no judge or it can't judge; take note where it is a language model that can't be asked.
        """
        if self.judge is None or not passages:
            return None
        judgement = await self.judge.choose(purpose, passages, text, user=self.user)
        if judgement.provisional:
            self.ask_again_from(when)
        return judgement if judgement.made else None

    async def summarise(self, requests: Sequence[SummaryRequest]) -> list[Summary]:
        """Return a summary for each request; take note where a language model was to write one and can't be asked."""
        summaries = await self.summariser.summarise(requests, user=self.user) if requests else []
        for request, summary in zip(requests, summaries, strict=True):
            if summary.provisional:
                self.ask_again_from(min(source.when for source in request.sources))
        return summaries

    def ask_again_from(self, moment: datetime) -> None:
        """Have what was made of turns since a time made anew when a language model can be asked again."""
        known = self.provisional_from
        self.provisional_from = moment if known is None else min(moment, known)

    def wake_at(self, moment: datetime) -> None:
        """Have the structure looked at again at a time, even where nothing new came."""
        self.due_at = moment if self.due_at is None else min(self.due_at, moment)

    async def version(self) -> int:
        """Return the user's version as it is now."""
        return int((await self.store.read("read_user", user=self.user))[0]["version"])

    async def commit(
        self, progress: Progress, work: Callable[[Transaction, int], Awaitable[T]] | None = None, *, sheds: bool = False
    ) -> T | None:
        """Write what a unit of work made, and how far it has come, in one transaction.

        Args:
            progress: how far the structure has come then.
            work: writes; given the transaction and the version to stamp on what it writes. It may be run twice, so
                what it writes has ids of its own making.
            sheds: it deletes memories.

        Raises:
            ClaimLost: another worker has the structure, or something was forgotten; nothing was written.
        """

        async def transaction(tx: Transaction) -> T | None:
            version = await tx.begin(self.user, "begin_shedding" if sheds else "begin_memories")
            changed = progress.changed_from
            of_forgotten = sheds and self.progress.changed_from is not None
            if of_forgotten:
                note_traces(self.store)
            ours = await tx.run(
                "advance_structure",
                user=self.user,
                structure=self.structure,
                holder=self.holder,
                until=utc_text(self.clock() + LEASE),
                seen=progress.seen,
                target=progress.target,
                state=json.dumps(progress.state),
                changed_from=utc_text(changed),
                provisional_from=utc_text(self.provisional_from),
            )
            if not ours:
                raise ClaimLost
            done = await work(tx, version) if work is not None else None
            if of_forgotten:
                await delete_empty_periods(tx, self.user)
            return done

        outcome = await self.store.write(transaction, user=self.user)
        self.progress = replace(progress)
        return outcome


class Structure(Protocol):
    """A kind of long-term memory that is kept up to date behind the turns.

    Attributes:
        name: as the settings call it.
    """

    @property
    def name(self) -> str: ...

    def work(self, desk: Desk) -> AsyncIterator[int]:
        """Do what is due, in units that are committed one by one; yield after each how many memories it made.

        It may end, or be killed, after any unit, and goes on from there when it is called again. Called again with
        nothing new, it does nothing.
        """
        ...
