"""Relative times with dates: "yesterday" as "on 7 May 2023", "last week" as "last week (the week of 1 May 2023)"."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from chronomem.extractors.semantic_time import TimeInterval, TimeSettings, TimeSpan, parse_time, render_time
from chronomem.extractors.semantic_time.direction import cues

LEAST_WEIGHT = 0.6
"""Words of a lower weight ("now", "recently") colour a statement and name no particular days."""

_KINDS = frozenset({"day", "period"})
_TOLD = re.compile(r"\d{4}|\d[/.]\d")
_ABOUT = re.compile(r"(?:about |around |almost |over )?(?:a (?:few|couple)|few|some|several|many)\b", re.IGNORECASE)
_REPLACED = re.compile(
    r"(?:on\s+)?(?:yesterday|today|tomorrow|(?:(?:last|this|next|this past|this coming)\s+)?"
    r"(?:mon|tue|tues|wed|weds|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?|(?:last|this|next)\s+(?:month|year)"
    r"|(?:january|february|march|april|may|june|july|august|september|october|november|december)"
    r"(?:\s+\d{1,2}(?:st|nd|rd|th)?)?|(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?[a-z]+)",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(
    r"\b(?:on|in|by|until|till|since|from|before|after|for|during|of|to|around|at|through|over)\s+(?:the\s+)?$",
    re.IGNORECASE,
)


def has_time(text: str) -> bool:
    """Whether a text may name a day, a month or a year."""
    return _TIME.search(text) is not None


_TIME = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|ago|(?:last|next|this|past)\s+(?:week|weekend|month|year|night|summer|winter"
    r"|spring|fall|autumn|mon|tues|wednes|thurs|fri|satur|sun)|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|january|february|march|april|june|july|august|september|october|november|december|in may|(?:19|20)\d\d)",
    re.IGNORECASE,
)


def with_dates(text: str, when: datetime, zone: ZoneInfo) -> str:
    """Return a text in which relative days, weeks, months and years are replaced by or paired with calendar dates."""
    if not has_time(text):
        return text
    settings = TimeSettings(timezone=zone.key)
    for span in sorted(parse_time(text, now=when, settings=settings), key=lambda span: -span.start_char):
        name = None if _is_doubtful(span, when, text) else _name(span, settings)
        if name is not None:
            text = _told(text, span, name)
    return text


def _is_doubtful(span: TimeSpan, when: datetime, text: str) -> bool:
    """Whether the time may lie before or after the moment of utterance, and no verb decides: "it opens in June"."""
    if not span.alternatives or span.start is None:
        return False
    sides = {reading.start is not None and reading.start > when for reading in span.readings()}
    return len(sides) > 1 and not cues(text)


def _name(span: TimeSpan, settings: TimeSettings) -> str | None:
    """Return the calendar date of a relative time, or None if the expression needs none."""
    if span.kind not in _KINDS or span.weight < LEAST_WEIGHT or _TOLD.search(span.text):
        return None
    if _ABOUT.match(span.text) or span.text.endswith(("'s", "\u2019s")):
        return None
    if span.start is None or span.end is None:
        return None
    names = render_time(TimeInterval(span.start, span.end, span.grain), settings)
    if names:
        return names[0].removeprefix("the year ")
    first, last = (end.astimezone(settings.zone).date() for end in (span.start, span.end - timedelta.resolution))
    return f"{first.day} {first:%B} {first.year:04d}" if first == last else None


def _told(text: str, span: TimeSpan, name: str) -> str:
    before, after = text[: span.start_char], text[span.end_char :]
    if after.startswith(("'", "\u2019")):
        return text
    if not _REPLACED.fullmatch(span.text) or not name[:1].isalnum() or name.startswith("the "):
        return f"{before}{span.text} ({name}){after}"
    if not _PREPOSITION.search(before) or span.text.lower().startswith("on "):
        name = f"{'on' if name[0].isdigit() and ' ' in name else 'in'} {name}"
    if not before.strip():
        name = name[:1].upper() + name[1:]
    return f"{before}{name}{after}"
