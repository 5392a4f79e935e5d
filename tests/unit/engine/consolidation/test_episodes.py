"""An exchange joins the episode that it is near to, or begins one with those that it is like."""

from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from chronomem.engine.consolidation.structures.recmem.shape import FEWEST, WIDTH, Episodes
from chronomem.extractors.recurrence import COUNT, triggering

LEAST = 0.8


def unit(topics: Sequence[Sequence[int]]) -> NDArray[np.float32]:
    rows = np.array(topics, dtype=np.float32).reshape(-1, 3)
    return np.asarray(rows / np.sqrt(np.einsum("id,id->i", rows, rows))[:, None], dtype=np.float32)


def grown(topics: Sequence[Sequence[int]], *, at_once: int = 1_000) -> Episodes:
    episodes, vectors = Episodes(3), unit(topics)
    for first in range(0, len(vectors), at_once):
        numbers = episodes.append(vectors[first : first + at_once])
        recurring = triggering(episodes.vectors, numbers, LEAST, candidates=60)
        for number in numbers:
            nearest = next(iter(episodes.admitting(number, LEAST)), None)
            episodes.place(number, nearest, recurring.get(number, ()))
    return episodes


def shape(episodes: Episodes) -> list[tuple[int, list[int]]]:
    return [(episode.begun_by, episode.members) for episode in episodes.made]


topics = st.lists(st.integers(-2, 2), min_size=3, max_size=3).filter(any)
histories = st.lists(topics, max_size=60)


def test_what_was_said_less_often_stays_as_it_was_said() -> None:
    assert shape(grown([[1, 0, 0]] * COUNT)) == []


def test_what_recurs_begins_an_episode_with_what_it_is_like_and_later_ones_join_it() -> None:
    history = [[1, 0, 0]] * COUNT + [[0, 1, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0]]
    assert shape(grown(history)) == [(COUNT + 1, [*range(COUNT), COUNT + 1, COUNT + 3])]


def test_an_episode_that_is_full_leaves_its_topic_to_the_next() -> None:
    assert [len(members) for _, members in shape(grown([[1, 0, 0]] * (WIDTH + FEWEST)))] == [WIDTH]
    full = grown([[1, 0, 0]] * (WIDTH + FEWEST + 1))
    assert [len(members) for _, members in shape(full)] == [WIDTH, FEWEST + 1]


@given(histories)
def test_no_exchange_is_in_two_episodes(history: list[list[int]]) -> None:
    members = [member for _, members in shape(grown(history)) for member in members]
    assert len(members) == len(set(members))


@given(histories)
def test_episodes_hold_earlier_exchanges_in_order_and_not_too_many(history: list[list[int]]) -> None:
    for begun_by, members in shape(grown(history)):
        assert members == sorted(set(members))
        assert begun_by in members
        assert FEWEST < len(members) <= WIDTH


@given(histories, st.integers(1, 7))
def test_any_batching_gives_the_same_episodes(history: list[list[int]], at_once: int) -> None:
    assert shape(grown(history, at_once=at_once)) == shape(grown(history))


@given(histories, st.integers(0, 60))
def test_cut_back_they_are_what_they_were_then(history: list[list[int]], kept: int) -> None:
    episodes = grown(history)
    episodes.cut_back(kept)
    assert shape(episodes) == shape(grown(history[:kept]))
    assert len(episodes.vectors) == min(kept, len(history))
