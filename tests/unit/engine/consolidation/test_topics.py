"""Which things of a month belong together."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import examples

from chronomem import StaticEmbedder
from chronomem.engine.consolidation.structures.topics.gaussians import fitted
from chronomem.engine.consolidation.structures.topics.mixture import clusters
from chronomem.engine.consolidation.structures.topics.things import MonthTurn, digest, embed_things, find_things
from chronomem.extractors.summaries.concepts import find_concepts

EMBEDDER = StaticEmbedder()
NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
THEMES = {
    "garden": "The tomatoes and the beans in the garden need water; the soil of the garden is dry.",
    "choir": "We rehearse the cantata with the choir; the conductor of the choir is strict about rhythm.",
    "car": "The brakes of the car squeak, and the mechanic says that the engine of the car leaks oil.",
}


def turns(*texts: str, entities: dict[int, tuple[str, ...]] | None = None) -> list[MonthTurn]:
    vectors = EMBEDDER.embed(texts)
    named = entities or {}
    return [
        MonthTurn(f"t{n}", text, "Ann", NOON + timedelta(hours=n), named.get(n, ()), vector, True, ())
        for n, (text, vector) in enumerate(zip(texts, vectors, strict=True))
    ]


def blobs(*centres: int, size: int = 12, dimensions: int = 32) -> np.ndarray:
    random = np.random.default_rng(1)
    return np.concatenate(
        [
            np.eye(dimensions, dtype=np.float32)[c] + random.normal(0, 0.02, (size, dimensions)).astype(np.float32)
            for c in centres
        ]
    )


def test_groups_that_lie_apart_are_found() -> None:
    assert clusters(blobs(0, 5, 9)) == [list(range(12)), list(range(12, 24)), list(range(24, 36))]


def test_a_month_of_one_theme_is_one_topic() -> None:
    assert clusters(blobs(3)) == [list(range(12))]


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_a_few_things_are_one_topic(count: int) -> None:
    assert clusters(blobs(3, size=count)) == ([list(range(count))] if count else [])


def test_things_that_are_all_alike_are_one_topic() -> None:
    assert clusters(np.ones((40, 32), dtype=np.float32)) == [list(range(40))]


def test_three_thousand_things_are_no_more_than_their_themes() -> None:
    found = clusters(blobs(*range(20), size=150))
    assert 10 <= len(found) <= 49
    assert sorted(row for group in found for row in group) == list(range(3000))


@settings(max_examples=examples(10))
@given(st.integers(4, 60), st.integers(0, 2**32 - 1))
def test_the_same_things_give_the_same_topics_and_each_is_in_one(count: int, seed: int) -> None:
    vectors = np.random.default_rng(seed).normal(size=(count, 16)).astype(np.float32)
    found = clusters(vectors)
    assert found == clusters(vectors.copy())
    assert sorted(row for group in found for row in group) == list(range(count))


def test_concepts_are_nouns_in_the_singular_alone_and_in_pairs() -> None:
    (found,) = find_concepts(["I bought two espresso machines and a greenhouse on Tuesday, it was a good thing."])
    assert {"espresso", "machine", "espresso machine", "greenhouse"} <= found
    assert not {"thing", "tuesday", "things", "machines"} & found


def test_who_speaks_is_no_thing_and_an_entity_is_none_twice() -> None:
    said = turns("Ann walked Custard to the greenhouse.", "Custard sleeps.", entities={0: ("e",), 1: ("e",)})
    found = find_things(said, {"e": "Custard"})
    assert [(thing.name, thing.entity, thing.turns) for thing in found] == [
        ("Custard", "e", (0, 1)),
        ("greenhouse", None, (0,)),
    ]


def test_themes_of_a_month_come_apart() -> None:
    texts = [text for _ in range(4) for text in THEMES.values()]
    said = turns(*texts)
    things = find_things(said, {})
    groups = clusters(embed_things(things, said, EMBEDDER))
    together = [{things[i].name for i in group} for group in groups]
    assert any({"tomato", "bean", "garden", "soil"} <= group for group in together)
    assert any({"choir", "cantata", "conductor"} <= group for group in together)
    assert any({"brake", "mechanic", "engine"} <= group for group in together)


def test_the_mark_of_a_month_changes_with_what_was_read_in_it() -> None:
    said = turns("Custard sleeps.", entities={0: ("e",)})
    assert digest(said, {"e": "Custard"}) == digest(said, {"e": "Custard"})
    assert digest(said, {"e": "Custard"}) != digest(said, {"e": "Mustard"})
    assert digest(said, {"e": "Custard"}) != digest(turns("Custard sleeps."), {})


def test_the_likelihood_of_one_component_is_that_of_its_gaussian() -> None:
    rows = np.random.default_rng(2).normal(3, 2, (50, 4))
    found = fitted(rows, 1, starts=1, regularisation=0.0, seed=0)
    variance = rows.var(axis=0).mean()
    expected = -0.5 * rows.size * (np.log(2 * np.pi * variance) + 1)
    assert found.log_likelihood == pytest.approx(expected)
    assert found.criterion == pytest.approx(5 * np.log(50) - 2 * expected)
    assert found.labels.tolist() == [0] * 50


@pytest.mark.parametrize("seed", range(5))
def test_components_that_lie_apart_are_found_from_any_start(seed: int) -> None:
    rows = np.repeat(np.eye(4) * 20, 10, axis=0) + np.random.default_rng(seed).normal(size=(40, 4))
    labels = fitted(rows, 4, starts=3, regularisation=0.05, seed=seed).labels.reshape(4, 10)
    assert (labels == labels[:, :1]).all()
    assert len(set(labels[:, 0].tolist())) == 4
