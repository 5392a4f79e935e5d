"""Verbs under an auxiliary: plans, wishes, abilities and duties."""

from collections.abc import Iterator

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.phrases import complements, phrase_text, thing_meant
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.extracted import Modality
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.fulfilments import read_abandonment
from chronomem.extractors.language.frames.verb_phrases import says_little, verb_phrase
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_PERHAPS = {"maybe", "perhaps", "possibly"}
_TOLERATING = {"have", "eat", "drink", "touch", "tolerate", "stomach", "digest", "handle"}
_FOODS = {
    "dairy", "gluten", "lactose", "milk", "cheese", "butter", "cream", "egg", "wheat", "bread", "pasta", "nut",
    "peanut", "almond", "soy", "soya", "sesame", "shellfish", "fish", "seafood", "shrimp", "prawn", "meat", "pork",
    "beef", "chicken", "sugar", "salt", "caffeine", "coffee", "alcohol", "wine", "beer", "chocolate", "strawberry",
    "kiwi", "banana", "tomato", "onion", "garlic", "mushroom", "spice", "corn", "lentil", "bean", "avocado", "celery",
    "mustard", "honey",
}  # fmt: skip
"""Food and drink that some can't have."""
_MODAL_PREDICATES: dict[Modality, str] = {
    "planned": "plans", "considered": "considers", "desired": "wants", "able": "can", "obliged": "needs",
}  # fmt: skip


def read_modal(resolver: Resolver, clause: Clause, about: Reference, timed: set[int]) -> Iterator[Frame]:
    """Yield a verb under an auxiliary: "I'll visit Rome", "I can play the piano", "I'd love to go"."""
    tree, head = resolver.tree, clause.head
    lemma = tree.lemmas[head]
    if lemma == "wait" and clause.modality == "able" and clause.negated:
        rest = complements(resolver, head, set(), timed)
        if not says_little(resolver, head):
            yield Frame(
                about, "looks_forward_to", value=_unmarked(rest), confidence=0.8, modality="desired", plain=True
            )
        return
    if clause.modality == "able" and (clause.negated or clause.ended) and lemma in ("stand", "bear"):
        thing = tree.child(head, "obj")
        meant = thing_meant(resolver.tree, thing) if thing is not None else None
        if meant is None and thing is not None and tree.tags[thing].startswith("N"):
            meant = thing
        value = phrase_text(resolver, meant) if meant is not None else complements(resolver, head, set(), timed)
        entity = resolver.resolve(meant) if meant is not None else None
        yield Frame(about, "dislikes", object=entity, value=value, modality="actual", plain=True)
        return
    if clause.modality == "able" and clause.negated and not clause.ended and lemma in _TOLERATING:
        thing = tree.child(head, "obj")
        if thing is not None and tree.lemmas[thing] in _FOODS and tree.child(thing, "det", "nmod:poss") is None:
            for food in (thing, *tree.having(thing, "conj")):
                yield Frame(about, "allergic_to", value=phrase_text(resolver, food, alone=True), confidence=0.7,
                            modality="actual", plain=True)  # fmt: skip
            return
    if lemma == "agree" and clause.negated:
        return  # "I couldn't agree more" is no denial
    if clause.modality == "planned" and clause.negated:
        yield from read_abandonment(resolver, clause, about)
    if clause.modality == "desired":
        value = _unmarked(complements(resolver, head, set(), timed))
    else:
        value = verb_phrase(resolver, required_action(tree, head))
    first = next((a for a, b in tree.sentences if a <= head < b), 0)
    unsure = clause.modality == "planned" and bool(_PERHAPS & set(tree.lower[first:head]))  # "maybe I'll go"
    modality: Modality = "considered" if unsure else clause.modality
    if not says_little(resolver, head):
        yield Frame(about, _MODAL_PREDICATES[modality], value=value, confidence=0.75, modality=modality)


def required_action(tree: SyntaxTree, verb: int) -> int:
    """Return the action under "have to": "visit" of "going to have to visit Rome"."""
    inner = tree.child(verb, "xcomp")
    return inner if tree.lemmas[verb] in ("have", "try") and inner is not None and tree.tags[inner] == "VB" else verb


def _unmarked(text: str) -> str:
    """Strip the "to" or "for" in front."""
    for mark in ("to ", "for "):
        text = text.removeprefix(mark)
    return text
