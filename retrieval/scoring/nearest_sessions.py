"""Preselection for users with many turns: the sessions that may be relevant, scored in full like a small index."""

from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import chain

import numpy as np

from chronomem.retrieval.candidates import best
from chronomem.retrieval.index.intervals import Interval, overlapping
from chronomem.retrieval.index.lexical import Floats, Ints, Units, bm25
from chronomem.retrieval.index.metadata import Mask
from chronomem.retrieval.index.turn_vectors import MANY, Vectors
from chronomem.retrieval.index.user_index import UserIndex
from chronomem.retrieval.question.question import Question

_SESSIONS = 150
"""The maximum number of sessions scored in full for a question."""
_TURNS = 3_000
"""The number of best turns whose sessions are considered."""


class Excerpt:
    """Some turns of an index, numbered from 0; word statistics are those of the whole index.

    Args:
        whole: the index.
        numbers: all turns of some of its sessions, ascending.
    """

    def __init__(self, whole: UserIndex, numbers: Ints) -> None:
        self._whole = whole
        self._found: dict[str, tuple[Ints, Ints]] = {}
        self.numbers = numbers
        self.speakers = whole.speakers
        self.vocabulary = whole.vocabulary
        self.postings = self
        self.telling = _Telling(whole, numbers)
        self._place = np.full(len(whole) + 1, -1, dtype=np.int64)  # the last place serves -1
        self._place[numbers] = np.arange(len(numbers))
        self._sessions, self._session = np.unique(whole.column("session")[numbers], return_inverse=True)
        said, self._utterance = np.unique(whole.column("utterance")[numbers], return_inverse=True)
        self.utterances = whole.utterances.part(said)

    def __len__(self) -> int:
        return len(self.numbers)

    def places_of(self, numbers: Ints) -> Ints:
        """Return the places of turns in the excerpt, by their numbers in the whole index; -1 for turns outside it."""
        return self._place[numbers]

    def column(self, name: str) -> Ints:
        if name == "session":
            return self._session
        if name == "utterance":
            return self._utterance
        values = self._whole.column(name)[self.numbers]
        return self._place[values] if name in ("previous", "following") else values

    @property
    def session_count(self) -> int:
        return len(self._sessions)

    @cached_property
    def times(self) -> tuple[Ints, Ints, Ints]:
        turns, starts, ends = self._whole.times
        here = self._place[turns]
        return here[here >= 0], starts[here >= 0], ends[here >= 0]

    def lookup(self, term: str) -> tuple[Ints, Ints]:
        if term not in self._found:
            turns, counts = self._whole.postings.lookup(term)
            here = self._place[turns]
            self._found[term] = here[here >= 0], counts[here >= 0]
        return self._found[term]

    def follow(self, one: str, other: str, among: Ints) -> Ints:
        return self._place[self._whole.follow(one, other, self.numbers[among])]

    def turn_similarity(self, query: Vectors) -> Floats:
        return self._whole.vectors.similarity_of(self.numbers, query)

    def context_similarity(self, question: Vectors) -> Floats:
        return self._whole.contexts.similarity(question, self.numbers)

    def turn_units(self) -> Units:
        return self._as_in(self._whole.turn_units(), Units.alone(self.column("length").astype(float)))

    def session_units(self) -> Units:
        whole = self._whole.session_units()
        return self._as_in(whole, Units.joined(whole.lengths[self._sessions], self._session))

    def utterance_units(self) -> Units:
        return self._as_in(self._whole.utterance_units(), self.utterances.units(self._utterance))

    def window_units(self) -> Units:
        return self._as_in(self._whole.window_units(), self.utterances.window_units(self._utterance))

    def _as_in(self, whole: Units, units: Units) -> Units:
        """Return units with the statistics of the whole that they are a part of."""

        def holding(terms: Collection[str]) -> int:
            found = [whole.gather(*self._whole.postings.lookup(term))[0] for term in terms]
            if len(found) == 1:
                return len(found[0])
            held = np.zeros(len(whole.lengths), dtype=bool)
            held[np.concatenate(found)] = True
            return int(np.count_nonzero(held))

        return Units(units.lengths, units.gather, len(whole.lengths), whole.mean_length, holding)


class _Telling:
    """The extracted predicates and places of an excerpt's turns; `size` is unused, as `ToldPredicates` has it."""

    def __init__(self, whole: UserIndex, numbers: Ints) -> None:
        self._whole = whole
        self._numbers = numbers

    def deeds(self, size: int) -> Floats:  # noqa: ARG002
        return self._whole.telling.deeds(len(self._whole))[self._numbers]

    def places(self, size: int) -> Floats:  # noqa: ARG002
        return self._whole.telling.places(len(self._whole))[self._numbers]

    def with_predicate(self, terms: Sequence[str], size: int) -> Floats:  # noqa: ARG002
        return self._whole.telling.with_predicate(terms, len(self._whole))[self._numbers]


def around(index: UserIndex, numbers: Ints) -> "UserIndex | Excerpt":
    """Return the index in which to score turns in context: of a large index, an excerpt of their sessions."""
    if len(index) <= MANY or len(numbers) == len(index):
        return index
    return Excerpt(index, in_sessions_of(index, numbers))


def in_sessions_of(index: UserIndex, numbers: Ints) -> Ints:
    """Return the numbers of all turns of the sessions of some turns, ascending."""
    return _turns_of(index, np.unique(index.column("session")[numbers]))


def likely(index: UserIndex, question: Question, admitted: Mask | None = None) -> Ints:
    """Return the numbers of the turns worth scoring: of a large index, those of the sessions with the best turns.

    A rough form of the signs of relevance ranks turns here: the terms of the turn and of its session, its meaning, its
    speaker and its time. Of a recall with a filter, the sessions are those of the best turns that pass.
    """
    if len(index) <= MANY:
        return np.arange(len(index))
    session = index.column("session")
    score = _scaled(bm25(question.terms, index.postings, index.turn_units()))
    score += question.trust * _scaled(index.vectors.estimated(question.vector))
    score += _scaled(bm25(question.terms, index.postings, index.session_units()))[session]
    if len(question.speakers) == 1:
        (speaker,) = question.speakers
        score += index.column("speaker") == index.speakers[speaker]
    if question.times:
        score += _in_time(index, question.times)
    if admitted is not None:
        score[~admitted] = -1.0
    first = session[best(score, _TURNS)]
    _, places = np.unique(first, return_index=True)
    chosen = first[np.sort(places)[:_SESSIONS]]
    return _turns_of(index, chosen)


def _turns_of(index: UserIndex, chosen: Ints) -> Ints:
    sessions = index.in_sessions()
    return np.sort(np.fromiter(chain.from_iterable(sessions[each] for each in chosen.tolist()), dtype=np.int64))


def _in_time(index: UserIndex, times: Sequence[Interval]) -> Floats:
    said_at = index.column("said_at")
    inside = overlapping(said_at, said_at + 1, times).astype(float)
    turns, starts, ends = index.times
    inside[turns[overlapping(starts, ends, times)]] = 1.0
    return inside


def _scaled(scores: Floats) -> Floats:
    highest = float(scores.max(initial=0.0))
    return scores / highest if highest > 0 else scores
