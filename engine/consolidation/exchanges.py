"""A user's turns as exchanges in order of time: the input of incremental structures.

An exchange is one side's turn, or several in a row, with the answers to it: it ends where the side that began it speaks
again. Exchanges are ordered by (time of the first turn, session, position in the session).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chronomem.engine.consolidation.work import Desk, Progress
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.model.exchanges import Exchange, Key, TurnPlace, by_session, in_order, place_of
from chronomem.graph_schema.model.vectors import unpack

_THE_BEGINNING = datetime(1, 1, 1, tzinfo=UTC)

_FOLLOWED_AT_MOST = 100
"""Up to this many new turns are located one by one; with more, whole sessions are read."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A turn with its text and vector."""

    id: str
    session: str
    speaker: str
    role: str
    said_at: datetime
    text: str
    vector: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Pending:
    """The work that an incremental structure has to do.

    Attributes:
        rewind_to: everything made from this exchange and later ones is to be undone first; None for nothing.
        before: the exchanges whose work remains then, in order; only set where something is undone.
        exchanges: the exchanges to process then, in order.
        target: the version that the structure has processed afterwards.
        embedder: the embedder whose vectors decide similarity.
        waiting: the sessions of exchanges that were left out because one may still continue; each with the id of the
            first turn left out.
        open_since: the start of the first of these; None where nothing was left out.
    """

    rewind_to: Key | None
    exchanges: Sequence[Exchange]
    target: int
    waiting: Mapping[str, str]
    embedder: str
    open_since: datetime | None = None
    before: Sequence[Exchange] = ()


async def pending(desk: Desk) -> Pending:
    """Return the exchanges that are new since the structure last worked, and the point from which to redo its work.

    `desk.progress.state` holds the structure's position: `cursor`, the key of the last exchange that it processed;
    `waiting`, the sessions of exchanges that were left out, with their first turns; and `embedder`: with another
    embedder, other exchanges are similar, so all work is redone.
    """
    if desk.progress.state.get("embedder", desk.embedder.name) != desk.embedder.name:
        desk.progress = replace(desk.progress, changed_from=_THE_BEGINNING)
    progress, version = desk.progress, await desk.version()
    cursor = _key(progress.state.get("cursor"))
    waiting = progress.state.get("waiting", {})
    if progress.changed_from is not None:
        return await _again_since(desk, version, progress.changed_from.astimezone(UTC))
    added = await added_turns(desk, progress.seen, version)
    if not added and not waiting:
        return Pending(None, (), version, {}, desk.embedder.name)
    found = _found(desk, added if progress.seen == 0 else await _around(desk, added, waiting))
    late = _late(found, progress)
    if late:
        return await _again(desk, version, min(late))
    fresh = [e for e in found.exchanges if cursor is None or e.key > cursor]
    return Pending(None, fresh, version, found.waiting, desk.embedder.name, found.open_since)


async def _around(desk: Desk, added: Sequence[TurnPlace], waiting: Mapping[str, str]) -> list[TurnPlace]:
    """Return the turns that may form exchanges with new ones.

    A waiting session is read from its first turn that was left out, which begins an exchange, unless a new turn
    precedes it. Other sessions are read as a whole.
    """
    sessions = {place.session for place in added} | waiting.keys()
    first = sorted(waiting.values()) if len(added) <= _FOLLOWED_AT_MOST else []
    rows = await desk.store.read("read_turns_from", user=desk.user, ids=first) if first else []
    last = [place_of(row) for row in rows]
    known = {place.id for place in last}
    whole = sessions - {place.session for place in last} | {p.session for p in added if p.id not in known}
    rows = await desk.store.read("read_turns_of_sessions", user=desk.user, ids=sorted(whole)) if whole else []
    return [*(place for place in last if place.session not in whole), *map(place_of, rows)]


async def _again_since(desk: Desk, version: int, since: datetime) -> Pending:
    """Return the work from the first exchange on that wasn't over at a time, or that late turns changed."""
    found = _found(desk, await added_turns(desk, 0, version))
    changed = [e.key for e in found.exchanges if e.end >= since]
    return _from(desk, found, version, min([(since.isoformat(), "", -1), *changed, *_late(found, desk.progress)]))


async def _again(desk: Desk, version: int, key: Key) -> Pending:
    """Return the work from an exchange on."""
    return _from(desk, _found(desk, await added_turns(desk, 0, version)), version, key)


def _from(desk: Desk, found: "_Found", version: int, key: Key) -> Pending:
    cursor = _key(desk.progress.state.get("cursor"))
    before = [e for e in found.exchanges if e.key < key and cursor is not None and e.key <= cursor]
    left = found.exchanges[len(before) :]
    # Exchanges never processed may precede the change, and so may ones that are open again at an earlier `now`.
    key = min([key, *(exchange.key for exchange in [*left, *found.open][:1])])
    return Pending(key, left, version, found.waiting, desk.embedder.name, found.open_since, before)


async def worked_in(desk: Desk) -> list[Exchange]:
    """Return the exchanges that the structure has processed, in order."""
    cursor, known = _key(desk.progress.state.get("cursor")), max(desk.progress.seen, desk.progress.target)
    if cursor is None:
        return []
    found = _found(desk, (place for place in await added_turns(desk, 0, known) if place.added <= known))
    return sorted((e for own in found.sessions for e in own if e.key <= cursor), key=lambda exchange: exchange.key)


def rewound(progress: Progress, pending: Pending) -> Progress:
    """Return the progress of a structure that has undone the work named by `pending`."""
    if pending.rewind_to is None:
        return progress
    cursor = list(pending.before[-1].key) if pending.before else None
    state = progress.state | {"cursor": cursor, "embedder": pending.embedder} | left_out(pending)
    return replace(progress, seen=0, target=pending.target, state=state, changed_from=None)


def advanced(progress: Progress, pending: Pending, done: Exchange, *, is_last: bool) -> Progress:
    """Return the progress of a structure that has processed the exchanges of `pending` up to `done`."""
    state = progress.state | {"cursor": list(done.key), "embedder": pending.embedder} | left_out(pending)
    seen = pending.target if is_last else progress.seen
    return replace(progress, seen=seen, target=pending.target, state=state)


def left_out(pending: Pending) -> dict[str, Any]:
    """Return the part of a structure's state that records the exchanges left out."""
    return {"waiting": dict(pending.waiting)}


async def spoken(desk: Desk, exchanges: Sequence[Exchange]) -> list[list[Spoken]]:
    """Return the turns of exchanges with their texts and vectors."""
    ids = [place.id for exchange in exchanges for place in exchange.places]
    rows = {row["id"]: row for row in await desk.store.read("read_turns_told", user=desk.user, ids=ids)}
    found = [[place for place in exchange.places if place.id in rows] for exchange in exchanges]
    vectors = unpack([rows[p.id]["embedding"] for own in found for p in own], desk.embedder.dimensions)
    numbers = iter(range(len(vectors)))
    return [[_spoken(place, rows[place.id], vectors[next(numbers)]) for place in own] for own in found]


def _spoken(place: TurnPlace, row: Row, vector: NDArray[np.float32]) -> Spoken:
    return Spoken(place.id, place.session, place.speaker, place.role, place.said_at, row["text"], vector)


async def added_turns(desk: Desk, seen: int, version: int) -> list[TurnPlace]:
    """Return the places of the turns stored after a version, in no order."""
    if seen == 0:
        return [place_of(row) for row in await desk.store.read("read_all_added_turns", user=desk.user)]
    rows = await desk.store.read_since("read_added_turns", user=desk.user, after=seen, until=version, seen=seen)
    return list({row["id"]: place_of(row) for row in rows}.values())


@dataclass(frozen=True, slots=True)
class _Found:
    """The exchanges of whole sessions: the finished ones in order, those of each session, and those left out.

    An exchange that may still continue, and all after it, are left out; they are processed in order once it is over.
    """

    exchanges: list[Exchange]
    sessions: list[list[Exchange]]
    open: list[Exchange]

    @property
    def waiting(self) -> dict[str, str]:
        first: dict[str, str] = {}
        for exchange in self.open:
            first.setdefault(exchange.places[0].session, exchange.places[0].id)
        return dict(sorted(first.items()))

    @property
    def open_since(self) -> datetime | None:
        return self.open[0].start if self.open else None


def _found(desk: Desk, places: Iterable[TurnPlace]) -> _Found:
    sessions = by_session(places)
    going_on = [own[-1] for own in sessions if desk.now - own[-1].end <= desk.session_gap]
    until = min((exchange.key for exchange in going_on), default=None)
    exchanges = in_order(sessions)
    if until is None:
        return _Found(exchanges, sessions, [])
    desk.wake_at(min(exchange.end for exchange in going_on) + desk.session_gap + timedelta.resolution)
    left = [exchange for exchange in exchanges if exchange.key >= until]
    return _Found(exchanges[: len(exchanges) - len(left)], sessions, left)


def _late(found: _Found, progress: Progress) -> list[Key]:
    """Return, for each session that late turns changed, the first exchange that differs from the processed one."""
    cursor = _key(progress.state.get("cursor"))
    return [] if cursor is None else [key for own in found.sessions if (key := _late_from(own, cursor, progress))]


def _late_from(own: Sequence[Exchange], cursor: Key, progress: Progress) -> Key | None:
    """Return the first exchange of a session that differs from the processed one because of late turns, or None."""
    known = max(progress.seen, progress.target)
    number = next((i for i, e in enumerate(own) if any(place.added > known for place in e.places)), None)
    if number is None:
        return None
    places = [place for exchange in own[number:] for place in exchange.places]
    first = next(i for i, place in enumerate(places) if place.added > known)
    # Earlier turns may have formed one exchange with later ones that were known then.
    is_cut_short = number > 0 and any(place.added <= known for place in places[first:])
    key = own[number - 1 if is_cut_short else number].key
    return key if key <= cursor else None


def _key(stored: Sequence[str | int] | None) -> Key | None:
    return None if stored is None else (str(stored[0]), str(stored[1]), int(stored[2]))
