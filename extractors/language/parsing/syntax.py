"""The parse of a turn as plain lists: fast to walk, and independent of the pipeline.

The labels are those of Universal Dependencies.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from chronomem.extractors.language.lexicon import RELATION_OF_NOUN
from chronomem.extractors.language.parsing.attachment_repairs import (
    mend_descriptions,
    mend_exceptions,
    mend_further_phrases,
    mend_joined_words,
    mend_named_subjects,
    mend_once,
    mend_whole_names,
)
from chronomem.extractors.language.parsing.clause_repairs import (
    mend_addressed,
    mend_agreement,
    mend_also,
    mend_asked,
    mend_bare_subjects,
    mend_closing,
    mend_couples,
    mend_dated,
    mend_doings,
    mend_fronted,
    mend_joined,
    mend_owners,
    mend_revealed,
    mend_said_to_be,
    mend_spliced,
    mend_split,
    mend_stranded,
    mend_subjects,
    mend_unrooted,
    mend_vocatives,
)
from chronomem.extractors.language.parsing.contraction_repairs import mend_contractions, mend_perfects
from chronomem.extractors.language.parsing.gerund_repairs import (
    mend_aiming,
    mend_doers,
    mend_gerunds,
    mend_ing,
    mend_leading,
    mend_progressives,
)
from chronomem.extractors.language.parsing.name_repairs import (
    mend_actors,
    mend_dated_actors,
    mend_names,
    mend_nationalities,
    mend_towns,
    mend_unknown_names,
)
from chronomem.extractors.language.parsing.parse_repairs import (
    mend_ages,
    mend_chat,
    mend_former,
    mend_genitives,
    mend_heads_of,
    mend_hosts,
    mend_joint_owners,
    mend_shops,
    mend_shops_before_times,
    mend_whereabouts,
    without_cycles,
)
from chronomem.extractors.language.parsing.phrase_repairs import (
    mend_called,
    mend_charges,
    mend_compared,
    mend_compounds,
    mend_days,
    mend_described,
    mend_distances,
    mend_handed,
    mend_homes,
    mend_hyphens,
    mend_intolerant,
    mend_items,
    mend_languages,
    mend_listed_compounds,
    mend_lists,
    mend_numbers,
    mend_pairs,
    mend_placed,
    mend_receivers,
    mend_things,
)
from chronomem.extractors.language.parsing.universal import is_clear, to_universal
from chronomem.extractors.language.parsing.verb_repairs import (
    mend_acting,
    mend_commuting,
    mend_crossing,
    mend_deeds,
    mend_due,
    mend_got,
    mend_governing,
    mend_having,
    mend_infinitives,
    mend_intended,
    mend_opening,
    mend_owning,
    mend_passives,
    mend_presents,
    mend_quitting,
    mend_relatives,
    mend_unknown,
)
from chronomem.extractors.language.readable.dictionary import mere_adjectives, past_forms
from chronomem.extractors.language.readable.offsets import ReadableText

if TYPE_CHECKING:
    from spacy.tokens import Doc  # only for types: spaCy is slow to import

READABLE = "chronomem_readable"
"""Where a document keeps the readable text that was parsed, if it isn't the text as it was typed."""
_SCARCELY = {"hardly", "scarcely", "barely"}
NEGATIONS = {"not", "n't", "n\u2019t", "never", "nt"}
_SAME_IN_PAST = {"quit", "shut", "hit", "cut", "split", "bet", "spread"}
_NOMINATIVE = {"i", "we", "they", "you"}


@dataclass(frozen=True, slots=True)
class SyntaxTree:
    """The tokens of one turn.

    Attributes:
        text: the turn as it was typed; the words are those of the text that was parsed.
        words, lower, tags, lemmas, deps: one entry per token; `deps` omits subtypes such as that of `nmod:poss`, which
            `full_deps` keeps.
        heads: index of each token's head; a root is its own head.
        children: indices of each token's dependants, ascending.
        starts, ends: offsets of each token's first character, and one past its last, in the text as it was typed.
        spaced: whether a space follows the token.
        sentences: (first token, one past the last token) of each sentence.
    """

    text: str
    words: list[str]
    lower: list[str]
    tags: list[str]
    lemmas: list[str]
    deps: list[str]
    full_deps: list[str]
    heads: list[int]
    children: list[list[int]]
    starts: list[int]
    ends: list[int]
    spaced: list[bool]
    sentences: list[tuple[int, int]]
    _extents: dict[int, tuple[int, int]] = field(default_factory=dict)
    _found: dict[str, frozenset[int]] = field(default_factory=dict)

    def once(self, name: str, find: "Callable[[SyntaxTree], Iterable[int]]") -> frozenset[int]:
        """Return the tokens that a function of the tree finds, under a name, and remember them."""
        known = self._found.get(name)
        if known is None:
            known = self._found[name] = frozenset(find(self))
        return known

    def child(self, head: int, *deps: str) -> int | None:
        """Return the first dependant with one of these labels (with subtype), or None."""
        for i in self.children[head]:
            if self.full_deps[i] in deps:
                return i
        return None

    def having(self, head: int, *deps: str) -> list[int]:
        """Return all dependants with one of these labels (with subtype)."""
        return [i for i in self.children[head] if self.full_deps[i] in deps]

    def subtree(self, head: int) -> Iterator[int]:
        """Yield every token that the head governs, itself included, in no particular order."""
        stack = [head]
        while stack:
            i = stack.pop()
            yield i
            stack.extend(self.children[i])

    def upwards(self, token: int) -> Iterator[int]:
        """Yield a token and those above it, up to the root of its sentence."""
        yield token
        while self.heads[token] != token:
            token = self.heads[token]
            yield token

    def is_asked(self, token: int) -> bool:
        """Whether a token is in a question."""
        last = next(last for first, last in self.sentences if first <= token < last)
        return self.words[last - 1].startswith("?")

    def extent(self, head: int) -> tuple[int, int]:
        """Return the first token and one past the last token of a subtree."""
        known = self._extents.get(head)
        if known is None:
            tokens = list(self.subtree(head))
            known = self._extents[head] = (min(tokens), max(tokens) + 1)
        return known

    def before_adjectives(self, noun: int) -> int | None:
        """Return the token before a noun and its adjectives, or None at the beginning of a text."""
        before = noun - 1
        while before >= 0 and self.tags[before].startswith("JJ"):
            before -= 1
        return before if before >= 0 else None

    def end(self, token: int) -> int:
        """Return the offset one past the token's last character."""
        return self.ends[token]

    def phrase(self, first: int, last: int) -> str:
        """Return the words from one token up to another, as they were parsed."""
        words = (self.words[i] + " " * (self.spaced[i] and i + 1 < last) for i in range(first, last))
        return "".join(words)

    def negated(self, head: int) -> bool:
        """Whether the head is negated: "didn't go", "never goes", "can hardly wait", "no dog", "neither Tom nor I".

        Who "not only" sings does sing.
        """
        return any(
            (self.lower[i] in NEGATIONS and self.lower[i + 1 : i + 2] != ["only"])
            or (self.lower[i] in _SCARCELY and self.lower[i - 1] in ("can", "could"))
            or (self.lower[i] == "no" and self.full_deps[i] == "det")
            or (self.deps[i].startswith("nsubj") and any(self.lower[j] == "neither" for j in self.children[i]))
            for i in self.children[head]
        )

    def pointing(self, verb: int) -> int | None:
        """Return the "there" or "here" that locates a verb, or None."""
        return next((i for i in self.children[verb] if i > verb and self.lower[i] in ("there", "here")), None)

    def is_verb(self, token: int) -> bool:
        return self.tags[token].startswith("V")


_TREE = "chronomem_tree"


def tree_of(doc: "Doc") -> SyntaxTree:
    """Return the tree of a document that a pipeline has parsed; the document keeps it."""
    tree = doc.user_data.get(_TREE)
    if not isinstance(tree, SyntaxTree):
        tree = doc.user_data[_TREE] = read_tree(doc)
    return tree


def read_tree(doc: "Doc") -> SyntaxTree:
    """Return the tree of a document that a pipeline has parsed."""
    tokens = list(doc)
    words = [token.text for token in tokens]
    lower = ["u.s." if token.text == "US" else token.text.lower().replace("\u2019", "'") for token in tokens]
    tags = [token.tag_ for token in tokens]
    lemmas = [token.lemma_.lower() for token in tokens]
    deps = [token.dep_ for token in tokens]
    heads = [token.head.i for token in tokens]
    if is_clear(deps):
        to_universal(deps, heads, tags, lemmas)
    _raise_subjects(deps, heads)
    _raise_like(lower, tags, lemmas, deps, heads)
    mend_hyphens(lower, tags, lemmas, deps, heads, [bool(token.whitespace_) for token in tokens])
    mend_whole_names(words, lower, tags, deps, heads)
    mend_former(lower, tags, deps, heads)
    mend_fronted(lower, deps, heads)
    mend_doings(lower, tags, deps, heads)
    mend_deeds(lower, tags, lemmas, deps, heads)
    mend_acting(words, tags, deps, heads)
    mend_opening(lower, tags, lemmas, deps, heads)
    mend_presents(lower, tags, lemmas, deps, heads)
    mend_dated_actors(words, tags, deps, heads)
    mend_actors(words, tags, lemmas, deps, heads)
    mend_distances(lower, tags, lemmas, deps, heads)
    mend_receivers(lower, tags, lemmas, deps, heads)
    mend_handed(lower, tags, deps, heads)
    mend_further_phrases(lower, tags, lemmas, deps, heads)
    mend_charges(lower, deps, heads)
    mend_days(lower, tags, deps, heads)
    mend_compared(deps, heads)
    mend_placed(lower, tags, deps, heads)
    mend_homes(lower, tags, lemmas, deps, heads)
    mend_compounds(tags, lemmas, deps, heads)
    mend_listed_compounds(tags, lemmas, deps, heads)
    mend_numbers(lower, tags, deps, heads)
    mend_described(lower, tags, deps, heads)
    mend_things(lower, tags, lemmas, deps, heads)
    mend_intolerant(lower, tags, lemmas, deps, heads)
    mend_lists(lower, tags, deps, heads)
    mend_items(lower, tags, deps, heads)
    mend_languages(words, tags, lemmas, deps, heads)
    mend_joined_words(lower, tags, deps, heads)
    mend_crossing(tags, deps, heads)
    mend_gerunds(tags, lemmas, deps, heads)
    mend_pairs(lower, deps, heads)
    mend_governing(lower, tags, lemmas, deps, heads)
    mend_owning(lower, tags, lemmas, deps, heads)
    mend_quitting(lower, tags, lemmas, deps, heads)
    mend_leading(tags, deps, heads)
    mend_having(lower, tags, lemmas, deps, heads)
    mend_unknown(lower, tags, lemmas, deps, heads)
    mend_aiming(lower, tags, lemmas, deps, heads)
    mend_progressives(lower, tags, lemmas, deps, heads)
    mend_passives(lower, tags, lemmas, deps, heads)
    mend_doers(lower, tags, lemmas, deps, heads)
    mend_infinitives(lower, tags, deps, heads)
    mend_commuting(lower, tags, deps, heads)
    mend_due(lower, deps, heads)
    mend_intended(lower, tags, deps, heads)
    mend_ing(lower, tags, lemmas)
    mend_genitives(lower, tags, deps, heads)
    mend_joint_owners(lower, tags, deps, heads)
    mend_shops(tags, deps, heads)
    mend_shops_before_times(lower, tags, deps, heads)
    mend_towns(words, tags, deps, heads)
    mend_contractions(lower, tags, lemmas, deps, heads)
    mend_perfects(lower, tags, lemmas, deps, heads)
    mend_whereabouts(lower, tags, lemmas, deps, heads)
    mend_hosts(lower, tags, lemmas, deps, heads)
    mend_spliced(lower, tags, deps, heads)
    mend_ages(lower, tags, lemmas, deps, heads)
    mend_joined(lower, tags, deps, heads)
    mend_couples(lower, tags, deps, heads)
    mend_unrooted(tags, deps, heads)
    mend_named_subjects(tags, lemmas, deps, heads)
    mend_revealed(lower, tags, lemmas, deps, heads)
    mend_owners(tags, lemmas, deps, heads)
    mend_also(lower, deps, heads)
    mend_closing(lower, deps, heads)
    mend_exceptions(lower, deps, heads)
    mend_stranded(lower, deps, heads)
    mend_subjects(tags, deps, heads)
    mend_vocatives(lower, tags, deps, heads)
    mend_said_to_be(lower, tags, deps, heads)
    mend_dated(lower, tags, deps, heads)
    mend_addressed(lower, deps, heads)
    mend_heads_of(lower, tags, lemmas, deps, heads)
    mend_agreement(lower, tags, deps, heads)
    mend_chat(lower, tags, deps, heads)
    mend_asked(words, tags, deps, heads)
    mend_names(words, tags, lemmas, deps, heads)
    mend_unknown_names(words, tags, deps, heads)
    mend_nationalities(lower, tags, deps, heads)
    mend_once(lower, deps, heads)
    mend_got(lower, tags, lemmas, deps, heads)
    mend_bare_subjects(lower, tags, lemmas, deps, heads)
    mend_split(lower, tags, deps, heads)
    mend_relatives(lower, tags, lemmas, deps, heads)
    mend_called(lower, tags, deps, heads)
    mend_descriptions(lower, tags, lemmas, deps, heads)
    for i, token in enumerate(tokens):
        if tags[i] == "NNP" and lower[i] in RELATION_OF_NOUN and token.text.islower():
            tags[i] = "NN"
    without_cycles(heads)
    children: list[list[int]] = [[] for _ in tokens]
    for i, head in enumerate(heads):
        if head != i:
            children[head].append(i)
    _correct_tags(lower, tags, lemmas, deps, heads, children)
    readable = doc.user_data.get(READABLE)
    starts = [token.idx for token in tokens]
    ends = [start + len(token.text) for start, token in zip(starts, tokens, strict=True)]
    if isinstance(readable, ReadableText):
        starts, ends = ([readable.offsets[i] for i in places] for places in (starts, ends))
    begins = [0, *(i for i, token in enumerate(tokens) if token.is_sent_start and i and not _is_joined(i, heads, deps))]
    return SyntaxTree(
        text=readable.original if isinstance(readable, ReadableText) else doc.text,
        words=words,
        lower=lower,
        tags=tags,
        lemmas=lemmas,
        deps=[dep.partition(":")[0] for dep in deps],
        full_deps=deps,
        heads=heads,
        children=children,
        starts=starts,
        ends=ends,
        spaced=[bool(token.whitespace_) for token in tokens],
        sentences=list(pairwise([*begins, len(tokens)])) if tokens else [],
    )


def _is_joined(first: int, heads: list[int], deps: list[str]) -> bool:
    """Whether the words before a token that was taken for a sentence's first are its subject, or its verb."""
    return (deps[first - 1] == "nsubj" and heads[first - 1] > first) or (
        deps[first] == "obj" and heads[first] == first - 1
    )


def _raise_subjects(deps: list[str], heads: list[int]) -> None:
    """Attach a subject to the verb if it was attached to its auxiliary: "My wife and I got divorced"."""
    for i, dep in enumerate(deps):
        if dep.startswith("nsubj") and deps[heads[i]] in ("aux", "aux:pass", "cop"):
            heads[i] = heads[heads[i]]


def _raise_like(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make "like" the verb if it was parsed as a preposition: "I no longer like jazz"."""
    for i, word in enumerate(lower):
        thing = heads[i]
        if word != "like" or deps[i] != "case" or thing <= i:
            continue
        beside = [j for j, head in enumerate(heads) if head == thing and j not in (i, thing)]
        subject = any(deps[j] == "nsubj" and lower[j] in _NOMINATIVE for j in beside)
        if not subject or any(deps[j] == "cop" for j in beside):
            continue
        heads[i], deps[i] = (i if heads[thing] == thing else heads[thing]), deps[thing]
        tags[i], lemmas[i] = "VBP", "like"
        heads[thing], deps[thing] = i, "obj"
        for j in beside:
            if j < i or deps[j] in ("punct", "conj", "parataxis"):
                heads[j] = i


def _correct_tags(
    lower: list[str],
    tags: list[str],
    lemmas: list[str],
    deps: list[str],
    heads: list[int],
    children: list[list[int]],
) -> None:
    """Correct typical tagging errors in chat.

    An irregular past form is no base form ("Took a trip"), and what is only an adjective no adverb ("So proud of you").
    Verbs with the same form in the past are taken as past: nobody says "I quit" of a habit. A head with the subject "I"
    or "we" and without copula or article is a verb, whatever its tag ("I no longer work there").
    """
    for i, head in enumerate(heads):
        mistaken = deps[i] == "nsubj" and lower[i] in _NOMINATIVE and tags[head] in ("NN", "NNS", "JJ") and i < head
        if mistaken and not any(deps[j] in ("cop", "det", "amod", "case", "compound") for j in children[head]):
            tags[head] = "VBP"
    for i, word in enumerate(lower):
        if tags[i] == "VB" and word in past_forms():
            tags[i], lemmas[i] = "VBD", past_forms()[word]
        elif tags[i] == "RB" and word in mere_adjectives():
            tags[i] = "JJ"
        if word in _SAME_IN_PAST and tags[i] in ("VBP", "VB") and not any(deps[j] == "aux" for j in children[i]):
            tags[i] = "VBD"
