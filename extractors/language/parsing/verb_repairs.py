"""Repairs of verbs that were taken for something else: "Dyed my hair", "I love to dance", "my flatmate works at …"."""

from chronomem.extractors.language.lexicon import OWN_KIN, RELATION_OF_NOUN, WORD_NAMES, is_first_name, occupations
from chronomem.extractors.language.readable.dictionary import (
    only_nouns,
    past_forms,
    verb_in_past,
    verb_in_present,
    verbs,
)

OF_PERSONS = {
    "works": "work", "lives": "live", "studies": "study", "teaches": "teach", "runs": "run", "plays": "play",
    "drives": "drive", "moves": "move", "starts": "start", "cooks": "cook", "paints": "paint", "rides": "ride",
    "sells": "sell", "makes": "make", "owns": "own", "speaks": "speak", "collects": "collect", "writes": "write",
    "sings": "sing", "breeds": "breed", "builds": "build", "repairs": "repair", "volunteers": "volunteer",
    "coaches": "coach", "bakes": "bake", "dances": "dance", "swims": "swim", "drinks": "drink", "rents": "rent",
    "visits": "visit", "dates": "date", "manages": "manage", "grows": "grow", "keeps": "keep", "smokes": "smoke",
    "cycles": "cycle", "walks": "walk", "supports": "support",
}  # fmt: skip
"""What persons do, by the third person of its verb."""
GOVERNING = frozenset(
    {"like", "love", "hate", "want", "hope", "prefer", "plan", "try", "learn", "start", "wish", "need"}
)
_COMMUTING = {
    "go", "goes", "went", "walk", "walks", "walked", "cycle", "cycles", "cycled", "drive", "drives", "drove", "get",
    "gets", "commute", "commutes", "run", "ride", "rides", "bike", "bikes",
}  # fmt: skip
LIKING = frozenset({"like", "love", "enjoy", "hate", "adore", "prefer"})
NOMINAL = {"det", "amod", "nmod:poss", "compound", "case"}
_BEING_TO = {"am", "'m", "is", "'s", "are", "'re", "was", "were"}
_LATER = {"nmod", "nmod:unmarked", "obl", "obl:unmarked", "advmod", "advcl", "punct", "conj", "parataxis"}
"""How what stands after a verb and its object depends on the verb."""
_REACH = 60
"""How far away, in tokens, a repair looks for what a verb governs."""
CLAUSAL = {"ROOT", "conj", "parataxis"}
_FINITE = {"VBD", "VBP", "VBZ", "MD"}
_SOMEBODY = {"somebody", "someone", "everybody", "everyone", "nobody", "anybody"}
_BEFORE_DEEDS = {"punct", "discourse", "advmod", "cc", "vocative"}


def near(token: int, heads: list[int]) -> range:
    """Return the tokens among which those that a token governs are looked for."""
    return range(max(0, token - _REACH), min(len(heads), token + _REACH))


def mend_relatives(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Parse a verb after a person that was taken for a noun: "my flatmate works at …", "the other one lives in …".

    The parser itself may have found its subject: "Ida lives in Rome".
    """
    for verb in range(1, len(lower) - 1):
        owner, relative = max(0, verb - 2), verb - 1
        base = OF_PERSONS.get(lower[verb])
        if base is None or heads[relative] != verb or tags[verb] not in ("NNS", "NN"):
            continue
        told = tags[verb + 1] in ("IN", "RB", "DT", "TO")
        kin = tags[owner] in ("PRP$", "POS") and lower[relative] in RELATION_OF_NOUN
        own = kin and deps[relative] in ("compound", "amod")
        found = deps[relative] == "nsubj" and tags[relative].startswith("NN")
        if not own and not (told and (lower[relative] == "one" or found)):
            continue
        tags[verb], lemmas[verb] = "VBZ", base
        if not found:
            tags[relative] = "NN"
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
    if deps[used] == "acl" and thing is not None:
        heads[thing], deps[thing] = verb, "obj"
        heads[used], deps[used], tags[used] = thing, "amod", "JJ"


def mend_owning(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make "own" the verb of two people if it was taken for an adjective: "both Mats and Henrik own motorbikes"."""
    for verb in range(2, len(lower) - 1):
        thing, last = heads[verb], verb - 1
        first = heads[last]
        if lower[verb] != "own" or deps[verb] != "amod" or deps[last] != "conj" or heads[first] != thing:
            continue
        heads[verb], deps[verb] = (verb if heads[thing] == thing else heads[thing]), deps[thing]
        heads[first], deps[first], heads[thing], deps[thing] = verb, "nsubj", verb, "obj"
        tags[verb], lemmas[verb] = "VBP", "own"
        if tags[first] == "NNS":
            tags[first] = "NNP"


def mend_acting(words: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a verb with a subject of its own the main one if it was taken for an adjective: "Sofie married | Lars"."""
    for verb in range(1, len(words) - 1):
        thing = heads[verb]
        if deps[verb] != "amod" or tags[verb] not in ("VBD", "VBN") or thing <= verb or deps[thing] not in CLAUSAL:
            continue
        if not any(head == verb and deps[i] == "nsubj" and i < verb for i, head in enumerate(heads)):
            continue
        heads[verb], deps[verb] = (verb if heads[thing] == thing else heads[thing]), deps[thing]
        for i in near(thing, heads):
            if heads[i] == thing and i > thing and deps[i] in _LATER:
                heads[i], deps[i] = verb, deps[i].replace("nmod", "obl")
        heads[thing], deps[thing], tags[verb] = verb, "obj", "VBD"
        if words[thing][0].isupper() and tags[thing] == "NN":
            tags[thing] = "NNP"


def mend_governing(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make "plans" the verb that it is, if somebody does: "my uncle plans to open a bakery"."""
    for verb, tag in enumerate(tags):
        if tag != "NNS" or lemmas[verb] not in GOVERNING:
            continue
        own = {deps[i] for i, head in enumerate(heads) if head == verb and i != verb}
        if {"nsubj", "xcomp"} <= own:
            tags[verb] = "VBZ"
    for verb, tag in enumerate(tags):
        base = verb_in_present(lower[verb], verbs()) if tag == "NNS" else None
        if base is None:
            continue
        below = {deps[i]: i for i, head in enumerate(heads) if head == verb and i != verb}
        if {"nsubj", "obj"} <= below.keys() and lower[below["nsubj"]] in ("he", "she", "it"):
            tags[verb], lemmas[verb] = "VBZ", base  # "he only drinks beer"


def mend_presents(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a third person that was taken for a plural the verb that it is: "my brother prefers tea", "Eva marries Tom".

    What it governs was taken for the verb, for what the plural describes, or for a sentence of its own.
    """
    for verb in range(1, len(lower) - 1):
        subject, above = verb - 1, heads[verb]
        if lower[verb - 2 : verb] == ["not", "only"] and tags[verb] == "NNS" and deps[verb] in CLAUSAL:
            tags[verb], lemmas[verb] = "VBZ", verb_in_present(lower[verb], verbs()) or lemmas[verb]
            continue  # "she not only works there"
        base = verb_in_present(lower[verb]) if tags[verb] == "NNS" and tags[verb - 1].startswith("N") else None
        if base is None and tags[verb] in ("NNS", "NNPS") and _acts(subject, lower, tags):
            base = verb_in_present(lower[verb], verbs())
        if base is None:
            continue
        if heads[subject] == verb and deps[subject] in ("compound", "nsubj", "nmod"):
            alone = above == verb and heads[verb + 1] == verb + 1
            thing = above if above > verb else verb + 1 if alone else None
        elif above == subject and deps[verb] == "appos" and heads[subject] > verb:
            thing = heads[subject]
        else:
            continue
        tags[verb], lemmas[verb] = "VBZ", base
        if thing is not None:
            heads[verb], deps[verb] = (verb if heads[thing] == thing else heads[thing]), deps[thing]
            for i in near(thing, heads):
                later = i > thing and deps[i] in _LATER
                if heads[i] == thing and i != thing and (i < verb or later):
                    heads[i], deps[i] = verb, deps[i].replace("nmod", "obl")
            heads[thing], deps[thing] = verb, "obj"
            if tags[thing].startswith("V"):
                tags[thing], lemmas[thing] = "NN", lower[thing]
        for i in range(max(0, subject - 4), subject):
            heads[i] = subject if heads[i] == verb and deps[i] in NOMINAL else heads[i]
        heads[subject], deps[subject] = verb, "nsubj"


def _acts(person: int, lower: list[str], tags: list[str]) -> bool:
    """Whether a person in front has a plural and a thing after it and no other verb: "Tom drinks tea", no "dad jokes".

    A verb after "and" belongs to a second clause, and a plural may have been taken for one: "Dad fixes clocks".
    """
    own = person > 0 and tags[person - 1] == "PRP$"
    opens = person == own or tags[person - 1 - own] in (",", ".", ":", "CC")
    kin = lower[person] in OWN_KIN or (own and RELATION_OF_NOUN.get(lower[person], "has_pet") != "has_pet")
    named = is_first_name(lower[person].title()) and lower[person] not in WORD_NAMES
    if not opens or not (kin or (named and not own)) or tags[person] not in ("NNP", "NN"):
        return False
    end = next((i for i in range(person + 2, len(tags)) if tags[i] in (",", ".", ":", "CC")), len(tags))
    thing = tags[person + 2 : end]
    if not thing or thing[0] not in ("DT", "PRP$", "JJ", "CD", "NN", "NNS", "NNP", "NNPS", "VBZ"):
        return False
    plural = thing[0] == "VBZ" and lower[person + 2] not in ("is", "has", "does", "'s")
    return not any(tag in _FINITE for tag in thing[plural:])


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
        governed = tags[i - 1].startswith("V") and _stem(lower[i - 1]) in GOVERNING and lower[i] == "to"
        if governed and tags[verb] == "NN" and heads[verb] in (i - 1, heads[i - 1]):
            tags[verb], deps[verb], heads[verb], deps[i] = "VB", "xcomp", i - 1, "mark"


def _stem(word: str) -> str:
    return next((word.removesuffix(end) for end in ("s", "d", "ed") if word.removesuffix(end) in GOVERNING), word)


def mend_commuting(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make work a place to which somebody goes, if it was taken for a verb: "I go to work on foot", "walk to work"."""
    for work in range(2, len(lower)):
        going = work - 2
        told = lower[work] == "work" and lower[work - 1] == "to" and lower[going] in _COMMUTING
        if not told or heads[work] != going or deps[work] != "xcomp":
            continue
        if lower[work + 1 : work + 2] and lower[work + 1] in ("for", "with", "as", "at", "hard"):
            continue
        tags[work], deps[work], tags[work - 1], deps[work - 1] = "NN", "obl", "IN", "case"
        for i in near(work, heads):
            heads[i] = going if heads[i] == work and i > work else heads[i]


def mend_passives(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a past form after "was" the participle that it is, if it was taken for a name: "Theo was stung by a bee"."""
    for verb, tag in enumerate(tags):
        base = past_forms().get(lower[verb], verb_in_past(lower[verb])) if tag == "NNP" else None
        be = next((i for i in range(max(0, verb - 4), verb) if heads[i] == verb and deps[i] == "cop"), None)
        if base is None or be is None or any(deps[i] in NOMINAL for i in range(be, verb)):
            continue
        tags[verb], lemmas[verb], deps[be] = "VBN", base, "aux:pass"
        for i in near(verb, heads):
            deps[i] = "nsubj:pass" if heads[i] == verb and deps[i] == "nsubj" else deps[i]


def mend_due(lower: list[str], deps: list[str], heads: list[int]) -> None:
    """Make "due" what somebody is, rather than a mark of what they are to do: "Eva is due to start in June"."""
    for due, verb in enumerate(heads):
        if lower[due : due + 2] != ["due", "to"] or deps[due] != "mark":
            continue
        own = [i for i in near(verb, heads) if heads[i] == verb and i != verb]
        if not any(deps[i] == "cop" for i in own):
            continue
        heads[due], deps[due] = (due if heads[verb] == verb else heads[verb]), deps[verb]
        for i in own:
            heads[i] = due if i < due or deps[i] in ("punct", "conj", "parataxis") else verb
        heads[verb], deps[verb] = due, "xcomp"
        heads[due + 1], deps[due + 1] = verb, "mark"


def mend_intended(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make "are" an auxiliary of what people are to do: "Tom and Eva are to marry", but not "the plan is to marry"."""
    for be, verb in enumerate(heads):
        told = deps[be] == "cop" and lower[be] in _BEING_TO and lower[be + 1 : be + 2] == ["to"]
        if not told or deps[be + 1] != "mark":
            continue
        subject = next((i for i in near(verb, heads) if heads[i] == verb and deps[i].startswith("nsubj")), None)
        if subject is None or not (tags[subject] in ("PRP", "NNP") or lower[subject] in RELATION_OF_NOUN):
            continue
        deps[subject], deps[be] = "nsubj", "aux"


def mend_having(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make "has" the verb if it was parsed as an auxiliary of its object: "my son has asthma", "I hate coriander".

    A noun taken for a participle or an adverb is its object as well: "Ida has | diabetes", "I have | asthma".
    """
    for i, word in enumerate(lower):
        thing = heads[i]
        if (
            deps[i] == "advmod"
            and tags[i] == "RB"
            and thing == i - 1
            and lemmas[thing] == "have"
            and word in only_nouns()
        ):
            deps[i], tags[i], lemmas[i] = "obj", "NN", word
        liking = lemmas[i] in LIKING and tags[i] in ("VBP", "VBZ", "VBD")
        if deps[i] != "aux" or thing <= i or not (word in ("has", "have", "had") or liking):
            continue
        named = tags[thing] in ("NN", "NNS", "RB") or (tags[thing] == "VBN" and lower[thing] in only_nouns())
        if not named and not (liking and tags[thing] in ("VB", "VBP", "VBZ", "JJ")):
            continue
        beside = [j for j, head in enumerate(heads) if head == thing and j not in (i, thing)]
        if not any(deps[j] == "nsubj" and j < i for j in beside) or any(deps[j] == "cop" for j in beside):
            continue
        heads[i], deps[i] = (i if heads[thing] == thing else heads[thing]), deps[thing]
        lemmas[i] = lemmas[i] if liking else "have"
        heads[thing], deps[thing] = i, "obj"
        later = (
            ("punct", "conj", "parataxis", "obl", "advcl") if tags[thing] == "VBN" else ("punct", "conj", "parataxis")
        )
        lemmas[thing] = lower[thing] if tags[thing] == "VBN" else lemmas[thing]
        if not tags[thing].startswith("N"):
            tags[thing] = "NNS" if liking and lower[thing].endswith("s") else "NN"
        for j in beside:
            if j < i or deps[j] in later:
                heads[j] = i


def mend_unknown(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a word the noun that it is if no verb is called so, or none can be: "mostly techno", "allergic to fish"."""
    for i, word in enumerate(lower):
        plural = word.endswith("s")
        if lower[i - 2 : i] == ["allergic", "to"] and tags[i] in ("VB", "VBP", "VBZ"):  # "to fish", "to wasps"
            _make_oblique(i, tags, deps, heads)
            tags[i], lemmas[i] = ("NNS", word[:-1]) if plural and word not in only_nouns() else ("NN", word)
            continue
        if tags[i] not in ("VB", "VBP", "VBZ"):
            continue
        own = {deps[j] for j, head in enumerate(heads) if head == i and j != i}
        if tags[i] == "VB" and "cop" in own and word in occupations():
            tags[i] = "NN"  # "I'm cook there"
            continue
        if {word, lemmas[i]} & verbs() or not word.isalpha():
            continue
        if own.isdisjoint(("nsubj", "nsubj:pass", "aux", "obj", "mark")) and deps[i] not in ("aux", "xcomp", "cop"):
            tags[i], lemmas[i] = ("NNS", word[:-1]) if plural and tags[i] == "VBZ" else ("NN", word)
        infinitive = deps[i] == "xcomp" and lower[i - 1] == "to" and own == {"mark"}
        if infinitive and word in only_nouns():
            _make_oblique(i, tags, deps, heads)


def _make_oblique(noun: int, tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a noun after "to" what it is, with what is joined to it: "allergic to shellfish and cats"."""
    tags[noun - 1], deps[noun - 1] = "IN", "case"
    tags[noun], deps[noun] = "NN", "obl"
    other = noun + 2
    if tags[noun + 1 : other] == ["CC"] and other < len(tags) and deps[other] == "conj" and tags[other].startswith("N"):
        heads[other] = noun


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


def mend_deeds(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a word with an object the verb that it is, if it leads its sentence: "Dyed my hair", "Failed maths"."""
    for verb, thing in enumerate(heads):
        bare = tags[verb] == "VBD" and deps[verb] == "amod" and thing == verb + 1 and heads[thing] == thing
        if bare and all(heads[j] != thing or deps[j] in _BEFORE_DEEDS for j in range(verb)):
            heads[verb], deps[verb], heads[thing], deps[thing] = verb, "ROOT", verb, "obj"
            for i, head in enumerate(heads):
                if head == thing and deps[i] in ("advmod", "obl:unmarked", "punct", "conj", "parataxis"):
                    heads[i] = verb
    for i in {heads[thing] for thing, dep in enumerate(deps) if dep == "obj" and heads[thing] < thing}:
        own = [j for j in range(i) if heads[j] == i and deps[j] not in _BEFORE_DEEDS]
        somebody = [j for j in own if deps[j] == "compound" and lower[j] in _SOMEBODY]
        leads = heads[i] == i and own == somebody
        word = lower[i] if leads and not tags[i].startswith("V") else ""
        base = verb_in_past(word) or (past_forms().get(word) if somebody else None)
        if base is not None:
            tags[i], lemmas[i] = "VBD", base
            for j in somebody:
                deps[j] = "nsubj"  # "Somebody stole Eva's bike"


def mend_opening(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a past form in front the verb that it is, if it was taken for a name: "Ate snails on Saturday"."""
    for verb, thing in enumerate(heads):
        taken = tags[verb] in ("NNP", "NN") and deps[verb] in ("nsubj", "compound") and verb < thing <= verb + 4
        base = past_forms().get(lower[verb]) if taken and not is_first_name(lower[verb].title()) else None
        if base is None or (verb and deps[verb - 1] != "punct"):
            continue
        own = [i for i in near(thing, heads) if heads[i] == thing and i not in (verb, thing)]
        if any(deps[i].startswith(("nsubj", "cop", "aux", "ob", "xcomp")) and deps[i] != "obl" for i in own):
            continue
        if any(heads[i] != thing or deps[i] not in NOMINAL for i in range(verb + 1, thing)):
            continue
        heads[verb], deps[verb] = (verb if heads[thing] == thing else heads[thing]), deps[thing]
        tags[verb], lemmas[verb] = "VBD", base
        heads[thing], deps[thing] = verb, "obj"
        if not tags[thing].startswith("N"):
            tags[thing] = "NNS" if lower[thing].endswith("s") else "NN"
        for i in (i for i in own if i > thing):
            heads[i] = verb
            deps[i] = deps[i].replace("nmod", "obl") if deps[i] in ("nmod", "nmod:unmarked") else deps[i]


def mend_crossing(tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Join the second of two verbs to the first, and give it the things and phrases that follow it.

    "He plays the organ and | lives alone" was joined to the organ; "I live in Leeds and work | in York".
    """
    subjects = {head for head, dep in zip(heads, deps, strict=True) if dep.startswith("nsubj")}
    for verb, thing in enumerate(heads):
        first = heads[thing]
        plain = tags[verb] == "VB" and tags[first] == "VBP" and tags[verb - 1] == "CC"  # "and teach chemistry"
        told = deps[verb] == "conj" and (tags[verb] in _FINITE or plain) and verb not in subjects
        if not told or not tags[thing].startswith("N") or not tags[first].startswith("V"):
            continue
        if first < thing < verb and deps[thing] in ("obj", "obl"):
            heads[verb], tags[verb] = first, "VBP" if plain else tags[verb]
    for phrase, first in enumerate(heads):
        if deps[phrase] != "obl" or phrase <= first or not tags[first].startswith("V"):
            continue
        between = range(phrase - 1, first, -1)
        second = next((i for i in between if heads[i] == first and deps[i] == "conj" and tags[i].startswith("V")), None)
        if second is not None and second not in heads[second + 1 : phrase]:
            heads[phrase] = second
    for thing, other in enumerate(heads):
        listed = deps[thing] == "conj" and deps[other] == "obj" and thing > other
        between = range(thing - 1, other, -1) if listed else range(0)
        verbs = (i for i in between if deps[i] == "conj" and tags[i].startswith("VB") and heads[i] == heads[other])
        second = next(verbs, None)
        if second is None or not {"CC", ","}.isdisjoint(tags[second:thing]) or second in heads[second + 1 : thing]:
            continue
        heads[thing], deps[thing] = second, "obj"  # "I speak Dutch and love | jazz"
        for i in range(thing + 1, len(heads)):
            heads[i] = thing if heads[i] == other and deps[i] == "conj" else heads[i]
