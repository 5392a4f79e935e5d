"""What partners imply: whom "my husband" means after "I'm married to Tom", and that both have parted if one has."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from chronomem.extractors.language.clauses.genders import gender_of, gender_of_noun
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.extracted import Alias, Statement
from chronomem.extractors.language.frames.fulfilments import INFERRED
from chronomem.extractors.language.lexicon import is_first_name

_ROLES = {
    "married_to": ("husband", "wife"),
    "engaged_to": ("fiancé", "fiancée", "husband", "wife"),
    "has_partner": ("boyfriend", "girlfriend", "partner"),
}
"""What a partner is called: whoever got engaged and speaks of a spouse later means the one whom they were to marry."""
_LEAST_SURE = 0.6
"""The least confidence of a statement that tells a name."""


def without_employers(statements: Sequence[Statement]) -> list[Statement]:
    """Return statements without those that take an employer for a partner.

    "I've been with Siemens for years", "the bakery took me back, and I've been working there since June".
    """
    jobs = ((s.subject, s.object) for s in statements if s.predicate == "works_at")
    employed = {frozenset((who, firm)) for who, firm in jobs if not is_first_name(firm or "")}
    return [s for s in statements if s.predicate != "has_partner" or {s.subject, s.object} not in employed]


def with_both_parted(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """Return statements with the end of what two people were to each other for the other one as well, if it is known.

    "Kim and Eva broke up" also ends that Eva is dating Kim.
    """
    told = {(s.subject, s.predicate, s.object) for s in statements if s.ended}
    ended = (
        replace(
            parted, subject=parted.object, object=parted.subject, object_type=parted.subject_type,
            subject_type=parted.object_type or "person", confidence=min(parted.confidence, INFERRED),
        )
        for parted in statements
        if parted.ended and parted.predicate in _ROLES and parted.object is not None
        if (parted.object, parted.predicate, parted.subject) not in told
    )  # fmt: skip
    return (*statements, *ended)


def names_of_partners(statements: Iterable[Statement]) -> Iterator[Alias]:
    """Yield the names that statements give to the roles of partners: "Ann's husband" is Tom."""
    for told in statements:
        if not told.holds or told.confidence < _LEAST_SURE or told.object is None:
            continue
        for name, other in ((told.object, told.subject), (told.subject, told.object)):
            if not is_first_name(name.split(" ")[0]) or "'s " in name:
                continue
            gender = gender_of(Reference(name, "person"))
            for role in _ROLES.get(told.predicate, ()):
                if "x" in (gender, own := gender_of_noun(role)) or own == gender:
                    yield Alias(name, f"{other}'s {role}")
