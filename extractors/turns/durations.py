"""How long states have been going on: "for three years" and "since then" give the start, in a clause in the present."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from chronomem.extractors.language.extracted import LENGTH, TimeBounds
from chronomem.extractors.semantic_time import TimeSettings, parse_time

_LENGTH = re.compile(
    r"\b(?P<open>for|since)\s+(?:(?:about|around|roughly|nearly|almost|over|like|exactly|at least|more than"
    r"|the (?:last|past))\s+)*"
    r"(?P<length>(?:an?|\d{1,3}(?:\.5)?|(?:a (?:couple|few)(?: of)?)|[a-z]+(?:-[a-z]+)?)\s+(?:and a half\s+)?"
    r"(?:day|week|month|year|yr|decade)s?(?:\s+and a half)?)\b(?!\s+(?:old|ago|back|before))",
    re.IGNORECASE,
)

_BARE_LENGTH = re.compile(
    r"\b(?:been|lived|worked|known)\b[^.!?,;\n]{0,40}?\s(?P<length>(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)"
    r"\s+(?:month|year|yr)s)\b(?=\s*(?:now|today|already|and counting|[.,!;)\n]|$))",
    re.IGNORECASE,
)
"""A length without "for", at the end of what goes on: "we've been together five years"."""
_SINCE_THEN = re.compile(r"\bsince then\b|\b(?:ever )?since(?=\s*(?:[.,!;)\n]|$))", re.IGNORECASE)


_MOVED = re.compile(r"\b(?:moved|moving|went|came)\b", re.IGNORECASE)


def _is_planned(before: str) -> bool:
    """Whether a length is that of a stay to come: "I've moved in with my sister for three months"."""
    clause = re.split(r"[.,!?;\n]", before)[-1]
    return _MOVED.search(clause) is not None and "been" not in clause.lower()


@dataclass(frozen=True, slots=True)
class Length:
    """A time expression (see `TimeExpression`) that begins before the utterance and is open."""

    start: datetime
    grain: str
    start_char: int
    end_char: int
    end: datetime | None = None
    kind: str = LENGTH
    alternatives: tuple[TimeBounds, ...] = ()


def told_lengths(text: str, said_at: datetime, zone: ZoneInfo) -> Iterator[Length]:
    """Yield the durations that a text gives with "for", "since then" or alone, as open times that begin so long ago.

    "Since two years" means the same to many who learned English later; it needs no perfect.
    """
    settings = TimeSettings(timezone=zone.key)
    for match in _LENGTH.finditer(text):
        if match["open"].lower() == "for" and _is_planned(text[: match.start()]):
            continue
        spans = parse_time(f"{match['length']} ago", now=said_at, settings=settings)
        if len(spans) == 1 and spans[0].start is not None and spans[0].start < said_at:
            length = Length(spans[0].start, spans[0].grain, match.start(), match.end())
            yield replace(length, kind="open") if match["open"].lower() == "since" else length
    for match in _BARE_LENGTH.finditer(text):
        spans = parse_time(f"{match['length']} ago", now=said_at, settings=settings)
        if len(spans) == 1 and spans[0].start is not None:
            yield Length(spans[0].start, spans[0].grain, *match.span("length"))
    for match in _SINCE_THEN.finditer(text):
        spans = [span for span in parse_time(text[: match.start()], now=said_at, settings=settings) if span.start]
        if spans and spans[-1].start is not None and spans[-1].start < said_at:
            yield Length(spans[-1].start, spans[-1].grain, *match.span())
