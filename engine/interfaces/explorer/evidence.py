"""The details of one fact: its evidence, and the history of its subject and predicate."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from chronomem.engine.interfaces.explorer.activity import SaidTurn, said_turn
from chronomem.engine.interfaces.explorer.known_facts import GraphFact
from chronomem.engine.interfaces.operator_notes import operator_note
from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.statements import statement
from chronomem.graph_schema.model.times import utc_time

_MOST_TURNS = 20
_MOST_STEPS = 60


@dataclass(frozen=True)
class HistoryStep:
    """A fact in the history of one subject and predicate.

    Attributes:
        says: the object's name, or the value; for a denial, with "not".
        valid_at, invalid_at, expired_at: as those of a fact.
        begin, width: the position of its interval in the history, in percent of its length.
        is_this: whether it is the fact in question.
        operator: an operator's action on it, with the reason; empty if there was none.
    """

    says: str
    valid_at: datetime | None
    invalid_at: datetime | None
    expired_at: datetime | None
    begin: float
    width: float
    is_this: bool
    operator: str = ""


@dataclass(frozen=True)
class Evidence:
    """The evidence for a fact, and the facts before and after it.

    Attributes:
        created_at, expired_at, confidence, reinforcements: as those of a fact.
        turns: the first turns that state it, in order.
        more_turns: the number of further turns.
        steps: the history of its subject and predicate, by time.
    """

    created_at: datetime
    expired_at: datetime | None
    confidence: float
    reinforcements: int
    turns: Sequence[SaidTurn]
    more_turns: int
    steps: Sequence[HistoryStep]


async def evidence(memory: AsyncMemory, user: str, fact: GraphFact, zone: ZoneInfo) -> Evidence | None:
    """Return the evidence for a fact, with turns in the user's timezone; None if the fact no longer exists."""
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
    """Return a history with the positions of its intervals; of a long one, the part around a fact."""
    own = next((number for number, row in enumerate(history) if row["id"] == fact_id), 0)
    first = max(0, min(own - _MOST_STEPS // 2, len(history) - _MOST_STEPS))
    near = history[first : first + _MOST_STEPS]
    spans = [(utc_time(row["valid_at"]), utc_time(row["invalid_at"])) for row in near]
    times = [time for span in spans for time in span if time is not None]
    start = min(times, default=None)
    length = (
        1.0 if start is None else max((max(times) - start).total_seconds(), 1.0) * 1.15
    )  # leaves room for open intervals

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
            operator=operator_note(since, until, row.get("reason")) if row.get("operator") else "",
        )
        for row, (since, until) in zip(near, spans, strict=True)
    ]
