"""A time that answers "since when?" or "how long have you been there?": "march" after "I'm at Lidl now"."""

import re
from calendar import day_name
from collections.abc import Iterator

from chronomem.extractors.language.dialogue.conversation import TurnInContext
from chronomem.extractors.language.dialogue.fragments import NUMBER, Shared
from chronomem.extractors.language.dialogue.own_statements import own_statement
from chronomem.extractors.language.dialogue.words import MONTHS, OPENING

_ASKED = re.compile(
    r"(?:\b(?:since when|(?:for )?how long(?: now| for)?|for long|(?P<when>when(?: was that| did that happen)?))"
    r"|\bhow long (?:have|has|'ve|'s) \w+ (?:been|worked|lived|studied) (?:there|here|at it)(?: now| for)?"
    r"|\bwhen did \w+ (?:start|begin|move|join)(?: there| that)?)\W*$",
    re.IGNORECASE,
)
_ABOUT = r"(?:(?:about|around|almost|nearly|over|roughly|just|only|like|maybe|well|for|it's been|been) )*"
_NAMES = "|".join([*sorted(MONTHS), *day_name, "christmas", "easter"]).lower()
_CALENDAR = re.compile(rf"\b(?:{_NAMES})\b")
_LENGTH = re.compile(
    rf"{_ABOUT}(?P<told>(?:{NUMBER}|a couple of|a few) (?:day|week|month|year|yr|decade)s?)\b(?! ago)", re.IGNORECASE
)
_SINCE = re.compile(
    r"(?:since |ever since |from |in |on |back in |must be |it was )*"
    rf"(?P<told>(?:the )?(?:last|this|next|early|late|mid)?[ -]?(?:{_NAMES}|spring|summer|autumn|winter|week|month|year"
    r"|yesterday|tomorrow|(?:19|20)\d\d)\b(?: \d{4}\b)?"
    rf"|{NUMBER} (?:day|week|month|year|yr)s? ago|(?:the )?\d{{1,2}}(?:st|nd|rd|th)\b(?: (?:of )?[a-z]{{3,9}}\b)?)",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"(?:the )?\d{1,2}(?:st|nd|rd|th)")
_OPENING = re.compile(rf"{OPENING}(?:(?:ages|(?:i )?think)\b\W*)?", re.IGNORECASE)


def told_since(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield the speaker's own last statement with the time that another asked for, and the span of that time."""
    now, before = conversation.now, conversation.before
    if len(before) < 2 or before[-1].speaker == now.speaker:
        return
    asked = _ASKED.search(before[-1].tree.text)
    own = None if asked is None else next((said for said in reversed(before[:-1]) if said.speaker == now.speaker), None)
    said = None if own is None else own_statement(own)
    if asked is None or said is None or "?" in now.tree.text:
        return
    opening = _OPENING.match(now.tree.text)
    at = 0 if opening is None else opening.end()
    lasting = not said.past and asked["when"] is None
    if (found := _LENGTH.match(now.tree.text, at)) is not None:
        yield f"{said.text} {'since ' if lasting else ''}{found['told']} ago", found.span()
    elif (found := _SINCE.match(now.tree.text, at)) is not None:
        told = _CALENDAR.sub(lambda name: name[0].title(), found["told"])
        yield f"{said.text} {'since ' if lasting else _preposition(told)}{told}", found.span()


def _preposition(time: str) -> str:
    """Return what stands before a time of an event: "in March", but "last summer" and "two weeks ago"."""
    first = time.split()[0].lower()
    if time.lower().endswith("ago") or first in ("last", "this", "next", "yesterday", "tomorrow"):
        return ""
    return "on " if first.endswith("day") or _ORDINAL.match(time) else "in "
