"""The words of one user, and the words similar to a given one."""

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import OSA

from chronomem.extractors.embeddings.embedder import StaticEmbedder, Vectors
from chronomem.retrieval.index.arrays.columns import Arrays, StoredArrays, grown, joined
from chronomem.retrieval.index.arrays.packed_texts import NameNumbers, packed, unpacked

_LEAST_LIKE = 0.5
"""The minimum cosine at which one word may stand for another."""
_COARSE = 64
"""The dimensions that are compared first: the first principal components, which carry the most variance."""
_LEAST_COARSE = 0.15
"""The minimum share of the cosine that the first dimensions contribute, for 99 % of similar words."""
_MOST = 10
"""The maximum number of words that may stand for another."""
_SLIPS = {5: 1, 9: 2}
"""By minimum word length, the number of typing errors that are tolerated: a letter added, dropped, replaced, or swapped
with its neighbour. None is tolerated in the first letter.
"""


class Near(NamedTuple):
    """A term of similar meaning, and its likeness, from 0 to 1."""

    term: str
    likeness: float


class Vocabulary:
    """Terms, each with the word in which it first occurred.

    Words are compared by the bundled static embeddings, whichever embedder compares turns: that model consists of one
    vector per word, so a word's vector costs no time.
    """

    def __init__(self) -> None:
        self._terms = NameNumbers()
        self._words: list[str] = []
        self._vectors: Vectors = np.zeros((0, StaticEmbedder.dimensions), dtype=np.float32)
        self._coarse: Vectors = np.zeros((0, _COARSE), dtype=np.float32)
        self._size = 0

    def __len__(self) -> int:
        return len(self._terms)

    def add(self, term: str, word: str) -> int:
        """Add a term unless it is known, and return its number."""
        number = self._terms.add(term)
        if number == len(self._words):
            self._words.append(word)
        return number

    def number(self, term: str) -> int | None:
        """Return the number of a term, or None if it is unknown."""
        return self._terms.numbers.get(term)

    def spelled(self, word: str, term: str) -> tuple[str, str]:
        """Return a word and its term, or for an unknown term the word that it may misspell, and that one's term."""
        slips = max((count for letters, count in _SLIPS.items() if len(word) >= letters), default=0)
        if not slips or not word.isalpha() or term in self._terms.numbers:
            return word, term
        found = process.extract(word, self._words, scorer=OSA.distance, score_cutoff=slips, limit=_MOST)
        return next(((other, self._terms[at]) for other, _, at in found if other[0] == word[0]), (word, term))

    def near(self, words: list[str]) -> list[list[Near]]:
        """Return for each word the terms of similar meaning, nearest first."""
        if not words or not len(self):
            return [[] for _ in words]
        self._catch_up()
        return [self._nearest(_vector(word)) for word in words]

    def _nearest(self, vector: Vectors) -> list[Near]:
        coarse = np.einsum("ij,j->i", self._coarse[: self._size], vector[:_COARSE])
        likely = np.flatnonzero(coarse >= _LEAST_COARSE)
        likeness = np.einsum("ij,j->i", self._vectors[likely], vector)
        found = np.flatnonzero(likeness >= _LEAST_LIKE)
        found = found[np.argsort(-likeness[found], kind="stable")][:_MOST]
        return [Near(self._terms[likely[place]], float(likeness[place])) for place in found.tolist()]

    def _catch_up(self) -> None:
        """Embed the terms added since the last call."""
        fresh = self._words[self._size :]
        if not fresh:
            return
        self._vectors = grown(self._vectors, len(self._terms), self._size)
        self._coarse = grown(self._coarse, len(self._terms), self._size)
        self._vectors[self._size : len(self._terms)] = _embedder().embed(fresh)
        self._coarse[self._size : len(self._terms)] = self._vectors[self._size : len(self._terms), :_COARSE]
        self._size = len(self._terms)

    def arrays(self) -> Arrays:
        vectors = {"all": self._vectors[: self._size], "coarse": self._coarse[: self._size]}
        return joined(terms=self._terms.arrays(), words=packed(self._words), vectors=vectors)

    def restore(self, kept: StoredArrays) -> None:
        self._terms.restore(kept.part("terms"))
        self._words = unpacked(kept.part("words"))
        vectors = kept.part("vectors")
        self._vectors, self._coarse, self._size = vectors.room("all"), vectors.room("coarse"), vectors.used("all")


@lru_cache(maxsize=4_096)
def _vector(word: str) -> Vectors:
    vector: Vectors = _embedder().embed([word])[0]
    return vector


@cache
def _embedder() -> StaticEmbedder:
    return StaticEmbedder()
