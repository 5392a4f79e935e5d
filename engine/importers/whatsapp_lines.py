"""The header lines of a WhatsApp export: where a message begins, its time and its sender.

    [31/12/2023, 23:59:07] Ann: text        iOS, in brackets
    12/31/23, 11:59 PM - Ann: text          Android, with a dash

The phone's settings determine the form of dates and times, so all of these are recognised: `31.12.23`, `2023-12-31`,
`2023. 12. 31.`, `23.59`, `11:59 p. m.`, `klo 23.59`, with invisible marks and narrow spaces between them.
"""

import re
from dataclasses import dataclass

MARKS = "\u200e\u200f\u202a-\u202e\u2066-\u2069"
"""Invisible marks of writing direction; a range for a regular expression."""
_M = f"[{MARKS}]*"
# The halves of the day in the languages that write them: Latin, Chinese, Japanese, Korean, Turkish, Arabic, Greek,
# # Malay, Vietnamese. An unknown word for the second half would date a message twelve hours too early.
_AM = (
    r"[Aa]\.?\s?[Mm]\.?|\u4e0a\u5348|\u51cc\u6668|\u6e05\u6668|\u65e9\u4e0a|\u5348\u524d|\uc624\uc804|\xd6\xd6|\u0635"
    r"|\u03c0\.\u03bc\.|PG|SA"
)
_PM = (
    r"[Pp]\.?\s?[Mm]\.?|\u4e0b\u5348|\u4e2d\u5348|\u665a\u4e0a|\u5348\u5f8c|\uc624\ud6c4|\xd6S|\u0645|\u03bc\.\u03bc\."
    r"|PTG|CH"
)
_STAMP = (
    rf"(?P<a>\d{{1,4}}){_M}(?P<sign>[./-])\s?{_M}(?P<b>\d{{1,2}}){_M}(?P=sign)\s?{_M}(?P<c>\d{{1,4}}){_M}\.?"
    rf"[,\u060c]?\s{_M}(?:[^\W\d_]{{1,4}}\.?,?\s)??(?:(?P<am>{_AM})|(?P<pm>{_PM}))?"
    rf"\s?(?P<hour>\d{{1,2}})[:.](?P<minute>\d{{2}})(?:[:.](?P<second>\d{{2}}))?{_M}"
    rf"(?:\s?(?:(?P<am_after>{_AM})|(?P<pm_after>{_PM})))?{_M}"
)
_BRACKETED = re.compile(rf"{_M}\[{_M}{_STAMP}\]\s?(?P<rest>.*)", re.DOTALL)
_DASHED = re.compile(rf"{_M}{_STAMP}\s[-\u2013]\s(?P<rest>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a message.

    Attributes:
        bracketed: whether it has the form that iOS writes.
        fields: the three numbers of the date, in the order of the file.
        sign: the separator between them.
        time: hour, minute and second.
        rest: the remaining line: the speaker and the text.
    """

    bracketed: bool
    fields: tuple[int, int, int]
    sign: str
    time: tuple[int, int, int]
    rest: str


def header(line: str) -> Header | None:
    """Return the header of a message; None for a line that continues one."""
    found = _DASHED.match(line) or _BRACKETED.match(line)
    if found is None:
        return None
    hour, minute, second = (int(found[name] or 0) for name in ("hour", "minute", "second"))
    is_late = bool(found["pm"] or found["pm_after"])
    if is_late or found["am"] or found["am_after"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if is_late else 0)
    if hour > 23 or minute > 59 or second > 59:
        return None
    fields = int(found["a"]), int(found["b"]), int(found["c"])
    return Header(found.re is _BRACKETED, fields, found["sign"], (hour, minute, second), found["rest"])
