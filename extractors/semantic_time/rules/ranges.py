"""Days with times of day, ranges, open ends, and lengths from a start."""

from datetime import datetime

from chronomem.extractors.semantic_time.meanings import (
    FINE,
    Daily,
    Fixed,
    Meaning,
    Recurring,
    Timed,
    distinct,
    first_within,
    grain_of,
    intersect,
    max_shift,
    nearby,
)
from chronomem.extractors.semantic_time.numbers import Number
from chronomem.extractors.semantic_time.patterns import Built, Found, rule
from chronomem.extractors.semantic_time.periods import DAY, Interval, add_months, month_of
from chronomem.extractors.semantic_time.recurrences import month_day
from chronomem.extractors.semantic_time.rules import clock
from chronomem.extractors.semantic_time.rules.dates import number_of, years
from chronomem.extractors.semantic_time.rules.parts import class_of


def at_time_on(found: Found) -> Built:
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
        return (
            ("DT", Timed(day.day, clock.in_part(time, part_name(day.time))))
            if time.kind != "period"
            else None
        )
    if isinstance(day, Fixed) and day.readings[0].grain != "day":
        return None
    meaning = intersect(day, time)
    return ("DT", meaning) if meaning else None


def part_name(time: Daily) -> str:
    """The part of the day that an interval of hours is."""
    start = time.times[0][0] // 3600
    return "morning" if start < 12 else "night" if start >= 18 else "afternoon"


def part_and_clock(found: Found) -> Built:
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
    """The reading of a time or range of times that starts in a part of the day."""
    if time.kind != "range":
        return clock.in_part(time, part)
    late = part != "morning"
    fitting = [times for times in time.times if (times[0] % clock.DAY_SECONDS >= clock.NOON) == late]
    return Daily(tuple(fitting) or time.times, time.grain, "range")


def clock_and_part_on(found: Found) -> Built:
    """7:00 on Sunday afternoon: the time first, then a day with its part."""
    return part_and_clock(found)


def pair_on(found: Found) -> Built:
    """Monday 12-4, from 10-4 on Tuesday."""
    time = clock.pair_times(found["t"], None)
    if time is None:
        return None
    day = found["d"]
    if isinstance(day, Timed):
        return (
            ("DT", Timed(day.day, in_part_of(time, part_name(day.time))))
            if day.time.kind == "period"
            else None
        )
    if isinstance(day, Fixed) and day.readings[0].grain != "day":
        return None
    meaning = intersect(day, time)
    return ("DT", meaning) if meaning else None


def hours_on(found: Found) -> Built:
    """From 5 to 6 on Friday, Monday 8 to 9, between 10 and 11:30 on 1/1/2015."""
    start, end = clock.clock_of(found, "a"), clock.clock_of(found, "b")
    if start is None or end is None:
        return None
    time = clock.between(start, end)
    day = found["d"]
    if isinstance(day, Timed):
        return (
            ("DT", Timed(day.day, in_part_of(time, part_name(day.time))))
            if day.time.kind == "period"
            else None
        )
    meaning = intersect(day, time)
    return ("DT", meaning) if meaning else None


def dotted_date(found: Found) -> Built:
    """On 4.22, Friday 7-6: two numbers that a word makes a date."""
    first, second = found["p"]
    order = (second, first) if found.env.settings.day_first else (first, second)
    for month, day in (order, order[::-1]):
        if month.value <= 12:
            try:
                return ("DATE", month_day(month.value, day.value))
            except ValueError:
                continue
    return None


def dashed_date(found: Found) -> Built:
    """Friday 7-6: a date if it falls on such a day, else hours."""
    built = dotted_date(found)
    if built is None:
        return None
    near = found.env.today - 100 * DAY, found.env.today + 100 * DAY
    days = [each.start for each in found.readings(built[1]) if each.start and near[0] < each.start < near[1]]
    return built if any(day.weekday() == found["w"].key for day in days) else None


def dotted_time(found: Found) -> Built:
    """Monday at 2.30."""
    time = clock.clock_of(found, "p")
    meaning = intersect(found["d"], time) if time else None
    return ("DT", meaning) if meaning else None


def days_of_month(found: Found) -> Built:
    """From 4 to 22 January 1995, 4-23 next month, November 19-20, the ninth to the seventeenth of April."""
    pair = found["p"] if "p" in found.match.re.groupindex else None
    first, last = pair or (found["a"], found["b"])
    low, high = number_of(first), number_of(last)
    intervals = []
    for month in months(found):
        if month.start is None:
            continue
        start, end = month.start, month.start
        if low <= high:
            start, end = start.replace(day=low), end.replace(day=high)
        elif found.match.start("m") == found.match.start():  # "27 April to the 3rd"
            start, end = start.replace(day=low), add_months(end, 1).replace(day=high)
        else:  # "the 27th to the 3rd of April"
            start, end = add_months(start, -1).replace(day=low), end.replace(day=high)
        intervals += [Interval(start, end + DAY, "interval"), Interval(start, end, "interval")]
    intervals = [each for each in intervals if each.start != each.end]
    return ("RANGE", Fixed(tuple(intervals), "range")) if intervals else None


def months(found: Found) -> tuple[Interval, ...]:
    """The readings of the month, in the year that was named."""
    chosen = years(found) if "y" in found.match.re.groupindex else None
    month = found["m"]
    if chosen and isinstance(month, Recurring):
        return tuple(Interval(*month_of(year, month.key)) for year in chosen)
    return found.readings(month)


def partner(meaning: Meaning, other: datetime, after: bool) -> Interval | None:
    """The instance of the other end of a range that is nearest to a known end."""
    if isinstance(meaning, Recurring):
        if after:
            span = first_within(meaning, max_shift(other, DAY / 86400), max_shift(other, meaning.reach))
        else:
            past, current, _ = nearby(meaning, other)
            span = current or past
        return Interval(*span) if span else None
    if isinstance(meaning, Timed):
        day = (
            partner(meaning.day, other, after)
            if isinstance(meaning.day, Recurring)
            else meaning.day.readings[0]
        )
        if day is None or day.start is None:
            return None
        low, high = meaning.time.times[0]
        return Interval(day.start + DAY / 86400 * low, day.start + DAY / 86400 * high, meaning.time.grain)
    if isinstance(meaning, Daily):
        base = other.replace(hour=0, minute=0, second=0, microsecond=0)
        for low, high in meaning.times:
            start = base + DAY / 86400 * low
            if (start > other) == after:
                return Interval(start, base + DAY / 86400 * high, meaning.grain)
        return None
    return next((each for each in meaning.readings if not each.start or (each.start >= other) == after), None)


def bounds(first: Interval, last: Interval, exclusive: bool) -> list[Interval]:
    """The interval from one time to another: through the second, or up to it for a time of day."""
    if first.start is None or last.start is None:
        return []
    found = []
    point = last.grain in FINE
    if not exclusive and not point and last.end and last.end > first.start:
        found.append(Interval(first.start, last.end, "interval"))
    if last.start > first.start:
        found.append(Interval(first.start, last.start, "interval"))
    if exclusive and not point and last.end:
        found.append(Interval(first.start, last.end, "interval"))
    return found


def spread(found: Found) -> Built:
    """From May to July, between 2014 and 2018, Monday through Friday, today till tomorrow."""
    first, last = found["a"], found["b"]
    exclusive = found.is_a("t", "UNTIL") and grain_of(last) in FINE
    parted = found.is_a("a", "PARTPERIOD") or found.is_a("b", "PARTPERIOD")
    if grain_of(last) in FINE and isinstance(last, Daily) and grain_of(first) not in FINE:
        return None
    anchored_end = isinstance(last, Fixed) and isinstance(first, (Recurring, Daily, Timed))
    if isinstance(first, Recurring) and isinstance(last, Recurring) and first.reach < last.reach:
        anchored_end = True
    intervals: list[Interval] = []
    for base in found.readings(last if anchored_end else first):
        if base.start is None:
            continue
        other = partner(first if anchored_end else last, base.start, after=not anchored_end)
        if other is None and isinstance(last, Fixed):
            other = last.readings[0]
        if other:
            pair = (other, base) if anchored_end else (base, other)
            intervals += bounds(*pair, exclusive)
            intervals += part_bounds(*pair) if parted else []
    return ("RANGE", Fixed(distinct(iter(intervals)), "range")) if intervals else None


def part_bounds(first: Interval, last: Interval) -> list[Interval]:
    """A range between parts of periods, whose end and middle may be meant as moments."""
    if first.end is None or last.end is None or first.end >= last.end:
        return []
    return [Interval(first.end, last.end, "interval")]


def until_now(found: Found) -> Built:
    """From March to date."""
    intervals = [
        Interval(reading.start, found.env.now, "interval")
        for reading in found.readings(found["a"])
        if reading.start and reading.start < found.env.now
    ]
    return ("RANGE", Fixed(tuple(intervals), "range")) if intervals else None


def from_start(found: Found) -> Built:
    """Three days starting Monday, for a week from the 20th of December, a day from Friday at 5."""
    length = found["d"]
    intervals = [
        Interval(reading.start, length.added_to(reading.start), "interval")
        for reading in found.readings(found["x"])
        if reading.start
    ]
    return ("RANGE", Fixed(tuple(intervals), "range")) if intervals else None


def until_end(found: Found) -> Built:
    """For three years until 2021: the length that ends there."""
    length = found["d"]
    intervals = [
        Interval(length.added_to(reading.start, -1), reading.start, "interval")
        for reading in found.readings(found["x"])
        if reading.start
    ]
    return ("RANGE", Fixed(tuple(intervals), "range")) if intervals else None


def day_and_length(found: Found) -> Built:
    """14 February for 7 hours from 9:30."""
    meaning = intersect(found["d"], found["t"])
    if meaning is None:
        return None
    length = found["l"]
    intervals = [
        Interval(reading.start, length.added_to(reading.start), "interval")
        for reading in found.readings(meaning)
        if reading.start
    ]
    return ("RANGE", Fixed(tuple(intervals), "range"))


def since(found: Found) -> Built:
    """Since 2019, starting in May, 2019 or later."""
    intervals = [Interval(each.start, None, each.grain) for each in found.readings(found["x"]) if each.start]
    return ("OPEN", Fixed(distinct(iter(intervals)), "open")) if intervals else None


def after(found: Found) -> Built:
    """After May: from its end; the other reading is from its start."""
    intervals = []
    for reading in found.readings(found["x"]):
        moments = (reading.start,) if reading.grain in FINE else (reading.end, reading.start)
        intervals += [Interval(moment, None, reading.grain) for moment in moments if moment]
    return ("OPEN", Fixed(distinct(iter(intervals)), "open")) if intervals else None


def before(found: Found) -> Built:
    """Before May: up to its start; "on or before" is through it."""
    through = found["b"]
    intervals = []
    for reading in found.readings(found["x"]):
        point = reading.grain in FINE
        moments = (reading.end, reading.start) if through and not point else (reading.start,)
        if found.is_a("x", "PARTPERIOD"):
            moments = (reading.start, reading.end)
        intervals += [Interval(None, moment, reading.grain) for moment in moments if moment]
    return ("OPEN", Fixed(distinct(iter(intervals)), "open")) if intervals else None


def until(found: Found) -> Built:
    """Until Friday, by May: through it, or up to its start."""
    intervals = []
    for reading in found.readings(found["x"]):
        moments = (reading.start,) if reading.grain in FINE else (reading.end, reading.start)
        intervals += [Interval(None, moment, reading.grain) for moment in moments if moment]
    return ("OPEN", Fixed(distinct(iter(intervals)), "open")) if intervals else None


def until_now_open(found: Found) -> Built:
    """Up to now, so far."""
    return ("OPEN", Fixed((Interval(None, found.env.now, "second"),), "open", 0.5))


def on_open(found: Found) -> Built:
    """Tomorrow before 5 pm, 1/1/2015 after 2:00."""
    meaning = intersect(found["d"], found["t"])
    if meaning is None:
        return None
    back = not found.is_a("r", "AFTER") and not found.is_a("r", "SINCE")
    intervals = [
        Interval(None, each.start, each.grain) if back else Interval(each.start, None, each.grain)
        for each in found.readings(meaning)
        if each.start
    ]
    return ("OPEN", Fixed(distinct(iter(intervals)), "open"))


def hour_since(found: Found) -> Built:
    """Since 12, until 5."""
    time = clock.hour(found["h"].value)
    if time is None or found["h"].value == 0:
        return None
    back = found.is_a("r", "UNTIL")
    intervals = [
        Interval(None, each.start, "hour") if back else Interval(each.start, None, "hour")
        for each in found.readings(time)
        if back or (each.start and each.start <= found.env.now)
    ]
    return ("OPEN", Fixed(tuple(intervals), "open")) if intervals else None


def clock_half_day(found: Found) -> Built:
    """AM or PM that no number precedes."""
    return clock.half_day(found)


def timed_length(found: Found) -> Built:
    """Tomorrow at 3 for two hours."""
    meaning = found["d"]
    if not isinstance(meaning, Timed) or meaning.time.kind != "instant":
        return None
    intervals = [
        Interval(each.start, found["l"].added_to(each.start), "interval")
        for each in found.readings(meaning)
        if each.start
    ]
    return ("RANGE", Fixed(tuple(intervals), "range")) if intervals else None


def on_open_since(found: Found) -> Built:
    """3 pm or later on Monday."""
    meaning = intersect(found["d"], found["t"])
    if meaning is None:
        return None
    intervals = [Interval(each.start, None, each.grain) for each in found.readings(meaning) if each.start]
    return ("OPEN", Fixed(distinct(iter(intervals)), "open"))


def as_date(found: Found) -> Built:
    """This Friday, the 23rd: the weekday and date say the same."""
    return (class_of(found["d"]), found["d"])


_DAY = "d:(DATE|WDAY|RELDAY|DOMX|HOL|SL2|WDOM)"
_LINK = "(COMMA|AT|ON|FOR|AROUND|DASH|IN THE?|OF|FROM)?"
_TIME = "t:(CLK|CLKT|CLKA|CLKW|CLKR)"

DATES = [
    rule("(WDAY|RELDAY) (COMMA|DASH)? LPAR? (THE)? d:(DATE|SL2) RPAR?", as_date),
    rule("d:(DATE) COMMA? (LPAR WDAY RPAR)", as_date),
    rule("(?<=ONIN) p:(DA2|DO2)", dotted_date),
    rule("WDAY COMMA? p:DO2", dotted_date),
    rule("w:WDAY COMMA? p:DA2 (?!AMPM)", dashed_date),
    rule("(?<=PREP) d:SLW", as_date),
]
MONTH_RANGES = [
    rule("d:(DATE|WDAY|RELDAY|DOMX|HOL|SL2) FOR l:DUR (FROM|STARTING|AT) t:CLOCK", day_and_length),
    rule("d:(DATE|WDAY|RELDAY|DOMX|HOL|SL2) (FROM|STARTING|AT) t:CLOCK FOR l:DUR", day_and_length),
    rule(
        "(FROM|BETWEEN)? THE? a:(DOM|ORDX) (TOX|AND) THE? b:(DOM|ORDX) OF? THE? m:(MONTH|MONY|PERIOD|THEUNIT) (?! THE? (DOM|ORDX) (?!NUM)) ((OF|COMMA|IN)? y:YR)?",
        days_of_month,
    ),
    rule("(FROM|BETWEEN)? p:DA2 (IN|OF)? m:(MONTH|MONY|PERIOD) ((OF|COMMA)? y:YR)?", days_of_month),
    rule(
        "m:MONTH (FROM|BETWEEN)? THE? a:(DOM|ORDX) (TOX|AND) THE? b:(DOM|ORDX) ((OF|COMMA)? y:YR)? (?!OF? MONTH|AMPM|SEP)",
        days_of_month,
    ),
    rule("(ON)? m:MONTH (FROM|BETWEEN)? p:DA2 ((OF|COMMA)? y:YR)?", days_of_month),
]
HOURS = [
    rule(
        "(AT|FROM|BETWEEN)? a:(HOUR|CLOCK|DO2) (TOX|AND) b:(HOUR|CLOCK|DO2) (OF|ON|COMMA)? d:(DATE|WDAY|RELDAY|DOMX|HOL|SL2|WDOM|DT)",
        hours_on,
    ),
    rule(
        "d:(DATE|WDAY|RELDAY|DOMX|HOL|SL2|WDOM|DT) (COMMA|AT)? (FROM|BETWEEN|AT) a:(HOUR|CLOCK|DO2) (TOX|AND) b:(HOUR|CLOCK|DO2)",
        hours_on,
    ),
    rule(
        "d:(DATE|WDAY|RELDAY|DOMX|HOL|SL2|WDOM|DT) (COMMA|AT)? a:(HOUR|CLOCK|DO2) TOX b:(HOUR|CLOCK|DO2) (?!OF? MONTH)",
        hours_on,
    ),
]
TIMES = [
    rule("a:AMPM", clock_half_day),
    rule("(IN|AT|DURING|FOR)? (THE|MY)? p:POD", clock.plain_part),
    rule("(?<=DAYX) p:UNIGHT", clock.plain_part),
    rule(f"{_DAY} {_LINK} (IN|AT)? THE? t:PART", at_time_on),
    rule(
        "(IN THE?)? t:PART (ON|OF|COMMA|IN)? THE? d:(DATE|WDAY|RELDAY|DOMX|HOL|SL2|WDOM|THEDAY)", at_time_on
    ),
    rule("d:DT {0} (FROM|BETWEEN|AT)? {1}".format(_LINK, "t:CLKR"), part_and_clock),
    rule(f"d:DT {_LINK} AT? AROUND? {_TIME}", part_and_clock),
    rule("d:DT (AT|AROUND|COMMA) AROUND? t:HOUR", part_and_clock),
    rule(f"(AT|FROM)? {_TIME} {_LINK} d:DT", part_and_clock),
    rule("t:HOUR COMMA d:DT", part_and_clock),
    rule("d:DT AT AROUND? t:CLKA", part_and_clock),
    rule("d:(DATE|WDAY|RELDAY|DOMX|HOL|WDOM|DT) (COMMA|AT)? (FROM|BETWEEN|AT)? t:DA2", pair_on),
    rule("(FROM|BETWEEN|AT)? t:DA2 ON? d:(DATE|WDAY|RELDAY|DOMX|HOL|WDOM|DT)", pair_on),
    rule(f"{_DAY} {_LINK} AT? AROUND? {_TIME}", at_time_on),
    rule(f"AT? {_TIME} {_LINK} THE? {_DAY}", at_time_on),
    rule(f"{_DAY} COMMA? (AT|AROUND) AROUND? t:HOUR", at_time_on),
    rule("(AT)? t:HOUR ON THE? d:(DATE|WDAY|DOMX|HOL|SL2|WDOM)", at_time_on),
    rule("t:I24 d:RELDAY", at_time_on),
    rule("(AT)? t:I12 d:DT (?!X)", part_and_clock),
    rule(f"{_DAY} AT p:DO2", dotted_time),
]
_A = "a:(TIME|PARTPERIOD|CLKA|THEUNIT)"
_B = "b:(TIME|PARTPERIOD|THEUNIT)"
RANGES = [
    rule("d:(DATE|WDAY|RELDAY|DOMX|HOL|SL2) FOR l:DUR (FROM|STARTING|AT) t:CLOCK", day_and_length),
    rule("d:(DATE|WDAY|RELDAY|DOMX|HOL|SL2) (FROM|STARTING|AT) t:CLOCK FOR l:DUR", day_and_length),
    rule("(SINCE|FROM) THE? a:TIME TONOW", until_now),
    rule(f"BETWEEN THE? {_A} (AND|TOX) THE? {_B}", spread),
    rule(f"(FROM)? THE? {_A} COMMA? t:TOX (ON|AT|THE)? {_B}", spread),
    rule("(FOR)? d:DUR COMMA? (STARTING|FROM|BEGIN ON?) THE? x:(TIME|CLKA)", from_start),
    rule("FOR d:DUR (UNTIL|TO) x:WHEN", until_end),
    rule("d:DT FOR l:DUR", timed_length),
]
_X = "x:(TIME|PARTPERIOD|THEUNIT|CLKA)"
OPEN = [
    rule("d:(DATE|WDAY|RELDAY|DOMX|HOL|SL2) r:(BEFORE|AFTER|BY|SINCE|UNTIL) AROUND? t:CLOCK", on_open),
    rule("t:CLOCK ORLATER ON d:(DATE|WDAY|RELDAY|DOMX|HOL|SL2)", on_open_since),
    rule(
        "AROUND? SINCE (THE|ABOUT)? AROUND? x:(TIME|PARTPERIOD|THEUNIT|CLKA)".replace("(THE|ABOUT)", "THE"),
        since,
    ),
    rule("(STARTING|BEGIN ON?) THE? x:(POINT|PARTPERIOD|THEUNIT|CLKA|WEEKX)", since),
    rule(f"{_X} ORLATER (?!CLOCK|X)", since),
    rule(f"{_X} OREARLIER (?!X)", until),
    rule(f"AROUND? AFTER (THE)? AROUND? {_X}", after),
    rule(f"AROUND? b:BEFORE (THE)? AROUND? {_X}", before),
    rule(f"(ON|AT)? (UNTIL|BY|THROUGH) (THE)? AROUND? {_X}", until),
    rule("r:(SINCE|UNTIL) h:HOUR (?!X|UNIT)", hour_since),
    rule("TONOW", until_now_open),
]
