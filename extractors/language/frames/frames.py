"""What a clause says of a subject, before time and wording are added."""

from dataclasses import dataclass

from chronomem.extractors.language.clauses.references import Reference
from chronomem.extractors.language.extracted import Modality


@dataclass(frozen=True, slots=True)
class Frame:
    """A predicate with its object or value.

    Attributes:
        subject: whom it is about.
        predicate: name in the vocabulary or open.
        object: the entity it relates to, or None.
        value: plain words where there is no entity.
        confidence: of this reading.
        ended: it says that the state is over.
        modality: where it differs from the clause's.
        text: where it differs from the clause's.
        negated: the part of the clause that it was read from is denied ("ended up not going").
        begins: the clause tells its beginning ("moved to Rome" begins living there).
        plain: negation and ending are inside the value already.
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
