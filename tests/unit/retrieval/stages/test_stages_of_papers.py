"""Stages and ways of recalling that only the presets of papers use."""

import asyncio
from dataclasses import replace

import numpy as np
import pytest
from tests.unit.retrieval.views import EMBEDDER, NOW, at_day, ids, pool_of, run, said, view_of

from chronomem.retrieval.pipeline import Recollection
from chronomem.retrieval.pools.node_pool import PoolNode
from chronomem.retrieval.presets.preset import Preset, step
from chronomem.retrieval.recall import recall

TURNS = [said(0, "The dog barks"), said(1, "The dog sleeps", speaker="Ben"), said(2, "The boat sails", speaker="Ben")]


@pytest.mark.parametrize(
    ("question", "order"),
    [("What of the dog, Ben?", ["t1", "t0", "t2"]), ("What of Ann's dog did Ben tell?", ["t1", "t0", "t2"])],
)
def test_what_a_named_speaker_said_counts_more(question: str, order: list[str]) -> None:
    view = view_of(TURNS)
    done = run(view, question, "turns", "semantic", ("speakers", {"weight": 0.1}), "best")
    assert ids(done, view) == order
    assert ids(run(view, "What of the dog?", "turns", "semantic", "speakers", "best"), view) == ["t0", "t1", "t2"]


def test_a_memory_counts_by_the_share_of_turns_of_that_speaker() -> None:
    event = PoolNode("e", "event", "The dog sleeps", turns=("t0", "t1"))
    view = view_of(TURNS, {"hmem": pool_of(event)})
    done = run(view, "What of the dog, Ben?", ("similar", {"pool": "hmem"}), "speakers")
    assert done.candidates.parts["speakers"].tolist() == [0.5]


def test_profiles_of_the_entities_that_were_reached_nearest_first() -> None:
    profiles = pool_of(*(PoolNode(name, "profile", f"{name} likes tea") for name in ("e:ann", "e:ben", "e:cleo")))
    view = view_of(TURNS, {"profile": profiles})
    done = run(view, "Who?", ("profiles", {"k": 2}), entities=("e:cleo", "e:dan", "e:ann", "e:ben"))
    assert ids(done, view) == ["e:cleo", "e:ann"]
    assert ids(run(view, "Who?", "profiles"), view) == []


def test_names_stay_in_the_vector_only_where_they_are_kept() -> None:
    turns = [said(0, "The dog barks", speaker="Moon")]
    view = view_of(turns)
    [without, with_names] = [
        run(view, "Which dog, Moon?", ("question", {"keep_names": keep})).asked.vector for keep in (False, True)
    ]
    assert np.allclose(with_names, EMBEDDER.embed(["Which dog, Moon?"])[0])
    assert not np.allclose(without, with_names)


def test_the_best_of_each_upper_level_stays_where_few_items_are_wanted() -> None:
    segments = [PoolNode(f"s{n}", "segment", "tea", at_day(n), at_day(n), level=1) for n in range(6)]
    upper = [PoolNode(f"u{level}", "upper", "boat", at_day(9), at_day(9), level=level) for level in (2, 5)]
    view = view_of(TURNS, {"timem": pool_of(*segments, *upper)})
    done = run(view, "tea?", ("similar", {"pool": "timem"}), "by_level", k=4)
    assert ids(done, view) == ["s1", "s0", "u2", "u5"]


def test_the_parts_of_a_question_are_looked_up_each_for_itself() -> None:
    turns = [*TURNS, said(3, "Tea for Ann", speaker="Ann"), said(4, "Tea for Ben", speaker="Ben")]
    steps = (
        step("question"), step("plan"), step("turns"), step("semantic"), step("speakers"), step("best"), step("items")
    )  # fmt: skip
    view, begun = view_of(turns), Recollection("What tea do Ann and Ben drink?", NOW, 3, None)
    whole = Preset(name="whole", steps=steps)
    found = asyncio.run(recall(begun, view, Preset(name="parts", steps=steps, divides=True)))
    assert [item.turn_ids for item in found][:2] == [("t3",), ("t4",)]
    assert len(found) == 3
    planned = asyncio.run(recall(replace(begun, is_planned=True), view, whole))
    assert [item.turn_ids for item in planned][:2] == [("t3",), ("t4",)]


def test_without_missing_info_nothing_is_followed_up() -> None:
    preset = Preset(name="p", steps=(step("question"),))
    assert preset.follows_up
    assert not preset.without("missing-info").follows_up
