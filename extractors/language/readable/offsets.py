"""A text beside what was made of it, and which characters of one are which of the other."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadableText:
    """A text to be parsed, and the text that it was made of.

    Attributes:
        original: the text as it was typed.
        text: the text to be parsed.
        offsets: for each character of `text`, and for its end, the offset in `original` where it comes from, ascending.
    """

    original: str
    text: str
    offsets: tuple[int, ...]

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of `original` that a span of `text` was made of; it is empty for what was only added."""
        return self.offsets[start], self.offsets[end]

    def readable_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the shortest span of `text` that holds all that was made of a span of `original`."""
        first = bisect_left(self.offsets, start + 1) - 1  # the last character that begins there or before
        while first and self.offsets[first] == self.offsets[first - 1]:
            first -= 1
        return max(first, 0), max(bisect_left(self.offsets, end), first)


class TextEdits:
    """A text while it is made readable, change by change."""

    def __init__(self, original: str) -> None:
        self.original = original
        self.text = original
        self._offsets = list(range(len(original) + 1))

    def change(self, changes: Iterable[tuple[int, int, str]]) -> None:
        """Replace some spans, given in ascending order and without overlap, by other words."""
        pieces: list[str] = []
        offsets: list[int] = []
        done = 0
        for start, end, new in changes:
            old = self.text[start:end]
            if old == new:
                continue
            pieces += (self.text[done:start], new)
            offsets += self._offsets[done:start]
            offsets += self._spread(start, old, new)
            done = end
        if pieces:
            self.text = "".join([*pieces, self.text[done:]])
            self._offsets = offsets + self._offsets[done:]

    def _spread(self, start: int, old: str, new: str) -> list[int]:
        """Return an offset for each new character: letters that both begin or end with stay where they are."""
        lower_old, lower_new = old.lower(), new.lower()
        shorter = min(len(old), len(new)) if len(lower_old) == len(old) and len(lower_new) == len(new) else 0
        head = next((i for i in range(shorter) if lower_old[i] != lower_new[i]), shorter)
        tail = next((i for i in range(shorter - head) if lower_old[-1 - i] != lower_new[-1 - i]), shorter - head)
        middle, span = len(new) - head - tail, len(old) - head - tail
        places = [
            *range(head),
            *(head + i * span // middle for i in range(middle)),
            *range(len(old) - tail, len(old)),
        ]
        if tail and not head + middle:
            places[0] = 0  # else the letters that went would belong to the word before
        return [self._offsets[start + place] for place in places]

    def substitute(self, pattern: re.Pattern[str], new: str | Callable[[re.Match[str]], str]) -> None:
        """Replace every match of a pattern; a function that returns the match unchanged leaves it."""
        self.change(
            (match.start(), match.end(), new if isinstance(new, str) else new(match))
            for match in pattern.finditer(self.text)
        )

    def finished(self) -> ReadableText:
        return ReadableText(self.original, self.text, tuple(self._offsets))
