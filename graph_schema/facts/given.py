"""A fact as a caller or a reader of sentences gives it: with names, before entities and times are settled."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.model.checks import CheckedModel, check_text, is_name

EntityType = Literal["person", "organization", "location", "event", "product", "work", "date", "time", "other"]

DEFAULT_SOURCE = "given"
"""Where a fact comes from when nobody says."""
MAX_VALUE = 2_000
"""The longest value of a fact, in characters."""


class GivenFact(CheckedModel):
    """Something to be believed of an entity.

    Attributes:
        subject: the entity's name, or its id ("entity:ann").
        predicate: of the vocabulary or any other; words are joined by underscores.
        object: name or id of the entity that the subject is related to.
        value: words, where that is no entity. One of object and value is given; none only with `ended` or `negated`,
            for whatever there is.
        text: a sentence that says it; left out, one is made.
        valid_at, invalid_at: when it holds, half-open. Naive times are read in the user's timezone.
        said_at: when it was said; left out, the time of the turn, or now.
        source: the name of where it comes from.
        turn_id: the turn that says it, instead of a source. The turn has to be stored.
        negated: it is not so.
        ended: it is over, at `invalid_at` or by the time it was said.
        present: it speaks of the present, so that an open end reaches at least to `said_at`.
        dated_by_words: the times were read from words; of an event they are the time within which it happened.
        confidence: 0 to 1.
        subject_type, object_type: what kind of entities they are, where they are new.
        repeats, refines, contradicts: ids of facts that it says again, says more precisely, or says are wrong.
    """

    subject: Annotated[str, is_name("subject")]
    predicate: Annotated[str, is_name("predicate"), AfterValidator(lambda p: "_".join(p.split()))]
    object: Annotated[str, is_name("object")] | None = None
    value: Annotated[str, AfterValidator(lambda v: check_text(v, "value", limit=MAX_VALUE).strip())] | None = None
    text: Annotated[str, AfterValidator(check_text)] | None = None
    valid_at: datetime | str | None = None
    invalid_at: datetime | str | None = None
    said_at: datetime | str | None = None
    source: Annotated[str, is_name("source")] | None = None
    turn_id: Annotated[str, is_name("turn id")] | None = None
    negated: bool = False
    ended: bool = False
    present: bool = True
    dated_by_words: bool = False
    confidence: float = Field(default=1.0, gt=0, le=1)
    subject_type: EntityType | None = None
    object_type: EntityType | None = None
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
