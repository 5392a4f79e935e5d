"""Durations: "three weeks", "a couple of months", "an hour and a half"."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from chronomem.extractors.semantic_time.meanings import Environment
from chronomem.extractors.semantic_time.patterns import Built, PatternMatch, rule
from chronomem.extractors.semantic_time.periods import SECONDS, shift

# Coarser units are added first, so that the result for "a month and a day" doesn't depend on the order of words.
_ORDER: Final = ("century", "decade", "year", "season", "quarter", "month", "fortnight", "week", "weekend")


@dataclass(frozen=True, slots=True)
class Duration:
    """A duration as counts of units.

    Attributes:
        parts: the counts.
        vague: whether the count was a word such as "few".
        low: the smaller count of "two or three weeks", else 0.
    """

    parts: tuple[tuple[float, str], ...]
    vague: bool = False
    low: float = 0

    @property
    def unit(self) -> str:
        """The finest unit."""
        return self.parts[-1][1]

    @property
    def count(self) -> float:
        """The count of the finest unit."""
        return self.parts[-1][0]

    @property
    def below_day(self) -> bool:
        """Whether hours, minutes or seconds are counted."""
        return any(unit in SECONDS or (unit == "day" and count % 1 != 0) for count, unit in self.parts)

    @property
    def business(self) -> bool:
        """Whether only business days count."""
        return self.unit == "business day"

    def from_now(self, env: Environment, sign: int = 1) -> datetime:
        """Return now moved by this duration; hours are elapsed time, regardless of clock changes."""
        days = Duration(tuple(part for part in self.parts if part[1] not in SECONDS))
        moment = days.added_to(env.now, sign)
        seconds = sum(count * SECONDS[unit] for count, unit in self.parts if unit in SECONDS)
        if not seconds:
            return moment
        exact = moment.replace(tzinfo=env.settings.zone).astimezone(UTC) + timedelta(seconds=sign * seconds)
        return exact.astimezone(env.settings.zone).replace(tzinfo=None)

    def added_to(self, moment: datetime, sign: int = 1) -> datetime:
        """Return `moment` moved by this duration, back if `sign` is -1."""
        for count, unit in sorted(self.parts, key=lambda part: _rank(part[1])):
            moment = shift(moment, sign * count, unit)
        return moment


def _rank(unit: str) -> int:
    return _ORDER.index(unit) if unit in _ORDER else len(_ORDER)


def unit_of(found: PatternMatch, name: str = "u") -> str:
    """Return the captured unit; "second" is a unit here, not an ordinal."""
    value = found[name]
    return "second" if value == 2 else str(value)


def number(count: float, unit: str, vague: bool = False) -> Built:
    """Return a duration of one unit."""
    if count > 100_000:
        return None
    return ("DUR", Duration(((count, unit),), vague))


def counted(found: PatternMatch) -> Built:
    """Three weeks, 2 business days, a couple of months."""
    count = found["n"]
    unit = "business day" if found.is_a("b", "BIZ") else unit_of(found)
    if unit == "second" and not found.is_a("n", "NUM"):
        return None
    vague = found.is_a("n", "FEW") or found.is_a("n", "COUPLE")
    return number(getattr(count, "value", count), unit, vague)


def between_counts(found: PatternMatch) -> Built:
    """Two or three weeks, 3-4 days."""
    low, high = found["p"] or (found["m"], found["n"])
    unit = unit_of(found)
    if not 0 < low.value < high.value <= 1000 or found.is_a("u", "SECOND"):
        return None
    return ("DUR", Duration(((high.value, unit),), low=low.value))


def one_or_more(found: PatternMatch) -> Built:
    """A day or two."""
    unit = unit_of(found)
    return ("DUR", Duration(((found["n"].value, unit),), low=1)) if 1 < found["n"].value <= 12 else None


def roughly(found: PatternMatch) -> Built:
    """Two weeks or so."""
    return ("DUR", replace(found["d"], vague=True))


def with_half(found: PatternMatch) -> Built:
    """Two and a half years."""
    return number(found["n"].value + 0.5, unit_of(found))


def half(found: PatternMatch) -> Built:
    """Half an hour."""
    return number(0.5, unit_of(found))


def quarters(found: PatternMatch) -> Built:
    """A quarter of an hour, three quarters of an hour."""
    count = found["n"]
    return number(getattr(count, "value", count or 1) / 4, unit_of(found))


def and_half(found: PatternMatch) -> Built:
    """A year and a half."""
    count = found["n"]
    return number((getattr(count, "value", count)) + 0.5, unit_of(found))


def decimal(found: PatternMatch) -> Built:
    """1.5 years."""
    whole, part = found["n"]
    return number(whole.value + part.value / 10**part.digits, unit_of(found))


def joined(found: PatternMatch) -> Built:
    """Two years, one month and 21 days."""
    nodes = found.nodes[found.match.start() : found.match.end()]
    parts = [part for node in nodes if isinstance(node.value, Duration) for part in node.value.parts]
    return ("DUR", Duration(tuple(parts)))


RULES = [
    rule("n:(A|NUM)? QUARTER OF A u:USUB", quarters),
    rule("m:NUM (OR|TO) n:NUM u:UNIT", between_counts),
    rule("p:DA2 u:UNIT", between_counts),
    rule("A u:(USUB|UDAY|UCAL|UWKND|UNIGHT) OR n:NUM (?!UNIT)", one_or_more),
    rule("n:(NUM|A) u:UNIT AND A HALF", and_half),
    rule("n:NUM AND? A? HALF u:UNIT", with_half),
    rule("HALF (OF? A)? u:UNIT", half),
    rule("A HALF u:UNIT", half),
    rule("n:DO2 u:UNIT", decimal),
    rule("A n:(COUPLE|FEW|DOZEN) OF? b:BIZ? u:UNIT", counted),
    rule("(?<=COUPLED) n:(COUPLE|FEW|DOZEN) OF? b:BIZ? u:UNIT", counted),
    rule("n:FEW b:BIZ? u:UNIT", counted),
    rule("n:COUPLE OF? b:BIZ? u:UNIT (?=AGO|LATER|HENCE|BEFORE|AFTER|FROM)", counted),
    rule("A n:I3 u:UNIT", counted),
    rule("n:NUM DASH? b:BIZ? u:UNIT", counted),
    rule("n:A b:BIZ? u:(USUB|UDAY|UCAL|UWKND|UNIGHT)", counted),
    rule("n:A u:QUARTER (?! (TO|PAST|AFTER|BEFORE) (HOUR|CLK))", counted),
    rule("d:DUR ORSO", roughly),
    rule("(?<!LASTX) DUR ((AND|COMMA)? DUR)+", joined),
]
