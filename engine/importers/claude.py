"""Claude's data export: `conversations.json` with `chat_messages`, or the zip file with it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC
from typing import Any

from chronomem.engine.importers.assistant_export import is_export, read_export
from chronomem.engine.importers.conversation import Conversation
from chronomem.engine.importers.messages import Message, pieces
from chronomem.engine.importers.options import ReadOptions
from chronomem.engine.importers.source import OnBad, Report, SourceFiles
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.model.times import read_time

NAME = "claude"

_ROLES = {"human": "user", "user": "user", "assistant": "assistant"}
_NOT_SAID = "messages without words"


def recognises(source: SourceFiles) -> bool:
    """Whether the source holds conversations with chat messages."""
    return is_export(source, '"chat_messages"')


def read(source: SourceFiles, options: ReadOptions, on_bad: OnBad) -> Iterator[Conversation]:  # noqa: ARG001 - reader signature
    """Yield the conversations one by one."""
    yield from read_export(source, on_bad, _conversation)


def _conversation(value: Any, report: Report) -> Iterator[Conversation]:
    messages = value.get("chat_messages") if isinstance(value, Mapping) else None
    if not isinstance(messages, list):
        report(f"expected a list of chat_messages, not {value!r:.60}")
        return
    name = str(value.get("uuid") or value.get("name") or "conversation")
    left_out: Counter[str] = Counter()
    yield from pieces(name, _messages(messages, name, left_out, report), left_out)


def _messages(messages: list[Any], name: str, left_out: Counter[str], report: Report) -> Iterator[Message]:
    for number, message in enumerate(messages, start=1):
        try:
            role = _role(message)
            if role is None:
                raise InvalidInput(f"expected a message with a sender, not {message!r:.60}")
            if not (text := _text(message)).strip():
                left_out[_NOT_SAID] += 1
                continue
            said_at = read_time(message.get("created_at") or "", UTC, "created_at")
            yield Message(
                f"claude:{message.get('uuid') or f'{name}/{number}'}", role, text, said_at, role, f"claude:{name}"
            )
        except InvalidInput as error:
            report(f"message {number}: {error}")


def _role(message: Any) -> str | None:
    sender = message.get("sender") if isinstance(message, Mapping) else None
    return _ROLES.get(sender) if isinstance(sender, str) else None


def _text(message: Mapping[str, Any]) -> str:
    """Return the text of a message: its text blocks, or without blocks, its `text`."""
    blocks = message.get("content")
    words = (
        [b.get("text") for b in blocks if isinstance(b, Mapping) and b.get("type") == "text"]
        if isinstance(blocks, list)
        else []
    )
    said = "\n\n".join(word for word in words if isinstance(word, str) and word.strip())
    text = message.get("text")
    return said or (text if isinstance(text, str) else "")
