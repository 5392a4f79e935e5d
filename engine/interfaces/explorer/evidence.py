"""One fact from close up: the turns that say it, and all that was ever believed in its respect."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from chronomem.engine.interfaces.explorer.activity import SaidTurn, said_turn
from chronomem.engine.interfaces.explorer.known_facts import GraphFact
from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.statements import statement
from chronomem.graph_schema.model.times import utc_time

_MOST_TURNS = 20
_MOST_STEPS = 60


@dataclass(frozen=True)
class HistoryStep:
    """A fact in the history of one respect.

    Attributes:
        says: the object's name, or the value; of a denial, with "not".
        valid_at, invalid_at, expired_at: as those of a fact.
        begin, width: where its interval lies in the history, in percent of its length.
        is_this: it is the fact that was asked about.
    """

    says: str
    valid_at: datetime | None
    invalid_at: datetime | None
    expired_at: datetime | None
    begin: float
    width: float
    is_this: bool


@dataclass(frozen=True)
class Evidence:
    """What supports a fact, and what stood before and after it.

    Attributes:
        created_at, expired_at, confidence, reinforcements: as those of a fact.
        turns: the first turns that say it, in order.
        more_turns: how many there are beyond those.
        steps: the history of its subject in its respect, by time.
    """

    created_at: datetime
    expired_at: datetime | None
    confidence: float
    reinforcements: int
    turns: Sequence[SaidTurn]
    more_turns: int
    steps: Sequence[HistoryStep]


async def evidence(memory: AsyncMemory, user: str, fact: GraphFact, zone: ZoneInfo) -> Evidence | None:
    """Return the evidence of a fact, with its turns in the user's timezone; None where the fact is gone by now."""
    rows = await memory.cypher(statement("explore_fact"), user=user, id=fact.id)
    if not rows:
        return None
    [known] = rows
    ids = list(known["turns"] or ())
    turns = await memory.cypher(statement("explore_turns"), user=user, ids=ids[:_MOST_TURNS]) if ids else ()
    history = await memory.cypher(statement("explore_history"), user=user, id=fact.id)
    return Evidence(
        created_at=utc_time(known["created_at"]),
        expired_at=utc_time(known["expired_at"]),
        confidence=known["confidence"],
        reinforcements=known["reinforcements"],
        turns=[said_turn(row, zone) for row in turns],
        more_turns=max(len(ids) - _MOST_TURNS, 0),
        steps=steps_of(fact.id, history),
    )


def steps_of(fact_id: str, history: Sequence[Row]) -> list[HistoryStep]:
    """Return a history, or the part of it around a fact where it is long, with where its intervals lie."""
    own = next((number for number, row in enumerate(history) if row["id"] == fact_id), 0)
    first = max(0, min(own - _MOST_STEPS // 2, len(history) - _MOST_STEPS))
    near = history[first : first + _MOST_STEPS]
    spans = [(utc_time(row["valid_at"]), utc_time(row["invalid_at"])) for row in near]
    times = [time for span in spans for time in span if time is not None]
    start = min(times, default=None)
    length = 1.0 if start is None else max((max(times) - start).total_seconds(), 1.0) * 1.15  # what is open goes on

    def place(time: datetime | None, otherwise: float) -> float:
        return otherwise if time is None or start is None else (time - start).total_seconds() / length * 100

    return [
        HistoryStep(
            says=f"not {row['says']}" if row["negated"] else row["says"] or "",
            valid_at=since,
            invalid_at=until,
            expired_at=utc_time(row["expired_at"]),
            begin=round(place(since, 0.0), 2),
            width=round(place(until, 100.0) - place(since, 0.0), 2),
            is_this=row["id"] == fact_id,
        )
        for row, (since, until) in zip(near, spans, strict=True)
    ]
