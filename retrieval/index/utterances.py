"""Utterances: runs of turns by one speaker. In chats, several short messages often make one statement."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from chronomem.retrieval.index.arrays.columns import Arrays, Columns, StoredArrays, joined
from chronomem.retrieval.index.arrays.ragged import Chains
from chronomem.retrieval.index.lexical import Floats, Ints, Units, summed
from chronomem.retrieval.index.turn_vectors import TurnVectors

Vectors = NDArray[np.float32]

_NONE = -1
_MOST = 3
"""The maximum number of turns of an utterance; someone who speaks alone still makes one statement after another."""
_LONGEST = 3600 * 1_000_000
"""The longest time between the first and the last turn of an utterance, in microseconds."""
_COLUMNS = {
    "previous": np.int64,  # the utterance before it in its session, or -1
    "following": np.int64,  # the utterance after it in its session, or -1
    "turns": np.int64,  # the number of its turns
    "length": np.int64,  # the number of its index terms
    "asks": np.int64,  # 1 where one of its turns ends with a question
    "norm": np.float32,  # of the sum of its turns' vectors
    "window_norm": np.float32,  # of the sum of its own and its neighbours' vectors
}


class Utterances:
    """The utterances of a user's sessions, numbered in order of arrival.

    Callers get values per turn: every turn of an utterance has the value of the whole.
    """

    def __init__(self) -> None:
        self._all = Columns(_COLUMNS)
        self._size = 0
        self._sessions = Chains()

    def __len__(self) -> int:
        return self._size

    def column(self, name: str) -> Ints:
        """Return one number per utterance, shape `(utterances,)`; `_COLUMNS` lists the names."""
        return np.asarray(self._all[name][: self._size])

    def link(self, session: int, members: Sequence[int], first: int, turns: Columns, vectors: TurnVectors) -> None:
        """Split the end of a session into utterances again.

        Args:
            session: the number of the session.
            members: the numbers of its turns, in order.
            first: the first position in `members` that is new or was reordered.
            turns: the rows of all turns; the utterance of each turn is written there.
            vectors: the vectors of all turns.
        """
        own = self._sessions.own(session)
        kept = max(len(own) - 1, 0) if first else 0  # the last one may continue
        seen = max(kept - 2, 0)  # those whose neighbours change
        begin, shown = (first - int(self._all["turns"][own[place:]].sum()) if first else 0 for place in (kept, seen))
        sizes = list(_cut(*(turns[name][members[begin:]].tolist() for name in ("speaker", "said_at"))))
        # Turns that are inserted never reduce the number of a session's utterances, so numbers are only added.
        own.extend(range(self._size, self._size + len(sizes) - (len(own) - kept)))
        self._all.reserve(own[-1] + 1, self._size)
        self._size = max(self._size, own[-1] + 1)
        fresh, chain = np.array(own[kept:]), np.array(members[begin:])
        turns["utterance"][chain] = np.repeat(fresh, sizes)
        starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        self._all["turns"][fresh] = sizes
        self._all["length"][fresh] = np.add.reduceat(turns["length"][chain], starts)
        self._all["asks"][fresh] = np.maximum.reduceat(turns["asks"][chain], starts)
        self._measure(np.array(own[seen:]), vectors[members[shown:]], from_the_first=not seen)

    def _measure(self, chain: Ints, vectors: Vectors, *, from_the_first: bool) -> None:
        """Link the last utterances of a session as neighbours and compute their norms, given their turns' vectors.

        The first of them only serves its neighbours, unless it begins the session.
        """
        self._all["previous"][chain[1:]] = chain[:-1]
        self._all["following"][chain[:-1]] = chain[1:]
        self._all["following"][chain[-1]] = _NONE
        sizes = self._all["turns"][chain]
        sums = np.add.reduceat(vectors, np.concatenate([[0], np.cumsum(sizes)[:-1]]), axis=0)
        windows = sums.copy()
        windows[1:] += sums[:-1]
        windows[:-1] += sums[1:]
        known = 0 if from_the_first else 1
        if from_the_first:
            self._all["previous"][chain[0]] = _NONE
        self._all["norm"][chain] = np.linalg.norm(sums, axis=1)
        self._all["window_norm"][chain[known:]] = np.linalg.norm(windows[known:], axis=1)

    def part(self, numbers: Ints) -> "Utterances":
        """Return the utterances of some sessions, given by their ascending numbers, and number them from 0."""
        part = Utterances()
        part._size = len(numbers)
        part._all.reserve(len(numbers), 0)
        place = np.full(len(self) + 1, _NONE)  # the last place serves -1
        place[numbers] = np.arange(len(numbers))
        for name in _COLUMNS:
            values = self.column(name)[numbers]
            part._all[name][: len(numbers)] = place[values] if name in ("previous", "following") else values
        return part

    def units(self, utterance: Ints) -> Units:
        """Return units of one utterance each; `utterance` gives each turn's utterance."""
        return Units.joined(self.column("length").astype(float), utterance)

    def window_units(self, utterance: Ints) -> Units:
        """Return units of one utterance with the one before and the one after it in its session."""
        previous, following = self.column("previous"), self.column("following")
        length = self.column("length").astype(float)

        def gather(turns: Ints, counts: Ints) -> tuple[Ints, Floats]:
            said = utterance[turns]
            units = np.concatenate([said, previous[said], following[said]])
            found, sums = summed(units + 1, np.concatenate([counts, counts, counts]), len(length) + 1)
            beyond = int(len(found) > 0 and found[0] == 0)  # drop the places beyond the ends of sessions
            return found[beyond:] - 1, sums[beyond:]

        return Units(length + self._beside(length), gather)

    def summed(self, utterance: Ints, values: Floats) -> Floats:
        """Return the sum of the values of each utterance's turns; `utterance` gives each turn's utterance."""
        return np.asarray(np.bincount(utterance, weights=values, minlength=len(self)), dtype=float)

    def similarity(self, sums: Floats) -> Floats:
        """Return each utterance's cosine, given the sum of its turns' cosines."""
        return np.asarray(sums / np.maximum(self.column("norm"), 1e-9))

    def window_similarity(self, sums: Floats) -> Floats:
        """Return the cosine of each utterance together with its neighbours."""
        return np.asarray((sums + self._beside(sums)) / np.maximum(self.column("window_norm"), 1e-9))

    def along(self, side: str, values: Floats, steps: int = 1) -> Floats:
        """Return for each utterance the value a number of steps to one side in its session, 0 beyond its ends."""
        for _ in range(steps):
            values = np.append(values, 0.0)[self.column(side)]  # -1 selects the zero
        return values

    def arrays(self) -> Arrays:
        return joined(all=self._all.arrays(self._size), sessions=self._sessions.arrays())

    def restore(self, kept: StoredArrays) -> None:
        self._all.restore(kept.part("all"))
        self._size = kept.part("all").used("turns")
        self._sessions.restore(kept.part("sessions"))

    def _beside(self, values: Floats) -> Floats:
        return np.asarray(self.along("previous", values) + self.along("following", values))


def _cut(speakers: Sequence[int], times: Sequence[int]) -> Iterator[int]:
    """Yield the number of turns of each utterance, given speakers and times in order."""
    first = 0
    for place in range(1, len(speakers)):
        goes_on = speakers[place] == speakers[first] and times[place] - times[first] <= _LONGEST
        if not goes_on or place - first == _MOST:
            yield place - first
            first = place
    yield len(speakers) - first
