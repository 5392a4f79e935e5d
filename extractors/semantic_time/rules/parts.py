"""Parts of periods: "early May", "late last year", "the rest of the week", "the first half of 2019"."""

from datetime import datetime, timedelta
from typing import Final

from chronomem.extractors.semantic_time.meanings import (
    Fixed,
    Timed,
)
from chronomem.extractors.semantic_time.patterns import Built, PatternMatch, rule
from chronomem.extractors.semantic_time.periods import (
    DAY,
    SECONDS,
    LocalInterval,
    period_of,
    shift,
)
from chronomem.extractors.semantic_time.rules.clock import third
from chronomem.extractors.semantic_time.rules.dates import number_of
from chronomem.extractors.semantic_time.rules.durations import unit_of
from chronomem.extractors.semantic_time.spans import Grain

SECOND: Final = timedelta(seconds=1)


# The parts of a period as fractions of it: thirds first, then halves.
_PARTS: Final = {
    "beginning": ((0, 1 / 3), (0, 1 / 2), (0, 1 / 4)),
    "early": ((0, 1 / 3), (0, 1 / 2), (0, 1 / 4)),
    "middle": ((1 / 3, 2 / 3), (1 / 4, 3 / 4)),
    "mid": ((1 / 3, 2 / 3), (1 / 4, 3 / 4)),
    "late": ((2 / 3, 1), (1 / 2, 1), (3 / 4, 1)),
    "end": ((2 / 3, 1), (1 / 2, 1), (3 / 4, 1)),
}


# The days of a week that count as its parts; a month is divided after the 10th and the 20th.
_WEEK: Final = {"beginning": ((0, 3),), "mid": ((2, 4), (1, 5)), "end": ((4, 7), (3, 7))}
_MONTH: Final = {"beginning": ((0, 10), (0, 15)), "mid": ((10, 20), (9, 20)), "end": ((20, 31), (15, 31))}


_MONTHS_OF_THREE: Final[dict[str, tuple[tuple[int, int], ...]]] = {
    "beginning": ((0, 1),),
    "mid": ((1, 2),),
    "end": ((2, 3),),
}
_COARSE: Final[dict[Grain, tuple[str, int, dict[str, tuple[tuple[int, int], ...]]]]] = {
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


def part_of(reading: LocalInterval, which: str) -> list[LocalInterval]:
    """Return the readings of a part of one interval."""
    start, end = reading.start, reading.end
    if start is None or end is None:
        return []
    late = which == "late"
    which = _SYNONYMS.get(which, which)
    if reading.grain == "day":
        if which == "end":
            halves = [LocalInterval(end - SECOND, end, "second"), LocalInterval(start + DAY / 2, end, "part_of_day")]
            return halves[::-1] if late else halves
        hours = (0, 12) if which == "beginning" else (10, 14)
        return [LocalInterval(start + DAY / 24 * hours[0], start + DAY / 24 * hours[1], "part_of_day")]
    table = _WEEK if reading.grain == "week" else _MONTH if reading.grain == "month" else None
    if table:
        return [
            LocalInterval(start + DAY * low, min(end, start + DAY * high) if high < 31 else end, reading.grain)
            for low, high in table[which]
        ]
    if reading.grain == "year":
        return [
            LocalInterval(shift(start, round(low * 12), "month"), shift(start, round(high * 12), "month"), "year")
            for low, high in _PARTS[which]
        ]
    if reading.grain in _COARSE:
        unit, count, cuts = _COARSE[reading.grain]
        return [
            LocalInterval(shift(start, low, unit), shift(start, high, unit), "month" if unit == "month" else "year")
            for low, high in cuts[which]
            if high <= count
        ]
    length = end - start
    cut = [
        LocalInterval(_day(start + length * low), _day(start + length * high), reading.grain)
        for low, high in _PARTS[which]
    ]
    return [each for each in cut if each.start != each.end]


def _day(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def part(found: PatternMatch) -> Built:
    """Early May, the end of last year, mid next week."""
    value = found["x"]
    parts = [part_of(reading, found["p"]) for reading in found.readings(value) if reading.grain != "interval"]
    longest = max((len(each) for each in parts), default=0)
    intervals = [each[index] for index in range(longest) for each in parts if index < len(each)]
    if len(parts) > 1:  # with two directions, both readings of the part come before the other direction
        intervals = [interval for each in parts for interval in each[:2]]
    if not intervals:
        return None
    grain = intervals[0].grain
    name = {"second": "DT", "part_of_day": "DT"}.get(grain, "PART" + "PERIOD")
    return (name, Fixed(tuple(dict.fromkeys(intervals)), "period"))


def part_of_part(found: PatternMatch) -> Built:
    """Late this morning, early this evening."""
    meaning = found["x"]
    if not isinstance(meaning, Timed) or meaning.time.kind != "period":
        return None
    which = "late" if found["p"] == 1 else found["p"]
    return ("DT", Timed(meaning.day, third(meaning.time, which)))


def part_now(found: PatternMatch) -> Built:
    """EOM, BOY; end of month."""
    which, unit = found["e"]
    span = period_of(found.env.now, unit, found.env.first_weekday)
    return ("PARTPERIOD", Fixed(tuple(part_of(LocalInterval(*span), which)), "period"))


def end_of_day(found: PatternMatch) -> Built:
    """EOD tomorrow."""
    which, unit = found["e"]
    if unit != "day":
        return None
    intervals = [each for reading in found.readings(found["x"]) for each in part_of(reading, which)]
    return ("DT", Fixed(tuple(intervals), "period")) if intervals else None


def end_of_unit(found: PatternMatch) -> Built:
    """The end of the month, end of day."""
    unit = unit_of(found)
    if unit in SECONDS or unit == "night" or (unit == "day" and found["i"] is not None):
        return None
    span = period_of(found.env.now, unit, found.env.first_weekday)
    intervals = part_of(LocalInterval(*span), found["p"])
    return ("DT" if unit == "day" else "PARTPERIOD", Fixed(tuple(intervals), "period"))


def so_far(found: PatternMatch) -> Built:
    """Earlier this month, this year so far: from its start to now."""
    intervals = []
    for reading in found.readings(found["x"]):
        if reading.start and reading.end and reading.start < found.env.now < reading.end:
            intervals.append(LocalInterval(reading.start, found.env.now, reading.grain))
            if reading.start < found.env.today:
                intervals.append(LocalInterval(reading.start, found.env.today, reading.grain))
        intervals += part_of(reading, "beginning")[-1:] if reading.grain != "day" else []
    return ("RANGE", Fixed(tuple(dict.fromkeys(intervals)), "period")) if intervals else None


def rest_of(found: PatternMatch) -> Built:
    """Later this week, the rest of the year: from now to its end."""
    intervals = []
    for reading in found.readings(found["x"]):
        if reading.end and reading.end > found.env.now:
            intervals.append(LocalInterval(found.env.now, reading.end, reading.grain))
            intervals.append(LocalInterval(found.env.today, reading.end, reading.grain))
        if found.is_a("r", "LATER"):
            intervals += part_of(reading, "end")[1:2]
        elif reading.end:
            # Some calendars count up to the last day, and not through it.
            intervals.append(LocalInterval(found.env.today, max(reading.end - DAY, found.env.today), reading.grain))
    intervals = [each for each in intervals if each.start != each.end]
    return ("RANGE", Fixed(tuple(dict.fromkeys(intervals)), "period")) if intervals else None


def all_of(found: PatternMatch) -> Built:
    """All week, the whole month."""
    unit = unit_of(found)
    if unit in SECONDS or unit == "night":
        return None
    span = period_of(found.env.now, unit, found.env.first_weekday)
    shorter = [LocalInterval(span.start, span.end - DAY, span.grain)] if unit == "week" else []
    return ("PERIOD", Fixed((LocalInterval(*span), *shorter), "period"))


def halves(found: PatternMatch) -> Built:
    """The first half of May, the second quarter of 2020."""
    number = -1 if found.is_a("o", "LAST") or found.is_a("o", "FINAL") else number_of(found["o"])
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
            intervals.append(LocalInterval(start, shift(start, months, "month"), "quarter"))
        else:
            length = (reading.end - reading.start) / parts
            low, high = reading.start + length * (number - 1), reading.start + length * number
            intervals.append(
                LocalInterval(_day(low), _day(high + DAY / 2) if number < parts else reading.end, "interval")
            )
    return ("PERIOD", Fixed(tuple(intervals), "period")) if intervals else None


def early_in_day(found: PatternMatch) -> Built:
    """Early in the day on Wednesday."""
    intervals = [each for reading in found.readings(found["x"]) for each in part_of(reading, found["p"])]
    return ("DT", Fixed(tuple(intervals), "period")) if intervals else None


def rest_of_unit(found: PatternMatch) -> Built:
    """Rest of week."""
    unit = unit_of(found)
    span = period_of(found.env.now, unit, found.env.first_weekday)
    ends = [
        LocalInterval(found.env.now, span.end, span.grain),
        LocalInterval(found.env.today, span.end, span.grain),
        LocalInterval(found.env.today, max(span.end - DAY, found.env.today), span.grain),
    ]
    return ("RANGE", Fixed(tuple(each for each in ends if each.start != each.end), "period"))


def later_in_day(found: PatternMatch) -> Built:
    """Later in the day, later today: its second half."""
    start = found.env.today
    intervals = (
        LocalInterval(start + DAY / 2, start + DAY, "part_of_day"),
        LocalInterval(found.env.now, start + DAY, "part_of_day"),
    )
    return ("DT", Fixed(intervals, "period"))


_PERIOD = "x:(PERX|THEUNIT|THEDAY|PARTPERIOD)"
_WITHIN = "(OF|IN|FROM|ON|COMMA|DASH|DURING)?"

RULES = [
    rule("u:UCAL DASH? p:END x:YEAR", part),
    rule("u:UCAL DASH p:END", end_of_unit),
    rule("e:EOX ON? x:(RELDAY|WDAY|DATE)", end_of_day),
    rule(
        "THE? o:(ORDX|LASTX|FINAL) h:(HALF|QUARTER) (OF|IN)? THE? x:(YEAR|PERIOD|MONY|MONTH|THEUNIT|DECADE|SEASONX)",
        halves,
    ),
    rule("x:(YEAR|PERIOD) COMMA? THE? o:ORDX h:(HALF|QUARTER)", halves),
    rule(f"(AT)? THE? p:(EARLY|MID|LATE) ((OF|IN|DASH) (THE|MY)?|THE)? AROUND? {_PERIOD}", part),
    rule(f"(AT)? THE? p:(BEGIN|STARTN|END) OF (THE|MY)? AROUND? {_PERIOD}", part),
    rule("p:END x:(MONTH|MONY|YEAR|PERIOD)", part),
    rule("THE? p:(BEGIN|STARTN|END|MID) OF THE? x:(RELDAY|WDAY|DATE|HOL)", part),
    rule("THE? p:(EARLY|MID|LATE) ON? x:(RELDAY|WDAY|DATE|HOL) (?!POD|PART|UNIGHT)", part),
    rule("THE? p:(EARLY|MID|LATE|LATER) DASH? x:DT", part_of_part),
    rule("(AT)? THE? e:EOX", part_now),
    rule("THE? p:(BEGIN|STARTN|MID|END) OF u:UNIT", end_of_unit),
    rule("(?<!THE) p:END OF? u:(UDAY|UCAL) (?=P|COMMA|X)", end_of_unit),
    rule("EARLIER (IN|ON)? THE? x:(PERX|THEUNIT|THEDAY|RELDAY|DT)", so_far),
    rule("x:(PERX|RELDAY) SOFAR", so_far),
    rule("THE? r:(REST|LATER) (OF|IN)? (THE|MY)? x:(PERX|THEUNIT|THEDAY|RELDAY)", rest_of),
    rule("(THE|MY)? REST OF? (THE|MY)? u:UCAL", rest_of_unit),
    rule("THE? ALL (OF)? (THIS|THE|MY)? u:(UCAL|UDAY|UWKND) (?! ON? (RELDAY|WDAY|DATE))", all_of),
    rule("p:(EARLY|LATE|MID) IN THEDAY ON? x:(DATE|WDAY|RELDAY)", early_in_day),
    rule("p:MID x:RELDAY", early_in_day),
    rule("LATER (IN|ON)? x:(THEDAY|RELDAY)", later_in_day),
]
