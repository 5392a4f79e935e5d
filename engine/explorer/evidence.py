"""One fact from close up: the turns that say it, and all that was ever believed in its respect."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from chronomem.engine.explorer.activity import SaidTurn, said_turn
from chronomem.engine.memory import AsyncMemory
from chronomem.graph_schema.facts.views import Fact
from chronomem.graph_schema.statements import statement

_MOST_TURNS = 20
_MOST_STEPS = 60


@dataclass(frozen=True)
class Step:
    """A fact in the history of one respect.

    Attributes:
        begin, width: where its interval lies in the history, in percent of its length.
        is_this: it is the fact that was asked about.
    """

    fact: Fact
    begin: float
    width: float
    is_this: bool


@dataclass(frozen=True)
class Evidence:
    """What supports a fact, and what stood before and after it.

    Attributes:
        turns: the first turns that say it, in order.
        more_turns: how many there are beyond those.
        steps: the history of its subject in its respect, by time.
    """

    fact: Fact
    turns: Sequence[SaidTurn]
    more_turns: int
    steps: Sequence[Step]


async def evidence(memory: AsyncMemory, user: str, fact: Fact, zone: ZoneInfo) -> Evidence:
    """Return the evidence of a fact, with its turns in the user's timezone."""
    ids = list(fact.turn_ids[:_MOST_TURNS])
    rows = await memory.cypher(statement("explore_turns"), user=user, ids=ids) if ids else ()
    turns = [said_turn(row, zone) for row in rows]
    history = await memory.history(fact.subject.id, fact.predicate, user=user)
    return Evidence(fact, turns, len(fact.turn_ids) - len(ids), steps_of(fact, history))


def steps_of(fact: Fact, history: Sequence[Fact]) -> list[Step]:
    """Return a history, or the part of it around a fact where it is long, with where its intervals lie."""
    own = next((number for number, one in enumerate(history) if one.id == fact.id), 0)
    first = max(0, min(own - _MOST_STEPS // 2, len(history) - _MOST_STEPS))
    near = history[first : first + _MOST_STEPS]
    times = [time for one in near for time in (one.valid_at, one.invalid_at) if time is not None]
    if not times:
        return [Step(one, 0.0, 100.0, one.id == fact.id) for one in near]
    start, end = min(times), max(times)
    length = max((end - start).total_seconds(), 1.0) * 1.15  # what is open goes on beyond the last change

    def place(time: datetime | None, otherwise: float) -> float:
        return otherwise if time is None else (time - start).total_seconds() / length * 100

    steps = []
    for one in near:
        begin, until = place(one.valid_at, 0.0), place(one.invalid_at, 100.0)
        steps.append(Step(one, round(begin, 2), round(until - begin, 2), one.id == fact.id))
    return steps
