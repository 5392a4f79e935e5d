"""Verbs with an object: one frame for each thing that "and" joins, as in "I play the cello and the tuba"."""

import re
from collections.abc import Iterator
from dataclasses import replace

from chronomem.extractors.language.clauses.clauses import friend_had
from chronomem.extractors.language.clauses.phrases import complements, phrase_text, says_something
from chronomem.extractors.language.clauses.references import SECOND_POSSESSIVE, Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.clauses.relation_nouns import is_on_the_way, relation_noun
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.object_lists import entities_in, languages, parts_of, with_actors
from chronomem.extractors.language.frames.object_predicates import kind_had
from chronomem.extractors.language.frames.occasions import is_occasion
from chronomem.extractors.language.lexicon import (
    BODY_PARTS,
    HAD,
    PLACE_NOUNS,
    RELATION_OF_NOUN,
    STOP_OBJECTS,
    is_ailment,
    occupations,
)
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.semantic_time.numbers import hundreds

_BORN = {"girl", "boy"}
_RELATIONS = set(RELATION_OF_NOUN.values())
_OPINIONS = {"likes", "dislikes", "prefers"}
_LISTED = _RELATIONS | _OPINIONS | {
    "plays", "speaks", "owns", "has", "studies", "read", "watched", "bought", "made", "collects", "teaches",
    "sold", "lost", "received", "gave", "takes",
}  # fmt: skip
_PASSING = {
    "passion", "experience", "need", "goal", "skill", "talent", "potential", "power", "option", "difference", "sense",
    "connection", "interest", "view", "vibe", "respect", "support", "advice", "tip", "info", "news", "answer",
    "excuse", "time", "fun", "blast", "day", "ball", "laugh", "weekend", "evening", "night", "week", "year", "trip",
    "luck", "idea", "clue", "thought", "question", "plan", "favorite", "favourite", "trouble", "problem", "issue",
    "chance", "look", "say", "feeling", "energy", "moment", "choice", "guts", "point", "reason", "doubt", "word",
    "stuff", "thing", "way", "effect", "impact", "conversation", "chat", "talk", "access", "control", "patience",
    "strength", "courage", "opportunity", "hope", "hand", "heart", "mind", "attitude", "deal", "try", "bit", "part",
    "lot", "something", "anything", "nothing", "memory",
}  # fmt: skip
"""Things that one "has" in passing ("had fun", "have a question"), which are no possession, condition or event."""
_DEALING = {"buy", "purchase", "sell", "find", "lose", "pick"}
_AMOUNTS = {"bit", "lot", "lots", "bunch", "ton", "tons", "loads", "plenty"}
_LIGHT_OBJECTS = {
    "difference", "impact", "sure", "sense", "decision", "mistake", "progress", "effort", "way", "memory", "point",
    "choice", "change", "connection", "move", "call", "time", "fun", "deal", "mess", "joke", "promise", "plan", "hope",
    "strength", "joy", "love", "courage", "vibe", "support", "advice", "hug", "luck", "chance", "opportunity",
    "reminder", "idea", "kick", "push", "thought", "feeling", "boost", "peace", "freedom", "comfort", "message", "lot",
    "thing", "hand", "shot", "try", "break",
}  # fmt: skip
"""What is "made", "given" or "got" without a thing that changes hands."""
_TOPICAL = {"degree", "course", "class", "phd", "master", "masters", "bachelor", "diploma", "certificate", "thesis",
            "dissertation", "major", "minor", "lesson", "job", "book", "interest"}  # fmt: skip
"""Nouns with a topic: "a degree in psychology"."""
_SHARED = PLACE_NOUNS | {
    "sea", "outdoors", "outside", "countryside", "nature", "snow", "rain", "sun", "sunshine", "cold", "heat", "winter",
    "summer", "spring", "autumn", "fall", "holidays", "weekend", "night", "internet", "movies", "cinema", "opera",
    "ballet", "arts", "piano", "guitar", "violin", "cello", "drums", "bass", "flute", "saxophone", "trumpet", "harp",
    "moon", "stars", "sky", "woods", "water", "news", "world", "office", "gym", "pool", "subway", "metro", "train",
    "bus",
}  # fmt: skip
"""Things that "the" names without a context: "I love the sea"; "I love the story" needs to be told which."""


def _where(tree: SyntaxTree, thing: int) -> set[int]:
    """Return the phrases that tell where a deal was made, which are no part of the thing: "a lamp | at the market"."""
    return {i for i in tree.having(thing, "nmod") if any(tree.lower[j] == "at" for j in tree.having(i, "case"))}


def is_mere_amount(tree: SyntaxTree, thing: int) -> bool:
    """Whether an object only tells how much: "I've been reading a lot"."""
    return tree.lemmas[thing] in _AMOUNTS and all(tree.deps[i] in ("det", "advmod") for i in tree.children[thing])


def read_object(
    resolver: Resolver, about: Reference, verb: int, lemma: str, particle: str, thing: int, timed: set[int]
) -> Iterator[Frame]:
    """Yield the frames of a verb with an object: one for each name or bare noun that "and" joins."""
    tree = resolver.tree
    if tree.lemmas[thing] in _AMOUNTS and (measured := tree.child(thing, "nmod")) is not None:
        if any(tree.lower[i] == "from" for i in tree.having(measured, "case")):
            return  # "learn a lot from our struggles"
        thing = measured  # "a lot of jazz"
    named = phrase_text(resolver, thing, timed=_where(tree, thing) if lemma in _DEALING else frozenset())
    value = " ".join(filter(None, (named, _topic(resolver, verb, thing, timed))))
    rest = complements(resolver, verb, {thing}, timed)
    noun = tree.lemmas[thing]
    if lemma in ("call", "name") and tree.lower[thing] in ("him", "her", "it", "them"):
        return  # the name's own frame tells it
    if lemma in ("learn", "study") and noun in STOP_OBJECTS:
        yield Frame(about, lemma, value=f"{value} {rest}".strip(), confidence=0.6)
        return
    if lemma == "wish" and tree.child(verb, "iobj") is not None:
        return  # "I wish you the best"
    if lemma == "volunteer" and noun in ("time", "weekend", "saturday", "sunday", "evening"):
        for i in (*tree.having(verb, "obl"), *tree.having(thing, "nmod")):
            if any(tree.lower[j] in ("with", "at", "for", "in") for j in tree.having(i, "case")):
                yield Frame(about, "volunteers_at", value=phrase_text(resolver, i, alone=True), confidence=0.75)
                return
    if lemma == "have" and is_taken_out(tree, thing) and not is_occasion(resolver, thing):
        if noun in BODY_PARTS | _REMOVED or tree.lower[thing] in _REMOVED:
            yield Frame(about, "has", value=f"{phrase_text(resolver, thing, alone=True)} removed", begins=True)
        return
    caused = [i for i in tree.having(verb, "xcomp", "ccomp") if tree.tags[i] == "VB"]
    if lemma == "make" and any(tree.child(i, "mark") is None for i in caused):
        return  # "she makes us watch in separate rooms"
    if noun == "part" and lemma == "take":
        yield Frame(about, "attended", value=rest.removeprefix("in ") or value, confidence=0.85)
        return
    done = _done_to(tree, verb, thing) if lemma == "have" else None
    if done is not None:  # "we had the twins christened"
        value, rest = value.partition(f" {tree.words[done]}")[0], ""
        if noun not in RELATION_OF_NOUN and _is_taken_away(tree, thing, done):
            yield Frame(about, "lost", value=value, confidence=0.8)  # "had his licence taken away"
            yield Frame(about, "owns" if noun in HAD else "has", value=value, confidence=0.8, ended=True)
            return
        if tree.lemmas[done] == "take":
            return  # "had a photo taken"
    if lemma == "get" and tree.lower[thing] in ("first", "second", "third", "last"):
        return  # "refused the first time and got it the second"
    if lemma == "get" and _GRADE.fullmatch(tree.words[thing]) and rest.partition(" ")[0] in ("for", "in", "on"):
        yield Frame(about, "received", value=f"{tree.words[thing]} {rest}", confidence=0.8)
        return
    child = RELATION_OF_NOUN.get(relation_noun(tree, thing)) == "has_child"
    expected = child and lemma == "have" and tree.tags[verb] == "VBG"
    if expected or is_on_the_way(tree, thing) or (lemma == "get" and tree.lower[thing] == "rid"):
        return  # the phrase tells what is over
    if tree.lower[thing] == "left" and tree.child(thing, "nummod") is not None:
        return  # and how many there are
    predicate = kind_had(resolver, verb, lemma, particle, thing)
    if lemma == "have" and noun in _BORN and _is_born(tree, verb, thing):
        predicate = "has_child"  # "had a baby girl", "had a boy"
    related = predicate in _RELATIONS and not particle
    if predicate == "has_pet" and RELATION_OF_NOUN.get(about.noun or "") == "has_pet":
        return  # "our cat had kittens"
    caught = predicate == "has" and lemma in ("get", "catch") and tree.tags[verb] in ("VBD", "VBN")
    begins = (
        caught
        or (related and lemma == "get")
        or predicate == "member_of"
        or (predicate == "runs" and lemma not in ("run", "manage"))
    )
    if done is not None and not related and tree.lemmas[done] not in _TAKEN and not is_ailment(noun):
        if tree.lemmas[done] not in _PUT_IN or tree.tags[verb] == "VBG":
            return  # "I had my car fixed", "I'm having a shed built"
        predicate, begins = "owns", True
    frame = Frame(about, predicate, confidence=0.85, begins=begins, negated=tree.negated(thing))
    entities = entities_in(resolver, about, thing, related)
    if (
        related
        and not entities
        and tree.having(thing, "acl:relcl")
        and (friend := friend_had(resolver, thing)) is not None
    ):
        entities = [friend]
    praised = predicate in _OPINIONS and any(tree.lower[i] in SECOND_POSSESSIVE for i in tree.children[thing])
    if praised or (not entities and not is_told(resolver, thing, predicate)):
        return
    if entities and related:
        yield from (replace(frame, object=entity, value=value) for entity in entities)
        yield from _also_had(resolver, frame, lemma, verb, thing)
    elif entities:
        hired = noun in _LETTING or (noun in occupations() and noun not in _SEVERAL)
        if predicate == "has" and hired and entities[0].type == "person":
            frame = replace(frame, predicate=f"{noun}_is")  # "we have a landlord, Mr Hill"
        yield from (replace(frame, object=entity, value=value) for entity in entities)
        others = parts_of(resolver, verb, thing)[1:] if predicate in _LISTED else []
        for part in (*others, *languages(tree, predicate, thing)):
            if resolver.resolve(part) is None:
                told = replace(frame, predicate=kind_had(resolver, verb, lemma, particle, part))
                yield from _condition(resolver, replace(told, value=phrase_text(resolver, part, alone=True)), part)
    elif not says_something(value) or (predicate in ("has", "owns") and _is_number(value)):
        return
    elif predicate in _LISTED:
        listed = (*parts_of(resolver, verb, thing), *languages(tree, predicate, thing))
        for part, actor in with_actors(resolver, listed):
            child = predicate == "has_child" and tree.lemmas[part] in _BORN
            kind = predicate if part == thing or child else kind_had(resolver, verb, lemma, particle, part)
            told = replace(frame, predicate=kind, subject=actor or frame.subject)
            text = phrase_text(resolver, part, alone=True) if part != thing or tree.having(thing, "conj") else value
            yield from _condition(resolver, replace(told, value=text), part)
    else:
        yield replace(frame, value=value)


def is_taken_out(tree: SyntaxTree, thing: int) -> bool:
    """Whether somebody had something out, as a part of the body that is removed: "I had my wisdom teeth out"."""
    verb = tree.heads[thing]
    return tree.lemmas[verb] == "have" and any(tree.lower[i] == "out" and i > thing for i in tree.children[verb])


_REMOVED = {"appendix", "tonsil", "gallbladder", "kidney", "spleen", "womb", "teeth", "adenoid", "molar"}
"""Parts that are taken out, besides those that are hurt."""
_TAKEN = {"steal", "nick", "take", "confiscate", "repossess", "total"}
_SEVERAL = {"student", "client", "patient", "customer", "guest", "tenant", "lodger", "user", "reader", "player"}
"""People of whom somebody has many."""
_LETTING = {"landlord", "landlady"}
_PUT_IN = {"build", "fit", "instal", "install", "deliver", "put"}
"""What is done to a thing that one has from then on: "we had solar panels fitted"."""


def _done_to(tree: SyntaxTree, verb: int, thing: int) -> int | None:
    """Return what somebody had done to a thing: "fixed" of "I had my car fixed"; of "I have a suit made", nothing."""
    if tree.tags[verb] not in ("VBD", "VBN", "VBG"):
        return None
    after = (i for i in (*tree.having(thing, "acl"), *tree.having(verb, "xcomp")) if i > thing)
    return next((i for i in after if tree.tags[i] in ("VBN", "VBD") and tree.lemmas[i] not in ("call", "name")), None)


def _is_taken_away(tree: SyntaxTree, thing: int, done: int) -> bool:
    """Whether what somebody had done to a thing of theirs left them without it: "had my bike stolen"."""
    if tree.child(thing, "nmod:poss", "det:poss") is None or tree.lemmas[done] not in _TAKEN:
        return False
    return tree.lemmas[done] != "take" or bool({"away", "off"}.intersection(tree.lower[done + 1 : done + 3]))


def _is_born(tree: SyntaxTree, verb: int, thing: int) -> bool:
    """Whether "had a boy" tells of a birth, or "has two girls" of children."""
    if any(tree.lower[i] == "baby" for i in tree.children[thing]):
        return True
    if tree.tags[thing] == "NNS":
        told = tree.child(thing, "nmod", "acl:relcl", "acl", "amod") or tree.child(verb, "obl", "xcomp", "ccomp")
        return tree.child(thing, "nummod") is not None and told is None
    alone = {tree.lower[i] for i in tree.children[thing] if i < thing} <= {"a", "another", "little", "wee"}
    return alone and tree.tags[verb] in ("VBD", "VBN") and tree.child(verb, "obl", "compound:prt", "xcomp") is None


def _topic(resolver: Resolver, verb: int, thing: int, timed: set[int]) -> str:
    """Return what completes the object although the parse gave it to the verb: "degree | in psychology"."""
    tree = resolver.tree
    if thing < verb and tree.heads[thing] != verb:
        return ""  # a thing of the clause before: "gave me a ring and I lost it"
    if tree.lower[thing].endswith("ing") or tree.lemmas[verb] == "prefer":
        return complements(resolver, verb, {thing, *tree.having(verb, "iobj")}, timed)  # "hiking with my kids"
    allowed = {"of", "about", "by"} | ({"in", "on", "for"} if tree.lemmas[thing] in _TOPICAL else set())
    phrases = (i for i in tree.having(verb, "obl", "nmod") if i > thing)
    fits = (i for i in phrases if any(tree.lower[j] in allowed for j in tree.having(i, "case")))
    first = next((i for i in fits if tree.extent(i)[0] == tree.extent(thing)[1]), None)
    if first is None:
        return ""
    case = " ".join(tree.lower[j] for j in tree.having(first, "case"))
    return f"{case} {phrase_text(resolver, first)}"


def is_told(resolver: Resolver, thing: int, predicate: str) -> bool:
    """Whether an object says what it is by itself: neither a pronoun nor "that movie", "the story", "your ideas"."""
    tree = resolver.tree
    if tree.tags[thing] == "JJ" and (tree.lower[thing] in _SHARED or predicate == "speaks"):
        return True
    if tree.tags[thing] in ("PRP", "DT", "WP", "WDT", "EX", "CD", "JJ") or tree.lemmas[thing] in ("one", "lot", "sure"):
        return any(i in resolver.named for i in tree.subtree(thing)) and tree.lemmas[thing] not in ("one", "sure")
    if (
        predicate in ("made", "gave", "received", "works_on")
        and tree.lemmas[thing] in _LIGHT_OBJECTS
        and thing not in resolver.named
    ):
        return False
    if predicate == "has" and tree.lemmas[thing] in _PASSING and thing not in resolver.named:
        return False
    determiners = {tree.lower[i] for i in tree.having(thing, "det", "nmod:poss", "det:poss")}
    if resolver.named.get(thing) is not None or predicate not in _OPINIONS:
        return True
    if determiners & SECOND_POSSESSIVE:
        return False  # a compliment
    modified = any(tree.deps[i] in ("amod", "compound", "nmod", "acl", "appos", "nummod") for i in tree.children[thing])
    if determiners & {"this", "that", "these", "those"}:
        return any(i in resolver.named for i in tree.subtree(thing))
    if predicate == "prefers":
        return True  # "I prefer the window"
    return modified or "the" not in determiners or tree.lower[thing] in _SHARED or tree.lemmas[thing] in _SHARED


def _condition(resolver: Resolver, frame: Frame, thing: int) -> Iterator[Frame]:
    """Yield the frame; that of "has a nut allergy" as an allergy, and nothing for what one has in passing."""
    tree = resolver.tree
    if frame.predicate == "has" and tree.lemmas[thing] == "allergy":
        parts = [i for i in tree.having(thing, "compound", "amod") if i < thing]
        against = [i for i in tree.having(thing, "nmod") if any(tree.lower[j] == "to" for j in tree.having(i, "case"))]
        for i in (*parts, *against):
            yield replace(frame, predicate="allergic_to", value=phrase_text(resolver, i))
        return
    if is_told(resolver, thing, frame.predicate) and says_something(frame.value or ""):
        yield frame


def _is_number(value: str) -> bool:
    """Whether a value is a number of what another has named: "nineteen"."""
    words = value.lower().split()
    number = hundreds(words, 0)
    return number is not None and number.words == len(words)


_GRADE = re.compile(r"[A-F][+-]?|\d{1,3}(?:[.,]\d)?%?|\d{1,3}/\d{1,3}")
"""A mark in an exam."""


def _also_had(resolver: Resolver, frame: Frame, lemma: str, verb: int, thing: int) -> Iterator[Frame]:
    """Yield the relatives and pets that "and" adds to named ones: "two kids, Mia and Jonas, and a dog"."""
    tree = resolver.tree
    joined = (i for i in (*tree.subtree(thing), *tree.having(verb, "conj")) if tree.deps[i] == "conj")
    apart = [i for i in joined if resolver.is_introduced(i)]
    for part in dict.fromkeys((*parts_of(resolver, verb, thing)[1:], *apart)):
        relation = RELATION_OF_NOUN.get(tree.lemmas[part])
        if relation is None and part in apart and lemma in ("have", "get", "own"):
            relation = kind_had(resolver, verb, "have", "", part)
        if relation is not None and lemma in ("have", "get", "own") and resolver.name_beside(part) is None:
            yield replace(frame, predicate=relation, value=phrase_text(resolver, part, alone=True))
