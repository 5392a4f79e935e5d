"""Repairs of words with "-ing": "my aunt's training for a race", "Joining Bosch in June", "baking and board games"."""

from chronomem.extractors.language.lexicon import RELATION_OF_NOUN
from chronomem.extractors.language.parsing.verb_repairs import LIKING, NOMINAL, near
from chronomem.extractors.language.readable.dictionary import verbs

_ENDING_IN_ING = {"sing", "bring", "ring", "swing", "cling", "fling", "sling", "sting", "wring", "spring", "string"}
_AIMING = {"train", "prepare", "prep", "practice", "practise", "rehearse", "revise", "save", "look", "apply"}
"""Verbs with "for" whose "-ing" may be a noun as well."""
_NEAR = 24
"""In tokens, of a clause that a repair looks over."""


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
        be = next((i for i in own if deps[i] in ("cop", "aux") and lemmas[i] == "be"), None)
        subject = next((i for i in own if deps[i] == "nsubj"), None)
        if be is None or subject is None or any(deps[i] in NOMINAL for i in own):
            continue
        if tags[subject] in ("NNP", "PRP") or lower[subject] in RELATION_OF_NOUN:
            taken = deps[be] == "aux"  # as a verb already, but not what depends on it
            lemmas[verb] = lemmas[verb] if tags[verb] == "VBG" else base  # "putting" may be of "putt", too
            tags[verb], deps[be] = "VBG", "aux"
            for i in near(verb, heads):
                deps[i] = "obl" if taken and heads[i] == verb and deps[i] == "nmod" else deps[i]


def mend_doers(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make what a person is doing the verb, not something they have: "my aunt's training for a race"."""
    for mark in range(1, len(lower) - 2):
        doer, doing, thing = mark - 1, mark + 1, mark + 2
        owned = lower[mark] == "'s" and deps[mark] == "case" and heads[mark] == doer and heads[doer] == doing
        if not owned or tags[doing] != "NN" or not lower[doing].endswith("ing"):
            continue
        over = heads[doing]
        if over != doing and not (deps[doing] == "nsubj" and _is_apart(doing, over, lower)):
            continue
        stem = lower[doing].removesuffix("ing")
        base = next((form for form in (stem, f"{stem}e", stem[:-1]) if form in verbs()), None)
        person = tags[doer] == "NNP" or lower[doer] in RELATION_OF_NOUN
        named = tags[thing] == "NNP" and heads[thing] == doing  # "my brother's learning Welsh"
        aimed = base in _AIMING and lower[thing] == "for" and heads[heads[thing]] == doing
        if base is None or not person or not (named or aimed):
            continue
        if over != doing:
            heads[doing], deps[doing] = (doing if heads[over] == over else heads[over]), deps[over]
            heads[over], deps[over] = doing, "parataxis"
        deps[doer], heads[mark], deps[mark], tags[mark], lemmas[mark] = "nsubj", doing, "aux", "VBZ", "be"
        tags[doing], lemmas[doing] = "VBG", base
        governed = thing if named else heads[thing]
        deps[governed] = "obj" if named else "obl"


def mend_aiming(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make what somebody is at the verb that it is: "training for the half marathon", "prepping for my viva"."""
    for doing in range(len(lower) - 2):
        mark, thing = doing + 1, heads[doing + 1]
        opens = doing == 0 or tags[doing - 1] in (".", "CC", "RB")
        if lower[mark] != "for" or not opens or tags[doing] != "NN" or heads[doing] != doing:
            continue
        stem = lower[doing].removesuffix("ing")
        base = next((form for form in (stem, f"{stem}e", stem[:-1]) if form in _AIMING), None)
        if base is not None and deps[thing] == "nmod":
            tags[doing], lemmas[doing], deps[thing] = "VBG", base, "obl"


def _is_apart(doing: int, verb: int, lower: list[str]) -> bool:
    """Whether a comma parts what was taken for a subject from its verb: "Mia's training for a race, never rests"."""
    return "," in lower[doing : min(verb, doing + _NEAR)]


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


def mend_gerunds(tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a bare gerund one of the things that are liked: "Roman history and | baking", "baking and | board games"."""
    for gerund, verb in enumerate(heads):
        doing = tags[gerund] == "VBG" or (tags[gerund] == "NN" and lemmas[gerund].endswith("ing"))
        if doing and lemmas[verb] in LIKING and deps[gerund] in ("xcomp", "obj") and gerund + 2 < len(heads):
            _join_things(gerund, tags, deps, heads)
        if tags[gerund] != "VBG" or deps[gerund] != "conj" or lemmas[verb] not in LIKING or tags[verb] == "VBG":
            continue
        thing = next((i for i in range(verb + 1, gerund) if heads[i] == verb and deps[i] == "obj"), None)
        if thing is None:
            continue
        if not any(heads[i] == gerund and deps[i].startswith(("nsubj", "aux")) for i in range(thing, gerund)):
            heads[gerund], tags[gerund] = thing, "NN"


def _join_things(gerund: int, tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Join the noun phrase after "and" to a gerund that is liked: "baking and | board games"."""
    first, last = gerund + 2, gerund + 1
    while last + 1 < len(heads) and tags[last + 1].startswith(("NN", "JJ", "VBG")):
        last += 1
    if deps[gerund + 1] != "cc" or last < first or not tags[last].startswith("NN"):
        return
    if tags[first] == "VBG":
        if heads[last] == gerund:
            heads[last] = first
        return
    for i in range(first, last):
        deps[i], heads[i] = "amod" if tags[i] == "JJ" else "compound", last
    heads[gerund + 1], deps[last], heads[last] = last, "conj", gerund
    tags[gerund], deps[gerund] = "NN", "obj"
