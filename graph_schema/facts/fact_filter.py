"""The choice of facts, as every interface offers it: Python, command line, HTTP, tools, tables and explorer."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, SkipValidation, WithJsonSchema

from chronomem.graph_schema.facts.predicates import VIEWS
from chronomem.graph_schema.model.checks import MAX_NAME, CheckedModel, is_name

_Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
_Time = Annotated[
    datetime | str,
    SkipValidation,  # it is read with the user's timezone, and refused there
    WithJsonSchema({"type": "string", "examples": ["2023-05-30T09:00:00Z"]}),
]


class FactFilter(CheckedModel):
    """Which facts are asked for.

    The interfaces make their options from these fields, and tell of each what its description says. Naive times are
    read in the user's timezone.
    """

    about: Annotated[_Name, is_name("about")] | None = Field(
        default=None, description="Only facts with this entity as subject or object: a name, an alias or an id."
    )
    predicate: Annotated[_Name, is_name("predicate")] | None = Field(
        default=None, description="Only facts with this predicate, such as lives_in."
    )
    as_of: _Time | None = Field(
        default=None, description="Only facts that hold at this time, in ISO 8601; left out, those that are not over."
    )
    known_at: _Time | None = Field(
        default=None,
        description="As the memory knew them at this time, except for what was forgotten since; left out, now.",
    )
    include_invalid: bool = Field(
        default=False, description="Also facts that were over by then, and those that were corrected or replaced."
    )
    include_negated: bool = Field(default=False, description="Also denials: facts that are known not to be so.")
    include_opinions: bool = Field(
        default=False,
        description="Also what people think, say and advise; a predicate that is asked for is given without it.",
    )

    @property
    def hidden_predicates(self) -> frozenset[str]:
        """The predicates that are left out because nobody asked for them."""
        return frozenset() if self.include_opinions or self.predicate is not None else VIEWS
