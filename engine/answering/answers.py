"""The result of `ask`: an answer with its sources and the steps that led to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from chronomem.retrieval.context import Context, Item
from chronomem.retrieval.question.plan import Plan


@dataclass(frozen=True)
class SubAnswer:
    """The result for one part of a question.

    Attributes:
        question: the part.
        needs: the numbers of the parts whose answers it was given.
        answer: the answer, or None if the memory doesn't hold it.
        follow_up: the second question to the memory, if the first recall wasn't enough; otherwise None.
        items: the memories that were recalled.
        turn_ids: the turns that are the answer's evidence.
        looked_up: the number of memories that the first recall found, before the model dropped some.
    """

    question: str
    needs: tuple[int, ...]
    answer: str | None
    follow_up: str | None
    items: tuple[Item, ...]
    turn_ids: tuple[str, ...]
    looked_up: int = 0


@dataclass(frozen=True)
class Answer:
    """An answer, or the finding that the memory holds none.

    Attributes:
        question: the question.
        text: the answer; None if the memory doesn't hold it.
        turn_ids: the turns that are its evidence.
        missing: the missing information, where there is no answer.
        steps: the parts of the question, in the order in which they were answered.
        plan: the model's plan; None where it made none.
    """

    question: str
    text: str | None
    turn_ids: tuple[str, ...]
    missing: str
    steps: Sequence[SubAnswer]
    plan: Plan | None = None

    @property
    def context(self) -> Context:
        """Every memory that was recalled, once, in the order in which they were found."""
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
