"""Find declared phrases in a parsed turn: words in order, with small gaps, and slots for noun phrases."""

import functools
from collections import defaultdict
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from chronomem.extractors.language.clauses.clause_times import is_of_then
from chronomem.extractors.language.clauses.phrases import TIME_NOUNS, thing_before
from chronomem.extractors.language.clauses.references import FIRST_PERSON, SECOND_PERSON, Resolver
from chronomem.extractors.language.frames.occupations import FIELDS
from chronomem.extractors.language.lexicon import (
    BODY_PARTS,
    DISCIPLINES,
    HAD,
    HOME_NOUNS,
    JOB_NOUNS,
    KEPT_ANIMALS,
    KIN_TITLES,
    MAKES,
    RELATION_OF_NOUN,
    SCHOOL_NOUNS,
    SETTLEMENTS,
    WORKPLACES,
    demonyms,
    is_first_name,
)
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.language.readable.dictionary import is_english
from chronomem.extractors.language.tellings.declared import Slot, Telling, Word, packaged_tellings

_GAP = 2
"""How many words may stand between two elements of a phrase, if they are of these kinds."""
_GAP_TAGS = ("RB", "DT", "PRP$", "JJ", "UH", "PDT")
_GAP_WORDS = {
    "my", "our", "the", "a", "an", "his", "her", "their", "your", "this", "that", "just", "finally", "both",
    "will", "'ll",
}  # fmt: skip
_NOT_GAPS = {"not", "n't", "never", "no", "nt"}
_INSIDE = {"det", "amod", "compound", "nmod:poss", "nummod", "flat", "nmod:desc", "det:predet", "advmod"}
_ENDS = {".", "?", "!", ";", ":"}
_THINGS = {"thing", "item", "owned"}
"""Slots that a pronoun for a thing of the clause before may fill: "the oven broke, so I sold it"."""
_THIRD = {"he", "she", "him", "her", "they", "them", "it"}
_SCHOOLS = SCHOOL_NOUNS | {"institute", "academy", "polytechnic", "conservatory", "seminary", "tech", "mit", "ucl"}
_ASSIGNMENTS = {
    "thesis", "dissertation", "essay", "assignment", "report", "manuscript", "paper", "coursework", "homework",
    "project", "portfolio", "draft", "proposal", "article", "chapter", "book", "novel", "script", "story", "poem",
    "translation", "presentation",
}  # fmt: skip
"""Works that are handed in when they are done; a notice, keys or a badge are handed in for other reasons."""
_STATES = {
    "trouble", "bed", "debt", "shape", "position", "contact", "touch", "habit", "detail", "remission", "work", "sleep",
    "normal", "reality", "smoking", "drinking",
}  # fmt: skip
"""What people get into that is no pastime."""
_CLUBS = {
    "club", "team", "group", "society", "association", "church", "choir", "band", "gym", "orchestra", "league",
    "circle", "singers", "players", "rovers", "harriers", "runners", "ramblers", "scouts", "guild",
}  # fmt: skip
_MADE = frozenset({"organization", "product", "work", "event"})
"""Kinds of names that are neither of animals nor of places."""
_SOMEBODY = {"guy", "girl", "man", "woman", "lad", "bloke", "dude", "boy", "lady", "chap", "person"}
"""Nouns for somebody who has a name beside them: "a guy called Oli"."""
_CONTRACTED = {"m", "'m", "re", "'re", "s", "'s"}
_NUMBERS = {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}


@dataclass(frozen=True, slots=True)
class PhraseMatch:
    """A phrase found in a turn.

    Attributes:
        telling: the declared phrase.
        anchor: the token of its first obligatory word.
        slots: the head token of the noun phrase in each slot.
        words: the tokens of its words.
        timed: the tokens of time expressions, which are part of no object.
    """

    telling: Telling
    anchor: int
    slots: Mapping[str, int]
    words: frozenset[int]
    timed: AbstractSet[int] = frozenset()

    @property
    def length(self) -> int:
        """How many of its elements were found."""
        return len(self.slots) + len(self.words)


class Matcher:
    """Declared phrases, indexed by their first obligatory word."""

    def __init__(self, tellings: Iterable[Telling]) -> None:
        self._tellings = tuple(tellings)
        self._others = [
            [e.forms for e in telling.elements[telling.anchor + 1 :] if isinstance(e, Word) and not e.optional]
            for telling in self._tellings
        ]
        self._by_word: defaultdict[str, list[int]] = defaultdict(list)
        for number, telling in enumerate(self._tellings):
            anchor = telling.elements[telling.anchor]
            assert isinstance(anchor, Word)
            for form in anchor.forms:
                self._by_word[form].append(number)

    def matches(self, resolver: Resolver, timed: AbstractSet[int] = frozenset()) -> dict[int, list[PhraseMatch]]:
        """Return the phrases of a turn by the head of the clause that they belong to; with no time in a slot."""
        tree = resolver.tree
        found: defaultdict[int, list[PhraseMatch]] = defaultdict(list)
        forms = [_forms(tree, token) for token in range(len(tree.lower))]
        said = {form for own in forms for form in own}
        for token, own in enumerate(forms):
            for number in dict.fromkeys(number for form in own for number in self._by_word.get(form, ())):
                if any(said.isdisjoint(others) for others in self._others[number]):
                    continue
                match = _match(resolver, self._tellings[number], token, timed)
                if match is not None:
                    found[_clause_head(tree, token)].append(match)
        return found


@functools.cache
def packaged_matcher() -> Matcher:
    """Return the matcher of the phrases that ship with the package."""
    return Matcher(packaged_tellings())


def is_within(match: PhraseMatch, told: Iterable[PhraseMatch]) -> bool:
    """Whether a phrase lies inside longer ones of its clause that tell all that it does.

    "start at Acme as a cook" tells all that "start at Acme" does.

    Args:
        told: the longer phrases that told something; one that didn't leaves it to the shorter.
    """
    effects = {(effect.action, effect.predicate) for effect in match.telling.effects}
    over = (other for other in told if other.words & match.words and other.length > match.length)
    return effects <= {(effect.action, effect.predicate) for other in over for effect in other.telling.effects}


def _clause_head(tree: SyntaxTree, token: int) -> int:
    """Return the head of the clause that a token belongs to: the nearest token above it that can head one."""
    i = token
    while tree.heads[i] != i:
        finite = tree.is_verb(i) and tree.full_deps[i] not in ("amod", "xcomp", "aux", "aux:pass", "cop", "case")
        if finite or (tree.deps[i] in ("conj", "parataxis", "advcl", "ccomp", "acl") and _has_subject(tree, i)):
            return i
        i = tree.heads[i]
    return i


def _has_subject(tree: SyntaxTree, token: int) -> bool:
    return tree.child(token, "nsubj", "nsubj:pass", "cop") is not None


def _match(resolver: Resolver, telling: Telling, start: int, timed: AbstractSet[int]) -> PhraseMatch | None:
    """Return the match of a phrase whose first obligatory word is the token `start`, or None."""
    tree = resolver.tree
    if _is_noun_for_verb(tree, start, telling):
        return None
    end = next(last for first, last in tree.sentences if first <= start < last)
    slots: dict[str, int] = {}
    for element in telling.elements[: telling.anchor]:
        if (
            isinstance(element, Slot)
            and not _fill_before(resolver, element, start, telling, slots)
            and not element.optional
        ):
            return None
    position, words = start + 1, {start}
    for element in telling.elements[telling.anchor + 1 :]:
        found = _next(resolver, element, position, end, slots, timed)
        if found is None and not element.optional:
            return None
        if found is not None:
            position = found
            if isinstance(element, Word):
                words.add(found - 1)
    if tree.full_deps[start] == "compound" and tree.heads[start] in slots.values() and not telling.bare:
        return None  # "joined a book club"
    further = tree.lower[position : position + 2] in (["on", "to"], ["down", "to"])
    if tree.full_deps[position - 1] == "iobj" or further or _leads_on(tree, start, position - 1):
        return None  # "my aunt left me | her piano"; "passed the telescope | on to the club"
    done = (i for i in tree.having(start, "xcomp") if tree.tags[i] == "VBN")
    if tree.lemmas[start] == "have" and any(i >= position for i in done):
        return None  # "had his licence | taken away"
    return PhraseMatch(telling, start, slots, frozenset(words), timed)


def _leads_on(tree: SyntaxTree, start: int, last: int) -> bool:
    """Whether the last word of a phrase belongs to words after it: "is out of petrol", "got it off my cousin"."""
    of = tree.lemmas[start] == "be" and tree.lower[last : last + 2] == ["out", "of"]
    whom = tree.heads[last] if tree.lower[last] == "off" and tree.full_deps[last] == "case" else last
    return of or (whom > last and tree.lemmas[whom] in RELATION_OF_NOUN)


def _is_noun_for_verb(tree: SyntaxTree, token: int, telling: Telling) -> bool:
    """Whether a phrase's first word is a modified noun, or modifies one: "a great start at Acme", "a broken wrist"."""
    if not telling.anchor and tree.tags[token].startswith("V") and tree.full_deps[token] == "amod":
        return True
    if telling.anchor or not tree.tags[token].startswith("N") or tree.lower[token] in _verbless(telling):
        return False
    return any(tree.full_deps[i] in ("det", "nmod:poss", "amod") and i < token for i in tree.children[token])


def _verbless(telling: Telling) -> frozenset[str]:
    anchor = telling.elements[telling.anchor]
    return anchor.forms if telling.bare and isinstance(anchor, Word) else frozenset()


def _fill_before(resolver: Resolver, slot: Slot, start: int, telling: Telling, slots: dict[str, int]) -> bool:
    """Fill a slot in front of the first word: a possessive right before it, or else the subject of its clause."""
    tree = resolver.tree
    if slot.kind == "poss":
        noun = start if tree.tags[start].startswith("N") else tree.heads[start]
        owner = tree.child(noun, "nmod:poss", "det:poss")
        if owner is None and start and tree.tags[start - 1] == "PRP$":
            owner = start - 1
    else:
        head = _clause_head(tree, start)
        owner = tree.child(head, "nsubj", "nsubj:pass", "nsubj:outer")
        if owner is None and tree.full_deps[head].startswith("conj"):
            owner = tree.child(tree.heads[head], "nsubj")  # "Bo found a place and | moved out"
        if owner is None and telling.bare and start:
            owner = start - 1
        if owner is not None and (owner >= start or not fills(resolver, slot, owner)):
            owner = None
    if owner is not None:
        slots[slot.kind] = owner
    return owner is not None


def _next(
    resolver: Resolver,
    element: Word | Slot,
    position: int,
    end: int,
    slots: dict[str, int],
    timed: AbstractSet[int],
) -> int | None:
    """Return the position after the next element of a phrase, or None if it doesn't follow."""
    tree, i, left = resolver.tree, position - 1, _GAP + 1
    while left and i + 1 < end:
        i += 1
        left -= i not in timed  # a time may stand between: "got engaged last night to Oli"
        if isinstance(element, Word):
            if element.forms.intersection(_forms(tree, i)):
                return i + 1
            if tree.full_deps[i] == "compound:prt":
                return None  # "moved out in June" is no moving in
        else:
            head = _phrase_head(resolver, i, end)
            meant = head if head is None or element.kind not in _THINGS else thing_before(resolver, head) or head
            if (
                head is not None
                and meant is not None
                and fills(resolver, element, meant)
                and (head not in timed or _is_counted(resolver, element, head))
            ):
                slots[element.kind] = meant
                return max(head + 1, _named_until(resolver, head))
        if i not in timed and not _is_gap(tree, i):
            return None
    return None


def _forms(tree: SyntaxTree, token: int) -> tuple[str, ...]:
    """Return the lemma and the form of a token; a contracted copula or auxiliary is "be"."""
    lower = tree.lower[token]
    contracted = lower in _CONTRACTED and tree.full_deps[token] in ("cop", "aux", "aux:pass")
    return (tree.lemmas[token], lower, "be") if contracted else (tree.lemmas[token], lower)


def _is_gap(tree: SyntaxTree, token: int) -> bool:
    if tree.lower[token] in _NOT_GAPS or tree.lower[token] in _ENDS:
        return False
    return tree.lower[token] in _GAP_WORDS or tree.tags[token].startswith(_GAP_TAGS)


def _phrase_head(resolver: Resolver, token: int, end: int) -> int | None:
    """Return the head of the noun phrase that a token begins, or None if it begins none."""
    tree = resolver.tree
    head = token
    while tree.full_deps[head] in _INSIDE and token <= tree.heads[head] < end and tree.heads[head] != head:
        if tree.heads[head] < head or tree.is_verb(tree.heads[head]):
            break
        head = tree.heads[head]
    nominal = tree.tags[head].startswith(("N", "PRP", "CD")) or head in resolver.named or tree.lower[head] == "there"
    nominal = nominal or _is_activity(tree, head) or _is_language(tree, head)
    if not nominal or tree.tags[head] == "PRP$" or any(word in _ENDS for word in tree.words[token:head]):
        return None
    return head


def _is_activity(tree: SyntaxTree, token: int) -> bool:
    """Whether a gerund alone names what one does: "swapped | running for | swimming"."""
    return tree.tags[token] == "VBG" and tree.child(token, "nsubj", "aux", "obj", "det") is None


def _is_language(tree: SyntaxTree, token: int) -> bool:
    """Whether an adjective with a capital stands for a language: "gave up Italian"."""
    return tree.tags[token] == "JJ" and tree.full_deps[token] == "obj" and tree.words[token].istitle()


def _named_until(resolver: Resolver, head: int) -> int:
    """Return the position after a name, or after "Anna" of "my sister Anna"."""
    i = head + 1
    while i in resolver.named and (resolver.named.get(head) in (None, resolver.named[i])):
        i += 1
    return i


def _is_counted(resolver: Resolver, slot: Slot, head: int) -> bool:
    return "number" in (slot.kind, *slot.fits) and fits(resolver, "number", head)


def fills(resolver: Resolver, slot: Slot, head: int) -> bool:
    """Whether the noun phrase under a head can fill a slot."""
    if slot.kind != "subject" and is_of_then(resolver.tree, head):
        return False  # "married the year Tom was born"
    if slot.known is None:
        return any(fits(resolver, kind, head) for kind in slot.fits or (slot.kind,))
    tree = resolver.tree
    named = [resolver.named[head].text] if head in resolver.named else []
    return any(slot.known.fullmatch(words.lower()) for words in (tree.lower[head], tree.lemmas[head], *named))


def fits(resolver: Resolver, kind: str, head: int) -> bool:
    """Whether the noun phrase under a head can fill a slot of a kind.

    The kinds of names are uncertain, so that a name fits unless it is one of the speakers.
    """
    tree = resolver.tree
    lower, lemma, tag = tree.lower[head], tree.lemmas[head], tree.tags[head]
    relation = RELATION_OF_NOUN.get(lemma)
    named = head in resolver.named
    first = lower in FIRST_PERSON or lower in SECOND_PERSON
    match kind:
        case "number":
            counted = tag == "CD" or lower in _NUMBERS or lower.isdecimal() or tree.child(head, "nummod") is not None
            return counted and not (lower == "one" and tree.child(head, "det", "amod") is not None)  # "a new one"
        case "part":
            return lemma in BODY_PARTS
        case "allergy":
            return lemma in ("allergy", "intolerance")
        case "subject":
            return True
        case "person":
            somebody = named and resolver.named[head].type != "organization" and lower not in demonyms()
            somebody = somebody or (lemma in _SOMEBODY and resolver.name_beside(head) is not None)
            return (
                somebody
                or lemma == "ex"
                or lower in (_THIRD - {"it"}) | {"me", "us"}
                or relation not in (None, "has_pet")
            )
        case "pet":
            called = named and not _is_one_of_many(tree, head) and resolver.named[head].type not in _MADE
            meant = resolver.resolve(head) if lower in _THIRD else None
            if meant is not None and RELATION_OF_NOUN.get(meant.noun or "", "has_pet") != "has_pet":
                return False  # "how's your brother?" "bought him lunch"
            return called or lower in _THIRD or relation == "has_pet" or lemma in KEPT_ANIMALS | {"kid", "boy", "girl"}
        case "animal":
            return relation == "has_pet" or lemma in KEPT_ANIMALS
        case "org":
            return named or lemma in JOB_NOUNS or (tag.startswith("N") and relation is None and lemma not in TIME_NOUNS)
        case "employer":
            hired = named and lower not in KIN_TITLES | demonyms() and not _is_town(resolver, head)
            club = hired and fits(resolver, "club", head) and "group" not in _last_word(resolver, head)  # "Kerry Group"
            return hired and not club and not _last_word(resolver, head) & _SCHOOLS and not _is_beside(resolver, head)
        case "workplace":
            fixed = any(tree.lower[i] in ("the", "our", "my") for i in tree.having(head, "det", "nmod:poss"))
            return fits(resolver, "employer", head) if named else lemma in WORKPLACES and fixed
        case "club":
            if named:
                last = _last_word(resolver, head)
                return _are_members(tree, head) or any(w.endswith(("gym", "club")) or w in _CLUBS for w in last)
            told = tree.child(head, "compound", "amod", "nmod:poss") is not None  # "the team" may be one at work
            return lemma in _CLUBS and (told or lemma not in ("team", "group"))
        case "school":
            return lemma in _SCHOOLS or bool(named and _last_word(resolver, head) & _SCHOOLS)
        case "home":
            return lemma in HOME_NOUNS or (named and _is_dwelling(resolver, head))
        case "settlement":
            return lemma in SETTLEMENTS and not named
        case "place":
            return lower == "there" or (
                named and not _is_one_of_many(tree, head) and resolver.named[head].type not in _MADE | {"person"}
            )
        case "owned":
            return lemma in HAD or bool({lower, *(tree.lower[i] for i in tree.having(head, "compound"))} & MAKES)
        case "product":
            return named and _is_one_of_many(tree, head)
        case "thing":
            return not first and relation is None and (tag.startswith("N") or lower == "it")
        case "item":
            person = named and resolver.named[head].type == "person"
            noun = tag.startswith("N") or _is_activity(tree, head) or _is_language(tree, head)
            return noun and relation is None and not person and lemma not in ("girl", "boy")
        case "pastime":
            fixed = tree.child(head, "det", "nmod:poss", "nummod") is not None
            other = not is_english(lower) if named else lemma in _SCHOOLS | HOME_NOUNS | JOB_NOUNS  # "Leeds", "Oxfam"
            return fits(resolver, "item", head) and not fixed and not other and lemma not in _STATES
        case "discipline":
            return lemma in FIELDS or (fits(resolver, "pastime", head) and lemma.endswith(DISCIPLINES))
        case "assignment":
            return lemma in _ASSIGNMENTS
        case "role":
            kin = relation is not None and tree.child(head, "nmod:poss") is not None  # "the same school as my mum"
            return tag.startswith("N") and not named and not kin and lower != "redundant"
        case _:  # "poss" stands only in front of the first word
            return tag == "PRP$"


def _is_beside(resolver: Resolver, head: int) -> bool:
    """Whether somebody is with a person, by their first name: "still with Rob"."""
    tree, named = resolver.tree, resolver.named[head]
    beside = any(tree.lower[i] == "with" for i in tree.having(head, "case"))
    return beside and named.type != "organization" and is_first_name(named.name)


def _is_one_of_many(tree: SyntaxTree, head: int) -> bool:
    """Whether a name has an indefinite article, so that it is a kind of thing: "a Kindle"."""
    return any(tree.lower[i] in ("a", "an") for i in tree.having(head, "det"))


def _are_members(tree: SyntaxTree, head: int) -> bool:
    """Whether a name is that of those who belong to it: "the Greens", "the Samaritans"."""
    return tree.tags[head] == "NNPS" and any(tree.lower[i] == "the" for i in tree.having(head, "det"))


def _is_dwelling(resolver: Resolver, head: int) -> bool:
    """Whether a name may be that of a home or its town: a place, or an unknown name after "to" or "into"."""
    tree, kind = resolver.tree, resolver.named[head].type
    placed = tree.child(head, "case") is not None
    return not _is_one_of_many(tree, head) and (kind == "location" or (kind == "other" and placed))


def _is_town(resolver: Resolver, head: int) -> bool:
    """Whether a name is that of a place after a verb that has no preposition: "leave Lyon"."""
    kind = resolver.named[head].type
    return kind == "location" and resolver.tree.full_deps[head] == "obj"


def _last_word(resolver: Resolver, head: int) -> set[str]:
    """Return the last word of the name that a token belongs to."""
    return {resolver.named[head].text.split()[-1].lower()}
