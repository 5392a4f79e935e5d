"""The order in which the rules are applied."""

from typing import Final

from chronomem.extractors.semantic_time.patterns import Rule
from chronomem.extractors.semantic_time.rules import (
    clock,
    dates,
    durations,
    parts,
    ranges,
    relative,
    years,
)

STAGES: Final[tuple[Rule, ...]] = (
    *ranges.MONTH_RANGES,
    *dates.RULES,
    *ranges.DATES,
    *dates.YEARS,
    *years.RULES,
    *relative.FIRST,
    *durations.RULES,
    *ranges.MONTH_RANGES,
    *clock.RULES,
    *relative.RULES,
    *relative.SECOND_PASS,
    *parts.FIRST,
    *relative.UNITS,
    *ranges.MONTH_RANGES,
    *parts.RULES,
    *parts.COMBINE,
    *ranges.HOURS,
    *dates.LATE,
    *ranges.TIMES,
    *parts.COMBINE,
    *parts.RULES,
    *relative.SECOND_PASS,
    *relative.LATE,
    *years.LISTED,
    *ranges.RANGES,
    *ranges.OPEN,
)
