"""Repairs of noun phrases and lists that chat has parsed wrongly: "e-bike", "a transgender teen", "mac and cheese"."""

from calendar import day_name

from chronomem.extractors.language.lexicon import RELATION_OF_NOUN, demonyms
from chronomem.extractors.language.parsing.clause_repairs import PERIODS
from chronomem.extractors.language.readable.dictionary import known_nouns

_HANDING = {
    "buy", "give", "get", "send", "bring", "hand", "lend", "leave", "knit", "sew", "bake", "make", "show", "teach",
    "cook",
}  # fmt: skip
"""Verbs that may have two objects: whom something is for, and the thing."""


_ARTICLES = {"a", "an", "the"}
_POINTING = {"same", "first", "last", "latest", "opposite", "impossible", "unexpected", "right", "wrong", "whole"}
"""Adjectives after "the" that stand for what was said before, or for anything of the kind."""
_KIN = {noun for noun, relation in RELATION_OF_NOUN.items() if relation != "has_pet"} - {"baby"}
"""Relatives, without those whose things are called after them: "cat food", "baby clothes"."""
_OF_LANGUAGES = {"speak", "learn", "study", "teach", "understand"}
_FAR = 40
"""How many tokens from "in charge of" what depends on it may stand."""
_LENGTHS = {
    "minute", "min", "hour", "mile", "km", "kilometre", "kilometer", "metre", "meter", "yard", "block", "street",
    "door", "stop", "floor", "step",
}  # fmt: skip
"""Nouns that measure how far something is."""
_AWAY = {"from", "away", "off", "down", "up", "outside", "north", "south", "east", "west"}
_ONESELF = {"myself", "ourselves", "yourself", "himself", "herself", "themselves"}

_OF_QUALITIES = {"aux:pass": "cop", "nsubj:pass": "nsubj"}
"""How the words of a passive depend on a quality that was taken for its participle."""


_DAYS = {name.lower() for name in day_name}
_GIVEN = {"sold", "sell", "selling", "gave", "give", "given", "giving", "lent", "left", "passed", "donated", "handed"}
"""Forms of verbs by which a part of a thing goes to somebody."""
_FLATS = {"floor", "bedroom", "bed", "room", "council", "basement", "studio", "attic"}
"""Nouns before "flat" that tell which flat it is."""
_LEADING_SOMEWHERE = {
    "ticket", "tickets", "key", "keys", "flight", "pass", "road", "door", "way", "invitation", "letter",
}  # fmt: skip
"""Things of which "to" tells where they lead, and to whom they belong."""
_PARTS = {"half", "share", "part", "rest", "stake", "quarter", "third", "most", "some"}
"""Nouns for a part of a thing."""


def mend_distances(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Give how far something is to the thing: "bought a house | two streets from the office" buys no streets."""
    for unit in range(3, len(lower) - 1):
        number, thing = unit - 1, unit - 2
        if lemmas[unit] not in _LENGTHS or tags[number] not in ("CD", "DT") or lower[unit + 1] not in _AWAY:
            continue
        if tags[thing] not in ("NN", "NNS", "JJ") or tags[thing - 1] not in ("DT", "PRP$", "JJ", "NN"):
            continue
        verb = heads[unit]
        beside = heads[thing] == verb and deps[thing] in ("obj", "iobj")
        if verb == unit or not (beside or heads[thing] == unit):
            continue
        for i in range(max(0, thing - 4), thing):
            heads[i] = thing if heads[i] == unit else heads[i]
        heads[thing], deps[thing] = verb, "obj"
        heads[unit], deps[unit], heads[number] = thing, "nmod:unmarked", unit
        tags[thing] = "NN" if tags[thing] == "JJ" else tags[thing]
        for i in range(unit + 1, min(len(lower), unit + 6)):
            heads[i] = unit if heads[i] == verb and deps[i] in ("obl", "advmod") else heads[i]


def mend_receivers(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make the first of two objects the receiver that it is: "bought my daughter a trumpet", but "got myself a cat".

    So it is without an article of the thing: "brought his wife flowers", "bought my sister concert tickets".
    """
    for verb, lemma in enumerate(lemmas):
        if lemma not in _HANDING or not tags[verb].startswith("V"):
            continue
        objects = [i for i, head in enumerate(heads) if head == verb and deps[i] == "obj" and i > verb]
        whom = verb + 1
        if not objects and deps[whom : whom + 1] == ["xcomp"] and heads[whom] == verb and tags[whom] == "NNP":
            objects = [whom, *(i for i, head in enumerate(heads) if head == whom and deps[i] == "obj")]
            for i in objects:
                heads[i], deps[i] = verb, "obj"  # "brought Rosalind a scarf"
        if len(objects) == 1 and tags[objects[0]] == "NNP":  # "left Vikram the piano"
            inner = [i for i, head in enumerate(heads) if head == objects[0] and deps[i] == "obj" and i > objects[0]]
            for i in inner:
                heads[i] = verb
            objects += inner
        if len(objects) == 1 and (beside := _beside(objects[0], lower, tags, lemmas, deps, heads)) is not None:
            heads[beside], deps[beside] = verb, "obj"  # "gave my son my bike"
            objects.append(beside)
        if len(objects) == 1 and (relative := _within(objects[0], tags, lemmas, deps, heads)):
            heads[relative], heads[relative - 1], deps[relative] = verb, relative, "obj"  # "brought his wife flowers"
            objects.insert(0, relative)
        if len(objects) == 1 and (thing := _named_after(objects[0], verb, lower, tags, deps, heads)) is not None:
            deps[thing] = "obj"  # "made you a lasagne"
            objects.append(thing)
        if len(objects) != 2:
            continue
        whom, thing = objects
        between = [i for i in range(whom + 1, thing) if heads[i] != whom or tags[i] != "NNP"]  # "my sister Ana a hat"
        told = tags[whom] == "PRP" or any(deps[i] in ("det", "nmod:poss", "nummod") for i in between)
        several = lemmas[whom] in _KIN and tags[thing] in ("NNS", "VBZ")
        taught = lemmas[whom] in _KIN and lemma == "teach"
        if (told or several or taught) and all(heads[i] == thing for i in between):
            deps[whom] = "iobj"
            tags[thing] = "NNS" if several else "NN" if tags[thing] == "JJ" else tags[thing]  # "brought Zofia a scarf"
    for i, word in enumerate(lower):
        if word in _ONESELF and deps[i] == "iobj":
            deps[i] = "expl"


def _named_after(
    whom: int, verb: int, lower: list[str], tags: list[str], deps: list[str], heads: list[int]
) -> int | None:
    """Return the thing right after a person that the parser took for no object: "you | a lasagne"."""
    if tags[whom] not in ("PRP", "NNP"):
        return None
    after = (i for i, head in enumerate(heads) if head == verb and i > whom and deps[i] in ("xcomp", "obl:unmarked"))
    thing = next(after, None)
    if thing is None or not tags[thing].startswith("N") or tags[whom + 1] not in ("DT", "CD"):
        return None
    if lower[whom + 1] in ("this", "that", "each", "every"):
        return None  # "gave up Dutch this year"
    return thing if all(heads[i] == thing for i in range(whom + 1, thing)) else None


def mend_handed(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Give to the verb an adverb between a thing and "to", and who gets it: "lent my tent | to Marta".

    So it is with a part of a thing: "sold half of the van | to Lars".
    """
    for whom, part in enumerate(heads):
        if deps[whom] != "nmod" or tags[whom] != "NNP" or deps[part] != "nmod" or deps[heads[part]] != "obj":
            continue
        verb = heads[heads[part]]
        towards = any(heads[i] == whom and lower[i] == "to" for i in range(part, whom))
        if towards and lower[verb] in _GIVEN and lower[heads[part]] in _PARTS:
            heads[whom], deps[whom] = verb, "obl"
    for whom, thing in enumerate(heads):
        given = deps[whom] == "nmod" and deps[thing] == "obj" and thing < whom and lower[heads[thing]] in _GIVEN
        someone = tags[whom] == "NNP" or lower[whom] in _KIN
        towards = any(heads[i] == whom and lower[i] == "to" for i in range(thing, whom))
        if given and someone and towards and lower[thing] not in _LEADING_SOMEWHERE:
            heads[whom], deps[whom] = heads[thing], "obl"
    for adverb in range(1, len(lower) - 1):
        thing = adverb - 1
        own = tags[adverb] == "RB" and deps[adverb] == "advmod" and heads[adverb] == thing and deps[thing] == "obj"
        if own and lower[adverb + 1] == "to" and deps[adverb + 1] == "case":
            heads[adverb] = heads[thing]
        receiver = heads[adverb]
        if tags[adverb] == "RP" and deps[adverb] == "case" and deps[receiver] == "obl" and lower[adverb + 1] == "to":
            heads[adverb], deps[adverb] = heads[receiver], "compound:prt"


def mend_placed(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make "down" a preposition if a phrase without one follows it: "I work | down the mine"."""
    for down in range(1, len(lower) - 2):
        if lower[down] not in ("down", "up") or deps[down] != "compound:prt" or tags[down + 1] != "DT":
            continue
        place = heads[down + 1]
        works = deps[place] == "obj" and lower[down - 1].startswith("work")
        if place > down and (deps[place] == "obl" or works) and heads[place] == heads[down] == down - 1:
            heads[down], deps[down], tags[down], deps[place] = place, "case", "IN", "obl"


def mend_hyphens(
    lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int], spaced: list[bool]
) -> None:
    """Make a letter with a hyphen a part of the word after it: "e-bike", "t-shirt"; so in adjectives: "left-handed"."""
    for first in range(len(lower) - 2):
        hyphen, word = first + 1, first + 2
        adjective = heads[word] == first and deps[word] == "xcomp" and tags[word] in ("VBN", "JJ")
        if lower[hyphen] != "-" or not lower[first].isalpha() or not lower[word].isalpha():
            continue
        if len(lower[first]) > 1 and not adjective:
            continue
        if spaced[first] or spaced[hyphen] or heads[first] == word:
            continue
        above = {first, hyphen, word}
        outer = next((i for i in (first, hyphen, word) if heads[i] not in above), None)
        head, dep = (word, "ROOT") if outer is None else (heads[outer], deps[outer])
        for i, parent in enumerate(heads):
            if parent in (first, hyphen) and i not in above:
                heads[i] = word
                deps[i] = _OF_QUALITIES.get(deps[i], deps[i]) if adjective else deps[i]
        heads[first], deps[first] = word, "compound"
        heads[hyphen], deps[hyphen] = word, "punct"
        heads[word], deps[word] = head, dep
        if adjective:
            tags[word] = "JJ"
        elif not tags[word].startswith("N"):
            tags[word], lemmas[word] = "NN", lower[word]


def mend_homes(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make "home" the noun after an article that it is, if it was taken for an adverb: "in a care home".

    So is "flat": "in a second floor flat", "my Oslo flat".
    """
    for home in range(2, len(lower)):
        kind = home - 1
        if lower[home] == "flat" and tags[kind] == "NNP" and (heads[home], deps[home]) == (kind, "flat"):
            heads[home] = home if heads[kind] == kind else heads[kind]
            for i, head in enumerate(heads):
                heads[i] = home if head == kind and i != home else head
            tags[home], lemmas[home], deps[home] = "NN", "flat", deps[kind]
            heads[kind], deps[kind] = home, "compound"
            continue
        flat = lower[home] == "flat" and lower[kind] in _FLATS
        adverb = (flat or lower[home] == "home") and tags[home] == "RB"
        if not adverb or tags[kind] != "NN" or heads[home] != heads[kind]:
            continue
        own = [i for i, head in enumerate(heads) if head == kind]
        if any(deps[i] == "det" and lower[i] in ("a", "an") for i in own):
            for i in own:
                heads[i] = home
            tags[home], lemmas[home], deps[home] = "NN", lower[home], deps[kind]
            heads[kind], deps[kind] = home, "compound"


def mend_things(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make an object with an article or a possessive the noun that it is: "sold the flat", "lost my mobile"."""
    nouns = known_nouns()
    for thing in range(1, len(lower)):
        if tags[thing] != "JJ" or deps[thing] not in ("obj", "obl", "nmod"):
            continue
        own = [i for i in range(thing) if heads[i] == thing and (tags[i] == "PRP$" or lower[i] in _ARTICLES)]
        if own and lower[thing] in nouns and lower[thing] not in _POINTING:
            tags[thing], lemmas[thing] = "NN", lower[thing]


def mend_compounds(tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make the first of two nouns in a row, both taken for objects, a part of the second: "a transgender teen"."""
    for first in range(len(tags) - 1):
        second = first + 1
        if heads[first] != heads[second] or (deps[first], deps[second]) != ("obj", "obj") or first < heads[first]:
            continue
        own = [i for i, head in enumerate(heads) if head == first]
        described = tags[first] == "NN" or (tags[first] == "NNP" and any(deps[i] == "det" for i in own))
        if not described or not tags[second].startswith("NN") or lemmas[heads[first]] in _HANDING:
            continue
        for i in own:
            heads[i] = second
        heads[first], deps[first] = second, "compound"


def mend_listed_compounds(tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make the first of two nouns at the end of a list a part of the second: "asthma and hay fever"."""
    for second, verb in enumerate(heads):
        first, kind = second - 1, tags[second]
        if deps[second] != "obl:unmarked" or kind not in ("NN", "NNS") or second in heads or second - verb < 2:
            continue
        if (deps[first], tags[first]) != ("conj", "NN") or lemmas[second] in PERIODS:
            continue
        listed = heads[first]
        if deps[listed] == "obj" and heads[listed] == verb:
            for i, head in enumerate(heads):
                heads[i] = second if head == first else head
            heads[first], deps[first], heads[second], deps[second] = second, "compound", listed, "conj"


def mend_numbers(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Give the first of two numbers in a row to its verb: "turned 40 three years ago"."""
    for first in range(1, len(lower) - 2):
        verb, second = first - 1, first + 1
        if not lower[first].isdecimal() or not tags[verb].startswith("V") or tags[second] != "CD":
            continue
        unit = heads[first]
        if deps[first] == deps[second] == "nummod" and unit == heads[second] and lower[unit + 1 : unit + 2] == ["ago"]:
            heads[first], deps[first] = verb, "obj"


def mend_lists(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make the second of three gerunds with commas a part of the list: "enjoy reading, watching films, and hiking"."""
    for middle in range(2, len(lower)):
        verb = heads[middle]
        if deps[middle] != "advcl" or tags[middle] != "VBG" or lower[middle - 1] != ",":
            continue
        own = [i for i, head in enumerate(heads) if head == verb and tags[i] == "VBG" and i != middle]
        first = next((i for i in own if i < middle and deps[i] in ("obj", "xcomp")), None)
        last = next((i for i in own if i > middle and deps[i] == "conj"), None)
        if first is not None and last is not None:
            for i in (middle, last):
                heads[i], deps[i] = first, "conj"


def mend_items(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make the second of three things in a list one of them, not an apposition: "two cats, three dogs and a fish"."""
    last = {head: i for i, head in enumerate(heads) if deps[i] == "conj"}
    for second in range(2, len(lower)):
        first = heads[second]
        if deps[second] != "appos" or not first < second < last.get(first, 0) or not tags[first].startswith("N"):
            continue
        between = range(first + 1, second)
        counted = any(heads[i] == second and deps[i] in ("det", "nummod") for i in between)
        alike = all(any(heads[i] == j and lower[i] == "the" for i in range(j)) for j in (first, second))
        common = tags[second].startswith("NN") and (alike or not tags[second].startswith("NNP"))
        if counted and common and "," in lower[first + 1 : second]:
            deps[second] = "conj"


_PAIRS = {
    "rock": "roll", "peace": "quiet", "mac": "cheese", "bed": "breakfast", "drum": "bass", "arts": "crafts",
    "rhythm": "blues", "gin": "tonic", "track": "field", "hide": "seek", "dungeons": "dragons", "pen": "paper",
    "fish": "chips", "bangers": "mash", "odds": "ends", "research": "development", "cops": "robbers",
}  # fmt: skip
"""Two nouns that name one thing together: "rock and roll"."""


def mend_pairs(lower: list[str], deps: list[str], heads: list[int]) -> None:
    """Make one thing of a pair of nouns that has a meaning of its own: "mac and cheese"."""
    for first in range(len(lower) - 2):
        joined, second = first + 1, first + 2
        if lower[joined] in ("and", "&", "n") and _PAIRS.get(lower[first]) == lower[second] and heads[second] == first:
            heads[joined], deps[joined], deps[second] = first, "fixed", "fixed"


def _beside(
    whom: int, lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]
) -> int | None:
    """Return what seems to explain "my son" and is a thing: "bike" of "my son my bike", "tickets" of "my son tickets".

    It is one if it is possessed as well, or a plural right after the relative.
    """
    owned = {head for i, head in enumerate(heads) if deps[i] == "nmod:poss" and tags[i] == "PRP$"}
    named = [i for i, head in enumerate(heads) if head == whom and deps[i] == "appos"]
    if whom not in owned:
        return None
    taught = lemmas[heads[whom]] == "teach"  # "teaches my niece chess"
    things = (i for i in named if tags[i] == "NNS" or lower[i] in demonyms() or (taught and tags[i] == "NN"))
    bare = (i for i in things if "," not in lower[whom:i])
    return next((i for i in named if i in owned), next(bare, None))


def _within(thing: int, tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> int | None:
    """Return the relative who was taken for a part of the thing's name: "wife" of "brought his wife flowers"."""
    if tags[thing] != "NNS" and lemmas[heads[thing]] != "teach":  # "teach my niece chess"
        return None
    parts = (i for i, head in enumerate(heads) if head == thing and deps[i] == "compound" and i > 0)
    return next((i for i in parts if lemmas[i] in _KIN and tags[i] == "NN" and tags[i - 1] == "PRP$"), None)


def mend_compared(deps: list[str], heads: list[int]) -> None:
    """Make no subject of somebody after a preposition before another subject: "unlike Kim, | Eva works at Lidl"."""
    for who, verb in enumerate(heads):
        led = who > 0 and deps[who] == "nsubj" and (heads[who - 1], deps[who - 1]) == (who, "case")
        if led and any(heads[i] == verb and deps[i] == "nsubj" for i in range(who + 1, verb)):
            deps[who] = "obl"


def mend_days(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Give a day after an object to the verb, as for most nouns: "I have an exam | on Thursday"."""
    for day in range(3, len(lower)):
        thing = heads[day]
        dated = lower[day] in _DAYS and lower[day - 1] == "on" and (heads[day - 1], deps[day - 1]) == (day, "case")
        if dated and deps[day] == "nmod" and deps[thing] == "obj" and tags[heads[thing]].startswith("VB"):
            heads[day], deps[day] = heads[thing], "obl"


def mend_charges(lower: list[str], deps: list[str], heads: list[int]) -> None:
    """Make "in charge of" one preposition, whose noun is what somebody has charge of: "put in charge of the bakery"."""
    for at in range(len(lower) - 3):
        charge, of = at + 1, at + 2
        thing = heads[of]
        if lower[at:of] != ["in", "charge"] or lower[of] != "of" or heads[thing] != charge:
            continue
        heads[thing], deps[thing] = (thing if heads[charge] == charge else heads[charge]), deps[charge]
        for i in range(max(0, at - _FAR), min(len(heads), thing + _FAR)):
            if heads[i] == charge and i != charge:
                heads[i] = thing
        for i in (at, charge, of):
            heads[i], deps[i] = thing, "case"


def mend_languages(words: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a language the object of its verb if it was taken for a sentence: "Omar speaks | German"."""
    for verb in range(len(words) - 1):
        language = verb + 1
        if lemmas[verb] not in _OF_LANGUAGES or not tags[verb].startswith("V") or heads[language] != language:
            continue
        if words[language].istitle() and words[language].lower() in demonyms():
            heads[language], deps[language], tags[language] = verb, "obj", "NNP"


def mend_described(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Give a noun both its adjectives, if the second was taken for a verb: "a safe, inviting place"."""
    for first in range(1, len(lower) - 3):
        second, noun = first + 2, first + 3
        listed = tags[first] == "JJ" and lower[first + 1] == "," and tags[second] == "VBG" and heads[noun] == second
        if not listed or deps[first] not in ("obj", "obl", "nmod", "nsubj") or not tags[noun].startswith("NN"):
            continue
        heads[noun], deps[noun] = heads[first], deps[first]
        for i, head in enumerate(heads):
            if head in (first, second):
                heads[i] = noun
        for adjective in (first, second):
            heads[adjective], deps[adjective], tags[adjective] = noun, "amod", "JJ"


def mend_intolerant(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make "lactose intolerant" one quality, of which the food isn't the verb."""
    for quality in range(1, len(lower)):
        food = quality - 1
        if lower[quality] not in ("intolerant", "free") or heads[quality] != food or not tags[food].startswith("V"):
            continue
        heads[quality], deps[quality] = (quality if heads[food] == food else heads[food]), deps[food]
        heads[food], deps[food] = quality, "compound"
        tags[quality], tags[food], lemmas[food] = "JJ", "NN", lower[food]
        for i, head in enumerate(heads):
            if head == food:
                heads[i] = quality


def mend_called(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make "a Dane called Mikkel" one phrase after a preposition: "married to a Dane called Mikkel", no clause."""
    for called in range(2, len(lower)):
        noun = called - 1
        told = lower[called] in ("called", "named") and tags[called] == "VBN" and deps[called] in ("advcl", "acl")
        if not told or heads[noun] != called or deps[noun] != "nsubj" or heads[called] > noun:
            continue
        first = next((i for i in range(noun - 1, heads[called], -1) if heads[i] not in (noun, called)), heads[called])
        marks = [i for i in range(first + 1, noun) if heads[i] == called]
        if len(marks) != 1:
            continue
        deps[noun], heads[noun] = "obl", heads[called]
        deps[called], heads[called] = "acl", noun
        deps[marks[0]], heads[marks[0]] = "case", noun
