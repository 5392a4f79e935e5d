"""Dates with month names of other languages, parsed by dateparser.

dateparser takes most of a millisecond per date, so it is given only candidates that consist of a day, a month name that
English doesn't have, and a year.
"""

import re
from datetime import datetime
from typing import Final

from chronomem.extractors.semantic_time.lexicon import PLAIN, words
from chronomem.extractors.semantic_time.meanings import Environment
from chronomem.extractors.semantic_time.periods import DAY, LocalInterval

_LANGUAGES: Final = ["fr", "de", "es", "it", "pt", "nl"]
_MONTHS: Final = frozenset(
    words(
        "janvier février fevrier mars avril mai juin juillet août aout septembre octobre novembre décembre"
        " decembre januar jänner februar märz maerz juni juli oktober dezember enero febrero marzo abril mayo"
        " junio julio agosto septiembre setiembre octubre noviembre diciembre gennaio febbraio aprile maggio"
        " giugno luglio settembre ottobre dicembre janeiro fevereiro março maio junho julho setembro outubro"
        " novembro dezembro januari februari maart mei augustus december"
    )
)
_FOREIGN: Final = _MONTHS - frozenset(PLAIN)  # without the names that are English too
_DATE: Final = re.compile(
    r"(?<![\w.])\d{1,2}(?:\.|er|º)?\ (?:de\ |di\ )?(?P<month>[^\W\d_]{3,10})\ (?:de\ |del\ )?\d{4}(?!\w)",
    re.IGNORECASE,
)
_MOST: Final = 8  # dates per text; parsing a longer list isn't worth the time


def foreign_dates(text: str, env: Environment) -> list[tuple[int, int, LocalInterval]]:
    """Return the dates of a text that are written in other languages, with their offsets."""
    found = [match for match in _DATE.finditer(text) if match["month"].lower() in _FOREIGN][:_MOST]
    days = [(match.start(), match.end(), day_of(match.group(), env)) for match in found]
    return [(start, end, day) for start, end, day in days if day]


def day_of(text: str, env: Environment) -> LocalInterval | None:
    """Return the day of a date in another language, or None if dateparser can't parse it."""
    import dateparser  # the import takes a third of a second and is seldom needed

    parsed: datetime | None = dateparser.parse(
        text,
        languages=_LANGUAGES,
        settings={"RELATIVE_BASE": env.now, "REQUIRE_PARTS": ["day", "month", "year"], "DATE_ORDER": "DMY"},
    )
    if parsed is None:
        return None
    start = parsed.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    return LocalInterval(start, start + DAY, "day")
