"""Names that a turn tells of somebody: "everyone calls me Dee", "Kuba, short for Jakub", "my name is Ana".

Each rule reads the words around a name, not the parse, which is least reliable around unknown names.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz import fuzz

from chronomem.extractors.entity_resolution import is_nickname
from chronomem.extractors.language.clauses.contrasts import contrasts
from chronomem.extractors.language.clauses.genders import GENDER_OF_PRONOUN, gender_of
from chronomem.extractors.language.clauses.pronouns import relative_meant
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.clauses.relation_nouns import is_best_friend, relation_noun, role_noun
from chronomem.extractors.language.extracted import Alias
from chronomem.extractors.language.lexicon import (
    GENERIC_NOUNS,
    KIN_TITLES,
    RELATION_OF_NOUN,
    UNIQUE_ROLES,
    is_first_name,
)
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.graph_schema.model.entity_names import comparable_name

_NAME = "\x00"
"""Stands for a name in the text of a sentence, so that the rules are of one kind."""
_HELLO = r"(?:hi|hey|hello|hiya|yo|good \w+|morning|evening)"
_ME = re.compile(
    r"(?:(?:my|the)(?: (?:real|first|full|actual|given))? name(?:'s| is)|calls? me|called me|i(?:'m| am) called|i go by"
    r"|i(?:'m| am) known as|my nick(?:name)?(?:'s| is)|know me as) (?:just |actually )?" + _NAME
)
"""The speaker says what they are called, whatever name they write under."""
_I_AM = re.compile(
    rf"^(?:{_HELLO}(?: \w+)?[ ,!.]*)?i(?:'m| am) {_NAME}(?=$| ?[,.!;)]| and | from | but | here)",
)
_IT_IS = re.compile(
    rf"(?:^|[,!.] ?)(?:{_HELLO}[ ,!]*)?(?:it's|it is|this is) {_NAME}"
    r"(?=,? (?:here|speaking|calling|again|btw|by the way|from|new number|on a new|with a new|using|with my new)"
    r"|, (?:my|new) )"
)
_OF_OTHER = re.compile(
    r"(?:calls? (?:him|her|them|it)|called (?:him|her|them|it)|(?:him|her|them) (?:known )?as|(?:goes|go|went) by"
    r"(?: the name)?|(?:is|was|'s|are) (?:better |also )?known as|also called|short form is|nickname(?:'s| is))"
    r" (?:just |only )?" + _NAME
)
_SHORT = re.compile(
    rf"{_NAME}(?:'s| is|,|, that's| \(|,? which is)? ?"
    rf"(?:short|a nickname|the nickname|our nickname|a pet name) (?:for|of) {_NAME}"
)
_FOR_SHORT = re.compile(
    rf"{_NAME},? (?:or |that's |that is |but |is |we say |we call (?:him|her) )?{_NAME},? for short"
)
_AKA = re.compile(
    rf"{_NAME},? ?\(?(?:aka|a\.k\.a\.?|alias|also known as|otherwise known as|better known as)\)? {_NAME}"
)
_RATHER = re.compile(
    rf"(?:called|named|name(?:'s| is)|it's) {_NAME},? but [^\x00]*?"
    rf"(?:(?:he|she)(?:'s| is)|calls? (?:him|her)|goes by|to us|is just|it's) (?:just )?{_NAME}"
)
_CALLED = re.compile(rf"(?:(?:is|are|was|'s) (?:called|named)|names?(?:'s| is| was)) {_NAME}")
_OFTEN_ONE = UNIQUE_ROLES | {
    "uncle", "aunt", "auntie", "nephew", "niece", "grandson", "granddaughter", "landlord", "landlady", "stepfather",
    "stepmother", "stepdad", "stepmum", "stepmom", "stepson", "stepdaughter", "godfather", "godmother",
}  # fmt: skip
"""Roles that name one person as long as only one name was told for them."""
NAMING = re.compile(r"\b(?:called|named|spelt|spelled|names?)\b", re.IGNORECASE)
"""Words that tell a name: another one beside it is a mistake without any other sign."""
_ALIKE = 55.0
"""Least similarity, of 100, of a name to the one that was said by mistake for it."""
_BORN = {"baby", "girl", "boy", "son", "daughter", "child", "twin"}
_POSSESSED = {"his", "her", "their"}


@dataclass(frozen=True)
class _Sentence:
    """A sentence whose names are replaced by a mark.

    Attributes:
        text: its text in lower case.
        names: the names, in order.
        places: the token at which each begins.
        first: its first token.
    """

    text: str
    names: list[str]
    places: list[int]
    first: int

    def number_at(self, offset: int) -> int:
        return self.text.count(_NAME, 0, offset)


def find_told_names(resolver: Resolver) -> Iterator[Alias]:
    """Yield the names that the turn tells: of its speaker, of those whom it names, and of relatives."""
    yield from _of_roles(resolver)
    yield from _with_titles(resolver)
    yield from _added(resolver)
    yield from misnamed(resolver.tree)
    for sentence in _sentences(resolver):
        if not sentence.names:
            continue
        yield from _of_speaker(resolver, sentence)
        yield from _of_others(resolver, sentence)


def _added(resolver: Resolver) -> Iterator[Alias]:
    """Yield the names of relatives that a sentence of their own adds: "Tom is in Rome. My brother, you know"."""
    tree = resolver.tree
    for (first, last), (begin, end) in pairwise(tree.sentences):
        head = begin + 1
        while head < end and tree.tags[head].startswith("JJ"):
            head += 1
        alone = head < end and (head + 1 == end or not tree.words[head + 1][0].isalnum())
        if not alone or tree.lower[begin] != "my" or tree.tags[head] != "NN" or head in resolver.named:
            continue
        told = {resolver.named[i].name for i in range(first, last) if i in resolver.named}
        people = {m.name for m in resolver.named.values() if m.name in told and m.type == "person"}
        others = people - {resolver.speaker, resolver.other}
        role = resolver.role_of(head) if relation_noun(tree, head) in RELATION_OF_NOUN else None
        if len(others) == 1 and role is not None and "?" not in tree.words[first:last]:
            yield Alias(others.pop(), role)


def misnamed(tree: SyntaxTree) -> Iterator[Alias]:
    """Yield the names that a turn puts right: "her name is Anna, not Anne", "it's spelt Katarzyna, not Catarina"."""
    if NAMING.search(tree.text) is None:
        return
    for told, wrong, _ in contrasts(tree):
        right = told.rpartition(" ")[2]
        named = wrong.isalpha() and right.isalpha() and wrong.istitle() and right.istitle()
        if named and _ALIKE <= fuzz.ratio(right, wrong) < 100:
            yield Alias(right, wrong)


def _of_roles(resolver: Resolver) -> Iterator[Alias]:
    """Yield the names that the turn gives to people in unique roles: her husband is Tom."""
    tree = resolver.tree
    for i, tag in enumerate(tree.tags):
        if tag == "NN" and (tree.lemmas[i] in _OFTEN_ONE or is_best_friend(tree, i)):
            reference = resolver.relative(i)
            another = any(tree.lower[j] in ("other", "another", "second", "third") for j in tree.children[i])
            if reference is None or "'s " in reference.name or another or reference.name == reference.owner:
                continue
            yield Alias(reference.name, f"{reference.owner}'s {role_noun(tree, i)}")


def _with_titles(resolver: Resolver) -> Iterator[Alias]:
    """Yield the names by which relatives go on: "Uncle Raj" is Raj of "my uncle Raj"."""
    tree = resolver.tree
    for token in range(len(tree.lower) - 1):
        if tree.lower[token] in KIN_TITLES and token + 1 in resolver.named:
            told = resolver.resolve(token)
            if told is not None and told.owner is not None:
                yield Alias(told.name, f"{tree.lower[token].title()} {told.name}")


def _sentences(resolver: Resolver) -> Iterator[_Sentence]:
    tree = resolver.tree
    for start, end in tree.sentences:
        words: list[str] = []
        names: list[str] = []
        places: list[int] = []
        token = start
        while token < end:
            mention = resolver.named.get(token)
            if mention is not None and mention.name != resolver.speaker:
                last = token
                while last + 1 < end and resolver.named.get(last + 1) is mention:
                    last += 1
                words.append(_NAME + (" " if tree.spaced[last] else ""))
                names.append(mention.name)
                places.append(token)
                token = last + 1
                continue
            words.append(tree.lower[token] + (" " if tree.spaced[token] else ""))
            token += 1
        yield _Sentence("".join(words).strip(), names, places, start)


def _of_speaker(resolver: Resolver, sentence: _Sentence) -> Iterator[Alias]:
    speaker = resolver.speaker
    for rule in (_ME, _I_AM, _IT_IS):
        for found in rule.finditer(sentence.text):
            name = sentence.names[sentence.number_at(found.end() - 1)]
            introduced = is_first_name(name.split(" ")[0]) and name != resolver.other and _may_be(speaker, name)
            if rule is _ME or introduced:
                yield Alias(speaker, name)


def _may_be(handle: str, name: str) -> bool:
    """Whether who writes under a handle may be called so: a handle that is somebody else's first name can't."""
    words = comparable_name(handle).split()
    own = comparable_name(name).split()
    if not words or not is_first_name(words[0].title()):
        return True
    return words[0] == own[0] or is_nickname(words[0], own[0])


def _of_others(resolver: Resolver, sentence: _Sentence) -> Iterator[Alias]:
    text, names = sentence.text, sentence.names
    for rule, swapped in ((_SHORT, True), (_FOR_SHORT, False), (_AKA, False), (_RATHER, False)):
        for found in rule.finditer(text):
            number = sentence.number_at(found.start())
            one, other = names[number], names[number + found[0].count(_NAME) - 1]
            full, short = (other, one) if swapped else (one, other)
            if full != short:
                yield Alias(full, short)
    for found in _OF_OTHER.finditer(text):
        number = sentence.number_at(found.start())
        whose = _whose(resolver, sentence, number, found[0])
        if whose is not None and whose != names[number]:
            yield Alias(whose, names[number]) if "'s " not in whose else Alias(names[number], whose)
    for found in _CALLED.finditer(text):
        number = sentence.number_at(found.start())
        role = _role_before(resolver, sentence.places[number])
        if role is not None and not _is_of_thing(resolver, sentence.places[number] - 1):
            yield Alias(names[number], role)


def _is_of_thing(resolver: Resolver, called: int) -> bool:
    """Whether something else than a relative is called so: "the company my husband works for is called Brandt"."""
    tree = resolver.tree
    subject = tree.child(called, "nsubj:pass")
    return subject is not None and tree.tags[subject] == "NN" and relation_noun(tree, subject) not in RELATION_OF_NOUN


def _whose(resolver: Resolver, sentence: _Sentence, number: int, said: str) -> str | None:
    """Return the person of whom a name is told: the one named before it, or the relative that the turn spoke of.

    Args:
        said: the words that tell it; their pronoun fits the person, and not the child that was born to them.
    """
    token = sentence.places[number]
    gender = next((GENDER_OF_PRONOUN[word] for word in said.split() if word in GENDER_OF_PRONOUN), "x")
    named = [m for i, m in sorted(resolver.named.items()) if i < token and m.type in ("person", "other")]
    others = [m for m in named if m.name not in (resolver.speaker, resolver.other)]
    if not others:
        return _role_before(resolver, token)
    tree, last = resolver.tree, others[-1]
    if any(tree.starts[i] > last.start and tree.lemmas[i] in _BORN for i in range(token)):
        return None
    return last.name if "x" in (gender, own := gender_of(Reference(last.name, "person"))) or own == gender else None


def _role_before(resolver: Resolver, token: int) -> str | None:
    """Return the unnamed relative in the words before a name: "my little sister" of "my little sister's called Aroha".

    No other noun may stand between: in "my sister works at a shop called Zara", nothing is told of the sister.
    """
    tree = resolver.tree
    for head in range(token - 1, -1, -1):
        if tree.lower[head] in ("name", "names"):
            if head > 0 and tree.lower[head - 1] in _POSSESSED:
                relative = relative_meant(resolver, head - 1)
                if relative < 0:
                    return _relative_before(resolver, head - 1)
                return None if resolver.is_named_before(relative, head) else resolver.role_of(relative)
        elif tree.tags[head] == "NN" and relation_noun(tree, head) in RELATION_OF_NOUN:
            return resolver.role_of(head)
        elif tree.tags[head].startswith("N") and tree.lemmas[head] not in GENERIC_NOUNS:  # but "this morning" may
            return None
    return None


def _relative_before(resolver: Resolver, pronoun: int) -> str | None:
    """Return the unnamed relative of the turns before whom a possessive means: "her name's Vera"."""
    known = resolver.resolve(pronoun)
    return (
        known.name
        if known is not None and known.owner is not None and known.name.startswith(f"{known.owner}'s ")
        else None
    )
