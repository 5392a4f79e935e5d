"""A segment tree grows at its right edge, keeps its leaves at one level and in order, and does not get too high."""

import math
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chronomem.engine.consolidation.structures.segtree.shape import (
    WIDTH,
    Branch,
    BranchSpan,
    GrowingEdge,
    Leaf,
    by_likeness,
    cut_back,
    height_limit,
    whole,
)

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
choose = by_likeness((0.6, 0.3))


def leaf(number: int, topic: Sequence[float]) -> Leaf:
    vector = np.array(topic, dtype=np.float32)
    return Leaf(f"t{number}", NOON + timedelta(minutes=number), vector / max(float(np.linalg.norm(vector)), 1e-6))


class Grown:
    """A tree with all of its branches, by id."""

    def __init__(self, topics: Sequence[Sequence[float]]) -> None:
        self.tree = GrowingEdge()
        self.all: dict[str, Branch] = {}
        for number, topic in enumerate(topics):
            one = leaf(number, topic)
            chosen = choose(self.tree.frontier, whole(one.vector))
            closed = self.tree.insert(one, self.tree.admitted(chosen))
            self.all |= {branch.id: branch for branch in (*closed, *self.tree.frontier)}

    def level(self, level: int) -> list[Branch]:
        return sorted((b for b in self.all.values() if b.level == level), key=lambda branch: branch.first)

    @property
    def height(self) -> int:
        return len(self.tree.frontier)

    def spans(self) -> list[BranchSpan]:
        return [BranchSpan(branch.id, branch.level, branch.first, branch.count) for branch in self.all.values()]

    def shape(self) -> dict[str, tuple[int, int, int, int, tuple[str, ...]]]:
        return {b.id: (b.level, b.ordinal, b.first, b.count, tuple(b.fresh)) for b in self.all.values()}


topics = st.lists(st.integers(-4, 4), min_size=3, max_size=3).filter(any)
histories = st.lists(topics, min_size=1, max_size=60)


@given(histories)
def test_each_level_covers_every_turn_once_and_in_order(history: list[list[int]]) -> None:
    grown = Grown(history)
    for level in range(1, grown.height + 1):
        own = grown.level(level)
        assert [branch.ordinal for branch in own] == list(range(len(own)))
        assert [n for b in own for n in range(b.first, b.first + b.count)] == list(range(len(history)))
        below = [f"t{n}" for n in range(len(history))] if level == 1 else [b.id for b in grown.level(level - 1)]
        assert [part for branch in own for part in branch.fresh] == below
    assert len(grown.level(grown.height)) == 1


@given(histories)
def test_a_branch_knows_the_times_and_the_sum_of_its_turns(history: list[list[int]]) -> None:
    for branch in Grown(history).all.values():
        numbers = range(branch.first, branch.first + branch.count)
        assert (branch.total == sum(whole(leaf(n, history[n]).vector) for n in numbers)).all()
        assert (branch.start, branch.end) == (leaf(numbers[0], [1]).said_at, leaf(numbers[-1], [1]).said_at)


@given(histories)
def test_no_branch_has_more_parts_than_its_summary_can_tell_of(history: list[list[int]]) -> None:
    assert all(len(branch.fresh) == branch.size <= WIDTH for branch in Grown(history).all.values())


@given(histories, st.data())
def test_a_tree_cut_back_is_what_it_was_then(history: list[list[int]], data: st.DataObject) -> None:
    grown = Grown(history)
    leaves = data.draw(st.integers(0, len(history)))
    cut, before = cut_back(grown.spans(), leaves), Grown(history[:leaves])
    assert set(cut.gone) == grown.all.keys() - before.all.keys()
    assert {one: (span.first, span.count) for one, span in cut.kept.items()} == {
        branch.id: (branch.first, branch.count) for branch in before.all.values()
    }
    assert list(cut.edge) == [branch.id for branch in before.tree.frontier]
    assert {one: tuple(parts) for one, parts in cut.parts.items()} == {
        branch.id: tuple(branch.fresh) for branch in before.all.values() if branch.level > 1
    }


def test_turns_on_one_topic_are_one_segment_and_another_topic_begins_one() -> None:
    first, second, again = [1.0, 0, 0], [0, 1.0, 0], [0, 0.9, 0.1]
    grown = Grown([first, first, first, second, again])
    assert [branch.fresh for branch in grown.level(1)] == [["t0", "t1", "t2"], ["t3", "t4"]]


def test_a_topic_that_is_near_the_whole_but_not_the_last_segment_begins_a_segment_below_the_same_root() -> None:
    grown = Grown([[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 0], [1, 0.5, 0]])
    assert [branch.fresh for branch in grown.level(1)] == [["t0", "t1"], ["t2", "t3"], ["t4"]]
    assert grown.height == 2


def test_a_history_of_ever_new_topics_gives_no_cascade() -> None:
    size = 3_000
    tree, made = GrowingEdge(), 0
    for number in range(size):
        vector = np.zeros(1, dtype=np.float32)
        closed = tree.insert(Leaf(f"t{number}", NOON, vector), tree.admitted(None))
        made += len(closed)
    assert len(tree.frontier) <= height_limit(size) + 1 == 4 + math.ceil(math.log(size, 4))
    assert made < size


@given(st.lists(st.one_of(st.none(), st.integers(0, 9)), max_size=400))
def test_no_choice_makes_a_tree_higher_than_its_limit(choices: list[int | None]) -> None:
    tree = GrowingEdge()
    for number, wish in enumerate(choices):
        chosen = None
        if wish is not None and wish < len(tree.frontier) and tree.frontier[wish].has_room:
            chosen = wish
        tree.insert(Leaf(f"t{number}", NOON, np.zeros(1, dtype=np.float32)), tree.admitted(chosen))
        assert len(tree.frontier) <= height_limit(tree.leaves) + 1
