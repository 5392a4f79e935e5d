"""The index of a user: neighbours, late turns, windows."""

from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chronomem.retrieval.index.intervals import microseconds
from chronomem.retrieval.index.lexical import bm25
from chronomem.retrieval.index.turn_columns import IndexedTurn
from chronomem.retrieval.index.user_index import UserIndex

START = datetime(2024, 1, 1, tzinfo=UTC)
DIMENSIONS = 8


_STEPS = st.sampled_from([1, 25, 100])  # minutes
_SPEAKERS = st.lists(st.sampled_from(["ann", "ben"]), min_size=12, max_size=12)


def turn(number: int, *, session: str = "s", minute: int | None = None, speaker: str | None = None) -> IndexedTurn:
    said_at = START + timedelta(minutes=number if minute is None else minute)
    by = speaker or ("ann" if number % 2 else "ben")
    text = f"word{number} tree" + "?" * (number % 3 == 0)
    return IndexedTurn(f"t{number}", session, number, by, "user", text, said_at)


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


@given(
    st.permutations(range(12)),
    st.lists(st.integers(1, 5), min_size=12, max_size=12),
    st.integers(1, 3),
    st.sampled_from([1, 25, 100]),
    _SPEAKERS,
)
def test_any_order_of_arrival_gives_the_same_links_and_windows(
    order: list[int], cuts: list[int], sessions: int, step: int, speakers: list[str]
) -> None:
    turns = [turn(i, session=f"s{i % sessions}", minute=i * step, speaker=speakers[i]) for i in range(12)]
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
    for one, other in zip(likenesses(straight, query), likenesses(shuffled, query), strict=True):
        np.testing.assert_allclose(one, other[number], atol=1e-6)


def likenesses(index: UserIndex, query: Any) -> list[Any]:
    """What each turn has of its utterance and of the window around that."""
    said, own = index.utterances, index.column("utterance")
    sums = said.summed(own, index.turn_similarity(query))
    words = [bm25(["tree", "word3"], index.postings, units) for units in (said.units(own), said.window_units(own))]
    asks = said.column("asks").astype(float)
    along = [said.along("previous", asks), said.along("following", asks, 2)]
    return [values[own] for values in (said.similarity(sums), said.window_similarity(sums), *words, *along)]


def test_a_window_is_an_utterance_with_its_neighbours() -> None:
    index = UserIndex(DIMENSIONS)
    rows = vectors(4)
    index.extend([turn(0), turn(1), turn(3), turn(4)], rows)  # ben, ann, ann, ben
    query = vectors(1, seed=5)[0]
    said, own = index.utterances, index.column("utterance")
    assert own.tolist() == [0, 1, 1, 2]
    sums = said.summed(own, index.turn_similarity(query))
    middle, whole = rows[1:3].sum(axis=0), rows.sum(axis=0)
    np.testing.assert_allclose(said.similarity(sums)[1], middle @ query / np.linalg.norm(middle), atol=1e-6)
    np.testing.assert_allclose(said.window_similarity(sums)[1], whole @ query / np.linalg.norm(whole), atol=1e-6)
    assert said.window_units(own).lengths.tolist() == [6.0, 8.0, 6.0]


def test_who_speaks_alone_says_one_thing_after_the_other() -> None:
    index = UserIndex(DIMENSIONS)
    for number, minute in enumerate((0, 1, 2, 3, 63, 64, 70)):
        index.extend([turn(number, minute=minute, speaker="ann")], vectors(1))
    assert index.column("utterance").tolist() == [0, 0, 0, 1, 1, 2, 2]  # three within an hour, at the most
    assert index.utterances.column("previous").tolist() == [-1, 0, 1]
    assert index.utterances.column("following").tolist() == [1, 2, -1]


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
