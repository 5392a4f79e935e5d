"""Summaries: what is asked of whoever writes them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from chronomem.graph_schema.database.results import Row


@dataclass(frozen=True, slots=True)
class Source:
    """A text that a summary rests on: a turn, or a memory below it.

    Attributes:
        id: the turn's or the memory's.
        text: its words.
        when: when it was said; of a memory, when it begins.
        speaker: who said it; empty for a memory.
        role: the part of whoever said it, where that is known: what assistants say counts for less.
    """

    id: str
    text: str
    when: datetime
    speaker: str = ""
    role: str = ""


@dataclass(frozen=True, slots=True)
class SummaryRequest:
    """A summary that is wanted.

    Attributes:
        purpose: what kind of summary, such as `calendar.day` or `timem.profile`: chooses a model's instruction, and
            is what its cost is counted under.
        sources: what it rests on, in order of time.
        words: how long it may be.
        zone: in which dates are told.
        history: the summaries before it, of the same kind, oldest first: what they say need not be said again.
        subject: whom or what it is about, where it is about one.
        dated: it tells on which day each thing was said, where that was on several.
    """

    purpose: str
    sources: Sequence[Source]
    words: int
    zone: ZoneInfo
    history: Sequence[str] = ()
    subject: str = ""
    dated: bool = True


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary.

    Attributes:
        text: its words.
        extractive: it is made of sentences that were said, not written by a language model.
        rests_on: the ids of those sources that its words come from; all of them where that can't be told.
        provisional: a language model was to write it and could not, this time.
    """

    text: str
    extractive: bool
    rests_on: tuple[str, ...]
    provisional: bool = False


class Summariser(Protocol):
    """Writes summaries."""

    async def summarise(self, requests: Sequence[SummaryRequest], *, user: str) -> list[Summary]:
        """Return a summary for each request, in their order."""
        ...


def turn_of(row: Row) -> Source:
    """Return a turn as what is told from it."""
    return Source(row["id"], row["text"], datetime.fromisoformat(row["said_at"]), row["speaker"])
