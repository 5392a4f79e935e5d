"""Repairs of names that were taken for something else: "Pia works", "Hamish lives in Leeds", "moved to Hull"."""

from calendar import day_name, month_name

from chronomem.extractors.language.lexicon import (
    FAMILY,
    RELATION_OF_NOUN,
    WORD_NAMES,
    demonyms,
    is_first_name,
    occupations,
)
from chronomem.extractors.language.parsing.verb_repairs import CLAUSAL, GOVERNING, LIKING, OF_PERSONS, near
from chronomem.extractors.language.readable.dictionary import is_english, verb_in_present

_TIMES = {name.lower() for name in (*month_name[1:], *day_name)} | {
    "week", "month", "year", "weekend", "night", "morning", "spring", "summer", "autumn", "winter",
}  # fmt: skip
_BEFORE_NAMES = {"at", "for", "with", "from", "join", "joined", "joining"}
_OPENING = {",", ".", ":", "CC", "UH", "``"}
"""The tags of what stands before a clause."""
_OPENING_WORDS = {"that", "because", "cause", "cos", "if", "when", "while", "so", "know", "think", "says", "said"}
_PART_OF = {"compound", "amod", "nmod", "nmod:unmarked", "obl:unmarked", "advmod", "nsubj", "flat", "vocative"}
"""How a name depends on its verb if the parser took it for something else."""
_BESIDE = {"obj", "parataxis", "appos", "acl:relcl", "xcomp"}
"""How a verb depends on its subject if the parser took that for something else."""
_BEING = {"is", "was", "'s"}
_AFTERWARDS = {
    "obj", "appos", "obl", "obl:unmarked", "nmod", "nmod:unmarked", "advmod", "advcl", "xcomp", "acl", "punct",
}  # fmt: skip
"""How what follows a verb depends on it, or on what was taken for the verb."""
_FOLLOWING = {"IN", "TO", "RB", "DT", "PRP$", "JJ", "NN", "NNS", "NNP", "NNPS", "CD", "VBG", "PRP"}
"""The tags of what may follow a verb."""


def mend_dated_actors(words: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make somebody after a time the subject, and no part of it: "In January | Eva met Kim", "last month Eva moved"."""
    for name in range(2, len(words) - 1):
        time, after = name - 1, name + 1
        named = words[name].istitle() and is_first_name(words[name])
        if not named or words[time].lower() not in _TIMES or tags[after] not in ("VBD", "VBZ", "VBP", "MD"):
            continue
        led = tags[time - 1] == "IN" and heads[time - 1] in (name, time)
        if heads[time] != name and not (led and heads[time - 1] == name):
            continue  # the time is told of the verb, or of somebody's: "my last week"
        verb = heads[after] if deps[after].startswith(("aux", "cop")) else after
        for i in range(max(0, time - 2), time):
            heads[i] = time if heads[i] == name else heads[i]
        heads[time], deps[time] = verb, "obl" if led else "obl:unmarked"
        heads[name], deps[name] = verb, "nsubj:pass" if deps[after] == "aux:pass" else "nsubj"


def mend_actors(words: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make somebody in front of a verb its subject: "Hamish lives in Leeds", "my cousin Basil studies medicine".

    The name was taken for a part of the verb, for an adjective of the plural "lives", or for one more of those before:
    "Tom is a nurse and Péter | works at Bosch".
    """
    for name in range(len(words) - 1):
        verb, who = name + 1, _in_front(name, words, tags)
        if who is None:
            continue
        if deps[verb] == "cop" and heads[verb] == name and tags[heads[name]] == "CD":
            heads[verb] = heads[name]  # "Amondi is 40"
        if deps[verb].startswith(("aux", "cop")):
            _make_subject(who, verb, tags, deps, heads)  # "Thorsten got married"
            continue
        joining = who[0] - 1 if who[0] and tags[who[0] - 1] == "CC" else None
        if joining is not None and heads[name] == verb and deps[verb] == "acl:relcl":
            deps[verb], heads[joining] = "conj", verb
        base = _verb_of(verb, name, words, tags, lemmas, deps)
        subjects = (i for i in near(verb, heads) if heads[i] == verb and deps[i].startswith(("nsubj", "cop", "aux")))
        if base is None or any(tags[i] != "UH" and i not in who for i in subjects):
            continue
        if _has_them(who, verb, tags, deps, heads) or not _belongs(who, verb, tags, deps, heads):
            continue
        if _is_auxiliary(who, verb, tags, deps, heads):
            continue
        if joining is not None:
            heads[joining] = verb
        former = _take_place(who, verb, deps, heads)
        for i in near(verb, heads):
            if heads[i] in (verb, *former) and i > verb and deps[i] in _AFTERWARDS:
                aim = deps[i] == "acl" and tags[i] == "VB"
                heads[i], deps[i] = verb, "xcomp" if aim else deps[i].replace("nmod", "obl").replace("appos", "obj")
            elif heads[i] == verb and tags[i] == "UH":
                deps[i] = "discourse"
        if tags[verb] not in ("VBZ", "VBD"):
            tags[verb], lemmas[verb] = "VBZ", base
        tags[name] = "NNP"
        _join(who, verb, tags, deps, heads)


def _in_front(name: int, words: list[str], tags: list[str]) -> range | None:
    """Return the tokens of a person's name that opens a clause, given its last one, with what they are to somebody.

    The first one of "sister Eva" is "sister", if it is somebody's: "my sister Eva", "Tom's sister Eva".
    """
    word = words[name]
    if not word.istitle() or not (is_first_name(word) or tags[name] in ("NNP", "NNPS")):
        return None
    first = name
    while first and tags[first - 1] == "NNP" and words[first - 1].istitle():
        first -= 1
    relative = first - 1
    if relative > 0 and words[relative].lower() in RELATION_OF_NOUN and tags[relative - 1] in ("PRP$", "POS"):
        return range(relative, name + 1)
    opens = first == 0 or tags[first - 1] in _OPENING or words[first - 1].lower() in _OPENING_WORDS
    return range(first, name + 1) if opens else None


def _join(who: range, verb: int, tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make somebody the subject of a verb."""
    related = not tags[who[0]].startswith("NNP") and len(who) > 1
    named = range(who[0] + related, who[-1] + 1)
    name = next((i for i in named if heads[i] not in named), named[-1])
    for i in named:
        if i != name and heads[i] not in named:
            heads[i], deps[i] = name, "compound"
    heads[name], deps[name] = verb, "nsubj"
    if related:
        relative = who[0]
        heads[name], deps[name] = relative, "appos"
        heads[relative], deps[relative] = verb, "nsubj"
        tags[relative] = "NN" if tags[relative] == "JJ" else tags[relative]
        for i in range(max(0, relative - 2), relative):
            if heads[i] in (verb, name) and deps[i] in ("nmod:poss", "amod", "det"):
                heads[i] = relative


def _make_subject(who: range, auxiliary: int, tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make somebody the subject of a predicate that has none, given its auxiliary right after them."""
    head, top = heads[auxiliary], _top(who, heads)
    if top is None or any(heads[i] == head and deps[i].startswith("nsubj") for i in near(head, heads)):
        return
    apart = deps[top] == "ROOT" and heads[head] == head
    if head not in who and (apart or (deps[top] in _PART_OF and heads[top] in (head, auxiliary))):
        heads[top], deps[top] = head, "nsubj"
        tags[top] = tags[top] if tags[top].startswith("N") else "NNP"


def _has_them(who: range, verb: int, tags: list[str], deps: list[str], heads: list[int]) -> bool:
    """Whether a verb has somebody as its subject already, and nothing is to be mended."""
    found = any(heads[i] == verb and deps[i] == "nsubj" for i in who) and tags[who[-1]].startswith("NNP")
    right = tags[verb] in ("VBZ", "VBD") and deps[verb] not in ("compound", "amod") and heads[verb] not in who
    aims = any(heads[i] == verb and deps[i] == "acl" and tags[i] == "VB" for i in near(verb, heads))
    after = verb + 2 if tags[verb + 1 : verb + 2] == ["IN"] else verb + 1
    lacks = deps[verb] == "conj" and after < len(heads) and heads[after] == heads[verb] and deps[after] in _AFTERWARDS
    return found and right and not aims and not lacks


def _belongs(who: range, verb: int, tags: list[str], deps: list[str], heads: list[int]) -> bool:
    """Whether nothing else than the verb after somebody can be meant to have them."""
    if heads[verb] in who:
        return deps[verb] in _BESIDE
    if any(heads[i] == verb and deps[i] in _PART_OF for i in who):
        return True
    top = _top(who, heads)
    if top is None:
        return False
    if heads[top] == top and heads[verb] == verb:
        return True
    thing = heads[verb] if deps[verb] in ("compound", "amod") and heads[verb] > verb else None
    before = thing is not None and (heads[thing] in who or (heads[top] == thing and deps[top] in _PART_OF))
    joined = who[0] > 0 and tags[who[0] - 1] == "CC" and deps[top] == "conj" and deps[verb] in CLAUSAL
    return before or joined or tags[heads[top]] == "UH"


def _is_auxiliary(who: range, verb: int, tags: list[str], deps: list[str], heads: list[int]) -> bool:
    """Tell whether a verb only helps the one that has the subject, and put it right: "my sister Eva got | married".

    A verb before "to" governs it: "my sister Eva plans | to move".
    """
    top = _top(who, heads)
    if top is None or heads[verb] not in who or heads[top] <= verb or deps[top] != "nsubj":
        return False
    head = heads[top]
    if tags[head] == "VBN":
        heads[verb], deps[verb] = head, "aux:pass"
        return True
    if tags[head] == "VB" and any(tags[i] == "TO" and heads[i] == head for i in range(verb, head)):
        heads[verb], deps[verb] = (verb if heads[head] == head else heads[head]), deps[head]
        heads[head], deps[head] = verb, "xcomp"
        heads[top] = verb
    return False


def _top(who: range, heads: list[int]) -> int | None:
    """Return the token of a phrase that depends on none of its others."""
    return next((i for i in who if heads[i] == i or heads[i] not in who), None)


def _take_place(who: range, verb: int, deps: list[str], heads: list[int]) -> list[int]:
    """Give a verb the place in its sentence of what was taken for it; return the words that held what follows it."""
    top, thing = _top(who, heads), heads[verb]
    below = deps[verb] in ("compound", "amod") and thing > verb
    former: list[int] = []
    if thing in who or (below and heads[thing] in who):
        is_root = top is None or heads[top] in (top, verb)
        heads[verb], deps[verb] = (verb, "ROOT") if is_root or top is None else (heads[top], deps[top])
        former = [*who]
    elif below:
        heads[verb], deps[verb] = (verb if heads[thing] == thing else heads[thing]), deps[thing]
        deps[verb] = "ccomp" if deps[verb] == "obj" else deps[verb]  # "I think | Freja likes coffee"
    elif thing < who[0]:
        former = [thing]
    if below:
        heads[thing], deps[thing] = verb, "obj"
    return former


def _verb_of(verb: int, name: int, words: list[str], tags: list[str], lemmas: list[str], deps: list[str]) -> str | None:
    """Return the verb that stands after a name, if one does."""
    word = words[verb].lower()
    if tags[verb] in ("VBZ", "VBD"):
        return None if word in _BEING or deps[verb].startswith(("aux", "cop")) else lemmas[verb]
    if tags[verb] not in ("NNS", "NNPS") or not _FOLLOWING.intersection(tags[verb + 1 : verb + 2]):
        return None
    base = OF_PERSONS.get(word)
    if base is None and words[name].lower() not in WORD_NAMES:
        base = verb_in_present(word) or verb_in_present(word, GOVERNING | LIKING)
    return base


def mend_names(words: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Tag names that were taken for plurals, adjectives or nouns as names: "Ines turned seven", "a job at IKEA".

    A first name that is a noun as well is a name where it does without an article what a person does: "Pia works".
    """
    described = {head for i, head in enumerate(heads) if deps[i] in ("det", "amod", "nmod:poss", "compound")}
    for i, word in enumerate(words):
        if tags[i] == "NN" and deps[i] == "nsubj" and word.istitle() and is_first_name(word) and i not in described:
            told = tags[heads[i]] in ("VBZ", "VBD") or lemmas[heads[i]] in occupations()
            tags[i] = "NNP" if told else "NN"
        if tags[i] == "NN" and deps[i] == "nsubj" and word.istitle() and i not in described:  # "Verity is my sister"
            owned = any(head == heads[i] and deps[j] == "nmod:poss" for j, head in enumerate(heads))
            tags[i] = "NNP" if owned and RELATION_OF_NOUN.get(lemmas[heads[i]]) in FAMILY else "NN"
        if tags[i] == "RB" and i and tags[i - 1] not in _OPENING and word.istitle() and is_first_name(word):
            tags[i] = "NNP"  # "my cat is called Tilly"
        if tags[i] not in ("NNS", "NN", "JJ"):
            continue
        person = word.istitle() and is_first_name(word) and not is_english(word.lower().removesuffix("s"))
        person = person or (i not in described and _is_one_person(i, word, tags, lemmas, deps, heads))
        short = len(word) > 2 and word.isupper() and not is_english(word.lower())
        if person or (short and i and words[i - 1].lower() in _BEFORE_NAMES):
            tags[i] = "NNP"


def _is_one_person(
    token: int, word: str, tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]
) -> bool:
    """Whether a plural is a name, since its verb is no plural and tells what a person does: "Mats plays chess"."""
    one = tags[token] == "NNS" and deps[token] == "nsubj" and tags[heads[token]] == "VBZ"
    return one and word.istitle() and heads[token] == token + 1 and lemmas[heads[token]] in OF_PERSONS.values()


def mend_unknown_names(words: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a name nobody knows, taken for an adverb before a verb, its subject: "Reshma set up my phone"."""
    for i, word in enumerate(words[:-1]):
        verb = heads[i]
        if tags[i] != "RB" or verb != i + 1 or not word.istitle() or is_english(word.lower()):
            continue
        if tags[verb] in ("VBD", "VBN", "VBZ") and not any(
            heads[j] == verb and deps[j].startswith(("nsubj", "aux")) for j in range(len(words))
        ):
            tags[i], deps[i] = "NNP", "nsubj"
            tags[verb] = "VBD" if tags[verb] == "VBN" else tags[verb]


def mend_towns(words: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a name after a preposition that was taken for a verb a name: "moved to Hull the summer before last"."""
    for town, verb in enumerate(heads):
        if tags[town] not in ("VB", "VBP") or deps[town] != "obl" or not words[town].istitle():
            continue
        tags[town] = "NNP"
        for i in range(town + 1, len(heads)):
            if heads[i] == town and deps[i] in ("obj", "obl", "advmod"):
                heads[i], deps[i] = verb, "obl" if deps[i] == "obj" else deps[i]


def mend_nationalities(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a nation that somebody is an adjective, if it was taken for a name: "my wife is Portuguese"."""
    for nation, tag in enumerate(tags):
        if tag != "NNP" or lower[nation] not in demonyms():
            continue
        own = [i for i, head in enumerate(heads) if head == nation]
        told = {deps[i] for i in own}
        if {"cop", "nsubj"} <= told and told.isdisjoint({"det", "compound", "case", "nmod:poss", "flat", "amod"}):
            tags[nation] = "JJ"
