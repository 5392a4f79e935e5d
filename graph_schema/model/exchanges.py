"""Exchanges of a dialogue: the words of one side with the answers to them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, TypeVar

from chronomem.graph_schema.model.times import utc_text, utc_time


class Said(Protocol):
    """Something with a speaker."""

    @property
    def speaker(self) -> str: ...


T = TypeVar("T", bound=Said)


def exchanges_of(turns: Iterable[T]) -> Iterator[list[T]]:
    """Split the turns of one session, in their order, into exchanges.

    An exchange ends when the side that began it speaks again after an answer.
    """
    current: list[T] = []
    for turn in turns:
        answered = bool(current) and current[-1].speaker != current[0].speaker
        if answered and turn.speaker == current[0].speaker:
            yield current
            current = []
        current.append(turn)
    if current:
        yield current


Key = tuple[str, str, int]
"""The place of an exchange: the time of its first turn as ISO text in UTC, its session, that turn's number there."""


@dataclass(frozen=True, slots=True)
class TurnPlace:
    """The place of a turn in the dialogue."""

    id: str
    session: str
    seq: int
    speaker: str
    role: str
    said_at: datetime
    added: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """The turns of one side with the answers to them, without their words."""

    places: tuple[TurnPlace, ...]

    @property
    def key(self) -> Key:
        first = self.places[0]
        return utc_text(first.said_at), first.session, first.seq

    @property
    def start(self) -> datetime:
        return self.places[0].said_at

    @property
    def end(self) -> datetime:
        return self.places[-1].said_at


def cut(places: Iterable[TurnPlace]) -> Iterator[Exchange]:
    """Split the turns of one session, in their order, into exchanges."""
    return (Exchange(tuple(own)) for own in exchanges_of(places))


def by_session(places: Iterable[TurnPlace]) -> list[list[Exchange]]:
    """Return the exchanges of each session, in their order."""
    turns: defaultdict[str, list[TurnPlace]] = defaultdict(list)
    for place in places:
        turns[place.session].append(place)
    return [list(cut(sorted(own, key=lambda place: (place.said_at, place.seq)))) for own in turns.values()]


def in_order(sessions: Iterable[Sequence[Exchange]]) -> list[Exchange]:
    """Return the exchanges of sessions in order of time."""
    return sorted((exchange for own in sessions for exchange in own), key=lambda exchange: exchange.key)


def place_of(row: Mapping[str, Any]) -> TurnPlace:
    """Return the place of a turn from its row."""
    return TurnPlace(
        id=row["id"],
        session=row["session"],
        seq=row["seq"],
        speaker=row["speaker"],
        role=row["role"],
        said_at=utc_time(row["said_at"]),
        added=row["added"],
    )
