"""Homes that are still to be left: who is "leaving Baden at last", keys and boxes at hand, lives in Baden."""

from collections.abc import Iterator
from dataclasses import replace

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.extracted import TimeExpression
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_MOVING = (
    "move", "moving", "removal", "mover", "flat", "house", "apartment", "lease", "landlord", "landlady", "rent", "key",
    "box", "suitcase", "container", "pack", "unpack", "emigrate", "relocate", "van", "neighbour", "neighbor", "deposit",
    "stairwell", "letterbox", "attic", "room", "tenant",
)  # fmt: skip
"""Words of those who leave a place for another one, rather than after a visit."""
_GOODBYE = {"goodbye", "bye", "farewell", "adieu", "ciao", "adios"}
_THINKING = {"think", "dream", "talk"}
"""Verbs of those who have it in mind to leave where they live: "she's thinking of leaving Rome"."""
_FOR_GOOD = {"finally", "forever"}
_SURE = 0.65


def read_leaving(
    resolver: Resolver, clause: Clause, about: Reference, time: TimeExpression | None, *, coming: bool
) -> Iterator[Frame]:
    """Yield the home that somebody is going, or wishes, to leave, and both homes of who moves from one to the other.

    Args:
        time: the time of the clause.
        coming: whether it is one to come, up to which they live there.
    """
    tree = resolver.tree
    moved = clause.tense == "past" and clause.modality == "actual" and (time is None or time.start is not None)
    moves = tree.lemmas[clause.head] in ("move", "relocate") and not clause.negated
    if moves and (moved or (coming and clause.tense != "past")):
        yield from _moved_between(resolver, clause.head, about)
        return
    if clause.negated and about.type in ("person", "other") and (town := _never_left(tree, clause)) is not None:
        past = clause.tense == "past"
        yield from (replace(f, modality="actual", begins=past) for f in _home(resolver, about, town))
        return
    thinks = tree.lemmas[clause.head] in _THINKING and not clause.negated and clause.tense == "present"
    for verb in tree.having(clause.head, "advcl") if thinks and about.type in ("person", "other") else ():
        town = tree.child(verb, "obj")
        if tree.lemmas[verb] == "leave" and town is not None and not resolver.talked_of("trip", "holiday", "vacation"):
            yield from (replace(frame, modality="actual") for frame in _home(resolver, about, town))
    for verb in (clause.head, *tree.having(clause.head, "xcomp", "ccomp", "conj")):
        town = tree.child(verb, "obj")
        if tree.lemmas[verb] != "leave" or town is None or clause.negated or about.type != "person":
            continue
        left = tree.tags[verb] == "VBN" or (tree.tags[verb] == "VBD" and clause.modality == "actual")
        adverbs = {tree.lower[i] for i in tree.having(verb, "advmod")}
        if not left and (adverbs & _FOR_GOOD or resolver.talked_of(*_MOVING)):
            yield from (replace(frame, ended=coming) for frame in _home(resolver, about, town))


def _never_left(tree: SyntaxTree, clause: Clause) -> int | None:
    """Return the town that somebody stays in for good: "he never left Rome", "she won't leave", "isn't budging from".

    Who only didn't leave a town on some day may have been there on a visit.
    """
    verb = clause.head
    if tree.lemmas[verb] == "budge":
        near = tree.having(verb, "obl")
        return next((i for i in near if any(tree.lower[j] == "from" for j in tree.having(i, "case"))), None)
    ever = any(tree.lower[i] == "never" for i in tree.children[verb])
    wont = any(tree.lower[i] in ("will", "wo", "'ll", "would") for i in tree.having(verb, "aux"))
    return tree.child(verb, "obj") if tree.lemmas[verb] == "leave" and (ever or wont) else None


def _moved_between(resolver: Resolver, verb: int, about: Reference) -> Iterator[Frame]:
    """Yield the homes of who "moves from Cork to Leeds on the 10th": the one until then, the other from then on."""
    tree = resolver.tree
    near = tree.having(verb, "obl", "nmod")
    near = [*near, *(j for i in near for j in tree.having(i, "nmod", "obl"))]
    towns = {tree.lower[j]: i for i in near for j in tree.having(i, "case")}
    if about.type == "person" and "from" in towns and "to" in towns:
        yield from (replace(frame, ended=True) for frame in _home(resolver, about, towns["from"]))
        yield from (replace(frame, begins=True) for frame in _home(resolver, about, towns["to"]))


def read_goodbyes(resolver: Resolver, sentence: tuple[int, int]) -> Iterator[tuple[int, Frame]]:
    """Yield the home that the speaker takes leave of, of whose move the turn or those before speak."""
    tree, (first, last) = resolver.tree, sentence
    for i in range(first, last - 1):
        if tree.lower[i] in _GOODBYE and i + 1 in resolver.named and resolver.talked_of(*_MOVING):
            speaker = Reference(resolver.speaker, "person")
            yield from ((i + 1, frame) for frame in _home(resolver, speaker, i + 1))


def _home(resolver: Resolver, about: Reference, town: int) -> Iterator[Frame]:
    mention = resolver.named.get(town)
    likely = "location" if mention is None or not resolver.talked_of(*_MOVING) else mention.type
    if mention is not None and mention.type == likely and likely in ("location", "other"):
        place, text = Reference(mention.name, "location"), f"{about.name} lives in {mention.name}"
        yield Frame(about, "lives_in", object=place, confidence=_SURE, plain=True, text=text)
