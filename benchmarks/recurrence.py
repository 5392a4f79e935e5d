"""Find from which cosine on two exchanges count as alike, for an embedder, on LoCoMo's dialogues.

    python benchmarks/recurrence.py locomo_dev.json

RecMem's own threshold belongs to its own embedding model. What carries over is the shape: an exchange triggers when
five earlier ones are like it, most exchanges stay unread, and those that recur are read with their like. The paper
prints no share of exchanges that are read, so the target is set here: a third. Printed are, for each threshold, the
share of exchanges that trigger, the share that is read, and the share of pairs of exchanges that are less alike, which
stands in for the threshold with embedders that are not known (`chronomem/extractors/recurrence.py`).
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from chronomem import StaticEmbedder
from chronomem.engine.importers import read_conversations
from chronomem.extractors.recurrence import Vectors, directions, recurring, triggering
from chronomem.graph_schema.model.exchanges import TurnPlace, by_session, in_order
from chronomem.graph_schema.model.times import read_time, zone_of

TARGET = 1 / 3


def exchanges_of(path: Path, embedder: StaticEmbedder) -> Iterator[Vectors]:
    """Yield the vectors of the exchanges of each conversation."""
    zone = zone_of("UTC")
    for conversation in read_conversations(path):
        turns = [(turn, read_time(turn.said_at, zone)) for turn in conversation.turns if turn.said_at is not None]
        places = [
            TurnPlace(str(n), turn.session or "", n, turn.speaker, turn.role, at, 0)
            for n, (turn, at) in enumerate(turns)
        ]
        vectors = embedder.embed([turn.text for turn, _ in turns])
        yield directions(
            (vectors[[int(place.id) for place in e.places]] for e in in_order(by_session(places))), embedder.dimensions
        )


def less_alike(conversations: list[Vectors], least: float) -> float:
    """Return the share of pairs within conversations whose cosine is lower."""
    pairs = [np.einsum("id,jd->ij", v, v)[np.triu_indices(len(v), 1)] for v in conversations]
    return float(np.mean(np.concatenate(pairs) < least))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    embedder = StaticEmbedder()
    conversations = list(exchanges_of(options.file, embedder))
    total = sum(map(len, conversations))
    print(f"{embedder.name}: {total} exchanges in {len(conversations)} conversations")
    print("cosine  triggered  read  pairs below")
    best = (1.0, 0.0)
    for least in np.arange(0.3, 0.96, 0.02):
        triggered = sum(len(triggering(v, range(len(v)), float(least))) for v in conversations) / total
        read = sum(len(recurring(v, range(len(v)), float(least))) for v in conversations) / total
        print(f"{least:6.2f}  {triggered:9.3f}  {read:4.2f}  {less_alike(conversations, float(least)):.4f}")
        best = min(best, (abs(read - TARGET), float(least)))
    print(f"nearest to {TARGET:.2f} read: {best[1]:.2f}")


if __name__ == "__main__":
    main()
