"""What `ask` returns: an answer with its sources, and how it was come by."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from chronomem.retrieval.context import Context, Item


@dataclass(frozen=True)
class SubAnswer:
    """What one part of a question came to.

    Attributes:
        question: the part.
        needs: the numbers of the parts whose answers it was given.
        answer: the answer, or None where the memory doesn't hold it.
        follow_up: what was asked of the memory besides, after the first look; None where that wasn't needed.
        items: the memories that were looked at.
        turn_ids: the turns that the answer rests on.
    """

    question: str
    needs: tuple[int, ...]
    answer: str | None
    follow_up: str | None
    items: tuple[Item, ...]
    turn_ids: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """An answer, or that there is none in the memory.

    Attributes:
        question: what was asked.
        text: the answer; None where the memory doesn't hold it.
        turn_ids: the turns that it rests on.
        missing: what would have to be known, where there is no answer.
        steps: the parts of the question, in the order in which they were answered.
    """

    question: str
    text: str | None
    turn_ids: tuple[str, ...]
    missing: str
    steps: Sequence[SubAnswer]

    @property
    def context(self) -> Context:
        """Every memory that was looked at, once, in the order in which they were found."""
        found: dict[tuple[str, tuple[str, ...], str], Item] = {}
        for step in self.steps:
            for item in step.items:
                found.setdefault((item.kind, item.turn_ids, item.text), item)
        return Context(self.question, found.values())

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "question": self.question,
            "answer": self.text,
            "turn_ids": list(self.turn_ids),
            "missing": self.missing,
            "steps": [
                {
                    "question": step.question,
                    "needs": list(step.needs),
                    "answer": step.answer,
                    "follow_up": step.follow_up,
                    "turn_ids": list(step.turn_ids),
                    "items": [item.as_dict() for item in step.items],
                }
                for step in self.steps
            ],
        }
