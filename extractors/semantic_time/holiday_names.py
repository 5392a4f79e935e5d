"""Holidays by name: widely known feasts, and the public holidays of a country."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache
from typing import Final

from dateutil.easter import easter

from chronomem.extractors.semantic_time.meanings import Recurring
from chronomem.extractors.semantic_time.names import bare
from chronomem.extractors.semantic_time.periods import DAY, LocalSpan, local_day, nth_weekday
from chronomem.extractors.semantic_time.recurrences import yearly

DayOf = Callable[[int], datetime | None]
Names = dict[str, list[tuple[tuple[str, ...], Recurring]]]

_FIXED: Final = {
    (1, 1): "new year|new years|new year day|new years day|new year's day|yuandan",
    (1, 6): "epiphany|three kings day",
    (2, 2): "groundhog day",
    (2, 14): "valentine day|valentines day|valentine|valentines|valentine's day|v-day",
    (3, 8): "international women day|womens day|women's day|international womens day",
    (3, 14): "pi day",
    (
        3,
        17,
    ): "saint patrick day|saint patrick|st patrick day|st patricks day|saint patricks day|st . patrick day"
    "|st paddy day|st patrick",
    (4, 1): "april fool day|april fools|april fools day|april fool",
    (4, 22): "earth day",
    (5, 1): "may day|international workers day|int'l workers day|international worker day|workers day",
    (5, 4): "star wars day",
    (5, 5): "cinco de mayo",
    (6, 14): "flag day",
    (6, 19): "juneteenth|freedom day|jubilee day",
    (7, 4): "independence day|fourth of july",
    (7, 14): "bastille day",
    (10, 31): "halloween|all hallows eve|all hallow eve",
    (11, 1): "all saints day|all saint day",
    (11, 2): "all souls day|all soul day|day of the dead",
    (11, 5): "guy fawkes night|guy fawkes day|bonfire night",
    (11, 11): "veterans day|veteran day|armistice day|remembrance day",
    (12, 6): "saint nicholas day|st nicholas day",
    (12, 24): "christmas eve|xmas eve",
    (12, 25): "christmas|xmas|christmas day|xmas day",
    (12, 26): "boxing day|saint stephen day|st stephen day",
    (12, 31): "new year eve|new years eve|new year's eve|nye|silvester",
}
# Month, weekday (Monday is 0), ordinal within the month (negative from the end), names.
_NTH: Final = (
    (1, 0, 3, "martin luther king day|martin luther king jr day|mlk day|martin luther king jr . day"),
    (2, 0, 3, "presidents day|president day|washington birthday"),
    (5, 6, 2, "mother day|mothers day"),
    (5, 0, -1, "memorial day"),
    (6, 6, 3, "father day|fathers day"),
    (9, 0, 1, "labor day|labour day"),
    (10, 0, 2, "columbus day|indigenous peoples day"),
    (11, 3, 4, "thanksgiving|thanks giving|thanksgiving day|thanks giving day|turkey day"),
)
# Offset in days from Easter Sunday.
_EASTER: Final = {
    -47: "shrove tuesday|pancake day|mardi gras|fat tuesday",
    -46: "ash wednesday",
    -7: "palm sunday",
    -3: "maundy thursday",
    -2: "good friday",
    -1: "holy saturday",
    0: "easter|easter sunday|easter day",
    1: "easter monday",
    39: "ascension day",
    49: "pentecost|whit sunday",
    50: "whit monday",
    60: "corpus christi",
}
# Feasts of other calendars: a country of the `holidays` library that observes the feast, and the library's name for
# it.
_BORROWED: Final = (
    ("KW", "Eid al-Fitr", "eid al - fitr|eid al fitr|eid|eid ul fitr|festival of breaking the fast"),
    ("KW", "Eid al-Adha", "eid al - adha|eid al adha|eid al - azha|eid al azha|eidul azha|eid ul adha"),
    ("KW", "Islamic New Year", "islamic new year|hijri new year|arabic new year"),
    ("SG", "Chinese New Year", "chinese new year|lunar new year"),
    ("SG", "Deepavali", "diwali|deepavali|divali"),
    ("IL", "Passover", "passover|pesach"),
    ("IL", "Rosh Hashanah", "rosh hashanah"),
    ("IL", "Yom Kippur", "yom kippur"),
)
_RAMADAN: Final = "ramadan|ramazan|ramzan|ramadhan|ramathan"


def day(day_of: DayOf) -> Recurring:
    """Return a feast that falls on one day a year."""

    def span_in(year: int) -> LocalSpan | None:
        start = day_of(year)
        return LocalSpan(start, start + DAY, "day") if start else None

    return yearly(span_in, "day", reach_years=3)


def on_date(month: int, number: int) -> Recurring:
    """Return a feast with a fixed date."""
    return day(lambda year: local_day(year, month, number))


def on_weekday(month: int, weekday: int, nth: int) -> Recurring:
    """Return a feast such as the fourth Thursday of November."""
    return day(lambda year: nth_weekday(year, month, weekday, nth))


def from_easter(days: int) -> Recurring:
    """Return a feast counted from Easter Sunday."""

    def day_of(year: int) -> datetime | None:
        if not 1583 <= year <= 4099:  # the years for which the computus is defined
            return None
        sunday = easter(year)
        return local_day(sunday.year, sunday.month, sunday.day) + timedelta(days=days)

    return day(day_of)


def thanksgiving_and(days: int) -> Recurring:
    """Return a day counted from the American Thanksgiving."""
    return day(lambda year: nth_weekday(year, 11, 3, 4) + timedelta(days=days))


@cache
def country_days(country: str, year: int) -> dict[str, datetime]:
    """Return the public holidays of a country and year by name; empty if the country isn't known."""
    from holidays import country_holidays  # slow to import, and needed only once a holiday is named

    try:
        found = country_holidays(country, years=year, language="en_US")
    except NotImplementedError:
        return {}
    days: dict[str, datetime] = {}
    for date, names in sorted(found.items()):
        for name in names.split("; "):
            days.setdefault(name.replace(" (estimated)", ""), local_day(date.year, date.month, date.day))
    return days


def borrowed(country: str, name: str, days: int = 0) -> Recurring:
    """Return a feast whose dates the `holidays` library knows."""

    def day_of(year: int) -> datetime | None:
        start = country_days(country, year).get(name)
        return start + timedelta(days=days) if start else None

    return day(day_of)


def ramadan() -> Recurring:
    """Return the first day of Ramadan: the feast that ends the month, less 29 or 30 days."""
    return borrowed("KW", "Eid al-Fitr", -30)


def _add(names: Names, spellings: str, meaning: Recurring) -> None:
    for spelling in spellings.split("|"):
        words = tuple(bare(word) for word in spelling.split())
        names.setdefault(words[0], []).append((words, meaning))


FEASTS: Final = {
    "christmases": "christmas",
    "easters": "easter",
    "thanksgivings": "thanksgiving",
    "halloweens": "halloween",
}
"""Plurals of feasts that are counted: "three Christmases ago"."""


@cache
def holiday_names(country: str) -> Names:
    """Return the feasts with known names, by their first word, longest first."""
    names: Names = {}
    for (month, number), spellings in _FIXED.items():
        _add(names, spellings, on_date(month, number))
    for month, weekday, nth, spellings in _NTH:
        _add(names, spellings, on_weekday(month, weekday, nth))
    for days, spellings in _EASTER.items():
        _add(names, spellings, from_easter(days))
    for source, name, spellings in _BORROWED:
        _add(names, spellings, borrowed(source, name))
    _add(names, _RAMADAN, ramadan())
    _add(names, "black friday", thanksgiving_and(1))
    _add(names, "cyber monday", thanksgiving_and(4))
    known = {" ".join(words) for found in names.values() for words, _ in found}
    if country != "US":
        for name in country_days(country, 2024):
            if name.lower().replace("'", "") not in known and name.isascii() and " " in name:
                _add(names, name.lower(), borrowed(country, name))
    for found in names.values():
        found.sort(key=lambda candidate: -len(candidate[0]))
    return names
