"""Telegram's export as JSON, by Telegram Desktop: `result.json` with one chat, or with all chats of an account.

Only people's messages become turns. A forwarded message is said by the one who wrote it; who forwarded it, and the
number of the message that a reply answers, are metadata of the turn, as is the name of the chat.
"""

import re
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from chronomem.engine.importers.conversation import Conversation
from chronomem.engine.importers.json_stream import START, walk
from chronomem.engine.importers.messages import Message, digest, in_sessions, moment, pieces, storable
from chronomem.engine.importers.options import ReadOptions
from chronomem.engine.importers.source import OnBad, SourceFiles, in_file, reporter
from chronomem.graph_schema.errors import InvalidInput, InvalidRecord, InvalidTime
from chronomem.graph_schema.model.checks import MAX_NAME
from chronomem.graph_schema.model.times import read_time

NAME = "telegram"

_CHAT = re.compile(
    r'"type":\s*"(personal_chat|bot_chat|saved_messages|replies'
    r'|(private|public)_(group|supergroup|channel))",\s*"id":[^{]*"messages":'
)
_ACCOUNT = re.compile(r'\{\s*"about":.*?"(personal_information|profile_pictures|contacts|chats)":\s*[{\[]', re.DOTALL)
_OPENED = ("chats", "left_chats", "list")
_UNSAID = {"service": "notices", "unsupported": "unsupported messages"}
_WORDLESS = "messages without words"
_UNKNOWN = "unknown"


@dataclass(eq=False)
class _Chat:
    """A chat, as its members before its messages describe it."""

    name: Any = None
    type: Any = None
    id: Any = None
    zoned: bool | None = None
    """Whether its messages tell the zone of their times; None before the first."""

    @property
    def title(self) -> str:
        return storable(str(self.name or self.type or _UNKNOWN))[:MAX_NAME]

    @property
    def key(self) -> str:
        return f"telegram:{self.type}:{self.id if self.id is not None else self.name}"


def recognises(source: SourceFiles) -> bool:
    """Whether the source has a chat of Telegram, or an account with chats; or the same as HTML."""
    heads = (source.head(member) for member in _members(source))
    return any(_CHAT.search(head) or _ACCOUNT.match(head) for head in heads) or bool(_pages(source))


def read(source: SourceFiles, options: ReadOptions, on_bad: OnBad) -> Iterator[Conversation]:  # noqa: ARG001 - reader signature
    """Yield the chats, each in pieces."""
    members = _members(source)
    if not members:
        advice = "; export it again in the format “Machine-readable JSON”" if _pages(source) else ""
        raise InvalidRecord(source.path, None, f"it contains no result.json{advice}")
    for member in members:
        with in_file(source.place(member)), closing(_records(source, member)) as records:
            for chat, messages in groupby(records, key=itemgetter(0)):
                left_out: Counter[str] = Counter()
                said = _messages(chat, (value for _, value in messages), source, member, left_out, on_bad)
                yield from pieces(chat.key, in_sessions(said, chat.key), left_out)


def _members(source: SourceFiles) -> list[str]:
    return source.find(r"result\.json", r".*\.json(\.gz)?")


def _pages(source: SourceFiles) -> list[str]:
    return [] if _members(source) else source.find(r"messages\d*\.html", r"messages\d*\.html")


def _records(source: SourceFiles, member: str) -> Generator[tuple[_Chat, Any]]:
    """Yield each record of a chat's messages, with the chat."""
    chat = _Chat()
    with source.opened(member) as file:
        for key, value in walk(file, _OPENED, ("messages",)):
            if value is START:
                chat = _Chat()
            elif key in ("name", "type", "id"):
                setattr(chat, key, value)
            elif key == "messages":
                if chat.id is None and not chat.name:
                    raise InvalidInput("a chat has neither an id nor a name before its messages")
                yield chat, value


def _messages(
    chat: _Chat, records: Iterator[Any], source: SourceFiles, member: str, left_out: Counter[str], on_bad: OnBad
) -> Iterator[Message]:
    for number, record in enumerate(records, start=1):
        try:
            if not isinstance(record, Mapping):
                raise InvalidInput(f"expected an object, not {record!r:.60}")
            found = _message(record, chat)
        except InvalidInput as error:
            reporter(source.place(member), None, on_bad, f"chat {chat.title!r:.60}, message {number}")(str(error))
            continue
        if isinstance(found, Message):
            yield found
        else:
            left_out[found] += 1


def _message(record: Mapping[str, Any], chat: _Chat) -> Message | str:
    """Return a message, or the kind of a record without anybody's words."""
    if (kind := record.get("type", "message")) != "message":
        return _UNSAID.get(str(kind), "notices")
    text = _text(record.get("text")) or _text(record.get("text_entities")) or _poll(record.get("poll"))
    if not text.strip():
        return _WORDLESS
    number = record.get("id")
    if isinstance(number, bool) or not isinstance(number, int | str):
        raise InvalidInput(f"id {number!r:.60} is not the number of a message")
    sender = _name(record.get("from"), record.get("from_id"))
    speaker = _name(record["forwarded_from"]) if "forwarded_from" in record else sender
    said_at = _said_at(record, chat)
    replied = record.get("reply_to_message_id")
    metadata = {
        "chat": chat.title,
        **({"reply_to": replied} if isinstance(replied, int) else {}),
        **({"forwarded_by": sender} if "forwarded_from" in record else {}),
    }
    is_bot = chat.type == "bot_chat" and record.get("from_id") == f"user{chat.id}" and speaker == sender
    return Message(
        id=f"{chat.key}:{number}:{digest(speaker, text)[:8]}",
        speaker=speaker,
        text=text,
        said_at=said_at,
        role="assistant" if is_bot else "user",
        metadata=metadata,
    )


def _said_at(record: Mapping[str, Any], chat: _Chat) -> datetime:
    """Return the time of a message, without a zone where only the computer's local time was written."""
    seconds, local = record.get("date_unixtime"), record.get("date")
    try:
        if seconds is not None:
            said_at = moment(float(seconds))
        else:
            read_time(local, UTC, "date")  # type: ignore[arg-type] # it raises for other types
            said_at = datetime.fromisoformat(str(local).strip())
    except (TypeError, ValueError, OverflowError) as error:
        wrong = f"date_unixtime {seconds!r:.60}" if seconds is not None else f"date {local!r:.60}"
        raise error if isinstance(error, InvalidTime) else InvalidTime(f"{wrong} is not a time") from None
    zoned = said_at.tzinfo is not None
    if chat.zoned is None:
        chat.zoned = zoned
    if chat.zoned is not zoned:
        raise InvalidTime("some messages of the chat have a date_unixtime, and others have none")
    return said_at


def _name(name: Any, sender: Any = None) -> str:
    """Return a person's name; of a deleted account, the id."""
    found = next((each for each in (name, sender) if isinstance(each, str) and each.strip()), _UNKNOWN)
    return storable(found)[:MAX_NAME]


def _text(told: Any) -> str:
    """Return a text, which is plain or a list of parts; a link that words stand for follows them in brackets."""
    if isinstance(told, str):
        return told
    return "".join(map(_part, told)) if isinstance(told, list) else ""


def _part(part: Any) -> str:
    match part:
        case str():
            return part
        case {"text": str(words), "href": str(target)} if target != words:
            return f"{words} ({target})"
        case {"text": str(words)}:
            return words
    return ""


def _poll(poll: Any) -> str:
    """Return the question of a poll, with its answers as lines."""
    match poll:
        case {"question": str(question), "answers": list(answers)}:
            return "\n".join([question, *(f"- {_part(answer)}" for answer in answers)])
    return ""
