"""A stored turn as extraction needs it: its words, and the turns of its session right before it."""

from dataclasses import dataclass
from datetime import datetime

from chronomem.extractors.language.extracted import Utterance

CONTEXT = 6
"""How many earlier turns of the same session are at hand when a turn is extracted."""


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """The fields of a turn that extraction needs.

    Attributes:
        others: the names of the other speakers of its session.
        session: the id of its session.
        before: the turns of its session right before it, in order of time: at most `CONTEXT`.
        seq: its place in its session.
    """

    id: str
    text: str
    said_at: datetime
    speaker: str
    role: str
    others: tuple[str, ...]
    session: str = ""
    before: tuple[Utterance, ...] = ()
    seq: int = 0
