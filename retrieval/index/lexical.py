"""An inverted index that grows turn by turn, and exact BM25 over units made from it.

Only the counts of each turn are stored. Larger units (a turn with its neighbours, a session) are added up from
them when a question is asked, so one index serves all of them and needs no rebuild when a turn arrives.
"""

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from chronomem.retrieval.index.arrays.columns import Arrays, StoredArrays, joined
from chronomem.retrieval.index.arrays.packed_texts import packed, unpacked

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_NOTHING: Ints = np.zeros(0, dtype=np.int64)
_SPARSE = 100
"""Where fewer than one unit in this many occurs, sorting is faster than an array with a place for each unit."""
_MERGE_SHARE = 0.1
"""Recent postings are merged into the sorted base when they outgrow this share of it, or `_MOST_RECENT`."""
_MOST_RECENT = 50_000


class Lookup(Protocol):
    """A source of the documents that contain a term."""

    def lookup(self, term: str) -> tuple[Ints, Ints]:
        """Return the documents that contain a term, ascending, and the term's frequency in each."""


class Postings:
    """The documents that contain each term, with frequencies. Documents are numbered in order of arrival."""

    def __init__(self) -> None:
        self._term_ids: dict[str, int] = {}
        self._starts: Ints = np.zeros(1, dtype=np.int64)
        self._documents: NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._counts: NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._recent: dict[int, list[tuple[int, int]]] = {}
        self._recent_size = 0
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def extend(self, documents: Iterable[Sequence[str]]) -> None:
        """Add documents, each given as its index terms."""
        for document in documents:
            for term, count in Counter(document).items():
                term_id = self._term_ids.setdefault(term, len(self._term_ids))
                self._recent.setdefault(term_id, []).append((self._size, count))
                self._recent_size += 1
            self._size += 1
        if self._recent_size > min(1_000 + _MERGE_SHARE * len(self._documents), _MOST_RECENT):
            self._merge()

    def lookup(self, term: str) -> tuple[Ints, Ints]:
        """Return the documents that contain a term, ascending, and the term's frequency in each."""
        term_id = self._term_ids.get(term)
        if term_id is None:
            return _NOTHING, _NOTHING
        documents, counts = _NOTHING, _NOTHING
        if term_id + 1 < len(self._starts):
            inside = slice(self._starts[term_id], self._starts[term_id + 1])
            documents, counts = self._documents[inside].astype(np.int64), self._counts[inside].astype(np.int64)
        recent = self._recent.get(term_id)
        if recent:
            pairs = np.array(recent, dtype=np.int64)
            documents = np.concatenate([documents, pairs[:, 0]])
            counts = np.concatenate([counts, pairs[:, 1]])
        return documents, counts

    def arrays(self) -> Arrays:
        if self._recent:
            self._merge()
        numbers: Arrays = {
            "starts": self._starts,
            "documents": self._documents,
            "counts": self._counts,
            "size": np.array([self._size]),
        }
        return joined(terms=packed(self._term_ids), numbers=numbers)

    def restore(self, kept: StoredArrays) -> None:
        self._term_ids = {term: number for number, term in enumerate(unpacked(kept.part("terms")))}
        numbers = kept.part("numbers")
        self._starts, self._documents, self._counts = (numbers[name] for name in ("starts", "documents", "counts"))
        self._size = int(numbers["size"][0])

    def _merge(self) -> None:
        """Append the recent postings of each term to its postings in the base."""
        recent = sorted(self._recent)
        added = np.zeros(len(self._term_ids), dtype=np.int64)
        added[recent] = [len(self._recent[term]) for term in recent]
        pairs = np.array([pair for term in recent for pair in self._recent[term]], dtype=np.int32).reshape(-1, 2)
        ends = np.full(len(self._term_ids), self._starts[-1])  # new terms go to the very end
        ends[: len(self._starts) - 1] = self._starts[1:]
        places = np.repeat(ends, added)
        self._documents = np.insert(self._documents, places, pairs[:, 0])
        self._counts = np.insert(self._counts, places, pairs[:, 1])
        self._starts = np.concatenate([np.zeros(1, dtype=np.int64), ends + np.cumsum(added)])
        self._recent, self._recent_size = {}, 0


@dataclass(frozen=True)  # no slots: cached properties need `__dict__`
class Units:
    """The units to rank, each made up of documents.

    Attributes:
        lengths: the number of terms in each unit, shape `(units,)`.
        gather: maps a term's documents and frequencies to the units that contain the term, each once, with the
            term's frequency in the unit.
        total, mean, holding: where these units are a subset: the number of all units, their mean length, and a
            function that counts those that contain any of some terms.
    """

    lengths: Floats
    gather: Callable[[Ints, Ints], tuple[Ints, Floats]]
    total: int | None = None
    mean: float | None = None
    holding: Callable[[Collection[str]], int] | None = None

    @cached_property
    def mean_length(self) -> float:
        return float(self.lengths.mean()) if self.mean is None else self.mean

    @cached_property
    def norm(self) -> Floats:
        """The length normalisation of each unit, added to a term's frequency in it, shape `(units,)`."""
        return _K1 * (1 - _B + _B * self.lengths / max(self.mean_length, 1e-9))

    def idf(self, terms: Collection[str], found: int) -> float:
        """Return the idf of a set of interchangeable terms, given how many units contain any of them."""
        total = len(self.lengths) if self.total is None else self.total
        holding = found if self.holding is None else self.holding(terms)
        return math.log1p((total - holding + 0.5) / (holding + 0.5))

    @classmethod
    def alone(cls, lengths: Floats) -> Self:
        """Return units of one document each."""
        return cls(lengths, lambda documents, counts: (documents, counts.astype(float)))

    @classmethod
    def joined(cls, lengths: Floats, unit_of: Ints) -> Self:
        """Return units of several documents, given the unit of each document."""
        return cls(lengths, lambda documents, counts: summed(unit_of[documents], counts, len(lengths)))


_K1 = 1.2
_B = 0.75


def bm25(query: Sequence[str], postings: Lookup, units: Units) -> Floats:
    """Score every unit against a query, shape `(units,)`.

    The formula is Robertson's BM25 with the always positive idf of Lucene, `ln(1 + (N - df + 0.5) / (df + 0.5))`.
    A term that the query repeats counts once for each repetition.
    """
    total = len(units.lengths)
    scores = np.zeros(total)
    if not total:
        return scores
    for term, weight in Counter(query).items():
        documents, counts = postings.lookup(term)
        if not len(documents):
            continue
        found, frequency = units.gather(documents, counts)
        idf = units.idf((term,), len(found))
        scores[found] += weight * idf * frequency * (_K1 + 1) / (frequency + units.norm[found])
    return scores


def bm25_similar(query: Mapping[str, Mapping[str, float]], postings: Lookup, units: Units) -> Floats:
    """Score every unit against a query whose terms have weighted substitutes, shape `(units,)`.

    Of all substitutes of a term, only the one that contributes most to a unit counts, times its weight. Their common
    idf is that of a term which occurs wherever any of them occurs.

    Args:
        query: for each term, its substitutes (itself included) with their weights.
        postings, units: as for `bm25`.
    """
    total = len(units.lengths)
    scores = np.zeros(total)
    if not total:
        return scores
    for others in query.values():
        best = np.zeros(total)
        for term, weight in others.items():
            documents, counts = postings.lookup(term)
            if len(documents):
                found, frequency = units.gather(documents, counts)
                best[found] = np.maximum(best[found], weight * frequency * (_K1 + 1) / (frequency + units.norm[found]))
        scores += units.idf(others, int(np.count_nonzero(best))) * best
    return scores


def summed(units: Ints, counts: Ints, total: int) -> tuple[Ints, Floats]:
    """Return each unit that occurs, ascending, and the sum of its counts; `total` is the number of all units."""
    if len(units) * _SPARSE < total:
        found, inverse = np.unique(units, return_inverse=True)
        return found, np.bincount(inverse, weights=counts).astype(float)
    sums = np.bincount(units, weights=counts, minlength=total).astype(float)
    found = np.flatnonzero(sums)
    return found, sums[found]
