"""Verbs without an object: "went to the zoo", "works in a bank", "feels great", "hiked all day"."""

from collections.abc import Iterator

from chronomem.extractors.language.clauses.phrases import complements, phrase_text, says_something
from chronomem.extractors.language.clauses.references import SECOND_PERSON, Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.groups import is_group
from chronomem.extractors.language.frames.occupations import is_occupation, occupation_text
from chronomem.extractors.language.frames.verb_map import map_verb, open_predicate
from chronomem.extractors.language.frames.verb_phrases import verb_phrase
from chronomem.extractors.language.lexicon import (
    EVENT_NOUNS,
    FEELINGS,
    HOME_NOUNS,
    PLACE_NOUNS,
    RELATION_OF_NOUN,
    SCHOOL_NOUNS,
    SETTLEMENTS,
    is_place,
)
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_PUPILS = {noun for noun, relation in RELATION_OF_NOUN.items() if relation == "has_child"} | {"nephew", "niece"}
"""Relatives who go to school where they go to a name that is no known place."""
_OF_SCHOOLS = SCHOOL_NOUNS | {"academy", "primary", "secondary", "elementary", "high", "grammar"}
"""How the names of schools end."""
_EXTENTS = {
    "floor", "storey", "metre", "meter", "m2", "sqm", "foot", "luxury", "chaos", "peace", "poverty", "sin", "fear",
    "hope",
}  # fmt: skip
"""In what one lives without it being a place."""
_OF_EVENTS = {"derby", "final", "semifinal", "playoff", "regatta", "recital", "prom", "launch", "opening", "marathon"}
"""Further events that one goes to."""
_OUTINGS = {
    "hike", "walk", "run", "ride", "tour", "cruise", "retreat", "trek", "safari", "date", "picnic", "march", "quest",
    "trip", "excursion", "outing", "expedition", "pilgrimage", "getaway",
}  # fmt: skip
_PLACES_OF_WORK = {"place", "job", "company", "firm", "site"}
"""Nouns of whatever somebody works at, that tell nothing of it: "I work at two places"."""


def is_about_other(resolver: Resolver, verb: int) -> bool:
    """Whether an action is courtesy towards the other speaker: "talking to you", "hearing from you"."""
    return any(resolver.tree.lower[i] in SECOND_PERSON for i in resolver.tree.subtree(verb))


def read_intransitive(
    resolver: Resolver, about: Reference, verb: int, lemma: str, particle: str, timed: set[int]
) -> Iterator[Frame]:
    """Yield a verb with neither an object nor a prepositional phrase."""
    tree = resolver.tree
    rest = complements(resolver, verb, set(), timed).removeprefix("to ")
    mapped = map_verb(lemma, particle, "") if lemma not in ("learn", "study") else None
    if (
        lemma == "get"
        and (ready := tree.child(verb, "xcomp")) is not None
        and tree.lower[ready] in ("ready", "prepared", "set")
    ):
        for i in (*tree.having(ready, "obl"), *tree.having(verb, "obl")):
            if any(tree.lower[j] == "for" for j in tree.having(i, "case")):
                yield Frame(about, "prepares_for", value=phrase_text(resolver, i, timed=timed), confidence=0.75)
        return
    if lemma in ("feel", "look", "sound", "get", "become") and rest and not rest.startswith("rid "):
        yield Frame(about, "feels" if lemma in ("feel", "get") else lemma, value=rest, confidence=0.75)
    elif mapped in ("died", "graduated_from") and (mapped == "died" or not rest):
        yield Frame(about, mapped, value=lemma if not particle else f"{lemma} {particle}", confidence=0.8)
    elif rest and says_something(rest):
        yield Frame(about, mapped or open_predicate(lemma, particle, ""), value=rest, confidence=0.6)
    else:
        yield from _without_object(resolver, about, verb)


def _without_object(resolver: Resolver, about: Reference, verb: int) -> Iterator[Frame]:
    """Yield a verb that is its own value: "We hiked all day"."""
    tree = resolver.tree
    if tree.child(verb, "aux:pass") is not None or tree.lemmas[verb] in (
        "be",
        "do",
        "have",
        "go",
        "get",
        "wait",
        "know",
        "agree",
        "come",
        "talk",
        "hear",
    ):
        return
    yield Frame(about, "does", value=verb_phrase(resolver, verb), confidence=0.5)


def _is_habitual(tree: SyntaxTree, thing: int) -> bool:
    """Whether the verb above a thing tells of what somebody does again and again."""
    return tree.tags[tree.heads[thing]] in ("VBZ", "VBP") and tree.child(tree.heads[thing], "aux") is None


def _town(resolver: Resolver, home: int) -> Reference | None:
    """Return the place that a phrase about a home, or about where it is, names."""
    tree = resolver.tree
    near = [*tree.having(home, "nmod", "obl"), *tree.having(tree.heads[home], "obl")]
    for i in (*near, *(j for k in near for j in tree.having(k, "nmod", "obl"))):
        if i in resolver.named and any(tree.lower[j] in ("in", "near") for j in tree.having(i, "case")):
            town = resolver.resolve(i)
            if town is not None and town.type in ("location", "other"):
                return Reference(town.name, "location")
    return None


def _nearer(resolver: Resolver, place: int, case: str, entity: Reference | None) -> Reference | None:
    """Return the place by whose name one knows where somebody lives, or the one that there is.

    It is that of a home, of a street, or the one that is told after a part of a country: "a flat above a bakery in
    Whitby", "at 7 Harbour Street in Galway", "in the south of France, in a town called Céret".
    """
    tree = resolver.tree
    if entity is not None:
        return (_town(resolver, place) if case == "at" else None) or entity
    if tree.lemmas[place] in HOME_NOUNS:
        return _town(resolver, place)
    for i in tree.having(tree.heads[place], "obl"):
        if i > place and any(tree.lower[j] == "in" for j in tree.having(i, "case")):
            told = resolver.resolve(i)
            if told is not None and told.type in ("location", "other"):
                return Reference(told.name, "location")
    return None


def with_preposition(
    resolver: Resolver, about: Reference, lemma: str, particle: str, case: str, thing: int, timed: set[int]
) -> Frame | None:
    tree = resolver.tree
    if (lemma, case) == ("do", "with"):
        return None  # "I'm done with smoking"
    entity = resolver.resolve(thing)
    if entity is not None and entity.name == about.name:
        entity = None
    if (lemma, case) == ("work", "as") and entity is not None and entity.type == "person":
        return None  # "at the same school as my mum"
    value = phrase_text(resolver, thing, timed=timed)
    predicate = map_verb(lemma, particle, case) or open_predicate(lemma, particle, case)
    noun = tree.lemmas[thing]
    if predicate == "works_as" and is_occupation(noun):
        value = occupation_text(resolver, thing)  # "as a chef | at Lumo"
    if lemma == "work" and noun in _PLACES_OF_WORK and entity is None and tree.child(thing, "nummod") is not None:
        return None  # "I work at two places"
    if lemma == "work" and case == "in" and (entity is None or entity.type not in ("location", "person")):
        fixed = tree.child(thing, "det") is not None and noun not in (
            "business",
            "industry",
            "sector",
            "field",
            "trade",
        )
        predicate = "works_at" if fixed or entity is not None else "works_in"
    elif lemma == "work" and case == "in" and entity is not None and entity.type == "location":
        predicate = "works_in"  # "I live in Leeds and work in York"
    elif (lemma, case) == ("work", "with") and entity is not None and entity.type == "person" and not entity.plural:
        predicate = "has_colleague"
    elif (
        lemma in ("sing", "play", "dance", "act", "row", "run")
        and case in ("in", "for", "with")
        and is_group(resolver, thing)
    ):
        predicate = "member_of"
    if lemma == "go" and case == "on" and noun in _OUTINGS:
        predicate = "attended"
    if (lemma, case) == ("report", "to") and entity is not None and entity.type == "person":
        predicate = "has_colleague"
    if predicate == "went_to":
        kind = entity.type if entity is not None else None
        last = "" if entity is None else entity.name.rpartition(" ")[2].lower()
        placed = entity is not None and kind in ("location", "organization") and not is_place(entity.name)
        child = about.noun in _PUPILS and placed and tree.tags[thing] != "NNPS"
        event = {noun, last} & (EVENT_NOUNS | _OF_EVENTS)
        if (last in _OF_SCHOOLS or child) and _is_habitual(tree, thing):
            predicate = "studies_at"  # "goes to Hill School", "our kids go to Park Hill"
        elif kind == "event" or event:
            predicate = "attended"
        elif kind == "location" or (kind is None and noun in PLACE_NOUNS):
            predicate = "visited"
    if lemma == "feel" and tree.lower[thing] in FEELINGS:
        predicate = "feels"
    if entity is None and (tree.tags[thing] in ("PRP", "DT", "WP", "WDT") or not says_something(value)):
        return None
    if predicate == "looks_forward_to" and is_about_other(resolver, thing):
        return None
    same = any(tree.lower[i] == "same" for i in tree.having(thing, "amod"))
    if (predicate == "lives_in" or (lemma, case) == ("live", "on")) and entity is None and (same or noun in _EXTENTS):
        entity = None if same else _town(resolver, thing)  # "on the second floor of a house in Ghent"
        if entity is None:
            return None  # "she lives there, in nine square metres"
    if predicate == "lives_in":
        entity = _nearer(resolver, thing, case, entity)
    if (lemma, case) == ("live", "on") and (town := _town(resolver, thing)) is not None:
        predicate, entity = "lives_in", town  # "she lives on a boat in Amsterdam"
    if (lemma, case) == ("live", "on") and noun in SETTLEMENTS:
        predicate = "lives_in"  # "on a farm"
    over = predicate == "has_colleague" and tree.tags[tree.heads[thing]] == "VBD"  # "I worked with Tom for years"
    begins = lemma == "diagnose"  # a condition goes on after the day when it was found
    return Frame(about, predicate, object=entity, value=value, confidence=0.8, begins=begins, ended=over)
