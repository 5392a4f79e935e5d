"""From phrases found in a clause to frames: what they begin, end, or tell as an event."""

import re
from collections.abc import Iterator, Set
from dataclasses import replace
from datetime import datetime
from typing import Literal

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.clause_times import MOVED, SAME_DAY, is_visit, tells_when
from chronomem.extractors.language.clauses.phrases import TIME_NOUNS, phrase_text, says_something
from chronomem.extractors.language.clauses.references import FIRST_PERSON, Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.clauses.relation_nouns import is_on_the_way, titled_kin
from chronomem.extractors.language.extracted import TimeExpression
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.fulfilments import INFERRED
from chronomem.extractors.language.frames.objects import is_taken_out
from chronomem.extractors.language.frames.occasions import UNATTENDED, is_occasion
from chronomem.extractors.language.frames.occupations import is_occupation
from chronomem.extractors.language.frames.presupposed import is_told_over
from chronomem.extractors.language.lexicon import (
    ANIMALS,
    BODY_PARTS,
    GENERIC_NOUNS,
    HOME_NOUNS,
    JOB_NOUNS,
    RELATION_OF_NOUN,
    SCHOOL_NOUNS,
)
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.language.tellings.declared import WHATEVER, Effect, slots_of
from chronomem.extractors.language.tellings.matcher import PhraseMatch
from chronomem.extractors.language.tellings.persons import whom_meant
from chronomem.extractors.language.validity import STATES, was_so
from chronomem.graph_schema.facts.given import EntityType
from chronomem.graph_schema.facts.predicates import predicate_named

_TYPES: dict[str, EntityType] = {
    "person": "person", "org": "organization", "employer": "organization", "workplace": "organization",
    "school": "organization", "club": "organization", "home": "location", "place": "location",
    "pet": "other",
}  # fmt: skip
_FROM = {"from", "since", "of", "starting", "beginning"}
_DOING = {"have", "get", "end", "manage", "go", "come", "be", "finally"}
"""Verbs whose past tells that the verb below them was done: "had to sell", "ended up leaving", "got to keep"."""
_HARDLY = {"almost", "nearly"}
_SAME_IN_PAST = {"let", "put", "set", "quit", "split", "cut", "shut", "hit", "beat", "wed"}
"""Verbs whose past looks like their present: nobody lets people go out of habit."""
_MEASURES = {
    "day", "week", "month", "year", "hour", "minute", "page", "mile", "km", "percent", "pound", "euro", "dollar",
}  # fmt: skip
"""What is counted and owned by nobody: "four weeks left"."""
_LISTED = {"thing", "item", "owned", "animal", "product", "person"}
"""Slots that may hold several things."""
_WORKPLACES = {"{org}", "{employer}", "{school}"}
_MOURNED = {"has_parent", "has_grandparent", "has_child", "has_sibling", "has_relative", "married_to"}
"""Relations to those who are dead if somebody "lost" them."""
_OF_COUPLES = {"has_partner", "engaged_to", "married_to", "broke_up", "married"}
_GROUPS = ("band", "choir", "team", "duo", "trio", "quartet", "orchestra")
"""Groups that may split up as couples do."""
_HOLDING = {"organise", "organize"}
"""Verbs whose past tells, without a date "for" which, that something took place: "we organised a toy drive"."""
Stage = Literal["done", "now", "ahead", "off", "denied", "over"]
_FUN = {"back", "home", "blast", "ball", "fun", "time"}
_ORDINAL = ("th", "1st", "2nd", "3rd")
"""How the words for which birthday it is end: "Nan's ninetieth"."""
_PROPOSING = ("propose", "proposal", "marry", "marriage", "wedding", "ring", "knee", "engagement", "engage", "fiancé")
_ASKING = {"propose", "ask"}
_GENITIVE = re.compile(r"^\w+['\u2019]s? ")
"""The owner in front of what was theirs: "Tom's bike"."""


def read_telling(
    resolver: Resolver, clause: Clause, match: PhraseMatch, time: TimeExpression | None, said_at: datetime | None
) -> Iterator[Frame]:
    """Yield what a phrase of a clause tells."""
    stage = _stage(resolver, clause, match, time, said_at)
    about = whom_meant(resolver, clause, match)
    tree, subject = resolver.tree, clause.subject
    alive = tree.lemmas[match.anchor] == "die" and subject is not None and tree.lower[subject] in FIRST_PERSON
    if stage is not None and about is not None and not alive:
        for effect in match.telling.effects:
            yield from _frames(resolver, clause, match, effect, about, stage, time)


def _stage(
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
        return "ahead" if foretold and clause.modality in ("actual", "planned") else None
    if telling.when == "on" and start is not None and clause.modality == "actual":
        return "done"
    if clause.modality == "able" and denied and any(effect.predicate == "plans" for effect in telling.effects):
        return "now"  # "can't come to the party"
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


def _is_giving_out(resolver: Resolver, match: PhraseMatch) -> bool:
    """Whether a part of the body is worn out, and no ailment over: "my knee's gone"."""
    parts = {resolver.tree.lemmas[token] for token in match.slots.values()} & BODY_PARTS
    return bool(parts) and not {"gone", "go", "went"}.isdisjoint(resolver.tree.lower[i] for i in match.words)


def _takes_place(resolver: Resolver, match: PhraseMatch, noun: int | None) -> bool:
    """Whether a noun tells what somebody was at, and no time or place: not "had a great time", "was at the bank"."""
    tree = resolver.tree
    if noun is None:
        return True
    if is_taken_out(tree, noun):
        return False
    if tree.lemmas[noun] in TIME_NOUNS:
        return any(i < noun and tree.tags[i].startswith("N") for i in tree.children[noun])
    vague = tree.lemmas[match.anchor] in ("be", "have") and {tree.lower[i] for i in match.words}.isdisjoint(_FUN)
    occasion = is_occasion(resolver, noun) and tree.lemmas[noun] not in UNATTENDED
    birthday = tree.lower[noun].endswith(_ORDINAL) and tree.child(noun, "nmod:poss") is not None
    return not vague or noun in resolver.named or occasion or birthday


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


def _takes_none(tree: SyntaxTree, match: PhraseMatch) -> bool:
    """Whether a phrase takes nothing of its kind: "we built no shed"; not the words of the phrase, "no more cake"."""
    slots = match.slots.values()
    return any(tree.lower[i] == "no" and i not in match.words for slot in slots for i in tree.having(slot, "det"))


def _frames(
    resolver: Resolver,
    clause: Clause,
    match: PhraseMatch,
    effect: Effect,
    about: Reference,
    stage: Stage,
    time: TimeExpression | None,
) -> Iterator[Frame]:
    telling = match.telling
    off = stage == "off"
    lasting = effect.action == "begins" and telling.state and effect.predicate in STATES
    held = was_so(resolver.tree, clause, time) if lasting else effect.action == "holds" and not clause.perfect
    was = held and stage == "done"
    ends = effect.action in ("ends", "may_end") or stage in ("off", "over") or was
    if stage in ("denied", "over") and effect.action != "holds":
        return
    if _takes_none(resolver.tree, match):
        return
    sure = INFERRED if effect.action == "may_end" or off else telling.sure
    if off and effect.action not in ("begins", "holds"):
        return  # who doesn't quit goes on, as is known already
    if effect.predicate == "has_child" and not _may_be_children(resolver.tree, match, effect):
        return
    if effect.predicate == "has_age" and _dates_another(resolver.tree, match.anchor):
        return
    if effect.predicate == "has_pet" and not ends and _is_anothers(resolver.tree, match):
        return
    if effect.predicate == "has_pet" and not _may_be_counted(resolver.tree, match, ANIMALS, "has_pet"):
        return
    other = _named_in(resolver, match) or _other(resolver, clause, about)
    if effect.predicate in _OF_COUPLES and _is_within_family(resolver, about, other):
        return  # "mum chucked me out"
    group = WHATEVER in effect.objects and resolver.talked_of(*_GROUPS)
    if effect.predicate in _OF_COUPLES and (group or _means_several(resolver, match)):
        return  # "we split up", of a band; "I'm back with my teammates"
    if ends and effect.predicate == "has" and _is_giving_out(resolver, match):
        return
    if effect.predicate == "is_from" and any(is_visit(resolver.tree, i) for i in match.words):
        return
    agreed = any(resolver.tree.lower[i] == "yes" for i in match.words)
    if agreed and effect.predicate in ("engaged_to", "has_status") and not resolver.talked_of(*_PROPOSING):
        return  # "said yes to Fintan, training starts on the 8th"
    if effect.predicate == "works_at" and ends and _is_of_home(resolver.tree, match):
        return
    if effect.predicate == "lives_in" and not ends and _is_put_off(resolver, match):
        return
    if telling.bare and not ends and is_told_over(resolver.tree, match.anchor):
        return  # "my contract at Siemens ended"
    open_ended = not any(map(slots_of, effect.objects)) or WHATEVER in effect.objects
    if open_ended and _has_object(resolver.tree, match):
        return  # who stopped drinking coffee isn't sober
    if effect.predicate == "died" and not _may_have_died(resolver, match):
        return
    predicate = effect.predicate
    for source in effect.objects:
        entity, value = _object(resolver, clause, match, source, about)
        if entity is None and WHATEVER in effect.objects and source in _WORKPLACES:
            continue  # "the hospital" is whatever hospital it was
        if entity is None and value is None and (source != WHATEVER or off):
            continue
        named = resolver.named.get(match.slots.get(source.strip("{}"), -1))
        if effect.predicate in ("studies", "attended") and named is not None and named.type == "location":
            continue  # "a course in Chiang Mai", "back from Crete"
        if effect.predicate == "attended" and not _takes_place(resolver, match, match.slots.get(source.strip("{}"))):
            continue
        if effect.predicate == "has_partner" and entity is not None and not ends:
            told = RELATION_OF_NOUN.get(entity.noun or "")  # "my husband and I have been together for years"
            predicate = told if told in ("married_to", "engaged_to") else effect.predicate
        if (
            effect.predicate == "is_a"
            and source == "{role}"
            and is_occupation(resolver.tree.lemmas[match.slots["role"]])
        ):
            predicate = "works_as"
        if effect.predicate == "has_pet" and not ends and _is_child(resolver.tree, match):
            predicate = "has_child"
        if source == WHATEVER and not ends:
            value = predicate_named(effect.predicate).unnamed
        if telling.of == "owner" and value is not None:
            value = _GENITIVE.sub("", value) or value
        whose, whom = about, entity
        if agreed and entity is not None and entity.name == resolver.speaker:
            whose, whom = entity, about  # whoever proposed tells of their own engagement
        frame = Frame(whose, predicate, object=whom, value=value, confidence=sure, ended=ends, plain=True)
        if details := _details(resolver, match):
            frame = replace(frame, details=details)
        if not ends and effect.action == "begins":
            frame = replace(frame, begins=stage != "now")
        if stage == "ahead" or effect.action == "planned":
            frame = replace(frame, modality="planned")
        frame = replace(frame, negated=stage == "denied", through=ends and telling.through)
        yield frame
        kind = source.strip("{}")
        for token in _joined(resolver, match, kind):
            also = replace(match, slots={**match.slots, kind: token})
            entity, value = _object(resolver, clause, also, source, about)
            if entity is not None or value is not None:
                yield replace(frame, object=entity, value=value)
        return


def _object(
    resolver: Resolver, clause: Clause, match: PhraseMatch, source: str, about: Reference
) -> tuple[Reference | None, str | None]:
    """Return the entity or the value that a source of objects gives; (None, None) if it gives nothing."""
    if source == WHATEVER:
        return None, None
    if not source.startswith("{"):
        return None, _filled(resolver, clause, match, source, about)
    kind = source.strip("{}")
    token = match.slots.get(kind)
    if token is None:
        before = _home_before(resolver, match.anchor) if kind == "home" else None
        other = _other(resolver, clause, about) if kind == "person" else None
        return (before if other is None else replace(other, type="person")), None
    if kind == "number":
        return None, _number(resolver, token)
    if kind == "allergy":
        return None, next((resolver.tree.lemmas[i] for i in resolver.tree.having(token, "compound", "amod")), None)
    if kind == "home":
        token = _town(resolver, token)
    if kind == "club" and token not in resolver.named:  # "sing in a choir, the Elbe Singers"
        token = next((i for i in resolver.tree.having(token, "appos") if i in resolver.named), token)
    if _says_any(resolver, kind, token):
        return None, None
    entity = resolver.resolve(token)
    if entity is not None and kind in _TYPES and entity.name != about.name:
        mended = entity.type if kind in ("pet", "home") and entity.type == "person" else _TYPES[kind]
        return replace(entity, type=mended), None
    if kind == "person" or resolver.tree.tags[token].startswith("PRP"):
        return None, None
    alone = kind in _LISTED and bool(_joined(resolver, match, kind))
    alone = alone or resolver.tree.child(token, "cop") is not None  # not what "and" joins to "I'm at the bank"
    others = ({*match.slots.values()} | match.timed) - {token}  # "swapped football | for padel"
    value = _post(resolver, token) if kind == "role" else phrase_text(resolver, token, alone=alone, timed=others)
    return (None, value) if says_something(value) else (None, None)


def _means_several(resolver: Resolver, match: PhraseMatch) -> bool:
    """Whether the other one of a couple is no single person: "with my friends", "with them"."""
    token = match.slots.get("person")
    one = None if token is None else resolver.resolve(token)
    return (token is not None and resolver.tree.lower[token] == "them") or (one is not None and one.plural)


def _is_put_off(resolver: Resolver, match: PhraseMatch) -> bool:
    """Whether a place is what is moved, to another day: "we moved Porto to the 21st"."""
    token = match.slots.get("place")
    return token in resolver.named and resolver.tree.full_deps[token or 0] == "obj"


def _joined(resolver: Resolver, match: PhraseMatch, kind: str) -> list[int]:
    """Return the things that "and" joins to the one in a slot: "sold the bike and the trailer"."""
    tree, token = resolver.tree, match.slots.get(kind)
    if token is None or kind not in _LISTED:
        return []
    joined = [i for i in tree.having(token, "conj") if tree.tags[i].startswith("N")]
    if kind != "person":
        joined = [i for i in joined if tree.lemmas[i] not in RELATION_OF_NOUN]
    return [i for i in joined if tree.child(i, "nsubj", "cop") is None]


def _post(resolver: Resolver, token: int) -> str:
    """Return an occupation without where it is: "head of science" of "head of science at Marlowe School"."""
    tree = resolver.tree
    words = [*(i for i in tree.having(token, "amod", "compound") if i < token), token]
    of = next((i for i in tree.having(token, "nmod") if tree.child(i, "case") == token + 1), None)
    if of is not None and tree.lower[token + 1] == "of":
        words += range(token + 1, of + 1)
    return " ".join(tree.lower[i] for i in words)


def _details(resolver: Resolver, match: PhraseMatch) -> tuple[str, ...]:
    """Return the details that a phrase names, each as "name=words"."""
    found = {name: match.slots[name] for name in sorted(match.telling.details) if name in match.slots}
    return tuple(f"{name}={_words_before(resolver.tree, i)}" for name, i in found.items())


def _words_before(tree: SyntaxTree, token: int) -> str:
    """Return a noun with the words in front of it that belong to it: "5 mg" of "5 mg of ramipril"."""
    first = min((i for i in tree.having(token, "nummod", "amod", "compound") if i < token), default=token)
    return tree.text[tree.starts[first] : tree.end(token)]


def _is_of_home(tree: SyntaxTree, match: PhraseMatch) -> bool:
    """Whether a notice is given to a landlord, or what is left is a home: "gave notice on the flat"."""
    token = match.slots.get("org")
    if token is not None and tree.lemmas[token] in HOME_NOUNS:
        return True
    first, last = next(sentence for sentence in tree.sentences if sentence[0] <= match.anchor < sentence[1])
    told = {*tree.lemmas[first:last]}
    return "notice" in told and not told.isdisjoint(HOME_NOUNS | {"landlord", "landlady", "tenancy", "lease"})


def _has_object(tree: SyntaxTree, match: PhraseMatch) -> bool:
    """Whether a phrase ends with a verb that has an object of its own: "stop drinking | coffee"."""
    last = max(match.words)
    own = match.slots.values()
    things = (i for i in tree.having(last, "obj") if tree.lower[i] != "more")  # "any more"
    return tree.is_verb(last) and any(i > last and i not in own for i in things)


def _named_in(resolver: Resolver, match: PhraseMatch) -> Reference | None:
    token = match.slots.get("person")
    return None if token is None else resolver.resolve(token)


def _is_within_family(resolver: Resolver, about: Reference, other: Reference | None) -> bool:
    """Whether one of two is a relative of the other; whom the speaker's brother marries is none."""
    if other is not None and all(RELATION_OF_NOUN.get(one.noun or "") == "has_parent" for one in (about, other)):
        return False  # "mum and dad split up"
    beside = other is None or other.name == resolver.speaker
    return _is_kin(other) or (_is_kin(about) and beside)


def _is_kin(person: Reference | None) -> bool:
    """Whether somebody is a relative, and so no partner."""
    return person is not None and RELATION_OF_NOUN.get(person.noun or "") in _MOURNED - {"married_to"}


def _may_be_children(tree: SyntaxTree, match: PhraseMatch, effect: Effect) -> bool:
    """Whether a phrase may name somebody's children: not "nine hens", and not Tom of "Lea and Tom had a baby"."""
    if "{person}" in effect.objects and "person" not in match.slots:
        return False
    if is_on_the_way(tree, max(match.words)) or (
        tree.lemmas[match.anchor] == "have" and tree.tags[match.anchor] == "VBG"
    ):
        return False  # "she's having a baby"
    return _may_be_counted(tree, match, {"boy", "girl"}, "has_child")


def _dates_another(tree: SyntaxTree, verb: int) -> bool:
    """Whether an age dates something else: "I climbed it when I turned forty", "the year I turned forty"."""
    dated = any(tree.lower[i] in ("when", "before", "since") for i in tree.having(verb, "advmod", "mark"))
    return dated or tells_when(tree, verb)


def _is_anothers(tree: SyntaxTree, match: PhraseMatch) -> bool:
    """Whether a pet is named by whose it is: "I walked the neighbour's dog"."""
    token = match.slots.get("pet", match.slots.get("animal"))
    owners = tree.having(token, "nmod:poss") if token is not None else []
    return any(tree.tags[i] == "POS" for owner in owners for i in tree.children[owner])


def _is_child(tree: SyntaxTree, match: PhraseMatch) -> bool:
    """Whether who is taken in is a child: "we adopted a little girl", but no girl from the shelter."""
    token = match.slots.get("pet")
    kept = ANIMALS | {"shelter", "rescue", "breeder", "vet"}
    return token is not None and tree.lemmas[token] in ("boy", "girl", "kid") and kept.isdisjoint(tree.lemmas)


def _may_be_counted(tree: SyntaxTree, match: PhraseMatch, nouns: Set[str], relation: str) -> bool:
    """Whether what is counted is such a thing or in a relation, if it is named: "down to one car" tells of no pets."""
    token = match.slots.get("number")
    if token is None or not tree.tags[token].startswith("N"):
        return True
    return tree.lemmas[token] in nouns or RELATION_OF_NOUN.get(tree.lemmas[token]) == relation


def _may_have_died(resolver: Resolver, match: PhraseMatch) -> bool:
    """Whether somebody who was lost is dead: a relative, and not "in the supermarket"."""
    tree, token = resolver.tree, match.slots.get("person")
    if token is None or tree.lemmas[match.anchor] == "bury":
        return True
    lost_at = [
        i
        for i in tree.having(match.anchor, "obl")
        if any(tree.lower[j] in ("in", "at") for j in tree.children[i]) and tree.lemmas[i] not in GENERIC_NOUNS
    ]  # but "in the night"
    somewhere = any(i in resolver.named or tree.tags[i] in ("NN", "NNS") for i in lost_at)
    titled = token in resolver.named and titled_kin(resolver.named[token].name) is not None
    return (titled or RELATION_OF_NOUN.get(tree.lemmas[token]) in _MOURNED) and not somewhere


def _number(resolver: Resolver, token: int) -> str | None:
    """Return a number, with the things that it counts if they are named; None for "two of us" or "four weeks"."""
    tree = resolver.tree
    if tree.lower[token + 1 : token + 2] == ["of"]:
        return None
    if tree.lemmas[token] in _MEASURES:
        return None
    number = tree.child(token, "nummod")
    kind = [i for i in tree.having(token, "compound") if number is not None and number < i < token]  # "guinea pigs"
    return tree.lower[token] if number is None else " ".join(tree.lower[i] for i in (number, *kind, token))


def _home_before(resolver: Resolver, token: int) -> Reference | None:
    """Return the town of the home that the turn named before: "found a flat in Nantes! Moved in yesterday"."""
    tree = resolver.tree
    for i in range(token - 1, -1, -1):
        if tree.lemmas[i] in HOME_NOUNS and (town := _town(resolver, i)) != i:
            return resolver.resolve(town)
    return None


def _filled(resolver: Resolver, clause: Clause, match: PhraseMatch, source: str, about: Reference) -> str | None:
    """Return words with their slots filled; None if one isn't found in the phrase, or beside its subject."""
    filled = source
    for kind in slots_of(source):
        token = match.slots.get(kind)
        other = _other(resolver, clause, about) if kind == "person" and token is None else None
        if other is not None:
            filled = filled.replace(f"{{{kind}}}", other.name)
            continue
        if token is None or (resolver.tree.tags[token] == "PRP" and resolver.resolve(token) is None):
            return None
        words: str | None
        if kind == "number":
            words = _number(resolver, token)
        else:
            words = _part(resolver.tree, token) if kind == "part" else phrase_text(resolver, _town(resolver, token))
        if words is None:
            return None
        filled = filled.replace(f"{{{kind}}}", words)
    return filled.replace(" to to ", " to ")  # "off to | to New Zealand"


def _part(tree: SyntaxTree, token: int) -> str:
    """Return a part of the body with what tells which: "left wrist" of "my left wrist skating"."""
    return " ".join(tree.lower[i] for i in (*tree.having(token, "amod", "compound"), token) if i <= token)


def _says_any(resolver: Resolver, kind: str, token: int) -> bool:
    """Whether a noun names nothing in particular, such as "my job", so that the next source applies."""
    lemma = resolver.tree.lemmas[token]
    if token in resolver.named:
        return False
    general = {"org": JOB_NOUNS, "school": SCHOOL_NOUNS, "home": HOME_NOUNS, "place": HOME_NOUNS}.get(kind)
    return general is not None and lemma in general


def _town(resolver: Resolver, token: int) -> int:
    """Return the named place of a home: "Ennis" of "our house in Ennis"."""
    tree = resolver.tree
    if token in resolver.named:
        return token
    head = tree.heads[token]
    near = [*tree.having(token, "nmod"), *tree.having(head, "obl", "nmod"), head]  # "the flat's in Lyon"
    return next((i for i in near if i > token and i in resolver.named and _is_in(resolver, i)), token)


def _is_in(resolver: Resolver, token: int) -> bool:
    tree = resolver.tree
    return any(tree.lower[i] in ("in", "on", "at", "near") for i in tree.having(token, "case"))


def _other(resolver: Resolver, clause: Clause, about: Reference) -> Reference | None:
    """Return the other one of a couple that is the subject: "Luca and I", "Klara and Tomas", or "we" of an answer."""
    tree = resolver.tree
    near = resolver.joined_subjects(clause.head)
    subject = clause.subject
    if subject is not None and subject > 1 and tree.lower[subject - 1] in ("and", "&"):
        near = [*near, subject - 2]
    for i in near:
        reference = resolver.resolve(i) if tree.lower[i] not in FIRST_PERSON else None
        if reference is not None and reference.name != about.name:
            return reference
    if about.name != resolver.speaker and any(tree.lower[i] == "yes" for i in tree.children[clause.head]):
        return _proposer(resolver, clause.head, about)
    before = resolver.before if subject is not None and tree.lower[subject] == "we" else None
    return None if before is None else before.beside_you()


def _proposer(resolver: Resolver, answer: int, about: Reference) -> Reference | None:
    """Return who proposed to somebody who then said yes: "I asked Hania to marry me. She said yes"."""
    tree = resolver.tree
    for verb in (i for i in reversed(range(answer)) if tree.is_verb(i) and tree.lemmas[i] in _ASKING):
        asker = tree.child(verb, "nsubj")
        asked = [resolver.resolve(i) for i in tree.having(verb, "iobj", "obj", "obl")]
        if asker is not None and any(each is not None and each.name == about.name for each in asked):
            own = tree.lower[asker] in FIRST_PERSON
            return Reference(resolver.speaker, "person") if own else resolver.resolve(asker)
    return None
