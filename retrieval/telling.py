"""What was read from turns: which of them tell something, of what kind, and which name a place."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from chronomem.retrieval.analysis import stem
from chronomem.retrieval.columns import Columns
from chronomem.retrieval.lexical import Floats

_OPINIONS = frozenset(
    {
        "advises", "appreciates", "can", "do", "feels", "finds", "is", "knows", "looks_forward_to", "needs", "says",
        "thinks",
    }
)  # fmt: skip
"""Predicates of what people think and say of things, which nearly every turn of a dialogue has, and not of what
they did, have or are."""
_AUXILIARIES = frozenset({"as", "at", "has", "in", "is", "on", "to"})
_MUCH = 3
"""So many deeds told in one turn count as 1."""


class Telling:
    """What turns tell, by the number of the turn."""

    def __init__(self) -> None:
        self._told = Columns({"deeds": np.float64, "places": np.float64})
        self._size = 0
        self._predicates: dict[int, frozenset[str]] = {}
        self._by_term: dict[str, set[int]] = defaultdict(set)

    def tell(self, turn: int, predicates: Sequence[str]) -> None:
        """Say with which predicates a turn asserts something; what was said of it before is replaced."""
        for term in self._predicates.pop(turn, ()):
            self._by_term[term].discard(turn)
        words = {word for predicate in predicates for word in predicate.split("_")} - _AUXILIARIES
        self._predicates[turn] = frozenset(stem(word) for word in words)
        for term in self._predicates[turn]:
            self._by_term[term].add(turn)
        deeds = sum(predicate not in _OPINIONS for predicate in predicates)
        self._reserve(turn + 1)
        self._told["deeds"][turn] = min(deeds, _MUCH) / _MUCH

    def name_place(self, turn: int) -> None:
        """Say that a turn names a place or an organisation."""
        self._reserve(turn + 1)
        self._told["places"][turn] = 1.0

    def deeds(self, size: int) -> Floats:
        """Return how much of what people did, have or are each turn tells, from 0 to 1, shape `(size,)`."""
        return self._column("deeds", size)

    def places(self, size: int) -> Floats:
        """Return which turns name a place or an organisation, shape `(size,)`."""
        return self._column("places", size)

    def with_predicate(self, terms: Iterable[str], size: int) -> Floats:
        """Return which turns assert something with a predicate that holds one of these terms, shape `(size,)`."""
        found = np.zeros(size)
        for term in set(terms):
            found[list(self._by_term.get(term, ()))] = 1.0
        return found

    def _reserve(self, size: int) -> None:
        self._told.reserve(size, self._size)
        self._size = max(self._size, size)

    def _column(self, name: str, size: int) -> Floats:
        self._reserve(size)
        return self._told[name][:size]
