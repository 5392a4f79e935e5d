"""What was said when, by calendar period."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.model.periods import Grain


@dataclass(frozen=True)
class TimelinePeriod:
    """A calendar period in which something was said. All times are in the user's timezone.

    Attributes:
        id: such as `month:2024-05`.
        grain: day, week, month or year. A week that straddles two months is two periods, one in each.
        start, end: its interval, without its end.
        turns, sessions: how many there are; a session that goes over the end of a period is counted in both.
        speakers: who spoke, sorted.
        first, last: when the first and the last turn was said.
        summary: what was said, as `consolidate` wrote it; None before that, and while too little was said.
        extractive: its sentences are those that were said, not a language model's.
        summarised_at: as of when it was written.
    """

    id: str
    grain: Grain
    start: datetime
    end: datetime
    turns: int
    sessions: int
    speakers: tuple[str, ...]
    first: datetime
    last: datetime
    summary: str | None = None
    extractive: bool | None = None
    summarised_at: datetime | None = None


def grain_of(name: str) -> Grain:
    """Return the grain of a name; raise `InvalidInput` where there is none."""
    try:
        return Grain(name)
    except ValueError:
        raise InvalidInput(f"grain must be one of {', '.join(Grain)}, not {name!r}") from None


def timeline_period(row: Row, zone: ZoneInfo) -> TimelinePeriod:
    """Return a row of the timeline's statement with its times in the user's timezone."""
    named = ("start", "end", "first", "last", "summarised_at")
    times = {key: None if row[key] is None else row[key].astimezone(zone) for key in named}
    return TimelinePeriod(**{**row, **times, "grain": Grain(row["grain"]), "speakers": tuple(sorted(row["speakers"]))})
