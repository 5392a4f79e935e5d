"""Segments far from each other are linked where they are on one topic."""

from datetime import UTC, datetime

import numpy as np

from chronomem.engine.consolidation.structures.segtree.links import AT_MOST, Segments
from chronomem.engine.consolidation.structures.segtree.shape import Branch, whole

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


def segment(first: int, *topic: float, turns: int = 2) -> Branch:
    total = turns * whole(np.array(topic, dtype=np.float32))
    return Branch(1, first, f"t{first}", first, turns, NOON, NOON, total, turns, "")


def above(first: int) -> Branch:
    return Branch(2, 0, f"t{first}", first, 4, NOON, NOON, whole(np.zeros(2, dtype=np.float32)), 2, "")


def known(*segments: Branch) -> Segments:
    found = Segments(2)
    for one in segments:
        found.add(one)
    return found


def test_the_likest_earlier_segments_are_linked_the_likest_first() -> None:
    segments = known(segment(0, 1, 0), segment(2, 0, 1), segment(4, 0.8, 0.6), segment(6, 0.96, 0.28))
    links = segments.links(segment(20, 1, 0), above(10), 0.7)
    assert [(link.earlier, link.likeness) for link in links] == [("segtree:1:t0", 1.0), ("segtree:1:t6", 0.96)]
    assert len(links) == AT_MOST


def test_what_is_below_the_same_branch_is_near_without_a_link() -> None:
    assert known(segment(10, 1, 0)).links(segment(20, 1, 0), above(10), 0.7) == []


def test_a_segment_of_one_turn_is_not_linked_nor_linked_to() -> None:
    segments = known(segment(0, 1, 0, turns=1), segment(2, 1, 0))
    assert [link.earlier for link in segments.links(segment(20, 1, 0), above(10), 0.7)] == ["segtree:1:t2"]
    assert segments.links(segment(20, 1, 0, turns=1), above(10), 0.7) == []
