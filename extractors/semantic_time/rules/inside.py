"""Days and periods inside periods: "the second week of May", "first Monday in June", "Friday next week"."""

from datetime import datetime, timedelta

from chronomem.extractors.semantic_time import recurrences
from chronomem.extractors.semantic_time.meanings import (
    Daily,
    Fixed,
    Meaning,
    Recurring,
    Timed,
    grain_of,
    intersect,
    one_day,
)
from chronomem.extractors.semantic_time.patterns import Built, PatternMatch, rule
from chronomem.extractors.semantic_time.periods import (
    DAY,
    GRAINS,
    SECONDS,
    LocalInterval,
    first_week,
    nth_weekday,
    period_of,
    shift,
    week_of,
    weekend_of,
    year_of,
)
from chronomem.extractors.semantic_time.rules.dates import number_of, season_of
from chronomem.extractors.semantic_time.rules.durations import unit_of


def weeks_in(reading: LocalInterval, number: int, count: int, first_weekday: int) -> list[LocalInterval]:
    """Return the nth week of a period (from its end if negative): weeks mostly inside it first, then whole weeks."""
    if reading.start is None or reading.end is None:
        return []
    found = []
    if number > 0:
        start = first_week(reading.start, first_weekday) + 7 * DAY * (number - 1)
        found.append(LocalInterval(start, start + 7 * DAY * count, "week"))
        whole = week_of(reading.start + 6 * DAY, first_weekday).start + 7 * DAY * (number - 1)
        found.append(LocalInterval(whole, whole + 7 * DAY * count, "week"))
        plain = reading.start + 7 * DAY * (number - 1)
        found.append(LocalInterval(plain, plain + 7 * DAY * count, "week"))
    else:
        after = first_week(reading.end, first_weekday)
        start = after + 7 * DAY * number
        found.append(LocalInterval(start, start + 7 * DAY * count, "week"))
        end = reading.end + 7 * DAY * (number + 1)
        found.append(LocalInterval(end - 7 * DAY * count, end, "week"))
    return list(dict.fromkeys(found))


def nth_in(reading: LocalInterval, number: int, unit: str, count: int, first_weekday: int) -> list[LocalInterval]:
    """Return the nth day, week or month of a period, `count` units long."""
    if reading.start is None or reading.end is None or number == 0:
        return []
    if unit == "week":
        return weeks_in(reading, number, count, first_weekday)
    if unit == "weekend":
        first = weekend_of(reading.start, first_weekday).start
        first += 7 * DAY * (first < reading.start)
        if number < 0:
            last = weekend_of(reading.end - DAY, first_weekday).start
            first = last - (7 * DAY if last >= reading.end else timedelta(0)) + 7 * DAY * (number + 1)
        else:
            first += 7 * DAY * (number - 1)
        return [LocalInterval(first, first + 2 * DAY, "weekend")]
    if number > 0:
        start = shift(reading.start, number - 1, unit)
        end = shift(start, count, unit)
    else:
        end = shift(reading.end, number + 1, unit)
        start = shift(end, -count, unit)
    return [LocalInterval(start, end, GRAINS[unit])] if reading.start <= start and end <= reading.end else []


def nth_unit(found: PatternMatch) -> Built:
    """The second week of May, the last day of last month, the first two weeks of 2021."""
    number = -1 if found.is_a("o", "LASTX") or found.is_a("o", "FINAL") else number_of(found["o"])
    if found["l"] is not None:
        number = -number
    length = found["d"] if "d" in found.match.re.groupindex else None
    unit = length.unit if length else unit_of(found)
    count = int(length.count) if length else 1
    if unit in SECONDS or unit == "night" or count < 1:
        return None
    if number < 0 and length:
        number = -1 if unit != "week" else -count
    intervals = [
        interval
        for reading in found.readings(found["x"])
        for interval in nth_in(reading, number, unit, count, found.env.first_weekday)[: 3 if count == 1 else 2]
    ]
    if not intervals:
        return None
    return (
        "DATE" if unit == "day" and count == 1 else "PERIOD",
        Fixed(tuple(intervals), "day" if unit == "day" else "period"),
    )


def nth_weekday_in(found: PatternMatch) -> Built:
    """The first Monday of June, the last Friday of next month."""
    number = -1 if found.is_a("o", "LASTX") or found.is_a("o", "FINAL") else number_of(found["o"])
    if found["l"] is not None:
        number = -number
    weekday, outer = found["w"], found["x"]
    if isinstance(outer, Recurring) and outer.grain == "month" and outer.key > 0:
        return timed("DATE", recurrences.nth_weekday_of(weekday.key, outer.key, number), found["t"])
    intervals = []
    for reading in found.readings(outer):
        if reading.start is None or reading.end is None:
            continue
        days = weekday.instances(reading.start, reading.end)
        if len(days) >= abs(number):
            intervals.append(LocalInterval(*days[number - 1 if number > 0 else number]))
    return timed("DATE", Fixed(tuple(intervals), "day"), found["t"]) if intervals else None


def timed(name: str, day: Fixed | Recurring, time: Daily | None) -> Built:
    """Return the day, at a time of day if one is given."""
    return ("DT", Timed(day, time)) if time else (name, day)


def nth_weekday_now(found: PatternMatch) -> Built:
    """The second Sunday: in the current month."""
    day = nth_weekday(found.env.now.year, found.env.now.month, found["w"].key, number_of(found["o"]))
    return ("DATE", one_day(day))


def numbered_week(found: PatternMatch) -> Built:
    """Week 31, week 3 of 2027, in ISO 8601 numbering; "year 4" of a school has no time of its own."""
    number = found["n"].value
    if unit_of(found) != "week" or not 1 <= number <= 53:
        return None
    years = [reading.start.year for reading in found.readings(found["x"]) if reading.start] if found["x"] else None
    starts = []
    for year in years or [found.env.now.year]:
        start = first_week(found.env.today.replace(year=year, month=1, day=1), found.env.first_weekday)
        starts.append(start + 7 * DAY * (number - 1))
    return ("WEEKX", Fixed(tuple(LocalInterval(start, start + 7 * DAY, "week") for start in starts), "period"))


def period_with(found: PatternMatch) -> Built:
    """The week of 3 May, the month of Easter, the weekend of Halloween, Labor Day weekend."""
    return _period_with(found, unit_of(found), both=found["s"] is not None)


def _period_with(found: PatternMatch, unit: str, both: bool) -> Built:
    if unit in SECONDS or unit in ("day", "night"):
        return None
    intervals = []
    for reading in found.readings(found["x"]):
        if reading.start is None or reading.end is None:
            continue
        if unit == "weekend":
            intervals.append(long_weekend(reading.start))
        else:
            intervals.append(LocalInterval(*period_of(reading.start, unit, found.env.first_weekday)))
    if both and intervals:
        intervals += [
            LocalInterval(reading.start, shift(reading.start, 1, unit), "interval")
            for reading in found.readings(found["x"])[:2]
            if reading.start
        ]
    return ("PERIOD", Fixed(tuple(dict.fromkeys(intervals)), "period")) if intervals else None


def week_with(found: PatternMatch) -> Built:
    """Week commencing 4 February."""
    return _period_with(found, "week", both=True)


def period_with_bare(found: PatternMatch) -> Built:
    """Labor Day weekend, Christmas week."""
    return None if unit_of(found) not in ("week", "weekend") else _period_with(found, unit_of(found), both=False)


def holiday_weekend(found: PatternMatch) -> Built:
    """Halloween weekend 2021, Christmas week last year."""
    value, year = found["x"], found["y"]
    if not isinstance(value, Recurring):
        return None
    if isinstance(year, Fixed):
        outer = year.readings[0]
        if outer.grain != "year" or outer.start is None:
            return None
        year = outer.start.year
    else:
        year = year.value
    span = next((each for each in value.instances(*year_of(year)[:2]) if each.start.year == year), None)
    if span is None or found["u"] not in ("week", "weekend"):
        return None
    week = LocalInterval(*week_of(span.start, found.env.first_weekday))
    return ("PERIOD", Fixed((long_weekend(span.start) if found["u"] == "weekend" else week,), "period"))


def long_weekend(day: datetime) -> LocalInterval:
    """Return the weekend that a day belongs to or touches, including the days in between."""
    saturday = day + timedelta(days=(5 - day.weekday() + 3) % 7 - 3)
    if day.weekday() == 3:
        saturday = day + 2 * DAY
    return LocalInterval(min(day, saturday), max(day + DAY, saturday + 2 * DAY), "weekend")


def season_now(found: PatternMatch) -> Built:
    """The summer, in winter."""
    return ("SEASONX", season_of(found))


def combined(found: PatternMatch) -> Built:
    """Friday next week, June of last year, the 20th of next month, Christmas of 2010."""
    meaning = intersect(found["a"], found["b"])
    if meaning is None:
        return None
    return (class_of(meaning), meaning)


def class_of(meaning: Meaning) -> str:
    """Return the class of a composed meaning."""
    if isinstance(meaning, (Timed, Daily)):
        return "DT"
    return {"day": "DATE", "month": "MONY"}.get(grain_of(meaning), "PERIOD")


def listed(found: PatternMatch) -> Built:
    """May and June 2023, Monday and Tuesday of last week: the year or week applies to the first one too."""
    outer = found["x"]
    if found.is_a("x", "MONY"):
        start = found.readings(outer)[0].start
        outer = Fixed((LocalInterval(*year_of(start.year)),), "period") if start else outer
    meaning = intersect(found["a"], outer)
    return (class_of(meaning), meaning) if meaning else None


_PERIOD = "x:(PERX|THEUNIT|THEDAY|PARTPERIOD)"
_WITHIN = "(OF|IN|FROM|ON|COMMA|DASH|DURING)?"

FIRST = [
    rule("x:(HOL|DATE) u:(UWKND|UCAL) (OF|IN|COMMA)? y:(I4Y|PERIOD|YEAR)", holiday_weekend),
    rule("x:(HOL|DATE) u:UWKND", period_with_bare),
    rule("x:HOL u:UCAL", period_with_bare),
    rule("THE? u:UCAL n:NUM ((OF|IN|COMMA) THE?)? x:(YEAR|PERIOD)", numbered_week),
    rule("THE? u:UCAL n:NUM (?!UNIT|AMPM|COMMA DASH)", numbered_week),
    rule("IN? THE (SEP)? s:SEASON (?! OF)", season_now),
    rule("(?<=SEASONPREP) s:SEASON", season_now),
    rule("s:SEASON (?=TOX THE? (SEASON|SEASONX))", season_now),
    rule("(?<=SEASONX TOX) s:SEASON", season_now),
    rule("(?<=PARTWORD OF) THE? s:SEASON", season_now),
    rule("(?<=PARTWORD) DASH? s:SEASON", season_now),
]
RULES = [
    rule(f"THE? o:(ORDX|LASTX|FINAL) l:LAST? d:DUR (OF|IN) {_PERIOD}", nth_unit),
    rule(f"THE? o:(ORDX|LASTX|FINAL) l:LAST? u:(BIGUNIT) (OF|IN)? THE? AROUND? {_PERIOD}", nth_unit),
    rule(f"THE? o:(ORDX|LASTX|FINAL) l:LAST? w:WDAY t:(PART|CLK|CLKR)? (OF|IN)? THE? {_PERIOD}", nth_weekday_in),
    rule("THE? o:ORDX l:LAST? w:WDAY", nth_weekday_now),
    rule("THE? u:(UCAL|UWKND|QUARTER) (s:STARTING|BEGIN ON?|OF) THE? x:(DAYX|RELDAY|WDOM)", period_with),
    rule("WEEKOF x:(DATE|SL2|DOMX|WDAY)", week_with),
]
LISTED = [
    rule("a:WDAY (?=(LISTED LISTED? WDAY)? LISTED LISTED? WDAY (OF|IN)? THE? x:(PERIOD|WEEKX|MONY))", listed),
    rule("a:MONTH (?=(LISTED LISTED? MONTH)? LISTED LISTED? MONTH (OF|IN)? THE? x:(PERIOD|YEAR))", listed),
    rule("a:MONTH (?=(LISTED LISTED? MONTH)? LISTED LISTED? x:MONY)", listed),
]
COMBINE = [
    rule("a:DT (OF|ON|IN|COMMA)? b:(PERIOD|WEEKX)", combined),
    rule(
        f"a:(WDAY|WDOM|DOMX|HOL|DATE|SL2) {_WITHIN} THE? b:(PERIOD|WEEKX|YEAR|MONY|THEUNIT|PARTPERIOD|MONTH)",
        combined,
    ),
    rule("b:(PERIOD|WEEKX|THEUNIT) (ON|COMMA|DASH|IN|FROM)? THE? a:(WDAY|DOMX)", combined),
    rule("a:(MONTH|QTR|SEASONX) (OF|IN|COMMA)? THE? b:(PERIOD|YEAR|THEUNIT)", combined),
    rule("b:PERIOD (COMMA|IN)? a:(QTR|MONTH|SEASONX)", combined),
]
