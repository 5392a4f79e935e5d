"""Long texts are cut into passages at the ends of sentences, list items and code blocks."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chronomem.extractors.embeddings.embedder import StaticEmbedder
from chronomem.extractors.embeddings.passages import Passage, passages, size, turn_vectors
from chronomem.graph_schema.model.vectors import unpack

SENTENCE = "Number {} of these sentences tells something that nobody needs to know."


def cut(text: str, most: int) -> list[str]:
    return [text[span.start : span.end] for span in passages(text, most)]


def sentences(count: int) -> str:
    return " ".join(SENTENCE.format(number) for number in range(count))


@pytest.mark.parametrize("text", ["Hello.", "one two three\n\n- four\n- five", sentences(7), "  spaces around  "])
def test_a_short_text_is_one_passage(text: str) -> None:
    assert passages(text, 60) == [Passage(0, len(text))]


def test_sentences_are_kept_whole() -> None:
    found = cut(sentences(20), 60)
    assert len(found) == 4
    assert all(passage.startswith("Number ") and passage.endswith("know.") for passage in found)
    assert " ".join(found) == sentences(20)


def test_abbreviations_decimals_and_versions_end_no_sentence() -> None:
    told = "Dr. Lee and Mr. B. Stone of St. Ives use version 3.12.1 of it, e.g. at 2.5 volts, which is fine."
    found = cut(f"{told} {sentences(3)} {told} {sentences(3)} {told}", 20)
    assert sum(told in passage for passage in found) == 3
    assert all(passage.startswith(("Dr. Lee", "Number")) for passage in found)


def test_list_items_rows_and_code_blocks_are_kept_whole() -> None:
    item = "- First part. Second part! Third part, number {}?"
    row = "| Mon. | Tue. | {} |"
    code = "```python\ndef f(x):\n    # A comment. Another one.\n\n    return x.y. z\n```"
    items = [item.format(number) for number in range(12)]
    rows = [row.format(number) for number in range(12)]
    text = "\n".join([sentences(3), *items, code, *rows, sentences(3)])
    found = cut(text, 30)
    for whole in (*items, *rows, code):
        assert sum(whole in passage for passage in found) == 1, whole


def test_numbered_items_are_items() -> None:
    items = [f"{number}. Do this. Then do that. Then rest." for number in range(1, 30)]
    found = cut("\n".join(items), 30)
    assert all(line in items for passage in found for line in passage.split("\n"))


def test_a_heading_stays_with_the_text_below_it() -> None:
    parts = [f"### Step {number}: Plan\n{sentences(4)}" for number in range(6)]
    found = cut("\n\n".join(parts), 60)
    assert not any(passage.split("\n")[-1].startswith("#") for passage in found)
    assert [passage for passage in found if passage.startswith("###")]


def test_a_code_block_without_an_end_lasts_to_the_end_of_the_text() -> None:
    text = f"{sentences(10)}\n```\nx = 1. \ny = 2. \nz = 3."
    assert cut(text, 60)[-1].endswith("```\nx = 1. \ny = 2. \nz = 3.")


def test_a_very_long_code_block_is_cut_at_its_lines() -> None:
    lines = [f"    value_{number} = compute(value_{number - 1}, other)" for number in range(400)]
    found = cut("\n".join(["```", *lines, "```"]), 60)
    assert len(found) > 10
    whole = {line.strip() for line in lines} | {"```"}
    assert all(line.strip() in whole for passage in found for line in passage.split("\n"))


@pytest.mark.parametrize(
    "text", ["x" * 100_000, "word " * 20_000, "\u4e16\u754c" * 3_000, "a\nb\n" * 9_000, "- x " * 9_000]
)
def test_text_without_sentences_is_cut_to_size(text: str) -> None:
    found = cut(text, 60)
    assert max(map(size, found)) <= 4 * 60 + 1
    assert "".join("".join(found).split()) == "".join(text.split())


def test_chinese_sentences_are_sentences() -> None:
    sentence = "我昨天和朋友一起去了城里最大的公园散步。"
    found = cut(sentence * 100, 60)
    assert len(found) > 2
    assert all(passage.endswith("。") for passage in found)


_PIECES = st.sampled_from(
    ["Hello there. ", "\n", "\n\n", "- item\n", "```\n", "code()\n", "# Head\n", "word ", "3.5 ", "Is it? ", "x" * 99]
)


@given(st.lists(_PIECES, max_size=120).map("".join), st.integers(3, 40))
@example(" \n\n ", 3)
@example("```", 3)
def test_every_character_is_in_one_passage(text: str, most: int) -> None:
    spans = passages(text, most)
    assert "".join("".join(text[s.start : s.end] for s in spans).split()) == "".join(text.split())
    assert all(one.end <= other.start for one, other in pairwise(spans))
    assert all(span.start < span.end for span in spans) or spans == [Passage(0, len(text))]


def test_a_turn_has_a_vector_for_the_whole_and_for_each_passage() -> None:
    embedder = StaticEmbedder()
    long = sentences(20)
    short, cut_up = turn_vectors(embedder, ["I like tea.", long], 60)
    assert short.passages is None
    assert cut_up.passages is not None
    size_of_one = len(cut_up.embedding)
    stored = [cut_up.passages[at : at + size_of_one] for at in range(0, len(cut_up.passages), size_of_one)]
    np.testing.assert_allclose(unpack(stored, 256), embedder.embed(cut(long, 60)), atol=1e-3)
    np.testing.assert_allclose(unpack([cut_up.embedding], 256), embedder.embed([long]), atol=1e-3)
