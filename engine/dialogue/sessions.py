"""The assignment of turns to sessions, and their order within them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise

from chronomem.graph_schema.database.store import Transaction
from chronomem.graph_schema.model.dialogue import Session


@dataclass
class SessionDraft:
    """A session while a batch is being placed in it.

    Attributes:
        was_last: the last turn before this batch, or None in a new session.
        added: the ids of the new turns in order.
        speakers: the names of those who spoke before this batch.
        joined: the names of those who speak in this batch.
        reordered: whether a new turn precedes an old one, so that the links must be remade.
    """

    id: str
    implicit: bool
    started_at: datetime
    ended_at: datetime
    next_seq: int = 0
    was_last: str | None = None
    added: list[str] = field(default_factory=list)
    speakers: frozenset[str] = frozenset()
    joined: set[str] = field(default_factory=set)
    reordered: bool = False

    @classmethod
    def of(cls, session: Session) -> "SessionDraft":
        return cls(
            id=session.id,
            implicit=session.implicit,
            started_at=session.started_at,
            ended_at=session.ended_at,
            next_seq=session.next_seq,
            was_last=session.last_turn,
            speakers=frozenset(session.speakers),
        )

    @property
    def is_joined(self) -> bool:
        """Whether somebody new speaks in a session that had turns before: who else is there matters to all of them."""
        return bool(self.speakers) and not self.joined <= self.speakers

    def place(self, turn_id: str, said_at: datetime, speaker: str) -> int:
        """Add a turn to the session and return its sequence number. Call it in order of time."""
        seq, self.next_seq = self.next_seq, self.next_seq + 1
        self.reordered = self.reordered or said_at < self.ended_at
        self.started_at = min(self.started_at, said_at)
        self.ended_at = max(self.ended_at, said_at)
        self.added.append(turn_id)
        self.joined.add(speaker)
        return seq


class SessionBook:
    """The sessions that a batch of turns may belong to.

    Args:
        known: the sessions that the graph holds for the ids and days in question.
        gap: the longest gap between turns without a session that belong together.
        new_id: makes the id of a session without a name.
    """

    def __init__(self, known: Iterable[Session], *, gap: timedelta, new_id: Callable[[], str]) -> None:
        self._drafts = {session.id: SessionDraft.of(session) for session in known}
        self._gap = gap
        self._new_id = new_id

    @property
    def changed(self) -> list[SessionDraft]:
        """The sessions that turns were added to."""
        return [draft for draft in self._drafts.values() if draft.added]

    def find(self, named: str | None, said_at: datetime) -> SessionDraft:
        """Return the session for a turn: the named one, or the nearest unnamed one within the gap, or a new one."""
        if named is not None:
            return self._drafts.setdefault(named, SessionDraft(named, False, said_at, said_at))
        near = [d for d in self._drafts.values() if d.implicit and self._distance(d, said_at) <= self._gap]
        if near:
            return min(near, key=lambda d: (self._distance(d, said_at), d.started_at))
        draft = SessionDraft(self._new_id(), True, said_at, said_at)
        self._drafts[draft.id] = draft
        return draft

    @staticmethod
    def _distance(draft: SessionDraft, said_at: datetime) -> timedelta:
        return max(draft.started_at - said_at, said_at - draft.ended_at, timedelta(0))


async def link_again(tx: Transaction, user: str, session: str) -> bool:
    """Link the turns of a session anew, in their order, and note the last one; return whether it has any."""
    ordered = [row["id"] for row in await tx.run("order_of_session", user=user, session=session)]
    if ordered:
        await tx.run("unlink_session", user=user, session=session)
        await tx.run("set_last_turn", user=user, session=session, turn=ordered[-1])
    if pairs := [{"before": a, "after": b} for a, b in pairwise(ordered)]:
        await tx.run("link_turns", user=user, pairs=pairs)
    return bool(ordered)
