"""A user's turns as the exchanges that they are part of, in order of time: what structures that grow are fed with.

An exchange is one side's turn, or several in a row, with the answers to it: it ends where the side that began it speaks
again. Exchanges are ordered by (time of the first turn, session, place in the session).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from chronomem.engine.consolidation.structure import Desk, Progress
from chronomem.graph_schema.exchanges import exchanges_of
from chronomem.graph_schema.results import Row
from chronomem.graph_schema.vectors import unpack

Key = tuple[str, str, int]
"""The place of an exchange: the time of its first turn as ISO text in UTC, its session, that turn's number there."""

_VERSIONS_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class Place:
    """Where a turn stands."""

    id: str
    session: str
    seq: int
    speaker: str
    role: str
    said_at: datetime
    added: int


@dataclass(frozen=True, slots=True)
class Spoken:
    """A turn with its words."""

    id: str
    session: str
    speaker: str
    role: str
    said_at: datetime
    text: str
    vector: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Exchange:
    """One side's turns with the answers to them, without their words."""

    places: tuple[Place, ...]

    @property
    def key(self) -> Key:
        first = self.places[0]
        return first.said_at.astimezone(UTC).isoformat(), first.session, first.seq

    @property
    def start(self) -> datetime:
        return self.places[0].said_at

    @property
    def end(self) -> datetime:
        return self.places[-1].said_at


@dataclass(frozen=True, slots=True)
class Pending:
    """What a structure that grows has to do.

    Attributes:
        rewind_to: everything that it made of this exchange and of later ones is to be taken back first; None where
            nothing is.
        before: what it keeps of its work then, in order; only told where something is taken back.
        exchanges: what is then to be worked in, in order.
        target: the version that it has seen afterwards.
        waiting: the sessions whose last exchange may still go on, and was left out.
    """

    rewind_to: Key | None
    exchanges: Sequence[Exchange]
    target: int
    waiting: tuple[str, ...]
    before: Sequence[Exchange] = ()


def cut(places: Iterable[Place]) -> Iterator[Exchange]:
    """Cut the turns of one session, in their order, into exchanges."""
    return (Exchange(tuple(own)) for own in exchanges_of(places))


async def pending(desk: Desk) -> Pending:
    """Return what is new since the structure was last at work, and from where on it has to do its work again.

    `desk.progress.state` holds the structure's place: `cursor`, the key of the last exchange that it worked in, and
    `waiting`.
    """
    progress, version = desk.progress, await desk.version()
    cursor = _key(progress.state.get("cursor"))
    waiting = progress.state.get("waiting", [])
    if progress.changed_from is not None:
        return await _again(desk, version, (progress.changed_from.astimezone(UTC).isoformat(), "", -1))
    added = await _added(desk, progress.seen, version)
    if not added and not waiting:
        return Pending(None, (), version, ())
    if progress.seen == 0:
        exchanges, left = _exchanges(desk, added)
    else:
        sessions = sorted({place.session for place in added} | set(waiting))
        rows = await desk.store.read("read_turns_of_sessions", user=desk.user, ids=sessions)
        exchanges, left = _exchanges(desk, map(_place, rows))
    late = [e.key for e in exchanges if cursor is not None and e.key <= cursor and _is_late(e, progress)]
    if late:
        return await _again(desk, version, min(late))
    fresh = [e for e in exchanges if cursor is None or e.key > cursor]
    return Pending(None, fresh, version, left)


async def _again(desk: Desk, version: int, key: Key) -> Pending:
    exchanges, left = _exchanges(desk, await _added(desk, 0, version))
    cursor = _key(desk.progress.state.get("cursor"))
    before = [e for e in exchanges if e.key < key and cursor is not None and e.key <= cursor]
    return Pending(key, exchanges[len(before) :], version, left, before)


def rewound(progress: Progress, pending: Pending) -> Progress:
    """Return the progress of a structure that has taken back what `pending` says."""
    if pending.rewind_to is None:
        return progress
    cursor = list(pending.before[-1].key) if pending.before else None
    state = progress.state | {"cursor": cursor, "waiting": list(pending.waiting)}
    return replace(progress, seen=0, target=pending.target, state=state, changed_from=None)


def advanced(progress: Progress, pending: Pending, done: Exchange, *, is_last: bool) -> Progress:
    """Return the progress of a structure that has worked in the exchanges of `pending` up to `done`."""
    state = progress.state | {"cursor": list(done.key), "waiting": list(pending.waiting)}
    seen = pending.target if is_last else progress.seen
    return replace(progress, seen=seen, target=pending.target, state=state)


async def spoken(desk: Desk, exchanges: Sequence[Exchange]) -> list[list[Spoken]]:
    """Return the turns of exchanges with their words and vectors."""
    ids = [place.id for exchange in exchanges for place in exchange.places]
    rows = {row["id"]: row for row in await desk.store.read("read_spoken", user=desk.user, ids=ids)}
    found = [[place for place in exchange.places if place.id in rows] for exchange in exchanges]
    vectors = unpack([rows[p.id]["embedding"] for own in found for p in own], desk.embedder.dimensions)
    numbers = iter(range(len(vectors)))
    return [[_spoken(place, rows[place.id], vectors[next(numbers)]) for place in own] for own in found]


def _spoken(place: Place, row: Row, vector: NDArray[np.float32]) -> Spoken:
    return Spoken(place.id, place.session, place.speaker, place.role, place.said_at, row["text"], vector)


async def _added(desk: Desk, seen: int, version: int) -> list[Place]:
    """Return where the turns stand that were stored after a version."""
    if seen == 0:
        return [_place(row) for row in await desk.store.read("read_all_added_turns", user=desk.user)]
    found: dict[str, Place] = {}
    for first in range(seen + 1, version + 1, _VERSIONS_AT_ONCE):
        versions = list(range(first, min(first + _VERSIONS_AT_ONCE, version + 1)))
        rows = await desk.store.read("read_added_turns", user=desk.user, versions=versions, seen=seen)
        found.update((row["id"], _place(row)) for row in rows)
    return list(found.values())


def _exchanges(desk: Desk, places: Iterable[Place]) -> tuple[list[Exchange], tuple[str, ...]]:
    """Return the exchanges of whole sessions, in order, and the sessions of which the last one may still go on."""
    sessions: defaultdict[str, list[Place]] = defaultdict(list)
    for place in places:
        sessions[place.session].append(place)
    found: list[Exchange] = []
    waiting = []
    for session, own in sessions.items():
        own.sort(key=lambda place: (place.said_at, place.seq))
        exchanges = list(cut(own))
        if desk.now - exchanges[-1].end <= desk.session_gap:
            exchanges.pop()
            waiting.append(session)
        found += exchanges
    return sorted(found, key=lambda exchange: exchange.key), tuple(sorted(waiting))


def _is_late(exchange: Exchange, progress: Progress) -> bool:
    return any(place.added > max(progress.seen, progress.target) for place in exchange.places)


def _place(row: Row) -> Place:
    return Place(
        id=row["id"],
        session=row["session"],
        seq=row["seq"],
        speaker=row["speaker"],
        role=row["role"],
        said_at=datetime.fromisoformat(row["said_at"]).astimezone(UTC),
        added=row["added"],
    )


def _key(stored: Sequence[str | int] | None) -> Key | None:
    return None if stored is None else (str(stored[0]), str(stored[1]), int(stored[2]))
