"""Times counted from now or from another time: "last week", "two Fridays ago", "three days after Easter"."""

from datetime import datetime, timedelta
from typing import Any

from chronomem.extractors.semantic_time.lexicon import PARTS_OF_DAY
from chronomem.extractors.semantic_time.meanings import (
    Environment,
    Fixed,
    Recurring,
    Timed,
    fixed,
    nearby,
    one,
    one_day,
    within_fixed,
)
from chronomem.extractors.semantic_time.patterns import Built, Found, rule
from chronomem.extractors.semantic_time.periods import (
    DAY,
    GRAINS,
    SECONDS,
    Interval,
    Span,
    period_of,
    shift,
    week_of,
    year_of,
)
from chronomem.extractors.semantic_time.rules.dates import season_of
from chronomem.extractors.semantic_time.rules.durations import Duration, unit_of

SECOND = timedelta(seconds=1)


def moved_period(env: Environment, unit: str, count: int) -> Span:
    """The calendar period of a unit, `count` of them from the one that holds now."""
    here = period_of(env.now, unit, env.first_weekday)
    if unit == "weekend" and env.now >= here.end:
        count -= count < 0
    return period_of(shift(here.start, count, unit), unit, env.first_weekday)


def instant(moment: datetime) -> Fixed:
    """A moment, as a second."""
    moment = moment.replace(microsecond=0)
    return Fixed((Interval(moment, moment + SECOND, "second"),), "instant")


def relative_day(found: Found) -> Built:
    """Today, yesterday, the day after tomorrow."""
    return ("RELDAY", one_day(found.env.today + found["d"] * DAY))


def this_part(found: Found) -> Built:
    """This morning, last night, next evening, tonight."""
    part = found["p"]
    daily = PARTS_OF_DAY["night" if part == "tonight" else part] if isinstance(part, str) else part
    step = found["m"] or 0
    day = found.env.today + DAY * (1 if step > 0 else step)
    return ("DT", Timed(one_day(day), daily))


def yesterdays_part(found: Found) -> Built:
    """The night before last, the morning after next."""
    step = -2 if found.is_a("b", "BEFORE") else 2
    day = one_day(found.env.today + DAY * step)
    return ("DT", Timed(day, PARTS_OF_DAY["night" if found.is_a("p", "UNIGHT") else found["p"]]))


def last_or_next_unit(found: Found) -> Built:
    """Last week, this month, next year; "over the last week" is the seven days up to now."""
    unit, step, env = unit_of(found), found["m"], found.env
    step = min(step, 1)
    if unit == "second" and found.is_a("u", "SECOND"):
        return None
    if unit in SECONDS:
        if step == 0:
            return ("PERIOD", one(period_of(env.now, unit, env.first_weekday)))
        return ("RANGE", stretch(env, Duration(((1, unit),)), step))
    if unit == "night":
        return None
    if unit == "day":
        return ("RELDAY", one_day(env.today + DAY * step))
    span = moved_period(env, unit, step)
    rolling = Interval(shift(env.now, step, unit), env.now, "interval")
    if step < 0 and unit != "weekend" and (found.is_a("o", "OVER") or found.is_a("t", "THE")):
        return ("RANGE", Fixed((rolling, Interval(*span)), "range"))
    others = (rolling,) if step < 0 else ()
    return ("PERIOD", one(span, "period", *others))


def the_unit(found: Found) -> Built:
    """The week, my weekend, the year: this one."""
    unit = unit_of(found)
    if unit in SECONDS or unit in ("night", "quarter", "season", "century", "decade"):
        return None
    if unit == "day":
        return ("THEDAY", one_day(found.env.today))
    if unit == "weekend":
        here, last = moved_period(found.env, unit, 0), moved_period(found.env, unit, -1)
        order = (last, here) if found.past_first and found.env.now < here.start else (here, last)
        return ("THEUNIT", one(order[0], "period", order[1]))
    return ("THEUNIT", one(moved_period(found.env, unit, 0)))


def fiscal_unit(found: Found) -> Built:
    """This fiscal year, last fiscal year."""
    env = found.env
    start = period_of(env.now, "year", env.first_weekday).start.replace(month=env.settings.fiscal_year_start)
    if start > env.now:
        start = shift(start, -1, "year")
    start = shift(start, min(found["m"], 1), "year")
    return ("PERIOD", fixed(start, shift(start, 1, "year"), "year"))


def working_week(found: Found) -> Built:
    """This working week: Monday to Friday."""
    start = week_of(found.env.now, 0).start + 7 * DAY * min(found["m"] or 0, 1)
    return ("PERIOD", fixed(start, start + 5 * DAY, "week"))


def moved_weekday(env: Environment, weekday: Recurring, step: int, strict: bool) -> tuple[Interval, ...]:
    """Last, this or next Friday, best reading first.

    "Next" is the one of next week, "this" the one of this week, "last" the last one before today;
    the other readings are the nearest such day and the one of the week.
    """
    week = week_of(env.now, env.first_weekday).start
    in_week = weekday.instances(week + 7 * DAY * step, week + 7 * DAY * (step + 1))[0]
    past, _, future = nearby(weekday, env.now)
    nearest = past if step < 0 else future
    if nearest is None:
        return (Interval(*in_week),)
    if step == 0:
        return (Interval(*in_week), *((Interval(*future),) if future and in_week.start < env.today else ()))
    pair = (nearest, in_week) if step < 0 or strict else (in_week, nearest)
    return tuple(dict.fromkeys(Interval(*span) for span in pair))


def last_or_next_weekday(found: Found) -> Built:
    """Last Friday, this Friday, next Friday; "this past" and "this coming" are the nearest."""
    step = min(found["m"], 1)
    strict = found["x"] is not None
    return ("DATE", Fixed(moved_weekday(found.env, found["w"], step, strict), "day"))


def moved_recurring(env: Environment, meaning: Recurring, step: int, kind: Any) -> Fixed | None:
    """Last May, next summer, this Christmas, best reading first."""
    past, current, future = nearby(meaning, env.now)
    if step == 0:
        year = env.now.year
        this_year = [
            span for span in (past, current, future) if span and (span.start.year == year or span is current)
        ]
        order = [current, *this_year, future, past] if current else [*this_year, future, past]
    elif step < 0:
        order = [past]
        if past and past.start.year == env.now.year:
            order.append(before_last(meaning, past))
    else:
        order = [future]
        if future and future.start.year == env.now.year:
            order.append(after_next(meaning, future))
    spans = tuple(dict.fromkeys(Interval(*span) for span in order if span))
    return Fixed(spans, kind) if spans else None


def before_last(meaning: Recurring, past: Span) -> Span | None:
    """The instance before one."""
    return nearby(meaning, past.start)[0]


def after_next(meaning: Recurring, future: Span) -> Span | None:
    """The instance after one."""
    return nearby(meaning, future.end - SECOND)[2]


def last_or_next_recurring(found: Found) -> Built:
    """Last May, next Christmas."""
    value = found["r"]
    if isinstance(value, Fixed):
        return ("DATE", value) if found.is_a("r", "DATE") and found["m"] == 0 else None
    if not isinstance(value, Recurring):
        return None
    kind = "day" if value.grain == "day" else "period"
    meaning = moved_recurring(found.env, value, min(found["m"], 1), kind)
    return ("DATE" if kind == "day" else "PERIOD", meaning) if meaning else None


def last_or_next_season(found: Found) -> Built:
    """Last summer, this winter."""
    meaning = moved_recurring(found.env, season_of(found), min(found["m"], 1), "period")
    return ("PERIOD", meaning) if meaning else None


def this_season(found: Found) -> Built:
    """Last season, this season."""
    return ("PERIOD", one(moved_period(found.env, "season", min(found["m"], 1))))


def stretch(env: Environment, length: Duration, step: int) -> Fixed:
    """The last or next three weeks.

    The last ones end now; the other readings end with yesterday, or are whole calendar periods.
    The next ones begin with tomorrow.
    """
    if length.below_day:
        ends = (length.added_to(env.now, -1), env.now) if step < 0 else (env.now, length.added_to(env.now))
        return Fixed((Interval(*ends, "interval"),), "range")
    if step > 0:
        start = env.today + DAY
        found = [Interval(start, length.added_to(start), "interval")]
        if length.business:
            found[0] = Interval(start, length.added_to(env.today) + DAY, "interval")
    else:
        start = length.added_to(env.today, -1)
        found = [Interval(start, env.now, "interval"), Interval(start, env.today, "interval")]
        found = [interval for interval in found if interval.end != start]
        if env.now == env.today:
            found = found[:1]
    return Fixed((*found, *whole_periods(env, length, step)), "range")


def whole_periods(env: Environment, length: Duration, step: int) -> list[Interval]:
    """The whole calendar periods that a count of one unit may mean, and the last of them."""
    if len(length.parts) > 1 or length.unit in ("day", "business day", "night") or length.count % 1:
        return []
    count, unit = int(length.count), length.unit
    here = period_of(env.now, unit, env.first_weekday)
    if step < 0:
        return [Interval(shift(here.start, -count, unit), here.start, "interval")]
    return [Interval(here.end, shift(here.end, count, unit), "interval")]


def last_or_next_stretch(found: Found) -> Built:
    """The last two weeks, the next few days, the past 3 months."""
    length, env = found["d"], found.env
    meaning = stretch(env, length, found["m"])
    if length.unit in ("decade", "century", "quarter", "weekend") and len(length.parts) == 1:
        others = [
            reading for reading in meaning.readings if reading not in whole_periods(env, length, found["m"])
        ]
        meaning = Fixed((*whole_periods(env, length, found["m"]), *others), "range")
    if found["m"] == 2 and len(length.parts) == 1 and not length.below_day:
        last = shift(period_of(env.now, length.unit, env.first_weekday).start, length.count, length.unit)
        span = period_of(last, length.unit, env.first_weekday)
        meaning = Fixed((*meaning.readings[:2], Interval(*span)), "range")
    return ("RANGE", meaning)


def counted_last_or_next(found: Found) -> Built:
    """The 5 upcoming years, two past weeks."""
    count = getattr(found["n"], "value", found["n"])
    unit = unit_of(found)
    if found.is_a("u", "SECOND"):
        return None
    env, step = found.env, found["m"]
    length = Duration(((count, unit),))
    meaning = stretch(env, length, step)
    if step == 2 and not length.below_day:
        last = shift(period_of(env.now, unit, env.first_weekday).start, count, unit)
        meaning = Fixed((*meaning.readings[:2], Interval(*period_of(last, unit, env.first_weekday))), "range")
    return ("RANGE", meaning)


def before_last_unit(found: Found) -> Built:
    """The week before last, the weekend after next."""
    unit = unit_of(found)
    if unit in SECONDS:
        return None
    step = -2 if found.is_a("b", "BEFORE") else 2
    if unit in ("day", "night"):
        return ("RELDAY", one_day(found.env.today + DAY * step))
    return ("PERIOD", one(moved_period(found.env, unit, step)))


def before_last_recurring(found: Found) -> Built:
    """The Friday before last, March after next."""
    meaning = found["r"]
    back = found.is_a("b", "BEFORE")
    past, _, future = nearby(meaning, found.env.now)
    nearest = past if back else future
    if nearest is None:
        return None
    span = before_last(meaning, nearest) if back else after_next(meaning, nearest)
    if span is None:
        return None
    return (
        "DATE" if span.grain == "day" else "PERIOD",
        one(span, "day" if span.grain == "day" else "period"),
    )


def around(env: Environment, moment: datetime, length: Duration) -> Fixed:
    """What lies a length away from now: the moment, the day, or the period of the unit that was counted.

    "Two months ago" is that month, with the day two months ago as the other reading; "ten days ago" is a day.
    """
    if length.below_day:
        return instant(moment)
    start = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    day = Interval(start, start + DAY, "day")
    unit = {"decade": "year", "century": "decade"}.get(length.unit, length.unit)
    if length.count % 1:
        unit = {"year": "month", "decade": "year", "century": "decade"}.get(length.unit, "day")
    if unit == "day":
        return Fixed((day,), "day")
    if len(length.parts) > 1 or length.unit in ("day", "business day", "night"):
        return Fixed((day,), "day")
    period = Interval(*period_of(moment, unit, env.first_weekday))
    others = [day]
    if unit == "year":
        others.append(Interval(*period_of(moment, "month", env.first_weekday)))
    return Fixed((period, *others), "period")


def ago(found: Found) -> Built:
    """Two weeks ago."""
    length = found["d"]
    return (
        "DT" if length.below_day else "PERIOD",
        around(found.env, length.added_to(found.env.now, -1), length),
    )


def day_ago(found: Found) -> Built:
    """A year ago today, two weeks ago yesterday, three weeks ago on Friday."""
    moment = found["d"].added_to(found.env.today, -1)
    day = found["x"]
    if isinstance(day, Fixed):
        start = day.readings[0].start
        return ("DATE", one_day(moment + (start - found.env.today))) if start else None
    week = week_of(moment, found.env.first_weekday)
    near = day.instances(moment - 3 * DAY, moment + 4 * DAY)[0]
    return ("DATE", one(day.instances(week.start, week.end)[0], "day", near))


def weekday_week(found: Found) -> Built:
    """Monday week: a week after the next one."""
    _, _, future = nearby(found["w"], found.env.now)
    days = {"week": 7, "fortnight": 14}.get(found["u"])
    return ("DATE", one_day(future.start + days * DAY)) if future and days else None


def ahead(found: Found) -> Built:
    """In two weeks, three days later."""
    length = found["d"]
    if found.is_a("i", "IN") and found.past_first:
        return ("ELAPSED", length)  # "we painted it in two days"
    meaning = around(found.env, length.added_to(found.env.now), length)
    return ("DT" if length.below_day else "PERIOD", meaning)


def ahead_range(found: Found) -> Built:
    """Four weeks in the future."""
    built = ahead(found)
    if built is None:
        return None
    meaning = built[1]
    start = found.env.now if found["d"].below_day else found.env.today + DAY
    end = found["d"].added_to(start)
    return (built[0], Fixed((*meaning.readings, Interval(start, end, "interval")), meaning.kind))


def within(found: Found) -> Built:
    """Within three days, within the next hour."""
    start = found.env.now if found["d"].below_day else found.env.today
    return ("RANGE", fixed(start, found["d"].added_to(start), "interval", "range"))


def within_past(found: Found) -> Built:
    """Within the last three days."""
    return ("RANGE", stretch(found.env, found["d"], -1))


def counted_weekdays(found: Found) -> Built:
    """Two Fridays ago, three Mondays from now."""
    count = getattr(found["n"], "value", found["n"])
    back = found.is_a("a", "AGO")
    past, _, future = nearby(found["w"], found.env.now)
    nearest = past if back else future
    if nearest is None or not 1 <= count <= 520:
        return None
    start = nearest.start + 7 * DAY * (count - 1) * (-1 if back else 1)
    return ("DATE", one_day(start))


def shifted(found: Found) -> Built:
    """Two weeks before Christmas, three days after tomorrow, ten minutes after noon."""
    length, sign = found["d"], -1 if found.is_a("r", "BEFORE") else 1
    value = found["x"]
    if value is None:  # now
        return ago(found) if sign < 0 else ahead(found)
    intervals = []
    for reading in found.readings(value):
        moment = reading.start
        if moment is None:
            continue
        if length.below_day:
            if reading.grain not in ("second", "minute", "hour"):
                return None
            moment = length.added_to(moment, sign)
            intervals.append(Interval(moment, moment + SECOND, "second"))
        else:
            moment = length.added_to(moment, sign)
            intervals.append(Interval(moment, moment + DAY, "day"))
    if not intervals:
        return None
    kind = "instant" if length.below_day else "day"
    return ("DT" if length.below_day else "DATE", Fixed(tuple(intervals), kind))  # type: ignore[arg-type]


def bounded(found: Found) -> Built:
    """Less than two weeks after today, more than two weeks before today."""
    length, sign = found["d"], -1 if found.is_a("r", "BEFORE") else 1
    base = found["x"]
    intervals = []
    for reading in found.readings(base) if base else (Interval(found.env.now, found.env.now, "second"),):
        if reading.start is None:
            continue
        far = length.added_to(reading.start, sign)
        if found.is_a("l", "MORE"):
            intervals.append(
                Interval(far, None, reading.grain) if sign > 0 else Interval(None, far, reading.grain)
            )
        else:
            ends = (reading.start, far) if sign > 0 else (far, reading.start)
            intervals.append(Interval(*ends, "interval"))
    kind = "open" if found.is_a("l", "MORE") else "range"
    return ("RANGE", Fixed(tuple(intervals), kind)) if intervals else None  # type: ignore[arg-type]


def around_both(found: Found) -> Built:
    """One week before and after 6 May."""
    intervals = [
        Interval(found["d"].added_to(reading.start, -1), found["d"].added_to(reading.start), "interval")
        for reading in found.readings(found["x"])
        if reading.start
    ]
    return ("RANGE", Fixed(tuple(intervals), "range")) if intervals else None


def unit_beside(found: Found) -> Built:
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
            intervals.append(Interval(day, day + DAY, "day"))
        elif reading.grain in ("day", "part_of_day") and unit == "week":
            ends = (reading.start - 7 * DAY, reading.start) if back else (reading.end, reading.end + 7 * DAY)
            week = period_of(ends[0] if back else ends[1], unit, found.env.first_weekday)
            intervals += [Interval(*ends, "interval"), Interval(*week)]
        else:
            here = reading.start if back else reading.end - SECOND
            moved = shift(period_of(here, unit, found.env.first_weekday).start, -1 if back else 1, unit)
            intervals.append(Interval(*period_of(moved, unit, found.env.first_weekday)))
    return ("PERIOD", Fixed(tuple(intervals), "period")) if intervals else None


def weekday_beside(found: Found) -> Built:
    """The Friday before Christmas, the Monday after next week."""
    intervals = []
    for reading in found.readings(found["x"]):
        if reading.start is None or reading.end is None:
            continue
        if found.is_a("r", "BEFORE"):
            days = found["w"].instances(reading.start - 7 * DAY, reading.start)
        else:
            days = found["w"].instances(reading.end, reading.end + 7 * DAY)
        intervals.append(Interval(*days[0]))
    return ("DATE", Fixed(tuple(intervals), "day")) if intervals else None


def weekdays_from(found: Found) -> Built:
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
        intervals.append(Interval(near.start + move, near.end + move, "day"))
    return ("DATE", Fixed(tuple(intervals), "day")) if intervals else None


def seasons_ago(found: Found) -> Built:
    """Two summers ago."""
    count = getattr(found["n"], "value", found["n"])
    past = nearby(season_of(found), found.env.now)[0]
    if past is None or not 1 <= count <= 500:
        return None
    start = shift(past.start, 1 - count, "year")
    return ("PERIOD", fixed(start, shift(start, 1, "season"), "season"))


def run_of_weekdays(found: Found) -> Built:
    """The last two Mondays: from the first of them to the last."""
    count = getattr(found["n"], "value", found["n"])
    past, _, future = nearby(found["w"], found.env.now)
    nearest = past if found["m"] < 0 else future
    if nearest is None or not 1 <= count <= 520:
        return None
    far = nearest.start + 7 * DAY * (count - 1) * (-1 if found["m"] < 0 else 1)
    return ("RANGE", fixed(min(far, nearest.start), max(far, nearest.start) + DAY, "interval", "range"))


def holiday_week(found: Found) -> Built:
    """Christmas week."""
    if found["u"] != "week":
        return None
    weeks = [
        Interval(*week_of(reading.start, found.env.first_weekday))
        for reading in found.readings(found["r"])
        if reading.start
    ]
    return ("PERIOD", Fixed(tuple(weeks), "period")) if weeks else None


def on_weekday(found: Found) -> Built:
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
            Interval(*near),
            Interval(*same),
            Interval(*found["w"].instances(centre, centre + 7 * DAY)[0]),
        ]
    return ("DATE", Fixed(tuple(dict.fromkeys(intervals)), "day")) if intervals else None


def now(found: Found) -> Built:
    """Now; "at this time" may be today."""
    moment = instant(found.env.now)
    return ("NOWX", Fixed((*moment.readings, *one_day(found.env.today).readings), "instant"))


def vague(found: Found) -> Built:
    """Recently, a while ago, soon."""
    unit, start, end = found["v"]
    env = found.env
    low = None if start is None else shift(env.now, start, unit)
    high = None if end is None else shift(env.now, end, unit)
    weight = 0.2 if low is None or high is None else 0.4
    return ("VAGUEX", Fixed((Interval(low, high, GRAINS.get(unit, "interval")),), "vague", weight))


def to_date(found: Found) -> Built:
    """Year to date."""
    start = period_of(found.env.now, found["u"], found.env.first_weekday).start
    today = found.env.today
    return (
        "RANGE",
        Fixed((Interval(start, found.env.now, "interval"), Interval(start, today, "interval")), "range"),
    )


def beside_today(found: Found) -> Built:
    """The day before, the day after."""
    return ("RELDAY", one_day(found.env.today + DAY * (-1 if found.is_a("r", "BEFORE") else 1)))


def moment_of_year(found: Found) -> Built:
    """Wed Oct 26 15:50:06 2016."""
    meaning = found["d"]
    year = found["y"].value
    if not isinstance(meaning, Timed) or not isinstance(meaning.day, Recurring):
        return None
    day = within_fixed(meaning.day, Fixed((Interval(*year_of(year)),), "period"))
    return ("DT", Timed(day, meaning.time)) if day else None


def weekdays_of_week(found: Found) -> Built:
    """Next week between Wednesday and Friday."""
    intervals = []
    for reading in found.readings(found["x"]):
        if reading.grain != "week" or reading.start is None or reading.end is None:
            continue
        first = found["a"].instances(reading.start, reading.end)[0]
        last = found["b"].instances(first.start, first.start + 7 * DAY)[0]
        intervals += [
            Interval(first.start, last.end, "interval"),
            Interval(first.start, last.start, "interval"),
        ]
    intervals = [each for each in intervals if each.start != each.end]
    return ("RANGE", Fixed(tuple(intervals), "range")) if intervals else None


def half_of_week(found: Found) -> Built:
    """Friday of next week, next week on Friday."""
    meaning = within_fixed(found["w"], found["x"])
    return ("DATE", meaning) if meaning else None


_UNIT = "u:(BIGUNIT|USUB|SECOND)"
_OF = "(?! (OF|IN) (THE|MY)? (PERX|MOD|ORDX|UCAL|I4Y|HOL))"
_BASE = "x:(WHEN|CLK|CLKT)"

FIRST = [
    rule("d:RELDAY", relative_day),
    rule("NOWX", now),
    rule("v:VAGUE", vague),
    rule("IN? THE? u:TODATE", to_date),
]
RULES = [
    rule("n:(NUM|A|COUPLE|FEW) OF? s:SEASONS AGO", seasons_ago),
    rule("THE? m:(LASTX|NEXT) n:(NUM|COUPLE|FEW) OF? w:(WDAY|WDAYS)", run_of_weekdays),
    rule("r:HOL u:UCAL", holiday_week),
    rule("n:(NUM|A|COUPLE|FEW) OF? w:(WDAY|WDAYS) a:(AGO|HENCE|LATER)", counted_weekdays),
    rule("A? n:(NUM|COUPLE|FEW) OF? w:(WDAY|WDAYS) a:FROM NOWX", counted_weekdays),
    rule("l:(LESS|MORE|WITHIN) d:DUR r:(BEFORE|AFTER|FROM) (NOWX|x:(RELDAY|DATE|DT|SL2|HOL))", bounded),
    rule("(WITHIN|IN) THE? (LAST|PAST) d:DUR", within_past),
    rule("(WITHIN|LESS|IN LESS) THE? NEXT? d:DUR (?!AGO)", within),
    rule("THE? m:(LASTX|NEXT) d:DUR (?! OF (THE|PERX|MOD|I4Y|YEAR))", last_or_next_stretch),
    rule("THE? m:(LASTX|NEXT) n:(NUM|FEW|COUPLE) u:(BIGUNIT|USUB)", counted_last_or_next),
    rule("(?<!TOX) (THE|MY)? n:(NUM|FEW) m:(LASTX|NEXT) u:(BIGUNIT|USUB)", counted_last_or_next),
    rule("d:DUR BEFORE AND AFTER x:WHEN", around_both),
    rule("d:DUR AGO COMMA? (ON|THIS|LAST)? x:(RELDAY|WDAY)", day_ago),
    rule("d:DUR AGO", ago),
    rule("d:DUR EARLIER (?!THIS|IN|ON|LAST)", ago),
    rule("w:WDAY u:UCAL (?=P|COMMA|AT)", weekday_week),
    rule("d:DUR LATER (?!(THIS|IN|AT))", ahead),
    rule("d:DUR HENCE", ahead_range),
    rule("d:DUR FUTURE", ahead_range),
    rule("i:IN AROUND? d:DUR TIMEW? (?! SINCE|BEFORE|AFTER|FROM)", ahead),
    rule("AROUND? d:DUR r:FROM NOWX", ahead),
    rule(
        "THE? u:UNIT b:(BEFORE|AFTER) THE? (LASTX|NEXT) (?!UNIT|WDAY|DUR|MONTH|SEASON|HOL)", before_last_unit
    ),
    rule("THE? u:UNIT b:(BEFORE|AFTER) (LASTX|NEXT) (?!UNIT|WDAY|DUR|MONTH|SEASON|HOL)", before_last_unit),
    rule("THE? p:(POD|UNIGHT) b:(BEFORE|AFTER) (LASTX|NEXT) (?!UNIT)", yesterdays_part),
    rule("THE? r:(WDAY|MONTH|HOL) b:(BEFORE|AFTER) (LASTX|NEXT) (?!UNIT|WDAY)", before_last_recurring),
    rule("THE? (THIS)? m:(LASTX|NEXT) BIZ UCAL", working_week),
    rule("THE? m:MOD (WORKWEEK|BIZ UCAL)", working_week),
    rule("m:(LASTX|NEXT|THIS|THAT) p:(POD|UNIGHT|TONIGHT|PART)", this_part),
    rule("m:THIS? p:TONIGHT", this_part),
    rule(
        "THIS x:(PAST|NEXT) w:WDAY",
        lambda found: ("DATE", Fixed(moved_weekday(found.env, found["w"], min(found["x"], 1), True), "day")),
    ),
    rule(
        "(THIS|THAT|THE)? m:(LAST|NEXT) w:WDAY (?! (OF|IN)? (MONTH|MONY|YEAR|MOD|I4Y)) (?! (OF|IN) THE (MOD|UCAL))",
        last_or_next_weekday,
    ),
    rule("m:(THIS|THAT) x:SEP? w:WDAY", last_or_next_weekday),
    rule(
        "THE? m:x:PAST w:WDAY".replace("m:x:", "x:"),
        lambda found: ("DATE", Fixed(moved_weekday(found.env, found["w"], -1, True), "day")),
    ),
    rule("(THIS)? m:MOD FISCAL UCAL", fiscal_unit),
    rule(
        "t:THE m:PAST u:(BIGUNIT|USUB|SECOND) (?! (OF|IN) (THE|MY)? (PERX|MOD|ORDX|UCAL|I4Y|HOL))",
        last_or_next_unit,
    ),
    rule(
        "(?<=ROLLING) t:THE m:LAST u:(BIGUNIT|USUB|SECOND) (?! (OF|IN) (THE|MY)? (PERX|MOD|ORDX|UCAL|I4Y|HOL))",
        last_or_next_unit,
    ),
    rule(f"o:OVER? (THE|MY)? (THIS|THAT)? m:(LASTX|NEXT) CALENDAR? {_UNIT} {_OF}", last_or_next_unit),
    rule(f"o:OVER? (THE|MY)? m:(THIS|THAT) CALENDAR? {_UNIT} {_OF}", last_or_next_unit),
    rule("THE? (THIS)? m:(LASTX|NEXT|THIS|THAT) s:SEASON (?! OF)", last_or_next_season),
    rule("THE? m:MOD SEASONU", this_season),
    rule("THE? (THIS)? m:(LASTX|NEXT|THIS|THAT) r:(MONTH|HOL|QTR|DATE|SL2|SLW|DOMX)", last_or_next_recurring),
]
SECOND_PASS = [
    rule("A? n:(NUM|COUPLE|FEW) OF? w:(WDAY|WDAYS) r:(BEFORE|AFTER|FROM) x:WHEN", weekdays_from),
    rule(f"THE? d:DUR r:(BEFORE|AFTER|FROM|SINCE) THE? {_BASE}", shifted),
    rule("(THE|A) u:UNIT r:(BEFORE|AFTER) THE? x:(HOL|DATE|RELDAY|MONY|SL2|YEAR|MONTH|PERIOD)", unit_beside),
    rule("THE? w:WDAY r:(BEFORE|AFTER) x:(HOL|DATE|RELDAY|PERIOD|MONTH)", weekday_beside),
]
UNITS = [
    rule("THE u:(UDAY|UCAL|UWKND) (?!OF|BEFORE|AFTER|BEGIN|STARTING|STARTN|NUM|WDAY|I4Y)", the_unit),
    rule("MY u:(UDAY|UCAL|UWKND)", the_unit),
    rule("(?<=ON) u:UWKND", the_unit),
    rule("(?<!HOLIDAY) u:UWKND (?=P)", the_unit),
    rule("THE u:UDAY r:(BEFORE|AFTER) (?=P|COMMA)", beside_today),
]
LATE = [
    rule("w:WDAY COMMA? x:(PERIOD|DATE)", on_weekday),
    rule("x:(PERIOD|DATE) ON w:WDAY", on_weekday),
    rule("d:DT y:I4Y", moment_of_year),
    rule("x:PERIOD COMMA? (FROM|BETWEEN) a:WDAY (AND|TOX) b:WDAY", weekdays_of_week),
]
