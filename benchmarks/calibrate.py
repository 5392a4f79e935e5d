"""Thresholds of the structures of memories for an embedder, found on a file of conversations.

    python benchmarks/calibrate.py FILE [--system hmem|segtree]

Cosines of one embedder mean little to another. For each system this looks for the thresholds that give the shape that
its paper reports, and prints them with the shape that they give, to be put into
`engine/consolidation/calibration.py`.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import numpy as np

from chronomem.engine.consolidation.structures.hmem.shape import EventLevel, Forest, Vector
from chronomem.engine.consolidation.structures.segtree.links import Segments
from chronomem.engine.consolidation.structures.segtree.shape import Branch, GrowingEdge, Leaf, by_likeness, whole
from chronomem.engine.importers import read_conversations
from chronomem.extractors.embeddings.embedder import StaticEmbedder
from chronomem.extractors.summaries.events import said_events
from chronomem.graph_schema.model.dialogue import Turn
from chronomem.graph_schema.model.times import read_time
from chronomem.graph_schema.model.vectors import pack, unpack

BRANCHING = 6.0
"""Parts of a segment: 5.1 to 9.2 in Table 5 of SegTreeMem."""
LEVELS = 3
"""How many levels there are enough segments at to count their parts."""
LINKED = 1 / 3
"""The share of segments of several turns that are linked to an earlier one."""
ABOVE = 2
"""How many levels more get a threshold: each falls by as much as those below do."""
EVENTS = {EventLevel.EVENT: 995.1, EventLevel.WEEK: 563.7, EventLevel.MONTH: 419.7, EventLevel.YEAR: 100.9}
"""Events and memories of them in a conversation of LoCoMo: Table 7 of H-Mem."""
STEPS = 14
UTC_ZONE = ZoneInfo("UTC")


@dataclass(frozen=True)
class History:
    """One conversation's turns in order, and the events in them, each with when it was told."""

    leaves: Sequence[Leaf]
    events: Sequence[tuple[datetime, Vector]]


def read(path: Path, embedder: StaticEmbedder) -> list[History]:
    """Return conversations with their vectors as the graph would store them."""
    histories = []
    for conversation in read_conversations(path):
        vectors = unpack(pack(embedder.embed([turn.text for turn in conversation.turns])), embedder.dimensions)
        moment = datetime(2000, 1, 1, tzinfo=UTC)
        leaves = [Leaf(str(n), moment, vector) for n, vector in enumerate(vectors)]
        histories.append(History(leaves, told(conversation.turns, embedder)))
    return histories


def told(turns: Sequence[Turn], embedder: StaticEmbedder) -> list[tuple[datetime, Vector]]:
    """Return the events of turns in order, with when they were told and their vectors."""
    events = [
        (read_time(turn.said_at or "", UTC_ZONE), text)
        for turn in turns
        for text in said_events(turn.text, turn.speaker)
    ]
    vectors = unpack(pack(embedder.embed([text for _, text in events])), embedder.dimensions)
    return [(moment, vector) for (moment, _), vector in zip(events, vectors, strict=True)]


def grow(leaves: Sequence[Leaf], thresholds: Sequence[float]) -> list[Branch]:
    """Return all branches of the tree that thresholds give."""
    tree, choose = GrowingEdge(), by_likeness(thresholds)
    closed: list[Branch] = []
    for leaf in leaves:
        closed += tree.insert(leaf, tree.admitted(choose(tree.frontier, whole(leaf.vector))))
    return closed + tree.frontier


def branching(histories: Sequence[History], thresholds: Sequence[float], level: int) -> float:
    """Return how many parts the branches of a level have on average."""
    trees = [grow(history.leaves, thresholds) for history in histories]
    parts = [branch.size for tree in trees for branch in tree if branch.level == level]
    return sum(parts) / max(len(parts), 1)


def likest(histories: Sequence[History], thresholds: Sequence[float]) -> list[float]:
    """Return how like each segment of several turns is to the likest that it could be linked to."""
    found = []
    for history in histories:
        tree, choose = GrowingEdge(), by_likeness(thresholds)
        segments = Segments(len(history.leaves[0].vector))
        for leaf in history.leaves:
            closed = tree.insert(leaf, tree.admitted(choose(tree.frontier, whole(leaf.vector))))
            if closed and closed[0].count > 1:
                links = segments.links(closed[0], closed[1] if len(closed) > 1 else tree.frontier[1], -1.0)
                found.append(links[0].likeness if links else 0.0)
                segments.add(closed[0])
    return found


def segtree(histories: Sequence[History]) -> tuple[object, str]:
    """Find the thresholds of a segment tree: as many parts at each level as in the paper."""
    found: list[float] = []
    for level in range(1, LEVELS + 1):
        low, high = 0.0, 1.0
        for _ in range(STEPS):
            middle = (low + high) / 2
            if branching(histories, (*found, middle, -1.0), level) > BRANCHING:
                low = middle
            else:
                high = middle
        found.append(round((low + high) / 2, 3))
    step = (found[-1] - found[0]) / (LEVELS - 1)
    found += [round(found[-1] + step * above, 3) for above in range(1, ABOVE + 1)]
    linked = round(float(np.quantile(likest(histories, found), 1 - LINKED)), 3)
    trees = [grow(history.leaves, found) for history in histories]
    heights = [max(branch.level for branch in tree) for tree in trees]
    parts = [branch.size for tree in trees for branch in tree]
    several = [count for count in parts if count > 1]
    shape = (
        f"depth {sum(heights) / len(heights):.1f}, branching {sum(parts) / len(parts):.1f}"
        f" ({sum(several) / len(several):.1f} without branches of one part),"
        f" {len(parts) / len(trees):.0f} branches over {sum(len(h.leaves) for h in histories) / len(trees):.0f} turns"
    )
    return tuple(found), f"{shape}; SEGTREE_LINKED: {linked}"


def counts(histories: Sequence[History], thresholds: Sequence[float]) -> dict[EventLevel, float]:
    """Return how many there are of each level in a conversation, up to the level that the last threshold is for."""
    above = [level for level in EventLevel if level is not EventLevel.EVENT]
    made: Counter[EventLevel] = Counter()
    for history in histories:
        forest = Forest(UTC_ZONE, dict(zip(above, thresholds, strict=False)), top=EventLevel(1 + len(thresholds)))
        for number, (moment, vector) in enumerate(history.events):
            forest.add(f"hmem:event:{number}", moment, vector)
        made.update(forest.made)
    return {level: made[level] / len(histories) for level in EventLevel}


def hmem(histories: Sequence[History]) -> tuple[object, str]:
    """Find the thresholds of the tree of meaning: as many memories at each level for its events as in the paper."""
    found: list[float] = []
    for level in (EventLevel.WEEK, EventLevel.MONTH, EventLevel.YEAR):
        low, high = 0.0, 1.0
        for _ in range(STEPS):
            middle = (low + high) / 2
            made = counts(histories, (*found, middle))
            if made[level] / made[EventLevel.EVENT] < EVENTS[level] / EVENTS[EventLevel.EVENT]:
                low = middle
            else:
                high = middle
        found.append(round((low + high) / 2, 3))
    made = counts(histories, found)
    turns = sum(len(history.leaves) for history in histories) / len(histories)
    shape = " : ".join(f"{made[level]:.0f}" for level in EventLevel)
    return tuple(found), f"{shape} of {turns:.0f} turns"


SYSTEMS: Mapping[str, Callable[[Sequence[History]], tuple[object, str]]] = {"hmem": hmem, "segtree": segtree}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--system", choices=SYSTEMS, help="left out: all of them")
    arguments = parser.parse_args()
    embedder = StaticEmbedder()
    histories = read(arguments.file, embedder)
    for name in [arguments.system] if arguments.system else SYSTEMS:
        thresholds, shape = SYSTEMS[name](histories)
        print(f'{name.upper()} = {{"{embedder.name}": {thresholds!r}}}  # {shape}')


if __name__ == "__main__":
    main()
