"""Judgements of what belongs together: what is asked of whoever makes them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Judgement:
    """Which passage a text belongs to.

    Attributes:
        number: its place among those that were shown; None where it belongs to none of them.
        made: False where nobody judged, so that it is to be decided otherwise.
        provisional: it may be judged later: a language model was to judge and could not be asked, this time.
    """

    number: int | None
    made: bool = True
    provisional: bool = False


class Judge(Protocol):
    """Judges what belongs together."""

    async def choose(self, purpose: str, passages: Sequence[str], text: str, *, user: str) -> Judgement:
        """Return which passage a text belongs to.

        Args:
            purpose: what kind of judgement, such as `recmem.merge`: chooses a model's instruction, and is what its cost
                is counted under.
            passages: to which it may belong; where several fit, the first of them is meant.
            text: what was said.
            user: whose words these are.
        """
        ...


class OneByOne:
    """Has each passage judged by itself, the first one first, until the text belongs to one.

    Args:
        judge: judges.
    """

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    async def choose(self, purpose: str, passages: Sequence[str], text: str, *, user: str) -> Judgement:
        """Return which passage a text belongs to; see `Judge`."""
        for number, passage in enumerate(passages):
            judgement = await self._judge.choose(purpose, [passage], text, user=user)
            if not judgement.made:
                return judgement
            if judgement.number is not None:
                return Judgement(number)
        return Judgement(None)
