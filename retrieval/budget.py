"""Filling a budget of tokens: which of the pieces found are shown."""

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass

from chronomem.extractors.llm.tokens import estimate_tokens
from chronomem.retrieval.context import Item, LeftOut, day_of
from chronomem.retrieval.index.terms import terms

_SAME = 0.8
"""Two items say the same if they share this part of their terms."""
_FEWEST = 4
"""Items of fewer terms are too short to say that they repeat each other: "yes", "thanks a lot"."""


@dataclass(frozen=True)
class ItemDraft:
    """An item to be made of pieces, which may be several passages of a long turn.

    Attributes:
        pieces: the numbers of its passages in the order in which they were found; one for any other item.
        made: makes the item of some of its pieces.
    """

    pieces: list[int]
    made: Callable[[Sequence[int]], Item]


class Budget:
    """Takes the best pieces that fit into a number of tokens.

    A stand-in is taken only in the place of a piece for which there was no room, and never beside all of its turns.

    The price of a piece is what it adds to the prompt: the line of an item, the line of its day if no item of that day
    was taken before, or the words of one more passage of an item that was taken.

    Args:
        tokens: the number of tokens.
    """

    def __init__(self, tokens: int) -> None:
        self._left = tokens
        self._taken: dict[int, Item] = {}
        self._days: set[str] = set()
        self._told: list[frozenset[str]] = []
        self._no_room = 0
        self._stood_in = 0
        self._repeated: set[int] = set()

    def fill(
        self, drafts: Sequence[ItemDraft], order: Iterable[tuple[int, int]], stand_ins: Set[int] = frozenset()
    ) -> tuple[list[Item], LeftOut]:
        """Return the items taken, in the order of their drafts, and how many were left out.

        Args:
            drafts: the items to choose from.
            order: the number of a draft and one of its pieces, best first.
            stand_ins: the numbers of the drafts that are stand-ins.
        """
        pieces: dict[int, list[int]] = {}
        for draft, piece in order:
            if draft in self._repeated:
                continue
            item = drafts[draft].made([*pieces.get(draft, ()), piece])
            if draft in stand_ins and not self._may_stand_in(item):
                continue
            if draft not in self._taken and self._repeats(draft, item):
                continue
            price = self._price(draft, item)
            if price > self._left:
                self._no_room += draft not in stand_ins
                continue
            self._stood_in += draft in stand_ins
            if draft not in self._taken:
                self._told.append(frozenset(terms(item.text)))
            self._left -= price
            self._days.add(day_of(item))
            self._taken[draft] = item
            pieces.setdefault(draft, []).append(piece)
        return [self._taken[draft] for draft in sorted(self._taken)], LeftOut(self._no_room, len(self._repeated))

    def _price(self, draft: int, item: Item) -> int:
        if draft in self._taken:
            return item.tokens - self._taken[draft].tokens
        day = day_of(item)
        return item.tokens + (0 if day in self._days else estimate_tokens(day))

    def _may_stand_in(self, item: Item) -> bool:
        shown = {turn for other in self._taken.values() for turn in other.turn_ids}
        return self._stood_in < self._no_room and not shown.issuperset(item.turn_ids)

    def _repeats(self, draft: int, item: Item) -> bool:
        told = frozenset(terms(item.text))
        if len(told) >= _FEWEST and any(len(told & other) >= _SAME * len(told | other) for other in self._told):
            self._repeated.add(draft)
            return True
        return False
