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
    *parts.RULES,
    *parts.COMBINE,
    *dates.LATE,
    *ranges.TIMES,
    *parts.COMBINE,
    *parts.RULES,
    *relative.SECOND_PASS,
    *relative.LATE,
    *ranges.MONTH_RANGES,
    *ranges.RANGES,
    *years.LISTED,
    *ranges.OPEN,
)
