"""Entities by kind, to be judged by hand: `python -m benchmarks.entity_kinds CONVERSATIONS… [--sample 200] [--seed 7]`.

Extracts from conversations in the neutral form (one JSON object a line: `id`, `turns`), resolves the names within each
conversation as the memory does, and prints a sample of the distinct entities that count as persons and places, each
with its number of mentions and a sentence that mentions it.
"""

import argparse
import gzip
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from chronomem.engine.extraction.entity_linking import KnownNames
from chronomem.extractors.language.clauses.kinds import kind_of_entity
from chronomem.extractors.language.extracted import Utterance
from chronomem.extractors.turns.extraction import TurnExtractor
from chronomem.extractors.turns.stored_turn import CONTEXT, StoredTurn
from chronomem.graph_schema.facts.given import EntityType

_UTC = ZoneInfo("UTC")
_AROUND = 45
"""How many characters of a sentence are printed on each side of a name."""


def conversations(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the conversations of a file, packed or not."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def stored_turns(conversation: dict[str, Any]) -> list[StoredTurn]:
    """Return the turns of a conversation as extraction takes them."""
    turns = conversation["turns"]
    speakers = {str(turn.get("speaker", turn.get("by"))) for turn in turns}
    found: list[StoredTurn] = []
    for number, turn in enumerate(turns):
        speaker = str(turn.get("speaker", turn.get("by")))
        said_at = datetime.fromisoformat(turn.get("said_at", "2024-01-01T12:00:00"))
        said_at = said_at if said_at.tzinfo else said_at.replace(tzinfo=_UTC)
        text, role = str(turn.get("text", turn.get("says"))), turn.get("role", "user")
        others = tuple(sorted(speakers - {speaker}))
        session = str(turn.get("session", ""))
        before = tuple(
            Utterance(each.text, each.said_at, each.speaker, each.role)
            for each in found[-CONTEXT:]
            if each.session == session
        )
        found.append(StoredTurn(str(turn.get("id", number)), text, said_at, speaker, role, others, session, before))
    return found


def entities(extractor: TurnExtractor, conversation: dict[str, Any]) -> dict[str, tuple[str, str, int, str]]:
    """Return the entities of a conversation by id: name, kind, number of mentions, and an example."""
    turns = stored_turns(conversation)
    speakers = {turn.speaker for turn in turns}
    alike: dict[str, Any] = {"type": "person", "aliases": [], "names": [], "speaks": True}
    known = [{"id": f"speaker:{speaker}", "name": speaker} | alike for speaker in sorted(speakers)]
    names = KnownNames("")
    names.add(known)
    counted: Counter[str] = Counter()
    evidence: defaultdict[str, Counter[EntityType]] = defaultdict(Counter)
    told: dict[str, tuple[str, str]] = {}
    for extraction in extractor.extract(turns, _UTC).done:
        for mention in extraction.mentions:
            key, _ = names.resolve(mention.name, mention.type)
            counted[key] += 1
            evidence[key][mention.evidence[0]] += mention.evidence[1]
            text = extraction.turn.text
            example = text[max(0, mention.start - _AROUND) : mention.end + _AROUND].replace("\n", " ")
            told.setdefault(key, (mention.name, example))
    return {
        key: (told[key][0], kind_of_entity(told[key][0], evidence[key]), number, told[key][1])
        for key, number in counted.items()
        if not key.startswith("speaker:")
    }


def main() -> None:
    """Print the counts of all kinds, and the sample."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--limit", type=int, default=10_000, help="conversations of each file")
    parser.add_argument("--kinds", nargs="+", default=["person", "location"])
    options = parser.parse_args()
    extractor = TurnExtractor()
    found: list[tuple[str, str, int, str]] = []
    for path in options.files:
        for number, conversation in enumerate(conversations(path)):
            if number < options.limit:
                found += entities(extractor, conversation).values()
    print(dict(Counter(kind for _, kind, _, _ in found)))
    for kind in options.kinds:
        own = sorted(entity for entity in found if entity[1] == kind)
        print(f"\n{kind}: {len(own)}")
        for name, _, count, example in random.Random(options.seed).sample(own, min(options.sample, len(own))):
            print(f"{name} ({count}): …{example}…")


if __name__ == "__main__":
    main()
