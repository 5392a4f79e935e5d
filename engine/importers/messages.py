"""Functions shared by the importers of chat exports: storable texts, sessions, pieces of long chats."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from chronomem.engine.importers.conversation import DEFAULT_USER, Conversation
from chronomem.engine.settings import Settings
from chronomem.graph_schema.model.checks import MAX_NAME, MAX_TEXT
from chronomem.graph_schema.model.dialogue import Turn
from chronomem.graph_schema.model.times import read_time

_GAP = Settings().session_gap
_PIECE = 2_000
"""The number of turns of one chat that are yielded together."""
_ROOM = 10
"""Characters of an id reserved for the number of a part."""
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a chat, with text.

    Attributes:
        id: the same when the chat is exported again.
        speaker, role, text: as in a turn.
        said_at: in UTC, or without a zone.
        session: the session, where the export itself groups messages.
        metadata: further properties, as a turn keeps them.
    """

    id: str
    speaker: str
    text: str
    said_at: datetime
    role: str = "user"
    session: str | None = None
    metadata: Mapping[str, Any] | None = None


def storable(text: str) -> str:
    """Return a text with the characters that no database stores (NUL, surrogates) replaced by U+FFFD."""
    return _UNSTORABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def digest(*parts: object) -> str:
    """Return a short digest of a combination of values."""
    return hashlib.sha256("\0".join(map(str, parts)).encode(errors="replace")).hexdigest()[:24]


def moment(seconds: float) -> datetime:
    """Return a time given in seconds since 1970; raise `InvalidTime` for one that can't be stored."""
    try:
        return read_time(datetime.fromtimestamp(seconds, UTC), UTC)
    except (ValueError, OverflowError, OSError):
        return read_time(str(seconds), UTC)  # raises an error that shows the form of a time


def turns_of(message: Message) -> Iterator[Turn]:
    """Yield a message as a turn; if it is longer than a turn may be, as several turns."""
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
                metadata=message.metadata,
            )


def in_sessions(messages: Iterable[Message], name: str) -> Iterator[Message]:
    """Yield messages with a session each; a gap longer than the default session gap begins a new session."""
    session, last = "", None
    for message in messages:
        if last is None or abs(message.said_at - last) > _GAP:
            session = f"{name}:{message.said_at:%Y-%m-%dT%H:%M:%S}"
        last = message.said_at
        yield message if message.session else replace(message, session=session)


def pieces(chat: str, messages: Iterable[Message], left_out: dict[str, int]) -> Iterator[Conversation]:
    """Yield a chat in pieces of some thousand turns; the last piece has the counts of records left out.

    Args:
        chat: the chat's id.
        messages: the messages in order.
        left_out: counted by the producer of the messages while they are consumed.
    """
    turns: list[Turn] = []
    for message in messages:
        turns += turns_of(message)
        if len(turns) >= _PIECE:
            yield Conversation(id=chat, user=DEFAULT_USER, turns=tuple(turns))
            turns = []
    if turns or left_out:
        yield Conversation(id=chat, user=DEFAULT_USER, turns=tuple(turns), left_out=dict(left_out))
