"""Illnesses that "it" is: "got my results, it's lupus"."""

from collections.abc import Iterator

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.phrases import phrase_text
from chronomem.extractors.language.clauses.references import FIRST_PERSON, FIRST_POSSESSIVE, Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN, is_ailment

_EXAMINED = {"doctor", "doc", "gp", "physio", "dentist", "dermatologist", "hospital", "clinic", "scan", "test",
             "result"}  # fmt: skip
"""Words of a turn that tells how an examination went: "back from the physio: it's tendinitis"."""


def read_diagnosis(resolver: Resolver, clause: Clause) -> Iterator[Frame]:
    """Yield the illness that "it" is, of the speaker if the turn tells of nobody else: "got my results, it's lupus"."""
    tree, head = resolver.tree, clause.head
    it = clause.subject is not None and tree.lower[clause.subject] in ("it", "that")
    stated = clause.kind == "statement" and clause.modality == "actual" and clause.tense == "present"
    if not it or not stated or clause.negated or not is_ailment(tree.lemmas[head]) or tree.child(head, "cop") is None:
        return
    persons = [m for m in resolver.named.values() if m.type == "person" and m.name != resolver.speaker]
    others = {*RELATION_OF_NOUN, "he", "she", "they", "him", "her", "them", "his", "their", "your", "you"}
    own = any(word in FIRST_PERSON | FIRST_POSSESSIVE for word in tree.lower) or resolver.talked_of(*_EXAMINED)
    if own and not persons and others.isdisjoint((*tree.lower, *tree.lemmas)):
        value = phrase_text(resolver, head, alone=True)
        yield Frame(Reference(resolver.speaker, "person"), "has", value=value, confidence=0.7)
