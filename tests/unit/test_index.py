"""The index of a user: neighbours, late turns, windows."""

from datetime import UTC, datetime, timedelta

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chronomem.retrieval.index import IndexedTurn, UserIndex
from chronomem.retrieval.intervals import microseconds
from chronomem.retrieval.lexical import bm25

START = datetime(2024, 1, 1, tzinfo=UTC)
DIMENSIONS = 8


def turn(number: int, *, session: str = "s", minute: int | None = None) -> IndexedTurn:
    said_at = START + timedelta(minutes=number if minute is None else minute)
    return IndexedTurn(
        f"t{number}", session, number, "ann" if number % 2 else "ben", "user", f"word{number} tree", said_at
    )


def vectors(count: int, seed: int = 0) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    rows = np.random.default_rng(seed).normal(size=(count, DIMENSIONS)).astype(np.float32)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True))


def order_of(index: UserIndex) -> list[list[str]]:
    """The turn ids of each session, following the links from its first turn."""
    chains = []
    for first in np.flatnonzero(index.column("previous") == -1):
        chain, number = [], int(first)
        while number != -1:
            chain.append(index.turns[number].id)
            following = int(index.column("following")[number])
            assert following == -1 or index.column("previous")[following] == number
            number = following
        chains.append(chain)
    return sorted(chains)


@given(st.permutations(range(12)), st.lists(st.integers(1, 5), min_size=12, max_size=12), st.integers(1, 3))
def test_any_order_of_arrival_gives_the_same_links_and_windows(
    order: list[int], cuts: list[int], sessions: int
) -> None:
    turns = [turn(i, session=f"s{i % sessions}") for i in range(12)]
    rows = vectors(12)
    straight = UserIndex(DIMENSIONS)
    straight.extend(turns, rows)
    shuffled = UserIndex(DIMENSIONS)
    position = 0
    for cut in cuts:
        part = order[position : position + cut]
        shuffled.extend([turns[i] for i in part], rows[part])
        position += cut
    assert len(shuffled) == 12
    assert order_of(shuffled) == order_of(straight)

    query = vectors(1, seed=9)[0]
    by_id = {t.id: n for n, t in enumerate(shuffled.turns)}
    number = [by_id[t.id] for t in straight.turns]
    alone = [index.turn_similarity(query) for index in (straight, shuffled)]
    np.testing.assert_allclose(alone[0], alone[1][number], atol=1e-6)
    windows = [index.window_similarity(one) for index, one in zip((straight, shuffled), alone, strict=True)]
    np.testing.assert_allclose(windows[0], windows[1][number], atol=1e-6)
    words = ["tree", "word3"]
    expected = bm25(words, straight.postings, straight.window_units())
    np.testing.assert_allclose(expected, bm25(words, shuffled.postings, shuffled.window_units())[number])


def test_a_window_is_the_turn_with_its_neighbours() -> None:
    index = UserIndex(DIMENSIONS)
    rows = vectors(3)
    index.extend([turn(0), turn(1), turn(2)], rows)
    query = vectors(1, seed=5)[0]
    windows = index.window_similarity(index.turn_similarity(query))
    whole = rows.sum(axis=0)
    np.testing.assert_allclose(windows[1], whole @ query / np.linalg.norm(whole), atol=1e-6)
    assert index.window_units().lengths.tolist() == [4.0, 6.0, 4.0]


def test_windows_do_not_cross_sessions() -> None:
    index = UserIndex(DIMENSIONS)
    index.extend([turn(0, session="a"), turn(1, session="b")], vectors(2))
    assert index.column("previous").tolist() == [-1, -1]
    assert index.column("following").tolist() == [-1, -1]


def test_a_turn_that_is_known_is_not_added_again() -> None:
    index = UserIndex(DIMENSIONS)
    index.extend([turn(0)], vectors(1))
    index.extend([turn(0), turn(1)], vectors(2))
    assert [t.id for t in index.turns] == ["t0", "t1"]
    assert index.column("said_at").tolist() == [microseconds(t.said_at) for t in index.turns]
