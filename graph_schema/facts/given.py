"""A fact as a caller or the extraction supplies it: with names, before entities and times are resolved."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.model.checks import CheckedModel, check_text, is_name

PackagedType = Literal["person", "organization", "location", "event", "product", "work", "date", "time", "other"]
"""The kinds of entities that every memory knows."""
EntityType = str
"""A packaged kind of entity, or one that an ontology declares."""

DEFAULT_SOURCE = "given"
"""The source of facts for which none is given."""
MAX_VALUE = 2_000
"""The maximum length of a value, in characters."""

_Words = Annotated[str, AfterValidator(lambda words: check_text(words, "value", limit=MAX_VALUE).strip())]


class GivenFact(CheckedModel):
    """A fact to add to a memory.

    Attributes:
        subject: the name or id ("entity:ann") of the entity that the fact is about.
        predicate: a predicate of the vocabulary, or any other name; words are joined by underscores.
        object: the name or id of the entity that the subject is related to.
        value: a text in place of an entity. Give either `object` or `value`; omit both only with `ended` or `negated`,
            which then apply to any value.
        text: a sentence that states the fact; omitted, one is generated.
        valid_at, invalid_at: the half-open interval in which it holds. Naive times are in the user's timezone.
        said_at: when it was stated; omitted, the time of the turn, or now.
        source: the name of the source.
        turn_id: the turn that states it, instead of a source. The turn must be stored.
        negated: whether this is a denial.
        ended: whether the fact has ended: at `invalid_at`, or by `said_at`.
        present: whether it refers to the present, so that an open end reaches at least to `said_at`.
        grain: the period that the words name from which the times were parsed, such as "day" or "year", or "interval".
            For an event, the times then are the period within which it happened. None if they were not parsed from
            words. Of a denial, "ever" tells that it never held. "planned" is a state that is planned for no day that is
            told, which begins with a fact of grain "arrived"; that one has no effect without such a plan.
        confidence: 0 to 1.
        details: further words about the object, by the names that the predicate declares: `{"dose": "5 mg"}`.
        minor: whether it is too slight for a list of facts, which then shows it on request only; None: if a turn states
            it, its predicate decides.
        subject_type, object_type: the types of the two entities, if they are new.
        expires_at: when it is to be forgotten; the upkeep does so.
        repeats, refines, contradicts: ids of the facts that it repeats, states more precisely, or corrects.
    """

    subject: Annotated[str, is_name("subject")]
    predicate: Annotated[str, is_name("predicate"), AfterValidator(lambda p: "_".join(p.split()))]
    object: Annotated[str, is_name("object")] | None = None
    value: _Words | None = None
    text: Annotated[str, AfterValidator(check_text)] | None = None
    valid_at: datetime | str | None = None
    invalid_at: datetime | str | None = None
    said_at: datetime | str | None = None
    source: Annotated[str, is_name("source")] | None = None
    turn_id: Annotated[str, is_name("turn id")] | None = None
    negated: bool = False
    ended: bool = False
    present: bool = True
    grain: Annotated[str, is_name("grain")] | None = None
    confidence: float = Field(default=1.0, gt=0, le=1)
    minor: bool | None = False
    subject_type: Annotated[EntityType, is_name("subject_type")] | None = None
    object_type: Annotated[EntityType, is_name("object_type")] | None = None
    details: dict[str, _Words] = Field(default_factory=dict)
    expires_at: datetime | str | None = None
    repeats: tuple[str, ...] = ()
    refines: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.object is not None and self.value is not None:
            raise InvalidInput(f"a fact has an object or a value, not both ({self.object!r:.60}, {self.value!r:.60})")
        if self.object is None and self.value is None and not (self.ended or self.negated):
            raise InvalidInput(
                f"a fact needs an object or a value; {self.predicate!r} of {self.subject!r:.60} has none"
            )
        if self.source is not None and self.turn_id is not None:
            raise InvalidInput(
                f"a fact comes from a turn or a source, not both ({self.turn_id!r:.60}, {self.source!r:.60})"
            )
        return self
