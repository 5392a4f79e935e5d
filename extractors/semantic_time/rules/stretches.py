"""Stretches of time that end or begin now: "the last two weeks", "within three days", "year to date"."""

from chronomem.extractors.semantic_time.meanings import (
    Environment,
    Fixed,
    fixed,
    nearest,
)
from chronomem.extractors.semantic_time.patterns import Built, PatternMatch, rule
from chronomem.extractors.semantic_time.periods import (
    DAY,
    LocalInterval,
    period_of,
    shift,
)
from chronomem.extractors.semantic_time.rules.durations import Duration, unit_of


def stretch(env: Environment, length: Duration, step: int) -> Fixed:
    """Return the last or next three weeks.

    The last ones end now; their alternatives end with yesterday, or are whole calendar periods. The next ones begin
    tomorrow.
    """
    if length.below_day:
        start, end = (length.from_now(env, -1), env.now) if step < 0 else (env.now, length.from_now(env))
        return Fixed((LocalInterval(start, end, "interval"),), "range")
    if step > 0:
        start = env.today + DAY
        found = [LocalInterval(start, length.added_to(start), "interval")]
        if not length.business and env.now != env.today:
            found.append(LocalInterval(env.now, length.from_now(env), "interval"))
        if length.business:
            found[0] = LocalInterval(start, length.added_to(env.today) + DAY, "interval")
    else:
        start = length.added_to(env.today, -1)
        found = [LocalInterval(start, env.now, "interval"), LocalInterval(start, env.today, "interval")]
        found = [interval for interval in found if interval.end != start]
        if env.now == env.today:
            found = found[:1]
    return Fixed((*found, *whole_periods(env, length, step)), "range")


def whole_periods(env: Environment, length: Duration, step: int) -> list[LocalInterval]:
    """Return the whole calendar periods that a count of one unit may mean, and the last of them."""
    if len(length.parts) > 1 or length.unit in ("day", "business day", "night") or length.count % 1:
        return []
    count, unit = int(length.count), length.unit
    here = period_of(env.now, unit, env.first_weekday)
    if step < 0:
        return [LocalInterval(shift(here.start, -count, unit), here.start, "interval")]
    return [LocalInterval(here.end, shift(here.end, count, unit), "interval")]


def last_or_next_stretch(found: PatternMatch) -> Built:
    """The last two weeks, the next few days, the past 3 months."""
    length, env = found["d"], found.env
    meaning = stretch(env, length, found["m"])
    if length.unit in ("decade", "century", "quarter", "weekend") and len(length.parts) == 1:
        others = [reading for reading in meaning.readings if reading not in whole_periods(env, length, found["m"])]
        meaning = Fixed((*whole_periods(env, length, found["m"]), *others), "range")
    if found["m"] == 2 and len(length.parts) == 1 and not length.below_day:
        last = shift(period_of(env.now, length.unit, env.first_weekday).start, length.count, length.unit)
        span = period_of(last, length.unit, env.first_weekday)
        meaning = Fixed((*meaning.readings[:2], LocalInterval(*span)), "range")
    return ("RANGE", meaning)


def counted_last_or_next(found: PatternMatch) -> Built:
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
        meaning = Fixed((*meaning.readings[:2], LocalInterval(*period_of(last, unit, env.first_weekday))), "range")
    return ("RANGE", meaning)


def counted_before_last_or_next(found: PatternMatch) -> Built:
    """The two past weeks; but "turned 40 last week" names one week, and "40" is something else."""
    return None if found.is_singular("u") and found["n"] != 1 else counted_last_or_next(found)


def within(found: PatternMatch) -> Built:
    """Within three days, within the next hour."""
    start = found.env.now if found["d"].below_day else found.env.today
    end = found["d"].from_now(found.env) if found["d"].below_day else found["d"].added_to(start)
    return ("RANGE", fixed(start, end, "interval", "range"))


def within_past(found: PatternMatch) -> Built:
    """Within the last three days."""
    return ("RANGE", stretch(found.env, found["d"], -1))


def run_of_weekdays(found: PatternMatch) -> Built:
    """The last two Mondays: from the first of them to the last."""
    count = getattr(found["n"], "value", found["n"])
    past, _, future = nearest(found["w"], found.env)
    closest = past if found["m"] < 0 else future
    if closest is None or not 1 <= count <= 520:
        return None
    far = closest.start + 7 * DAY * (count - 1) * (-1 if found["m"] < 0 else 1)
    return ("RANGE", fixed(min(far, closest.start), max(far, closest.start) + DAY, "interval", "range"))


def to_date(found: PatternMatch) -> Built:
    """Year to date."""
    start = period_of(found.env.now, found["u"], found.env.first_weekday).start
    today = found.env.today
    return (
        "RANGE",
        Fixed((LocalInterval(start, found.env.now, "interval"), LocalInterval(start, today, "interval")), "range"),
    )


def bounded(found: PatternMatch) -> Built:
    """Less than two weeks after today, more than two weeks before today."""
    length, sign = found["d"], -1 if found.is_a("r", "BEFORE") else 1
    base = found["x"]
    intervals = []
    for reading in found.readings(base) if base else (LocalInterval(found.env.now, found.env.now, "second"),):
        if reading.start is None:
            continue
        far = length.added_to(reading.start, sign)
        if found.is_a("l", "MORE"):
            intervals.append(
                LocalInterval(far, None, reading.grain) if sign > 0 else LocalInterval(None, far, reading.grain)
            )
        else:
            low, high = (reading.start, far) if sign > 0 else (far, reading.start)
            intervals.append(LocalInterval(low, high, "interval"))
    kind = "open" if found.is_a("l", "MORE") else "range"
    return ("RANGE", Fixed(tuple(intervals), kind)) if intervals else None  # type: ignore[arg-type]


def weekdays_of_week(found: PatternMatch) -> Built:
    """Next week between Wednesday and Friday."""
    intervals = []
    for reading in found.readings(found["x"]):
        if reading.grain != "week" or reading.start is None or reading.end is None:
            continue
        first = found["a"].instances(reading.start, reading.end)[0]
        last = found["b"].instances(first.start, first.start + 7 * DAY)[0]
        intervals += [
            LocalInterval(first.start, last.end, "interval"),
            LocalInterval(first.start, last.start, "interval"),
        ]
    intervals = [each for each in intervals if each.start != each.end]
    return ("RANGE", Fixed(tuple(intervals), "range")) if intervals else None


FIRST = [
    rule("IN? THE? u:TODATE", to_date),
]
RULES = [
    rule("THE? m:(LASTX|NEXT) n:(NUM|COUPLE|FEW) OF? w:(WDAY|WDAYS)", run_of_weekdays),
    rule("l:(LESS|MORE|WITHIN) d:DUR r:(BEFORE|AFTER|FROM) (NOWX|x:(RELDAY|DATE|DT|SL2|HOL))", bounded),
    rule("(WITHIN|IN) THE? (LAST|PAST) d:DUR", within_past),
    rule("(WITHIN|IN LESS) THE? NEXT? d:DUR (?!AGO)", within),
    rule("THE? m:(LASTX|NEXT) d:DUR (?! OF (THE|PERX|MOD|I4Y|YEAR))", last_or_next_stretch),
    rule("THE? m:(LASTX|NEXT) n:(NUM|FEW|COUPLE) u:(BIGUNIT|USUB)", counted_last_or_next),
    rule("(?<!TOX) (THE|MY)? n:(NUM|FEW) m:(LASTX|NEXT) u:(BIGUNIT|USUB)", counted_before_last_or_next),
]
LATE = [
    rule("x:PERIOD COMMA? (FROM|BETWEEN) a:WDAY (AND|TOX) b:WDAY", weekdays_of_week),
]
