"""Signs of relevance: what speaks for a turn."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.unit.retrieval.views import EMBEDDER, days, index_of, run, said, view_of

from chronomem.extractors.language.tagger.context_vectors import DIMENSIONS
from chronomem.retrieval.index.intervals import Interval
from chronomem.retrieval.index.lexical import bm25, bm25_similar
from chronomem.retrieval.index.turn_columns import IndexedTurn
from chronomem.retrieval.index.user_index import UserIndex
from chronomem.retrieval.question.question import Question, read_question
from chronomem.retrieval.scoring.signs import SIGNS
from chronomem.retrieval.scoring.similarities import Match
from chronomem.retrieval.stages.spread import better_ones


def asked(index: UserIndex, text: str, *times: Interval) -> Question:
    speakers, vocabulary = index.speakers, index.vocabulary
    return read_question(text, speakers=speakers, vocabulary=vocabulary, embedder=EMBEDDER, times=times)


def sign(name: str, turns: list[IndexedTurn], question: str, *times: Interval) -> list[float]:
    index = index_of(turns)
    return values_of(name, index, question, *times)


def values_of(name: str, index: UserIndex, question: str, *times: Interval) -> list[float]:
    values = SIGNS[name](Match(index, asked(index, question, *times)))
    return [round(float(value), 2) for value in values]


def test_words_that_mean_about_the_same_stand_for_each_other() -> None:
    turns = [said(0, "We adopted a puppy"), said(1, "We bought a carpet"), said(2, "Our dog barks")]
    puppy, carpet, dog = sign("similar_words", turns, "Is there a dog?")
    assert dog == 1.0
    assert 0 < puppy < dog
    assert carpet == 0


def test_what_is_said_in_a_row_has_its_neighbours_together() -> None:
    turns = [
        said(0, "a dog"),
        said(1, "what about yours?", speaker="Ben"),
        said(2, "or have you none", speaker="Ben"),
        said(3, "no dog"),
        said(4, "cats"),
        said(5, "two"),
        said(6, "and a dog once"),
    ]
    assert sign("answers", turns, "dog") == [0, 0, 0, 1, 1, 1, 0]  # three in a row are one utterance at the most
    assert sign("earlier_words", turns, "dog") == [0, 0, 0, 1, 1, 1, 0]
    before = sign("meaning_before", turns, "dog")
    assert before[0] == 0
    assert before[1] == before[2] == 1
    assert before[3] == before[4] == before[5]


def test_a_misspelled_word_of_the_question_is_looked_for_as_the_memory_spells_it() -> None:
    turns = [said(0, "The tournament was great"), said(1, "We sang"), said(2, "A possible plan")]
    assert sign("turn_words", turns, "Who won the torunament?") == [1, 0, 0]
    assert sign("turn_words", turns, "Is it impossible?") == [0, 0, 0]
    assert sign("turn_words", turns, "Who sung?") == [0, 0, 0]  # too short to tell


def test_a_turn_that_the_network_has_not_read_counts_by_its_own_words() -> None:
    index = index_of([said(0, "tea"), said(1, "dog"), said(2, "boat"), said(3, "dog", session="other")])
    question, asked_context = asked(index, "dog"), np.eye(1, DIMENSIONS, dtype=np.float32)[0]
    unread = SIGNS["context_meaning"](Match(index, question))
    assert np.array_equal(unread, SIGNS["turn_meaning"](Match(index, question)))
    index.set_contexts({"t0": (asked_context * 127).astype(np.int8).tobytes()})
    mixed = SIGNS["context_meaning"](Match(index, question, asked_context))
    assert mixed[0] == 1
    assert np.array_equal(mixed[1:], unread[1:])


@pytest.mark.parametrize(
    ("question", "counts"),
    [
        ("Which lens did you recommend to me?", 1),
        ("What did you say about the lens?", 1),
        ("Can you remind me of the lens?", 1),
        ("Can you recommend a lens?", 0),
        ("What would you suggest for my camera?", 0),
    ],
)
def test_who_asks_for_advice_now_does_not_ask_for_an_assistants_words(question: str, counts: int) -> None:
    turns = [said(0, "a lens"), replace(said(1, "take the wide lens", speaker="assistant"), role="assistant")]
    assert sign("assistant_words", turns, question) == [0, counts]


def test_sums_of_money_count_where_a_question_is_about_them() -> None:
    turns = [said(0, "the lights were $40"), said(1, "40 of them")]
    assert sign("tells_how_much", turns, "What did my bike cost me?") == [1, 0]
    assert sign("tells_how_much", turns, "How much was it?") == [1, 0]
    assert sign("tells_how_much", turns, "How much weight have I lost?") == [0, 0]
    assert sign("tells_how_much", turns, "How many hours did I spend on it?") == [0, 0]


def test_who_asks_about_themselves_means_what_they_said_of_themselves() -> None:
    turns = [said(0, "I sold my bike"), said(1, "Which bikes are good?"), said(2, "I am no user", speaker="assistant")]
    turns[2] = replace(turns[2], role="assistant")
    assert sign("own_words", turns, "Which bike was mine?") == [1, 0, 0]
    assert sign("own_words", turns, "Which bike is good?") == [0, 0, 0]


def test_a_phrase_counts_only_where_its_words_follow_each_other() -> None:
    turns = [said(0, "ice cream for all"), said(1, "cream on the ice"), said(2, "cream"), said(3, "ice cream")]
    assert sign("phrases", turns, "Who likes ice cream?") == [0.5, 0, 0, 0.5]


def test_what_follows_a_question_answers_it_within_its_session() -> None:
    turns = [
        said(0, "What tea is that? [shared image: a cup]"),
        said(1, "Green", speaker="Ben"),
        said(2, "Nice"),
        said(3, "Hello", session="other"),
    ]
    assert sign("answers", turns, "tea") == [0, 1, 0, 0]
    assert sign("answers_words", turns, "tea") == [0, 1, 0, 0]
    assert sign("answers_meaning", turns, "tea") == [0, 1, 0, 0]


def test_neighbours_are_those_of_the_session() -> None:
    turns = [said(0, "boat"), said(1, "dog", speaker="Ben"), said(2, "rain"), said(3, "boat", session="other")]
    before, after = sign("meaning_before", turns, "dog"), sign("meaning_after", turns, "dog")
    assert before[2] == after[0] == 1
    assert before[0] == before[3] == after[2] == after[3] == 0
    assert sign("earlier_words", turns, "boat") == [0, 0, 1, 0]
    assert sign("later_meaning", turns, "rain")[0] == 1


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("What did Ben tell Ann?", [0, 1]),
        ("What does Ben think of Ann's dog?", [0, 1]),
        ("What of Ann's stories did Ben like?", [0, 1]),
        ("What do Ann and Ben share?", [0, 0]),
        ("What does Ben do?", [0, 0]),
    ],
)
def test_of_several_speakers_the_question_asks_about_the_first_that_is_no_owner(
    question: str, wanted: list[int]
) -> None:
    assert sign("subject_speaker", [said(0, "tea"), said(1, "tea", speaker="Ben")], question) == wanted


def test_people_tell_of_what_happened_for_two_weeks() -> None:
    turns = [said(day, "tea", day=day) for day in (0, 5, 18, 25)]
    assert sign("soon_after", turns, "tea", days(4, 6)) == [0, 1, 1, 0]
    assert sign("soon_after", turns, "tea", days(4, None)) == [0, 0, 0, 0]


def test_what_was_read_from_turns_speaks_for_them_until_something_else_is_read() -> None:
    index = index_of([said(0, "tea"), said(1, "dog"), said(2, "boat")])
    index.tell({"t0": ["thinks", "visited", "bought"], "t1": ["thinks"], "unknown": ["visited"]}, {"t2", "gone"})

    def of(name: str, question: str) -> list[float]:
        return values_of(name, index, question)

    assert of("tells_deeds", "tea") == [0.67, 0, 0]
    assert of("same_predicate", "Who visits?") == [1, 0, 0]
    assert of("tells_where", "Where is it?") == [0, 0, 1]
    assert of("tells_where", "Which city is it?") == [0, 0, 1]
    assert of("tells_where", "What is it?") == [0, 0, 0]
    index.tell({"t0": ["bought"]}, set())
    assert of("tells_deeds", "tea") == [0.33, 0, 0]
    assert of("same_predicate", "Who visits?") == [0, 0, 0]


@pytest.mark.parametrize(
    ("question", "several"),
    [
        ("What books has Ann read?", True),
        ("How many dogs do I have?", True),
        ("What are her hobbies?", True),
        ("Which cities did they visit?", True),
        ("What do both like?", True),
        ("When did Ann move?", False),
        ("What does Ann do?", False),
        ("What has to be done?", False),
        ("Where did she go in May?", False),
    ],
)
def test_questions_that_want_several_things_are_known(question: str, several: bool) -> None:
    assert asked(index_of([said(0, "tea")]), question).several is several


def test_of_several_things_those_of_other_sessions_come_first() -> None:
    turns = [said(0, "tea tea"), said(1, "tea tea cup"), said(2, "tea, cake, bread and jam", session="b")]
    view = view_of(turns)
    order = {}
    for question in ("What teas has she had?", "What tea was it?"):
        steps: tuple[str | tuple[str, dict[str, Any]], ...]
        steps = ("turns", ("signs", {"weights": {"turn_words": 1.0}}), ("spread", {"cost": 0.6}), ("best", {}))
        order[question] = run(view, question, *steps).candidates.number.tolist()
    assert list(order.values()) == [[0, 2, 1], [0, 1, 2]]


def test_better_ones_are_counted_by_group() -> None:
    scores, groups = np.array([1.0, 3.0, 2.0, 2.0, 5.0]), np.array([0, 0, 1, 0, 1])
    assert better_ones(scores, groups).tolist() == [2, 0, 1, 1, 0]
    assert better_ones(np.zeros(0), np.zeros(0, dtype=np.int64)).tolist() == []


def test_without_synonyms_similar_bm25_is_bm25() -> None:
    index = index_of([said(0, "tea cake tea"), said(1, "cake"), said(2, "a long walk with tea")])
    alone = {"tea": {"tea": 1.0}, "cake": {"cake": 1.0}}
    units = index.turn_units()
    np.testing.assert_allclose(bm25_similar(alone, index.postings, units), bm25(["tea", "cake"], index.postings, units))


@pytest.mark.parametrize(("turns", "question"), [([], "Where has Ann been?"), ([said(0, "tea")], "?")])
def test_an_empty_memory_or_question_gives_numbers(turns: list[IndexedTurn], question: str) -> None:
    index = index_of(turns)
    for name, one in SIGNS.items():
        values = one(Match(index, asked(index, question)))
        assert values.shape == (len(turns),), name
        assert np.isfinite(values).all(), name
