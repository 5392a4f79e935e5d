"""Repairs of verbs that were taken for something else: "Dyed my hair", "I love to dance", "my flatmate works at …"."""

from chronomem.extractors.language.lexicon import RELATION_OF_NOUN
from chronomem.extractors.language.readable.dictionary import verb_in_past, verbs

_OF_PERSONS = {
    "works": "work", "lives": "live", "studies": "study", "teaches": "teach", "runs": "run", "plays": "play",
    "drives": "drive", "moves": "move", "starts": "start", "cooks": "cook", "paints": "paint", "rides": "ride",
    "sells": "sell", "makes": "make", "owns": "own", "speaks": "speak", "collects": "collect", "writes": "write",
    "sings": "sing", "breeds": "breed", "builds": "build", "repairs": "repair",
}  # fmt: skip
_GOVERNING = {"like", "love", "hate", "want", "hope", "prefer", "plan", "try", "learn", "start", "wish", "need"}
_ENDING_IN_ING = {"sing", "bring", "ring", "swing", "cling", "fling", "sling", "sting", "wring", "spring", "string"}
_NOMINAL = {"det", "amod", "nmod:poss", "compound", "case"}
_BEFORE_DEEDS = {"punct", "discourse", "advmod", "cc", "vocative"}


def mend_relatives(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Parse a verb after a person that was taken for a noun: "my flatmate works at …", "the other one lives in …"."""
    for verb in range(2, len(lower) - 1):
        owner, relative = verb - 2, verb - 1
        base = _OF_PERSONS.get(lower[verb])
        if base is None or heads[relative] != verb or tags[verb] not in ("NNS", "NN"):
            continue
        told = tags[verb + 1] in ("IN", "RB", "DT", "TO")
        kin = tags[owner] in ("PRP$", "POS") and lower[relative] in RELATION_OF_NOUN
        owned = kin or (told and tags[owner] == "PRP$" and heads[owner] == verb)
        own = owned and deps[relative] in ("compound", "amod")
        if not own and (lower[relative] != "one" or not told):
            continue
        tags[verb], lemmas[verb], tags[relative] = "VBZ", base, "NN"
        deps[relative] = "nsubj"
        for i in range(max(0, owner - 1), relative):
            heads[i] = relative if heads[i] == verb and deps[i] in ("det", "amod", "nmod:poss") else heads[i]
        for i, head in enumerate(heads):
            if head == verb and i > verb and deps[i] == "nmod":
                deps[i] = "obl"
        _give_object(verb, deps, heads, tags)


def _give_object(verb: int, deps: list[str], heads: list[int], tags: list[str]) -> None:
    """Make "used cars" the object of "sells | used cars" if "used" was taken for a participle that has it."""
    used = verb + 1
    thing = next((i for i, head in enumerate(heads) if head == used and deps[i] == "obj"), None)
    if deps[used] == "acl" and heads[used] == verb and thing is not None:
        heads[thing], deps[thing] = verb, "obj"
        heads[used], deps[used], tags[used] = thing, "amod", "JJ"


def mend_owning(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make "own" the verb of two people if it was taken for an adjective: "both Mats and Henrik own motorbikes"."""
    for verb in range(2, len(lower) - 1):
        thing, last = heads[verb], verb - 1
        if lower[verb] != "own" or deps[verb] != "amod" or thing < verb or not tags[last].startswith("N"):
            continue
        first = heads[last] if deps[last] == "conj" else last
        if heads[first] != thing or deps[first] not in ("compound", "nsubj", "nmod:poss"):
            continue
        heads[verb], deps[verb] = (verb if heads[thing] == thing else heads[thing]), deps[thing]
        heads[first], deps[first], heads[thing], deps[thing] = verb, "nsubj", verb, "obj"
        tags[verb], lemmas[verb] = "VBP", "own"
        if tags[first] == "NNS":
            tags[first] = "NNP"


def mend_governing(tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make "plans" the verb that it is, if somebody does: "my uncle plans to open a bakery"."""
    for verb, tag in enumerate(tags):
        if tag != "NNS" or lemmas[verb] not in _GOVERNING:
            continue
        own = {deps[i] for i, head in enumerate(heads) if head == verb and i != verb}
        if {"nsubj", "xcomp"} <= own and "cop" not in own:
            tags[verb] = "VBZ"


def mend_quitting(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make "quit" the verb if it was parsed as part of a name: "Priya quit Google"."""
    for i in range(1, len(lower) - 1):
        left = heads[i]
        named = lower[i] == "quit" and tags[i].startswith("NNP") and tags[i - 1].startswith("NNP") and left == i + 1
        if not named or not tags[left].startswith("NNP"):
            continue
        for j, head in enumerate(heads):
            if head in (i, left) and j not in (i, left):
                heads[j] = i
        heads[i], deps[i], tags[i], lemmas[i] = i, "ROOT", "VBD", "quit"
        heads[i - 1], deps[i - 1] = i, "nsubj"
        heads[left], deps[left] = i, "obj"


def mend_infinitives(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a noun after "like to" the verb that it is: "I love to dance"."""
    for i in range(1, len(lower) - 1):
        verb = i + 1
        governed = tags[i - 1].startswith("V") and _stem(lower[i - 1]) in _GOVERNING and lower[i] == "to"
        if governed and tags[verb] == "NN" and heads[verb] in (i - 1, heads[i - 1]) and heads[i] == verb:
            tags[verb], deps[verb], heads[verb], deps[i] = "VB", "xcomp", i - 1, "mark"


def _stem(word: str) -> str:
    return next((word.removesuffix(end) for end in ("s", "d", "ed") if word.removesuffix(end) in _GOVERNING), word)


def mend_ing(lower: list[str], tags: list[str], lemmas: list[str]) -> None:
    """Make "sing" a verb in the present: it is no progressive."""
    for i, word in enumerate(lower):
        if word in _ENDING_IN_ING and tags[i] == "VBG":
            tags[i], lemmas[i] = "VBP", word


def mend_progressives(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a bare "-ing" that a person is the verb: "my brother is training for a marathon"."""
    for verb, word in enumerate(lower):
        stem = word.removesuffix("ing")
        if stem == word or tags[verb] not in ("NN", "VBG") or lower[verb + 1 : verb + 2] == ["."]:
            continue
        base = next((form for form in (stem, f"{stem}e", stem[:-1]) if form in verbs()), None)
        goes_on = any(head == verb and deps[i] in ("obl", "obj") for i, head in enumerate(heads) if i > verb)
        if base is None or not (goes_on or tags[verb] == "NN"):
            continue
        own = [i for i, head in enumerate(heads) if head == verb and i < verb]
        be = next((i for i in own if deps[i] == "cop"), None)
        subject = next((i for i in own if deps[i] == "nsubj"), None)
        if be is None or subject is None or any(deps[i] in _NOMINAL for i in own):
            continue
        if tags[subject] in ("NNP", "PRP") or lower[subject] in RELATION_OF_NOUN:
            tags[verb], lemmas[verb], deps[be] = "VBG", base, "aux"


def mend_having(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make "has" the verb if it was parsed as an auxiliary of its object: "my son has asthma", "I hate coriander"."""
    for i, word in enumerate(lower):
        thing = heads[i]
        liking = lemmas[i] in _LIKING and tags[i] in ("VBP", "VBZ", "VBD")
        if deps[i] != "aux" or thing <= i or not (word in ("has", "have", "had") or liking):
            continue
        if tags[thing] not in ("NN", "NNS", "RB") and not (liking and tags[thing] in ("VB", "VBP", "VBZ", "JJ")):
            continue
        beside = [j for j, head in enumerate(heads) if head == thing and j not in (i, thing)]
        if not any(deps[j] == "nsubj" and j < i for j in beside) or any(deps[j] == "cop" for j in beside):
            continue
        heads[i], deps[i] = (i if heads[thing] == thing else heads[thing]), deps[thing]
        lemmas[i] = lemmas[i] if liking else "have"
        heads[thing], deps[thing] = i, "obj"
        if not tags[thing].startswith("N"):
            tags[thing] = "NNS" if liking and lower[thing].endswith("s") else "NN"
        for j in beside:
            if j < i or deps[j] in ("punct", "conj", "parataxis"):
                heads[j] = i


def mend_unknown(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a word without a subject the noun that it is, if no verb is called so: "mostly techno, some jazz"."""
    for i, word in enumerate(lower):
        plural = word.endswith("s")
        if tags[i] not in ("VB", "VBP", "VBZ") or {word, lemmas[i]} & verbs() or not word.isalpha():
            continue
        own = {deps[j] for j, head in enumerate(heads) if head == i and j != i}
        if own.isdisjoint(("nsubj", "nsubj:pass", "aux", "obj", "mark")) and deps[i] not in ("aux", "xcomp", "cop"):
            tags[i], lemmas[i] = ("NNS", word[:-1]) if plural and tags[i] == "VBZ" else ("NN", word)


def mend_got(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a bare noun after "got" the object that it is, if it was taken for a participle: "I've got diabetes".

    "Mum's got a cold" has the perfect, as "I've got" does.
    """
    governing = set(heads)
    having = {head for i, head in enumerate(heads) if deps[i] == "obj" and lower[head] == "got"}
    for i, head in enumerate(heads):
        if lower[i] == "'s" and deps[i] == "aux" and head in having:
            lemmas[i] = "have"
    for i in range(1, len(lower)):
        got = heads[i]
        if lower[got] != "got" or got != i - 1 or deps[i] != "xcomp" or i in governing or tags[i] not in ("VBN", "VBD"):
            continue
        if not lower[i].endswith(("ed", "en", "t", "n", "d")):
            deps[i], tags[i], lemmas[i] = "obj", "NN", lower[i]


def mend_leading(tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a progressive in front the verb if a name was taken for what it describes: "Joining Bosch on 3 June"."""
    for verb in range(len(tags) - 1):
        name = verb + 1
        alone = verb == 0 or deps[verb - 1] == "punct"
        if not alone or tags[verb] != "VBG" or deps[verb] != "amod" or heads[verb] != name or heads[name] != name:
            continue
        if not tags[name].startswith("NNP"):
            continue
        heads[verb], deps[verb] = verb, "ROOT"
        for i, head in enumerate(heads):
            if head == name and i not in (verb, name) and deps[i] not in ("compound", "flat"):
                heads[i], deps[i] = verb, "obl" if deps[i] == "nmod" else deps[i]
        heads[name], deps[name] = verb, "obj"


def mend_deeds(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a word with an object the verb that it is, if it leads its sentence: "Dyed my hair", "Failed maths"."""
    for verb, thing in enumerate(heads):
        bare = tags[verb] == "VBD" and deps[verb] == "amod" and thing == verb + 1 and heads[thing] == thing
        if bare and all(heads[j] != thing or deps[j] in _BEFORE_DEEDS for j in range(verb)):
            heads[verb], deps[verb], heads[thing], deps[thing] = verb, "ROOT", verb, "obj"
            for i, head in enumerate(heads):
                if head == thing and i > thing and deps[i] in ("advmod", "obl:unmarked", "punct", "conj", "parataxis"):
                    heads[i] = verb
    for i in {heads[thing] for thing, dep in enumerate(deps) if dep == "obj" and heads[thing] < thing}:
        leads = heads[i] == i and all(heads[j] != i or deps[j] in _BEFORE_DEEDS for j in range(i))
        base = verb_in_past(lower[i]) if leads and not tags[i].startswith("V") else None
        if base is not None:
            tags[i], lemmas[i] = "VBD", base


def mend_crossing(tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Give a phrase to the second of two verbs if it follows that one: "I live in Leeds and work | in York"."""
    for phrase, first in enumerate(heads):
        if deps[phrase] != "obl" or phrase <= first or not tags[first].startswith("V"):
            continue
        between = range(phrase - 1, first, -1)
        second = next((i for i in between if heads[i] == first and deps[i] == "conj" and tags[i].startswith("V")), None)
        if second is not None and second not in heads[second + 1 : phrase]:
            heads[phrase] = second


_LIKING = {"like", "love", "enjoy", "hate", "adore", "prefer"}


def mend_gerunds(tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a bare gerund one of the things that are liked: "I enjoy Roman history and | baking"."""
    for gerund, verb in enumerate(heads):
        if tags[gerund] != "VBG" or deps[gerund] != "conj" or lemmas[verb] not in _LIKING or tags[verb] == "VBG":
            continue
        thing = next((i for i in range(verb + 1, gerund) if heads[i] == verb and deps[i] == "obj"), None)
        if thing is None:
            continue
        if not any(heads[i] == gerund and deps[i].startswith(("nsubj", "aux")) for i in range(thing, gerund)):
            heads[gerund], tags[gerund] = thing, "NN"
