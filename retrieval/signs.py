"""Signs of relevance: what speaks for a turn, given a question. A preset names those it uses and their weights.

Each sign is a function of the index and the question that returns one number for each turn, shape `(turns,)`. Those
that measure a likeness are scaled by their maximum over all turns, so that a weight means the same for every
question; those that tell yes from no are 1 or 0.
"""

from collections.abc import Callable, Mapping

import numpy as np

from chronomem.retrieval.index import UserIndex
from chronomem.retrieval.intervals import overlapping
from chronomem.retrieval.lexical import Floats, bm25
from chronomem.retrieval.question import Question

Sign = Callable[[UserIndex, Question], Floats]

_LONG_TURN = 50
"""Index terms of a turn whose length counts as 1."""


def turn_words(index: UserIndex, question: Question) -> Floats:
    """BM25 of the turn."""
    return _scaled(bm25(question.terms, index.postings, index.turn_units()))


def window_words(index: UserIndex, question: Question) -> Floats:
    """BM25 of the turn with its neighbours: an answer is often understood only with what it answers."""
    return _scaled(bm25(question.terms, index.postings, index.window_units()))


def session_words(index: UserIndex, question: Question) -> Floats:
    """BM25 of the session in which the turn was said."""
    return _scaled(bm25(question.terms, index.postings, index.session_units()))[index.column("session")]


def turn_meaning(index: UserIndex, question: Question) -> Floats:
    """Cosine of the turn."""
    return _scaled(index.turn_similarity(question.vector))


def window_meaning(index: UserIndex, question: Question) -> Floats:
    """Cosine of the turn with its neighbours."""
    return _scaled(index.window_similarity(question.vector))


def named_speaker(index: UserIndex, question: Question) -> Floats:
    """Turns of the speaker whom the question names; a question that names several prefers none."""
    if len(question.speakers) != 1:
        return np.zeros(len(index))
    (speaker,) = question.speakers
    return np.equal(index.column("speaker"), index.speakers[speaker]).astype(float)


def own_words(index: UserIndex, question: Question) -> Floats:
    """Turns of the user's own, if the question is in the first person: who asks "my" means what they said."""
    if not question.first_person:
        return np.zeros(len(index))
    return np.asarray(index.column("by_user"), dtype=float)


def asked_time(index: UserIndex, question: Question) -> Floats:
    """Turns that were said in, or are about, a time that the question names."""
    said_at = index.column("said_at")
    inside = overlapping(said_at, said_at + 1, question.times)
    turns, starts, ends = index.times
    inside[turns[overlapping(starts, ends, question.times)]] = True
    return inside.astype(float)


def tells_when(index: UserIndex, question: Question) -> Floats:
    """Turns that speak of a time, if the question wants to know one."""
    told = np.zeros(len(index))
    if question.wants == "time":
        told[index.times[0]] = 1.0
    return told


def tells_how_many(index: UserIndex, question: Question) -> Floats:
    """Turns that hold a number, if the question wants to know one."""
    if question.wants != "number":
        return np.zeros(len(index))
    return np.asarray(index.column("has_number"), dtype=float)


def length(index: UserIndex, question: Question) -> Floats:  # noqa: ARG001 - a sign that no question changes
    """The logarithm of the turn's length: a long turn is near to many questions and answers few."""
    return np.asarray(np.log1p(index.column("length")) / np.log1p(_LONG_TURN))


SIGNS: Mapping[str, Sign] = {
    sign.__name__: sign
    for sign in (
        turn_words,
        window_words,
        session_words,
        turn_meaning,
        window_meaning,
        named_speaker,
        own_words,
        asked_time,
        tells_when,
        tells_how_many,
        length,
    )
}


def _scaled(scores: Floats) -> Floats:
    """Return scores from 0 to 1: what is negative is no sign of relevance."""
    highest = float(scores.max(initial=0.0))
    return np.maximum(scores, 0.0) / highest if highest > 0 else np.zeros_like(scores)
