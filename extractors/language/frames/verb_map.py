"""The vocabulary of predicates, and how verbs map onto it.

A predicate that isn't here is open: the verb's lemma with its particle and preposition, "run_into".
"""

from dataclasses import dataclass
from typing import Literal

from chronomem.extractors.language.extracted import Modality
from chronomem.graph_schema.facts.given import EntityType


@dataclass(frozen=True, slots=True)
class Predicate:
    """One name of the vocabulary.

    Attributes:
        name: as it stands on facts.
        single: holds one value at a time, so that a new value closes the old one.
        kind: a "state" goes on until something ends it; an "event" happens and is over.
        meaning: one line for the documentation.
    """

    name: str
    single: bool
    kind: Literal["state", "event"]
    meaning: str


def _states(single: bool, **meanings: str) -> dict[str, Predicate]:
    return {name: Predicate(name, single, "state", meaning) for name, meaning in meanings.items()}


def _events(**meanings: str) -> dict[str, Predicate]:
    return {name: Predicate(name, False, "event", meaning) for name, meaning in meanings.items()}


VOCABULARY: dict[str, Predicate] = {
    **_states(
        True,
        lives_in="has their home there",
        works_at="is employed by, or at",
        works_as="has that occupation",
        studies_at="is a student of that school",
        married_to="husband or wife",
        engaged_to="fiancé or fiancée",
        has_partner="boyfriend, girlfriend, partner; is in a relationship with",
        is_from="was born or grew up there",
        has_name="is called",
        has_age="years",
        has_birthday="day of birth",
        costs="price of a thing",
        has_status="single, married, divorced, engaged, widowed, in a relationship",
    ),
    **_states(
        False,
        studies="learns that subject or skill",
        owns="has that thing",
        has="has that condition, quality, plan or other thing that isn't owned",
        has_pet="keeps that animal",
        has_child="son or daughter",
        has_parent="mother or father",
        has_sibling="brother or sister",
        has_grandparent="grandmother or grandfather",
        has_relative="aunt, uncle, cousin, niece, nephew and the like",
        has_friend="friend, neighbour, roommate",
        has_colleague="colleague, boss",
        has_mentor="mentor, teacher, coach, therapist",
        likes="likes, loves, enjoys, is a fan of, is into",
        dislikes="dislikes, hates, can't stand",
        prefers="prefers",
        speaks="speaks that language",
        plays="plays that game, sport or instrument",
        volunteers_at="volunteers there or for that",
        allergic_to="can't eat or touch it",
        is_a="is one of those, where it is no occupation",
        **{"is": "has that quality"},
        feels="is in that mood or condition",
        appreciates="is thankful for it",
        thinks="holds that opinion",
        finds="judges a thing so",
        says="states that about something that is not a person",
        knows="knows",
        wants="wishes or hopes for it",
        plans="intends it",
        considers="may do it, hasn't decided",
        needs="needs it or has to do it",
        can="is able to do it",
        works_on="is busy with that project",
        tries="attempts to do it",
        looks_forward_to="can't wait for it",
        does="does that, where the verb has no object",
    ),
    **_events(
        visited="went to a place",
        attended="went to or took part in an event",
        went_to="went to something that is neither place nor event",
        moved_to="changed their home to there",
        met="met",
        bought="bought",
        sold="sold",
        lost="lost",
        received="got, was given",
        gave="gave or sent",
        made="made, built, painted, wrote, cooked",
        started="began",
        finished="completed",
        stopped="gave up",
        joined="became a member of",
        adopted="adopted, took in",
        read="read",
        watched="watched",
        graduated_from="finished school there, or with that degree",
        advises="gave that advice",
        married="the wedding",
        broke_up="the separation",
        died="death",
        won="won",
    ),
}

_VERBS = {
    "live": {"in": "lives_in", "at": "lives_in", "near": "lives_in"},
    "reside": {"in": "lives_in"},
    "stay": {},
    "move": {"to": "moved_to", "into": "moved_to"},
    "relocate": {"to": "moved_to"},
    "work": {"at": "works_at", "for": "works_at", "as": "works_as", "on": "works_on"},
    "freelance": {"as": "works_as"},
    "study": {"": "studies", "at": "studies_at"},
    "learn": {"": "studies"},
    "major": {"in": "studies"},
    "own": {"": "owns"},
    **{verb: {"": "likes"} for verb in ("love", "like", "enjoy", "adore")},
    **{verb: {"": "dislikes"} for verb in ("hate", "dislike", "despise", "detest")},
    "prefer": {"": "prefers"},
    "play": {"": "plays"},
    "visit": {"": "visited"},
    "attend": {"": "attended"},
    "participate": {"in": "attended"},
    "take_part": {"in": "attended"},
    "go": {"to": "went_to"},
    "meet": {"": "met", "up_with": "met", "with": "met"},
    **{verb: {"": "bought"} for verb in ("buy", "purchase")},
    "sell": {"": "sold"},
    "lose": {"": "lost"},
    "pick": {"up_": "bought"},
    **{verb: {"": "received"} for verb in ("receive",)},
    "get": {"": "received"},
    "give": {"": "gave"},
    "send": {"": "gave"},
    **{verb: {"": "made"} for verb in ("make", "build", "create", "paint", "write", "bake", "cook", "design", "draw")},
    **{verb: {"": "started"} for verb in ("start", "begin", "launch")},
    **{verb: {"": "finished"} for verb in ("finish", "complete")},
    **{verb: {"": "stopped"} for verb in ("stop", "quit")},
    "give_up": {"": "stopped", "up_": "stopped"},
    "join": {"": "joined"},
    "sign": {"up_for": "joined"},
    "adopt": {"": "adopted"},
    "read": {"": "read"},
    "watch": {"": "watched"},
    "see": {},
    "volunteer": {"at": "volunteers_at", "with": "volunteers_at", "for": "volunteers_at"},
    "graduate": {"from": "graduated_from", "with": "graduated_from", "": "graduated_from"},
    "marry": {"": "married", "to": "married"},
    "die": {"": "died"},
    "pass": {"away_": "died"},
    "win": {"": "won"},
    "know": {"": "knows"},
    "speak": {"": "speaks"},
    "need": {"": "needs"},
    "want": {"": "wants"},
    "wish": {"": "wants", "for": "wants"},
    "hope": {"": "wants", "for": "wants"},
    "plan": {"": "plans", "on": "plans"},
    "consider": {"": "considers"},
    "appreciate": {"": "appreciates"},
    "feel": {"": "feels", "like": "feels"},
    "suggest": {"": "advises"},
    "recommend": {"": "advises"},
    "date": {"": "has_partner"},
}


def is_single(predicate: str) -> bool:
    """Whether a predicate holds one value at a time; "favorite_…" and "…_is" do, other open predicates don't."""
    known = VOCABULARY.get(predicate)
    return known.single if known is not None else _is_attribute(predicate)


def is_state(predicate: str) -> bool:
    """Whether what a predicate says goes on until something ends it; open predicates count as events."""
    known = VOCABULARY.get(predicate)
    return known.kind == "state" if known is not None else _is_attribute(predicate)


def _is_attribute(predicate: str) -> bool:
    """Whether it names an attribute: "favorite_book" and "rent_is" come from "my favorite book is", "my rent is"."""
    return predicate.startswith("favorite_") or predicate.endswith("_is")


MODALITIES: dict[str, Modality] = {
    "wants": "desired", "plans": "planned", "considers": "considered", "looks_forward_to": "desired", "can": "able",
    "needs": "obliged", "advises": "advised",
}  # fmt: skip
"""In which way something is so that only these predicates say of it."""

OBJECT_TYPES: dict[str, EntityType] = {
    "works_at": "organization", "studies_at": "organization", "lives_in": "location", "visited": "location",
    "is_from": "location", "moved_to": "location", "married_to": "person", "engaged_to": "person",
    "has_partner": "person", "has_friend": "person", "has_sibling": "person", "has_child": "person", "read": "work",
    "watched": "work", "graduated_from": "organization", "attended": "event",
}  # fmt: skip
"""What the object of a predicate is, where nothing else tells its type."""


def map_verb(lemma: str, particle: str, preposition: str) -> str | None:
    """The vocabulary's name for a verb with its particle and preposition ("" where there is none), or None."""
    frames = _VERBS.get(lemma)
    if frames is None:
        return None
    if particle:
        return frames.get(f"{particle}_{preposition}")
    return frames.get(preposition)


def open_predicate(lemma: str, particle: str, preposition: str) -> str:
    """The name of a predicate that the vocabulary lacks."""
    return "_".join(part for part in (lemma, particle, preposition) if part)
