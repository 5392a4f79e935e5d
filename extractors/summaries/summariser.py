"""Summaries: the protocol of a summariser, with its requests and results."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from chronomem.graph_schema.database.results import Row


@dataclass(frozen=True, slots=True)
class Source:
    """A source of a summary: a turn, or a memory of a lower level.

    Attributes:
        id: the id of the turn or memory.
        text: its words.
        when: when it was said; for a memory, when it begins.
        speaker: who said it; empty for a memory.
        role: the speaker's role, if known: words of assistants count for less.
        extractive: whether it is a summary that consists of sentences of its sources.
    """

    id: str
    text: str
    when: datetime
    speaker: str = ""
    role: str = ""
    extractive: bool = False


@dataclass(frozen=True, slots=True)
class SummaryRequest:
    """A request for a summary.

    Attributes:
        purpose: the kind of summary, such as `calendar.day` or `timem.profile`; it selects the model's instruction, and
            the cost is counted under it.
        sources: the texts to summarise, in order of time.
        words: the most words that the summary may have.
        zone: the timezone of the dates in the summary.
        history: the preceding summaries of the same kind, oldest first; their content need not be repeated.
        known: for statements that are to be new, those stored before.
        subject: whom or what the summary is about, if it is about one person or thing.
        dated: whether the summary gives the day of each statement, if they span several days.
    """

    purpose: str
    sources: Sequence[Source]
    words: int
    zone: ZoneInfo
    history: Sequence[str] = ()
    known: Sequence[str] = ()
    subject: str = ""
    dated: bool = True


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary.

    Attributes:
        text: its words.
        extractive: True if it consists of sentences of the sources, rather than a language model's words.
        rests_on: the ids of the sources that its words come from; all of them if that can't be determined.
        provisional: True if a language model should have written it but was unavailable this time.
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
    """Convert a turn to a source."""
    return Source(row["id"], row["text"], datetime.fromisoformat(row["said_at"]), row["speaker"])
