"""What the words around a tag tell of it: "cats: no" denies, "sold it to Dale" gives, "swapped it for" ends."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace

from chronomem.extractors.language.lexicon import is_ailment
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.language.tagger.tags import Tag, TaggedWords
from chronomem.graph_schema.facts.predicates import predicate_named

_NO = re.compile(r"\s*[:?\u2013-]+\s*(no|nope|nah|never|negative|none)\b", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*,\s*(?:(?:and|&)\s+)?|\s+(?:and|&)\s+")
"""What stands between the items of a list."""
_SHORT = 2
"""The most words of an item of a list."""
_DESCRIBING = {"amod", "det", "nummod", "nmod:poss", "obl:npmod"}
_NEAR = 3
"""How many words further a described noun stands, at most."""
_ARRIVING = {"arrive", "bear", "come", "join", "move"}
"""Verbs of which a relation's first day is told: "Minka came to us in May"."""
_HANDING_ON = {"sell", "give", "pass", "hand", "lend", "donate", "leave"}
_EXCHANGING = {"swap", "switch", "exchange", "replace", "trade"}
_AT = {"lives_in", "visited", "plans"}
_DISTANCES = {"hour", "minute", "km", "kilometre", "kilometer", "mile", "drive", "flight"}
_TENTATIVE = {"might", "may", "maybe", "perhaps", "possibly"}
_LEARNT = {"plays", "studies", "likes"}
_LESSONS = {"lessons", "lesson", "classes", "class", "practice", "training", "rehearsal", "rehearsals"}
"""What is held of something that one plays or learns."""
_HAVING = {"has", "owns", "has_pet"}


def amended(tree: SyntaxTree, tag: Tag) -> Iterator[Tag]:
    """Yield a tag as the words around it tell it, and the end of what its object took the place of.

    Args:
        tree: the parse of the message that was read.
    """
    if tag.object is not None and tag.object.back == 0 and (items := _items(tree, tag)):
        yield from (replace(tag, object=item) for item in items)
        return
    if tag.object is not None and tag.object.back == 0 and tag.status == "holds":
        last = tree.lower[token_at(tree, tag.object.end - 1)]
        if tag.predicate == "takes" and is_ailment(last):
            yield replace(tag, predicate="has")  # "Hashimoto. One pill every morning"
            return
        if tag.predicate in _LEARNT and last in _LESSONS and (cut := _without_last(tree, tag.object)) is not None:
            yield replace(tag, object=cut)
            return
        first = token_at(tree, tag.object.start)
        if tag.predicate in _AT and _is_away(tree, first):
            return
        if tag.predicate == "plans" and _is_tentative(tree, first):
            yield replace(tag, predicate="considers")
            return
        if _NO.match(tree.text, tag.object.end):
            yield replace(tag, status="denied")
            return
        given_up = _given_up(tree, token_at(tree, tag.object.start))
        if given_up is not None and predicate_named(tag.predicate).kind == "state":
            place = TaggedWords(0, tree.starts[given_up], tree.end(given_up))
            yield replace(tag, status="over", object=place)
    elif tag.status == "over" and tag.predicate in _HAVING and _receives(tree, tag):
        yield replace(tag, status="holds")
        return
    yield tag


def _without_last(tree: SyntaxTree, place: TaggedWords) -> TaggedWords | None:
    """Return a place without its last word, or None if it is the only one: "saxophone" of "saxophone lessons"."""
    first, last = token_at(tree, place.start), token_at(tree, place.end - 1)
    return replace(place, end=tree.end(last - 1)) if first < last else None


def completed(tree: SyntaxTree, place: TaggedWords) -> TaggedWords:
    """Return marked words with the noun that they only describe: "a safe" of "creating a safe place".

    Args:
        tree: the parse of the message in which the words stand.
    """
    last = token_at(tree, place.end - 1)
    while last < tree.heads[last] <= last + _NEAR and tree.full_deps[last] in _DESCRIBING:
        last = tree.heads[last]
    return replace(place, end=max(place.end, tree.end(last)))


def _items(tree: SyntaxTree, tag: Tag) -> list[TaggedWords]:
    """Return the items of a list that was marked as one object: "English, French and Danish"."""
    assert tag.object is not None
    first, last = tag.object.start, tag.object.end
    between = [found.span() for found in _BETWEEN.finditer(tree.text, first, last)]
    if (
        predicate_named(tag.predicate).topical
        or not between
        or not tree.text[between[-1][0] : between[-1][1]].strip(" ,")
    ):
        return []
    starts, ends = [first, *(end for _, end in between)], [*(start for start, _ in between), last]
    items = [TaggedWords(0, start, end) for start, end in zip(starts, ends, strict=True)]
    words = [tree.text[item.start : item.end].split() for item in items]
    listed = len(items) > 2 or all(item and item[0][0].isupper() for item in words)
    return items if listed and all(0 < len(item) <= _SHORT for item in words) else []


def _is_away(tree: SyntaxTree, place: int) -> bool:
    """Whether a place is told to be far from another: "Lyon is an hour from here", "Tromsø is 2 hours by plane"."""
    head = tree.heads[place]
    if not tree.full_deps[place].startswith("nsubj") or tree.child(head, "cop") is None:
        return False
    words = {tree.lower[i] for i in tree.subtree(head)}
    return not {"from", "away"}.isdisjoint(words) or tree.lemmas[head] in _DISTANCES


def _is_tentative(tree: SyntaxTree, token: int) -> bool:
    """Whether a verb around a token, or the words before it, only tell what may be: "we might do Portugal"."""
    if tree.lower[token - 1 : token] == ["maybe"] or tree.lower[token - 2 : token - 1] == ["maybe"]:
        return True
    while not any(tree.lower[i] in _TENTATIVE for i in tree.having(token, "aux", "advmod")):
        if tree.heads[token] == token:
            return False
        token = tree.heads[token]
    return True


def token_at(tree: SyntaxTree, offset: int) -> int:
    """Return the token at an offset of the text as it was typed."""
    return max(0, bisect_right(tree.starts, offset) - 1)


def is_by_the_way(tree: SyntaxTree, place: TaggedWords) -> bool:
    """Whether a relation is told in passing, whenever the rest was: "my wife's mum is 80", "Finn started school"."""
    if place.back:
        return False
    head = head_of(tree, place)
    dep = tree.full_deps[head]
    return dep == "nmod:poss" or (dep == "nsubj" and tree.lemmas[tree.heads[head]] not in _ARRIVING)


def head_of(tree: SyntaxTree, place: TaggedWords) -> int:
    """Return the token on which the others of a place depend."""
    first, last = token_at(tree, place.start), token_at(tree, max(place.start, place.end - 1))
    return next((i for i in range(first, last + 1) if not first <= tree.heads[i] <= last), last)


def _receives(tree: SyntaxTree, tag: Tag) -> bool:
    """Whether the subject is the one to whom something is handed on: "sold it to Dale"."""
    if not isinstance(tag.subject, TaggedWords) or tag.subject.back:
        return False
    who = token_at(tree, tag.subject.start)
    towards = any(tree.lower[i] == "to" for i in tree.having(who, "case"))
    return towards and tree.lemmas[tree.heads[who]] in _HANDING_ON


def _given_up(tree: SyntaxTree, thing: int) -> int | None:
    """Return what something took the place of: "Golf" of "swapped the Golf for a Polo", "A" of "from A to B"."""
    verb = thing
    while tree.lemmas[verb] not in _EXCHANGING:
        if tree.heads[verb] == verb:
            return None
        verb = tree.heads[verb]
    before = {tree.lower[i] for i in tree.having(thing, "case", "mark")}
    old = tree.child(verb, "obj") if before & {"for", "with"} else None
    if "to" in before:
        old = next(
            (i for i in tree.having(verb, "obl") if "from" in (tree.lower[j] for j in tree.having(i, "case"))), None
        )
    return old if old is not None and verb < old < thing and not tree.negated(verb) else None
