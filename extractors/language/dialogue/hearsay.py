"""What somebody only has from others: it stays with the one who passes it on, and is nobody's fact."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from chronomem.extractors.language.clauses.references import SECOND_PERSON
from chronomem.extractors.language.dialogue.told_questions import is_hearsay_opener
from chronomem.extractors.language.extracted import Statement
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_CONFIDENCE = 0.3
_LONGEST = 5
"""In words, of the phrases that open hearsay."""


def without_hearsay(tree: SyntaxTree, speaker: str, statements: Iterable[Statement]) -> Iterator[Statement]:
    """Yield statements; what the speaker has from others about somebody else becomes the speaker's words."""
    spans = list(_spans(tree))
    for statement in statements:
        passed_on = any(start <= statement.span[1] - 1 < end for start, end in spans)
        if not passed_on or statement.subject == speaker:
            yield statement
            continue
        yield replace(
            statement, subject=speaker, subject_type="person", predicate="says", object=None, object_type=None,
            value=statement.text, text=f"{speaker} says {statement.text}", polarity="affirmed", ended=False,
            begun=False, confidence=_CONFIDENCE,
        )  # fmt: skip


def _spans(tree: SyntaxTree) -> Iterator[tuple[int, int]]:
    """Yield the spans of the sentences that are opened as hearsay, from there on, in characters."""
    for first, last in tree.sentences:
        for i in range(first, last):
            if i > first and tree.lower[i - 1] in SECOND_PERSON:
                continue  # "did you hear, Tom moved" tells the other what the speaker knows
            if any(is_hearsay_opener(tree.lower[i : i + size]) for size in range(1, _LONGEST + 1)):
                yield (tree.starts[first] if i - first > 1 else tree.starts[i]), tree.end(last - 1)
                break
