"""WhatsApp's export of a chat: a text file, or the zip file with it. Only people's messages become turns."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from chronomem.engine.importers.conversation import Conversation
from chronomem.engine.importers.messages import Message, digest, in_sessions, pieces
from chronomem.engine.importers.options import DateOrder, ReadOptions
from chronomem.engine.importers.source import OnBad, SourceFiles, decoded
from chronomem.engine.importers.whatsapp_dates import DateOrders, date_of
from chronomem.engine.importers.whatsapp_lines import MARKS, Header, header
from chronomem.graph_schema.errors import InvalidInput, InvalidRecord

NAME = "whatsapp"

_LINES_OF_HEAD = 20
_TEXTS = (r".*\.txt", r".*\.txt(\.gz)?")
_MARK = "\N{LEFT-TO-RIGHT MARK}"  # iOS puts it before WhatsApp's own notices
_TITLE = re.compile(r"(?i)^(whatsapp[ -]chat( (with|mit|con|avec|com|met))?[ -]*|_chat$)")
_MEDIA = re.compile(
    r"<(media omitted|medien ausgeschlossen|multimedia omitido|archivo omitido|médias omis|mídia oculta"
    r"|arquivo de mídia oculto|media omessi|media weggelaten|attached: [^>\n]*)>|null"
    r"|[^\n]* \((file attached|datei angehängt|archivo adjunto|fichier joint|arquivo anexado|file allegato"
    r"|bestand bijgevoegd)\)",
    re.IGNORECASE,
)
_DELETED = re.compile(
    r"(this message was deleted|you deleted this message|diese nachricht wurde gelöscht"
    r"|du hast diese nachricht gelöscht|se eliminó este mensaje|eliminaste este mensaje"
    r"|ce message a été supprimé|vous avez supprimé ce message"
    r"|mensagem apagada|você apagou esta mensagem|questo messaggio è stato eliminato|dit bericht is verwijderd)\.?",
    re.IGNORECASE,
)
_EDITED = re.compile(
    rf"\s*(?:{_MARK}<[^<>\n]*>"
    r"|<(?:this message was edited|diese nachricht wurde bearbeitet\.?|se editó este mensaje\.?)>)$",
    re.IGNORECASE,
)
# A notice may contain a colon too, for example in a group's new name: then its quotes are unbalanced.
_QUOTES = re.compile('["\u201c\u201d\u201e\u00ab\u00bb]')
_NOT_A_NAME = re.compile(
    r" (created (this )?group|changed (the|this|their)|added|removed|security code|end-to-end encrypted)\b"
)
_LONGEST_NAME = 100


@dataclass
class _Draft:
    """A message whose lines are being collected."""

    number: int
    line: str
    header: Header
    lines: list[str] = field(default_factory=list)


def recognises(source: SourceFiles) -> bool:
    """Whether the source has a text whose first lines begin messages."""
    return any(_begins_as_chat(source, member) for member in source.find(*_TEXTS))


def read(source: SourceFiles, options: ReadOptions, on_bad: OnBad) -> Iterator[Conversation]:
    """Yield the chats, each in pieces. A file that needs its date order determined is read twice."""
    for member in _members(source):
        chat, left_out = _chat(source, member), Counter[str]()
        order = options.date_order or _order(source, member)
        messages = in_sessions(_messages(source, member, order, left_out, on_bad), f"whatsapp:{chat}")
        yield from pieces(chat, messages, left_out)


def _members(source: SourceFiles) -> list[str]:
    """Return the texts that are chats: the zip file may also contain texts that people sent each other."""
    texts = source.find(*_TEXTS)
    named = source.find(r"_chat\.txt|.*whatsapp.*\.txt", "-")
    return named or [text for text in texts if source.is_single or _begins_as_chat(source, text)]


def _begins_as_chat(source: SourceFiles, member: str) -> bool:
    return any(header(line) for line in source.head(member).splitlines()[:_LINES_OF_HEAD])


def _chat(source: SourceFiles, member: str) -> str:
    """Return the name of a chat: from the name of its file, or of the zip file."""
    stem = re.sub(r"(?i)\.(txt|gz)$", "", member.rpartition("/")[2].removesuffix(".gz"))
    if stem == "_chat" and not source.is_single:
        stem = source.path.stem
    return _TITLE.sub("", stem).strip() or stem


def _order(source: SourceFiles, member: str) -> DateOrder:
    orders = DateOrders()
    for draft in _drafts(source, member, None):
        orders.take(draft.number, draft.header.fields, draft.header.sign)
    try:
        return orders.decide()
    except InvalidInput as error:
        raise InvalidRecord(source.place(member), None, str(error)) from None


def _drafts(source: SourceFiles, member: str, on_bad: OnBad | None) -> Iterator[_Draft]:
    """Yield the messages with all their lines. The first of the two header forms to occur is the file's."""
    draft: _Draft | None = None
    bracketed: bool | None = None
    for number, raw in source.lines(member):
        try:
            line = decoded(raw).rstrip("\r\n")
        except InvalidInput as error:
            if on_bad:
                on_bad(InvalidRecord(source.place(member), number, str(error)))
            continue
        found = header(line)
        if found is not None and bracketed in (None, found.bracketed):
            if draft is not None:
                yield draft
            draft, bracketed = _Draft(number, line, found), found.bracketed
        elif draft is not None:
            draft.lines.append(line)
        elif line.strip() and on_bad:
            on_bad(InvalidRecord(source.place(member), number, f"{line[:60]!r} precedes the first message"))
    if draft is not None:
        yield draft


def _messages(
    source: SourceFiles, member: str, order: DateOrder, left_out: Counter[str], on_bad: OnBad
) -> Iterator[Message]:
    before: Message | None = None
    same: Counter[str] = Counter()
    for said_at, rest in _dated(_drafts(source, member, on_bad), order):
        name, text = _speaker_and_text(rest)
        if kind := _kind_of_notice(name, text):
            left_out[kind] += 1
            continue
        text = _EDITED.sub("", text)
        if before is None or said_at != before.said_at:
            same.clear()
        key = digest(said_at.isoformat(), name, text)
        same[key] += 1
        before = Message(f"whatsapp:{key}" + (f"-{same[key]}" if same[key] > 1 else ""), name, text, said_at)
        yield before


def _dated(drafts: Iterator[_Draft], order: DateOrder) -> Iterator[tuple[datetime, str]]:
    """Yield messages with their times; a line that only resembles a header continues the message before."""
    said_at: datetime | None = None
    lines: list[str] = []
    for draft in drafts:
        day = date_of(draft.header.fields, order)
        if day is not None:
            if said_at is not None:
                yield said_at, "\n".join(lines).rstrip("\n")
            said_at, lines = datetime(day.year, day.month, day.day, *draft.header.time), []  # noqa: DTZ001 - local time
        lines += [draft.line if day is None else draft.header.rest, *draft.lines]
    if said_at is not None:
        yield said_at, "\n".join(lines).rstrip("\n")


def _speaker_and_text(rest: str) -> tuple[str, str]:
    """Return the speaker and the text of a message; an empty speaker for WhatsApp's notices."""
    first, _, _ = rest.partition("\n")
    name, colon, _ = first.partition(": ")
    if not colon and first.endswith(":"):
        name, colon = first[:-1], ":"
    plain = re.sub(f"[{MARKS}]", "", name).lstrip("~").strip()
    if not colon or not plain or len(plain) > _LONGEST_NAME or _is_notice(plain):
        return "", rest
    return plain, rest[len(name) + len(colon) :]


def _is_notice(name: str) -> bool:
    return _NOT_A_NAME.search(name) is not None or len(_QUOTES.findall(name)) % 2 == 1


def _kind_of_notice(name: str, text: str) -> str | None:
    """Return the kind of a message without words of its speaker; None for any other."""
    plain = re.sub(f"[{MARKS}]", "", text).strip()
    if not name:
        return "notices"
    if not plain or _MEDIA.fullmatch(plain):
        return "media"
    if _DELETED.fullmatch(plain):
        return "deleted messages"
    if text.startswith(_MARK):
        return "media" if re.search(r"omitted$|weggelassen$|omitid[oa]$|omise?s?$|<attached", plain) else "notices"
    return None
