"""What the memory knows of predicates: how many values they hold at a time, and what excludes what.

A predicate that stands here or not may be used; one that doesn't is a state that accumulates values.
"""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Literal

Kind = Literal["state", "event"]


@dataclass(frozen=True, slots=True)
class Predicate:
    """How the facts of one predicate behave.

    Attributes:
        name: as it stands on facts.
        kind: a state holds until something ends it; an event happens, and has happened ever after.
        single: it holds one value at a time, so that a new value closes the old one.
        fixed: it can't change in the world, so that another value corrects the old one altogether.
        group: predicates that bear on each other share it; by itself, a predicate is a group of its own.
        stage: within the group of partners, how far it goes: a later stage with the same person closes an earlier.
        refinable: a more specific value is the same thing, told more precisely.
        object_type: what kind of entity its object is, where nobody says.
        lasts: how long a state holds whose end nobody gave; None: until something ends it.
    """

    name: str
    kind: Kind = "state"
    single: bool = False
    fixed: bool = False
    group: str = ""
    stage: int = 0
    refinable: bool = False
    lasts: timedelta | None = None
    object_type: str = "other"

    @property
    def group_name(self) -> str:
        return self.group or self.name


OPINIONS = "opinion"
"""The group in which liking and disliking one thing exclude each other."""
PARTNERS = "partner"
"""The group of those who are together with one person at a time."""

VIEWS = frozenset({"thinks", "says", "advises"})
"""Predicates that tell what somebody holds of things and of others: half of what people say, listed on request."""

_DAY = timedelta(days=1)

_ALL = (
    # one value at a time
    *(Predicate(name, single=True, refinable=True) for name in ("lives_in", "works_at", "works_as", "studies_at")),
    *(Predicate(name, single=True, refinable=True) for name in ("has_name", "has_status", "costs")),
    Predicate("has_age", single=True),
    *(Predicate(name, single=True, fixed=True, refinable=True) for name in ("has_birthday", "is_from")),
    Predicate("has_partner", single=True, group=PARTNERS, stage=0, refinable=True),
    Predicate("engaged_to", single=True, group=PARTNERS, stage=1, refinable=True),
    Predicate("married_to", single=True, group=PARTNERS, stage=2, refinable=True),
    # things and people one has: any number, and "a bike" may turn out to be "a blue bike"
    *(Predicate(name, refinable=True) for name in ("owns", "has", "has_pet", "has_child", "works_on", "plans")),
    # liking and disliking one thing exclude each other
    *(Predicate(name, group=OPINIONS) for name in ("likes", "dislikes")),
    # moods pass
    Predicate("feels", lasts=_DAY),
    # states that accumulate
    *(
        Predicate(name)
        for name in (
            "studies", "has_parent", "has_sibling", "has_grandparent", "has_relative", "has_friend", "has_colleague",
            "has_mentor", "prefers", "plays", "volunteers_at", "allergic_to", "is_a", "is", "appreciates", "thinks",
            "finds", "says", "knows", "speaks", "tries", "looks_forward_to", "wants", "considers", "needs",
            "can", "does",
        )
    ),
    # what happens
    *(
        Predicate(name, kind="event")
        for name in (
            "visited", "attended", "went_to", "moved_to", "met", "bought", "sold", "lost", "received", "gave", "made",
            "started", "finished", "stopped", "joined", "adopted", "read", "watched", "graduated_from", "advises",
            "married", "broke_up", "died", "won",
        )
    ),
)  # fmt: skip

_OBJECT_TYPES = {
    "location": ("lives_in", "is_from", "visited", "moved_to"),
    "organization": ("works_at", "studies_at", "joined", "volunteers_at", "graduated_from"),
    "event": ("attended",),
    "person": (
        "has_partner", "engaged_to", "married_to", "has_child", "has_parent", "has_sibling", "has_grandparent",
        "has_relative", "has_friend", "has_colleague", "has_mentor", "met", "married", "knows",
    ),
}  # fmt: skip
_TYPE_OF = {name: kind for kind, names in _OBJECT_TYPES.items() for name in names}

VOCABULARY = {p.name: replace(p, object_type=_TYPE_OF.get(p.name, "other")) for p in _ALL}


def predicate_named(name: str) -> Predicate:
    """Return what is known of a predicate; favourites hold one value, and what isn't known accumulates."""
    known = VOCABULARY.get(name)
    if known is not None:
        return known
    return Predicate(name, single=name.startswith("favorite_"))
