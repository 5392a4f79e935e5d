"""Repairs of words that hang on the wrong one: "a team called the Otters", "quit smoking and started running"."""

from chronomem.extractors.language.lexicon import CURRENCIES, RELATION_OF_NOUN

_FINITE = {"VBD", "VBP", "VBZ"}
_NO_ONE_ELSE = {"i", "we", "you", "they"}
_BESIDE = {"near", "outside", "behind", "beside", "opposite", "above", "below", "under", "by", "between"}
"""Prepositions that tell where the thing right before them is."""
_HELPING = {"does", "do", "did", "is", "are", "was", "has", "have", "can", "ca", "will", "wo"}
_NEAR = 8
"""How many tokens before its noun a preposition may stand."""
_SHIFTS = {"night", "nights", "days", "weekends", "mornings", "evenings", "shifts", "part-time", "full-time"}
"""What somebody works, rather than what is done to it."""


def mend_whole_names(words: list[str], lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make one name of what was taken for several: "second-hand Yamaha", "Hart & Sons", "Bake Off"."""
    _mend_second_hand(lower, tags, deps, heads)
    _mend_firms(words, tags, deps, heads)
    _mend_titles(words, tags, deps, heads)


def mend_further_phrases(
    lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]
) -> None:
    """Give to the verb what was paid, and to a relative the one joined to them."""
    _mend_costs(lower, lemmas, deps, heads)
    _mend_people_in_places(lemmas, tags, deps, heads)


def mend_joined_words(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Join nouns to nouns and finite verbs to finite verbs."""
    _mend_plurals(lower, tags, deps, heads)
    _mend_joined_to_gerunds(tags, deps, heads)


def mend_descriptions(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Give to a thing what it is called and where it is, and to a person their name."""
    _mend_namings(lower, tags, deps, heads)
    _mend_apposed_names(lower, tags, lemmas, deps, heads)
    _mend_places_of_work(lower, tags, deps, heads)


def _mend_namings(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Give "called" to the noun right before it: "I play for a team | called the Otters"."""
    for called in range(2, len(lower) - 1):
        noun = called - 1
        if lower[called] not in ("called", "named") or not tags[noun].startswith("NN") or tags[noun] == "NNP":
            continue
        if tags[called] not in ("VBD", "VBN") or any(
            h == called and deps[i].startswith("nsubj") for i, h in enumerate(heads)
        ):
            continue
        name = next(
            (i for i in range(called + 1, len(lower)) if heads[i] == called and deps[i] in ("obj", "xcomp")), None
        )
        if name is None or not tags[name].startswith("NNP") or heads[called] == called:
            continue
        if deps[noun] == "nmod" and tags[noun] == "NNS" and lower[noun - 1] == "of" and heads[noun] < noun:
            noun = heads[noun]  # "a firm of architects | called Lumo"
        above = heads[noun]
        for i in range(name + 1, len(lower)):
            if heads[i] == called and deps[i].startswith("obl"):
                heads[i] = above if tags[above].startswith("V") else heads[above]  # "… called Lumo | on Monday"
        heads[called], deps[called], tags[called], deps[name] = noun, "acl", "VBN", "xcomp"


def _mend_firms(words: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make one name of two that "&" joins: "at a law firm called Hart & Sons"."""
    for sign in range(1, len(words) - 1):
        first, last = sign - 1, sign + 1
        named = tags[first].startswith("NN") and words[first][0].isupper() and words[last][0].isupper()
        if words[sign] != "&" or not named or deps[last] != "conj" or heads[last] > first:
            continue
        above, dep = heads[first], deps[first]
        for i, head in enumerate(heads):
            if head == first and i != last:
                heads[i] = last
        heads[last], deps[last] = last if above == first else above, dep
        heads[first], deps[first], heads[sign], deps[sign] = last, "compound", last, "compound"
        tags[last] = tags[sign] = "NNP"


def _mend_second_hand(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make "second-hand" describe the thing after it, if that was taken for a sentence: "a second-hand | Yamaha"."""
    for hyphen in range(1, len(lower) - 2):
        word = hyphen + 1
        if lower[hyphen] != "-" or not tags[word].startswith("N") or deps[word] not in ("obj", "obl", "nmod"):
            continue
        thing = word + 1
        while tags[thing].startswith("N") and heads[thing] > thing:
            thing = heads[thing]
        if not tags[thing].startswith("N") or heads[thing] != thing or not tags[word + 1].startswith("N"):
            continue
        heads[thing], deps[thing] = heads[word], deps[word]
        for i, head in enumerate(heads):
            if head == word and deps[i] in ("det", "case", "nmod:poss"):
                heads[i] = thing
        heads[word], deps[word] = thing, "compound"


def _mend_apposed_names(
    lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]
) -> None:
    """Give a name between commas to the person before it: "my friend from school, Kasia, lives here"."""
    for name in range(3, len(lower)):
        thing = heads[name]
        person = heads[thing]
        if tags[name] != "NNP" or deps[name] != "appos" or not deps[thing].startswith("nmod") or person >= thing:
            continue
        if lemmas[person] in RELATION_OF_NOUN and lemmas[thing] not in RELATION_OF_NOUN and tags[thing] == "NN":
            heads[name] = person


def _mend_titles(words: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make an adverb with a capital after a name a part of it: "I watch Bake | Off", not "We Saw Rome Yesterday"."""
    for last in range(2, len(words)):
        first = last - 1
        if tags[first] != "NNP" or deps[first] not in ("obj", "obl") or tags[last] not in ("RB", "RP", "IN"):
            continue
        if words[last].istitle() and words[first].istitle() and any(word.islower() for word in words[1:first]):
            for i, head in enumerate(heads):
                if head == first:
                    heads[i] = last
            heads[last], deps[last], tags[last] = heads[first], deps[first], "NNP"
            heads[first], deps[first] = last, "compound"


def _mend_plurals(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a noun of what agrees with no subject: "I collect maps and | stamps"."""
    for word in range(3, len(lower)):
        first = heads[word]
        if tags[word] != "VBZ" or deps[word] != "conj" or tags[word - 1] != "CC" or not tags[word - 2].startswith("NN"):
            continue
        subjects = [i for i, head in enumerate(heads) if head in (first, word) and deps[i].startswith("nsubj")]
        thing = word - 2
        if not subjects or any(lower[i] not in _NO_ONE_ELSE for i in subjects) or heads[thing] != first:
            continue
        tags[word], heads[word], heads[word - 1] = "NNS", thing, word
        for i in range(word + 1, len(lower)):
            deps[i] = "nmod" if heads[i] == word and deps[i] == "obl" else deps[i]


def _mend_joined_to_gerunds(tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Join a finite verb to the finite one before it: "quit smoking and | started running" quits no starting."""
    for verb, doing in enumerate(heads):
        main = heads[doing]
        if deps[verb] != "conj" or tags[verb] not in _FINITE or tags[doing] not in ("VBG", "VB") or doing > verb:
            continue
        if deps[doing] not in ("xcomp", "ccomp", "obj") or tags[main] != tags[verb] or main > doing:
            continue
        if not any(head == verb and deps[i].startswith("nsubj") for i, head in enumerate(heads)):
            heads[verb] = main


def _mend_places_of_work(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Give where a thing is to the thing, and where somebody works nights to the work.

    "I work | nights | at the warehouse near Leeds" works near Leeds and the nights aren't at the warehouse.
    """
    for shift, verb in enumerate(heads):
        if lower[shift] not in _SHIFTS or not lower[verb].startswith("work") or verb >= shift:
            continue
        for i, head in enumerate(heads):
            if head == shift and deps[i] == "nmod" and i > shift:
                heads[i], deps[i] = verb, "obl"
        deps[shift] = "obl:unmarked"
    for place, verb in enumerate(heads):
        marks = _marks(place, deps, heads) if deps[place] == "obl" and verb < place else []
        if len(marks) != 1 or lower[marks[0]] not in _BESIDE:
            continue
        thing = marks[0] - 1
        beside = tags[thing].startswith("NN") and heads[thing] == verb and deps[thing] == "obl"
        if beside and any(lower[i] in ("at", "in", "on", "for") for i in _marks(thing, deps, heads)):
            heads[place], deps[place] = thing, "nmod"


def _marks(noun: int, deps: list[str], heads: list[int]) -> list[int]:
    """Return the prepositions of a noun."""
    return [i for i in range(max(0, noun - _NEAR), noun) if heads[i] == noun and deps[i] == "case"]


def _mend_costs(lower: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Give to the verb what was paid: "bought a guitar | for 200 euros" buys no euros."""
    for sum_, thing in enumerate(heads):
        if deps[sum_] != "nmod" or deps[thing] != "obj" or lemmas[sum_] not in CURRENCIES:
            continue
        own = {deps[i]: lower[i] for i, head in enumerate(heads) if head == sum_}
        if own.get("case") in ("for", "at") and "nummod" in own:
            heads[sum_], deps[sum_] = heads[thing], "obl"


def _mend_people_in_places(lemmas: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Join a relative to the relative before, not to where that one is: "visited my brother in Oslo and | my aunt"."""
    for other, place in enumerate(heads):
        if deps[other] != "conj" or lemmas[other] not in RELATION_OF_NOUN or tags[place] != "NNP" or place > other:
            continue
        above = heads[place]
        beside = [i for i in range(above, place) if heads[i] == above and deps[i] == "obj"]
        person = above if lemmas[above] in RELATION_OF_NOUN else beside[-1] if beside else above
        if deps[place] in ("obl", "nmod") and lemmas[person] in RELATION_OF_NOUN:
            heads[other] = person


def mend_once(lower: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a clause of "when I was at the factory" if it was taken for a phrase of the verb after it."""
    for told, verb in enumerate(heads):
        if deps[told] != "obl" or verb <= told:
            continue
        own = [i for i, head in enumerate(heads) if head == told and i < told]
        led = any(lower[i] in ("when", "while") for i in own)
        if led and {"cop", "nsubj"} <= {deps[i] for i in own}:
            deps[told] = "advcl"


def mend_exceptions(lower: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a clause of its own of whom something doesn't hold: "I live in Leeds but | my brother doesn't"."""
    for verb in range(2, len(lower)):
        person = verb - 1
        closed = lower[verb + 1 : verb + 2] in (["n't"], ["not"]) and verb + 2 >= len(lower) - 1
        if lower[verb] not in _HELPING or not closed or deps[person] != "conj" or deps[verb] == "aux":
            continue
        told = heads[person]
        joined = [i for i, head in enumerate(heads) if head == person and deps[i] == "cc"]
        if not joined or lower[joined[0]] != "but" or heads[verb] != told:
            continue
        heads[verb], deps[verb], heads[person], deps[person] = told, "conj", verb, "nsubj"
        for i in (*joined, verb + 1):
            heads[i] = verb


def mend_named_subjects(tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make names beside a role the subject, if they were taken for a sentence: "my cousins Eva and Ana | live here"."""
    for name in range(1, len(tags)):
        role = name - 1
        told = tags[name] == "NNP" and (heads[role], deps[role]) == (name, "nsubj") and lemmas[role] in RELATION_OF_NOUN
        if not told:
            continue
        own = [i for i, head in enumerate(heads) if head == name and i != name]
        verbs = [i for i in own if deps[i] == "conj" and tags[i] in _FINITE]
        if not verbs or any(deps[i] == "cop" for i in own):
            continue
        verb = verbs[0]
        if any(head == verb and deps[i].startswith("nsubj") for i, head in enumerate(heads)):
            continue
        heads[verb], deps[verb] = verb if heads[name] == name else heads[name], deps[name]
        heads[role], deps[role], heads[name], deps[name] = verb, "nsubj", role, "appos"
