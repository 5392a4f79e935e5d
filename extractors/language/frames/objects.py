"""Verbs with an object: the predicate, and one frame for each thing that "and" joins."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from chronomem.extractors.language.clauses.clauses import friend_had
from chronomem.extractors.language.clauses.phrases import TIME_NOUNS, complements, phrase_text, says_something
from chronomem.extractors.language.clauses.references import SECOND_POSSESSIVE, Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.clauses.relation_nouns import is_on_the_way, relation_noun
from chronomem.extractors.language.extracted import Mention
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.occasions import UNATTENDED, is_occasion
from chronomem.extractors.language.frames.verb_map import map_verb, open_predicate
from chronomem.extractors.language.lexicon import (
    BODY_PARTS,
    COLLECTIVES,
    HAD,
    KEPT_ANIMALS,
    MAKES,
    PLACE_NOUNS,
    RELATION_OF_NOUN,
    STOP_OBJECTS,
    demonyms,
    is_ailment,
)
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.semantic_time.numbers import hundreds

_BORN = {"girl", "boy"}
_BORN_TO = {"has_sibling", "has_child"}
_BEFORE_NOUN = ("DT", "PRP$", "JJ", "CD")
_MEASURES = TIME_NOUNS | {"lot", "bit", "ton"}
_MEANT_AGAIN = {"he", "she", "it", "they"}
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
_AMOUNTS = {"bit", "lot", "lots", "bunch", "ton", "tons", "loads", "plenty"}
_LIGHT_OBJECTS = {
    "difference", "impact", "sure", "sense", "decision", "mistake", "progress", "effort", "way", "memory", "point",
    "choice", "change", "connection", "move", "call", "time", "fun", "deal", "mess", "joke", "promise", "plan", "hope",
    "strength", "joy", "love", "courage", "vibe", "support", "advice", "hug", "luck", "chance", "opportunity",
    "reminder", "idea", "kick", "push", "thought", "feeling", "boost", "peace", "freedom", "comfort", "message", "lot",
    "thing", "hand", "shot", "try", "break",
}  # fmt: skip
"""What is "made", "given" or "got" without a thing that changes hands."""
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
_ALL = {"everything", "anything", "everybody", "everyone", "all"}
_CAUGHT = {"animal", "bird", "fish", "mouse", "spider", "rat", "snail", "frog"}
"""Animals that one may have at home or on a plate without keeping them."""
_RUNNING = {"run", "manage", "open", "found", "set", "co-found", "cofound"}
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
    value = " ".join(filter(None, (phrase_text(resolver, thing), _topic(resolver, verb, thing, timed))))
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
    predicate = _kind_had(resolver, verb, lemma, particle, thing)
    if lemma == "have" and noun in _BORN and _is_born(tree, verb, thing):
        predicate = "has_child"  # "had a baby girl", "had a boy"
    related = predicate in _RELATIONS and not particle
    if predicate == "has_pet" and RELATION_OF_NOUN.get(about.noun or "") == "has_pet":
        return  # "our cat had kittens"
    begins = (related and lemma == "get") or (predicate == "runs" and lemma not in ("run", "manage"))
    if done is not None and not related and tree.lemmas[done] not in _TAKEN and not is_ailment(noun):
        if tree.lemmas[done] not in _PUT_IN or tree.tags[verb] == "VBG":
            return  # "I had my car fixed", "I'm having a shed built"
        predicate, begins = "owns", True
    frame = Frame(about, predicate, confidence=0.85, begins=begins, negated=tree.negated(thing))
    entities = _entities(resolver, about, thing, related)
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
        yield from (replace(frame, object=entity, value=value) for entity in entities)
        others = _parts(resolver, verb, thing)[1:] if predicate in _LISTED else []
        for part in (*others, *_languages(tree, predicate, thing)):
            if resolver.resolve(part) is None:
                told = replace(frame, predicate=_kind_had(resolver, verb, lemma, particle, part))
                yield from _condition(resolver, replace(told, value=phrase_text(resolver, part, alone=True)), part)
    elif not says_something(value) or (predicate in ("has", "owns") and _is_number(value)):
        return
    elif predicate in _LISTED:
        listed = (*_parts(resolver, verb, thing), *_languages(tree, predicate, thing))
        for part, actor in _with_actors(resolver, listed):
            child = predicate == "has_child" and tree.lemmas[part] in _BORN
            kind = predicate if part == thing or child else _kind_had(resolver, verb, lemma, particle, part)
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
_BESIDE = {"ROOT", "advcl", "parataxis"}
"""How a participle is attached that tells what goes on: "building a shed", "I'm at home, writing my thesis"."""
_LESSONS = {"class", "course", "lesson", "workshop", "module", "seminar"}
"""What one takes to learn something."""
_TAKEN = {"steal", "nick", "take", "confiscate", "repossess", "total"}
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


def _kind_had(resolver: Resolver, verb: int, lemma: str, particle: str, thing: int) -> str:
    """Return the predicate of a verb with this object, where more than its noun tells it.

    Animals are kept if they are called by name or counted; a make tells a vehicle; who gets migraines has them, who
    gets the bus has received nothing, and who is writing a novel hasn't made it yet.
    """
    tree = resolver.tree
    noun = tree.lemmas[thing]
    predicate = predicate_of(lemma, particle, relation_noun(tree, thing))
    if noun in KEPT_ANIMALS and predicate in ("has", "received"):
        called = resolver.names_beside(thing) or _names_after(resolver, thing)
        kept = noun not in _CAUGHT and tree.tags[thing] == "NNS" and tree.tags[verb] != "VBD"
        return "has_pet" if called or kept else predicate
    if predicate == "studies" and noun in _LESSONS and lemma == "take" and tree.tags[verb] == "VBD":
        return "attended"  # "I took a cooking class in March"
    if predicate == "plays" and noun in _PERFORMED and tree.tags[verb] in ("VBD", "VBN"):
        return "attended"  # "I played a gig"
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
    if predicate == "made" and tree.tags[verb] == "VBG" and going_on:
        return "works_on"  # "I'm writing a novel"
    if predicate == "received" and tree.tags[verb] in ("VBP", "VBZ", "VB"):
        definite = any(tree.lower[i] == "the" for i in tree.having(thing, "det"))
        return "has" if is_ailment(noun) else open_predicate(lemma, particle, "") if definite else predicate
    return predicate


def _is_number(value: str) -> bool:
    """Whether a value is a number of what another has named: "nineteen"."""
    words = value.lower().split()
    number = hundreds(words, 0)
    return number is not None and number.words == len(words)


_GRADE = re.compile(r"[A-F][+-]?|\d{1,3}(?:[.,]\d)?%?|\d{1,3}/\d{1,3}")
"""A mark in an exam."""
_PERFORMED = {"gig", "concert", "show", "set", "festival", "match", "final", "tournament", "wedding"}


def _is_run(noun: str) -> bool:
    """Whether a thing is one that people run: a business, a group, a channel; not a marathon or an errand."""
    return noun in _RUN | PLACE_NOUNS | COLLECTIVES or noun.endswith(("ery", "shop", "house"))


def _entities(resolver: Resolver, about: Reference, thing: int, related: bool) -> list[Reference]:
    """Return the entities in the object, without the subject: "two cats, Luna and Oliver", "French and German"."""
    if related and (names := resolver.names_beside(thing) or _names_after(resolver, thing)):
        return [Reference(name.name, name.type) for name in names]
    found = (resolver.resolve(i) for i in (thing, *resolver.tree.having(thing, "conj")))
    named = [entity for entity in found if entity is not None and entity.name != about.name]
    alone = resolver.resolve(thing)
    return named if len(named) > 1 or (alone is not None and alone.name != about.name) else []


def _names_after(resolver: Resolver, head: int) -> list[Mention]:
    """Return the names in "two cats, Luna and Oliver" when the parser attached them to the verb.

    They may stand by themselves in a sentence of their own, or before a pronoun: "Got a puppy! Rex!", "Rex, he's 2".
    """
    tree, named = resolver.tree, resolver.named
    position = tree.extent(head)[1]
    if told := _told_after(resolver, head, position):
        return told
    if position + 1 not in named or tree.lower[position] not in (",", ".", "!"):
        return []
    found = [named[position + 1]]
    for i in tree.subtree(position + 1):
        mention = named.get(i)
        if mention is not None and mention not in found and tree.deps[i] in ("conj", "appos"):
            found.append(mention)
    if tree.lower[position] != ",":
        last = max(i for i, mention in named.items() if mention in found)
        after = tree.lower[last + 1 : last + 3]
        alone = not after or after[0] in (".", "!") or (after[0] == "," and after[-1] in _MEANT_AGAIN)
        known = {resolver.speaker, resolver.other} & {mention.name for mention in found}
        if not alone or known or tree.full_deps[head] != "obj":
            return []
    return sorted(found, key=lambda m: m.start)


def _told_after(resolver: Resolver, head: int, start: int) -> list[Mention]:
    """Return those of whom the sentences after "two sisters" tell, if they are as many: "Eva is 6 and Ana is 3"."""
    tree = resolver.tree
    number = next((hundreds([tree.lower[i]], 0) for i in tree.having(head, "nummod")), None)
    opens = tree.lower[start : start + 1] == ["."] and start + 1 in resolver.named
    if number is None or not opens or RELATION_OF_NOUN.get(tree.lemmas[head]) not in _BORN_TO:
        return []
    subjects = (i for i in range(start, len(tree.words)) if tree.full_deps[i] == "nsubj" and i in resolver.named)
    found = {resolver.named[i].name: resolver.named[i] for i in subjects}
    known = {resolver.speaker, resolver.other} & found.keys()
    return [*found.values()] if len(found) == number.value and not known else []


def _also_had(resolver: Resolver, frame: Frame, lemma: str, verb: int, thing: int) -> Iterator[Frame]:
    """Yield the relatives and pets that "and" adds to named ones: "two kids, Mia and Jonas, and a dog"."""
    tree = resolver.tree
    joined = (i for i in (*tree.subtree(thing), *tree.having(verb, "conj")) if tree.deps[i] == "conj")
    apart = [i for i in joined if resolver.is_introduced(i)]
    for part in dict.fromkeys((*_parts(resolver, verb, thing)[1:], *apart)):
        relation = RELATION_OF_NOUN.get(tree.lemmas[part])
        if relation is None and part in apart and lemma in ("have", "get", "own"):
            relation = _kind_had(resolver, verb, "have", "", part)
        if relation is not None and lemma in ("have", "get", "own") and resolver.name_beside(part) is None:
            yield replace(frame, predicate=relation, value=phrase_text(resolver, part, alone=True))


def _parts(resolver: Resolver, verb: int, thing: int) -> list[int]:
    """Return the heads of "pizza and sushi": the thing, and the nouns joined to it, or to the verb by mistake."""
    tree = resolver.tree
    after = (i for i in tree.having(verb, "conj") if i > thing and tree.child(i, "case", "aux") is None)
    after = (i for i in after if tree.tags[verb] != "VBG" or tree.tags[i] != "VBG")  # "losing a leg and winning"
    after = (i for i in after if tree.tags[i] != "VBG" or tree.child(i, "obj", "obl") is None)  # "… and going to Rome"
    joined = [] if tree.lower[thing] in _ALL else tree.having(thing, "conj")  # "everything but olives"
    return [thing, *(i for i in (*joined, *after) if _is_thing(tree, i) and not tree.negated(i))]  # not "but no car"


def _languages(tree: SyntaxTree, predicate: str, thing: int) -> list[int]:
    """Return the languages of a list that were taken for adjectives: "spanish" of "portuguese and spanish"."""
    listed = tree.having(thing, "conj") if predicate in ("speaks", "studies", "teaches") else []
    return [i for i in listed if tree.tags[i].startswith("JJ") and tree.lower[i] in demonyms()]


def _with_actors(resolver: Resolver, parts: Sequence[int]) -> Iterator[tuple[int, Reference | None]]:
    """Yield the things of a list, each with who has it if not the subject: "Dad plays the tuba and Eva the harp"."""
    tree = resolver.tree
    things: dict[int, Reference | None] = {}
    for part in parts:
        thing = part + 1
        while tree.tags[thing : thing + 1] and tree.tags[thing] in _BEFORE_NOUN:
            thing += 1
        before = part - 1
        while before > 0 and tree.tags[before] in _BEFORE_NOUN:
            before -= 1
        person, last = (part, thing) if thing > part + 1 else (before, part)
        actor = resolver.resolve(person) if before >= 0 and tree.deps[part] == "conj" and person < last - 1 else None
        noun = last < len(tree.tags) and tree.tags[last].startswith("N") and tree.lemmas[last] not in _MEASURES
        if (
            actor is not None
            and noun
            and actor.type in ("person", "other")
            and (person in resolver.named or actor.noun)
        ):
            things[last] = actor
        else:
            things.setdefault(part, None)
    yield from things.items()


def _is_thing(tree: SyntaxTree, token: int) -> bool:
    tag = tree.tags[token]
    gerund = tag == "VBG" and tree.child(token, "nsubj", "aux") is None
    return (tag.startswith("N") or gerund) and tree.child(token, "nsubj", "cop") is None
