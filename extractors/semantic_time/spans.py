"""The parser's result: spans of text with the intervals that they mean."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

Grain = Literal[
    "second",
    "minute",
    "hour",
    "part_of_day",
    "day",
    "weekend",
    "week",
    "month",
    "quarter",
    "season",
    "year",
    "decade",
    "century",
    "interval",
]

Kind = Literal[
    "instant",  # a moment: "now", "in five minutes", "at 3:30 pm on Friday"
    "day",  # one day: "yesterday", "3 March"
    "period",  # a calendar period or a part of one: "last week", "early May", "this morning"
    "range",  # two ends or a length: "from May to July", "the last two weeks"
    "open",  # one end: "since 2019", "until Friday"
    "vague",  # "recently", "a while ago"
    "anchored",  # counted from an event that the text names: "the week after my birthday"
]


@dataclass(frozen=True, slots=True)
class TimeInterval:
    """One interval that an expression may mean.

    Attributes:
        start: first moment, timezone-aware; None if open.
        end: first moment after it, timezone-aware; None if open.
        grain: the granularity of the expression.
    """

    start: datetime | None
    end: datetime | None
    grain: Grain


@dataclass(frozen=True, slots=True)
class Anchor:
    """An event that a time is counted from, as the text names it.

    Attributes:
        text: the words that name the event: "my birthday", "I lived in Porto".
        relation: the position of the time relative to the event.
        count: the distance in units, if the text gives one; 0 is adjacent.
        unit: the unit of `count`, or None.
    """

    text: str
    relation: Literal["before", "after", "during", "since", "until"]
    count: float = 0
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A time expression and its meaning.

    Attributes:
        start: first moment of the preferred reading, timezone-aware; None if open.
        end: first moment after it, timezone-aware; None if open.
        grain: the granularity of the expression.
        kind: the kind of expression.
        text: the matched text.
        start_char: offset of its first character.
        end_char: offset after its last character.
        weight: confidence in the interval, 0 to 1; low for vague expressions.
        alternatives: other readings, best first.
        anchor: the event that the time is counted from; only for kind "anchored".
    """

    start: datetime | None
    end: datetime | None
    grain: Grain
    kind: Kind
    text: str
    start_char: int
    end_char: int
    weight: float = 1.0
    alternatives: tuple[TimeInterval, ...] = field(default=())
    anchor: Anchor | None = None

    @property
    def resolved(self) -> bool:
        """Whether the interval is known; False for an anchor that no resolver has resolved."""
        return self.start is not None or self.end is not None

    def readings(self) -> Iterator[TimeInterval]:
        """Yield every reading, the preferred one first; none if the span is unresolved."""
        if self.resolved:
            yield TimeInterval(self.start, self.end, self.grain)
            yield from self.alternatives


class AnchorResolver(Protocol):
    """Looks up in memory when an event happened."""

    def __call__(self, anchor: Anchor, *, now: datetime) -> TimeInterval | None:
        """Return the interval of the event that `anchor.text` names, or None if it isn't known.

        The ends are timezone-aware. `now` is the moment of utterance.
        """
