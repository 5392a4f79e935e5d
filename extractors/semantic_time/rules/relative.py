"""Days and periods named from now: "yesterday", "last week", "next Friday", "the weekend before last"."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

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
    within_fixed,
)
from chronomem.extractors.semantic_time.patterns import Built, PatternMatch, rule
from chronomem.extractors.semantic_time.periods import (
    DAY,
    GRAINS,
    SECONDS,
    LocalInterval,
    LocalSpan,
    period_of,
    shift,
    week_of,
    year_of,
)
from chronomem.extractors.semantic_time.rules.counted import instant
from chronomem.extractors.semantic_time.rules.dates import season_of
from chronomem.extractors.semantic_time.rules.durations import Duration, unit_of
from chronomem.extractors.semantic_time.rules.stretches import stretch


def moved_period(env: Environment, unit: str, count: int) -> LocalSpan:
    """Return the calendar period of a unit, `count` periods from the current one."""
    here = period_of(env.now, unit, env.first_weekday)
    if unit == "weekend" and env.now >= here.end:
        count -= count < 0
    return period_of(shift(here.start, count, unit), unit, env.first_weekday)


def relative_day(found: PatternMatch) -> Built:
    """Today, yesterday, the day after tomorrow."""
    return ("RELDAY", one_day(found.env.today + found["d"] * DAY))


def this_part(found: PatternMatch) -> Built:
    """This morning, last night, next evening, tonight."""
    part = found["p"]
    daily = PARTS_OF_DAY["night" if part == "tonight" else part] if isinstance(part, str) else part
    step = found["m"] or 0
    day = found.env.today + DAY * (1 if step > 0 else step)
    return ("DT", Timed(one_day(day), daily))


def yesterdays_part(found: PatternMatch) -> Built:
    """The night before last, the morning after next."""
    step = -2 if found.is_a("b", "BEFORE") else 2
    day = one_day(found.env.today + DAY * step)
    return ("DT", Timed(day, PARTS_OF_DAY["night" if found.is_a("p", "UNIGHT") else found["p"]]))


def other_cuts(env: Environment, span: LocalSpan, step: int) -> Iterator[LocalSpan]:
    """Yield other conventions for the same week or weekend: from Sunday on, from Friday evening on, the nearest."""
    if span.grain == "week":
        first = 6 if env.first_weekday == 0 else 0
        yield week_of(shift(env.today, step, "week"), first)
    elif span.grain == "weekend":
        if step > 0:
            yield moved_period(env, "weekend", 0)
        yield LocalSpan(span.start - DAY / 4, span.end, "weekend")


def last_or_next_unit(found: PatternMatch) -> Built:
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
        final = step < 0 and not found.is_a("o", "OVER")  # "my last day at the shop" is the final one, not yesterday
        return None if final else ("RELDAY", one_day(env.today + DAY * step))
    span = moved_period(env, unit, step)
    rolling = LocalInterval(shift(env.now, step, unit), env.now, "interval")
    if step < 0 and unit != "weekend" and (found.is_a("o", "OVER") or found.is_a("t", "THE")):
        return ("RANGE", Fixed((rolling, LocalInterval(*span)), "range"))
    others = [LocalInterval(*each) for each in other_cuts(env, span, step)]
    if step < 0:
        others.insert(0, rolling)
    return ("PERIOD", one(span, "period", *others))


def year_around(found: PatternMatch) -> Built:
    """Next year, in front of "in March"; "the last week in March" means something else."""
    return last_or_next_unit(found) if found["u"] == "year" else None


def the_unit(found: PatternMatch) -> Built:
    """The week, my weekend, the year: the current one."""
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


def fiscal_unit(found: PatternMatch) -> Built:
    """This fiscal year, last fiscal year."""
    env = found.env
    start = period_of(env.now, "year", env.first_weekday).start.replace(month=env.settings.fiscal_year_start)
    if start > env.now:
        start = shift(start, -1, "year")
    start = shift(start, min(found["m"], 1), "year")
    return ("PERIOD", fixed(start, shift(start, 1, "year"), "year"))


def working_week(found: PatternMatch) -> Built:
    """This working week: Monday to Friday."""
    start = week_of(found.env.now, 0).start + 7 * DAY * min(found["m"] or 0, 1)
    return ("PERIOD", fixed(start, start + 5 * DAY, "week"))


def moved_weekday(env: Environment, weekday: Recurring, step: int, strict: bool) -> tuple[LocalInterval, ...]:
    """Return last, this or next Friday, best reading first.

    "Next" is the one of next week, "this" the one of this week, "last" the last one before today; the alternatives are
    the nearest such day and the one of that calendar week.
    """
    week = week_of(env.now, env.first_weekday).start
    in_week = weekday.instances(week + 7 * DAY * step, week + 7 * DAY * (step + 1))[0]
    past, _, future = nearest(weekday, env)
    closest = past if step < 0 else future
    if closest is None:
        return (LocalInterval(*in_week),)
    if step == 0:
        return (LocalInterval(*in_week), *((LocalInterval(*future),) if future and in_week.start < env.today else ()))
    pair = (closest, in_week) if step < 0 or strict else (in_week, closest)
    return tuple(dict.fromkeys(LocalInterval(*span) for span in pair))


def last_or_next_weekday(found: PatternMatch) -> Built:
    """Last Friday, this Friday, next Friday; "this past" and "this coming" are the nearest."""
    step = min(found["m"], 1)
    strict = found["x"] is not None
    return ("DATE", Fixed(moved_weekday(found.env, found["w"], step, strict), "day"))


def moved_recurring(env: Environment, meaning: Recurring, step: int, kind: Any) -> Fixed | None:
    """Return last May, next summer or this Christmas, best reading first."""
    past, current, future = nearest(meaning, env)
    if step == 0:
        year = env.now.year
        this_year = [span for span in (past, current, future) if span and (span.start.year == year or span is current)]
        order = [current, *this_year, future, past] if current else [*this_year, future, past]
    elif step < 0:
        order = [past]
        if past and past.start.year == env.now.year:
            order.append(before_last(meaning, past))
    else:
        order = [future]
        if future and future.start.year == env.now.year:
            order.append(after_next(meaning, future))
    spans = tuple(dict.fromkeys(LocalInterval(*span) for span in order if span))
    return Fixed(spans, kind) if spans else None


def before_last(meaning: Recurring, past: LocalSpan) -> LocalSpan | None:
    """Return the instance before one."""
    return nearby(meaning, past.start)[0]


def after_next(meaning: Recurring, future: LocalSpan) -> LocalSpan | None:
    """Return the instance after one."""
    return nearby(meaning, future.end - timedelta(seconds=1))[2]


def last_or_next_recurring(found: PatternMatch) -> Built:
    """Last May, next Christmas."""
    value = found["r"]
    if isinstance(value, Fixed):
        return ("DATE", value) if found.is_a("r", "DATE") and found["m"] == 0 else None
    if not isinstance(value, Recurring):
        return None
    kind = "day" if value.grain == "day" else "period"
    meaning = moved_recurring(found.env, value, min(found["m"], 1), kind)
    return ("DATE" if kind == "day" else "PERIOD", meaning) if meaning else None


def last_or_next_season(found: PatternMatch) -> Built:
    """Last summer, this winter."""
    meaning = moved_recurring(found.env, season_of(found), min(found["m"], 1), "period")
    return ("PERIOD", meaning) if meaning else None


def season_before_last(found: PatternMatch) -> Built:
    """The summer before last."""
    season = season_of(found)
    back = found.is_a("b", "BEFORE")
    past, _, future = nearest(season, found.env)
    closest = past if back else future
    span = (before_last(season, closest) if back else after_next(season, closest)) if closest else None
    return ("PERIOD", one(span)) if span else None


def this_season(found: PatternMatch) -> Built:
    """Last season, this season."""
    return ("PERIOD", one(moved_period(found.env, "season", min(found["m"], 1))))


def before_last_unit(found: PatternMatch) -> Built:
    """The week before last, the weekend after next."""
    unit = unit_of(found)
    if unit in SECONDS:
        return None
    step = -2 if found.is_a("b", "BEFORE") else 2
    if unit in ("day", "night"):
        return ("RELDAY", one_day(found.env.today + DAY * step))
    span = moved_period(found.env, unit, step)
    others = [LocalInterval(*each) for each in other_cuts(found.env, span, step)] if span.grain == "week" else []
    return ("PERIOD", one(span, "period", *others))


def before_last_recurring(found: PatternMatch) -> Built:
    """The Friday before last, March after next."""
    meaning = found["r"]
    back = found.is_a("b", "BEFORE")
    past, _, future = nearest(meaning, found.env)
    closest = past if back else future
    if closest is None:
        return None
    span = before_last(meaning, closest) if back else after_next(meaning, closest)
    if span is None:
        return None
    return (
        "DATE" if span.grain == "day" else "PERIOD",
        one(span, "day" if span.grain == "day" else "period"),
    )


def now(found: PatternMatch) -> Built:
    """Now; "at this time" can also mean today."""
    moment = instant(found.env.now)
    return ("NOWX", Fixed((*moment.readings, *one_day(found.env.today).readings), "instant"))


def vague(found: PatternMatch) -> Built:
    """Recently, a while ago, soon."""
    unit, start, end = found["v"]
    env = found.env
    low = None if start is None else shift(env.now, start, unit)
    high = None if end is None else shift(env.now, end, unit)
    weight = 0.2 if low is None or high is None else 0.4
    return ("VAGUEX", Fixed((LocalInterval(low, high, GRAINS.get(unit, "interval")),), "vague", weight))


def moment_of_year(found: PatternMatch) -> Built:
    """Wed Oct 26 15:50:06 2016."""
    meaning = found["d"]
    year = found["y"].value
    if not isinstance(meaning, Timed) or not isinstance(meaning.day, Recurring):
        return None
    day = within_fixed(meaning.day, Fixed((LocalInterval(*year_of(year)),), "period"))
    return ("DT", Timed(day, meaning.time)) if day else None


_UNIT = "u:(BIGUNIT|USUB|SECOND)"
_OF = "(?! OF X) (?! (OF|IN) (THE|MY)? (PERX|MOD|ORDX|UCAL|I4Y|HOL))"
_BEFORE = "(?!BEFORE (HOL|DATE|SL2))"  # "the last Friday before Christmas" means something else
_BASE = "x:(WHEN|CLK|CLKT)"

FIRST = [
    rule("d:DAYWORD", relative_day),
    rule("NOWWORD", now),
    rule("v:VAGUE", vague),
]
RULES = [
    rule("THE? u:UNIT b:(BEFORE|AFTER) THE? (LASTX|NEXT) (?!UNIT|WDAY|DUR|MONTH|SEASON|HOL)", before_last_unit),
    rule("THE? u:UNIT b:(BEFORE|AFTER) (LASTX|NEXT) (?!UNIT|WDAY|DUR|MONTH|SEASON|HOL)", before_last_unit),
    rule("THE? p:(POD|UNIGHT) b:(BEFORE|AFTER) (LASTX|NEXT) (?!UNIT)", yesterdays_part),
    rule("THE? s:SEASON b:(BEFORE|AFTER) (LASTX|NEXT) (?!UNIT|SEASON)", season_before_last),
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
        f"(THIS|THAT|THE)? m:(LAST|NEXT) w:WDAY {_BEFORE}"
        " (?! (OF|IN)? (MONTH|MONY|YEAR|MOD|I4Y)) (?! (OF|IN) THE (MOD|UCAL))",
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
    rule("m:(LASTX|NEXT|THIS) u:UCAL (?=IN (MONTH|MONY|QTR))", year_around),
    rule(
        f"(?<!MY) o:OVER? THE? (THIS|THAT)? m:(LASTX|NEXT) CALENDAR? {_UNIT} (?! OF) {_OF} {_BEFORE}",
        last_or_next_unit,
    ),
    rule(  # "my last year at school" is whichever that was
        f"o:OVER? MY m:(LASTX|NEXT) CALENDAR? {_UNIT} (?!OF|AT|IN) {_BEFORE}",
        last_or_next_unit,
    ),
    rule(f"o:OVER? (THE|MY)? m:(THIS|THAT) CALENDAR? {_UNIT} {_OF}", last_or_next_unit),
    rule("THE? (THIS)? m:(LASTX|NEXT|THIS|THAT) s:SEASON (?! OF)", last_or_next_season),
    rule("THE? m:MOD SEASONU", this_season),
    rule("THE? (THIS)? m:(LASTX|NEXT|THIS|THAT) r:(MONTH|HOL|QTR|DATE|SL2|SLW|DOMX)", last_or_next_recurring),
]
UNITS = [
    rule("THE u:(UDAY|UCAL|UWKND) (?!OF|BEFORE|AFTER|BEGIN|STARTING|STARTN|NUM|WDAY|I4Y)", the_unit),
    rule("MY u:(UDAY|UCAL|UWKND)", the_unit),
    rule("(?<=ON) u:UWKND", the_unit),
    rule("(?<!HOLIDAY) u:UWKND (?=P)", the_unit),
]
LATE = [
    rule("d:DT y:I4Y", moment_of_year),
]
