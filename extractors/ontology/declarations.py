"""What an ontology declares: kinds of entities, and predicates."""

import re
from collections.abc import Mapping
from datetime import timedelta
from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, Field, model_validator

from chronomem.graph_schema.facts.given import PackagedType
from chronomem.graph_schema.model.checks import CheckedModel

VALUE = "value"
"""The range of a predicate whose facts have plain words in place of an entity."""
_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
RESERVED = frozenset({"object", "subject", VALUE})
"""Names that are taken in phrases."""


def _check_identifier(name: str) -> str:
    if not _NAME.fullmatch(name) or len(name) > 60:
        raise ValueError(f"{name!r:.70} is no name: use small letters, digits and underscores, as in 'takes_pill'")
    return name


def _check_pattern(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        raise ValueError(f"{pattern!r:.70} is no regular expression: {error}") from error
    return pattern


def _check_line(text: str) -> str:
    if not text.strip():
        raise ValueError("a description must say something")
    return " ".join(text.split())


Name = Annotated[str, AfterValidator(_check_identifier)]
Line = Annotated[str, AfterValidator(_check_line)]


class EntityKind(CheckedModel):
    """A kind of entity, such as a drug.

    Each of its attributes is a predicate of its own, with one value at a time: a kind `drug` with the attribute `maker`
    declares the predicate `maker` of drugs.
    """

    name: Name = Field(description="The name of the kind, such as 'drug'.")
    description: Line = Field(description="The kind in one line, for people and for language models.")
    like: PackagedType = Field(
        default="other", description="The packaged kind that it is a special case of; its phrases fit the same words."
    )
    names: tuple[str, ...] = Field(
        default=(), description="Names of entities of this kind; if any are given, no other word is taken for one."
    )
    pattern: Annotated[str, AfterValidator(_check_pattern)] | None = Field(
        default=None,
        description="A regular expression, without regard to case, for further names; if it is given, no other word is"
        " taken for one.",
    )
    attributes: Mapping[Name, Line] = Field(
        default_factory=dict, description="The attributes of such an entity, each with a description."
    )

    @classmethod
    def from_model(cls, model: type[BaseModel]) -> Self:
        """Return the kind that a Pydantic model describes.

        Its name is the class's, its description the docstring, and its attributes are the fields.
        """
        name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", model.__name__).lower()
        attributes = {field: info.description or field.replace("_", " ") for field, info in model.model_fields.items()}
        return cls(name=name, description=model.__doc__ or name.replace("_", " "), attributes=attributes)

    @cached_property
    def known(self) -> re.Pattern[str] | None:
        """What its names match, in lower case; None if any name may be one."""
        parts = [*(re.escape(name.lower()) for name in self.names), *([self.pattern] if self.pattern else [])]
        return re.compile("|".join(f"(?:{part})" for part in parts), re.IGNORECASE) if parts else None


class PredicateRule(CheckedModel):
    """A predicate: what its facts relate, how they follow from what is told, and the phrases that tell them."""

    name: Name = Field(description="The name in facts, such as 'takes_medicine'.")
    description: Line = Field(description="The meaning in one line, for people and for language models.")
    domain: Name = Field(default="person", description="The kind of entity that its facts are about.")
    range: Name = Field(
        default=VALUE, description="The kind of entity that the subject is related to, or 'value' for plain words."
    )
    values: Literal["one", "many"] = Field(
        default="many", description="Whether a new value closes the old one ('one'), or values accumulate ('many')."
    )
    fixed: bool = Field(
        default=False, description="Whether it can't change in the world, so that a new value corrects the old one."
    )
    kind: Literal["state", "event"] = Field(
        default="state", description="Whether it holds until something ends it, or has happened once and for all."
    )
    lasts: timedelta | None = Field(
        default=None, gt=timedelta(0), description="How long a state without a known end holds; omitted, until it ends."
    )
    minor: bool = Field(default=False, description="Whether its facts are listed on request only.")
    reads: Line | None = Field(
        default=None, description="The verb between subject and object in a fact's sentence; omitted, the name's words."
    )
    details: Mapping[Name, Line] = Field(
        default_factory=dict,
        description="Further words about the object, each with a description, such as the dose of a medicine. Of one"
        " object, a fact with other details closes the one before.",
    )
    begins: tuple[Name, ...] = Field(
        default=(), description="The states that each of its facts begins, about the same object."
    )
    ends: tuple[Name, ...] = Field(
        default=(),
        description="The states that each of its facts ends: about the same object if both have the same range, and"
        " otherwise whatever holds.",
    )
    phrases: tuple[str, ...] = Field(
        default=(), description="Phrases that tell that it holds or that it happened, such as 'take {drug}'."
    )
    beginning: tuple[str, ...] = Field(
        default=(), description="Phrases that tell that it began, such as 'be put on {drug}'."
    )
    ending: tuple[str, ...] = Field(default=(), description="Phrases that tell its end, such as 'come off {drug}'.")
    examples: tuple[str, ...] = Field(
        default=(), description="Sentences that tell that it holds or that it happened, such as 'I take {drug}'."
    )
    beginning_examples: tuple[str, ...] = Field(default=(), description="Sentences that tell its beginning.")
    ending_examples: tuple[str, ...] = Field(default=(), description="Sentences that tell its end.")
    confidence: float = Field(default=0.8, gt=0, le=1, description="The confidence of what its phrases tell.")

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.kind == "event" and (self.beginning or self.ending or self.beginning_examples or self.ending_examples):
            raise ValueError(f"{self.name} is an event, which neither begins nor ends; give 'phrases' or 'examples'")
        if self.kind == "event" and (self.lasts is not None or self.values == "one"):
            raise ValueError(f"{self.name} is an event: 'lasts' and values='one' are for states")
        if taken := RESERVED & set(self.details):
            raise ValueError(f"a detail of {self.name} can't be called {min(taken)!r}, which is a slot already")
        if self.range in self.details:
            raise ValueError(f"a detail of {self.name} can't be called {self.range!r}, which is the slot of its object")
        return self
