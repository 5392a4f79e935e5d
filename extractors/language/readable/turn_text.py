"""The text of a turn as it is parsed."""

from collections.abc import Collection, Sequence

from chronomem.extractors.language.readable.addresses import set_apart
from chronomem.extractors.language.readable.marks import separate
from chronomem.extractors.language.readable.names import capitalise
from chronomem.extractors.language.readable.offsets import ReadableText, TextEdits
from chronomem.extractors.language.readable.run_ons import split
from chronomem.extractors.language.readable.spelling import respell


def make_readable(text: str, *, others: Sequence[str] = (), names: Collection[str] = ()) -> ReadableText:
    """Return what a turn says in the wording that the parser knows.

    Args:
        text: the turn as it was typed.
        others: the names of the other speakers: "…, Zoe!" at the end of a clause speaks to one of them.
        names: other names that are known; they are recognised in lower case.
    """
    edits = TextEdits(text)
    separate(edits)
    respell(edits)
    capitalise(edits, (*others, *names))
    set_apart(edits, others)
    split(edits)
    return edits.finished()
