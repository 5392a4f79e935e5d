"""How far what a phrase tells has come: "I sold the boat" is done, "I'm selling it in May" lies ahead."""

from datetime import datetime
from typing import Literal

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.clause_times import MOVED, SAME_DAY
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.extracted import TimeExpression
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.language.tellings.matcher import PhraseMatch

_FROM = {"from", "since", "of", "starting", "beginning"}
_DOING = {"have", "get", "end", "manage", "go", "come", "be", "finally"}
"""Verbs whose past tells that the verb below them was done: "had to sell", "ended up leaving", "got to keep"."""
_HARDLY = {"almost", "nearly"}
_SAME_IN_PAST = {"let", "put", "set", "quit", "split", "cut", "shut", "hit", "beat", "wed"}
"""Verbs whose past looks like their present: nobody lets people go out of habit."""
_WISHING = {"want", "hope", "wish", "dream", "prefer"}
_HOLDING = {"organise", "organize"}
"""Verbs whose past tells, without a date "for" which, that something took place: "we organised a toy drive"."""
Stage = Literal["done", "now", "ahead", "off", "denied", "over"]


def stage_of(
    resolver: Resolver, clause: Clause, match: PhraseMatch, time: TimeExpression | None, said_at: datetime | None
) -> Stage | None:
    """Return whether what a phrase tells has happened, holds now, has a date to come, or won't happen after all.

    Of a state that the phrase tells of as such, also whether it is denied or over. None: it tells nothing.
    """
    tree, telling = resolver.tree, match.telling
    if match.anchor and tree.lower[match.anchor - 1] in _HARDLY:
        return None
    denied = clause.negated or clause.ended or tree.negated(match.anchor)
    if denied != telling.denied:
        announced = clause.modality == "planned" or _is_decided(tree, clause, match)
        if clause.modality == "actual" and any(effect.action == "holds" for effect in telling.effects):
            return "over" if clause.ended or clause.tense == "past" else "denied"
        return "off" if denied and announced and not _is_still_to_come(tree, clause) else None
    if denied and (_is_still_to_come(tree, clause) or not _is_all_told(tree, clause, match)):
        return None
    same = tree.lemmas[match.anchor] in _SAME_IN_PAST and tree.tags[match.anchor] in ("VB", "VBP")
    past = (clause.tense == "past" or (same and not clause.auxiliaries)) and not clause.perfect
    if telling.when == "from" and (past or not _is_from(resolver, time)):
        return None
    start, end = (None, None) if time is None else (time.start, time.end)
    if start is None and {tree.lemmas[match.anchor], tree.lemmas[clause.head]} & MOVED:
        start = end  # "postponed until June"
    tonight = past and said_at is not None and start is not None and start - said_at < SAME_DAY
    if said_at is not None and start is not None and start > said_at and not tonight:
        obtained = past or clause.perfect  # "got a job there, from 1 June"
        dated = {"planned", "begins"} if obtained else {"planned"}
        foretold = telling.when != "told" or any(effect.action in dated for effect in telling.effects)
        foretold = foretold and not _is_only_wished(tree, match.anchor)
        return "ahead" if foretold and clause.modality in ("actual", "planned") else None
    if telling.when == "on" and start is not None and clause.modality == "actual":
        return "done"
    ending = {effect.predicate for effect in telling.effects if effect.action == "may_end"}
    if clause.modality == "able" and ("plans" if denied else "allergic_to") in ending:
        return "now"  # "can't come to the party", "can eat nuts again"
    pointed = clause.subject is not None and tree.lower[clause.subject] in ("that", "this", "it")
    if telling.when == "on" and past and pointed and clause.modality == "actual":
        return "done"  # "that was my last shift"
    if clause.modality != "actual" or telling.when in ("ahead", "on") or not _is_carried_out(resolver, clause, match):
        return None
    if past and tree.lemmas[match.anchor] in _HOLDING and not _is_for(tree, time):
        return None
    if past or clause.perfect:
        return "done"
    if telling.state or telling.when == "from" or telling.bare:
        return "now"
    if said_at is None or start is None or end is None:
        return None
    return "done" if start <= said_at < end <= start + 2 * SAME_DAY else None  # "in May", told in May, may lie ahead


def _is_still_to_come(tree: SyntaxTree, clause: Clause) -> bool:
    """Whether what is denied is only late: "we're not moving yet", "I'm not moving until June"."""
    below = tree.lower[slice(*tree.extent(clause.head))]
    return not clause.ended and not {"yet", "still", "until", "till", "before"}.isdisjoint(below)


def _is_all_told(tree: SyntaxTree, clause: Clause, match: PhraseMatch) -> bool:
    """Whether a verb that is denied without its goal has none: "we're not moving", but not "moving from this sofa"."""
    if match.telling.bare or match.slots or clause.ended or match.anchor != clause.head:
        return True
    own = {i for i in tree.having(clause.head, "obl", "obl:unmarked", "advcl") if i not in match.words}
    return all(tree.lower[i] == "all" for i in own)


def _is_decided(tree: SyntaxTree, clause: Clause, match: PhraseMatch) -> bool:
    """Whether the clause tells of what lies ahead: "I'm not moving", "I decided not to move"."""
    arranged = tree.tags[clause.head] == "VBG" and clause.tense == "present" and not clause.perfect
    return clause.modality == "actual" and (arranged or match.anchor != clause.head)


def _is_for(tree: SyntaxTree, time: TimeExpression | None) -> bool:
    """Whether a time is that of what was arranged: "for Saturday"."""
    return time is not None and tree.text[: time.start_char].lower().split()[-1:] == ["for"]


def _is_from(resolver: Resolver, time: TimeExpression | None) -> bool:
    """Whether a time begins something: "from 9 October", "starting Monday"."""
    if time is None or time.start is None:
        return False
    before = resolver.tree.text[: time.start_char].lower().split()[-2:]
    first = resolver.tree.text[time.start_char : time.end_char].lower().split()[:2]
    return bool(_FROM & {*before, *first})


def _is_only_wished(tree: SyntaxTree, verb: int) -> bool:
    """Whether a verb stands under one of wishing: "we want to move to Porto in September"."""
    return any(tree.lemmas[i] in _WISHING and tree.is_verb(i) for i in tree.upwards(verb) if i != verb)


def _is_carried_out(resolver: Resolver, clause: Clause, match: PhraseMatch) -> bool:
    """Whether the phrase's own verb is the clause's, or one below it that was carried out: "had to sell the car"."""
    tree, i = resolver.tree, match.anchor
    while i != clause.head and tree.heads[i] != i:
        above = tree.heads[i]
        carried = tree.lemmas[above] in _DOING and tree.lower[above] not in ("having", "going")
        if tree.full_deps[i] == "xcomp" and tree.is_verb(i) and not carried:
            return False
        i = above
    return True
