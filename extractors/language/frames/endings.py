"""Clauses that end a state: "I quit my job", "we broke up", "sold the car", "moved out of Rome"."""

from collections.abc import Iterator
from dataclasses import replace

from chronomem.extractors.language.clauses.clauses import Clause
from chronomem.extractors.language.clauses.phrases import complements, phrase_text, says_something
from chronomem.extractors.language.clauses.references import Reference, Resolver
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.fulfilments import INFERRED, read_fulfilment
from chronomem.extractors.language.lexicon import HOME_NOUNS, JOB_NOUNS, RELATION_OF_NOUN, SCHOOL_NOUNS

_PARTING = {
    ("sell", ""),
    ("give", "away"),
    ("give", "up"),
    ("throw", "away"),
    ("throw", "out"),
    ("lose", ""),
    ("donate", ""),
}
_PARTICLES = {"away", "up", "out", "off"}
_TAKEN = {"steal", "total", "wreck", "sell"}
"""Verbs for what happens to a thing whose owner then no longer has it."""
_DYING = {("die", ""), ("pass", "away"), ("pass", "")}
_LOSING = {("lose", ""), ("bury", ""), ("give", "away"), ("rehome", "")}
"""Verbs that end the keeping of an animal, if the object is an animal's name."""
_MEMBERSHIPS = {"membership", "subscription", "pass"}
_QUITTING = {"quit", "leave", "resign", "lose"}


def read_ending(resolver: Resolver, clause: Clause, about: Reference) -> Iterator[Frame]:
    """Yield the states that a clause ends, in addition to its own statement.

    A value that names nothing in particular ("job", "partner") ends any current one.
    """
    tree, head = resolver.tree, clause.head
    if clause.modality != "actual":
        return
    lemma = tree.lemmas[head]
    particles = tree.having(head, "compound:prt", "advmod")
    particle = next((tree.lower[i] for i in particles if tree.lower[i] in _PARTICLES), "")
    thing = tree.child(head, "obj", "nsubj:pass")
    yield from _work(resolver, about, head, lemma, particle, thing)
    yield from _love(resolver, about, head, lemma, particle)
    yield from _home(resolver, about, head, lemma)
    if lemma == "get" and any(tree.lower[i] == "rid" for i in tree.children[head]):
        thing = next((i for i in tree.subtree(head) if tree.full_deps[i] in ("obl", "nmod")), None)
        lemma, particle = "give", "away"
    if thing is not None and (lemma, particle) in _PARTING and thing > head:
        sure = INFERRED if (lemma, particle) == ("give", "up") else 0.7  # "gave up the piano" may not be about a thing
        yield from _property(resolver, about, thing, sure)
    if thing is not None and (lemma in ("cancel", "scrap") or (lemma, particle) == ("call", "off")) and thing > head:
        if tree.lemmas[thing] in ("engagement", "wedding"):
            yield from _engagement(resolver, about, head)
        value = f"{phrase_text(resolver, thing)} {complements(resolver, head, {thing}, set())}".strip()
        yield from _cancelled(resolver, about, thing, value)
    yield from _given_up(resolver, about, head, lemma, particle)
    if (lemma, particle) in _DYING and thing is None:  # a person who passes an exam lives on
        yield from _death(resolver, about, clause)
    given = resolver.resolve(thing) if lemma in ("give", "rehome", "rehom") and thing is not None else None
    if given is not None and given.owner == about.name and RELATION_OF_NOUN.get(given.noun or "") == "has_pet":
        yield Frame(about, "has_pet", object=given, ended=True, confidence=0.75)
    passed_on = lemma == "give" and any(
        tree.lower[j] == "to" for i in tree.having(head, "obl") for j in tree.children[i]
    )
    if (
        (passed_on or (lemma, particle) in _LOSING)
        and thing in resolver.named
        and (lost := resolver.resolve(thing)) is not None
    ):
        yield Frame(about, "has_pet", object=lost, ended=True, confidence=INFERRED)
    if (lemma, particle) == ("go", "off") and thing is not None and says_something(phrase_text(resolver, thing)):
        yield Frame(about, "likes", value=phrase_text(resolver, thing), ended=True, confidence=0.75)
    yield from read_fulfilment(resolver, clause, about)


def _cancelled(resolver: Resolver, about: Reference, thing: int, value: str) -> Iterator[Frame]:
    """Yield the ending of a cancelled plan, or of a membership."""
    if resolver.tree.lemmas[thing] in _MEMBERSHIPS:
        for predicate in ("has", "owns"):
            yield Frame(about, predicate, value=phrase_text(resolver, thing), ended=True, confidence=INFERRED)
    else:
        yield Frame(about, "plans", value=value, ended=True, confidence=0.75)


def _given_up(resolver: Resolver, about: Reference, head: int, lemma: str, particle: str) -> Iterator[Frame]:
    """Yield the end of studying or playing: "quit piano", "gave up on Japanese", "dropped out of Cambridge"."""
    tree = resolver.tree
    thing = tree.child(head, "obj")
    given_up = (lemma, particle) == ("give", "up") or lemma in ("quit", "drop")
    for i in tree.having(head, "obl"):
        case = " ".join(tree.lower[j] for j in tree.having(i, "case"))
        if lemma == "drop" and case == "out of":
            school = resolver.resolve(i)
            sure = 0.75 if school is not None else INFERRED
            if school is None and tree.lemmas[i] in SCHOOL_NOUNS:
                yield Frame(about, "studies_at", value="school", ended=True, confidence=INFERRED)
                continue
            value = phrase_text(resolver, i)
            yield Frame(about, "studies_at", object=school, value=value, ended=True, confidence=sure)
        elif given_up and case == "on" and thing is None:
            thing = i
    plain = thing is not None and all(tree.lower[i] == "the" for i in tree.having(thing, "det", "nmod:poss"))
    if given_up and thing is not None and thing > head and plain:
        for predicate in ("studies", "plays"):
            yield Frame(about, predicate, value=phrase_text(resolver, thing), ended=True, confidence=INFERRED)


def read_loss(resolver: Resolver, clause: Clause) -> Iterator[Frame]:
    """Yield things lost through others: "my bike was stolen", "somebody stole my bike"."""
    tree, head = resolver.tree, clause.head
    thing = tree.child(head, "obj", "nsubj:pass")
    if tree.lemmas[head] not in _TAKEN or thing is None or clause.negated or clause.modality != "actual":
        return
    owner = resolver.possessor(thing)
    if owner is not None and (clause.reference is None or clause.reference.name != owner):
        words = [i for i in tree.children[thing] if i < thing and tree.full_deps[i] in ("amod", "compound")]
        value = " ".join(tree.lower[i] for i in (*words, thing))
        yield Frame(Reference(owner, "person"), "owns", value=value, ended=True, confidence=0.7)


def _engagement(resolver: Resolver, about: Reference, head: int) -> Iterator[Frame]:
    """Yield the end of an engagement when the wedding is called off."""
    named = (resolver.resolve(i) for i in resolver.joined_subjects(head))
    partner = next((e for e in named if e is not None and e.name != about.name), None)
    yield Frame(about, "engaged_to", object=partner, value="partner", ended=True, confidence=0.75)


def _death(resolver: Resolver, about: Reference, clause: Clause) -> Iterator[Frame]:
    """Yield the states that a death ends: having the pet; for a bare name, that it is the speaker's pet or partner."""
    relation = RELATION_OF_NOUN.get(about.noun or "")
    if about.owner is not None and relation == "has_pet":
        yield Frame(Reference(about.owner, "person"), relation, object=about, ended=True, confidence=0.8)
    named = clause.subject is not None and clause.subject in resolver.named and about.owner is None
    if named and about.name not in (resolver.speaker, resolver.other):
        for predicate in ("has_pet", "has_partner"):
            speaker = Reference(resolver.speaker, "person")
            yield Frame(speaker, predicate, object=about, ended=True, confidence=INFERRED)


def _work(
    resolver: Resolver, about: Reference, head: int, lemma: str, particle: str, thing: int | None
) -> Iterator[Frame]:
    tree = resolver.tree
    dismissed = lemma in ("fire", "lay") and tree.child(head, "aux:pass") is not None
    off = particle == "off" or tree.lower[head + 1 : head + 2] == ["off"]  # "off this morning" is no place
    if dismissed and (lemma == "fire" or off):
        yield Frame(about, "works_at", value="job", ended=True)
        return
    if lemma == "retire" and thing is None:
        for predicate in ("works_at", "works_as"):
            yield Frame(about, predicate, value="job", ended=True, confidence=0.75)
        yield Frame(about, "is", value="retired", confidence=0.75, begins=True)
        return
    if lemma == "graduate":
        for i in tree.having(head, "obl"):
            if i in resolver.named and any(tree.lower[j] == "from" for j in tree.having(i, "case")):
                yield Frame(about, "studies_at", object=resolver.resolve(i), ended=True, confidence=INFERRED)
    target = thing if thing is not None else next(iter(tree.having(head, "obl")), None)
    if lemma not in _QUITTING or target is None:
        return
    if tree.lemmas[target] in (JOB_NOUNS if lemma != "lose" else {"job", "position"}):
        near = (*tree.having(target, "nmod"), *tree.having(head, "obl"))
        entity = next((e for i in near if i in resolver.named and (e := resolver.resolve(i)) is not None), None)
        yield Frame(about, "works_at", object=entity, value="job", ended=True)
    elif thing is not None and lemma in ("quit", "leave") and _is_the(resolver, thing):
        yield Frame(about, "works_at", value=phrase_text(resolver, thing), ended=True, confidence=INFERRED)
    elif (entity := resolver.resolve(target)) is not None and lemma != "lose":
        if entity.type == "organization":
            yield Frame(about, "works_at", object=entity, ended=True, confidence=0.7)
        elif entity.type == "other" and target in resolver.named:
            yield Frame(about, "works_at", object=replace(entity, type="organization"), ended=True, confidence=INFERRED)


def _is_the(resolver: Resolver, thing: int) -> bool:
    """Whether the phrase is "the bakery" that was mentioned before, without a name."""
    tree = resolver.tree
    return thing not in resolver.named and any(tree.lower[i] in ("the", "my") for i in tree.children[thing])


def _love(resolver: Resolver, about: Reference, head: int, lemma: str, particle: str) -> Iterator[Frame]:
    tree = resolver.tree
    parted = (
        (lemma == "break" and particle == "up")
        or lemma in ("divorce", "separate")
        or (lemma == "split" and particle == "up")
    )
    divorced = tree.lower[head] == "divorced" and tree.child(head, "aux:pass") is not None
    if "getting" in {tree.lower[i] for i in (head, *tree.having(head, "aux:pass", "aux"))}:
        return  # the separation isn't complete yet
    if divorced or (lemma == "get" and any(tree.lower[i] == "divorced" for i in tree.children[head])):
        named = (resolver.resolve(i) for i in resolver.joined_subjects(head))
        spouse = next((e for e in named if e is not None and e.name != about.name), None)
        yield Frame(about, "married_to", object=spouse, value="spouse", ended=True)
        if divorced and tree.child(head, "aux") is None:
            yield Frame(about, "has_status", value="divorced", confidence=0.75, begins=True)
        return
    if not parted or _parts_a_thing(resolver, head, lemma):
        return
    near = tree.having(head, "nsubj", "obl", "obj")
    partner = next((e for i in near if (e := resolver.resolve(i)) is not None and e.name != about.name), None)
    predicate = "married_to" if lemma == "divorce" else "has_partner"
    if partner is not None and partner.noun is not None:
        predicate = RELATION_OF_NOUN.get(partner.noun, predicate)
    yield Frame(about, predicate, object=partner, value="partner", ended=True)


def _parts_a_thing(resolver: Resolver, head: int, lemma: str) -> bool:
    """Whether something other than a couple breaks up: "breaking up my studying"."""
    tree = resolver.tree
    for i in tree.having(head, "obj", "ccomp", "xcomp", "advcl"):
        if lemma == "break" or resolver.resolve(i) is None:
            return True
    return False


def _home(resolver: Resolver, about: Reference, head: int, lemma: str) -> Iterator[Frame]:
    """Yield the home that a person leaves: "moved from Rome", "moved out of my flat"."""
    tree = resolver.tree
    if lemma not in ("move", "relocate"):
        return
    for i in tree.having(head, "obl"):
        case = {tree.lower[j] for j in tree.having(i, "case")}
        if not case & {"from", "out", "of"}:
            continue
        entity = resolver.resolve(i)
        if entity is not None or tree.lemmas[i] in HOME_NOUNS:
            yield Frame(about, "lives_in", object=entity, value=phrase_text(resolver, i), ended=True)


def _property(resolver: Resolver, about: Reference, thing: int, sure: float) -> Iterator[Frame]:
    if resolver.tree.lemmas[thing] in JOB_NOUNS or resolver.tree.lemmas[thing] in RELATION_OF_NOUN:
        return
    value = phrase_text(resolver, thing)
    if says_something(value):
        yield Frame(about, "owns", value=value, ended=True, confidence=sure)
