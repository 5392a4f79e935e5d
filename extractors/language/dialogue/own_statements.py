"""What somebody has last stated, for the words that complete it: "we're moving!" "where to?" "Hull"."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from chronomem.extractors.language.dialogue.conversation import ParsedTurn
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_PAST = {"VBD", "VBN"}
_DROPPED = {"VBD": "I ", "VBN": "I have ", "VBG": "I am "}
"""What a sentence without a subject leaves out before its verb."""
_LASTING = {
    "adopt", "be", "become", "begin", "break", "buy", "coach", "date", "do", "find", "get", "give", "have", "join",
    "learn", "leave", "live", "marry", "meet", "move", "own", "play", "quit", "relocate", "rent", "resign", "retire",
    "run", "see", "sell", "start", "stop", "study", "teach", "train", "volunteer", "work",
}  # fmt: skip
"""Verbs of what begins or lasts."""
_LONGEST = 14
"""In words, of a statement that something completes."""


@dataclass(frozen=True, slots=True)
class OwnStatement:
    """The last sentence in which somebody states something.

    Attributes:
        text: its words.
        tree: the parse of its turn.
        head: the token that it is about, its verb or its quality.
        past: whether it tells what happened.
        subject: whom it is about, in its own words.
    """

    text: str
    tree: SyntaxTree
    head: int
    past: bool
    subject: str

    @property
    def completed(self) -> bool:
        """Whether its verb has an object."""
        return self.tree.child(self.head, "obj") is not None


def own_statement(said: ParsedTurn) -> OwnStatement | None:
    """Return the last sentence of a turn that tells of what begins or lasts."""
    tree = said.tree
    for first, last in reversed(tree.sentences):
        words = [i for i in range(first, last) if any(c.isalnum() or c == "'" for c in tree.words[i])]
        if not 1 < len(words) <= _LONGEST or "?" in tree.words[first:last]:
            continue
        head = next((i for i in words if tree.heads[i] == i), None)
        if head is None or not _begins_or_lasts(tree, head):
            continue
        subject = tree.child(head, "nsubj", "nsubj:pass")
        if subject is None and tree.tags[head] not in ("VBD", "VBN", "VBG"):
            continue
        while words and tree.lower[words[-1]] in ("now", "lol", "haha"):
            words.pop()
        lead = _DROPPED.get(tree.tags[head], "") if subject is None else ""
        about = "I" if subject is None or tree.lower[subject] in ("i", "we") else _text(tree, tree.subtree(subject))
        return OwnStatement(lead + _text(tree, words), tree, head, _is_past(tree, head), about)
    return None


def _text(tree: SyntaxTree, words: Iterable[int]) -> str:
    text = " ".join(tree.words[i] for i in sorted(words))
    return re.sub(r" (n't|'s|'re|'m|'ll|'ve|'d)\b", r"\1", text)


def _begins_or_lasts(tree: SyntaxTree, head: int) -> bool:
    return tree.child(head, "cop") is not None or tree.lemmas[head] in _LASTING


def _is_past(tree: SyntaxTree, head: int) -> bool:
    return tree.tags[head] in _PAST and tree.child(head, "aux:pass", "cop") is None
