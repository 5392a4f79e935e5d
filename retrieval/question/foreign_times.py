"""The times that a question names in a language other than English, as dateparser finds them."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from chronomem.graph_schema.model.dialogue import User
from chronomem.retrieval.index.intervals import Interval, interval

_CODES: Mapping[str, str] = {
    "german": "de",
    "french": "fr",
    "spanish": "es",
    "italian": "it",
    "portuguese": "pt",
    "dutch": "nl",
    "swedish": "sv",
    "danish": "da",
    "norwegian": "nb",
    "finnish": "fi",
    "polish": "pl",
    "czech": "cs",
    "hungarian": "hu",
    "romanian": "ro",
    "turkish": "tr",
    "russian": "ru",
    "greek": "el",
    "arabic": "ar",
    "hindi": "hi",
    "japanese": "ja",
    "chinese": "zh",
    "korean": "ko",
    "thai": "th",
}
_RUSSIAN_MONTH = re.compile(
    r"\b(январ|феврал|апрел|июн|июл|сентябр|октябр|ноябр|декабр|март|август|ма)[^\W\d]\b", re.IGNORECASE
)
_YEAR_MONTH_DAY = re.compile(r"(\d{4})年(?:(\d{1,2})月(?:(\d{1,2})日)?)?")
_SHORT = re.compile(r"[a-z\u00df-\u017f]{1,3}\W*", re.IGNORECASE)
"""Latin words that are too short to be a time: dateparser takes the Polish "się" for an abbreviated month."""
_MOST = 500
"""The characters of a question that dateparser searches; it takes seconds for thousands."""


def foreign_times(text: str, language: str, user: User, now: datetime) -> tuple[Interval, ...]:
    """Return the intervals that a question names; an ambiguous one is taken as past. None in an unknown language."""
    named = [_written(found) for found in _YEAR_MONTH_DAY.finditer(text)]
    if language in _CODES:
        rest = _YEAR_MONTH_DAY.sub(" ", text)[:_MOST]
        named += _found(rest, language, now.astimezone(user.zone).replace(tzinfo=None))
    found = (_period(moment, period, user) for moment, period in named if moment is not None)
    return tuple(each for each in found if each is not None)


def _found(text: str, language: str, now: datetime) -> Iterator[tuple[datetime, str]]:
    """Yield a moment within each time that dateparser finds, and the period that is meant."""
    from dateparser.date import DateDataParser  # the import takes a third of a second and is seldom needed
    from dateparser.search import search_dates

    if language == "russian":
        text = _RUSSIAN_MONTH.sub(_in_the_genitive, text)
    languages = [_CODES[language]]
    settings = {"PREFER_DATES_FROM": "past", "RELATIVE_BASE": now}
    for words, moment in search_dates(text, languages=languages, settings=settings) or ():
        if not _SHORT.fullmatch(words):
            parsed = DateDataParser(languages=languages, settings=settings).get_date_data(words)
            yield moment if parsed.date_obj is None else parsed.date_obj, parsed.period or "day"


def _in_the_genitive(month: re.Match[str]) -> str:
    """Return the name of a month in the form that dateparser knows: "февраля" for "феврале"."""
    stem = month[1]
    return stem + ("\N{CYRILLIC SMALL LETTER A}" if stem.casefold() in ("март", "август") else "я")


def _written(found: re.Match[str]) -> tuple[datetime | None, str]:
    """Return a moment within a time such as 2024年2月, and its period; None for a day that doesn't exist."""
    year, month, day = found.groups()
    try:
        moment = datetime(int(year), int(month or 1), int(day or 1))  # noqa: DTZ001 - the zone is the user's
    except ValueError:
        return None, ""
    return moment, "day" if day else "month" if month else "year"


def _period(moment: datetime, period: str, user: User) -> Interval | None:
    """Return the day, week, month or year of a moment in the user's timezone; None at the calendar's end."""
    day = moment.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=user.zone)
    try:
        if period == "week":
            start = day - timedelta(days=day.weekday())
            return interval(start, start + timedelta(days=7))
        if period == "month":
            start = day.replace(day=1)
            return interval(start, (start + timedelta(days=32)).replace(day=1))
        if period == "year":
            return interval(day.replace(month=1, day=1), day.replace(year=day.year + 1, month=1, day=1))
        return interval(day, day + timedelta(days=1))
    except (ValueError, OverflowError):
        return None
