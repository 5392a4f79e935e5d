"""JSON values that are kept word for word in turns.

The words of a value are the text of its turn, where they are searched and read for facts. The rest is the turn's
metadata: the value as JSON, in which each string that the text holds is replaced by its place there. A rest that is too
long for metadata follows the words in the text; such a turn is a tool's, which is not read for facts. Forgetting the
turn forgets the value.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.model.checks import check_text
from chronomem.graph_schema.model.turn_filter import MAX_METADATA, metadata_text

_KEY = "chronomem_value"
"""The key of the metadata that holds a value as JSON, or the position in the text at which it begins."""
_PLACE = ""
"""The key of an object that stands for a string: its offsets into the text. An object of the value that has this key
itself is the value of another one."""
_UNBROKEN = re.compile(r"(\S{80})(?=\S)")
"""Where JSON in a text is broken, since reading a turn takes long if it has a word of many thousand characters."""
_SHORTEST = 16
"""The length from which a string is replaced by its place; shorter ones are no longer than that."""


def as_json(value: Any) -> Any:
    """Return a value as JSON gives it back: tuples become lists; raise `InvalidInput` if it is no JSON."""
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(f"a value must be JSON ({error}): {value!r:.100}") from None


def kept_in_turn(value: Any, words: str, metadata: Mapping[str, str]) -> dict[str, Any]:
    """Return the text, the metadata and, if it is not dialogue, the role of a turn that keeps a value for `value_of`.

    Args:
        value: a value returned by `as_json`.
        words: the text by which it is found; if blank, the JSON is the text.
        metadata: further metadata of the turn.

    Raises:
        InvalidText: the value is longer than a turn may be.
    """
    words = clean(words)
    text = json.dumps(_folded(value, words), ensure_ascii=False).encode(errors="backslashreplace").decode()
    if words.strip() and len(metadata_text(kept := {**metadata, _KEY: text}).encode()) <= MAX_METADATA:
        return {"text": check_text(words, "the text of a value"), "metadata": kept}
    before = f"{words}\n\n" if words.strip() else ""
    text = check_text(before + _UNBROKEN.sub(r"\1\n", text), "a value, as JSON,")
    return {"text": text, "metadata": {**metadata, _KEY: len(before)}, "speaker": "tool", "role": "tool"}


def clean(words: str) -> str:
    """Return words without the characters that no database holds."""
    return words.replace("\0", " ").encode(errors="replace").decode()


def holds_value(metadata: Mapping[str, Any]) -> bool:
    """Whether a turn of this metadata was made by `kept_in_turn`."""
    return _KEY in metadata


def value_of(text: str, metadata: Mapping[str, Any]) -> Any:
    """Return the value that a turn keeps."""
    kept = metadata[_KEY]
    return _unfolded(json.loads(text[kept:].replace("\n", "") if isinstance(kept, int) else kept), text)


def _folded(value: Any, words: str) -> Any:
    match value:
        case str() if len(value) >= _SHORTEST and (start := words.find(value)) >= 0:
            return {_PLACE: [start, start + len(value)]}
        case Mapping():
            folded = {key: _folded(inner, words) for key, inner in value.items()}
            return {_PLACE: folded} if _PLACE in folded else folded
        case list():
            return [_folded(inner, words) for inner in value]
    return value


def _unfolded(value: Any, text: str) -> Any:
    match value:
        case Mapping():
            inner = value.get(_PLACE, value)
            if isinstance(inner, Sequence):
                return text[slice(*inner)]
            return {key: _unfolded(each, text) for key, each in inner.items()}
        case list():
            return [_unfolded(each, text) for each in value]
    return value
