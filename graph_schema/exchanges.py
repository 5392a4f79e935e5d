"""What belongs together in a dialogue: what one side says, and what is answered."""

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar


class Said(Protocol):
    """Something that somebody said."""

    @property
    def speaker(self) -> str: ...


T = TypeVar("T", bound=Said)


def exchanges_of(turns: Iterable[T]) -> Iterator[list[T]]:
    """Cut the turns of one session, in their order, into exchanges: each ends where the side that began it speaks
    again after an answer.
    """
    current: list[T] = []
    for turn in turns:
        answered = bool(current) and current[-1].speaker != current[0].speaker
        if answered and turn.speaker == current[0].speaker:
            yield current
            current = []
        current.append(turn)
    if current:
        yield current
