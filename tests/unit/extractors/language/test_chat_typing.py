"""Sentences that are typed as in a chat keep their trees."""

import random

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.language import Language

from chronomem.extractors.language.training.chat_typing import Manner, splice, splice_some, write_as_chat
from chronomem.extractors.language.training.corpus import plant_tree
from chronomem.extractors.language.training.templates import TREES
from chronomem.extractors.language.training.treebank import TreebankSentence, build_document

CARELESS = Manner(
    case="lower", apostrophes=False, commas=False, stops=False, short=True, asides=0.0, subjects=True, careful=True
)


@pytest.fixture(scope="module")
def blank() -> Language:
    return spacy.blank("en")


def _tree(number: int, seed: int = 0) -> TreebankSentence:
    return plant_tree(TREES[number], ["Ann"], ["Rome"], random.Random(seed))


@given(number=st.integers(0, len(TREES) - 1), other=st.integers(0, len(TREES) - 1), seed=st.integers(0, 99))
def test_a_typed_sentence_is_still_one_tree(blank: Language, number: int, other: int, seed: int) -> None:
    sentences = splice_some([_tree(number, seed), _tree(other, seed)], random.Random(seed))
    typed = write_as_chat(sentences, random.Random(seed))
    assert len(typed) == len(sentences)
    assert len(list(build_document(blank.vocab, typed).sents)) == len(typed)


def test_a_careless_typist_leaves_out_marks_and_capitals(blank: Language) -> None:
    number = next(i for i, tree in enumerate(TREES) if tree.startswith("I/PRP/nsubj/3 'm/VBP/aux/3 moving"))
    doc = build_document(blank.vocab, write_as_chat([_tree(number)], random.Random(0), CARELESS))
    assert doc.text.strip() == "im moving to rome next month"
    assert [token.text for token in blank("im moving to rome next month")] == [token.text for token in doc]
    assert [token.dep_ for token in doc] == ["nsubj", "aux", "ROOT", "case", "obl", "amod", "obl:unmarked"]


def test_the_second_of_two_spliced_sentences_hangs_on_the_first() -> None:
    joined = splice(_tree(0), _tree(5))
    assert joined.words.count(",") == 1
    assert joined.deps.count("parataxis") == 1
    assert joined.deps.count("ROOT") == 1
    assert joined.heads[joined.deps.index("parataxis")] == joined.root
