"""What the exports of chat services have in common: texts made fit to be kept, sessions, pieces of long chats."""

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from chronomem.engine.importers.conversation import DEFAULT_USER, Conversation
from chronomem.engine.settings import Settings
from chronomem.graph_schema.model.checks import MAX_NAME, MAX_TEXT
from chronomem.graph_schema.model.dialogue import Turn
from chronomem.graph_schema.model.times import read_time

_GAP = Settings().session_gap
_PIECE = 2_000
"""How many turns of one chat are yielded together."""
_ROOM = 10
"""Characters of an id that are kept for the number of a part."""
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a chat, with words in it.

    Attributes:
        id: stays the same when the chat is exported again.
        speaker, role, text: as in a turn.
        said_at: in UTC, or without a zone.
        session: where the export itself tells what belongs together.
    """

    id: str
    speaker: str
    text: str
    said_at: datetime
    role: str = "user"
    session: str | None = None


def storable(text: str) -> str:
    """Return a text with what no database stores (NUL, halves of characters) shown as what can't be shown."""
    return _UNSTORABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def digest(*parts: object) -> str:
    """Return a short name for a combination of values, the same whenever they are the same."""
    return hashlib.sha256("\0".join(map(str, parts)).encode(errors="replace")).hexdigest()[:24]


def moment(seconds: float) -> datetime:
    """Return a time that is given in seconds since 1970; raise `InvalidTime` for one that can't be stored."""
    try:
        return read_time(datetime.fromtimestamp(seconds, UTC), UTC)
    except (ValueError, OverflowError, OSError):
        return read_time(str(seconds), UTC)  # which says what a time looks like


def turns_of(message: Message) -> Iterator[Turn]:
    """Yield a message as a turn; one that is longer than a turn may be, as several."""
    text, speaker = storable(message.text), storable(message.speaker)[:MAX_NAME]
    key = storable(message.id)[: MAX_NAME - _ROOM]
    for number, start in enumerate(range(0, len(text), MAX_TEXT), start=1):
        part = text[start : start + MAX_TEXT]
        if part.strip():
            yield Turn.of(
                id=key if number == 1 else f"{key}/{number}",
                session=storable(message.session)[:MAX_NAME] if message.session else None,
                speaker=speaker,
                role=message.role,
                text=part,
                said_at=message.said_at,
            )


def in_sessions(messages: Iterable[Message], name: str) -> Iterator[Message]:
    """Yield messages with a session each: one goes on as long as no more than the usual gap lies between two."""
    session, last = "", None
    for message in messages:
        if last is None or abs(message.said_at - last) > _GAP:
            session = f"{name}:{message.said_at:%Y-%m-%dT%H:%M:%S}"
        last = message.said_at
        yield message if message.session else replace(message, session=session)


def pieces(chat: str, messages: Iterable[Message], left_out: dict[str, int]) -> Iterator[Conversation]:
    """Yield a chat in pieces of some thousand turns, and with the last one what was left out of it.

    Args:
        chat: what the chat is called.
        messages: in their order.
        left_out: counted by whoever makes the messages, while they are taken.
    """
    turns: list[Turn] = []
    for message in messages:
        turns += turns_of(message)
        if len(turns) >= _PIECE:
            yield Conversation(id=chat, user=DEFAULT_USER, turns=tuple(turns))
            turns = []
    if turns or left_out:
        yield Conversation(id=chat, user=DEFAULT_USER, turns=tuple(turns), left_out=dict(left_out))
