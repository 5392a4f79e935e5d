"""Context vectors: what a passage says together with the messages before it, as the network reads them.

The states of some layers of the network, joined and projected, are a vector of each word piece. The vector of a passage
is the mean of those of its pieces, weighted by how much each piece tells, with the mean of all texts taken out, at unit
length. A question has one as well, read as a message that nothing comes before, so that cosines compare the two.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chronomem.extractors.language.tagger.windows import TaggerWindow

Floats = NDArray[np.float32]

DIMENSIONS = 128
STEPS = 400
"""The steps of eight bits in a unit: numbers of up to 0.32 in size, of vectors whose mean square is 1/128."""


class PieceVectors(NamedTuple):
    """The pieces of the message itself in a window.

    Attributes:
        starts: where each begins in the message, in characters.
        vectors: their vectors, shape `(pieces, DIMENSIONS)`.
        weights: how much each tells, shape `(pieces,)`.
    """

    starts: Sequence[int]
    vectors: Floats
    weights: Floats


class PassageContexts(NamedTuple):
    """The context vectors of a message as the graph stores them.

    Attributes:
        by: the name of the space that they are in.
        vectors: those of its passages, one after the other, eight bits a number; zeros for one that wasn't read.
    """

    by: str
    vectors: bytes


@dataclass(frozen=True)
class ContextPooling:
    """The way from the vectors of pieces to that of a passage or a question.

    Attributes:
        name: that of the space: vectors of different names can't be compared.
        weights: how much each piece of the tokenizer tells.
        said, asked: the means of passages and of questions, which are taken out.
    """

    name: str
    weights: Floats
    said: Floats
    asked: Floats

    def pieces(self, window: TaggerWindow, vectors: Floats) -> PieceVectors:
        """Return the pieces of the message in a window, of which the network gave all vectors."""
        own = [at for at, kind in enumerate(window.types) if kind and window.places[at] is not None]
        starts = [place.start for at in own if (place := window.places[at]) is not None]
        return PieceVectors(starts, vectors[own], self.weights[[window.ids[at] for at in own]])

    def of_passages(self, parts: Iterable[PieceVectors], starts: Sequence[int]) -> PassageContexts | None:
        """Return the vectors of the passages of a message; None if it has no words.

        Args:
            parts: the pieces of each window of the message.
            starts: where each passage begins, in characters.
        """
        sums, weights = np.zeros((len(starts), DIMENSIONS), dtype=np.float32), np.zeros(len(starts), dtype=np.float32)
        for part in parts:
            places = [max(bisect_right(starts, at) - 1, 0) for at in part.starts]
            np.add.at(sums, places, part.vectors * part.weights[:, None])
            np.add.at(weights, places, part.weights)
        read = weights > 0
        if not read.any():
            return None
        stored = np.zeros(sums.shape, dtype=np.int8)
        stored[read] = _in_eight_bits(_unit(sums[read] / weights[read, None] - self.said))
        return PassageContexts(self.name, stored.tobytes())

    def of_question(self, part: PieceVectors) -> Floats | None:
        """Return the unit vector of a question, shape `(DIMENSIONS,)`; None for one without words."""
        weight = float(part.weights.sum())
        if weight <= 0:
            return None
        return _unit(np.einsum("i,ij->j", part.weights, part.vectors) / weight - self.asked)


def stored_vectors(stored: bytes, passages: int) -> NDArray[np.int8]:
    """Return stored vectors, shape `(passages, DIMENSIONS)`; where the passages were others, all get their mean."""
    found = np.frombuffer(stored, dtype=np.int8).reshape(-1, DIMENSIONS)
    if len(found) == passages:
        return found
    whole = _in_eight_bits(_unit(found.sum(axis=0, dtype=np.float32)))
    return np.broadcast_to(whole, (passages, DIMENSIONS))


def _unit(vectors: Floats) -> Floats:
    sizes = np.sqrt(np.einsum("...i,...i->...", vectors, vectors))
    return np.asarray(vectors / np.maximum(sizes, 1e-9)[..., None], dtype=np.float32)


def _in_eight_bits(vectors: Floats) -> NDArray[np.int8]:
    return np.clip(np.rint(vectors * STEPS), -127, 127).astype(np.int8)
