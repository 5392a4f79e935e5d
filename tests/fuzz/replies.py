"""Replies of a model's server that nobody should send: cut off, of wrong types and references, huge, or no JSON."""

import json
from typing import Any

from hypothesis import strategies as st

from tests.fuzz.files import changed, places
from tests.fuzz.texts import TEXTS

FACT = {"t": 1, "s": "Ann", "p": "lives_in", "o": "Porto", "x": "now", "w": {"q": "", "a": "2023", "b": None}, "l": []}
EXTRACTED: Any = {
    "e": [{"n": "Porto", "k": "location", "aka": ["Oporto"]}],
    "f": [FACT, FACT | {"p": "likes", "o": "tea", "w": None, "l": [{"f": 1, "r": "same"}]}],
}
"""A good answer to the question for the facts of a conversation of two turns."""
_ODD: st.SearchStrategy[Any] = (
    st.sampled_from((None, -1, 0, 3, 10**30, 1e308, True, "", [], {}, [None], "\0", "Ann", "9999-99", "0001-01-01"))
    | st.sampled_from(("wrong", "finer", "over", "then", "not", "person", "is_married_to", "a" * 1_000))
    | TEXTS
)
_WHOLE = st.sampled_from(("", "null", "[]", '"', "{}", "{" * 2_000, "[" * 2_000 + "]" * 2_000, "NaN", "\ufeff{}"))


@st.composite
def odd_answers(draw: st.DrawFn) -> str:
    """Return the text of an answer with wrong values, and perhaps cut off or with words around it."""
    if draw(st.integers(0, 9)) == 0:
        return draw(_WHOLE | TEXTS)
    value = EXTRACTED
    for _ in range(draw(st.integers(1, 4))):
        value = changed(value, draw(st.sampled_from(list(places(value)))), draw(_ODD))
    text = json.dumps(value, ensure_ascii=draw(st.booleans()))
    if draw(st.integers(0, 4)) == 0:
        text = text[: draw(st.integers(0, len(text)))]
    if draw(st.integers(0, 4)) == 0:
        text = f"Here you are:\n```json\n{text}\n```{draw(TEXTS)}"
    return text


BODIES = st.one_of(
    st.binary(max_size=40),
    st.sampled_from((b"", b"null", b"[]", b"5", b'{"choices": null}', b'{"choices": []}', b'{"choices": [{}]}')),
    st.sampled_from(
        (
            b'{"choices": [null]}',
            b'{"choices": [{"message": null}]}',
            b'{"choices": [{"message": {"content": 7}}]}',
            b'{"choices": [{"message": {"content": "{}"}, "finish_reason": 7}], "usage": {"prompt_tokens": null}}',
            b'{"choices": [{"message": {"content": "{}"}}], "usage": {"prompt_tokens": "x", "completion_tokens": -1}}',
            b'{"choices": [{"message": {"content": ["{}"]}}], "usage": 5}',
            b'{"choices": {"0": 1}}',
            b'{"choices": "abc"}',
        )
    ),
)
"""Whole bodies of responses, in place of a completion."""
