"""Days with times of day: "3 pm tomorrow", "Friday morning", "Monday 12-4"."""

from chronomem.extractors.semantic_time.meanings import (
    Daily,
    Fixed,
    Recurring,
    Timed,
    intersect,
)
from chronomem.extractors.semantic_time.numbers import Number
from chronomem.extractors.semantic_time.patterns import Built, PatternMatch, rule
from chronomem.extractors.semantic_time.periods import DAY
from chronomem.extractors.semantic_time.recurrences import month_day
from chronomem.extractors.semantic_time.rules import clock
from chronomem.extractors.semantic_time.rules.inside import class_of


def at_time_on(found: PatternMatch) -> Built:
    """3 pm tomorrow, Friday morning, the 15th at 8:00."""
    day, time = found["d"], found["t"]
    if isinstance(time, Number):
        hours = clock.hour(time.value)
        if hours is None:
            return None
        time = hours
    if isinstance(day, Timed):
        if day.time.kind != "period":
            return None
        return ("DT", Timed(day.day, clock.in_part(time, part_name(day.time)))) if time.kind != "period" else None
    if isinstance(day, Fixed) and day.readings[0].grain != "day":
        return None
    meaning = intersect(day, time)
    return ("DT", meaning) if meaning else None


def part_name(time: Daily) -> str:
    """Return the part of the day that an interval of hours covers."""
    start = time.times[0][0] // 3600
    return "morning" if start < 12 else "night" if start >= 18 else "afternoon"


def part_and_clock(found: PatternMatch) -> Built:
    """Tomorrow morning at 7, tonight around 7, tonight from 7 to 7:30."""
    day, time = found["d"], found["t"]
    if isinstance(time, Number):
        hours = clock.hour(time.value)
        if hours is None:
            return None
        time = hours
    if not isinstance(day, Timed) or day.time.kind != "period" or time.kind == "period":
        return None
    part = part_name(day.time)
    narrowed = in_part_of(time, part)
    if part == "night" and time.kind == "instant" and time.times[0][0] < 5 * 3600:
        start, end = time.times[0]
        narrowed = Daily(((start + clock.DAY_SECONDS, end + clock.DAY_SECONDS), (start, end)), time.grain)
    return ("DT", Timed(day.day, narrowed))


def in_part_of(time: Daily, part: str) -> Daily:
    """Return the reading of a time or range of times that starts in a part of the day."""
    if time.kind != "range":
        return clock.in_part(time, part)
    late = part != "morning"
    fitting = [times for times in time.times if (times[0] % clock.DAY_SECONDS >= clock.NOON) == late]
    return Daily(tuple(fitting) or time.times, time.grain, "range")


def pair_on(found: PatternMatch) -> Built:
    """Monday 12-4, from 10-4 on Tuesday."""
    time = clock.pair_times(found["t"], None)
    if time is None:
        return None
    day = found["d"]
    if isinstance(day, Timed):
        return ("DT", Timed(day.day, in_part_of(time, part_name(day.time)))) if day.time.kind == "period" else None
    if isinstance(day, Fixed) and day.readings[0].grain != "day":
        return None
    meaning = intersect(day, time)
    return ("DT", meaning) if meaning else None


def hours_on(found: PatternMatch) -> Built:
    """From 5 to 6 on Friday, Monday 8 to 9, between 10 and 11:30 on 1/1/2015."""
    start, end = clock.clock_of(found, "a"), clock.clock_of(found, "b")
    if start is None or end is None:
        return None
    time = clock.between(start, end)
    day = found["d"]
    if time is None:
        return None
    if isinstance(day, Timed):
        return ("DT", Timed(day.day, in_part_of(time, part_name(day.time)))) if day.time.kind == "period" else None
    meaning = intersect(day, time)
    return ("DT", meaning) if meaning else None


def dotted_date(found: PatternMatch) -> Built:
    """On 4.22, Friday 7-6: two numbers that a neighbouring word marks as a date."""
    first, second = found["p"]
    order = (second, first) if found.env.settings.day_first else (first, second)
    for month, day in (order, order[::-1]):
        if month.value <= 12:
            try:
                return ("DATE", month_day(month.value, day.value))
            except ValueError:
                continue
    return None


def dashed_date(found: PatternMatch) -> Built:
    """Friday 7-6: a date if that date is such a weekday, else hours."""
    built = dotted_date(found)
    if built is None:
        return None
    near = found.env.today - 100 * DAY, found.env.today + 100 * DAY
    days = [each.start for each in found.readings(built[1]) if each.start and near[0] < each.start < near[1]]
    return built if any(day.weekday() == found["w"].key for day in days) else None


def dotted_time(found: PatternMatch) -> Built:
    """Monday at 2.30."""
    time = clock.clock_of(found, "p")
    meaning = intersect(found["d"], time) if time else None
    return ("DT", meaning) if meaning else None


def clock_half_day(found: PatternMatch) -> Built:
    """AM or PM without a number before it."""
    return clock.half_day(found)


def as_date(found: PatternMatch) -> Built:
    """This Friday, the 23rd: weekday and date agree, which determines the year if no verb does."""
    day, weekday = found["d"], found["w"]
    if isinstance(day, Recurring) and isinstance(weekday, Recurring) and found.past_first is None:
        choices = sorted(found.readings(day), key=lambda one: one.start is None or one.start.weekday() != weekday.key)
        return (class_of(day), Fixed(tuple(choices), "day"))
    return (class_of(day), day)


_DAY = "d:(DATE|WDAY|RELDAY|DOMX|HOL|SL2|WDOM)"
_LINK = "(COMMA|AT|ON|FOR|AROUND|DASH|IN THE?|OF|FROM)?"
_TIME = "t:(CLK|CLKT|CLKA|CLKW|CLKR)"

DATES = [
    rule("(w:WDAY|RELDAY) (COMMA|DASH)? LPAR? (THE)? d:(DATE|SL2) RPAR?", as_date),
    rule("d:(DATE) COMMA? (LPAR w:WDAY RPAR)", as_date),
    rule("(?<=ONIN) p:(DA2|DO2) (?!UNIT)", dotted_date),
    rule("WDAY p:DO2", dotted_date),
    rule("WDAY COMMA p:DO2 (?!X)", dotted_date),
    rule("w:WDAY COMMA? p:DA2 (?!AMPM)", dashed_date),
    rule("(?<=PREP) d:SLW (?!OF|UNIT|A)", as_date),
    rule("d:SLW (?=AT|CLK|CLKT)", as_date),
]
HOURS = [
    rule(
        "(AT|FROM|BETWEEN)? a:(HOUR|CLOCK|DO2) (TOX|AND) b:(HOUR|CLOCK|DO2) (OF|ON|COMMA)? d:(DAYTIME)",
        hours_on,
    ),
    rule(
        "d:(DAYTIME) (COMMA|AT)? (FROM|BETWEEN|AT) a:(HOUR|CLOCK|DO2) (TOX|AND) b:(HOUR|CLOCK|DO2)",
        hours_on,
    ),
    rule(
        "d:(DAYTIME) (COMMA|AT)? a:(HOUR|CLOCK|DO2) TOX b:(HOUR|CLOCK|DO2) (?!OF? MONTH)",
        hours_on,
    ),
]
TIMES = [
    rule("a:AMPM", clock_half_day),
    rule("(IN|AT|DURING|FOR)? (THE|MY)? p:POD", clock.plain_part),
    rule("(?<=DAYX) p:UNIGHT", clock.plain_part),
    rule(f"{_DAY} {_LINK} (IN|AT)? THE? t:PART", at_time_on),
    rule("(IN THE?)? t:PART (ON|OF|COMMA|IN)? THE? d:(DATE|WDAY|RELDAY|DOMX|HOL|SL2|WDOM|THEDAY)", at_time_on),
    rule(f"d:DT {_LINK} (FROM|BETWEEN|AT)? t:CLKR", part_and_clock),
    rule(f"d:DT {_LINK} AT? AROUND? {_TIME}", part_and_clock),
    rule("d:DT (AT|AROUND|COMMA) AROUND? t:HOUR", part_and_clock),
    rule(f"(AT|FROM)? {_TIME} {_LINK} d:DT", part_and_clock),
    rule("t:HOUR COMMA d:DT", part_and_clock),
    rule("d:DT AT AROUND? t:CLKA", part_and_clock),
    rule("d:(DAYNAME|DT) (COMMA|AT)? (FROM|BETWEEN|AT)? t:DA2", pair_on),
    rule("(FROM|BETWEEN|AT)? t:DA2 ON? d:(DAYNAME|DT)", pair_on),
    rule(f"{_DAY} {_LINK} AT? AROUND? {_TIME}", at_time_on),
    rule(f"AT? {_TIME} {_LINK} THE? {_DAY}", at_time_on),
    rule(f"{_DAY} COMMA? (AT|AROUND) AROUND? t:HOUR", at_time_on),
    rule("(AT)? t:HOUR ON THE? d:(DATE|WDAY|DOMX|HOL|SL2|WDOM)", at_time_on),
    rule("t:I24 d:RELDAY", at_time_on),
    rule("(AT)? t:I12 d:DT (?!X)", part_and_clock),
    rule(f"{_DAY} AT p:DO2", dotted_time),
    rule("AT? p:DO2 (ON)? d:(RELDAY|WDAY)", dotted_time),
]
