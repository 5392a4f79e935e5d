"""What a verb means with its object: "have a dog" is has_pet, "have a car" owns, "had a picnic" attended."""

from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.relation_nouns import relation_noun
from chronomem.extractors.language.frames.groups import GROUPS
from chronomem.extractors.language.frames.object_lists import names_after
from chronomem.extractors.language.frames.occasions import BEFALLING, RACES, TREATMENTS, UNATTENDED, is_occasion
from chronomem.extractors.language.frames.verb_map import map_verb, open_predicate
from chronomem.extractors.language.lexicon import (
    COLLECTIVES,
    HAD,
    KEPT_ANIMALS,
    MAKES,
    PLACE_NOUNS,
    RELATION_OF_NOUN,
    demonyms,
    is_caught,
)

_RUN = {
    "business", "startup", "agency", "blog", "channel", "podcast", "website", "page", "newsletter", "club", "hotel",
    "hostel", "pub", "kiosk", "stall", "charity", "practice", "clinic", "salon", "workshop", "project", "campaign",
    "choir", "league", "franchise", "daycare", "nursery", "kennel", "magazine", "label", "garage", "department",
    "organization", "organisation", "community", "forum", "server", "program", "programme", "course",
}  # fmt: skip
_MEDICINE = {
    "medication", "medicine", "pill", "antidepressant", "insulin", "painkiller", "statin", "supplement", "vitamin",
    "antibiotic", "tablet",
}  # fmt: skip
_OF_MEDICINES = (
    "statin", "pril", "olol", "sartan", "prazole", "triptan", "cillin", "mycin", "formin", "traline", "oxetine",
    "azepam", "zolam", "profen", "cetamol", "thyroxine", "dipine", "lukast", "xaban", "parin", "codone", "citalopram",
    "glutide", "trexate", "histamine", "dronate", "zepine", "gabalin",
)  # fmt: skip
"""How the names of medicines end."""
_CAUGHT = {"animal", "bird", "fish", "mouse", "spider", "rat", "snail", "frog"}
"""Animals that one may have at home or on a plate without keeping them."""
_RUNNING = {"run", "manage", "open", "found", "set", "co-found", "cofound"}
_BESIDE = {"ROOT", "advcl", "parataxis"}
"""How a participle is attached that tells what goes on: "building a shed", "I'm at home, writing my thesis"."""
_LESSONS = {"class", "course", "lesson", "workshop", "module", "seminar"}
"""What one takes to learn something."""


def predicate_of(lemma: str, particle: str, noun: str) -> str:
    """Return the predicate of a verb with this object: "have a dog" is has_pet, "have a car" owns."""
    if lemma in ("have", "get", "own") and noun in RELATION_OF_NOUN and not particle:
        return RELATION_OF_NOUN[noun]
    if lemma in _RUNNING and particle in ("", "up") and _is_run(noun):
        return "runs"
    if lemma == "take" and not particle and (noun in _MEDICINE or (noun.endswith(_OF_MEDICINES) and noun != "april")):
        return "takes"
    if lemma == "take" and not particle and noun in _LESSONS:
        return "studies"
    if lemma in ("have", "get") and noun in ("student", "pupil") and not particle:
        return "teaches"
    if lemma == "have":
        return "owns" if noun in HAD else "has"
    return map_verb(lemma, particle, "") or open_predicate(lemma, particle, "")


def kind_had(resolver: Resolver, verb: int, lemma: str, particle: str, thing: int) -> str:
    """Return the predicate of a verb with this object, where more than its noun tells it.

    Animals are kept if they are called by name or counted; a make tells a vehicle; who gets migraines has them, who
    gets the bus has received nothing, and who is writing a novel hasn't made it yet.
    """
    tree = resolver.tree
    noun = tree.lemmas[thing]
    predicate = predicate_of(lemma, particle, relation_noun(tree, thing))
    if noun in KEPT_ANIMALS and predicate in ("has", "received"):
        called = resolver.names_beside(thing) or names_after(resolver, thing)
        kept = noun not in _CAUGHT and tree.tags[thing] == "NNS" and tree.tags[verb] != "VBD"
        return "has_pet" if called or kept else predicate
    if predicate == "studies" and noun in _LESSONS and lemma == "take" and tree.tags[verb] == "VBD":
        return "attended"  # "I took a cooking class in March"
    if lemma == "do" and tree.tags[verb] in ("VBD", "VBN") and noun in RACES:
        return "attended"  # "she did the 10k in 58 minutes"
    if predicate == "plays" and noun in _PERFORMED and tree.tags[verb] in ("VBD", "VBN"):
        return "attended"  # "I played a gig"
    undergone = predicate == "has" and tree.tags[verb] in ("VBD", "VBN") and tree.lower[verb] != "got"
    by_luck = noun == "stroke" and tree.child(thing, "nmod") is not None  # "a stroke of luck"
    if undergone and noun in TREATMENTS | BEFALLING and not by_luck:
        return "had"  # "I had an operation in 2017"
    if (
        predicate == "has"
        and tree.tags[verb] in ("VBD", "VBN")
        and tree.lower[verb] != "got"  # "I've got the dentist at 12"
        and is_occasion(resolver, thing)
        and noun not in UNATTENDED
    ):
        return "attended"  # "we had a picnic"
    if predicate == "has" and {tree.lower[i] for i in (thing, *tree.having(thing, "compound", "flat"))} & MAKES:
        return "owns"
    if predicate == "bought" and lemma == "pick" and noun in demonyms() and tree.child(thing, "det") is None:
        return "studies"  # "picked up Spanish"
    if predicate == "knows" and (noun == "language" or noun in demonyms()) and tree.tags[thing] != "NNS":
        return "speaks"
    auxiliaries = tree.having(verb, "aux")
    going_on = any(tree.lemmas[i] == "be" for i in auxiliaries) or (not auxiliaries and tree.deps[verb] in _BESIDE)
    if predicate == "made" and noun in GROUPS and any(tree.lower[i] == "the" for i in tree.having(thing, "det")):
        return "member_of"  # "I made the orchestra"
    if predicate == "made" and tree.tags[verb] == "VBG" and going_on:
        return "works_on"  # "I'm writing a novel"
    first = min((i for i in tree.having(thing, "compound", "amod") if i < thing), default=thing)
    if (predicate == "received" or lemma == "catch") and is_caught(" ".join(tree.lower[first : thing + 1])):
        return "has"  # "got a stomach bug", "caught a cold"
    if predicate == "received" and tree.tags[verb] in ("VBP", "VBZ", "VB"):
        definite = any(tree.lower[i] == "the" for i in tree.having(thing, "det"))
        return open_predicate(lemma, particle, "") if definite else predicate
    return predicate


_PERFORMED = {"gig", "concert", "show", "set", "festival", "match", "final", "tournament", "wedding"}


def _is_run(noun: str) -> bool:
    """Whether a thing is one that people run: a business, a group, a channel; not a marathon or an errand."""
    return noun in _RUN | PLACE_NOUNS | COLLECTIVES or noun.endswith(("ery", "shop", "house"))
