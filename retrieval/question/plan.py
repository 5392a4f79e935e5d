"""How a question is to be answered: where to look, for what, and in which order."""

from dataclasses import dataclass
from typing import Literal

Complexity = Literal["simple", "hybrid", "complex"]
"""One stated fact; several facts together; a judgement drawn from habits and preferences."""
Scope = Literal["short", "long", "mixed"]
"""Single events; what is lasting; both."""
Tense = Literal["now", "then", "changes"]
"""What holds; what held at another time; what is different since."""


@dataclass(frozen=True, slots=True)
class SubQuery:
    """A part of a question that can be answered by itself.

    Attributes:
        text: the part, as a question.
        needs: the numbers of the sub-queries whose answers it builds on.
        scope: where it is to be looked for.
    """

    text: str
    needs: tuple[int, ...] = ()
    scope: Scope = "mixed"


@dataclass(frozen=True, slots=True)
class Plan:
    """What planning makes of a question.

    Attributes:
        complexity: how much has to be put together.
        scope: which levels of memory it needs.
        tense: which time's facts it asks for.
        keywords: up to three words to look for; never names.
        sub_queries: its parts; a question that has none is its own only one.
    """

    complexity: Complexity = "simple"
    scope: Scope = "mixed"
    tense: Tense = "now"
    keywords: tuple[str, ...] = ()
    sub_queries: tuple[SubQuery, ...] = ()
