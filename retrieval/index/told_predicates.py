"""The results of extraction per turn: how much a turn tells, its predicates, and whether it names a place."""

from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np

from chronomem.retrieval.index.arrays.columns import Arrays, Attached, Columns, StoredArrays, joined
from chronomem.retrieval.index.arrays.packed_texts import NameNumbers
from chronomem.retrieval.index.lexical import Floats
from chronomem.retrieval.index.terms import stem

_OPINIONS = frozenset(
    {
        "advises", "appreciates", "can", "do", "feels", "finds", "is", "knows", "looks_forward_to", "needs", "says",
        "thinks",
    }
)  # fmt: skip
"""Predicates of opinions and remarks, which nearly every turn has, as opposed to deeds, possessions and attributes."""
_AUXILIARIES = frozenset({"as", "at", "has", "in", "is", "on", "to"})
_MUCH = 3
"""The number of deeds in one turn that counts as 1."""


class ToldPredicates:
    """The extracted predicates and places of turns, by turn number."""

    def __init__(self) -> None:
        self._told = Columns({"deeds": np.float64, "places": np.float64})
        self._size = 0
        self._terms = NameNumbers()
        self._asserted = Attached("term")

    def tell(self, told: Mapping[int, Sequence[str]]) -> None:
        """Set the predicates that turns assert; earlier ones of the same turns are replaced."""
        if not told:
            return
        self._reserve(max(told) + 1)
        rows = []
        for turn, predicates in told.items():
            words = {word for predicate in predicates for word in predicate.split("_")} - _AUXILIARIES
            rows += [(turn, self._terms.add(term)) for term in {stem(word) for word in words}]
            deeds = sum(predicate not in _OPINIONS for predicate in predicates)
            self._told["deeds"][turn] = min(deeds, _MUCH) / _MUCH
        self._asserted.replace(told, rows)

    def name_places(self, turns: Collection[int]) -> None:
        """Mark turns that name a place or an organisation."""
        self._reserve(max(turns, default=-1) + 1)
        self._told["places"][list(turns)] = 1.0

    def deeds(self, size: int) -> Floats:
        """Return how much each turn tells of deeds, possessions and attributes, from 0 to 1, shape `(size,)`."""
        return self._column("deeds", size)

    def places(self, size: int) -> Floats:
        """Return 1 for turns that name a place or an organisation, else 0, shape `(size,)`."""
        return self._column("places", size)

    def with_predicate(self, terms: Iterable[str], size: int) -> Floats:
        """Return 1 for turns that assert a predicate containing one of these terms, else 0, shape `(size,)`."""
        found = np.zeros(size)
        for number in {self._terms.numbers[term] for term in terms if term in self._terms.numbers}:
            found[self._asserted["turn"][self._asserted["term"] == number]] = 1.0
        return found

    def arrays(self) -> Arrays:
        return joined(told=self._told.arrays(self._size), terms=self._terms.arrays(), asserted=self._asserted.arrays())

    def restore(self, kept: StoredArrays) -> None:
        self._told.restore(kept.part("told"))
        self._size = kept.part("told").used("deeds")
        self._terms.restore(kept.part("terms"))
        self._asserted.restore(kept.part("asserted"))

    def _reserve(self, size: int) -> None:
        self._told.reserve(size, self._size)
        self._size = max(self._size, size)

    def _column(self, name: str, size: int) -> Floats:
        self._reserve(size)
        return self._told[name][:size]
