"""Equal and more precise meanings of objects and values."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import combinations

from rapidfuzz import fuzz
from Stemmer import Stemmer

from chronomem.graph_schema.facts.assertion import Assertion
from chronomem.graph_schema.model.entity_names import normalise, words_of

Alike = Callable[[str, str], bool]
"""Whether two values mean the same although their words differ, for example by an embedder. Must be symmetric."""

_SMALL = frozenset(["a", "an", "the", "of", "in", "at", "on", "to", "and", "my", "our", "his", "her", "their"])
_DENIALS = frozenset(["not", "no", "never", "without", "ex", "former"])
_TYPO_RATIO, _TYPO_LENGTH = 85.0, 6
"""Least similarity, of 100, at which two words count as one misspelt word, and least length of such words."""

_FURTHER = frozenset(["anoth", "new", "second", "third", "fourth", "fifth", "extra", "spare", "addit"])
"""Stems of words that tell a thing from those of its kind that there were before."""
_OUTINGS = frozenset([
    "trip", "holiday", "vacat", "visit", "flight", "journey", "travel", "move", "go", "fly", "attend", "see", "plan",
    "cours", "class", "degre", "lesson",
])  # fmt: skip
"""Stems of words that tell of a plan or a study without telling it from others."""
_RANKED = re.compile(r" (?:to|over|than) ")
"""Between two things of which one comes first: "tea to coffee" is no "coffee to tea"."""
_BEFORE = re.compile(r" (?:in|on|at|near|by|from|for|with|of) ")
"""A preposition after a noun."""

VALUE = "value:"
"""The beginning of the meaning of a value, as opposed to that of an entity."""
_DETAILS = "\x1f"
"""What divides the details in a meaning from the object or value that they are about."""

_NUMBER_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip

_CHILDREN = frozenset(["child", "children", "baby", "babie", "kiddo", "little one"])
_ALL = re.compile(r"^(?:.*'s )?(?:(?:both|all) )?(?:of )?(?:my |our |the |his |her |their )?")
"""What stands before the plural of all that there are."""
_NAMING = r"(?:[\s{comma}:]|\b(?:called|named|is|a|an|the|my|our|in|of|and(?= [A-Z]))\b|\b[A-Z][\w'\u2019]*+)*"
"""What may stand between the noun for the kind of something and its name: "two cats, Mia and Tom"."""
_NAMED = r"(?:[\s{comma}]|\b(?:is|a|an|the|my|our)\b|\b[A-Z]\w*['\u2019]s?\b)*"
"""What may stand between a name and the noun for its kind: "Rex is Ann's dog"."""
_LISTED = r"(?!,? and (?:an?|the)\b|, an?\b)"
"""A name that a list goes on after is no name of what stands before it: "a boat, a Skoda and a bike"."""
_NUMBER_OF = {word: number for number, word in enumerate(_NUMBER_WORDS)}

_stem = Stemmer("english").stemWord
_SYNONYMS = {"bicycle": "bike", "television": "tv", "telly": "tv", "motorcycle": "motorbike", "automobile": "car"}
"""Other words for the same thing."""


def telling(assertion: Assertion) -> tuple[bool, bool, float, bool, datetime, str]:
    """Order assertions by how well they represent a fact: naming an entity, not its end, confident, dated, early."""
    return (
        assertion.object is None,
        assertion.ended,
        -assertion.confidence,
        assertion.dating == "turn",
        assertion.said_at,
        assertion.id,
    )


@lru_cache(maxsize=16384)
def same_words(one: str, other: str) -> bool:
    """Whether two values have the same words, apart from order, inflection and one misspelt word."""
    left, right = sorted(_content(one)), sorted(_content(other))
    if left == right:
        return _content(one) == _content(other) or not (_RANKED.search(one) and _RANKED.search(other))
    rest_left = [word for word in left if word not in right]
    rest_right = [word for word in right if word not in left]
    return len(left) == len(right) and len(rest_left) == len(rest_right) == 1 and _misspelt(rest_left[0], rest_right[0])


@lru_cache(maxsize=16384)
def is_more_specific(one: str, other: str) -> bool:
    """Whether `one` is more precise than `other`: "Lisbon, Portugal" than "Portugal", "blue bike" than "bike".

    A name without a comma is more precise only if it begins with the other one: "Ann Smith" than "Ann", but not "New
    York" than "York". Words after a preposition may follow the noun: "blue boat in Rye" is more precise than "boat".
    """
    longer, shorter = _content(one), _content(other)
    if len(longer) <= len(shorter) or _DENIALS & (set(longer) - set(shorter)):
        return False
    if longer[: len(shorter)] == shorter or any(_content(part) == shorter for part in one.split(",")):
        return True
    nouns = (one, _BEFORE.split(one, 1)[0])
    return any(_content(noun)[-len(shorter) :] == shorter and not noun.istitle() for noun in nouns)


@lru_cache(maxsize=16384)
def is_of_another_kind(one: str, other: str) -> bool:
    """Whether `one` begins like `other` and is a thing of another kind all the same: "piano lessons" and "piano"."""
    longer, shorter = _content(one), _content(other)
    begins = len(longer) > len(shorter) and longer[: len(shorter)] == shorter and longer[-len(shorter) :] != shorter
    return begins and one.islower() and not _BEFORE.search(one)


@lru_cache(maxsize=16384)
def is_further(one: str, other: str) -> bool:
    """Whether `one` names a further thing of the kind of `other`: "second dog" or "another dog" of "dog"."""
    return not _FURTHER.isdisjoint(set(_content(one)) - set(_content(other)))


@lru_cache(maxsize=16384)
def is_part_of(one: str, other: str) -> bool:
    """Whether all that one phrase names is in another: "the trip to Lisbon" in "go to Lisbon with Bram"."""
    words = set(_content(one)) - _OUTINGS
    return bool(words) and words <= set(_content(other))


@lru_cache(maxsize=16384)
def is_short_for(one: str, other: str) -> bool:
    """Whether one name is what another one ends with: "Panda" and "Fiat Panda", "coffee" and "three cups of coffee".

    It may end before a preposition, and a name may stand inside: "chess" and "chess with Eva", "Transit" and "Ford
    Transit van".
    """
    if one.istitle() and re.search(rf"\s{re.escape(one)}\b", other):
        return True
    short = _content(one)
    ends = (_content(words) for words in (other, _BEFORE.split(other, maxsplit=1)[0]))
    return bool(short) and short != _content(other) and any(long[-len(short) :] == short for long in ends)


@lru_cache(maxsize=16384)
def is_kind_of(kind: str, name: str, text: str) -> bool:
    """Whether a sentence tells of which kind something is that it names: a dog, of "Ann has a dog called Rex".

    Nothing but other names may stand between the two: not "a dog called Rex and a cat called Mia", of Mia. Of what the
    sentence doesn't name, every noun may be the kind: "Ann has a dog", in whose place another turn put Rex.
    """
    noun = _ALL.sub("", kind)
    if not noun or noun.istitle() or noun not in text or noun.lower() == name.lower() or not name:
        return False
    comma = "" if name.islower() else ","  # "eggs, nuts and cats" are a list
    naming, named = (pattern.replace("{comma}", comma) for pattern in (_NAMING, _NAMED))
    one, called = rf"\b{re.escape(noun)}(?:s|es)?\b", rf"\b{re.escape(name)}\b"
    if not re.search(called, text):
        return re.search(rf"{one}(?: that| who| which| from| in|[.,!]|$)", text) is not None
    return re.search(rf"{one}{naming}{called}{_LISTED}|{called}{named}{one}", text) is not None


@lru_cache(maxsize=16384)
def counted(meaning: str) -> tuple[int, str] | None:
    """Return the number and the things of a counted meaning: (3, "hens") for "three hens"; None for another one.

    The things are without their plural ending, so that "one hen" counts the same as "two hens", and children are kids.
    """
    first, _, things = meaning.removeprefix(VALUE).partition(" ")
    number = int(first) if first.isdecimal() else _NUMBER_OF.get(first)
    if not meaning.startswith(VALUE) or number is None or not things:
        return None
    one = things.removesuffix("s")
    return number, "kid" if one in _CHILDREN else one


def without_all(words: str) -> str:
    """Return words without what says that all are meant: "hens" of "Ann's hens" and of "both hens"."""
    return _ALL.sub("", words.lower())


def counted_things(meaning: str, *, singly: bool = False) -> frozenset[str]:
    """Return several things that a meaning counts, as one calls them all: "hens" of "three hens"; none for any other.

    Args:
        singly: whether the word for one of them stands for them as well: who gives up coffee had six coffees a day.
    """
    count = counted(meaning)
    if count is None or count[0] < 2:
        return frozenset()
    return frozenset([meaning.partition(" ")[2], *([count[1]] if singly else [])])


def is_one_of(words: str, meaning: str) -> bool:
    """Whether words name one of several things that a meaning counts: "bike" of "three bikes"."""
    count = counted(meaning)
    return count is not None and count[0] > 1 and words.lower().endswith(count[1]) and not meaning.endswith(count[1])


def undetailed(meaning: str) -> str:
    """Return a meaning without its details."""
    return meaning.partition(_DETAILS)[0]


class Meanings:
    """Assigns to each assertion of a group the key of its meaning; equal keys mean the same.

    The keys are a function of the set of assertions, not of their order.

    Args:
        assertions: those of one group.
        alike: decides about values whose words differ.
    """

    def __init__(self, assertions: Sequence[Assertion], alike: Alike | None = None) -> None:
        self._assertions = assertions
        keys = {_key(a): a.words for a in assertions if a.words is not None}
        self._order = sorted(keys)
        self._parent = {key: key for key in self._order}
        self._words = {key: words or "" for key, words in keys.items()}
        self._alike = alike
        self._join_values()
        by_id = {a.id: a for a in assertions}
        for assertion in assertions:
            for other in (by_id[i] for i in assertion.repeats if i in by_id):
                if assertion.words is not None and other.words is not None:
                    self._join(_key(assertion), _key(other))

    def of(self, assertion: Assertion) -> str | None:
        """Return the meaning of the object or value; None if the assertion concerns any."""
        return None if assertion.words is None else self._root(_key(assertion))

    def named(self, meaning: str) -> Assertion | None:
        """Return the assertion that best names a meaning; None if no assertion has it."""
        named = [a for a in self._assertions if self.of(a) == meaning]
        return min(named, key=telling, default=None)

    def specifics(self) -> dict[str, list[str]]:
        """Return each meaning that has more precise ones, with those, the most general meanings first."""
        wordings: defaultdict[str, list[str]] = defaultdict(list)
        postings: defaultdict[str, set[str]] = defaultdict(set)
        for key in self._order:
            root = self._root(key)
            wordings[root].append(self._words[key])
            for word in _content(self._words[key]):
                postings[word].add(root)
        found: dict[str, list[str]] = {}
        for general in sorted(wordings, key=lambda root: (max(len(_content(w)) for w in wordings[root]), root)):
            sharing = {r for w in wordings[general] for r in set.intersection(*(postings[t] for t in _content(w)))}
            finer = [
                root
                for root in sorted(sharing - {general})
                if any(is_more_specific(a, b) for a in wordings[root] for b in wordings[general])
            ]
            if finer:
                found[general] = finer
        return found

    def _join_values(self) -> None:
        values = [key for key in self._order if key.startswith(VALUE)]
        for one, other in self._candidates(values):
            if self._same(one, other):
                self._join(one, other)
        if self._alike is not None:
            for one, other in combinations(values, 2):
                if self._alike(self._words[one], self._words[other]) and not _recounts(one, other):
                    self._join(one, other)
        self._join_to_objects(values)

    def _join_to_objects(self, values: Sequence[str]) -> None:
        """Equate values with the object that they name, with one at most: two objects of one name stay two."""
        objects = [key for key in self._order if not key.startswith(VALUE)]
        taken = set()
        for one, other in self._candidates([*objects, *values]):
            root = self._root(other)
            if one.startswith(VALUE) or not other.startswith(VALUE) or root in taken or root != self._root(root):
                continue
            if self._same(one, other) and root.startswith(VALUE):
                taken.add(self._join(one, other))

    def _candidates(self, keys: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield the pairs that share all words but one, so that not every pair has to be compared."""
        blocks: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
        for key in keys:
            words = sorted(_content(self._words[key]))
            for i, word in enumerate(words):
                block = blocks[*words[:i], word[:2], *words[i + 1 :]]
                if not block or block[-1] != key:
                    block.append(key)
        for block in blocks.values():
            yield from combinations(block, 2)

    def _same(self, one: str, other: str) -> bool:
        return same_words(self._words[one], self._words[other])

    def _root(self, key: str) -> str:
        while self._parent[key] != key:
            key = self._parent[key]
        return key

    def _join(self, one: str, other: str) -> str:
        first, second = sorted((self._root(one), self._root(other)))
        self._parent[second] = first
        return first


def _key(assertion: Assertion) -> str:
    details = "".join(f"{_DETAILS}{normalise(told)}" for told in assertion.details)
    if assertion.object is not None:
        return f"object:{assertion.object}{details}"
    return f"{VALUE}{normalise(assertion.value or '')}{details}"


@lru_cache(maxsize=16384)
def _content(text: str) -> tuple[str, ...]:
    words = words_of(text)
    return tuple(_stem(_SYNONYMS.get(word, word)) for word in words if word not in _SMALL) or tuple(words)


def _misspelt(one: str, other: str) -> bool:
    if min(len(one), len(other)) < _TYPO_LENGTH or not (one.isalpha() and other.isalpha()):
        return False
    return fuzz.ratio(one, other) >= _TYPO_RATIO


def _recounts(one: str, other: str) -> bool:
    """Whether two meanings give different numbers of the same things."""
    first, second = counted(one), counted(other)
    return first is not None and second is not None and first[0] != second[0]
