"""A readable text leads back to each character as it was typed."""

from hypothesis import given
from hypothesis import strategies as st
from tests.fuzz.texts import TEXTS

from chronomem.extractors.language.readable.offsets import TextEdits
from chronomem.extractors.language.readable.turn_text import make_readable

CHATTED = st.lists(
    st.sampled_from(
        [
            *(
                "im",
                "dont",
                "ill",
                "u",
                "w/",
                "sooo",
                "its",
                "gone",
                "marek",
                "and",
                "i",
                "moved",
                "to",
                "brno",
                "SOLD",
            ),
            *("😀", ":)", "...", "-", "\n", "> hi", "[photo]", "#home", "@ben", "*new*", "http://a.b/c", "Ben", "xx"),
        ]
    ),
    max_size=14,
).map(" ".join)


@given(text=TEXTS | CHATTED, others=st.sampled_from([(), ("Ben",), ("Ben", "Zoe")]))
def test_offsets_ascend_from_the_beginning_to_the_end(text: str, others: tuple[str, ...]) -> None:
    readable = make_readable(text, others=others, names=("Ann",))
    assert readable.original == text
    assert len(readable.offsets) == len(readable.text) + 1
    assert list(readable.offsets) == sorted(readable.offsets)
    assert readable.offsets[-1] == len(text)


@given(text=TEXTS | CHATTED, data=st.data())
def test_a_span_and_the_way_back_cover_the_same_characters(text: str, data: st.DataObject) -> None:
    readable = make_readable(text, others=("Ben",))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    first, last = readable.original_span(*readable.readable_span(start, end))
    assert start == end or (first <= start and end <= last)


@given(text=CHATTED)
def test_a_word_that_is_left_as_it_is_keeps_its_place(text: str) -> None:
    readable = make_readable(text)
    at = readable.text.find("moved")
    if at >= 0:
        start, end = readable.original_span(at, at + len("moved"))
        assert text[start:end] == "moved"


def test_letters_that_both_spellings_share_stay_where_they_are() -> None:
    edits = TextEdits("im here")
    edits.change([(0, 2, "I'm")])
    made = edits.finished()
    assert made.text == "I'm here"
    assert [made.original_span(i, i + 1) for i in range(3)] == [(0, 1), (1, 1), (1, 2)]
    assert made.original_span(4, 8) == (3, 7)


def test_what_is_only_added_comes_from_nowhere() -> None:
    edits = TextEdits("sold it its gone")
    edits.change([(7, 8, ". ")])
    made = edits.finished()
    assert made.text == "sold it. its gone"
    assert made.original_span(7, 8) == (7, 7)
    assert made.original_span(9, 12) == (8, 11)
    assert made.readable_span(8, 11) == (9, 12)
