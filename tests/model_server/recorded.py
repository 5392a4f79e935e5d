"""What a language model answered to the dialogues of the scenarios, from the YAML files beside them."""

import re
from calendar import monthrange
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import yaml

from chronomem.graph_schema.facts.vocabulary import PACKAGED
from tests.model_server.server import Asked, Fails
from tests.scenarios.scenario import FOLDER, Line, Scenario

_TURN = re.compile(r"\d+ [^:]+: (.*)")


class Recorded:
    """Answers what is asked about a scenario's turns as the model did; to anything else it has no answer."""

    def __init__(self, scenarios: Sequence[Scenario]) -> None:
        replies: dict[str, Any] = {}
        for file in sorted((FOLDER / "replies").glob("*.yaml")):
            replies |= yaml.safe_load(file.read_text(encoding="utf-8"))
        self.names = frozenset(replies)
        self._replies = {_words(s): _expanded(replies[s.name], s) for s in scenarios if s.name in replies}

    def __call__(self, asked: Asked) -> Any:
        said = [found[1] for line in asked.data["turns"] if (found := _TURN.fullmatch(line))]
        return self._replies.get("\n".join(said), Fails(400, f"no reply was recorded for {said}"))


def _words(scenario: Scenario) -> str:
    return "\n".join(" ".join(line.says.split()) for line in _in_order(scenario))


def _in_order(scenario: Scenario) -> list[Line]:
    return sorted(scenario.turns, key=lambda line: line.said_at)


def _expanded(reply: Mapping[str, Any], scenario: Scenario) -> dict[str, Any]:
    """Return a reply in the form that is asked for."""
    speakers = [line.by for line in _in_order(scenario)]
    facts = []
    for turn, subject, predicate, thing, status, *time in reply["f"]:
        when = dict(zip(("words", "from", "to"), time, strict=True)) if time else None
        facts.append(told_line(told_fact(turn, subject, predicate, thing, status, time=when), speakers[turn - 1]))
    return {"facts": facts, "entities": told_kinds(reply["e"])}


def told_fact(
    turn: int, subject: str, predicate: str, thing: str | None, status: str = "current", **more: Any
) -> dict[str, Any]:
    """Return the fields of a fact, without a sentence."""
    own = {"turn": turn, "sentence": "", "subject": subject, "predicate": predicate, "object": thing}
    return own | {"status": status, "time": None, "links": []} | more


def told_line(fact: Mapping[str, Any], speaker: str = "") -> str:
    """Return a fact as a line, which is how a model is asked to tell it: with the parts that it needs."""
    is_event = fact["status"] == "happened" and PACKAGED.named(fact["predicate"]).kind == "event"
    status = "" if is_event or fact["status"] == "current" else f"{fact['status']} "
    subject = "" if fact["subject"] == speaker else f"{fact['subject']}: "
    parts = [f"{fact['turn']} {subject}{status}{fact['predicate']} {fact['object'] or ''}".rstrip()]
    if fact["sentence"]:
        parts.append(fact["sentence"])
    if (time := fact["time"]) is not None:
        parts.append(f"{time['words']} = {_interval(time['from'] or '', time['to'] or '')}")
    return " | ".join([*parts, *(f"{link['is']} {link['fact']}" for link in fact["links"])])


def _interval(first: str, last: str) -> str:
    """Return an interval of ISO 8601: a day or month as one, and of the last day only what differs from the first."""
    if first == last or (first.endswith("-01") and last == f"{first[:-2]}{_days_in(first)}"):
        return first if first == last else first[:-3]
    shared = next((n for n in (len("2023-08-"), len("2023-")) if len(last) > n and first[:n] == last[:n]), 0)
    return f"{first}/{last[shared:]}"


def _days_in(day: str) -> int:
    return monthrange(int(day[:4]), int(day[5:7]))[1]


def told_kinds(entities: Iterable[Sequence[str]]) -> list[str]:
    """Return a line for each kind of entities, each of which is given with its name, its kind and its other names."""
    lines: dict[str, list[str]] = {}
    for name, kind, *other in entities:
        lines.setdefault(kind, []).append(" = ".join([name, *other]))
    return [f"{kind}: {'; '.join(dict.fromkeys(names))}" for kind, names in lines.items()]
