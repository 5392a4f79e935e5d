"""Of many turns those are looked at that may bear on a question, and they are looked at as among all."""

import numpy as np
import pytest
from tests.unit.retrieval.views import EMBEDDER, TOPICS, index_of, said

from chronomem.retrieval.index.intervals import Interval, microseconds
from chronomem.retrieval.index.lexical import bm25, bm25_similar
from chronomem.retrieval.index.user_index import UserIndex
from chronomem.retrieval.question.question import Question, read_question
from chronomem.retrieval.scoring import nearest_sessions as excerpt
from chronomem.retrieval.scoring.nearest_sessions import Excerpt, around, in_sessions_of, likely
from chronomem.retrieval.scoring.signs import SIGNS
from chronomem.retrieval.scoring.similarities import Match

TURNS = 240


@pytest.fixture(scope="module")
def index() -> UserIndex:
    """Forty sessions of six turns, whose turns came in another order than that of their sessions."""
    random = np.random.default_rng(3)
    turns = []
    for number in range(TURNS):
        about = " ".join(random.choice(TOPICS, size=2))
        text = f"My {about} number {number % 9}{' where?' if number % 4 == 0 else ''}"
        turns.append(said(number, text, speaker="Ann Lee" if number % 2 else "Ben", session=f"s{number % 40}"))
    made = index_of(turns)
    made.date({f"t{n}": [Interval(microseconds(turns[n].said_at), microseconds(turns[n].said_at) + 9)] for n in (7, 9)})
    made.tell({f"t{n}": ["likes_tea", "has_dog"] for n in range(0, TURNS, 5)}, {f"t{n}" for n in range(0, TURNS, 7)})
    return made


def asked(index: UserIndex, text: str = "When did Ann like the bread and the moon, in tea?") -> Question:
    time = Interval(microseconds(index.turns[3].said_at), microseconds(index.turns[80].said_at))
    return read_question(text, speakers=index.speakers, vocabulary=index.vocabulary, embedder=EMBEDDER, times=(time,))


def test_words_are_as_rare_in_an_excerpt_as_in_the_whole(index: UserIndex) -> None:
    numbers = in_sessions_of(index, np.array([5, 17, 30]))
    assert len(numbers) == 18
    part = Excerpt(index, numbers)
    words = ("bread", "moon", "number")
    for units in ("turn_units", "utterance_units", "window_units", "session_units"):
        whole = bm25(words, index.postings, getattr(index, units)())
        here = bm25(words, part, getattr(part, units)())
        column = units.removesuffix("_units").replace("window", "utterance")
        at = numbers if column == "turn" else index.column(column)[numbers]
        found = here if column == "turn" else here[part.column(column)]
        np.testing.assert_allclose(found, whole[at], atol=1e-9)
    similar = {"bread": {"bread": 1.0, "tea": 0.5}, "moon": {"moon": 1.0}}
    whole = bm25_similar(similar, index.postings, index.turn_units())
    np.testing.assert_allclose(bm25_similar(similar, part, part.turn_units()), whole[numbers], atol=1e-9)


@pytest.mark.parametrize("name", SIGNS)
def test_a_sign_says_the_same_of_the_turns_of_an_excerpt(index: UserIndex, name: str) -> None:
    question = asked(index)
    whole = SIGNS[name](Match(index, question))
    every = Excerpt(index, np.arange(TURNS))
    np.testing.assert_allclose(SIGNS[name](Match(every, question)), whole, atol=1e-6)
    numbers = in_sessions_of(index, np.argsort(-whole)[:60])  # with the highest of each, by which they are scaled
    found = SIGNS[name](Match(Excerpt(index, numbers), question))
    assert np.corrcoef(np.append(found, [0, 1]), np.append(whole[numbers], [0, 1]))[0, 1] > 0.999


def test_the_likely_turns_are_whole_sessions_with_the_best_in_them(
    index: UserIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = asked(index)
    assert len(likely(index, question)) == TURNS, "few turns are all looked at"
    assert around(index, np.array([1])) is index
    monkeypatch.setattr(excerpt, "MANY", 100)
    monkeypatch.setattr(excerpt, "_SESSIONS", 12)
    numbers = likely(index, question)
    assert len(numbers) == 72
    assert np.array_equal(in_sessions_of(index, numbers), numbers)
    match = Match(index, question)
    assert int(np.argmax(match.words + match.meaning + match.session_words)) in numbers
    part = around(index, numbers[:3])
    assert isinstance(part, Excerpt)
    assert len(part) == len(in_sessions_of(index, numbers[:3]))
    assert [index.turns[n].text for n in part.numbers[part.places_of(numbers[:3])]] == [
        index.turns[n].text for n in numbers[:3]
    ]


def test_phrases_are_found_in_an_excerpt(index: UserIndex) -> None:
    part = Excerpt(index, in_sessions_of(index, np.arange(20)))
    one, other = index.turns[3].text.split()[1:3]
    where = part.lookup(one)[0]
    following = {index.turns[n].id for n in part.numbers[part.follow(one, other, where)]}
    assert following == {t.id for t in (index.turns[n] for n in part.numbers) if f"{one} {other}" in t.text}
