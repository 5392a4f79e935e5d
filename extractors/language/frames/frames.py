"""Frames: the statement of a clause about a subject, before time and wording are added."""

from dataclasses import dataclass

from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.extracted import Modality


@dataclass(frozen=True, slots=True)
class Frame:
    """A predicate with its object or value.

    Attributes:
        subject: whom it is about.
        predicate: a declared or an open predicate.
        object: the entity it relates to, or None.
        value: plain words if there is no entity; without either, an ending concerns whatever holds.
        confidence: confidence in this interpretation.
        ended: the clause says that the state is over.
        modality: set if it differs from the clause's.
        text: set if it differs from the clause's.
        negated: the part of the clause that the frame comes from is denied ("ended up not going").
        begins: the clause states the beginning ("moved to Rome" begins living there).
        plain: the value already includes negation and ending.
        rule: the name of the rule that made it; the judge learns how far each is right.
        details: further words about the object, each as "name=words".
        through: the time that the clause names is the last of the state ("my last day is Friday").
    """

    subject: Reference
    predicate: str
    object: Reference | None = None
    value: str | None = None
    confidence: float = 0.9
    ended: bool = False
    modality: Modality | None = None
    text: str | None = None
    negated: bool = False
    begins: bool = False
    plain: bool = False
    rule: str = ""
    through: bool = False
    details: tuple[str, ...] = ()
