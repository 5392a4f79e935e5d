"""Short dialogues, and what a memory believes after them.

A file of scenarios is a YAML list of

    name: unique
    tags: [qa, correction]
    turns: [{at: ISO time, by: speaker, says: text}]      # a gap of six hours begins a session
    expect:
      - {of: Dana|Dee, predicate: [lives_in], at: 2024-05-01, holds: ["Bristol"]}   # each is in the object or value of such a fact
      - {of: Dana, predicate: [lives_in], at: 2024-05-01, not: ["Leeds"]}           # none of these is
      - {of: Dana, predicate: [has_partner], at: 2024-05-01, none: true}            # there is no such fact
      - {of: Dana, at: 2024-05-01, words: "Rex|dog", number: 1}                     # so many facts have one of the words

`of` and the words of `holds`, `not` and `words` are compared without case, and "a|b" is either. `number` counts states, or
events where no state has the words. Opinions, denials and minor facts are left out. A check of an unknown name fails for
`holds` and passes for `not` and `none`.
"""  # noqa: E501 - the examples are one line each in the files

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import yaml

from chronomem import Fact, InvalidInput, Memory, Turn
from chronomem.graph_schema.facts.predicates import predicate_named

SESSION_GAP = timedelta(hours=6)
Scenario = dict[str, Any]


@dataclass(frozen=True)
class Checked:
    """A check, whether it holds, and the values that the memory had."""

    expected: Mapping[str, Any]
    passed: bool
    found: Sequence[str]


@dataclass(frozen=True)
class Played:
    """A scenario after it was played."""

    name: str
    tags: Sequence[str]
    checks: Sequence[Checked]

    @property
    def passed(self) -> bool:
        return all(check.passed for check in self.checks)


def load(paths: Iterable[Path]) -> list[Scenario]:
    return [scenario for path in paths for scenario in yaml.safe_load(path.read_text(encoding="utf-8"))]


def moment(at: str | date | datetime) -> datetime:
    """Return a moment in UTC; a day is its noon."""
    if isinstance(at, date) and not isinstance(at, datetime):
        at = datetime.combine(at, time(12))
    told = at if isinstance(at, datetime) else datetime.fromisoformat(at)
    return told if told.tzinfo is not None else told.replace(tzinfo=UTC)


def play(memory: Memory, scenarios: Sequence[Scenario]) -> Iterator[Played]:
    """Play each scenario as a new user and check it."""
    for scenario in scenarios:
        user = f"scenario-{uuid4().hex}"
        memory.add_turns(list(_turns(scenario)), user=user)
        memory.consolidate(user=user)
        checks = [_check(memory, user, expected) for expected in scenario["expect"]]
        yield Played(scenario["name"], scenario.get("tags", []), checks)


def figures(played: Sequence[Played]) -> dict[str, dict[str, Any]]:
    """Return by tag, and for "all", in percent: scenarios all of whose checks pass, `holds`, and `not` with `none`."""
    by_tag: dict[str, list[Played]] = defaultdict(list)
    for one in played:
        for tag in ("all", *one.tags):
            by_tag[tag].append(one)
    return {tag: _shares(some) for tag, some in by_tag.items()}


def _shares(played: Sequence[Played]) -> dict[str, Any]:
    checks = [check for one in played for check in one.checks]
    held = [check.passed for check in checks if "holds" in check.expected]
    kept_out = [check.passed for check in checks if {"not", "none"} & check.expected.keys()]
    dialogues = [one.passed for one in played]
    return {
        "dialogues": _percent(dialogues),
        "holds": _percent(held),
        "not": _percent(kept_out),
        "n": [len(dialogues), len(held), len(kept_out)],
    }


def _percent(passed: Sequence[bool]) -> float | None:
    return round(100 * sum(passed) / len(passed), 1) if passed else None


def _turns(scenario: Scenario) -> Iterator[Turn]:
    session, last = 0, None
    for number, line in enumerate(scenario["turns"]):
        at = moment(line["at"])
        session += last is not None and at - last > SESSION_GAP
        last = at
        yield Turn(
            id=f"t{number}",
            session=f"s{session}",
            speaker=line["by"],
            role="assistant" if line["by"].lower() == "assistant" else "user",
            text=line["says"],
            said_at=at,
        )


def _check(memory: Memory, user: str, expected: Mapping[str, Any]) -> Checked:
    facts = _believed(memory, user, expected["of"].split("|"), moment(expected["at"]))
    if "number" in expected:
        told = _told_with(facts, expected["words"])
        return Checked(expected, len(told) == expected["number"], told)
    found = [_words(fact) for fact in facts if fact.predicate in expected["predicate"]]
    if expected.get("none"):
        passed = not found
    elif "holds" in expected:
        passed = all(_has(found, words) for words in expected["holds"])
    else:
        passed = not any(_has(found, words) for words in expected["not"])
    return Checked(expected, passed, found)


def _believed(memory: Memory, user: str, names: Sequence[str], at: datetime) -> Iterator[Fact]:
    for name in names:
        try:
            facts = memory.facts(user=user, about=name, as_of=at)
        except InvalidInput:  # no such name
            continue
        yield from (fact for fact in facts if fact.subject.name.lower() == name.lower())


def _told_with(facts: Iterable[Fact], words: str) -> list[str]:
    """Return the sentences of the states, or else of the events, that have one of some words."""
    word = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words.lower().split('|')))})(?!\w)")
    found = [
        fact for fact in facts if word.search(f"{_words(fact)} {fact.text.replace(fact.subject.name, '', 1)}".lower())
    ]
    states = [fact for fact in found if predicate_named(fact.predicate).kind == "state"]
    return [fact.text for fact in states or found]


def _words(fact: Fact) -> str:
    return (fact.object.name if fact.object is not None else fact.value or "").lower()


def _has(found: Sequence[str], words: object) -> bool:
    return any(word.strip().lower() in value for word in str(words).split("|") for value in found)
