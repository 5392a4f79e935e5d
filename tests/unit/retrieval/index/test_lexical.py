"""The inverted index and BM25, held against the formula computed the plain way."""

import math
from collections import Counter
from itertools import chain

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chronomem.retrieval.index.lexical import Postings, Units, bm25

WORDS = st.sampled_from(["ash", "birch", "cedar", "elm", "fir", "oak"])
DOCUMENTS = st.lists(st.lists(WORDS, max_size=8), min_size=1, max_size=30)
QUERY = st.lists(WORDS, min_size=1, max_size=5)


def plain_bm25(query: list[str], documents: list[list[str]], k1: float = 1.2, b: float = 0.75) -> list[float]:
    mean = max(sum(map(len, documents)) / len(documents), 1e-9)
    scores = []
    for document in documents:
        score = 0.0
        for term in query:
            df = sum(term in d for d in documents)
            tf = Counter(document)[term]
            idf = math.log(1 + (len(documents) - df + 0.5) / (df + 0.5))
            score += idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * len(document) / mean))
        scores.append(score)
    return scores


def alone(documents: list[list[str]]) -> Units:
    return Units.alone(np.array([len(d) for d in documents], dtype=float))


@given(DOCUMENTS, QUERY)
def test_bm25_is_the_formula(documents: list[list[str]], query: list[str]) -> None:
    postings = Postings()
    postings.extend(documents)
    np.testing.assert_allclose(bm25(query, postings, alone(documents)), plain_bm25(query, documents), atol=1e-9)


@given(DOCUMENTS, QUERY, st.integers(2, 4))
def test_units_are_scored_as_if_their_documents_were_one(
    documents: list[list[str]], query: list[str], size: int
) -> None:
    postings = Postings()
    postings.extend(documents)
    joined = [list(chain.from_iterable(documents[i : i + size])) for i in range(0, len(documents), size)]
    units = Units.joined(np.array([len(d) for d in joined], dtype=float), np.arange(len(documents)) // size)
    np.testing.assert_allclose(bm25(query, postings, units), plain_bm25(query, joined), atol=1e-9)


def test_growing_in_steps_gives_what_growing_at_once_gives() -> None:
    documents = [[f"w{i % 7}", f"w{i % 11}", f"w{i}"] for i in range(3_000)]
    at_once, stepwise = Postings(), Postings()
    at_once.extend(documents)
    for start in range(0, len(documents), 70):
        stepwise.extend(documents[start : start + 70])
    for term in ("w0", "w3", "w2999", "none"):
        for one, other in zip(at_once.lookup(term), stepwise.lookup(term), strict=True):
            np.testing.assert_array_equal(one, other)
    assert len(stepwise) == len(documents)


def test_nothing_scores_in_an_empty_index() -> None:
    assert bm25(["oak"], Postings(), alone([])).shape == (0,)
