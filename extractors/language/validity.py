"""When a statement holds, and whether it is over: what its tense, its predicate and its time expression tell."""

import re
from datetime import datetime, timedelta

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.extracted import Modality, Tense, TimeExpression
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.lexicon import HOME_NOUNS
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.graph_schema.facts.predicates import Predicate

IN_VIEW = {"looks_forward_to", "prepares_for", "saves_for"}
"""Predicates of what a person has in view from now on, until its day is over."""

_FORMER = {"runs", "collects", "speaks", "member_of", "studies", "teaches", "volunteers_at"}
"""Habits that the simple past alone tells as over: "my parents ran the bakery"."""
HABITS = _FORMER | {"plays", "allergic_to", "has"}
"""Habits that are over if the simple past has a time of life or a length: "I played bass at school"."""
_STAGE = re.compile(
    r",? \b(?:as an? (?:kid|child|teen\w*|student|boy|girl|young \w+)|growing up|back then|back in|in those days"
    r"|in (?:my|\w+'s|his|her|their) (?:teens|youth|childhood|\w+ties|\d0s)"
    r"|(?:at|in) (?:\w+ )?(?:school|uni|university|college)"
    r"|for (?:\w+ ){0,3}(?:years?|months|decades?|ages|while)|years ago|when \w+ (?:was|were))\b.*",
    re.IGNORECASE,
)
"""A time of life or a length, with the rest of the clause."""

_LASTING = {
    "be", "live", "work", "have", "own", "keep", "share", "room", "lodge", "commute", "sing", "row", "dance",
    "date", "study", "freelance", "breed", "belong", "run", "teach", "volunteer", "collect", "speak", "play", "train",
    "manage", "major",
}  # fmt: skip
"""Verbs whose simple past tells how things were, rather than what became of them."""
_EXPERIENCES = {"live", "work", "study", "teach"}
"""Verbs whose perfect without a length tells an experience: "I've lived in Spain", but "I've lived here for years"."""
_LENGTH = re.compile(
    r"\b(?:since|always|all|whole|entire|still|so far|long|ever|forever|ages|here|recently|lately|already|just"
    r"|(?:second|minute|hour|day|week|fortnight|month|year|yr|mth|decade|season|term|semester|summer|winter)s?"
    r"|life|lives)\b",
    re.IGNORECASE,
)
_JOINED = {"marry", "engage", "divorce", "separate"}
_AS_ADJECTIVES = {*_JOINED, "base", "retire", "hook", "employ"}
"""Participles that tell a state after "was", as adjectives do: "I was based in Oslo"."""
_YET = {"already", "still", "just"}
_PLAIN = {"lives_with", "is", "is_a", "has_status", "takes", "works_in"}
"""States that nothing else ends where they are told in the past."""
STATES = {
    "lives_with", "married_to", "engaged_to", "has_partner", "is", "has_status", "takes", "works_as", "works_at",
    "lives_in", "studies", "studies_at", "member_of", "runs", "works_in", "is_a", "expects",
}  # fmt: skip
"""States that are over where a past clause tells how things were."""


def interval(
    frame: Frame, rule: Predicate, tense: Tense, modality: Modality, ended: bool, time: TimeExpression | None
) -> tuple[datetime | None, datetime | None]:
    """Return the half-open interval in which the statement holds, as far as the time expression tells.

    An event holds during the time, or on the days that it touches if it is a part of a day. A present state holds from
    the start of the time; a past state during it; a state that has ended, until the start of it.
    """
    if time is None or rule.fixed:
        return None, None  # a birthday is told as a value, and nobody becomes a native of a place later
    is_state = rule.kind == "state"
    if not is_state and time.grain == "part_of_day" and time.start is not None and time.end is not None:
        return _whole_days(time.start, time.end)
    if frame.through and time.end is not None:
        return None, time.end
    if ended and time.kind == "vague" and time.end is not None:
        return None, time.end  # "ages ago": by then at the latest
    if ended and time.kind == "range":
        return time.start, _last_begins(time)
    if ended:
        return None, time.start if time.start is not None else time.end
    if time.kind == "range" and tense == "past" and is_state:
        return time.start, _last_begins(time)
    if (
        is_state
        and modality in ("actual", "planned")
        and tense == "present"
        and frame.predicate not in ("plans", *IN_VIEW)
    ):
        return time.start, time.end if time.kind in ("open", "range") else None
    return time.start, time.end


def _whole_days(start: datetime, end: datetime) -> tuple[datetime, datetime]:
    """Return the days that a time touches: what happened "last night" happened on that day."""
    first = start.replace(hour=0, minute=0, second=0, microsecond=0)
    last = end.replace(hour=0, minute=0, second=0, microsecond=0)
    return first, last if last == end else last + timedelta(days=1)


def _last_begins(time: TimeExpression) -> datetime | None:
    """Return when the last period of a range begins: a person who lived in Rome from 2012 to 2014 left in 2014."""
    ends = (other.end for other in time.alternatives if other.start == time.start)
    return min((end for end in (*ends, time.end) if end is not None), default=None)


def is_over(tree: SyntaxTree, frame: Frame, rule: Predicate, clause: Clause, modality: Modality) -> bool:
    """Whether a past ("I worked at Google") means that a state has ended: ongoing states are in the present."""
    lasting = (rule.single and not rule.fixed) or frame.predicate in ("owns", "has_pet")
    elided = tree.tags[clause.head] == "VBN" and not clause.auxiliaries  # "employed, at Kone"
    told = clause.tense == "past" and not clause.perfect and not (elided and tree.lemmas[clause.head] == "employ")
    return lasting and modality == "actual" and not frame.begins and (told or experienced(tree, clause))


def experienced(tree: SyntaxTree, clause: Clause) -> bool:
    """Whether a perfect tells where somebody has once lived or worked, rather than how long: "I've lived in Spain"."""
    if not clause.perfect or clause.negated or tree.tags[clause.head] != "VBN":
        return False
    return tree.lemmas[clause.head] in _EXPERIENCES and _LENGTH.search(tree.phrase(*tree.extent(clause.head))) is None


def was_so(tree: SyntaxTree, clause: Clause, time: TimeExpression | None) -> bool:
    """Whether a clause tells how things were: "I was engaged to Tom", "I had a flat in Hull", "I was seeing Eva".

    "We were married in May" tells of the wedding, and "I was put on statins" of what holds since.
    """
    head = clause.head
    if experienced(tree, clause):
        return True
    if clause.tense != "past" or clause.perfect or clause.negated:
        return False
    if any(tree.lower[i] in _YET for i in tree.children[head]):
        return False
    if any(tree.lower[i] in ("was", "were") for i in clause.auxiliaries):
        wedding = tree.lemmas[head] in _JOINED and time is not None
        return not wedding and (tree.tags[head] != "VBN" or tree.lemmas[head] in _AS_ADJECTIVES)
    thing = tree.child(head, "obj")
    shared = tree.lemmas[head] != "share" or (thing is not None and tree.lemmas[thing] in HOME_NOUNS)
    return shared and tree.lemmas[head] in _LASTING and tree.tags[head] == "VBD"


def is_wedding(tree: SyntaxTree, clause: Clause, time: TimeExpression | None) -> bool:
    """Whether a clause tells of the day of a wedding: "we were married on 10 September"."""
    was = any(tree.lower[i] in ("was", "were") for i in clause.auxiliaries) and tree.lemmas[clause.head] == "marry"
    return was and not clause.negated and time is not None and time.start is not None and time.grain != "interval"


def is_former(tree: SyntaxTree, frame: Frame, clause: Clause, modality: Modality, time: TimeExpression | None) -> bool:
    """Whether the simple past tells of a state or habit that was: "I ran a café", but not "I played chess"."""
    past = clause.tense == "past" and modality == "actual" and not (clause.perfect or frame.begins or clause.negated)
    if not past or frame.negated:
        return False
    if frame.predicate == "is_a" and " " in (frame.value or ""):
        return False  # "I was number 88"
    if frame.predicate in _PLAIN:
        return time is None and was_so(tree, clause, time)
    if time is not None and time.grain in ("day", "part_of_day", "hour", "minute"):
        return False  # "I played football at school today"
    if frame.predicate in _FORMER and time is None:
        return True
    return frame.predicate in HABITS and _STAGE.search(tree.phrase(*tree.extent(clause.head))) is not None


def is_never(tree: SyntaxTree, clause: Clause) -> bool:
    """Whether a clause denies something for all of time: "he has never lived in Chile", "we never got married"."""
    never = any(tree.lower[i] == "never" for i in tree.children[clause.head])
    return never and clause.modality == "actual" and (clause.perfect or clause.tense == "past")


def without_stage(value: str) -> str:
    """Return an object without the time of life that follows it: "stamps" of "stamps as a kid"."""
    return _STAGE.sub("", value) or value
