"""States that a clause implies: a person who moved to Rome lives there, one who bought a car owns it."""

from collections.abc import Iterator
from dataclasses import replace

from chronomem.extractors.language.clauses.phrases import phrase_text
from chronomem.extractors.language.clauses.references import Reference, Resolver
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.lexicon import (
    GENERIC_OWNED,
    HOME_NOUNS,
    JOB_NOUNS,
    RELATION_OF_NOUN,
    first_names,
)

_ACQUIRING = {"buy", "get", "purchase", "own"}
_TRIPS = {"trip", "vacation", "holiday", "flight", "drive", "cruise", "pilgrimage", "getaway", "journey"}
_TAKING_WORK = {"get", "start", "land", "accept", "begin", "have", "find", "take"}

_TAKING_HOME = {"find", "buy", "get", "rent", "have", "purchase"}
_JOINING = {"start", "begin", "join", "switch", "move", "transfer"}
_CLUBS = {"club", "team", "group", "society", "association", "church", "choir", "band", "gym", "university", "college"}


def read_states(resolver: Resolver, about: Reference, verb: int) -> Iterator[Frame]:
    """Yield the implied states of a clause with a full verb.

    Args:
        verb: the decisive verb: that of the clause, or of "started working", "got to move".
    """
    tree = resolver.tree
    lemma = tree.lemmas[verb]
    thing = tree.child(verb, "obj")
    phrases = [i for i in tree.having(verb, "obl", "nmod", "obl:agent") if i > verb]
    phrases += [i for j in tree.having(verb, "advmod") if tree.lower[j] == "back" for i in tree.having(j, "obl")]
    cases = {" ".join(tree.lower[j] for j in tree.having(i, "case")): i for i in phrases}
    yield from _home(resolver, about, verb, lemma, cases)
    yield from _work(resolver, about, verb, lemma, thing, cases)
    yield from _love(resolver, about, verb, lemma, thing, cases)
    if lemma in _ACQUIRING and thing is not None and tree.lemmas[thing] in GENERIC_OWNED:
        yield Frame(about, "owns", value=phrase_text(resolver, thing), confidence=0.7)
    elif lemma in ("buy", "purchase") and thing is not None and _is_product(resolver, thing):
        yield Frame(about, "owns", value=phrase_text(resolver, thing), confidence=0.6)
    if lemma in ("take", "go", "have", "be") and (trip := thing if thing is not None else cases.get("on")) is not None:
        yield from _trip(resolver, about, verb, trip)
    if lemma in ("turn", "become", "go"):
        yield from _change(resolver, about, verb)


def _is_product(resolver: Resolver, thing: int) -> bool:
    """Whether the phrase is a single product of a make: "a Tesla"."""
    tree, mention = resolver.tree, resolver.named.get(thing)
    known = mention is not None and mention.type in ("product", "other", "organization")
    return known and any(tree.lower[i] in ("a", "an") for i in tree.having(thing, "det"))


def _home(resolver: Resolver, about: Reference, verb: int, lemma: str, cases: dict[str, int]) -> Iterator[Frame]:
    tree = resolver.tree
    if lemma in ("move", "relocate", "settle"):
        place = cases.get("to", cases.get("into", cases.get("in", tree.pointing(verb))))
        if place is not None and "with" in cases and place == cases["with"]:
            return
        if lemma == "move" and tree.lower[verb + 1 : verb + 2] == ["in"] and (town := _town_of_home(resolver, verb)):
            yield Frame(about, "lives_in", object=town, confidence=0.65)
            return
        entity = resolver.resolve(place) if place is not None else None
        if place is not None and entity is not None and entity.type not in ("person", "organization"):
            yield Frame(about, "lives_in", object=entity, confidence=0.8)
        elif place is not None and tree.lemmas[place] in HOME_NOUNS:
            yield Frame(about, "lives_in", value=phrase_text(resolver, place), confidence=0.7)
    grew = lemma == "grow" and any(tree.lower[i] == "up" for i in tree.having(verb, "compound:prt"))
    if (grew or lemma in ("bear", "born", "raise")) and "in" in cases and tree.lower[verb] != "raise":
        entity = resolver.resolve(cases["in"])
        if entity is not None:
            yield Frame(about, "is_from", object=entity, confidence=0.8)


def _town_of_home(resolver: Resolver, verb: int) -> Reference | None:
    """Return the town of a home that a person moved into: "found a flat in Nantes! Moved in yesterday"."""
    tree = resolver.tree
    if any(i in resolver.named or tree.lemmas[i] in HOME_NOUNS for i in tree.subtree(verb) if i > verb):
        return None
    for i in range(verb - 1, -1, -1):
        if tree.lemmas[i] in HOME_NOUNS:
            taken = tree.full_deps[i] == "obj" and tree.lemmas[tree.heads[i]] in _TAKING_HOME
            near = [*tree.having(i, "nmod"), *tree.having(tree.heads[i], "obl")] if taken else []
            named = (j for j in near if any(tree.lower[k] == "in" for k in tree.having(j, "case")))
            found = (resolver.resolve(j) for j in named)
            return next((town for town in found if town is not None and town.type == "location"), None)
    return None


def _work(
    resolver: Resolver, about: Reference, verb: int, lemma: str, thing: int | None, cases: dict[str, int]
) -> Iterator[Frame]:
    tree = resolver.tree
    if lemma in ("work", "freelance") and "as" in cases:
        for case in ("at", "for"):
            if case in cases:
                yield _employer(resolver, about, cases[case])
        yield from employers(resolver, about, cases["as"])
    elif lemma in _TAKING_WORK and thing is not None and tree.lemmas[thing] in JOB_NOUNS - {"work", "company"}:
        inner = {tree.lower[j]: i for i in tree.having(thing, "nmod") for j in tree.having(i, "case")} | cases
        if "as" in inner:
            yield Frame(about, "works_as", value=phrase_text(resolver, inner["as"]), confidence=0.8)
        if "at" in inner:
            yield _employer(resolver, about, inner["at"])
    elif lemma == "become" and thing is not None:
        yield Frame(about, "is_a", value=phrase_text(resolver, thing), confidence=0.75)
    elif (employer := _new_employer(resolver, lemma, thing, cases)) is not None:
        yield _employer(resolver, about, employer)
    elif lemma == "hire" and thing is not None and (hired := resolver.resolve(thing)) is not None:
        if hired.type == "person" and about.owner is None and about.name.split()[0] not in first_names():
            yield Frame(hired, "works_at", object=replace(about, type="organization"), confidence=0.8)
    elif lemma == "promote" and "to" in cases:
        yield Frame(about, "works_as", value=phrase_text(resolver, cases["to"]), confidence=0.8)
    elif lemma == "promote" and (post := _post_taken_for_verb(resolver, verb)):
        yield Frame(about, "works_as", value=post, confidence=0.75)


def _post_taken_for_verb(resolver: Resolver, verb: int) -> str:
    """Return the post of "promoted to head chef" when "head" was parsed as a verb."""
    tree = resolver.tree
    head = tree.child(verb, "xcomp")
    if head is None or tree.lower[head - 1] != "to" or tree.tags[head] != "VB":
        return ""
    last = max((i for i in tree.having(head, "obj", "flat", "compound") if tree.tags[i].startswith("N")), default=-1)
    between = range(head, last + 1)
    return " ".join(tree.lower[i] for i in between) if all(tree.words[i].isalpha() for i in between) else ""


def _new_employer(resolver: Resolver, lemma: str, thing: int | None, cases: dict[str, int]) -> int | None:
    """Return the employer in "was hired by Acme", "started at Acme", "joined Acme": not a person, place or club."""
    if lemma == "hire":
        return cases.get("by", cases.get("at"))
    if lemma not in _JOINING:
        return None
    place = thing if thing is not None else cases.get("at", cases.get("with", cases.get("to")))
    if place is None or place not in resolver.named or resolver.tree.child(place, "det") is not None:
        return None
    mention = resolver.named[place]
    last = mention.text.split()[-1].lower()
    return place if mention.type in ("organization", "other") and last not in _CLUBS else None


def employers(resolver: Resolver, about: Reference, noun: int) -> Iterator[Frame]:
    """Yield the employer in "a nurse at the General Hospital"."""
    tree = resolver.tree
    for i in tree.having(noun, "nmod", "obl"):
        if any(tree.lower[j] in ("at", "for") for j in tree.having(i, "case")) and i in resolver.named:
            yield _employer(resolver, about, i)


def _employer(resolver: Resolver, about: Reference, place: int) -> Frame:
    entity = resolver.resolve(place)
    if entity is None:
        return Frame(about, "works_at", value=phrase_text(resolver, place), confidence=0.75)
    kind = "organization" if entity.type == "other" else entity.type
    return Frame(about, "works_at", object=Reference(entity.name, kind), confidence=0.85)


def _love(
    resolver: Resolver, about: Reference, verb: int, lemma: str, thing: int | None, cases: dict[str, int]
) -> Iterator[Frame]:
    """Yield partners: "got married to Tom", "started dating Ann", "we're seeing each other"."""
    tree = resolver.tree
    partner = resolver.resolve(cases["to"]) if "to" in cases else None
    words = {tree.lower[i]: i for i in tree.children[verb]}
    for word, predicate in (("married", "married_to"), ("engaged", "engaged_to")):
        state = words.get(word) if lemma == "get" else verb if tree.lower[verb] == word else None
        if state is None:
            continue
        for i in (*tree.having(state, "obl"), *resolver.joined_subjects(verb)):
            partner = partner or resolver.resolve(i)
        if partner is not None and partner.name != about.name:
            yield Frame(about, predicate, object=partner, confidence=0.85)
        else:
            yield Frame(about, "has_status", value=word, confidence=0.8)
    if lemma == "marry" and thing is not None and (other := resolver.resolve(thing)) is not None:
        yield Frame(about, "married_to", object=other, confidence=0.85)
    if lemma in ("adopt", "get", "buy") and thing is not None and lemma != "get":
        relation = RELATION_OF_NOUN.get(tree.lemmas[thing])
        if relation in ("has_pet", "has_child"):
            mention = resolver.name_beside(thing)
            entity = None if mention is None else Reference(mention.name, "other")
            yield Frame(about, relation, object=entity, value=phrase_text(resolver, thing), confidence=0.8)


def _change(resolver: Resolver, about: Reference, verb: int) -> Iterator[Frame]:
    """Yield a change of state: "turned 30", "went vegan"."""
    tree = resolver.tree
    for i in tree.having(verb, "obj", "xcomp", "obl:unmarked"):
        if tree.lower[i].isdecimal() and tree.lemmas[verb] == "turn":
            yield Frame(about, "has_age", value=tree.lower[i], confidence=0.8)
        elif tree.tags[i].startswith("JJ") or tree.lemmas[i] in ("vegetarian", "vegan"):
            yield Frame(about, "is", value=phrase_text(resolver, i), confidence=0.7)


def _trip(resolver: Resolver, about: Reference, verb: int, trip: int) -> Iterator[Frame]:
    """Yield a visit for a journey: "took a trip to Rome"."""
    tree = resolver.tree
    if tree.lemmas[trip] not in _TRIPS:
        return
    for i in (*tree.having(trip, "nmod"), *tree.having(verb, "obl")):
        if any(tree.lower[j] == "to" for j in tree.having(i, "case")):
            entity = resolver.resolve(i)
            yield Frame(about, "visited", object=entity, value=phrase_text(resolver, i), confidence=0.8)
