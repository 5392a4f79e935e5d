"""The filter of facts that all interfaces share: Python, command line, HTTP, tools, tables and explorer."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Protocol
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field, SkipValidation, WithJsonSchema

from chronomem.graph_schema.facts.predicates import predicate_named
from chronomem.graph_schema.model.checks import MAX_NAME, CheckedModel, check_text, is_name
from chronomem.graph_schema.model.periods import local_day
from chronomem.graph_schema.model.turn_filter import TurnFilter

_Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
_Time = Annotated[
    datetime | str,
    SkipValidation,  # parsed later in the user's timezone, and rejected there if invalid
    WithJsonSchema({"type": "string", "examples": ["2023-05-30T09:00:00Z"]}),
]


MATCHES = 10
"""The number of matching facts that are returned unless the filter has a limit."""


def _where(text: str) -> str:
    TurnFilter.of(where=text)
    return text


class Comparable(Protocol):
    """The fields of a fact that the filter compares."""

    @property
    def predicate(self) -> str: ...
    @property
    def negated(self) -> bool: ...
    @property
    def minor(self) -> bool: ...
    @property
    def valid_at(self) -> datetime | None: ...
    @property
    def invalid_at(self) -> datetime | None: ...
    @property
    def dated(self) -> bool: ...
    @property
    def supersedes(self) -> Sequence[str]: ...


class FactFilter(CheckedModel):
    """The filter of a query for facts.

    Every interface derives its options from these fields, and their help texts from the descriptions. Naive times are
    in the user's timezone.
    """

    matching: Annotated[str, AfterValidator(lambda text: check_text(text, "matching", limit=MAX_NAME))] | None = Field(
        default=None,
        description="Only facts that match this text, by their words or by their meaning, the best first, with scores.",
    )
    limit: int | None = Field(
        default=None,
        ge=1,
        le=100_000,
        description=f"At most this many facts; omitted, the {MATCHES} best that match a text, and all without a text.",
    )
    about: Annotated[_Name, is_name("about")] | None = Field(
        default=None,
        description="Only facts with this entity as subject or object: a name, an alias or an id. Relations that have a"
        " converse have it as their subject: whose child somebody is, is their parent.",
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
    include_minor: bool | None = Field(
        default=None,
        description="Whether minor facts are among them: opinions, moods, courtesies and details told once; omitted,"
        " where a text is matched, or if the predicate is minor or open.",
    )
    where: Annotated[str, AfterValidator(_where)] | None = Field(
        default=None,
        description="Only facts stated in a turn whose metadata has these values, as a JSON object of one value or a"
        " list of values for each key.",
    )
    said_since: _Time | None = Field(default=None, description="Only facts stated in a turn said from this time on.")
    said_until: _Time | None = Field(default=None, description="Only facts stated in a turn said before this time.")
    said_by: Annotated[_Name, is_name("said_by")] | None = Field(
        default=None, description="Only facts stated in a turn of this speaker."
    )
    said_as: Annotated[_Name, is_name("said_as")] | None = Field(
        default=None, description="Only facts stated in a turn of this role, such as user."
    )

    @property
    def turns(self) -> TurnFilter:
        """The filter of the turns, one of which must state a fact."""
        return TurnFilter.of(
            where=self.where or {},
            since=self.said_since,
            until=self.said_until,
            speakers=None if self.said_by is None else [self.said_by],
            roles=None if self.said_as is None else [self.said_as],
        )

    @property
    def shows_minor(self) -> bool:
        """Whether minor facts are asked for, in general, by a text, or by the name of such a predicate."""
        if self.include_minor is not None:
            return self.include_minor
        rule = None if self.predicate is None else predicate_named(self.predicate)
        return self.matching is not None or (rule is not None and (rule.minor or rule.is_open))

    def admits(self, fact: Comparable, *, now: datetime, as_of: datetime | None, zone: ZoneInfo) -> bool:
        """Whether a fact passes, regardless of text, entity, turns, limit and the time of knowledge.

        Args:
            fact: the fact.
            now: the current time.
            as_of: the filter's own `as_of`, as a time.
            zone: the user's timezone.
        """
        if self.predicate not in (None, fact.predicate):
            return False
        if (fact.negated and not self.include_negated) or (fact.minor and not self.shows_minor):
            return False
        start, end = fact.valid_at, fact.invalid_at
        if as_of is not None:
            return _has_begun(fact, as_of, zone) and (self.include_invalid or end is None or as_of < end)
        return self.include_invalid or end is None or (end > now and start != end)


def _has_begun(fact: Comparable, as_of: datetime, zone: ZoneInfo) -> bool:
    """Whether a fact has begun by a moment.

    What was told without a date was so before it was told, so it counts from the beginning of that day, unless it took
    the place of another fact.
    """
    start = fact.valid_at
    if start is None or start <= as_of:
        return True
    return not fact.dated and not fact.supersedes and local_day(start, zone) == local_day(as_of, zone)
