"""Dialogues with what they say and what follows, read from the YAML files beside this one."""

from datetime import date, datetime, time
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field

from chronomem import Consolidated, Memory
from chronomem.graph_schema.facts.given import GivenFact
from chronomem.graph_schema.model.entity_names import normalise

FOLDER = Path(__file__).parent


class Line(BaseModel):
    """One turn, with what it asserts and the operations that these assertions are."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    at: datetime | date
    by: str
    says: str
    asserted: list[dict[str, Any]] = Field(default=[], alias="assert")
    ops: list[str] = []

    @property
    def said_at(self) -> str:
        moment = self.at if isinstance(self.at, datetime) else datetime.combine(self.at, time(12))
        return moment.isoformat()


class Expectation(BaseModel):
    """All that holds of somebody in one respect at a moment."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    of: str
    predicate: str
    at: datetime | date
    holds: list[str]


class Scenario(BaseModel):
    """A dialogue, and what holds after it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    merge: list[tuple[str, str]] = []
    turns: list[Line]
    expect: list[Expectation] = []


def load_scenarios() -> list[Scenario]:
    """Return all scenarios, by file and order."""
    files = sorted(FOLDER.glob("*.yaml"))
    return [Scenario(**entry) for file in files for entry in yaml.safe_load(file.read_text(encoding="utf-8"))]


def play(memory: Memory, user: str, scenario: Scenario, *, backwards: bool = False) -> list[list[str]]:
    """Store a dialogue with the facts that are given for it, and return the operations of each turn."""
    _store(memory, user, scenario)
    numbered = list(enumerate(scenario.turns))
    operations: list[list[str]] = [[] for _ in numbered]
    for number, line in reversed(numbered) if backwards else numbered:
        given = [_given(fact, line, number) for fact in line.asserted]
        operations[number] = [op.kind for op in memory.add_facts(given, user=user)]
    return operations


def play_sentences(memory: Memory, user: str, scenario: Scenario) -> Consolidated:
    """Store a dialogue and read it."""
    _store(memory, user, scenario)
    return memory.consolidate(user=user)


def _store(memory: Memory, user: str, scenario: Scenario) -> None:
    turns = [
        {"text": line.says, "speaker": line.by, "said_at": line.said_at, "id": turn_id(number), "session": "s"}
        for number, line in enumerate(scenario.turns)
    ]
    memory.add_turns(turns, user=user)
    for keep, other in scenario.merge:
        memory.add_facts([{"subject": keep, "predicate": "is", "value": "known", "source": "names"}], user=user)
        memory.merge_entities(keep, other, user=user)


def wrong(memory: Memory, user: str, scenario: Scenario) -> list[str]:
    """Return what does not hold as the scenario expects it, a line each."""
    found = []
    for expected in scenario.expect:
        moment = str(expected.at)
        facts = memory.facts(
            user=user, about=expected.of, predicate=expected.predicate, as_of=moment, include_minor=True
        )
        own = sorted(normalise(f.says) for f in facts if expected.of in (f.subject.name, *f.subject.aliases))
        if own != sorted(map(normalise, expected.holds)):
            found.append(f"{expected.of} {expected.predicate} at {moment}: {own} instead of {expected.holds}")
    return found


def turn_id(number: int) -> str:
    return f"turn-{number}"


def _given(fact: dict[str, Any], line: Line, number: int) -> GivenFact:
    times = {name: str(fact[name]) for name in ("valid_at", "invalid_at") if name in fact}
    dated = {"grain": "day"} if times else {}
    return GivenFact.of(**({"subject": line.by, "turn_id": turn_id(number)} | dated | fact | times))
