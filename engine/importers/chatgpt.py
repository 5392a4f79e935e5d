"""ChatGPT's data export: `conversations.json`, or the zip file with it; newer exports have several numbered parts.

Each conversation is a tree of messages, since questions can be edited and answers regenerated. The branch shown last is
imported, traced back from its end: the messages between the two sides, without those to and from tools.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from chronomem.engine.importers.assistant_export import is_export, read_export
from chronomem.engine.importers.conversation import Conversation
from chronomem.engine.importers.messages import Message, moment, pieces
from chronomem.engine.importers.options import ReadOptions
from chronomem.engine.importers.source import OnBad, Report, SourceFiles
from chronomem.graph_schema.errors import InvalidTime

NAME = "chatgpt"

_SPOKEN = ("user", "assistant")
_NOT_SAID = "messages of tools and systems"
_OTHER_BRANCHES = "messages of other branches"


def recognises(source: SourceFiles) -> bool:
    """Whether the source holds conversations that are trees of messages."""
    return is_export(source, '"mapping"')


def read(source: SourceFiles, options: ReadOptions, on_bad: OnBad) -> Iterator[Conversation]:  # noqa: ARG001 - reader signature
    """Yield the conversations one by one."""
    yield from read_export(source, on_bad, _conversation)


def _conversation(value: Any, report: Report) -> Iterator[Conversation]:
    nodes = value.get("mapping") if isinstance(value, Mapping) else None
    if not isinstance(nodes, Mapping) or not all(isinstance(node, Mapping) for node in nodes.values()):
        report(f"expected a mapping of messages, not {value!r:.60}")
        return
    name = str(value.get("conversation_id") or value.get("id") or value.get("title") or "conversation")
    left_out: Counter[str] = Counter()
    path = _path(nodes, value.get("current_node"))
    told = sum(node.get("message") is not None for node in nodes.values())
    if others := told - sum(node.get("message") is not None for node in path):
        left_out[_OTHER_BRANCHES] = others
    yield from pieces(name, _messages(path, name, value.get("create_time"), left_out, report), left_out)


def _path(nodes: Mapping[str, Mapping[str, Any]], last: Any) -> list[Mapping[str, Any]]:
    """Return the nodes from the root to the one shown last; if that isn't recorded, to the end of the last branch."""
    if not isinstance(last, str) or last not in nodes:
        last = next((key for key in reversed(list(nodes)) if not nodes[key].get("children")), None)
    path: list[Mapping[str, Any]] = []
    seen = set()
    while isinstance(last, str) and last in nodes and last not in seen:
        seen.add(last)
        path.append(nodes[last])
        last = nodes[last].get("parent")
    return path[::-1]


def _messages(
    path: list[Mapping[str, Any]], name: str, begun: Any, left_out: Counter[str], report: Report
) -> Iterator[Message]:
    when = _moment(begun, None, report)
    for node in path:
        message = node.get("message")
        if not isinstance(message, Mapping):
            continue
        when = _moment(message.get("create_time"), when, report)
        role, text = _role(message), _text(message.get("content"))
        if role not in _SPOKEN or not text.strip():
            left_out[_NOT_SAID] += 1
        elif when is None:
            report(f"message {message.get('id')!r:.60} has no time, and none before it has one")
        else:
            key = message.get("id") or node.get("id")
            yield Message(f"chatgpt:{key}", role, text, when, role, f"chatgpt:{name}")


def _role(message: Mapping[str, Any]) -> str | None:
    """Return the role of the sender of a visible message between the two sides; None for other messages."""
    author, metadata = message.get("author"), message.get("metadata")
    hidden = isinstance(metadata, Mapping) and metadata.get("is_visually_hidden_from_conversation")
    if hidden or message.get("recipient") not in (None, "all") or not isinstance(author, Mapping):
        return None
    role = author.get("role")
    return role if isinstance(role, str) else None


def _text(content: Any) -> str:
    """Return the text of a message: its text parts and audio transcripts."""
    if not isinstance(content, Mapping) or content.get("content_type") not in ("text", "multimodal_text"):
        return ""
    parts = content.get("parts")
    words = [_words(part) for part in parts] if isinstance(parts, list) else []
    return "\n\n".join(word for word in words if word.strip())


def _words(part: Any) -> str:
    if isinstance(part, Mapping) and part.get("content_type") == "audio_transcription":
        part = part.get("text")
    return part if isinstance(part, str) else ""


def _moment(value: Any, before: datetime | None, report: Report) -> datetime | None:
    """Return the time of a message; one without a time gets that of the message before."""
    if value is None:
        return before
    try:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise InvalidTime(f"create_time {value!r:.60} is not a number of seconds")
        return moment(value)
    except InvalidTime as error:
        report(str(error))
        return before
