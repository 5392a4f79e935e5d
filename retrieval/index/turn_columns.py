"""The index's data on turns, beside their vectors and terms."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from chronomem.retrieval.index.arrays.columns import Arrays, Columns, StoredArrays, joined
from chronomem.retrieval.index.arrays.packed_texts import NameNumbers, Texts
from chronomem.retrieval.index.intervals import instant


@dataclass(frozen=True, slots=True)
class IndexedTurn:
    """The index's data on a turn, beside its vector."""

    id: str
    session: str
    seq: int
    speaker: str
    role: str
    text: str
    said_at: datetime


class IndexedTurns:
    """Turns by number: a long turn has a number for each of its passages, and is found by any of them.

    Each is made on access: as objects, many turns would take several times the memory.

    Args:
        rows: the numeric columns of each passage: its turn, and the turn's session, speaker, role, sequence number and
            time.

    Attributes:
        sessions, speakers, roles: the distinct names, numbered.
    """

    def __init__(self, rows: Columns) -> None:
        self.sessions, self.speakers, self.roles = NameNumbers(), NameNumbers(), NameNumbers()
        self._rows = rows
        self._size = 0
        self._ids, self._texts = Texts(), Texts()
        self._recent: dict[str, int] = {}
        self._keys: NDArray[np.uint64] = np.zeros(0, dtype=np.uint64)  # of the restored ids, ascending
        self._by_key: NDArray[np.int32] = np.zeros(0, dtype=np.int32)

    def __len__(self) -> int:
        return self._size

    @property
    def count(self) -> int:
        """The number of turns."""
        return len(self._ids)

    def __getitem__(self, number: int) -> IndexedTurn:
        if not 0 <= number < len(self):
            raise IndexError(f"there is no turn {number}; the index holds {len(self)} turns")
        rows = self._rows
        turn = int(rows["turn"][number])
        return IndexedTurn(
            self._ids[turn],
            self.sessions[rows["session"][number]],
            int(rows["seq"][number]),
            self.speakers[rows["speaker"][number]],
            self.roles[rows["role"][number]],
            self._texts[turn],
            instant(int(rows["said_at"][number])),
        )

    def __iter__(self) -> Iterator[IndexedTurn]:
        return (self[number] for number in range(len(self)))

    def number_of(self, turn_id: str) -> int | None:
        """Return the first number of a turn, or None if there is no such turn."""
        number = self._recent.get(turn_id)
        if number is not None or not len(self._keys):
            return number
        (key,) = _keys([turn_id])
        for place in range(int(np.searchsorted(self._keys, key)), len(self._keys)):
            if self._keys[place] != key:
                break
            if self._ids[int(self._rows["turn"][self._by_key[place]])] == turn_id:
                return int(self._by_key[place])
        return None

    def numbers_of(self, turn_id: str) -> range:
        """Return all numbers of a turn, which are its passages; none if there is no such turn."""
        first = self.number_of(turn_id)
        if first is None:
            return range(0)
        of_turns = self._rows["turn"][: self._size]
        return range(first, int(np.searchsorted(of_turns, of_turns[first], side="right")))

    def extend(self, turns: Sequence[IndexedTurn], numbers: Sequence[int]) -> None:
        """Add the texts and ids of turns, each with how many numbers it has; their rows are filled before."""
        for turn, own in zip(turns, numbers, strict=True):
            self._recent[turn.id] = self._size
            self._size += own
        self._ids.extend(turn.id for turn in turns)
        self._texts.extend(turn.text for turn in turns)

    def arrays(self) -> Arrays:
        keys = np.concatenate([self._keys, _keys(self._recent)])
        numbers = np.concatenate([self._by_key, np.fromiter(self._recent.values(), dtype=np.int32)])
        order = np.argsort(keys, kind="stable")
        return joined(
            ids=self._ids.arrays(),
            texts=self._texts.arrays(),
            sessions=self.sessions.arrays(),
            speakers=self.speakers.arrays(),
            roles=self.roles.arrays(),
            keys={"sorted": keys[order], "numbers": numbers[order]},
        )

    def restore(self, kept: StoredArrays, size: int) -> None:
        """Restore the turns, which have `size` numbers in all."""
        self._size = size
        for name, part in (
            ("ids", self._ids),
            ("texts", self._texts),
            ("sessions", self.sessions),
            ("speakers", self.speakers),
            ("roles", self.roles),
        ):
            part.restore(kept.part(name))
        self._keys, self._by_key = kept.part("keys")["sorted"], kept.part("keys")["numbers"]


def _keys(turn_ids: Iterable[str]) -> NDArray[np.uint64]:
    """Return 64-bit hashes of turn ids, for binary search; two ids may share one."""
    letters = (turn.encode(errors="surrogatepass") for turn in turn_ids)
    return np.frombuffer(b"".join(hashlib.blake2b(each, digest_size=8).digest() for each in letters), dtype="<u8")
