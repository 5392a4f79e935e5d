"""Times of day: "half past seven", "3 in the afternoon", "tonight", "from 9 to 5"."""

from chronomem.extractors.semantic_time.lexicon import PARTS_OF_DAY
from chronomem.extractors.semantic_time.meanings import Daily
from chronomem.extractors.semantic_time.numbers import Number
from chronomem.extractors.semantic_time.numerals import at_time
from chronomem.extractors.semantic_time.patterns import Built, PatternMatch, rule
from chronomem.extractors.semantic_time.periods import SECONDS
from chronomem.extractors.semantic_time.spans import Grain

NOON = 12 * 3600
DAY_SECONDS = 24 * 3600


def hour(value: int) -> Daily | None:
    """Return an hour by its number; up to 12 it may be in either half of the day."""
    return at_time(value * 3600, 3600, "hour", value) if value <= 24 else None


def clock_of(found: PatternMatch, name: str) -> Daily | None:
    """Return the captured time: a clock time, or a number that is taken as an hour."""
    value = found[name]
    if isinstance(value, Daily):
        return value
    if found.is_a(name, "DO2"):
        hours, minutes = value
        if minutes.digits != 2 or hours.value > 24 or minutes.value > 59:
            return None
        return at_time(hours.value * 3600 + minutes.value * 60, 60, "minute", hours.value)
    return hour(value.value)


def halved(time: Daily, half: str) -> Daily | None:
    """Return the time in one half of the day: "am" or "pm"."""
    start, end = min(time.times)
    length = end - start
    start %= DAY_SECONDS
    if start >= 13 * 3600:
        return Daily(((start, end),), time.grain) if half.startswith("p") else None
    start = start % NOON + (NOON if half.startswith("p") else 0)
    return Daily(((start, start + length),), time.grain)


def with_half(found: PatternMatch) -> Built:
    """8 pm, 8.30 am."""
    time = clock_of(found, "h")
    if time is None or found.is_a("h", "I0"):
        return None
    result = halved(time, found["a"])
    return ("CLK", result) if result else None


def twelve(found: PatternMatch) -> Built:
    """12 noon, 12 midnight."""
    return ("CLK", found["c"]) if found["h"].value == 12 else None


def weak_half(found: PatternMatch) -> Built:
    """9a, 9p: a time only beside a day."""
    time = clock_of(found, "h")
    result = halved(time, found["a"]) if time else None
    return ("CLKW", result) if result else None


def spoken(found: PatternMatch) -> Built:
    """Seven twenty-seven: a time only beside a day or after "at"."""
    hours, minutes = found["h"], found["m"]
    if hours.digits or minutes.digits or minutes.value < 10 or hours.value > 12 or hours.value == 0:
        return None
    time = at_time(hours.value * 3600 + minutes.value * 60, 60, "minute", hours.value)
    if found["a"]:
        result = halved(time, found["a"])
        return ("CLK", result) if result else None
    return ("CLK" if found["t"] is not None or found.is_a("t", "AT") else "CLKW", time)


def past_or_to(found: PatternMatch) -> Built:
    """Quarter past seven, ten minutes to six."""
    time = clock_of(found, "h")
    if time is None or time.grain != "hour":
        return None
    if found.is_a("q", "HALF"):
        minutes = 30.0
    elif found.is_a("q", "QUARTER"):
        minutes = 15.0
    else:
        value = found["q"]
        parts = getattr(value, "parts", None)
        if parts and (len(parts) > 1 or parts[0][1] not in ("minute", "second")):
            return None
        minutes = parts[0][0] * SECONDS[parts[0][1]] / 60 if parts else value.value
    if not 0 < minutes < 60:
        return None
    back = found.is_a("d", "TO") or found.is_a("d", "BEFORE") or found.is_a("d", "UNTIL") or found.is_a("d", "OF")
    offset = round(-minutes * 60 if back else minutes * 60)
    times = tuple(((start + offset) % DAY_SECONDS, (start + offset) % DAY_SECONDS + 60) for start, _ in time.times)
    return ("CLK", Daily(times, "minute"))


def in_words(found: PatternMatch) -> Built:
    """At five to six; in digits, "4 to 5" are two times."""
    return past_or_to(found) if found["q"].digits == 0 or found.is_a("d", "PAST") else None


def minutes_to(found: PatternMatch) -> Built:
    """Twenty to four tomorrow, 10 to 8 in the evening; "five to seven today" are two times."""
    minutes = found["q"].value
    return past_or_to(found) if minutes > found["h"].value and minutes % 5 == 0 else None


def half_past(found: PatternMatch) -> Built:
    """Half eight: half past it, as the British say."""
    value = found["h"].value
    return ("CLK", at_time(value * 3600 + 1800, 60, "minute", value))


def military(found: PatternMatch) -> Built:
    """0600 hours."""
    number = found["n"]
    hours, minutes = divmod(number.value, 100)
    if number.digits != 4 or found["u"] != "hour" or hours > 24 or minutes > 59:
        return None
    start = hours * 3600 + minutes * 60
    return ("CLK", Daily(((start, start + 60),), "minute"))


def four_digits(found: PatternMatch) -> Built:
    """At 0800, at 1830 tomorrow."""
    hours, minutes = divmod(found["n"].value, 100)
    if found["n"].digits != 4 or hours > 24 or minutes > 59:
        return None
    start = hours * 3600 + minutes * 60
    return ("CLK", Daily(((start, start + 60),), "minute"))


def full_hour(found: PatternMatch) -> Built:
    """Seven o'clock."""
    time = clock_of(found, "h")
    return ("CLK", time) if time else None


def at_hour(found: PatternMatch) -> Built:
    """At seven: a time beside a day, or at the end of a clause."""
    time = clock_of(found, "h")
    return ("CLKA", time) if time else None


def part_of(found: PatternMatch, name: str = "p") -> str:
    """Return the name of the part of the day."""
    value = found[name]
    return "night" if value in ("tonight", "night") else str(value)


def in_part(time: Daily, part: str) -> Daily:
    """Return the reading of a time that lies in a part of the day."""
    if part in ("morning", "dawn", "small hours"):
        early = [times for times in time.times if times[0] % DAY_SECONDS < NOON]
        return Daily(tuple(early) or time.times, time.grain)
    if part == "night":
        return Daily(tuple(_at_night(times) for times in sorted(time.times)[:1]), time.grain)
    moved = [times for times in time.times if times[0] >= NOON]
    return Daily(tuple(moved) or time.times, time.grain)


def _at_night(times: tuple[int, int]) -> tuple[int, int]:
    start, end = times
    return (start + NOON, end + NOON) if 5 * 3600 <= start < NOON else times


def clock_in_part(found: PatternMatch) -> Built:
    """3 in the afternoon, 8 pm in the evening, this morning's 7."""
    time = clock_of(found, "h")
    if time is None:
        return None
    return ("CLK", in_part(time, part_of(found)))


def third(daily: Daily, which: str) -> Daily:
    """Return the early, middle or late half of a part of the day."""
    times = []
    for start, end in daily.times[:2]:
        middle = (start + end + 1) // 2 // 60 * 60
        quarter = (end - start) // 4 // 60 * 60
        if which == "early":
            times.append((start, middle))
        elif which == "late":
            times.append((middle, end))
        else:
            times.append((start + quarter, end - quarter))
    return Daily(tuple(times), daily.grain, "period")


def modified_part(found: PatternMatch) -> Built:
    """Early morning, late at night."""
    part = found["p"]
    daily = part if isinstance(part, Daily) else PARTS_OF_DAY["night" if part == "tonight" else part]
    return ("PART", third(daily, found["m"]))


def plain_part(found: PatternMatch) -> Built:
    """In the morning, at night, morning."""
    return ("PART", PARTS_OF_DAY[part_of(found)])


def half_day(found: PatternMatch) -> Built:
    """AM or PM beside a day: the morning or the afternoon."""
    return ("PART", PARTS_OF_DAY["morning" if found["a"] == "am" else "afternoon"])


def pair_times(pair: tuple[Number, Number], half: str | None) -> Daily | None:
    """Return the hours of "3-8" or "1-3 pm"."""
    start, end = hour(pair[0].value), hour(pair[1].value)
    return between(start, end, half) if start and end else None


def between(start: Daily, end: Daily, half: str | None = None) -> Daily | None:
    """Return the range between two times of day; an am or pm given once applies to both if it can."""
    if half:
        end = halved(end, half) or end
    grain: Grain = "minute" if "minute" in (start.grain, end.grain) else "hour"
    times: list[tuple[int, int]] = []
    for first, _ in start.times:
        for last, _ in end.times:
            close = last if last > first else last + DAY_SECONDS
            times.append((first % DAY_SECONDS, close - first // DAY_SECONDS * DAY_SECONDS))
    times.sort(key=lambda pair: (pair[1] - pair[0] > NOON, pair[1] - pair[0] if half else 0))
    return Daily(tuple(times[:3]), grain, "range")


def clock_range(found: PatternMatch) -> Built:
    """From 3 pm to 4:30, half past seven to 4 pm."""
    start, end = clock_of(found, "a"), clock_of(found, "b")
    if start is None or end is None:
        return None
    if len(end.times) == 1 and len(start.times) > 1 and found.is_a("b", "CLOCK"):
        half = "am" if end.times[0][0] < NOON else "pm"
        near = halved(start, half)
        close = end.times[0][0]
        if near and near.times[0][0] < close:
            start = Daily((near.times[0],), near.grain)
    result = between(start, end)
    return ("CLKR", result) if result else None


def pair_range(found: PatternMatch) -> Built:
    """1-3 pm."""
    result = pair_times(found["d"], found["a"])
    return ("CLKR", result) if result else None


RULES = [
    rule("h:I12 c:CLK (?!AMPM)", twelve),
    rule("h:(HOUR|CLKT|DO2) a:AMPM", with_half),
    rule("h:I12 a:AMPMW", weak_half),
    rule("h:CLKT a:AMPMW", weak_half),
    rule("t:AT h:I12 DASH? m:MIN a:AMPM?", spoken),
    rule("h:I12 DASH? m:MIN t:OCLOCK? a:AMPM?", spoken),
    rule("A? q:(HALF|QUARTER) d:(PAST|TO|AFTER|BEFORE|UNTIL) h:(HOUR|CLK)", past_or_to),
    rule("A? q:QUARTER d:OF h:I12 (?!X)", past_or_to),
    rule("q:MIN d:TO h:HOUR (?=IN THE POD|RELDAY|TONIGHT|THIS POD)", minutes_to),
    rule("q:DUR d:(PAST|TO|AFTER|BEFORE) h:(HOUR|CLK)", past_or_to),
    rule("(?<=AT) q:MIN d:(PAST|TO) h:(HOUR|CLK)", in_words),
    rule("AT HALF h:I12", half_past),
    rule("HALF h:I12 (?=TONIGHT|POD|RELDAY)", half_past),
    rule("n:(I4Y|IBIG) u:USUB", military),
    rule("AT n:IBIG (?=RELDAY|WDAY|DATE|P|COMMA|ON|TONIGHT)", four_digits),
    rule("AT n:I4Y (?=RELDAY|WDAY|TONIGHT)", four_digits),
    rule("q:MIN d:PAST h:(HOUR|CLK)", past_or_to),
    rule("h:(HOUR|CLKT) OCLOCK", full_hour),
    rule("m:(EARLY|MID|LATE) DASH? p:(POD|TONIGHT)", modified_part),
    rule("m:LATE AT p:POD", modified_part),
    rule("d:DA2 a:AMPM", pair_range),
    rule("(FROM|BETWEEN)? a:(CLOCK|HOUR|DO2) (TO|DASH|UNTIL|AND|THROUGH) b:CLOCK", clock_range),
    rule("(FROM|BETWEEN)? a:CLOCK (TO|DASH|UNTIL|AND|THROUGH) b:(HOUR|DO2) (?!DASH|MONTH|OF|UNIT)", clock_range),
    rule("(?<!NUM) AT? h:(CLOCK|HOUR|CLKW) (IN THE? ALL?|AT|COMMA) p:POD", clock_in_part),
    rule("h:(CLOCK|CLKW) p:POD", clock_in_part),
    rule("AT AROUND? h:HOUR", at_hour),
    rule("(?<=WDAY) p:POD (?=OF|IN)", plain_part),
]
