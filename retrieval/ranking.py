"""How well each turn of a user fits a question."""

import numpy as np

from chronomem.retrieval.index import UserIndex
from chronomem.retrieval.intervals import overlapping
from chronomem.retrieval.lexical import Floats, Ints, bm25
from chronomem.retrieval.presets import Preset
from chronomem.retrieval.question import Question


def rank(index: UserIndex, question: Question, preset: Preset) -> Floats:
    """Score every turn, shape `(turns,)`: a sum of signs of relevance, weighted by the preset.

    A turn is judged by its own words and meaning, by those of the turn with its neighbours (an answer is often
    understood only with the question before it), and by its session's words. Each of these is scaled by its maximum
    over all turns, so that the weights mean the same for every question.
    """
    turn_meaning, window_meaning = index.similarity(question.vector)
    session_words = bm25(question.terms, index.postings, index.session_units())
    return np.asarray(
        preset.turn_words * _scaled(bm25(question.terms, index.postings, index.turn_units()))
        + preset.window_words * _scaled(bm25(question.terms, index.postings, index.window_units()))
        + preset.session_words * _scaled(session_words)[index.column("session")]
        + preset.turn_meaning * _scaled(turn_meaning)
        + preset.window_meaning * _scaled(window_meaning)
        + preset.named_speaker * _by_named_speaker(index, question)
        + preset.asked_time * _in_asked_time(index, question)
    )


def best(scores: Floats, k: int) -> Ints:
    """Return the numbers of the `k` highest scores, best first, the earlier of equals first."""
    candidates: Ints
    if k < 1:
        return np.zeros(0, dtype=np.int64)
    if k < len(scores):
        threshold = np.partition(scores, len(scores) - k)[len(scores) - k]
        candidates = np.flatnonzero(scores >= threshold)
    else:
        candidates = np.arange(len(scores))
    return candidates[np.argsort(-scores[candidates], kind="stable")][:k]


def _scaled(scores: Floats) -> Floats:
    """Return scores from 0 to 1: what is negative is no sign of relevance."""
    highest = float(scores.max(initial=0.0))
    return np.maximum(scores, 0.0) / highest if highest > 0 else np.zeros_like(scores)


def _by_named_speaker(index: UserIndex, question: Question) -> Floats:
    """Return 1 for turns of the speaker whom the question names; a question that names several prefers none."""
    if len(question.speakers) != 1:
        return np.zeros(len(index))
    (speaker,) = question.speakers
    return np.equal(index.column("speaker"), index.speakers[speaker]).astype(float)


def _in_asked_time(index: UserIndex, question: Question) -> Floats:
    """Return 1 for turns that were said in, or are about, a time that the question names."""
    said_at = index.column("said_at")
    inside = overlapping(said_at, said_at + 1, question.times)
    turns, starts, ends = index.times
    inside[turns[overlapping(starts, ends, question.times)]] = True
    return inside.astype(float)
