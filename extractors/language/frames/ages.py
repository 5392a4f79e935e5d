"""Ages: "40", "eight months old", and those beside names, as in "my kids Mia, 7, and Leo, 4"."""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from chronomem.extractors.language.clauses.ages_in_a_row import ages_in_a_row, may_be_age
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.clauses.relation_nouns import UNITS, YEARS, measure_of_age
from chronomem.extractors.language.extracted import Mention
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN, is_first_name, is_place
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90,
}  # fmt: skip
_CLOSING = {",", ")", "and", "&", ".", "!", ";", ""}
"""What follows an age that isn't the number of something: not "Mia, 4 May"."""


def age_told(tree: SyntaxTree, head: int) -> str:
    """Return the age in years that a number gives, in digits: "40" of "forty"; "" if it is none.

    Args:
        head: the number, or either part of one with a hyphen that was parsed as two.
    """
    word = tree.lower[head]
    after = tree.lower[head + 2] if tree.lower[head + 1 : head + 2] == ["-"] and head + 2 < len(tree.lower) else ""
    if re.fullmatch(r"\d{1,3}", word):
        return word
    parts = [_NUMBERS.get(part, 0) for part in word.split("-")]
    if tree.lower[head - 1 : head] == ["-"] and head > 1 and _NUMBERS.get(tree.lower[head - 2], 0) >= 20:
        parts.insert(0, _NUMBERS[tree.lower[head - 2]])
    elif parts[0] >= 20 and parts[0] % 10 == 0 and 0 < _NUMBERS.get(after, 0) < 10:
        parts.append(_NUMBERS[after])
    return str(sum(parts)) if all(parts) else ""


def ages_told(tree: SyntaxTree, head: int) -> list[str]:
    """Return the ages of several in a row: "6" and "9" of "six and nine"."""
    return [age for i in (head, *tree.having(head, "conj")) if (age := age_told(tree, i))]


def age_of(tree: SyntaxTree, head: int, value: str) -> str:
    """Return the age that a phrase tells: "34" of "34 years old", "8 months" of "eight months old"; or ""."""
    units = [i for i in tree.subtree(head) if tree.lemmas[i] in UNITS]
    numbers = ((i, age_told(tree, j)) for i in units for j in tree.having(i, "nummod"))
    unit, age = next(((i, age) for i, age in numbers if age), (None, ""))
    if unit is not None and tree.lemmas[unit] not in YEARS:
        closed = tree.lower[unit + 1 : unit + 2] in ([], ["."], ["!"], [","], ["old"], ["now"], ["and"], ["already"])
        return f"{age} {tree.lower[unit]}" if closed else ""  # not "six weeks along"
    number = re.search(r"\b(\d{1,3})\b", value)
    return number.group(1) if number else age


def read_ages_before(resolver: Resolver, stated: AbstractSet[int]) -> Iterator[tuple[int, Frame]]:
    """Yield the ages that stand before relatives, and in what describes a name: "my six-year-old son".

    "Biscuit, a three-year-old beagle" tells the age of Biscuit.
    """
    tree = resolver.tree
    for old in sorted(stated):
        unit = measure_of_age(tree, old) if tree.full_deps[old] == "amod" else None
        noun = tree.heads[old]
        if unit is None or noun < old or tree.tags[noun] != "NN":
            continue
        apart = tree.full_deps[noun] == "appos" and tree.heads[noun] < noun
        who = resolver.resolve(noun) or resolver.acquired(noun)
        who = resolver.resolve(tree.heads[noun]) if apart and (who is None or who.noun is None) else who
        number = next((i for i in range(unit - 1, max(-1, unit - 5), -1) if age_told(tree, i)), None)
        if who is None or who.plural or number is None or who.name == resolver.other:
            continue
        if not apart and tree.lemmas[noun] not in RELATION_OF_NOUN:
            continue  # "a 90-year-old church called St Mary's"
        age = age_told(tree, number)
        value = age if tree.lemmas[unit] in YEARS else f"{age} {tree.lemmas[unit]}{'s' * (age != '1')}"
        text = f"{who.name} is {value}{' years' if value == age else ''} old"
        yield old, Frame(who, "has_age", value=value, confidence=0.75, text=text, rule="copula")


def read_listed_ages(resolver: Resolver) -> Iterator[tuple[int, Frame]]:
    """Yield the ages that stand beside first names, with the token of each."""
    tree = resolver.tree
    in_a_row = ages_in_a_row(tree)
    for first, last in tree.sentences:
        for token in range(first + 1, last):
            word = tree.lower[token]
            age = word.removesuffix(")")  # "8)" is one token, an emoticon to the parser
            if not may_be_age(age):
                continue
            named = token - 1 if token in in_a_row else token - 2
            name = resolver.named.get(named) if named >= first else None
            if name is None or not (token in in_a_row or tree.lower[token - 1] in (",", "(")):
                continue
            closed = word != age or token + 1 == last or tree.lower[token + 1] in _CLOSING
            if closed and (token in in_a_row or _is_called(tree, named, name)):
                who = Reference(name.name, "person")
                yield (
                    token,
                    Frame(who, "has_age", value=age, confidence=0.75, text=f"{name.name} is {age}", rule="copula"),
                )


def _is_called(tree: SyntaxTree, token: int, mention: Mention) -> bool:
    """Whether a mention calls somebody: a first name, or one word that may be one, as in "I'm Fumi, 22"."""
    if is_first_name(mention.name.split(" ")[0]):
        return True
    places = is_place(mention.name) or mention.type not in ("person", "other")
    led = tree.tags[token - 1 : token] in (["IN"], ["TO"], ["DT"])  # "the Hegartys (4)", "a shirt for Tariro, 2"
    return not places and mention.name.isalpha() and len(mention.name) > 1 and not led
