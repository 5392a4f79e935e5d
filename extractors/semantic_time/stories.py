"""Times that a text counts from a time told before: "In 2019 we moved; two years later we had a son"."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from chronomem.extractors.semantic_time.meanings import FINE, RANKS
from chronomem.extractors.semantic_time.spans import TimeSpan

Read = Callable[[str, datetime], TimeSpan | None]
"""Parses an expression as if it were uttered at another moment."""

_LATER: Final = r".*\b(?:later|earlier|afterwards?|thereafter|(?:after|before) that)$"
_RETOLD: Final = re.compile(
    r"(?!.*\b(?:last|next) (?:week|month|year)\b(?<!the next week)(?<!the next month)(?<!the next year))"
    r"(?:(?:later |earlier )?(?P<same>that |(?:the )?same )"
    r"|(?P<following>(?:[a-z]+ of )?the (?:following|next) year$"
    r"|(?:the )?(?:next|following) (?:day|night|morning|afternoon|evening)\b"
    r"|the (?:next|following) (?:week|weekend|month|year|summer|spring|autumn|fall|winter)\b|the \w+ after(?: that)?$)"
    rf"|the previous (?:day|night|week|month|year)\b|the \w+ before(?: that)?$|(?P<count>{_LATER}))",
    re.IGNORECASE,
)
_FITTING: Final = frozenset({"instant", "day", "period", "range"})
_SURE: Final = 0.7  # weight of a time whose starting point the text has told
_UNSURE: Final = 0.5  # weight of a time whose starting point is missing
_SAME: Final = 0.3
_MOMENT: Final = timedelta(seconds=1)


def weight_of(text: str, start: int, end: int, past_tense: bool | None) -> float | None:
    """Return the weight of a narrative time when it is counted from now; None if the words aren't narrative."""
    found = _RETOLD.match(text, start, end)
    if found is None or (found["count"] and not past_tense):
        return None
    return _SAME if found["same"] else _UNSURE


def told_on(spans: list[TimeSpan], read: Read) -> list[TimeSpan]:
    """Return the spans; narrative times are counted from the last time that the text told before them.

    Args:
        spans: in the order of the text.
        read: parses the words of one span as if they were uttered at a given moment.
    """
    found: list[TimeSpan] = []
    for span in spans:
        retold = _RETOLD.match(span.text)
        before = next((each for each in reversed(found) if _dated(each)), None) if retold else None
        moved = _counted_from(before, span, retold, read) if before and retold else None
        found.append(moved or span)
    return found


def _dated(span: TimeSpan) -> bool:
    return span.kind in _FITTING and span.weight >= _SURE and span.start is not None and span.end is not None


def _counted_from(before: TimeSpan, span: TimeSpan, retold: re.Match[str], read: Read) -> TimeSpan | None:
    """Return the span counted from an earlier one; None if the earlier one is too coarse."""
    assert before.start is not None, "it is dated"
    assert before.end is not None, "it is dated"
    counted, follows = bool(retold["count"]), bool(retold["following"])
    coarse = RANKS[before.grain] > max(RANKS["day"], RANKS[span.grain])
    if coarse and not counted and not (follows and before.kind == "range"):
        return None
    first, last = read(span.text, before.start), read(span.text, before.end - _MOMENT)
    if first is None or last is None:
        return None
    if coarse and counted:
        first = replace(first, end=last.end, grain="interval")
    elif follows or (counted and before.grain not in FINE):
        first = last
    start, end, grain = first.start, first.end, first.grain
    return replace(span, start=start, end=end, grain=grain, weight=_SURE, alternatives=tuple(span.readings()))
