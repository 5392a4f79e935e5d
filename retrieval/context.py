"""What a recall returns: dated items with their evidence, best first."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, overload

from chronomem.extractors.model.tokens import estimate_tokens


@dataclass(frozen=True, slots=True)
class Item:
    """One memory that bears on the question.

    Attributes:
        text: what was said, word for word.
        when: when it was said, in the user's timezone.
        speaker: who said it.
        turn_ids: the turns that it rests on.
        session: the session in which it was said.
        score: how well it fits; comparable within one recall only, higher is better.
    """

    text: str
    when: datetime
    speaker: str
    turn_ids: tuple[str, ...]
    session: str
    score: float

    @property
    def tokens(self) -> int:
        """About how many tokens its line of a prompt takes."""
        return estimate_tokens(self.as_line())

    def as_line(self) -> str:
        """Return the item as one line of a prompt, with its date and its evidence."""
        evidence = ", ".join(self.turn_ids)
        return f"[{self.when:%Y-%m-%d %H:%M}] {self.speaker}: {' '.join(self.text.split())} (turn {evidence})"


class Context(Sequence[Item]):
    """The items of one recall, best first."""

    def __init__(self, question: str, items: Sequence[Item]) -> None:
        self.question = question
        self._items = tuple(items)

    @property
    def tokens(self) -> int:
        """About how many tokens `as_prompt()` takes."""
        return sum(item.tokens for item in self._items)

    def as_prompt(self) -> str:
        """Return the items as lines in order of time, for the prompt of a language model."""
        return "\n".join(item.as_line() for item in sorted(self._items, key=lambda item: item.when))

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain values; times as ISO 8601."""
        items = [asdict(item) | {"when": item.when.isoformat(), "tokens": item.tokens} for item in self._items]
        return {"question": self.question, "tokens": self.tokens, "items": items}

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | Sequence[Item]:
        return self._items[index]

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return f"Context({self.question!r}, {len(self)} items)"
