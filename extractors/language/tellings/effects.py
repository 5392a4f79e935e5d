"""From phrases found in a clause to frames: what they begin, end, or tell as an event."""

import re
from collections.abc import Iterator, Set
from dataclasses import replace
from datetime import datetime

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.clause_times import is_visit, tells_when
from chronomem.extractors.language.clauses.phrases import TIME_NOUNS
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
    FAMILY,
    GENERIC_NOUNS,
    HOME_NOUNS,
    RELATION_OF_NOUN,
)
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.language.tellings.declared import WHATEVER, Effect, slots_of
from chronomem.extractors.language.tellings.fillings import details_of, joined, object_of, other_of
from chronomem.extractors.language.tellings.matcher import PhraseMatch
from chronomem.extractors.language.tellings.persons import whom_meant
from chronomem.extractors.language.tellings.stages import Stage, stage_of
from chronomem.extractors.language.validity import STATES, was_so
from chronomem.graph_schema.facts.plan_kinds import PLAN
from chronomem.graph_schema.facts.predicates import predicate_named
from chronomem.graph_schema.facts.relative import AWAITED

_WORKPLACES = {"{org}", "{employer}", "{school}"}
_MOURNED = {"has_parent", "has_grandparent", "has_child", "has_sibling", "has_relative", "married_to"}
"""Relations to those who are dead if somebody "lost" them."""
_OF_COUPLES = {"has_partner", "engaged_to", "married_to", "broke_up", "married"}
_GROUPS = ("band", "choir", "team", "duo", "trio", "quartet", "orchestra")
"""Groups that may split up as couples do."""
_FUN = {"back", "home", "blast", "ball", "fun", "time"}
_FIRST = {"first", "second", "third", "one", "two"}
"""Which of the days at a new place somebody tells of, the past of which ends nothing."""
_ORDINAL = ("th", "1st", "2nd", "3rd")
"""How the words for which birthday it is end: "Nan's ninetieth"."""
_PROPOSING = ("propose", "proposal", "marry", "marriage", "wedding", "ring", "knee", "engagement", "engage", "fiancé")
_BUYING = {"buy", "purchase", "rent", "sign"}
_NOT_TO_LIVE_IN = {"investment", "rent", "let", "holiday", "weekend", "summer", "student", "grandchild"}
_GENITIVE = re.compile(r"^\w+['\u2019]s? ")
"""The owner in front of what was theirs: "Tom's bike"."""


def read_telling(
    resolver: Resolver, clause: Clause, match: PhraseMatch, time: TimeExpression | None, said_at: datetime | None
) -> Iterator[Frame]:
    """Yield what a phrase of a clause tells."""
    stage = stage_of(resolver, clause, match, time, said_at)
    about = whom_meant(resolver, clause, match)
    tree, subject = resolver.tree, clause.subject
    alive = tree.lemmas[match.anchor] == "die" and subject is not None and tree.lower[subject] in FIRST_PERSON
    if match.telling.by_others and (_doer(tree, clause) is None or _is_same(clause.reference, about)):
        return
    if stage is not None and about is not None and not alive:
        for effect in match.telling.effects:
            yield from _frames(resolver, clause, match, effect, about, stage, time)


def _doer(tree: SyntaxTree, clause: Clause) -> int | None:
    """Return the subject of a clause, or of the one to which it is joined: "a man came and | bought the goats"."""
    first = tree.heads[clause.head] if tree.full_deps[clause.head].startswith("conj") else clause.head
    return clause.subject if clause.subject is not None else tree.child(first, "nsubj")


def _is_same(one: Reference | None, other: Reference | None) -> bool:
    return one is not None and other is not None and one.name == other.name


def _is_left_somewhere(resolver: Resolver, match: PhraseMatch) -> bool:
    """Whether somebody is left at a place or with others, and so for a while: "left Tom at the station"."""
    tree = resolver.tree
    further = tree.having(match.anchor, "obl", "xcomp", "advcl", "compound:prt")
    left = tree.lemmas[match.anchor] == "leave" and len(match.words) == 1
    return left and any(i not in match.timed and tree.lemmas[i] not in TIME_NOUNS for i in further)


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


def _takes_none(tree: SyntaxTree, match: PhraseMatch) -> bool:
    """Whether a phrase takes nothing of its kind: "we built no shed"; not the words of the phrase, "no more cake"."""
    slots = match.slots.values()
    return any(tree.lower[i] == "no" and i not in match.words for slot in slots for i in tree.having(slot, "det"))


def _is_held(effect: Effect, clause: Clause) -> bool:
    return effect.action == "holds" and not clause.perfect


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
    first = not _FIRST.isdisjoint(resolver.tree.lower[i] for i in match.words)  # "my first week at Airbus was tiring"
    held = (was_so(resolver.tree, clause, time) and not first) if lasting else _is_held(effect, clause)
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
    other = _named_in(resolver, match) or other_of(resolver, clause, about)
    placed = other is not None and other.type == "location"  # "left Leeds for good"
    if effect.predicate in _OF_COUPLES and (placed or _is_within_family(resolver, about, other)):
        return  # "mum chucked me out"
    if effect.predicate in _OF_COUPLES and _is_left_somewhere(resolver, match):
        return
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
    if (
        effect.predicate == "lives_in"
        and not ends
        and (_is_put_off(resolver, match) or _is_for_others(resolver, match))
    ):
        return
    if effect.objects == (AWAITED,) and _says_where(resolver.tree, match):
        return
    any_plan = effect.predicate == "plans" and effect.objects == (PLAN,)
    if any_plan and resolver.tree.lower[max(match.words) + 1 :][:1] in (["of"], ["for"], ["to"]):
        return  # "dropped the idea | of a dog"
    if telling.bare and not ends and is_told_over(resolver.tree, match.anchor):
        return  # "my contract at Siemens ended"
    open_ended = not any(map(slots_of, effect.objects)) or WHATEVER in effect.objects
    if open_ended and _has_object(resolver.tree, match):
        return  # who stopped drinking coffee isn't sober
    if effect.predicate == "died" and not _may_have_died(resolver, match):
        return
    predicate = effect.predicate
    for source in effect.objects:
        entity, value = object_of(resolver, clause, match, source, about)
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
        if details := details_of(resolver, match):
            frame = replace(frame, details=details)
        if not ends and effect.action == "begins":
            frame = replace(frame, begins=stage != "now")
        if stage == "ahead" or effect.action == "planned":
            frame = replace(frame, modality="planned")
        frame = replace(frame, negated=stage == "denied", through=ends and telling.through)
        yield frame
        kind = source.strip("{}")
        for token in joined(resolver, match, kind):
            also = replace(match, slots={**match.slots, kind: token})
            entity, value = object_of(resolver, clause, also, source, about)
            if entity is not None or value is not None:
                yield replace(frame, object=entity, value=value)
        return


def _means_several(resolver: Resolver, match: PhraseMatch) -> bool:
    """Whether the other one of a couple is no single person: "with my friends", "with them"."""
    token = match.slots.get("person")
    one = None if token is None else resolver.resolve(token)
    return (token is not None and resolver.tree.lower[token] == "them") or (one is not None and one.plural)


def _is_put_off(resolver: Resolver, match: PhraseMatch) -> bool:
    """Whether a place is what is moved, to another day: "we moved Porto to the 21st"."""
    token = match.slots.get("place")
    return token in resolver.named and resolver.tree.full_deps[token or 0] == "obj"


def _says_where(tree: SyntaxTree, match: PhraseMatch) -> bool:
    """Whether a move is told with whom or where: "moved back in with my parents", "settled in at the firm"."""
    near = tree.having(match.anchor, "obl", "nmod", "obl:with")
    return any(tree.lower[j] in ("with", "to", "into", "at") for i in near for j in tree.having(i, "case"))


def _is_for_others(resolver: Resolver, match: PhraseMatch) -> bool:
    """Whether a home is bought for somebody else, or not to live in: "a flat for my daughter", "to rent out"."""
    tree = resolver.tree
    if tree.lemmas[match.anchor] not in _BUYING:
        return False
    last = next(last for first, last in tree.sentences if first <= match.anchor < last)
    after = range(match.anchor + 1, last)
    marks = (i for i in after if tree.lower[i] in ("for", "as", "to"))
    told = {tree.lemmas[j] for i in marks for j in range(i + 1, min(last, i + 4))}
    return not told.isdisjoint(_NOT_TO_LIVE_IN) or not {RELATION_OF_NOUN.get(word) for word in told}.isdisjoint(FAMILY)


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
    things = (i for i in tree.having(last, "obj", "xcomp", "ccomp") if tree.lower[i] != "more")  # "any more"
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
