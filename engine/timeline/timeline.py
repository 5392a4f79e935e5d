"""The timeline: turns by calendar period."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.model.periods import CalendarPeriod, Grain, branch, local_day
from chronomem.retrieval.index.turn_columns import IndexedTurn


@dataclass(frozen=True)
class PeriodOfTurns:
    """A calendar period with turns, as `TimelinePeriod` describes it."""

    id: str
    grain: Grain
    start: datetime
    end: datetime
    turns: int
    sessions: int
    speakers: tuple[str, ...]


@dataclass(frozen=True)
class TimelinePeriod(PeriodOfTurns):
    """A calendar period with turns. All times are in the user's timezone.

    Attributes:
        id: such as `month:2024-05`.
        grain: day, week, month or year. A week that straddles two months is two periods, one in each.
        start, end: its half-open interval.
        turns, sessions: their numbers; a session that extends beyond a period is counted in both.
        speakers: the speakers, sorted.
        first, last: the times of the first and the last turn.
        summary: the summary that `consolidate` wrote; None before that, and while there are too few turns.
        extractive: whether its sentences were taken from turns rather than written by a language model.
        summarised_at: the time as of which it was written.
    """

    first: datetime
    last: datetime
    summary: str | None = None
    extractive: bool | None = None
    summarised_at: datetime | None = None


def grain_of(name: str) -> Grain:
    """Return the grain of a name; raise `InvalidInput` for an unknown name."""
    try:
        return Grain(name)
    except ValueError:
        raise InvalidInput(f"grain must be one of {', '.join(Grain)}, not {name!r}") from None


def timeline_period(row: Row, zone: ZoneInfo) -> TimelinePeriod:
    """Return a row of the timeline's statement as a period, with times in the user's timezone."""
    named = ("start", "end", "first", "last", "summarised_at")
    times = {key: None if row[key] is None else row[key].astimezone(zone) for key in named}
    return TimelinePeriod(**{**row, **times, "grain": Grain(row["grain"]), "speakers": tuple(sorted(row["speakers"]))})


def filtered_timeline(
    turns: Iterable[IndexedTurn], grain: Grain, zone: ZoneInfo, *, since: datetime | None, until: datetime | None
) -> list[TimelinePeriod]:
    """Return the periods with some turns, in order, of those that overlap a time range."""
    place = list(Grain).index(grain)
    by_period: defaultdict[CalendarPeriod, list[IndexedTurn]] = defaultdict(list)
    for turn in turns:
        by_period[branch(local_day(turn.said_at, zone), zone)[place]].append(turn)
    return [
        TimelinePeriod(
            id=period.id,
            grain=grain,
            start=period.start.astimezone(zone),
            end=period.end.astimezone(zone),
            turns=len(own),
            sessions=len({turn.session for turn in own}),
            speakers=tuple(sorted({turn.speaker for turn in own})),
            first=min(turn.said_at for turn in own).astimezone(zone),
            last=max(turn.said_at for turn in own).astimezone(zone),
        )
        for period, own in sorted(by_period.items(), key=lambda found: found[0].start)
        if (since is None or period.end > since) and (until is None or period.start < until)
    ]
