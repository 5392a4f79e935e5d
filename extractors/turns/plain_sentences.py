"""The sentences of a turn in which a person speaks plainly: no quotes, no code."""

import re
from collections.abc import Callable, Iterator

_HIDDEN = re.compile(
    r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`|^\s*>[^\n]*$"
    r"|\"[^\"\n]*\"|\u201c[^\u201d\n]*\u201d|(?<!\w)'[^'\n]*'(?!\w)",
    re.DOTALL | re.MULTILINE,
)
_SENTENCE = re.compile(r"(?:\b(?:Dr|Mr|Mrs|Ms|Prof|e\.g|i\.e|vs)\.|[^.!?\n]|[.!?](?=\S))+[.!?]*")
_LONGEST = 300
"""The longest sentence that is read, in characters."""


def plain_sentences(text: str, unless: Callable[[str], bool] = lambda _: False) -> Iterator[str]:
    """Yield the sentences of a turn that hold no quote and no code.

    Args:
        text: the turn.
        unless: whether a sentence that holds a quote is wanted all the same.
    """
    hidden = [match.span() for match in _HIDDEN.finditer(text)]
    for match in _SENTENCE.finditer(text):
        start, end = match.span()
        quoted = any(begin < end and start < stop for begin, stop in hidden)
        sentence = match[0].strip()
        if sentence and len(sentence) <= _LONGEST and (not quoted or unless(sentence)):
            yield sentence
