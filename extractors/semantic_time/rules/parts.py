"""Parts of periods and days inside periods: "first Monday in June", "late last year", "the second week of May"."""

from datetime import datetime, timedelta
from typing import Final

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
from chronomem.extractors.semantic_time.patterns import Built, Found, rule
from chronomem.extractors.semantic_time.periods import (
    DAY,
    GRAINS,
    SECONDS,
    Interval,
    first_week,
    nth_weekday,
    period_of,
    shift,
    week_of,
    weekend_of,
    year_of,
)
from chronomem.extractors.semantic_time.rules.clock import third
from chronomem.extractors.semantic_time.rules.dates import number_of, season_of
from chronomem.extractors.semantic_time.rules.durations import unit_of

SECOND: Final = timedelta(seconds=1)
# Where the parts of a period lie, in fractions of it: thirds first, then halves.
_PARTS: Final = {
    "beginning": ((0, 1 / 3), (0, 1 / 2), (0, 1 / 4)),
    "early": ((0, 1 / 3), (0, 1 / 2), (0, 1 / 4)),
    "middle": ((1 / 3, 2 / 3), (1 / 4, 3 / 4)),
    "mid": ((1 / 3, 2 / 3), (1 / 4, 3 / 4)),
    "late": ((2 / 3, 1), (1 / 2, 1), (3 / 4, 1)),
    "end": ((2 / 3, 1), (1 / 2, 1), (3 / 4, 1)),
}
# Days of a week that count as its parts; a month is cut after the 10th and the 20th.
_WEEK: Final = {"beginning": ((0, 3),), "mid": ((2, 4), (1, 5)), "end": ((4, 7), (3, 7))}
_MONTH: Final = {"beginning": ((0, 10), (0, 15)), "mid": ((10, 20), (9, 20)), "end": ((20, 31), (15, 31))}
_MONTHS_OF_THREE: Final = {"beginning": ((0, 1),), "mid": ((1, 2),), "end": ((2, 3),)}
_COARSE: Final = {
    "quarter": ("month", 3, _MONTHS_OF_THREE),
    "season": ("month", 3, _MONTHS_OF_THREE),
    "decade": (
        "year",
        10,
        {"beginning": ((0, 4), (0, 5)), "mid": ((3, 7), (4, 6)), "end": ((6, 10), (5, 10))},
    ),
    "century": (
        "year",
        100,
        {"beginning": ((0, 33), (0, 50)), "mid": ((33, 67), (40, 60)), "end": ((67, 100), (50, 100))},
    ),
}
_SYNONYMS: Final = {"early": "beginning", "late": "end", "middle": "mid"}


def part_of(reading: Interval, which: str) -> list[Interval]:
    """The readings of a part of one interval."""
    start, end = reading.start, reading.end
    if start is None or end is None:
        return []
    late = which == "late"
    which = _SYNONYMS.get(which, which)
    if reading.grain == "day":
        if which == "end":
            halves = [Interval(end - SECOND, end, "second"), Interval(start + DAY / 2, end, "part_of_day")]
            return halves[::-1] if late else halves
        hours = (0, 12) if which == "beginning" else (10, 14)
        return [Interval(start + DAY / 24 * hours[0], start + DAY / 24 * hours[1], "part_of_day")]
    table = _WEEK if reading.grain == "week" else _MONTH if reading.grain == "month" else None
    if table:
        return [
            Interval(start + DAY * low, min(end, start + DAY * high) if high < 31 else end, reading.grain)
            for low, high in table[which]
        ]
    if reading.grain == "year":
        return [
            Interval(shift(start, round(low * 12), "month"), shift(start, round(high * 12), "month"), "year")
            for low, high in _PARTS[which]
        ]
    if reading.grain in _COARSE:
        unit, count, cuts = _COARSE[reading.grain]
        return [
            Interval(
                shift(start, low, unit), shift(start, high, unit), "month" if unit == "month" else "year"
            )
            for low, high in cuts[which]
            if high <= count
        ]
    length = end - start
    cut = [
        Interval(_day(start + length * low), _day(start + length * high), reading.grain)
        for low, high in _PARTS[which]
    ]
    return [each for each in cut if each.start != each.end]


def _day(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def part(found: Found) -> Built:
    """Early May, the end of last year, mid next week."""
    value = found["x"]
    parts = [part_of(reading, found["p"]) for reading in found.readings(value) if reading.grain != "interval"]
    longest = max((len(each) for each in parts), default=0)
    intervals = [each[index] for index in range(longest) for each in parts if index < len(each)]
    if len(parts) > 1:  # of two directions, both readings of the part before the other direction
        intervals = [interval for each in parts for interval in each[:2]]
    if not intervals:
        return None
    grain = intervals[0].grain
    name = {"second": "DT", "part_of_day": "DT"}.get(grain, "PART" + "PERIOD")
    return (name, Fixed(tuple(dict.fromkeys(intervals)), "period"))


def part_of_part(found: Found) -> Built:
    """Late this morning, early this evening."""
    meaning = found["x"]
    if not isinstance(meaning, Timed) or meaning.time.kind != "period":
        return None
    which = "late" if found["p"] == 1 else found["p"]
    return ("DT", Timed(meaning.day, third(meaning.time, which)))


def part_now(found: Found) -> Built:
    """EOM, BOY; end of month."""
    which, unit = found["e"]
    span = period_of(found.env.now, unit, found.env.first_weekday)
    return ("PARTPERIOD", Fixed(tuple(part_of(Interval(*span), which)), "period"))


def end_of_unit(found: Found) -> Built:
    """The end of the month, end of day."""
    unit = unit_of(found)
    if unit in SECONDS or unit == "night" or (unit == "day" and found["i"] is not None):
        return None
    span = period_of(found.env.now, unit, found.env.first_weekday)
    intervals = part_of(Interval(*span), found["p"])
    return ("DT" if unit == "day" else "PARTPERIOD", Fixed(tuple(intervals), "period"))


def so_far(found: Found) -> Built:
    """Earlier this month, this year so far: from its start to now."""
    intervals = []
    for reading in found.readings(found["x"]):
        if reading.start and reading.start < found.env.now:
            intervals.append(Interval(reading.start, found.env.now, reading.grain))
            if reading.start < found.env.today:
                intervals.append(Interval(reading.start, found.env.today, reading.grain))
        intervals += part_of(reading, "beginning")[-1:] if reading.grain != "day" else []
    return ("RANGE", Fixed(tuple(dict.fromkeys(intervals)), "period")) if intervals else None


def rest_of(found: Found) -> Built:
    """Later this week, the rest of the year: from now to its end."""
    intervals = []
    for reading in found.readings(found["x"]):
        if reading.end and reading.end > found.env.now:
            intervals.append(Interval(found.env.now, reading.end, reading.grain))
            intervals.append(Interval(found.env.today, reading.end, reading.grain))
        if found.is_a("r", "LATER"):
            intervals += part_of(reading, "end")[1:2]
        elif reading.end:
            # Calendars that count to the last day, and not through it.
            intervals.append(
                Interval(found.env.today, max(reading.end - DAY, found.env.today), reading.grain)
            )
    intervals = [each for each in intervals if each.start != each.end]
    return ("RANGE", Fixed(tuple(dict.fromkeys(intervals)), "period")) if intervals else None


def all_of(found: Found) -> Built:
    """All week, the whole month."""
    unit = unit_of(found)
    if unit in SECONDS or unit == "night":
        return None
    span = period_of(found.env.now, unit, found.env.first_weekday)
    shorter = [Interval(span.start, span.end - DAY, span.grain)] if unit == "week" else []
    return ("PERIOD", Fixed((Interval(*span), *shorter), "period"))


def halves(found: Found) -> Built:
    """The first half of May, the second quarter of 2020."""
    number = number_of(found["o"]) if not found.is_a("o", "LAST") else -1
    parts = 2 if found.is_a("h", "HALF") else 4
    if number == -1:
        number = parts
    intervals = []
    for reading in found.readings(found["x"]):
        if reading.start is None or reading.end is None or number > parts:
            continue
        if reading.grain == "year":
            months = 12 // parts
            start = shift(reading.start, (number - 1) * months, "month")
            intervals.append(Interval(start, shift(start, months, "month"), "quarter"))
        else:
            length = (reading.end - reading.start) / parts
            low, high = reading.start + length * (number - 1), reading.start + length * number
            intervals.append(
                Interval(_day(low), _day(high + DAY / 2) if number < parts else reading.end, "interval")
            )
    return ("PERIOD", Fixed(tuple(intervals), "period")) if intervals else None


def weeks_in(reading: Interval, number: int, count: int, first_weekday: int) -> list[Interval]:
    """The nth week of a period (from its end if negative): weeks that lie mostly in it, then whole ones."""
    if reading.start is None or reading.end is None:
        return []
    found = []
    if number > 0:
        start = first_week(reading.start, first_weekday) + 7 * DAY * (number - 1)
        found.append(Interval(start, start + 7 * DAY * count, "week"))
        whole = week_of(reading.start + 6 * DAY, first_weekday).start + 7 * DAY * (number - 1)
        found.append(Interval(whole, whole + 7 * DAY * count, "week"))
        plain = reading.start + 7 * DAY * (number - 1)
        found.append(Interval(plain, plain + 7 * DAY * count, "week"))
    else:
        after = first_week(reading.end, first_weekday)
        start = after + 7 * DAY * number
        found.append(Interval(start, start + 7 * DAY * count, "week"))
        end = reading.end + 7 * DAY * (number + 1)
        found.append(Interval(end - 7 * DAY * count, end, "week"))
    return list(dict.fromkeys(found))


def nth_in(reading: Interval, number: int, unit: str, count: int, first_weekday: int) -> list[Interval]:
    """The nth day, week or month of a period; `count` of them."""
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
        return [Interval(first, first + 2 * DAY, "weekend")]
    if number > 0:
        start = shift(reading.start, number - 1, unit)
        end = shift(start, count, unit)
    else:
        end = shift(reading.end, number + 1, unit)
        start = shift(end, -count, unit)
    return [Interval(start, end, GRAINS[unit])] if reading.start <= start and end <= reading.end else []


def nth_unit(found: Found) -> Built:
    """The second week of May, the last day of last month, the first two weeks of 2021."""
    number = -1 if found.is_a("o", "LASTX") else number_of(found["o"])
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
        for interval in nth_in(reading, number, unit, count, found.env.first_weekday)[
            : 3 if count == 1 else 2
        ]
    ]
    if not intervals:
        return None
    return (
        "DATE" if unit == "day" and count == 1 else "PERIOD",
        Fixed(tuple(intervals), "day" if unit == "day" else "period"),
    )


def nth_weekday_in(found: Found) -> Built:
    """The first Monday of June, the last Friday of next month."""
    number = -1 if found.is_a("o", "LASTX") else number_of(found["o"])
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
            intervals.append(Interval(*days[number - 1 if number > 0 else number]))
    return timed("DATE", Fixed(tuple(intervals), "day"), found["t"]) if intervals else None


def timed(name: str, day: Fixed | Recurring, time: Daily | None) -> Built:
    """The day, at a time of day if there is one."""
    return ("DT", Timed(day, time)) if time else (name, day)


def nth_weekday_now(found: Found) -> Built:
    """The second Sunday: of this month."""
    day = nth_weekday(found.env.now.year, found.env.now.month, found["w"].key, number_of(found["o"]))
    return ("DATE", one_day(day))


def numbered_week(found: Found) -> Built:
    """Week 31, week 3 of 2027, as ISO 8601 counts them."""
    number = found["n"].value
    if not 1 <= number <= 53:
        return None
    years = (
        [reading.start.year for reading in found.readings(found["x"]) if reading.start]
        if found["x"]
        else None
    )
    starts = []
    for year in years or [found.env.now.year]:
        start = first_week(found.env.today.replace(year=year, month=1, day=1), found.env.first_weekday)
        starts.append(start + 7 * DAY * (number - 1))
    return ("WEEKX", Fixed(tuple(Interval(start, start + 7 * DAY, "week") for start in starts), "period"))


def period_with(found: Found) -> Built:
    """The week of 3 May, the month of Easter, the weekend of Halloween, Labor Day weekend."""
    return _period_with(found, unit_of(found), both=found["s"] is not None)


def _period_with(found: Found, unit: str, both: bool) -> Built:
    if unit in SECONDS or unit in ("day", "night"):
        return None
    intervals = []
    for reading in found.readings(found["x"]):
        if reading.start is None or reading.end is None:
            continue
        if unit == "weekend":
            intervals.append(long_weekend(reading.start))
        else:
            intervals.append(Interval(*period_of(reading.start, unit, found.env.first_weekday)))
    if both and intervals:
        intervals += [
            Interval(reading.start, shift(reading.start, 1, unit), "interval")
            for reading in found.readings(found["x"])[:2]
            if reading.start
        ]
    return ("PERIOD", Fixed(tuple(dict.fromkeys(intervals)), "period")) if intervals else None


def long_weekend(day: datetime) -> Interval:
    """The weekend that a day belongs to or touches, the day and what lies between included."""
    saturday = day + timedelta(days=(5 - day.weekday() + 3) % 7 - 3)
    if day.weekday() == 3:
        saturday = day + 2 * DAY
    return Interval(min(day, saturday), max(day + DAY, saturday + 2 * DAY), "weekend")


def season_now(found: Found) -> Built:
    """The summer, in winter."""
    return ("SEASONX", season_of(found))


def combined(found: Found) -> Built:
    """Friday next week, June of last year, the 20th of next month, Christmas of 2010."""
    meaning = intersect(found["a"], found["b"])
    if meaning is None:
        return None
    return (class_of(meaning), meaning)


def class_of(meaning: Meaning) -> str:
    """The class of a composed meaning."""
    if isinstance(meaning, (Timed, Daily)):
        return "DT"
    return {"day": "DATE", "month": "MONY"}.get(grain_of(meaning), "PERIOD")


def early_in_day(found: Found) -> Built:
    """Early in the day on Wednesday."""
    intervals = [each for reading in found.readings(found["x"]) for each in part_of(reading, found["p"])]
    return ("DT", Fixed(tuple(intervals), "period")) if intervals else None


def rest_of_unit(found: Found) -> Built:
    """Rest of week."""
    unit = unit_of(found)
    span = period_of(found.env.now, unit, found.env.first_weekday)
    ends = [
        Interval(found.env.now, span.end, span.grain),
        Interval(found.env.today, span.end, span.grain),
        Interval(found.env.today, max(span.end - DAY, found.env.today), span.grain),
    ]
    return ("RANGE", Fixed(tuple(each for each in ends if each.start != each.end), "period"))


def week_with(found: Found) -> Built:
    """Week commencing 4 February."""
    return _period_with(found, "week", both=True)


def period_with_bare(found: Found) -> Built:
    """Labor Day weekend."""
    return _period_with(found, unit_of(found), both=False)


def holiday_weekend(found: Found) -> Built:
    """Halloween weekend 2021."""
    value = found["x"]
    if not isinstance(value, Recurring):
        return None
    year = found["y"].value
    span = next((each for each in value.instances(*year_of(year)[:2]) if each.start.year == year), None)
    return ("PERIOD", Fixed((long_weekend(span.start),), "period")) if span else None


def later_in_day(found: Found) -> Built:
    """Later in the day, later today: its second half."""
    start = found.env.today
    intervals = (
        Interval(start + DAY / 2, start + DAY, "part_of_day"),
        Interval(found.env.now, start + DAY, "part_of_day"),
    )
    return ("DT", Fixed(intervals, "period"))


_PERIOD = "x:(PERX|THEUNIT|THEDAY|PARTPERIOD)"
_PARTWORD = "p:(EARLY|MID|LATE|BEGIN|END)"
_WITHIN = "(OF|IN|FROM|ON|COMMA|DASH|DURING)?"

FIRST = [
    rule("x:(HOL|DATE) u:UWKND y:I4Y", holiday_weekend),
    rule("x:(HOL|DATE) u:UWKND", period_with_bare),
    rule("THE? UCAL n:NUM ((OF|IN|COMMA) THE?)? x:(YEAR|PERIOD)", numbered_week),
    rule("THE? UCAL n:NUM (?!UNIT|AMPM|COMMA DASH)", numbered_week),
    rule("IN? THE (SEP)? s:SEASON (?! OF)", season_now),
    rule("(?<=SEASONPREP) s:SEASON", season_now),
    rule("(?<=PARTWORD) (OF|DASH)? THE? s:SEASON", season_now),
]
RULES = [
    rule(
        "THE? o:(ORDX|LASTX) h:(HALF|QUARTER) (OF|IN)? x:(YEAR|PERIOD|MONY|MONTH|THEUNIT|DECADE|SEASONX)",
        halves,
    ),
    rule("x:(YEAR|PERIOD) COMMA? THE? o:ORDX h:(HALF|QUARTER)", halves),
    rule(f"THE? o:(ORDX|LASTX) l:LAST? d:DUR (OF|IN) {_PERIOD}", nth_unit),
    rule(f"THE? o:(ORDX|LASTX) l:LAST? u:(BIGUNIT) (OF|IN)? THE? AROUND? {_PERIOD}", nth_unit),
    rule(f"THE? o:(ORDX|LASTX) l:LAST? w:WDAY t:(PART|CLK|CLKR)? (OF|IN)? THE? {_PERIOD}", nth_weekday_in),
    rule("THE? o:ORDX l:LAST? w:WDAY", nth_weekday_now),
    rule(f"(AT)? THE? p:(EARLY|MID|LATE) ((OF|IN|DASH) (THE|MY)?|THE)? AROUND? {_PERIOD}", part),
    rule(f"(AT)? THE? p:(BEGIN|STARTN|END) OF (THE|MY)? AROUND? {_PERIOD}", part),
    rule("p:END x:(MONTH|MONY|YEAR|PERIOD)", part),
    rule("THE? p:(BEGIN|STARTN|END|MID) OF THE? x:(RELDAY|WDAY|DATE|HOL)", part),
    rule("THE? p:(EARLY|MID|LATE) ON? x:(RELDAY|WDAY|DATE|HOL) (?!POD|PART|UNIGHT)", part),
    rule("THE? p:(EARLY|MID|LATE|LATER) DASH? x:DT", part_of_part),
    rule("(AT)? THE? e:EOX", part_now),
    rule("THE? p:(BEGIN|STARTN|MID|END) OF u:UNIT", end_of_unit),
    rule("(?<!THE) p:END OF? u:(UDAY|UCAL) (?=P|COMMA|X)", end_of_unit),
    rule("EARLIER (IN|ON)? THE? x:(PERX|THEUNIT|THEDAY|RELDAY)", so_far),
    rule("x:(PERX|RELDAY) SOFAR", so_far),
    rule("THE? r:(REST|LATER) (OF|IN)? (THE|MY)? x:(PERX|THEUNIT|THEDAY|RELDAY)", rest_of),
    rule("(THE|MY)? REST OF? (THE|MY)? u:UCAL", rest_of_unit),
    rule("THE? ALL (OF)? (THIS|THE|MY)? u:(UCAL|UDAY|UWKND)", all_of),
    rule("THE? u:(UCAL|UWKND|QUARTER) (s:STARTING|BEGIN ON?|OF) THE? x:(DAYX|RELDAY|WDOM)", period_with),
    rule("WEEKOF x:(DATE|SL2|DOMX|WDAY)", week_with),
    rule("p:(EARLY|LATE|MID) IN THEDAY ON? x:(DATE|WDAY|RELDAY)", early_in_day),
    rule("p:MID x:RELDAY", early_in_day),
    rule("LATER (IN|ON)? x:(THEDAY|RELDAY)", later_in_day),
]
COMBINE = [
    rule(
        f"a:(WDAY|WDOM|DOMX|HOL|DATE|SL2) {_WITHIN} THE? b:(PERIOD|WEEKX|YEAR|MONY|THEUNIT|PARTPERIOD|MONTH)",
        combined,
    ),
    rule("b:(PERIOD|WEEKX|THEUNIT) (ON|COMMA|DASH|IN|FROM)? THE? a:(WDAY|DOMX)", combined),
    rule("a:(MONTH|QTR|SEASONX) (OF|IN|COMMA)? THE? b:(PERIOD|YEAR|THEUNIT)", combined),
    rule("b:PERIOD COMMA? a:(QTR|MONTH)", combined),
]
