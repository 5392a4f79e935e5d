"""Slack's export of a workspace: the zip file, or the folder that it unpacks to.

`users.json` names the people; each channel is a folder with one file per day. A thread is a session of its own.
"""

import html
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from chronomem.engine.importers.conversation import Conversation
from chronomem.engine.importers.messages import Message, in_sessions, moment, pieces
from chronomem.engine.importers.options import ReadOptions
from chronomem.engine.importers.source import OnBad, SourceFiles, reporter
from chronomem.graph_schema.errors import InvalidInput, InvalidRecord

NAME = "slack"

_DAY = re.compile(r"\d{4}-\d\d-\d\d\.json")
_SAID = {"", "thread_broadcast", "me_message", "file_share", "bot_message", "reply_broadcast"}
_REFERENCE = re.compile(r"<([^<>|\n]*)(?:\|([^<>\n]*))?>")
_LARGEST_DAY = 1 << 28
_NOTICES = "notices"
_WORDLESS = "messages without words"

Names = Mapping[str, str]


def recognises(source: SourceFiles) -> bool:
    """Whether the source has folders with one file per day."""
    return not source.is_single and any(_channel_of(member) for member in source.members)


def read(source: SourceFiles, options: ReadOptions, on_bad: OnBad) -> Iterator[Conversation]:  # noqa: ARG001 - reader signature
    """Yield the channels, each in pieces, in the order of their days."""
    names = _names(source)
    channels: dict[str, list[str]] = {}
    for member in source.members:
        if (channel := _channel_of(member)) is not None:
            channels.setdefault(channel, []).append(member)
    if not channels:
        raise InvalidRecord(source.path, None, "it contains no channel: a folder with files like 2024-05-01.json")
    for channel, days in channels.items():
        left_out: Counter[str] = Counter()
        said = _messages(source, channel, days, names, left_out, on_bad)
        yield from pieces(channel, in_sessions(said, f"slack:{channel}"), left_out)


def _channel_of(member: str) -> str | None:
    folders, _, name = member.rpartition("/")
    return folders.rpartition("/")[2] if folders and _DAY.fullmatch(name) else None


def _load(source: SourceFiles, member: str) -> Any:
    with source.opened(member) as file:
        data = file.read(_LARGEST_DAY + 1)
    if len(data) > _LARGEST_DAY:
        raise InvalidRecord(source.place(member), None, f"larger than {_LARGEST_DAY:,} bytes, too large for one day")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(source.place(member), None, f"not JSON: {error}") from None


def _names(source: SourceFiles) -> Names:
    """Return people's names by id: the display name, otherwise the real name, otherwise the account name."""
    names = {}
    for member in source.find(r"users\.json", r"-"):
        users = _load(source, member)
        for user in users if isinstance(users, list) else []:
            if isinstance(user, Mapping) and isinstance(user.get("id"), str):
                own = _profile(user, "profile")
                names[user["id"]] = _first(
                    own.get("display_name"), own.get("real_name"), user.get("real_name"), user.get("name"), user["id"]
                )
    return names


def _profile(of: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    profile = of.get(key)
    return profile if isinstance(profile, Mapping) else {}


def _first(*names: Any) -> str:
    return next((name for name in names if isinstance(name, str) and name.strip()), "unknown")


def _messages(
    source: SourceFiles, channel: str, days: list[str], names: Names, left_out: Counter[str], on_bad: OnBad
) -> Iterator[Message]:
    for member in days:
        messages = _load(source, member)
        if not isinstance(messages, list):
            raise InvalidRecord(source.place(member), None, f"expected a list of messages, not {messages!r:.60}")
        for number, message in enumerate(messages, start=1):
            report = reporter(source.place(member), None, on_bad, f"message {number}")
            try:
                if not isinstance(message, Mapping):
                    raise InvalidInput(f"expected an object, not {message!r:.60}")
                found = _message(message, channel, names)
            except InvalidInput as error:
                report(str(error))
                continue
            if isinstance(found, Message):
                yield found
            else:
                left_out[found] += 1


def _message(message: Mapping[str, Any], channel: str, names: Names) -> Message | str:
    """Return a message, or the kind of a record that nobody said."""
    if message.get("type", "message") != "message" or str(message.get("subtype") or "") not in _SAID:
        return _NOTICES
    text = message.get("text")
    if not isinstance(text, str) or not text.strip():
        return _WORDLESS
    stamp = message.get("ts")
    try:
        said_at = moment(float(stamp))  # type: ignore[arg-type] # other types raise, which is reported below
    except (TypeError, ValueError) as error:
        raise error if isinstance(error, InvalidInput) else InvalidInput(f"ts {stamp!r:.60} is not a time") from None
    edited = message.get("edited")
    version = f":{edited['ts']}" if isinstance(edited, Mapping) and edited.get("ts") else ""
    thread = message.get("thread_ts")
    is_bot = message.get("subtype") == "bot_message" or (message.get("bot_id") and not message.get("user"))
    return Message(
        id=f"slack:{channel}:{stamp}{version}",
        speaker=_speaker(message, names),
        text=_plain(text, names),
        said_at=said_at,
        role="assistant" if is_bot else "user",
        session=f"slack:{channel}:{thread}" if thread else None,
    )


def _speaker(message: Mapping[str, Any], names: Names) -> str:
    user = message.get("user")
    profile = _profile(message, "user_profile")
    known = names.get(user) if isinstance(user, str) else None
    own = profile.get("display_name"), profile.get("real_name")
    return _first(known, *own, message.get("username"), user, message.get("bot_id"))


def _plain(text: str, names: Names) -> str:
    """Return a text with people and channels by name, links as displayed, and HTML entities decoded."""

    def named(reference: re.Match[str]) -> str:
        target, label = reference[1], reference[2]
        if target.startswith("@"):
            return f"@{names.get(target[1:]) or label or target[1:]}"
        if target.startswith("#"):
            return f"#{label or target[1:]}"
        if target.startswith("!"):
            return label or f"@{target[1:].partition('^')[0]}"
        return f"{label} ({target})" if label and label != target else target

    return html.unescape(_REFERENCE.sub(named, text))
