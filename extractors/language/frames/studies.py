"""What people study, where and for what: "a PhD in biology at Bergen", "studying to become a vet"."""

from collections.abc import Iterator
from dataclasses import replace

from chronomem.extractors.language.clauses.phrases import phrase_text
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.verb_phrases import verb_phrase

_DEGREES = {
    "phd", "doctorate", "degree", "master", "masters", "bachelor", "bachelors", "ba", "bsc", "ma", "msc", "mba",
    "ph.d", "apprenticeship", "diploma", "course", "minor", "major",
}  # fmt: skip


def aim_of_study(resolver: Resolver, verb: int) -> str:
    """Return the aim of "studying to become a vet", or ""."""
    tree = resolver.tree
    for i in tree.having(verb, "xcomp", "advcl", "ccomp"):
        if tree.child(i, "mark") is not None and (tree.child(i, "cop") is not None or tree.lemmas[i] == "become"):
            return verb_phrase(resolver, i) if tree.is_verb(i) else f"be {phrase_text(resolver, i)}"
    return ""


def school_of(resolver: Resolver, about: Reference, verb: int, thing: int, lemma: str) -> Iterator[Frame]:
    """Yield the school of "I study law at Leiden"."""
    tree = resolver.tree
    for i in (*tree.having(verb, "obl"), *tree.having(thing, "nmod")):
        at = i in resolver.named and any(tree.lower[j] == "at" for j in tree.having(i, "case"))
        school = resolver.resolve(i) if at and (lemma == "study" or tree.lemmas[thing] in _DEGREES) else None
        if school is not None and school.type != "person":
            yield Frame(about, "studies_at", object=replace(school, type="organization"), confidence=0.75)
            return


def studied(resolver: Resolver, about: Reference, thing: int) -> Iterator[Frame]:
    """Yield the subject and the school of "doing a PhD in biology at Bergen"."""
    tree = resolver.tree
    if tree.lemmas[thing] not in _DEGREES:
        return
    near = [i for i in tree.subtree(thing) if tree.deps[i] in ("nmod", "obl")] + tree.having(tree.heads[thing], "obl")
    cases = {tree.lower[j]: i for i in near for j in tree.having(i, "case")}
    place = resolver.resolve(cases["in"]) if "in" in cases and cases["in"] in resolver.named else None
    if "in" in cases and not (place is not None and place.type == "location"):  # "did his PhD in Delft"
        topic = phrase_text(resolver, cases["in"], alone=True).partition(" at ")[0]
        yield Frame(about, "studies", value=topic, confidence=0.8)
    if "at" in cases and cases["at"] in resolver.named:
        yield Frame(about, "studies_at", object=resolver.resolve(cases["at"]), confidence=0.8)
