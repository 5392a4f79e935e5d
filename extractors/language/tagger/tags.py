"""Tags: the facts that the network marks in a message, by the characters of their words."""

from dataclasses import dataclass
from typing import Literal

Status = Literal["holds", "over", "denied"]
STATUSES: tuple[Status, ...] = ("holds", "over", "denied")

PREDICATES = (
    "lives_in", "works_at", "works_as", "works_in", "also_works_at", "studies", "studies_at", "graduated_from",
    "has_partner", "engaged_to", "married_to", "has_status", "has_child", "has_parent", "has_sibling",
    "has_grandparent", "has_relative", "has_friend", "has_colleague", "has_mentor", "has_pet", "owns", "has", "takes",
    "allergic_to", "is", "is_a", "is_from", "has_age", "has_birthday", "has_name", "expects", "plans", "wants",
    "considers", "looks_forward_to", "prepares_for", "saves_for", "likes", "dislikes", "prefers", "favorite_*",
    "plays", "runs", "member_of", "volunteers_at", "teaches", "collects", "works_on", "speaks", "lives_with",
    "visited", "attended", "went_to", "moved_to", "met", "bought", "sold", "lost", "received", "gave", "made",
    "started", "finished", "stopped", "joined", "adopted", "read", "watched", "won", "married", "broke_up", "died",
    "feels", "can", "needs",
)  # fmt: skip
"""The predicates that the network knows, in the order of its outputs; `favorite_*` stands for all of that form."""

_FAMILIES = (
    {"has", "owns", "received", "bought"},
    {"visited", "went_to", "attended"},
    {"works_as", "is_a", "is", "has_status"},
    {"wants", "plans", "looks_forward_to"},
    {"lives_in", "moved_to"},
    {"likes", "prefers", "appreciates"},
    {"has_partner", "engaged_to", "married_to", "married"},
    {"studies", "started", "plays"},
    {"does", "works_on"},
)
"""Predicates that say nearly the same: one in place of another is imprecise, and not wrong."""


def are_alike(predicate: str, other: str) -> bool:
    """Whether two predicates are the same or of one family."""
    return predicate == other or any({predicate, other} <= family for family in _FAMILIES)


TAGGED, GUESSED = "tagged", "guessed"
"""The rules of statements that the network found: of those that it is sure of, and of the others."""
CERTAIN = 0.85
"""The probability from which the network knows better than what the grammar of a message leads one to expect."""


@dataclass(frozen=True, slots=True)
class TaggedWords:
    """Some characters of a message.

    Attributes:
        back: how many messages back it stands: 0 is the message that is read.
        start, end: the half-open span in that message, in characters.
    """

    back: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Tag:
    """A fact that the network marks.

    Attributes:
        predicate: one of `PREDICATES`.
        status: whether it holds, is over, or is denied.
        object: where its object stands, or None if it has none ("got fired").
        subject: the name of a participant, or where the subject stands.
        probability: that the message tells it.
        kept: the probability that the fact is worth keeping.
        evidence: the numbers on which `probability` rests; see `network.Heads`.
    """

    predicate: str
    status: Status
    object: TaggedWords | None
    subject: str | TaggedWords
    probability: float
    kept: float
    evidence: tuple[float, ...] = ()
