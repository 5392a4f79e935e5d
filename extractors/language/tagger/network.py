"""The network: a small transformer that marks where objects of facts begin and end, and whom the facts are about.

In the same run it gives each word piece a vector, by which passages are found later (`context_vectors.py`).
"""

import math
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chronomem.extractors.language.tagger.context_vectors import PassageContexts, PieceVectors
from chronomem.extractors.language.tagger.lower_layers import PACKAGED, LowerLayer, packaged_lower_layer, session_of
from chronomem.extractors.language.tagger.tags import PREDICATES, STATUSES, Tag, TaggedWords
from chronomem.extractors.language.tagger.windows import TaggerWindow

Floats = NDArray[np.float32]

_LEAST_START, _LEAST_SCORE = 0.1, 0.2
_TINY = 1e-6
_MOST_TAGS = 12
_LONGEST = 12
"""The most word pieces of an object."""
_READ_AHEAD = 100
"""How many groups of windows are begun before the first of them is used; a reading holds some 130 kB."""


class Decision(NamedTuple):
    """The decisions of the upper layers about a marked object.

    Attributes:
        status, subject: an index in `STATUSES`, and the piece that names the subject.
        status_share, subject_share: the shares of probability that these have among all statuses and pieces.
        kept: the probability that the fact is worth keeping.
    """

    status: int
    subject: int
    status_share: float
    subject_share: float
    kept: float


@dataclass(frozen=True)
class Heads:
    """The layers above the encoder, for one marked object each.

    With the states s and e (384 numbers) at its first and last piece and the vector p of its predicate, an object has
    z = gelu(s·first + e·last + p + bias); its status and whether it is kept are linear in z, and its subject is the
    piece whose state t has the greatest (z·asking)·(t·asked). The probability that a tag is right is logistic in its
    evidence (see `evidence`), of which `slopes` holds the weights; `offsets` holds a bias for each predicate.
    """

    first: Floats
    last: Floats
    predicates: Floats
    bias: Floats
    decisions: Floats
    decision_bias: Floats
    asking: Floats
    asked: Floats
    slopes: Floats
    offsets: Floats

    def probability(self, given: tuple[float, ...], predicate: int) -> float:
        """Return the probability that a tag is right, by its evidence."""
        return _logistic(float(np.dot(given, self.slopes)) + float(self.offsets[predicate]))

    def weigh(self, states: Floats, start: int, end: int, predicate: int) -> tuple[Floats, Floats, float]:
        """Return the shares of the statuses and of the pieces as subject, and the log-odds of being worth keeping."""
        z = _gelu(states[start] @ self.first + states[end] @ self.last + self.predicates[predicate] + self.bias)
        decided = z @ self.decisions + self.decision_bias
        subjects = _shares(states @ (self.asked @ (z @ self.asking)) / np.sqrt(len(z)))
        return _shares(decided[:-1]), subjects, float(decided[-1])

    def decide(self, states: Floats, start: int, end: int, predicate: int) -> Decision:
        """Return the decisions about an object."""
        statuses, subjects, kept = self.weigh(states, start, end, predicate)
        status, subject = int(np.argmax(statuses)), int(np.argmax(subjects))
        return Decision(status, subject, float(statuses[status]), float(subjects[subject]), _logistic(kept))


def evidence(score: float, decided: Decision, message: int, length: int) -> tuple[float, ...]:
    """Return the numbers by which a tag is judged.

    They are the log-odds of its score, the logarithms of the shares of its status and of its subject, the log-odds of
    its being worth keeping, the logarithms of the two lengths, and whether it has no object.

    Args:
        score: the geometric mean of the probabilities that it begins at its first piece and ends at its last.
        message, length: how many pieces the message and the object have; 0 for no object.
    """
    shares = (math.log(max(share, _TINY)) for share in (decided.status_share, decided.subject_share))
    sizes = math.log(1 + message), math.log(1 + length)
    return log_odds(score), *shares, log_odds(decided.kept), *sizes, float(length == 0)


@dataclass(frozen=True, slots=True)
class WindowReading:
    """What the network makes of a window.

    Attributes:
        window: the message with those before it.
        states: a row of 384 numbers for each piece.
        starts, ends: for each piece and predicate, the probabilities that an object begins and ends there.
        heads: the layers above.
        pieces: the vectors of the message's own pieces.
    """

    window: TaggerWindow
    states: Floats
    starts: Floats
    ends: Floats
    heads: Heads
    pieces: PieceVectors

    def tags(self, least: float) -> list[Tag]:
        """Return the tags, the surest first.

        Args:
            least: the least probability.
        """
        found = [tag for tag in self._tags() if tag.probability >= least]
        return sorted(found, key=lambda tag: -tag.probability)

    def _tags(self) -> Iterator[Tag]:
        window = self.window
        found = sorted(_spans(window, self.starts, self.ends), key=lambda each: (-each[0], each[1:]))
        chosen: list[tuple[float, int, int, int]] = []
        for one in found:
            if not any(one[3] == other[3] and one[1] <= other[2] and other[1] <= one[2] for other in chosen):
                chosen.append(one)
        for score, start, end, predicate in chosen[:_MOST_TAGS]:
            decided = self.heads.decide(self.states, start, end, predicate)
            about: str | TaggedWords | None = window.places[decided.subject]
            if about is None and decided.subject in window.marks:
                about = window.people[window.marks.index(decided.subject)]
            if about is not None:
                weighed = evidence(score, decided, sum(window.types), end - start + 1 if start else 0)
                yield Tag(
                    PREDICATES[predicate], STATUSES[decided.status], _place(window, start, end), about,
                    round(self.heads.probability(weighed, predicate), 3),
                    round(decided.kept, 3),
                    weighed,
                )  # fmt: skip


class TaggerNetwork:
    """The network, loaded when it is made; it is safe to use from several threads.

    Each window runs through it alone: a quantised network takes its scales from the whole batch, so in a batch the tags
    of a message would depend on the other messages.

    Args:
        folder: the folder of its four files; the packaged one if it isn't given.
    """

    def __init__(self, folder: Traversable | None = None) -> None:
        self._lower = packaged_lower_layer() if folder is None else LowerLayer(folder)
        folder = folder or PACKAGED
        self._upper = session_of(folder / "upper.onnx")
        with (folder / "heads.npz").open("rb") as file, np.load(file) as arrays:
            self._heads = Heads(**{name: arrays[name].astype(np.float32) for name in Heads.__dataclass_fields__})

    def tags(self, windows: Sequence[TaggerWindow], *, least: float, threads: int = 2) -> list[list[Tag]]:
        """Return the tags of each window, the surest first.

        Args:
            least: the least probability.
            threads: as for `read`.
        """
        return [reading.tags(least) for reading in self.read(windows, threads=threads)]

    def read(self, windows: Sequence[TaggerWindow], *, threads: int = 2) -> list[WindowReading]:
        """Return what the network makes of each window.

        Args:
            threads: how many windows are read at the same time.
        """
        with self.reading([windows], threads=threads) as readings:
            return next(readings)

    @contextmanager
    def reading(
        self, groups: Iterable[Sequence[TaggerWindow]], *, threads: int = 2
    ) -> Iterator[Iterator[list[WindowReading]]]:
        """Give what the network makes of each group of windows, while it reads ahead beside the caller's own work.

        Args:
            threads: as for `read`.
        """
        with ThreadPoolExecutor(threads) as pool:
            coming = iter(groups)
            begun = deque(self._begin(pool, windows) for windows in islice(coming, _READ_AHEAD))

            def readings() -> Iterator[list[WindowReading]]:
                while begun:
                    done = [each.result() for each in begun.popleft()]
                    begun.extend(self._begin(pool, windows) for windows in islice(coming, 1))
                    yield done

            try:
                yield readings()
            finally:
                pool.shutdown(cancel_futures=True)

    def _begin(self, pool: ThreadPoolExecutor, windows: Sequence[TaggerWindow]) -> list["Future[WindowReading]"]:
        return [pool.submit(self._read, window) for window in windows]

    def contexts(self, readings: Sequence[WindowReading], starts: Sequence[int]) -> PassageContexts | None:
        """Return the context vectors of the passages of a message; None if it has no words.

        Args:
            readings: those of its windows.
            starts: where each passage begins, in characters.
        """
        return self._lower.pooling.of_passages((reading.pieces for reading in readings), starts)

    def _read(self, window: TaggerWindow) -> WindowReading:
        given = {"middle": self._lower.states(window)}
        found = self._upper.run(["hidden", "start", "end", "context"], given)
        states, starts, ends, context = (each[0] for each in found)
        return WindowReading(window, states, starts, ends, self._heads, self._lower.pooling.pieces(window, context))


def _spans(window: TaggerWindow, starts: Floats, ends: Floats) -> Iterator[tuple[float, int, int, int]]:
    """Yield score, first piece, last piece and predicate of the objects that begin anywhere in a window."""
    for piece, predicate in zip(*(axis.tolist() for axis in np.nonzero(starts > _LEAST_START)), strict=True):
        last = piece
        if piece:
            place = window.places[piece]
            if place is None:
                continue
            while last + 1 < min(len(window.ids), piece + _LONGEST) and _goes_on(place, window.places[last + 1]):
                last += 1
        end = piece + int(np.argmax(ends[piece : last + 1, predicate]))
        score = float(np.sqrt(starts[piece, predicate] * ends[end, predicate]))
        if score >= _LEAST_SCORE:
            yield score, piece, end, predicate


def _goes_on(place: TaggedWords, following: TaggedWords | None) -> bool:
    return following is not None and following.back == place.back


def _place(window: TaggerWindow, start: int, end: int) -> TaggedWords | None:
    first, last = window.places[start], window.places[end]
    return None if first is None or last is None else TaggedWords(first.back, first.start, last.end)


def _shares(x: Floats) -> Floats:
    """Return the softmax."""
    powers = np.exp(x - x.max())
    return np.asarray(powers / powers.sum(), dtype=np.float32)


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, x))))


def log_odds(share: float) -> float:
    share = min(max(share, _TINY), 1 - _TINY)
    return math.log(share / (1 - share))


def _gelu(x: Floats) -> Floats:
    """Return x·Φ(x), with the usual approximation by tanh."""
    return np.asarray(0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))), dtype=np.float32)


@cache
def packaged_network() -> TaggerNetwork:
    """Return the packaged network, loaded once for each process."""
    return TaggerNetwork()
