"""Times at a counted distance from now or another time: "two weeks ago", "three days after Easter"."""

from dataclasses import replace
from datetime import datetime, timedelta

from chronomem.extractors.semantic_time.lexicon import PARTS_OF_DAY
from chronomem.extractors.semantic_time.meanings import (
    Environment,
    Fixed,
    Recurring,
    Timed,
    fixed,
    nearby,
    nearest,
    one,
    one_day,
    readings,
)
from chronomem.extractors.semantic_time.patterns import Built, PatternMatch, rule
from chronomem.extractors.semantic_time.periods import (
    DAY,
    SECONDS,
    LocalInterval,
    period_of,
    shift,
    week_of,
)
from chronomem.extractors.semantic_time.rules.dates import season_of
from chronomem.extractors.semantic_time.rules.durations import Duration, unit_of

SECOND = timedelta(seconds=1)


def instant(moment: datetime) -> Fixed:
    """Return a moment, one second long."""
    moment = moment.replace(microsecond=0)
    return Fixed((LocalInterval(moment, moment + SECOND, "second"),), "instant")


def around(env: Environment, moment: datetime, length: Duration) -> Fixed:
    """Return the time at a distance from now: the moment, the day, or the period of the counted unit.

    "Two months ago" is that month, with the day two months ago as the other reading; "ten days ago" is a day.
    """
    if length.below_day:
        return instant(moment)
    start = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    day = LocalInterval(start, start + DAY, "day")
    unit = {"decade": "year", "century": "decade", "fortnight": "week"}.get(length.unit, length.unit)
    if length.count % 1:
        unit = {"year": "month", "decade": "year", "century": "decade"}.get(length.unit, "day")
    weight = 0.7 if length.vague else 1.0
    if unit == "day":
        return Fixed((day,), "day", weight)
    if len(length.parts) > 1 or length.unit in ("day", "business day", "night"):
        return Fixed((day,), "day", weight)
    period = LocalInterval(*period_of(moment, unit, env.first_weekday))
    others = [day]
    if unit == "year":
        others.append(LocalInterval(*period_of(moment, "month", env.first_weekday)))
    return Fixed((period, *others), "period", weight)


def spread_length(env: Environment, length: Duration, sign: int) -> Fixed:
    """Two or three weeks ago, in 5 to 10 minutes: spans from the smaller to the larger count."""
    near = replace(length, parts=((length.low, length.unit),), low=0)
    moments = sorted((near.from_now(env, sign), length.from_now(env, sign)))
    if length.below_day:
        return fixed(moments[0], moments[1], "interval", "range")
    first, last = (period_of(moment, length.unit, env.first_weekday) for moment in moments)
    return fixed(first.start, last.end, "interval", "range")


def ago(found: PatternMatch) -> Built:
    """Two weeks ago."""
    length = found["d"]
    if length.low:
        return ("PERIOD", spread_length(found.env, length, -1))
    return (
        "DT" if length.below_day else "PERIOD",
        around(found.env, length.from_now(found.env, -1), length),
    )


def day_ago(found: PatternMatch) -> Built:
    """A year ago today, two weeks ago yesterday, three weeks ago on Friday."""
    moment = found["d"].added_to(found.env.today, -1)
    day = found["x"]
    if found["l"] and isinstance(day, Recurring) and (last := nearest(day, found.env)[0]):
        return ("DATE", one_day(found["d"].added_to(last.start, -1)))
    if isinstance(day, Fixed):
        start = day.readings[0].start
        return ("DATE", one_day(moment + (start - found.env.today))) if start else None
    week = week_of(moment, found.env.first_weekday)
    near = day.instances(moment - 3 * DAY, moment + 4 * DAY)[0]
    return ("DATE", one(day.instances(week.start, week.end)[0], "day", near))


def period_ago(found: PatternMatch) -> Built:
    """Two years ago this month."""
    span = period_of(found["d"].added_to(found.env.now, -1), unit_of(found), found.env.first_weekday)
    return ("PERIOD", one(span))


def weekday_after(found: PatternMatch) -> Built:
    """The Friday after that."""
    future = nearest(found["w"], found.env)[2]
    return ("DATE", one(future, "day")) if future else None


def weekday_week(found: PatternMatch) -> Built:
    """Monday week: a week after the next one."""
    _, _, future = nearest(found["w"], found.env)
    days = {"week": 7, "fortnight": 14}.get(found["u"])
    return ("DATE", one_day(future.start + days * DAY)) if future and days else None


def ahead(found: PatternMatch) -> Built:
    """In two weeks, three days later."""
    length = found["d"]
    if length.low:
        return ("PERIOD", spread_length(found.env, length, 1))
    if found.is_a("i", "IN") and found.past_tense:
        return ("ELAPSED", length)  # "we painted it in two days"
    meaning = around(found.env, length.from_now(found.env), length)
    return ("DT" if length.below_day else "PERIOD", meaning)


def ahead_range(found: PatternMatch) -> Built:
    """Four weeks in the future."""
    built = ahead(found)
    if built is None:
        return None
    meaning = built[1]
    start = found.env.now if found["d"].below_day else found.env.today + DAY
    end = found["d"].added_to(start)
    return (built[0], Fixed((*meaning.readings, LocalInterval(start, end, "interval")), meaning.kind))


def counted_feasts(found: PatternMatch) -> Built:
    """Two Christmases ago, two Mays ago."""
    meaning, count = found["h"], getattr(found["n"], "value", found["n"])
    span = nearest(meaning, found.env)[0] if isinstance(meaning, Recurring) and 1 <= count <= 500 else None
    for _ in range(count - 1):
        span = nearby(meaning, span.start)[0] if span else None
    return ("DATE" if span.grain == "day" else "PERIOD", one(span)) if span else None


def weeks_on(found: PatternMatch) -> Built:
    """A week on Sunday: the given number of weeks after the coming one."""
    _, _, future = nearest(found["w"], found.env)
    length = found["d"]
    if not future or found.past_tense or length.unit != "week" or length.count % 1:
        return None
    return ("DATE", one_day(length.added_to(future.start)))


def weeks_tomorrow(found: PatternMatch) -> Built:
    """A week tomorrow: the given number of weeks after tomorrow."""
    length, day = found["d"], found.env.today + DAY
    tomorrow = isinstance(found["x"], Fixed) and found["x"].readings[0].start == day
    if not tomorrow or found.past_tense or length.unit != "week" or length.count % 1:
        return None
    return ("DATE", one_day(length.added_to(day)))


def counted_weekdays(found: PatternMatch) -> Built:
    """Two Fridays ago, three Mondays from now."""
    count = getattr(found["n"], "value", found["n"])
    back = found.is_a("a", "AGO")
    past, _, future = nearest(found["w"], found.env)
    closest = past if back else future
    if closest is None or not 1 <= count <= 520:
        return None
    start = closest.start + 7 * DAY * (count - 1) * (-1 if back else 1)
    return ("DATE", one_day(start))


def shifted(found: PatternMatch) -> Built:
    """Two weeks before Christmas, three days after tomorrow, ten minutes after noon."""
    length, sign = found["d"], -1 if found.is_a("r", "BEFORE") else 1
    value = found["x"]
    if value is None:  # now
        return ago(found) if sign < 0 else ahead(found)
    intervals = []
    ahead_first = found.is_a("r", "FROM")  # "a week from Saturday" counts from the coming Saturday
    for reading in readings(value, found.env, False) if ahead_first else found.readings(value):
        moment = reading.start
        if moment is None:
            continue
        if length.below_day:
            if reading.grain not in ("second", "minute", "hour"):
                return None
            moment = length.added_to(moment, sign)
            intervals.append(LocalInterval(moment, moment + SECOND, "second"))
        else:
            moment = length.added_to(moment, sign)
            intervals.append(LocalInterval(moment, moment + DAY, "day"))
    if not intervals:
        return None
    kind = "instant" if length.below_day else "day"
    return ("DT" if length.below_day else "DATE", Fixed(tuple(intervals), kind))  # type: ignore[arg-type]


def around_both(found: PatternMatch) -> Built:
    """One week before and after 6 May."""
    intervals = [
        LocalInterval(found["d"].added_to(reading.start, -1), found["d"].added_to(reading.start), "interval")
        for reading in found.readings(found["x"])
        if reading.start
    ]
    return ("RANGE", Fixed(tuple(intervals), "range")) if intervals else None


def unit_beside(found: PatternMatch) -> Built:
    """The week before Christmas, the day after Easter, the month after last May."""
    unit, back = unit_of(found), found.is_a("r", "BEFORE")
    if unit in SECONDS or unit == "night":
        return None
    intervals = []
    for reading in found.readings(found["x"]):
        if reading.start is None or reading.end is None:
            continue
        if unit == "day":
            day = reading.start - DAY if back else reading.end
            intervals.append(LocalInterval(day, day + DAY, "day"))
        elif reading.grain in ("day", "part_of_day") and unit == "week":
            ends = (reading.start - 7 * DAY, reading.start) if back else (reading.end, reading.end + 7 * DAY)
            week = period_of(ends[0] if back else ends[1], unit, found.env.first_weekday)
            intervals += [LocalInterval(*ends, "interval"), LocalInterval(*week)]
        else:
            here = reading.start if back else reading.end - SECOND
            moved = shift(period_of(here, unit, found.env.first_weekday).start, -1 if back else 1, unit)
            intervals.append(LocalInterval(*period_of(moved, unit, found.env.first_weekday)))
    return ("PERIOD", Fixed(tuple(intervals), "period")) if intervals else None


def weekday_beside(found: PatternMatch) -> Built:
    """The Friday before Christmas, the Monday after next week."""
    intervals = []
    for reading in found.readings(found["x"]):
        if reading.start is None or reading.end is None:
            continue
        if found.is_a("r", "BEFORE"):
            days = found["w"].instances(reading.start - 7 * DAY, reading.start)
        else:
            days = found["w"].instances(reading.end, reading.end + 7 * DAY)
        intervals.append(LocalInterval(*days[0]))
    return ("DATE", Fixed(tuple(intervals), "day")) if intervals else None


def weekdays_from(found: PatternMatch) -> Built:
    """Two Fridays before Christmas, three Sundays after next Wednesday."""
    count, back = getattr(found["n"], "value", found["n"]), found.is_a("r", "BEFORE")
    if not 1 <= count <= 520:
        return None
    intervals = []
    for reading in found.readings(found["x"]):
        if reading.start is None or reading.end is None:
            continue
        first = reading.start - 7 * DAY if back else reading.end
        near = found["w"].instances(first, first + 7 * DAY)[0]
        move = 7 * DAY * (count - 1) * (-1 if back else 1)
        intervals.append(LocalInterval(near.start + move, near.end + move, "day"))
    return ("DATE", Fixed(tuple(intervals), "day")) if intervals else None


def parts_ago(found: PatternMatch) -> Built:
    """Two mornings ago."""
    count = getattr(found["n"], "value", found["n"])
    return ("DT", Timed(one_day(shift(found.env.today, -count, "day")), PARTS_OF_DAY[found["p"]]))


def this_time(found: PatternMatch) -> Built:
    """This time last year: the day a year ago."""
    return ("DATE", one_day(shift(found.env.today, min(found["m"], 1), unit_of(found))))


def business_day(found: PatternMatch) -> Built:
    """The next business day."""
    return ("RELDAY", one_day(shift(found.env.today, min(found["m"], 1), "business day")))


def seasons_ago(found: PatternMatch) -> Built:
    """Two summers ago."""
    count = getattr(found["n"], "value", found["n"])
    past = nearest(season_of(found), found.env)[0]
    if past is None or not 1 <= count <= 500:
        return None
    start = shift(past.start, 1 - count, "year")
    return ("PERIOD", fixed(start, shift(start, 1, "season"), "season"))


def on_weekday(found: PatternMatch) -> Built:
    """Monday two weeks from now: the Monday nearest to that day."""
    intervals = []
    for reading in found.readings(found["x"]):
        if reading.start is None:
            continue
        centre = reading.start
        near = found["w"].instances(centre - 3 * DAY, centre + 4 * DAY)[0]
        week = week_of(centre, found.env.first_weekday)
        same = found["w"].instances(week.start, week.end)[0]
        intervals += [
            LocalInterval(*near),
            LocalInterval(*same),
            LocalInterval(*found["w"].instances(centre, centre + 7 * DAY)[0]),
        ]
    return ("DATE", Fixed(tuple(dict.fromkeys(intervals)), "day")) if intervals else None


def beside_today(found: PatternMatch) -> Built:
    """The day before, the year after."""
    unit, step = unit_of(found), -1 if found.is_a("r", "BEFORE") else 1
    if unit in SECONDS or unit == "night":
        return None
    here = period_of(found.env.now, unit, found.env.first_weekday)
    span = period_of(shift(here.start, step, unit), unit, found.env.first_weekday)
    return ("RELDAY" if unit == "day" else "PERIOD", one(span, "day" if unit == "day" else "period"))


RULES = [
    rule("n:(NUM|A|COUPLE|FEW) OF? p:POD AGO", parts_ago),
    rule("(AT|ON)? (THE? THAT|THIS) (TIMEW|UDAY) m:(LASTX|NEXT) u:UCAL", this_time),
    rule("THE? m:(LASTX|NEXT) BIZ UDAY", business_day),
    rule("n:(NUM|A|COUPLE|FEW) OF? s:SEASONS AGO", seasons_ago),
    rule("n:(NUM|A|COUPLE|FEW) OF? w:(WDAY|WDAYS) a:(AGO|HENCE|LATER)", counted_weekdays),
    rule("A? n:(NUM|COUPLE|FEW) OF? w:(WDAY|WDAYS) a:FROM NOWX", counted_weekdays),
    rule("d:DUR BEFORE AND AFTER x:WHEN", around_both),
    rule("d:DUR AGO COMMA? (ON|THIS)? l:LAST? x:(RELDAY|WDAY)", day_ago),
    rule("d:DUR AGO THIS u:(UCAL|UWKND)", period_ago),
    rule("IN n:(NUM|COUPLE|FEW) OF? w:WDAYS", counted_weekdays),
    rule("THE? w:WDAY AFTER THAT (?=P|COMMA)", weekday_after),
    rule("d:DUR AGO", ago),
    rule("d:DUR EARLIER (?!THIS|IN|ON|LAST)", ago),
    rule("w:WDAY u:UCAL (?=P|COMMA|AT|X)", weekday_week),
    rule("d:DUR ON w:WDAY", weeks_on),
    rule("(?<!FOR) d:DUR x:RELDAY (?! SINCE)", weeks_tomorrow),
    rule("n:(NUM|A|COUPLE|FEW) OF? h:(FEASTS|MONTHS|MONTH) AGO", counted_feasts),
    rule("d:DUR LATER (?!(THIS|IN|AT))", ahead),
    rule("d:DUR AFTER THAT (?=P|COMMA)", ahead),
    rule("d:DUR BEFORE THAT (?=P|COMMA)", ago),
    rule("d:DUR HENCE", ahead_range),
    rule("d:DUR FUTURE", ahead_range),
    rule("i:IN AROUND? d:DUR TIMEW? (?! SINCE|BEFORE|AFTER|FROM)", ahead),
    rule("AROUND? d:DUR r:FROM NOWX", ahead),
]

_BASE = "x:(WHEN|CLK|CLKT)"
SECOND_PASS = [
    rule("A? n:(NUM|COUPLE|FEW) OF? w:(WDAY|WDAYS) r:(BEFORE|AFTER|FROM) x:WHEN", weekdays_from),
    rule(f"THE? d:DUR r:(BEFORE|AFTER|FROM|SINCE) THE? {_BASE}", shifted),
    rule("u:(UDAY|UCAL) r:(BEFORE|AFTER) x:(HOL|DATE)", unit_beside),
    rule("(THE|A) u:UNIT r:(BEFORE|AFTER) THE? x:(HOL|DATE|RELDAY|MONY|SL2|YEAR|MONTH|PERIOD)", unit_beside),
    rule("THE? LAST u:UNIT r:BEFORE THE? x:(HOL|DATE|SL2)", unit_beside),
    rule("THE? LAST w:WDAY r:BEFORE THE? x:(HOL|DATE|RELDAY|MONTH|MONY|SL2)", weekday_beside),
    rule("THE? n:ORDX w:WDAY r:AFTER THE? x:(HOL|DATE|RELDAY|MONTH|MONY|SL2)", weekdays_from),
    rule("THE? w:WDAY r:(BEFORE|AFTER) x:(HOL|DATE|RELDAY|PERIOD|MONTH)", weekday_beside),
]
LATE = [
    rule("w:WDAY COMMA? x:(PERIOD|DATE)", on_weekday),
    rule("x:(PERIOD|DATE) ON w:WDAY", on_weekday),
]
UNITS = [
    rule("THE u:(UDAY|UCAL) r:(BEFORE|AFTER) THAT? (?=P|COMMA)", beside_today),
]
