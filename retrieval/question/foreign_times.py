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
_SHORT = re.compile(r"[^\W\d]{1,3}\W*")
"""Words that are too short to be a time: dateparser takes the Polish "się" for an abbreviated month."""


def foreign_times(text: str, language: str, user: User, now: datetime) -> tuple[Interval, ...]:
    """Return the intervals that a question names; an ambiguous one is taken as past. None in an unknown language."""
    written = [moment for found in _YEAR_MONTH_DAY.finditer(text) if (moment := _written(found, user)) is not None]
    rest = _YEAR_MONTH_DAY.sub(" ", text)
    return (*written, *(_found(rest, language, user, now) if language in _CODES else ()))


def _found(text: str, language: str, user: User, now: datetime) -> Iterator[Interval]:
    from dateparser.date import DateDataParser  # the import takes a third of a second and is seldom needed
    from dateparser.search import search_dates

    if language == "russian":
        text = _RUSSIAN_MONTH.sub(_in_the_genitive, text)
    languages = [_CODES[language]]
    settings = {"PREFER_DATES_FROM": "past", "RELATIVE_BASE": now.astimezone(user.zone).replace(tzinfo=None)}
    for words, _ in search_dates(text, languages=languages, settings=settings) or ():
        if not _SHORT.fullmatch(words):
            parsed = DateDataParser(languages=languages, settings=settings).get_date_data(words)
            if parsed.date_obj is not None:
                yield _period(parsed.date_obj, parsed.period, user)


def _in_the_genitive(month: re.Match[str]) -> str:
    """Return the name of a month in the form that dateparser knows: "февраля" for "феврале"."""
    stem = month[1]
    return stem + ("\N{CYRILLIC SMALL LETTER A}" if stem.casefold() in ("март", "август") else "я")


def _written(found: re.Match[str], user: User) -> Interval | None:
    year, month, day = (int(part) if part else None for part in found.groups())
    try:
        moment = datetime(int(found[1]), month or 1, day or 1, tzinfo=user.zone)
    except ValueError:
        return None
    return _period(moment, "day" if day else "month" if month else "year" if year else "day", user)


def _period(moment: datetime, period: str | None, user: User) -> Interval:
    """Return the day, week, month or year of a moment in the user's timezone."""
    day = moment.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=user.zone)
    if period == "week":
        start = day - timedelta(days=day.weekday())
        return interval(start, start + timedelta(days=7))
    if period == "month":
        start = day.replace(day=1)
        return interval(start, (start + timedelta(days=32)).replace(day=1))
    if period == "year":
        return interval(day.replace(month=1, day=1), day.replace(year=day.year + 1, month=1, day=1))
    return interval(day, day + timedelta(days=1))
