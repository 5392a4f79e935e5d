"""What people say of themselves when they begin to talk: "29, from Mombasa", "Ann, Oslo", "it's Ann, Leo's mum"."""

from collections.abc import Iterator
from dataclasses import replace

from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.clauses.relation_nouns import relation_noun
from chronomem.extractors.language.frames.ages import age_told
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.lexicon import OWN_KIN, RELATION_OF_NOUN
from chronomem.graph_schema.facts.predicates import predicate_named

_ADULT, _OLDEST = 13, 110
"""Between which ages people introduce themselves with their age."""
_OPENING = (["i", "'m"], ["i", "am"], ["it", "'s"], ["it", "is"], ["this", "is"], ["here", "'s"])


def read_introduction(resolver: Resolver) -> Iterator[tuple[int, Frame]]:
    """Yield who the speaker is, with the tokens that tell it."""
    for sentence in resolver.tree.sentences:
        yield from _of_town(resolver, sentence)
        yield from _of_kin(resolver, sentence)
        yield from _of_children(resolver, sentence)
    yield from _of_origin(resolver)


def _of_town(resolver: Resolver, sentence: tuple[int, int]) -> Iterator[tuple[int, Frame]]:
    """Yield the home that stands alone beside the speaker's name: "Ann, Oslo."."""
    tree, (first, last) = resolver.tree, sentence
    named = dict.fromkeys(resolver.named.get(i) for i in range(first, last) if tree.words[i][0].isalnum())
    own, there = [*named] if len(named) == 2 else (None, None)
    if own is not None and there is not None and there.type == "location" and own.name == resolver.speaker:
        about, home = Reference(resolver.speaker, "person"), Reference(there.name, "location")
        yield first, Frame(about, "lives_in", object=home, confidence=0.75, text=f"{about.name} is in {home.name}")


def _of_kin(resolver: Resolver, sentence: tuple[int, int]) -> Iterator[tuple[int, Frame]]:
    """Yield whose relative the speaker is: "it's Ann, Leo's mum", "I'm Leo's mum", "Ann here, Leo's mum"."""
    tree, (first, last) = resolver.tree, sentence
    words = [i for i in range(first, last) if tree.words[i][0].isalnum() or tree.lower[i][0] == "'"]
    while words and tree.tags[words[0]] == "UH":
        words = words[1:]
    opened = tree.lower[words[0] : words[0] + 2] in _OPENING if words else False
    rest = words[2:] if opened else words
    own = [i for i in rest if i in resolver.named and resolver.named[i].name == resolver.speaker]
    rest = [i for i in rest if i not in own and tree.lower[i] != "here"]
    if "?" in tree.words[first:last] or not (own or tree.lower[first:last][:1] == ["i"] or opened) or len(rest) < 3:
        return
    *names, mark, noun = rest
    whose = {resolver.named[i].name for i in names if i in resolver.named}
    relation = RELATION_OF_NOUN.get(relation_noun(tree, noun))
    alone = len(whose) == 1 and all(i in resolver.named for i in names) and tree.lower[mark] == "'s"
    if alone and relation not in (None, "has_pet") and (own or tree.lower[words[0]] == "i"):
        [name] = whose
        about, speaker = Reference(name, "person"), Reference(resolver.speaker, "person")
        yield (
            noun,
            Frame(
                about,
                str(relation),
                object=speaker,
                confidence=0.85,
                text=f"{speaker.name} is {name}'s {tree.lower[noun]}",
            ),
        )


def _of_children(resolver: Resolver, sentence: tuple[int, int]) -> Iterator[tuple[int, Frame]]:
    """Yield whose relative the speaker is who tells it beside their own name: "Lionel, papa of Margot and Jean"."""
    tree, (first, last) = resolver.tree, sentence
    own = [i for i in range(first, last) if i in resolver.named and resolver.named[i].name == resolver.speaker]
    noun = next((i for i in range(first, last - 2) if tree.lower[i] in OWN_KIN and tree.lower[i + 1] == "of"), None)
    if noun is None or not own or own[-1] > noun or tree.lower[noun - 1] not in (",", "proud", "the"):
        return
    for i in range(noun + 2, last):
        if i in resolver.named:
            about, speaker = Reference(resolver.named[i].name, "person"), Reference(resolver.speaker, "person")
            said = f"{speaker.name} is the {tree.lower[noun]} of {about.name}"
            relation = predicate_named(RELATION_OF_NOUN[tree.lower[noun]]).converse
            yield i, Frame(speaker, relation or "has_relative", object=about, confidence=0.85, text=said)
        elif tree.lower[i] not in ("and", ",", "&"):
            return


def _of_origin(resolver: Resolver) -> Iterator[tuple[int, Frame]]:
    """Yield the age and origin with which a turn begins: "Hi! 29, from Mombasa"."""
    tree = resolver.tree
    for first, last in tree.sentences:
        words = [i for i in range(first, last) if any(c.isalnum() for c in tree.words[i])]
        if all(tree.tags[i] == "UH" for i in words):
            continue
        if len(words) < 3 or not _ADULT <= int(age_told(tree, words[0]) or 0) < _OLDEST or tree.words[last - 1] == "?":
            return
        number, start, place = words[0], words[1], words[2]
        town = resolver.resolve(place) if place in resolver.named else None
        told = tree.lower[number + 1 : start + 1] == [",", "from"] and all(not tree.is_verb(i) for i in words)
        if told and town is not None and town.type != "person":
            about, age = Reference(resolver.speaker, "person"), age_told(tree, number)
            origin, said = replace(town, type="location"), f"{resolver.speaker} is"
            yield number, Frame(about, "has_age", value=age, confidence=0.7, text=f"{said} {age}", rule="copula")
            yield (
                number,
                Frame(about, "is_from", object=origin, confidence=0.75, text=f"{said} from {town.name}", rule="copula"),
            )
        return
