"""The similarities between a question and turns from which several signs of relevance are computed."""

from functools import cached_property
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from chronomem.retrieval.index.function_words import ENGLISH
from chronomem.retrieval.index.lexical import Floats, bm25, bm25_similar
from chronomem.retrieval.index.user_index import UserIndex
from chronomem.retrieval.question.question import Question
from chronomem.retrieval.scoring.nearest_sessions import Excerpt

_LIKENESS_POWER = 2
"""The power of their cosine by which similar words count."""
_COMMON_PAIR = 200
"""A pair of words that occur together in more turns than this isn't treated as a phrase."""


class Match:
    """Computes each similarity once. All are scaled to 0 to 1 over all turns, shape `(turns,)`.

    Args:
        index: the turns.
        question: the question.
        context: its context vector, if there is one.
    """

    def __init__(
        self, index: UserIndex | Excerpt, question: Question, context: NDArray[np.float32] | None = None
    ) -> None:
        self.index = index
        self.question = question
        self._asked_context = context

    @cached_property
    def words(self) -> Floats:
        """BM25 of each turn."""
        return scaled(bm25(self.question.terms, self.index.postings, self.index.turn_units()))

    @cached_property
    def utterance_words(self) -> Floats:
        """BM25 of each utterance, shape `(utterances,)`."""
        return scaled(bm25(self.question.terms, self.index.postings, self.index.utterance_units()))

    @cached_property
    def window_words(self) -> Floats:
        """BM25 of the utterance of each turn, with the one before and the one after."""
        return self._of_turns(scaled(bm25(self.question.terms, self.index.postings, self.index.window_units())))

    @cached_property
    def session_words(self) -> Floats:
        """BM25 of the session of each turn."""
        scores = scaled(bm25(self.question.terms, self.index.postings, self.index.session_units()))
        return np.asarray(scores[self.index.column("session")])

    @cached_property
    def similar_words(self) -> Floats:
        """BM25 of each turn, with similar words accepted in place of the question's, if that is in English."""
        spelled = dict(zip(self.question.terms, self.question.words, strict=True))
        by_meaning = self.question.language == ENGLISH
        near = self.index.vocabulary.near(list(spelled.values())) if by_meaning else [[] for _ in spelled]
        synonyms = {
            term: {other.term: other.likeness**_LIKENESS_POWER for other in found} | {term: 1.0}
            for term, found in zip(spelled, near, strict=True)
        }
        return scaled(bm25_similar(synonyms, self.index.postings, self.index.turn_units()))

    @cached_property
    def phrases(self) -> Floats:
        """Half of the number of word pairs adjacent both in the question and in the turn, at most 1."""
        found = np.zeros(len(self.index))
        asked = self.question.terms
        for one, other in set(pairwise(asked)):
            both = np.intersect1d(self.index.postings.lookup(one)[0], self.index.postings.lookup(other)[0])
            if len(both) <= _COMMON_PAIR:
                found[self.index.follow(one, other, both)] += 1
        return np.minimum(found, 2) / 2

    @cached_property
    def meaning(self) -> Floats:
        """Cosine of each turn."""
        return self.question.trust * scaled(self._cosine)

    @cached_property
    def utterance_meaning(self) -> Floats:
        """Cosine of each utterance, shape `(utterances,)`."""
        return self.question.trust * scaled(self.index.utterances.similarity(self._cosines))

    @cached_property
    def window_meaning(self) -> Floats:
        """Cosine of the utterance of each turn, with the one before and the one after."""
        return self.question.trust * self._of_turns(scaled(self.index.utterances.window_similarity(self._cosines)))

    @cached_property
    def session_meaning(self) -> Floats:
        """Cosine of the most similar turn of the session."""
        return self._nearest_of_session(self.meaning)

    @cached_property
    def context(self) -> Floats:
        """Cosine of each turn's context vector; that of its own words where the network hasn't read it."""
        if self._asked_context is None:
            return self.meaning
        found = self.index.context_similarity(self._asked_context)
        return np.where(np.isnan(found), self.meaning, scaled(np.nan_to_num(found)))

    @cached_property
    def session_context(self) -> Floats:
        """Cosine of the context vector of the most similar turn of the session."""
        return self._nearest_of_session(self.context)

    def beside(self, values: Floats, which: Literal["previous", "following"]) -> Floats:
        """Return for each turn the value of the turn before or after it in its session, 0 if there is none."""
        places = self.index.column(which)
        return np.where(places >= 0, values[places], 0.0)

    def _nearest_of_session(self, values: Floats) -> Floats:
        session = self.index.column("session")
        nearest = np.zeros(self.index.session_count)
        np.maximum.at(nearest, session, values)
        return np.asarray(nearest[session])

    @cached_property
    def _cosine(self) -> Floats:
        return self.index.turn_similarity(self.question.vector)

    @cached_property
    def _cosines(self) -> Floats:
        """The sum of the cosines of each utterance's turns, shape `(utterances,)`."""
        return self.index.utterances.summed(self.index.column("utterance"), self._cosine)

    def before(self, values: Floats, steps: int = 1) -> Floats:
        """Return for each turn the value of the utterance `steps` before its own in its session, 0 if there is none."""
        return self._of_turns(self.index.utterances.along("previous", values, steps))

    def after(self, values: Floats, steps: int = 1) -> Floats:
        """Return for each turn the value of the utterance `steps` after its own in its session, 0 if there is none."""
        return self._of_turns(self.index.utterances.along("following", values, steps))

    def _of_turns(self, utterances: Floats) -> Floats:
        return np.asarray(utterances[self.index.column("utterance")])


def scaled(scores: Floats) -> Floats:
    """Return scores scaled to 0 to 1; negative ones become 0, since they are no sign of relevance."""
    highest = float(scores.max(initial=0.0))
    return np.maximum(scores, 0.0) / highest if highest > 0 else np.zeros_like(scores)
