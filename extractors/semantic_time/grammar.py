"""The order in which the rules are applied."""

from typing import Final

from chronomem.extractors.semantic_time.patterns import Rule
from chronomem.extractors.semantic_time.rules import (
    clock,
    counted,
    dates,
    day_times,
    durations,
    inside,
    open_ends,
    parts,
    ranges,
    relative,
    stretches,
    years,
)

# What composes is built up from its parts: numbers to dates, dates to days of periods, those to days with
# times, those to ranges and open ends. Lists that come twice take what the lists between them have made.
STAGES: Final[tuple[Rule, ...]] = (
    *ranges.MONTH_RANGES,
    *dates.RULES,
    *day_times.DATES,
    *dates.YEARS,
    *years.RULES,
    *relative.FIRST,
    *stretches.FIRST,
    *durations.RULES,
    *ranges.MONTH_RANGES,
    *clock.RULES,
    *counted.RULES,
    *stretches.RULES,
    *relative.RULES,
    *ranges.LENGTHS,
    *years.MOVED,
    *counted.SECOND_PASS,
    *inside.FIRST,
    *relative.UNITS,
    *counted.UNITS,
    *ranges.MONTH_RANGES,
    *inside.RULES,
    *parts.RULES,
    *inside.LISTED,
    *inside.COMBINE,
    *day_times.HOURS,
    *dates.LATE,
    *day_times.TIMES,
    *inside.COMBINE,
    *inside.RULES,
    *parts.RULES,
    *counted.SECOND_PASS,
    *relative.LATE,
    *counted.LATE,
    *stretches.LATE,
    *years.LISTED,
    *ranges.RANGES,
    *open_ends.RULES,
)
