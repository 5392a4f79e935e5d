"""Rewrite sentences in the third person: "I painted that lake last year" as "Melanie painted that lake last year".

A sentence is rewritten only if that is safe: the speaker is a subject whose verb can be made to agree, or an owner, and
the sentence contains neither "we" nor "you". Otherwise the sentence stays as it was said, behind its speaker's name.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from chronomem.extractors.language.clauses.rendering import third_person
from chronomem.extractors.language.lexicon import first_names
from chronomem.extractors.language.parsing.pipeline import parse
from chronomem.extractors.language.parsing.syntax import SyntaxTree, read_tree

if TYPE_CHECKING:
    from spacy.tokens import Doc  # only for types: spaCy is slow to import

_SPEAKS = re.compile(r"\bI\b|\b[Mm]y\b")
_INVOLVES = re.compile(
    r"\b(?:we|us|our|ours|ourselves|you|your|yours|yourself|ya|y'all|u|let's|lets|mine|i'd've|ain't|im|ive)\b|[\"\u201c]",
    re.IGNORECASE,
)
_PRONOUNS = {"f": ("she", "her", "her", "herself"), "m": ("he", "him", "his", "himself")}
_ANYBODY = ("they", "them", "their", "themselves")
_MOST_PRONOUNS = 4
_PLURAL = {"am": "are", "'m": " are", "was": "were"}
_FULL = {"'m": " is", "'ve": " has", "'ll": " will"}


def retold(told: Sequence[tuple[str, str]], pipeline: str | None = None) -> list[str]:
    """Rewrite sentences so that they can be understood without knowing who said them.

    Args:
        told: texts and their speakers.
        pipeline: the spaCy pipeline that parses them, as accepted by `load_pipeline`.
    """
    may = [number for number, (text, _) in enumerate(told) if _SPEAKS.search(text) and not _INVOLVES.search(text)]
    texts = [f"{speaker}: {text}" for text, speaker in told]
    if may:
        docs = parse((told[number][0].replace("\u2019", "'") for number in may), pipeline)
        for number, doc in zip(may, docs, strict=True):
            if (text := _third_person(doc, told[number][1])) is not None:
                texts[number] = text
    return texts


@dataclass
class _Edits:
    """Replacements for some tokens."""

    tree: SyntaxTree
    new: dict[int, str] = field(default_factory=dict)

    def text(self) -> str:
        tree = self.tree
        pieces = (
            self.new.get(i, word) + (" " if spaced else "")
            for i, (word, spaced) in enumerate(zip(tree.words, tree.spaced, strict=True))
        )
        return "".join(pieces).strip()


def _third_person(doc: "Doc", speaker: str) -> str | None:
    """Return a sentence in the third person, or None if that isn't safe."""
    tree = read_tree(doc)
    spoken = [i for i, word in enumerate(tree.lower) if word in ("i", "me", "my", "myself")]
    if not 0 < len(spoken) <= _MOST_PRONOUNS or tree.lower[spoken[0]] in ("me", "myself"):
        return None
    if not _is_clause(tree):
        return None
    edits = _Edits(tree)
    forms = _forms(speaker)
    for place, i in enumerate(spoken):
        named = place == 0
        if tree.lower[i] == "i":
            if not _agree(edits, i, plural=not named and forms is _ANYBODY):
                return None
            edits.new[i] = speaker if named else forms[0]
        else:
            own = ("me", "my", "myself").index(tree.lower[i]) + 1
            edits.new[i] = f"{speaker}'s" if named else forms[own]
    text = edits.text()
    return text[:1].upper() + text[1:]


def _is_clause(tree: SyntaxTree) -> bool:
    """Whether the sentence is a whole clause with a subject, and not one that omits "I", as "Gonna see my mom" does."""
    root = next(i for i, head in enumerate(tree.heads) if head == i)
    return tree.child(root, "nsubj", "nsubj:pass", "csubj", "expl") is not None


@cache
def _forms(speaker: str) -> tuple[str, str, str, str]:
    return _PRONOUNS.get(first_names().get(speaker.split()[0].title(), ""), _ANYBODY)


def _agree(edits: _Edits, subject: int, *, plural: bool) -> bool:
    """Make the verbs of the subject "I" agree with its replacement; False if the verbs aren't certain."""
    tree = edits.tree
    head = tree.heads[subject]
    if tree.deps[subject] != "nsubj" or (head <= subject and not _is_copular(tree, head, subject)):
        return False
    for verb in (head, *_sharing(tree, head)):
        finite = min((i for i in (verb, *tree.having(verb, "aux", "cop", "aux:pass")) if i > subject), default=None)
        if finite is None:
            return False
        if not _conjugate(edits, finite, verb, first=verb == head, plural=plural):
            return False
    return True


def _is_copular(tree: SyntaxTree, head: int, subject: int) -> bool:
    return any(i > subject for i in tree.having(head, "cop", "aux"))


def _sharing(tree: SyntaxTree, head: int) -> Iterator[int]:
    """Yield the further verbs with the same subject: "I go there and swim"."""
    for i in tree.children[head]:
        own = tree.child(i, "nsubj", "nsubj:pass", "csubj", "expl")
        if tree.deps[i] == "conj" and own is None and (tree.is_verb(i) or tree.having(i, "cop", "aux")):
            yield i


def _conjugate(edits: _Edits, finite: int, verb: int, *, first: bool, plural: bool) -> bool:
    tree = edits.tree
    lower, tag = tree.lower[finite], tree.tags[finite]
    if plural:
        if lower in _PLURAL:
            edits.new[finite] = _PLURAL[lower]
        elif lower in ("'ve", "'ll"):
            edits.new[finite] = {"'ve": " have", "'ll": " will"}[lower]
        elif lower == "'d":
            edits.new[finite] = _had_or_would(tree, finite, verb)
        return tag in ("VBP", "VBD", "MD", "VBN", "VBG", "VB") or not first
    if lower in _FULL:
        edits.new[finite] = _FULL[lower]
    elif lower == "'d":
        edits.new[finite] = _had_or_would(tree, finite, verb)
    elif tag == "VBP":
        edits.new[finite] = third_person(tree.words[finite])
    elif tag == "VB":  # an infinitive needs its auxiliary before it: "I will go and see"; or else the tag is wrong
        before = tree.heads[verb]
        if first or (tree.tags[before] != "VBP" and not tree.having(before, "aux")):
            return False
        if not tree.having(before, "aux"):
            edits.new[finite] = third_person(tree.words[finite])
    else:
        return tag in ("VBD", "MD") or not first
    return True


def _had_or_would(tree: SyntaxTree, contraction: int, verb: int) -> str:
    later = [tree.tags[i] for i in (verb, *tree.having(verb, "aux", "cop")) if i > contraction]
    return " would" if "VB" in later else " had"
