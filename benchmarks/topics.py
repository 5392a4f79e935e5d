"""How well the things of a topic go together, by how much the names of things count against the turns around them.

    python benchmarks/topics.py FILE.jsonl --json OUT.json

For each month of each conversation its nouns are clustered as `consolidate` does, with several weights of the name. Two
things of a topic go together where they come up within one turn of each other more often than chance: the mean of
their normalised pointwise mutual information, from -1 (never) to 1 (always).
"""

import argparse
import itertools
import json
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import Any

from chronomem import StaticEmbedder
from chronomem.engine.consolidation.structures.topics.mixture import clusters
from chronomem.engine.consolidation.structures.topics.things import MonthTurn, Thing, embed_things, find_things
from chronomem.engine.importers import read_conversations

NAME_WEIGHTS = (1.0, 0.7, 0.5, 0.3, 0.0)
FEWEST_THINGS = 6


def months(path: Path, embedder: StaticEmbedder) -> Iterator[list[MonthTurn]]:
    """Yield the turns of each month of each conversation."""
    for conversation in read_conversations(path):
        by_month: defaultdict[str, list[tuple[str, str, str, datetime]]] = defaultdict(list)
        for turn in conversation.turns:
            said_at = datetime.fromisoformat(str(turn.said_at)).replace(tzinfo=UTC)
            by_month[f"{said_at:%Y-%m}"].append((str(turn.id), turn.text, turn.speaker, said_at))
        for said in by_month.values():
            vectors = embedder.embed([text for _, text, _, _ in said])
            yield [MonthTurn(*own, (), vector, True, ()) for own, vector in zip(said, vectors, strict=True)]


def togetherness(things: Sequence[Thing], groups: Sequence[Sequence[int]], turns: int) -> Iterator[float]:
    """Yield the normalised pointwise mutual information of each pair of things of a topic."""
    near = [{number + step for number in thing.turns for step in (-1, 0, 1)} for thing in things]
    for group in groups:
        for one, other in itertools.combinations(group, 2):
            both = len(near[one] & near[other]) / turns
            if both == 0:
                yield -1.0
            elif both < 1:
                chance = len(near[one]) * len(near[other]) / turns**2
                yield math.log(both / chance) / -math.log(both)


def run(path: Path) -> list[dict[str, Any]]:
    """Return a row for each weight."""
    embedder = StaticEmbedder()
    read = [(said, things) for said in months(path, embedder) if len(things := find_things(said, {})) >= FEWEST_THINGS]
    rows = []
    for weight in NAME_WEIGHTS:
        pairs: list[float] = []
        topics = 0
        for said, things in read:
            groups = clusters(embed_things(things, said, embedder, name_weight=weight))
            pairs += togetherness(things, groups, len(said))
            topics += len(groups)
        per_month = round(topics / len(read), 1)
        rows.append({"name_weight": weight, "topics_per_month": per_month, "npmi": round(fmean(pairs), 2)})
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", type=Path, required=True)
    options = parser.parse_args()
    text = json.dumps(run(options.file), indent=2)
    options.json.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
