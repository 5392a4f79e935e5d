"""The plan for a question: which memories to search, for what, and in which order."""

from dataclasses import dataclass
from typing import Literal

Complexity = Literal["simple", "hybrid", "complex"]
"""One stated fact; several facts together; a judgement based on habits and preferences."""
Scope = Literal["short", "long", "mixed"]
"""Single events; lasting traits; both."""
Tense = Literal["now", "then", "changes"]
"""Facts that hold now; facts that held at another time; changes."""


@dataclass(frozen=True, slots=True)
class SubQuery:
    """A part of a question that can be answered by itself.

    Attributes:
        text: the part, as a question.
        needs: the numbers of the sub-queries whose answers it builds on.
        scope: the levels of memory to search.
        when: a time that it asks about, in words; empty for none.
    """

    text: str
    needs: tuple[int, ...] = ()
    scope: Scope = "mixed"
    when: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """The result of planning a question.

    Attributes:
        complexity: how much information the answer combines.
        scope: the levels of memory to search.
        tense: the time whose facts the question asks for.
        keywords: up to three words to search for; never names.
        when: a time that the question asks about, in words, where its own words name none.
        sub_queries: the question's parts; empty if it has only one.
    """

    complexity: Complexity = "simple"
    scope: Scope = "mixed"
    tense: Tense = "now"
    keywords: tuple[str, ...] = ()
    when: str = ""
    sub_queries: tuple[SubQuery, ...] = ()
