"""Times from one moment to another: "from May to July", "between 2014 and 2018", "three days from Monday"."""

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
from chronomem.extractors.semantic_time.patterns import Built, PatternMatch, rule
from chronomem.extractors.semantic_time.periods import DAY, LocalInterval, add_months, month_of
from chronomem.extractors.semantic_time.rules.dates import number_of, years


def days_of_month(found: PatternMatch) -> Built:
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
        intervals += [LocalInterval(start, end + DAY, "interval"), LocalInterval(start, end, "interval")]
    intervals = [each for each in intervals if each.start != each.end]
    return ("RANGE", Fixed(tuple(intervals), "range")) if intervals else None


def months(found: PatternMatch) -> tuple[LocalInterval, ...]:
    """Return the readings of the month, in the year that is named."""
    chosen = years(found) if "y" in found.match.re.groupindex else None
    month = found["m"]
    if chosen and isinstance(month, Recurring):
        return tuple(LocalInterval(*month_of(year, month.key)) for year in chosen)
    return found.readings(month)


def partner(meaning: Meaning, other: datetime, after: bool) -> LocalInterval | None:
    """Return the instance of a range's other end that is nearest to the known end."""
    if isinstance(meaning, Recurring):
        if after:
            span = first_within(meaning, max_shift(other, DAY / 86400), max_shift(other, meaning.reach))
        else:
            past, current, _ = nearby(meaning, other)
            span = current or past
        return LocalInterval(*span) if span else None
    if isinstance(meaning, Timed):
        day = partner(meaning.day, other, after) if isinstance(meaning.day, Recurring) else meaning.day.readings[0]
        if day is None or day.start is None:
            return None
        low, high = meaning.time.times[0]
        return LocalInterval(day.start + DAY / 86400 * low, day.start + DAY / 86400 * high, meaning.time.grain)
    if isinstance(meaning, Daily):
        base = other.replace(hour=0, minute=0, second=0, microsecond=0)
        for date in (base, base + DAY) if after else (base,):  # "Saturday night until 3 am"
            for low, high in meaning.times:
                start = date + DAY / 86400 * low
                if (start > other) == after:
                    return LocalInterval(start, date + DAY / 86400 * high, meaning.grain)
        return None
    return next((each for each in meaning.readings if not each.start or (each.start >= other) == after), None)


def bounds(first: LocalInterval, last: LocalInterval, exclusive: bool) -> list[LocalInterval]:
    """Return the interval between two times: through the second, or up to it for a time of day."""
    if first.start is None or last.start is None:
        return []
    found = []
    point = last.grain in FINE
    if not exclusive and not point and last.end and last.end > first.start:
        found.append(LocalInterval(first.start, last.end, "interval"))
    if last.start > first.start:
        found.append(LocalInterval(first.start, last.start, "interval"))
    if exclusive and not point and last.end:
        found.append(LocalInterval(first.start, last.end, "interval"))
    return found


def spread(found: PatternMatch) -> Built:
    """From May to July, between 2014 and 2018, Monday through Friday, today till tomorrow."""
    first, last = found["a"], found["b"]
    exclusive = found.is_a("t", "UNTIL") and grain_of(last) in FINE
    parted = found.is_a("a", "PARTPERIOD") or found.is_a("b", "PARTPERIOD")
    if grain_of(last) in FINE and isinstance(last, Daily) and grain_of(first) not in FINE | {"part_of_day"}:
        return None
    anchored_end = isinstance(last, Fixed) and isinstance(first, (Recurring, Daily, Timed))
    if isinstance(first, Recurring) and isinstance(last, Recurring) and first.reach < last.reach:
        anchored_end = True
    intervals: list[LocalInterval] = []
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


def part_bounds(first: LocalInterval, last: LocalInterval) -> list[LocalInterval]:
    """Return a range between parts of periods, whose "end" and "middle" may be meant as moments."""
    if first.end is None or last.end is None or first.end >= last.end:
        return []
    return [LocalInterval(first.end, last.end, "interval")]


def until_now(found: PatternMatch) -> Built:
    """From March to date."""
    intervals = [
        LocalInterval(reading.start, found.env.now, "interval")
        for reading in found.readings(found["a"])
        if reading.start and reading.start < found.env.now
    ]
    return ("RANGE", Fixed(tuple(intervals), "range")) if intervals else None


def from_start(found: PatternMatch) -> Built:
    """Three days starting Monday, for a week from the 20th of December, a day from Friday at 5."""
    length = found["d"]
    intervals = [
        LocalInterval(reading.start, length.added_to(reading.start), "interval")
        for reading in found.readings(found["x"])
        if reading.start
    ]
    return ("RANGE", Fixed(tuple(intervals), "range")) if intervals else None


def until_end(found: PatternMatch) -> Built:
    """For three years until 2021: the duration ends there."""
    length = found["d"]
    intervals = [
        LocalInterval(length.added_to(reading.start, -1), reading.start, "interval")
        for reading in found.readings(found["x"])
        if reading.start
    ]
    return ("RANGE", Fixed(tuple(intervals), "range")) if intervals else None


def day_and_length(found: PatternMatch) -> Built:
    """14 February for 7 hours from 9:30."""
    meaning = intersect(found["d"], found["t"])
    if meaning is None:
        return None
    length = found["l"]
    intervals = [
        LocalInterval(reading.start, length.added_to(reading.start), "interval")
        for reading in found.readings(meaning)
        if reading.start
    ]
    return ("RANGE", Fixed(tuple(intervals), "range"))


def timed_length(found: PatternMatch) -> Built:
    """Tomorrow at 3 for two hours."""
    meaning = found["d"]
    if not isinstance(meaning, Timed) or meaning.time.kind != "instant":
        return None
    intervals = [
        LocalInterval(each.start, found["l"].added_to(each.start), "interval")
        for each in found.readings(meaning)
        if each.start
    ]
    return ("RANGE", Fixed(tuple(intervals), "range")) if intervals else None


_DAYS = "THE? a:(DOM|ORDX) (TOX|AND) THE? b:(DOM|ORDX)"
_NO_DAY = "(?! THE? (DOM|ORDX) (?!NUM))"
_OF_YEAR = "((OF|COMMA|IN)? y:YR)?"

MONTH_RANGES = [
    rule(f"(FROM|BETWEEN)? {_DAYS} OF? THE? m:(MONTH|MONY|PERIOD|THEUNIT) {_NO_DAY} {_OF_YEAR}", days_of_month),
    rule("(FROM|BETWEEN)? p:DA2 (IN|OF)? m:(MONTH|MONY|PERIOD) ((OF|COMMA)? y:YR)?", days_of_month),
    rule(f"m:MONTH (FROM|BETWEEN)? {_DAYS} {_OF_YEAR} (?!OF? MONTH|AMPM|SEP)", days_of_month),
    rule("(ON)? m:MONTH (FROM|BETWEEN)? p:DA2 ((OF|COMMA)? y:YR)?", days_of_month),
]

_A = "a:(TIME|PARTPERIOD|CLKA|THEUNIT)"
_B = "b:(TIME|PARTPERIOD|THEUNIT)"

LENGTHS = [
    rule("d:(DATE|WDAY|RELDAY|DOMX|HOL|SL2) FOR l:DUR (FROM|STARTING|AT) t:CLOCK", day_and_length),
    rule("d:(DATE|WDAY|RELDAY|DOMX|HOL|SL2) (FROM|STARTING|AT) t:CLOCK FOR l:DUR", day_and_length),
]
RANGES = [
    rule("(SINCE|FROM) THE? a:TIME TONOW", until_now),
    rule(f"BETWEEN THE? {_A} (AND|TOX) THE? {_B}", spread),
    rule(f"(FROM)? THE? {_A} COMMA? t:TOX (ON|AT|THE)? {_B}", spread),
    rule("(FOR)? d:DUR COMMA? (STARTING|FROM|BEGIN ON?) THE? x:(TIME|CLKA)", from_start),
    rule("FOR d:DUR (UNTIL|TO) x:WHEN", until_end),
    rule("d:DT FOR l:DUR", timed_length),
]
