"""What sentences tell by setting it against what isn't so: "it's maths, not physics"."""

import re
from collections.abc import Iterator

from chronomem.extractors.language.lexicon import is_first_name
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_INSTEAD = re.compile(
    r"(?P<right>\b[\w'-]{1,40}(?: [\w'-]{1,40}){0,2}?),? (?:and )?not (?:at |in |on |for |to |with |an? )?"
    r"(?P<wrong>[\w'-]{1,40}(?: [\w'-]{1,40}){0,2})(?=[.!;:]|$)"
)
"""What is so, and what isn't: "maths, not physics"."""
_MEANT = re.compile(r"\b(?:meant|mean)\b", re.IGNORECASE)
_OVER = re.compile(r"\b(?:now|no longer|any ?more|these days|nowadays|yet|instead|just|only)\b", re.IGNORECASE)
"""Words of a change, or of a contrast that corrects nothing."""
_LONGEST = 200
"""In characters, of a sentence that corrects another."""


def contrasts(tree: SyntaxTree) -> Iterator[tuple[str, str, tuple[int, int]]]:
    """Yield what sentences tell by "this, not that", without what isn't so, then that, and the span of both.

    What has changed since isn't told so.
    """
    text = tree.text
    for first, last in tree.sentences:
        begin = tree.starts[first]
        contrast = _INSTEAD.search(text, begin, tree.end(last - 1))
        if contrast is None:
            continue
        begin = max([begin, *(text.rfind(mark, begin, contrast.start()) + 1 for mark in ";:")])
        told = _by_name(tree, text[begin : contrast.end("right")].strip(), begin)
        if len(told) <= _LONGEST and not _OVER.search(told) and not _MEANT.search(told):
            yield told, contrast["wrong"], (begin, contrast.end())


def _by_name(tree: SyntaxTree, told: str, begin: int) -> str:
    """Return a sentence about "he" or "she" with the only name of a person that the turn told before."""
    pronoun, _, rest = told.partition(" ")
    before = (word for word, start in zip(tree.words, tree.starts, strict=True) if start < begin)
    named = {word for word in before if is_first_name(word)}
    return f"{named.pop()} {rest}" if pronoun.lower() in ("he", "she") and len(named) == 1 else told
