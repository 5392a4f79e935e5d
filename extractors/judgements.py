"""Judgements of which passage a text belongs to, and the protocol for whoever makes them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Judgement:
    """The passage that a text belongs to.

    Attributes:
        number: its index among the passages that were given; None if the text belongs to none of them.
        made: False if nobody judged, so that the caller has to decide in another way.
        provisional: True if the judgement may be repeated later, because the language model was unavailable this time.
    """

    number: int | None
    made: bool = True
    provisional: bool = False


class Judge(Protocol):
    """Decides which passage a text belongs to."""

    async def choose(self, purpose: str, passages: Sequence[str], text: str, *, user: str) -> Judgement:
        """Return the passage that a text belongs to.

        Args:
            purpose: the kind of judgement, such as `recmem.merge`; it selects the model's instruction, and the cost is
                counted under it.
            passages: the candidates, of which the one that fits best is chosen.
            text: the words of the turn or turns.
            user: the user whose words these are.
        """
        ...


class OneByOne:
    """Judges the passages one at a time, in order, until the text belongs to one.

    Args:
        judge: the judge that is given one passage at a time.
    """

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    async def choose(self, purpose: str, passages: Sequence[str], text: str, *, user: str) -> Judgement:
        """Return the passage that a text belongs to; see `Judge`."""
        for number, passage in enumerate(passages):
            judgement = await self._judge.choose(purpose, [passage], text, user=user)
            if not judgement.made:
                return judgement
            if judgement.number is not None:
                return Judgement(number)
        return Judgement(None)
