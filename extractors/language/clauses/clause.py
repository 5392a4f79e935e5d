"""A clause of a turn, with its subject, mood and tense."""

from dataclasses import dataclass

from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.extracted import Modality, Tense


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause that states something.

    Attributes:
        head: its verb, or the adjective or noun of "she is a nurse".
        subject: the token of its own subject, or None if the subject is shared, dropped or that of a command.
        reference: the entity that the subject names, or None if unknown.
        kind: "statement", "command" ("Keep going!"), "feeling" ("So proud of you!") or "quality" ("Not vegan anymore").
        auxiliaries: tokens that belong to the verb: auxiliaries and copula.
        negated, modality, tense, ended: as in a statement.
        perfect: "has lived", "have been working": still true if it is a state.
        inherited: whether the subject is that of the preceding clause.
        dropped: whether the subject is left out: "moved to Leeds".
    """

    head: int
    subject: int | None
    reference: Reference | None
    kind: str
    auxiliaries: tuple[int, ...]
    negated: bool
    modality: Modality
    tense: Tense
    ended: bool
    perfect: bool = False
    inherited: bool = False
    dropped: bool = False
