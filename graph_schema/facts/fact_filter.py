"""The filter of facts that all interfaces share: Python, command line, HTTP, tools, tables and explorer."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, SkipValidation, WithJsonSchema

from chronomem.graph_schema.facts.predicates import predicate_named
from chronomem.graph_schema.model.checks import MAX_NAME, CheckedModel, is_name

_Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
_Time = Annotated[
    datetime | str,
    SkipValidation,  # parsed later in the user's timezone, and rejected there if invalid
    WithJsonSchema({"type": "string", "examples": ["2023-05-30T09:00:00Z"]}),
]


class FactFilter(CheckedModel):
    """The filter of a query for facts.

    Every interface derives its options from these fields, and their help texts from the descriptions. Naive times are
    in the user's timezone.
    """

    about: Annotated[_Name, is_name("about")] | None = Field(
        default=None, description="Only facts with this entity as subject or object: a name, an alias or an id."
    )
    predicate: Annotated[_Name, is_name("predicate")] | None = Field(
        default=None, description="Only facts with this predicate, such as lives_in."
    )
    as_of: _Time | None = Field(
        default=None, description="Only facts that hold at this time (ISO 8601); omitted, facts that have not ended."
    )
    known_at: _Time | None = Field(
        default=None,
        description="Facts as the memory knew them at this time, without what was forgotten since; omitted, now.",
    )
    include_invalid: bool = Field(
        default=False, description="Also facts that had ended by then, and facts that were corrected or replaced."
    )
    include_negated: bool = Field(default=False, description="Also denials: facts known not to be true.")
    include_minor: bool = Field(
        default=False,
        description="Also minor facts: opinions, moods, courtesies and details told once; not needed if the predicate"
        " is minor or open.",
    )

    @property
    def shows_minor(self) -> bool:
        """Whether minor facts are asked for, in general or by the name of such a predicate."""
        if self.include_minor or self.predicate is None:
            return self.include_minor
        rule = predicate_named(self.predicate)
        return rule.minor or rule.is_open
