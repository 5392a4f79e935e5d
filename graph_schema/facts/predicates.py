"""The vocabulary of predicates: their meaning, how many values they hold at a time, and which exclude each other.

Predicates that are not listed here may be used as well. They are open: states that accumulate values.
"""

from dataclasses import dataclass, replace
from datetime import timedelta
from fnmatch import fnmatchcase
from functools import lru_cache, partial
from typing import Literal

from chronomem.graph_schema.facts.given import EntityType

Kind = Literal["state", "event"]


@dataclass(frozen=True, slots=True)
class Predicate:
    """The meaning of a predicate, and the rules for its facts.

    Attributes:
        name: the name in facts; in a pattern, "*" stands for any words.
        meaning: one line for the documentation; empty for an open predicate.
        object_type: the type of a new object whose type is not given.
        subject_type: the type of a new subject whose type is not given.
        kind: a state holds until something ends it; an event, once it has happened, holds forever.
        single: whether it holds one value at a time, so that a new value closes the old one.
        fixed: whether it can't change in the world, so that a new value corrects the old one altogether.
        refinable: whether a more specific value is the same thing, stated more precisely.
        group: the group of predicates that affect each other's facts; empty for a predicate that is on its own.
        stage: the stage within the group of partners: a later stage with the same person closes an earlier one.
        unnamed: the value that stands for an object that isn't named ("I'm engaged"), or "" if there is none.
        topical: whether an ending that names a part of it ends it: "Lisbon is off" ends "go to Lisbon with Bram".
        roles: whether an ending may name a role: a new manager ends the claim that tells of the former manager.
        lasts: how long a state without a known end holds; None: until something ends it.
        minor: whether its facts are evidence rather than knowledge about an entity, so that they are listed on request.
        details: the names of further words about the object, such as the dose of a medicine: of one object, a fact with
            other details closes the one before.
        begins, ends: predicates whose facts each fact of this one begins or ends.
        linked: the name that it shares with all predicates that it begins or ends, or that begin or end it.
        converse: the predicate that says the same of the object, or "" if none does: whose child somebody is, is their
            parent.
        reads: the verb that joins subject and object in a sentence; "" for the words of the name.
    """

    name: str
    meaning: str = ""
    object_type: EntityType = "other"
    subject_type: EntityType = "person"
    kind: Kind = "state"
    single: bool = False
    fixed: bool = False
    refinable: bool = False
    group: str = ""
    stage: int = 0
    unnamed: str = ""
    topical: bool = False
    roles: bool = False
    lasts: timedelta | None = None
    minor: bool = False
    details: tuple[str, ...] = ()
    begins: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    linked: str = ""
    converse: str = ""
    reads: str = ""

    @property
    def is_open(self) -> bool:
        """Whether it is not in the vocabulary."""
        return not self.meaning

    @property
    def counted(self) -> bool:
        """Whether another number of the same things closes the old one: "five hens" closes "three hens"."""
        return self.kind == "state" and not self.single and self.group != OPINIONS

    @property
    def family(self) -> str:
        """The group of predicates that exclude each other, or its own name."""
        return self.group or self.name

    @property
    def has_short_names(self) -> bool:
        """Whether the last words of a value name it in an ending: "gave up chess", of who plays "online chess"."""
        named = self.kind == "state" and not self.topical and (self.refinable or not self.single)
        return named and self.object_type in ("other", "organization")

    @property
    def may_be_several(self) -> bool:
        """Whether a person may have two values at once, for all that one follows the other as a rule: two homes."""
        return self.single and not self.fixed and self.lasts is None and self.group != PARTNERS

    @property
    def group_name(self) -> str:
        """The name of all predicates that affect each other's facts, which are derived together."""
        return self.linked or self.family


OPINIONS = "opinion"
"""The group of likes and dislikes: of the same thing, they exclude each other."""
PARTNERS = "partner"
"""The group of partner, fiancé and spouse: a person has one at a time."""

UNNAMED = "someone"
"""The value of a partner who isn't named."""

_one = partial(Predicate, single=True, refinable=True)
_partner = partial(_one, object_type="person", group=PARTNERS, unnamed=UNNAMED)
_thing = partial(Predicate, refinable=True)
_event = partial(Predicate, kind="event")
_minor = partial(Predicate, minor=True)

VOCABULARY = {
    predicate.name: predicate
    for predicate in (
        # one value at a time
        _one("lives_in", "has their home there", "location"),
        _one("works_at", "is employed by or at", "organization"),
        _one("works_as", "has that occupation"),
        _one("studies_at", "is a student at that school", "organization"),
        _one("has_name", "is called", reads="is called"),
        _one("has_status", "single, married, divorced, engaged, widowed, in a relationship", reads="is"),
        _one("costs", "has that price", subject_type="other"),
        _one("has_age", "has that age in years", refinable=False, lasts=timedelta(days=366), reads="is"),
        _one("has_birthday", "was born on that day", fixed=True, reads="has a birthday on"),
        _one("is_from", "was born or grew up there", "location", fixed=True),
        _partner(
            "has_partner",
            "boyfriend, girlfriend, partner; is in a relationship with",
            converse="has_partner",
            reads="is with",
        ),
        _partner("engaged_to", "fiancé or fiancée", stage=1, converse="engaged_to", reads="is engaged to"),
        _partner("married_to", "husband or wife", stage=2, converse="married_to", reads="is married to"),
        # possessions, children, projects and plans: "a bike" may turn out to be "a blue bike"
        _thing("owns", "has that thing"),
        _thing("has", "has that condition, quality, plan or other thing that isn't owned"),
        _thing("has_pet", "keeps that animal", reads="has the pet"),
        _thing("has_child", "son or daughter", "person", converse="has_parent", reads="has the child"),
        _thing("works_on", "is working on that project", topical=True),
        _thing("plans", "intends to do it", topical=True),
        # states that accumulate values
        Predicate("likes", "likes, loves, enjoys, is a fan of, is into", group=OPINIONS),
        Predicate("dislikes", "dislikes, hates, can't stand", group=OPINIONS),
        Predicate("expects", "is expecting that child", lasts=timedelta(days=280), reads="is expecting"),
        _minor("feels", "is in that mood or condition", lasts=timedelta(days=1)),
        Predicate("studies", "is learning that subject or skill", topical=True),
        Predicate("has_parent", "mother or father", "person", converse="has_child", reads="has the parent"),
        Predicate("has_sibling", "brother or sister", "person", converse="has_sibling", reads="has the sibling"),
        Predicate(
            "has_grandparent",
            "grandmother or grandfather",
            "person",
            converse="has_relative",
            reads="has the grandparent",
        ),
        Predicate(
            "has_relative",
            "aunt, uncle, cousin, niece, nephew and the like",
            "person",
            converse="has_relative",
            reads="has the relative",
        ),
        Predicate(
            "has_friend",
            "friend, neighbour, roommate",
            "person",
            roles=True,
            converse="has_friend",
            reads="has the friend",
        ),
        Predicate(
            "has_colleague", "colleague, boss", "person", roles=True, converse="has_colleague", reads="works with"
        ),
        Predicate("has_mentor", "mentor, teacher, coach, therapist", "person", roles=True, reads="has the mentor"),
        Predicate("prefers", "prefers"),
        Predicate("instructs", "wants that in every answer", topical=True),
        Predicate("wants_to_be_called", "is to be addressed by that name", single=True),
        Predicate("plays", "plays that game, sport or instrument"),
        Predicate("teaches", "gives lessons in that subject"),
        Predicate("works_in", "works in that field"),
        Predicate("runs", "runs that business, group or project", topical=True),
        Predicate(
            "member_of",
            "belongs to that club, team, band or church",
            "organization",
            topical=True,
            roles=True,
            reads="is a member of",
        ),
        Predicate("collects", "collects such things"),
        Predicate("prepares_for", "is training or getting ready for it", topical=True, reads="is preparing for"),
        Predicate("saves_for", "is saving money for it", reads="is saving for"),
        Predicate("volunteers_at", "volunteers there or for that", "organization", topical=True),
        Predicate("also_works_at", "has another job there, beside the main one", "organization", topical=True),
        Predicate("lives_with", "shares a home with", "person", converse="lives_with"),
        Predicate("takes", "takes that medicine"),
        Predicate("eats", "eats by habit"),
        Predicate("drinks", "drinks by habit"),
        Predicate("allergic_to", "can't eat or touch it", topical=True, reads="is allergic to"),
        Predicate("is_a", "is one of that kind, other than an occupation", reads="is"),
        Predicate("is", "has that quality"),
        _minor("appreciates", "is grateful for it"),
        _minor("thinks", "holds that opinion"),
        _minor("finds", "judges a thing to be so"),
        _minor("says", "says that about something other than a person"),
        _minor("knows", "knows", "person"),
        Predicate("speaks", "speaks that language"),
        _minor("tries", "attempts to do it"),
        Predicate("looks_forward_to", "can't wait for it", topical=True),
        Predicate("wants", "wishes or hopes for it"),
        Predicate("considers", "may do it, but hasn't decided", topical=True),
        _minor("needs", "needs it or has to do it"),
        _minor("can", "is able to do it"),
        _minor("does", "does that; for verbs without an object"),
        # events
        _event("visited", "went to a place", "location"),
        _event("attended", "went to or took part in an event", "event"),
        _event("went_to", "went to something that is neither a place nor an event"),
        _event("moved_to", "moved their home there", "location"),
        _event("met", "met", "person", converse="met"),
        _event("bought", "bought"),
        _event("sold", "sold"),
        _event("lost", "lost"),
        _event("received", "got, was given"),
        _event("gave", "gave or sent"),
        _event("made", "made, built, painted, wrote, cooked"),
        _event("started", "began"),
        _event("finished", "completed"),
        _event("stopped", "gave up"),
        _event("passed", "passed an exam, a test or a course"),
        _event("failed", "didn't pass it, or didn't achieve it"),
        _event("joined", "became a member of", "organization"),
        _event("adopted", "adopted, took in"),
        _event("read", "read", "work"),
        _event("watched", "watched", "work"),
        _event("graduated_from", "graduated there, or with that degree", "organization"),
        _event("advises", "gave that advice", minor=True),
        _event("married", "the wedding", "person", converse="married", reads="got married to"),
        _event("broke_up", "the separation", reads="broke up with"),
        _event("died", "death"),
        _event("won", "won"),
        _event("had", "went through an operation, an accident or the like"),
    )
}

VIEWS = frozenset({"thinks", "says", "advises"})
"""Predicates of opinions, remarks and advice, which are true by being uttered."""
INTENTIONS = frozenset({"plans", "wants", "considers", "expects", "looks_forward_to", "prepares_for", "saves_for"})
"""Predicates of events and states that may come true later."""
STANDING = frozenset({"instructs", "wants_to_be_called", "prefers"})
"""Predicates of what bears on every answer: instructions, names to be called by, preferences."""
MINOR = frozenset(name for name, predicate in VOCABULARY.items() if predicate.minor)
"""The predicates of the vocabulary whose facts are minor."""

PATTERNS = (
    Predicate("favorite_*", '"my favorite book is …" is `favorite_book`', single=True),
    Predicate("*_is", 'any other attribute that a possessive names: "my address is …" is `address_is`', single=True),
)
"""Patterns of names that are not in the vocabulary; the first one that matches applies."""


@lru_cache(maxsize=4096)
def predicate_named(name: str) -> Predicate:
    """Return the predicate with a name: from the vocabulary, or else from a pattern, or else an open predicate."""
    if (known := VOCABULARY.get(name)) is not None:
        return known
    pattern = next((pattern for pattern in PATTERNS if fnmatchcase(name, pattern.name)), None)
    return Predicate(name) if pattern is None else replace(pattern, name=name)
