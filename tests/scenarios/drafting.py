"""Draft what a language model would answer to scenarios without a recorded reply: `python -m tests.scenarios.drafting`.

A draft says what the scenario's assertions say, with the words of the sentence that name the time. It is written out to
be read, put right and added to `replies/`.
"""

import json
import sys
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from tests.model_server.recorded import Recorded
from tests.scenarios.scenario import Line, Scenario, load_scenarios

from chronomem.extractors.semantic_time import TimeSettings, parse_time
from chronomem.graph_schema.facts.predicates import predicate_named

_DAY = timedelta(days=1)


def draft(scenario: Scenario) -> dict[str, Any]:
    """Return a reply in the short form of the files."""
    entities: dict[str, str] = {}
    facts = []
    speakers = {line.by for line in scenario.turns}
    for number, line in enumerate(sorted(scenario.turns, key=lambda line: line.said_at), 1):
        for given in line.asserted:
            subject, predicate = given.get("subject", line.by), predicate_named(given["predicate"])
            thing = given.get("object", given.get("value"))
            if "object" in given:
                entities[given["object"]] = predicate.object_type
            if "'s " not in subject:
                entities.setdefault(subject, "person")
            facts.append([number, subject, predicate.name, thing, _how(given), *_time(given, line)])
    return {"e": [[name, kind] for name, kind in entities.items() if name not in speakers], "f": facts}


def _how(given: dict[str, Any]) -> str:
    if given.get("negated"):
        return "denied"
    if given.get("ended"):
        return "ended"
    if _happens(given["predicate"]):
        return "happened"
    return "past" if ("valid_at" in given and "invalid_at" in given) or not given.get("present", True) else "current"


def _happens(predicate: str) -> bool:
    return predicate_named(predicate).kind == "event"


def _time(given: dict[str, Any], line: Line) -> list[str | None]:
    times = [_moment(given[name]) if name in given else None for name in ("valid_at", "invalid_at")]
    start, end = times
    if start is None and end is None:
        return []
    said_at = datetime.fromisoformat(line.said_at).replace(tzinfo=UTC)
    spans = [s for s in parse_time(line.says, now=said_at, settings=TimeSettings(timezone="UTC")) if s.resolved]
    told = [s for s in spans if any({r.start, r.end} & {start or end} for r in s.readings())] or spans
    words = told[0].text if told else "?"
    if given.get("ended"):
        return [words, _iso(end), None]
    return [words, _iso(start), _iso(end - _DAY if end is not None and end.time() == time() else end)]


def _moment(value: date | datetime | str) -> datetime:
    moment = datetime.fromisoformat(str(value))
    return moment.replace(tzinfo=moment.tzinfo or UTC)


def _iso(moment: datetime | None) -> str | None:
    if moment is None:
        return None
    return f"{moment:%Y-%m-%d}" if moment.time() == time() else f"{moment:%Y-%m-%dT%H:%M}"


def main() -> None:
    scenarios = load_scenarios()
    recorded = Recorded(scenarios).names
    for scenario in scenarios:
        if scenario.name not in recorded:
            reply = draft(scenario)
            rows = "".join(f"\n    - {json.dumps(row, ensure_ascii=False)}" for row in reply["f"]) or " []"
            names = json.dumps(reply["e"], ensure_ascii=False)
            sys.stdout.write(f"{json.dumps(scenario.name)}:\n  e: {names}\n  f:{rows}\n")


if __name__ == "__main__":
    main()
