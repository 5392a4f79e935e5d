"""Each stage of a recall, by itself."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.retrieval.views import EMBEDDER, NOW, at_day, days, ids, pool_of, run, said, view_of

from chronomem.extractors.embeddings.passages import passages
from chronomem.graph_schema.errors import InvalidInput
from chronomem.retrieval.candidates import TURNS as OF_TURNS
from chronomem.retrieval.candidates import Candidates
from chronomem.retrieval.context import Context
from chronomem.retrieval.index.intervals import Interval
from chronomem.retrieval.pipeline import State
from chronomem.retrieval.pools.node_pool import PoolNode
from chronomem.retrieval.question.plan import Plan
from chronomem.retrieval.stages.propagation import propagated
from chronomem.retrieval.stages.robustness import retained
from chronomem.retrieval.stages.temporal import relevance
from chronomem.retrieval.view import MemoryView

DAY = 24 * 3600 * 1_000_000
BOUNDS = Interval(0, 100 * DAY)
TURNS = [said(0, "My dog drinks tea", day=0), said(1, "The boat is in the rain", day=100), said(2, "Bread!", day=200)]


def near(start: float, end: float, asked: tuple[float, float]) -> float:
    one = np.array([int(start * DAY)]), np.array([int(end * DAY)])
    return float(relevance(*one, [Interval(int(asked[0] * DAY), int(asked[1] * DAY))], BOUNDS)[0])


def test_the_very_interval_that_was_asked_about_is_most_relevant() -> None:
    assert near(10, 20, (10, 20)) == pytest.approx(1.0)


def test_half_an_overlap_counts_by_overlap_and_by_distance_of_centres() -> None:
    # hull 10 to 30, overlap 15 to 20, centres 15 and 22.5
    assert near(10, 20, (15, 30)) == pytest.approx(0.5 * 5 / 20 + 0.5 * (1 - 7.5 / 20))


def test_intervals_that_do_not_meet_are_measured_over_their_hull() -> None:
    assert near(0, 10, (30, 40)) == pytest.approx(0.5 * (1 - 30 / 40))
    assert near(0, 10, (12, 22)) > near(0, 10, (30, 40))


@given(st.floats(0, 90), st.floats(0.01, 10), st.floats(0, 90), st.floats(0.01, 10))
def test_temporal_relevance_lies_between_none_and_all(a: float, b: float, c: float, d: float) -> None:
    assert 0 <= near(a, a + b, (c, c + d)) <= 1.0001


def test_open_ends_are_cut_at_what_is_known() -> None:
    first, last = np.iinfo(np.int64).min, np.iinfo(np.int64).max
    starts, ends = np.array([first, 50 * DAY]), np.array([50 * DAY, last])
    scores = relevance(starts, ends, [Interval(50 * DAY, last)], BOUNDS)
    assert scores[1] == pytest.approx(1.0)
    assert scores[0] == pytest.approx(0.5 * 0.5)


def test_a_question_without_time_gives_no_temporal_score() -> None:
    view = view_of(TURNS)
    assert run(view, "tea?", "turns", "temporal").candidates.score.tolist() == [0, 0, 0]
    dated = run(view, "tea?", "turns", "temporal", times=(days(99, 102),)).candidates.score
    assert dated.argmax() == 1


def test_what_was_told_once_fades_to_a_third_in_a_year_and_what_is_told_again_more_slowly() -> None:
    ages = np.array([0, 365, 365]) * DAY
    once, year, again = retained(10**15 - ages, np.array([0, 0, 3]), 10**15)
    assert once == 1.0
    assert year == pytest.approx(np.exp(-1))
    assert again == pytest.approx(np.exp(-1 / (1 + 0.5 * np.log(4))))


def test_scores_spread_down_a_tree_as_the_formula_says() -> None:
    # a root 0 over 1 and 2; 1 over 3 and 4
    parents, children = np.array([0, 0, 1, 1]), np.array([1, 2, 3, 4])
    initial = np.array([0.4, 0.2, 0.1, 0.2, 0.1])
    first = np.array([0, 0.2, 0.2, 0.1, 0.1])
    second = np.array([0, 0, 0, 0.1, 0.1])
    expected = (initial + 0.1 * first + 0.01 * second) / 1.11
    np.testing.assert_allclose(propagated(initial, parents, children, "top-down", 0.1, 2), expected)


def test_scores_spread_up_a_tree_as_the_formula_says() -> None:
    parents, children = np.array([0, 0, 1, 1]), np.array([1, 2, 3, 4])
    initial = np.array([0.4, 0.2, 0.1, 0.2, 0.1])
    first = np.array([0.3, 0.3, 0, 0, 0])
    second = np.array([0.3, 0, 0, 0, 0])
    expected = (initial + 0.5 * first + 0.25 * second) / 1.75
    np.testing.assert_allclose(propagated(initial, parents, children, "bottom-up", 0.5, 2), expected)


def test_without_a_horizon_nothing_spreads() -> None:
    initial = np.array([0.7, 0.3])
    np.testing.assert_array_equal(propagated(initial, np.array([0]), np.array([1]), horizon=0), initial)


TREE = pool_of(
    PoolNode("e0", "event", "tea", at_day(0), at_day(1), turns=("t0",)),
    PoolNode("e1", "event", "boat", at_day(100), at_day(101), turns=("t1",)),
    PoolNode("e2", "event", "bread", at_day(200), at_day(201), turns=("t2",)),
    PoolNode("week", "week", "tea and boat", at_day(0), at_day(101), level=1, children=("e0", "e1")),
    PoolNode("year", "year", "all of it", at_day(0), at_day(201), level=2, children=("week", "e2")),
)


def test_a_tree_is_climbed_from_turns_to_events_to_summaries() -> None:
    view = view_of(TURNS, {"hmem": TREE}, explain=True)
    done = run(
        view, "tea?", ("similar", {"k": 1}), ("events_of_turns", {"pool": "hmem"}), ("ancestors", {"pool": "hmem"})
    )
    assert ids(done, view) == ["t0", "e0", "week", "year"]
    assert view.trace is not None
    assert view.trace.paths["hmem", 3] == ["above event e0"]


def test_ancestors_are_as_many_as_the_complexity_allows() -> None:
    view = view_of(TURNS, {"hmem": TREE})
    most = {"simple": {2: 1}, "hybrid": {1: 1, 2: 1}, "complex": {}}
    for complexity, expected in (("simple", ["year"]), ("hybrid", ["week", "year"]), ("complex", [])):
        done = run(
            view,
            "tea?",
            ("similar", {"pool": "hmem", "kinds": ("event",)}),
            ("ancestors", {"pool": "hmem", "most": most}),
            plan=Plan(complexity=complexity),  # type: ignore[arg-type] # one of the three
        )
        assert [i for i in ids(done, view) if i in ("week", "year")] == expected


def test_scope_keeps_the_levels_that_it_names() -> None:
    view = view_of(TURNS, {"hmem": TREE})
    steps = ("turns", ("similar", {"pool": "hmem"}), ("scope", {"pool": "hmem"}))
    kept = {s: set(ids(run(view, "tea?", *steps, plan=Plan(scope=s)), view)) for s in ("short", "long", "mixed")}
    assert kept["short"] == {"t0", "t1", "t2", "e0", "e1", "e2"}
    assert kept["long"] == {"e0", "e1", "e2", "week", "year"}
    assert kept["mixed"] == kept["short"] | kept["long"]


def test_below_a_summary_are_the_turns_nearest_to_the_question() -> None:
    view = view_of(TURNS, {"hmem": TREE})
    found = ("similar", {"pool": "hmem", "kinds": ("year",)})
    done = run(view, "The boat?", found, ("descendants", {"pool": "hmem", "each": 1}))
    assert ids(done, view) == ["year", "t1"]


def test_neighbours_stay_within_the_session() -> None:
    turns = [said(0, "tea"), said(1, "what?"), said(2, "so"), said(3, "dog", session="other")]
    view = view_of(turns)
    done = run(view, "tea?", ("similar", {"k": 1}), ("neighbours", {"reach": 3, "share": 0.5}))
    assert ids(done, view) == ["t0", "t1", "t2"]
    scores = done.candidates.score
    assert scores[1] == pytest.approx(scores[0] / 2)
    assert scores[2] == pytest.approx(scores[0] / 4)


def test_what_lies_in_the_time_asked_about_comes_first() -> None:
    view = view_of(TURNS)
    done = run(view, "tea?", "turns", "semantic", "in_time", "best", times=(days(200, 201),))
    assert ids(done, view)[0] == "t2"
    assert ids(run(view, "tea?", "turns", "semantic", "in_time", "best"), view)[0] == "t0"


def test_summaries_of_other_times_are_dropped_and_turns_are_kept() -> None:
    view = view_of(TURNS, {"hmem": TREE})
    steps = ("turns", ("similar", {"pool": "hmem"}), ("keep_in_time", {"only": ("hmem",)}))
    assert set(ids(run(view, "tea?", *steps, times=(days(200, 201),)), view)) == {"t0", "t1", "t2", "e2", "year"}
    assert len(ids(run(view, "tea?", *steps), view)) == 8


def test_levels_come_before_nearness_in_time() -> None:
    view = view_of(TURNS, {"hmem": TREE})
    done = run(view, "tea?", ("similar", {"pool": "hmem"}), "by_level")
    assert ids(done, view) == ["e2", "e1", "e0", "week", "year"]


def test_fused_ranks_prefer_what_both_rankings_like() -> None:
    view = view_of([said(0, "tea tea tea"), said(1, "tea with Zoltan"), said(2, "Zoltan")])
    done = run(view, "Zoltan's tea?", "turns", "fusion", "best")
    assert ids(done, view)[0] == "t1"


def test_the_same_thing_is_not_said_twice_where_something_else_fits() -> None:
    view = view_of([said(0, "tea"), said(1, "tea"), said(2, "tea and dog and dog"), said(3, "moon")])
    plain = run(view, "tea?", "turns", "semantic", "best")
    mixed = run(view, "tea?", "turns", "semantic", ("diversity", {"novelty": 0.6}), "best")
    assert ids(plain, view)[:2] == ["t0", "t1"]
    assert ids(mixed, view)[0] == "t0"
    assert ids(mixed, view)[1] != "t1"
    assert sorted(ids(mixed, view)) == ["t0", "t1", "t2", "t3"]


def test_the_gate_keeps_as_many_as_the_question_wants() -> None:
    view = view_of([said(n, "tea " * (n + 1)) for n in range(30)])
    for complexity, most in (("simple", 8), ("hybrid", 15), ("complex", 25)):
        done = run(view, "tea?", "turns", "semantic", "gate", plan=Plan(complexity=complexity))  # type: ignore[arg-type] # one of the three
        assert len(done.candidates) == most
    far = run(view_of(TURNS), "tea?", "turns", "semantic", ("gate", {"share": 0.5}))
    assert len(far.candidates) == 1


def test_a_scorer_of_ones_own_orders_the_best() -> None:
    view = view_of(TURNS)
    seen: list[str] = []

    def longest(question: str, texts: list[str]) -> list[float]:
        seen.append(question)
        return [len(text) for text in texts]

    done = run(view, "bread?", "turns", "semantic", ("rerank", {"scorer": longest}))
    assert ids(done, view) == ["t1", "t0", "t2"]
    assert seen == ["bread?"]


def test_words_and_meaning_are_added_up() -> None:
    view = view_of([said(0, "tea"), said(1, "tea, Zoltan")])
    done = run(view, "Zoltan", "turns", ("semantic", {"weight": 0.9}), ("lexical", {"weight": 0.1}))
    assert done.candidates.score[1] - done.candidates.score[0] > 0.05
    keyed = run(view, "who?", "turns", ("lexical", {"words": "keywords"}), plan=Plan(keywords=("zoltan",)))
    assert keyed.candidates.score.tolist() == [0.0, 1.0]


def test_what_shares_words_is_found_in_any_pool() -> None:
    view = view_of(TURNS, {"hmem": TREE})
    done = run(view, "boat", ("worded", {"k": 5}), ("worded", {"pool": "hmem", "k": 1}))
    assert ids(done, view) == ["t1", "e1"]


def test_the_best_stay_in_the_order_of_their_scores() -> None:
    view = view_of(TURNS)
    scores = run(view, "tea?", "turns", "semantic", ("best", {"k": 2})).candidates.score.tolist()
    assert len(scores) == 2
    assert all(a >= b for a, b in pairwise(scores))


def test_candidates_of_two_sources_stand_in_the_table_once() -> None:
    view = view_of(TURNS)
    found = ids(run(view, "boat", ("worded", {"k": 5}), ("similar", {"k": 3})), view)
    assert found[0] == "t1"
    assert sorted(found) == ["t0", "t1", "t2"]


def test_a_recall_that_explains_itself_says_what_scores_were_made_of() -> None:
    view = view_of(TURNS, explain=True)
    done = run(view, "tea?", "turns", "semantic", ("lexical", {"weight": 0.1}), "robustness", "best", "items")
    item = done.items[0]
    assert set(item.scores) == {"semantic", "lexical", "robustness"}
    assert sum(item.scores.values()) == pytest.approx(item.score, abs=1e-5)
    assert view.trace is not None
    assert [name for name, _, _ in view.trace.stages][-2:] == ["KeepBest", "Assemble"]


def test_what_says_the_same_of_the_same_turns_comes_once() -> None:
    pool = pool_of(
        PoolNode("segment", "segment", "tea and bread", turns=("t0",)),
        PoolNode("session", "session", "tea and bread", level=1, children=("segment",)),
        PoolNode("other", "segment", "tea and bread", turns=("t1",)),
    )
    view = view_of([said(0, "tea"), said(1, "bread")], {"timem": pool})
    done = run(view, "tea?", ("similar", {"pool": "timem"}), "best", "items", k=5)
    assert [item.kind for item in done.items] == ["segment", "segment"]


def test_a_stage_that_compares_before_the_question_was_read_says_so() -> None:
    from dataclasses import replace

    from chronomem.retrieval.pipeline import Recollection
    from chronomem.retrieval.stages.semantic import SemanticScore
    from chronomem.retrieval.stages.turns import EveryTurn

    view = view_of(TURNS)
    begun = EveryTurn().run(replace(Recollection("tea?", NOW, 3, None)), view)
    with pytest.raises(ValueError, match="analysed yet"):
        SemanticScore().run(begun, view)


def test_a_memory_without_turns_has_no_candidates() -> None:
    view = view_of([], {"hmem": pool_of()})
    steps = ("plan", "turns", ("similar", {"pool": "hmem"}), "semantic", "lexical", "temporal", "robustness", "in_time",
             "fusion", "diversity", "gate", "by_level", "best", "items")  # fmt: skip
    assert run(view, "tea?", *steps, times=(days(0, 1),)).items == ()
    assert run(view, "tea?", ("propagation", {"pool": "hmem"}), "best").candidates.score.tolist() == []


def test_a_parameter_that_does_not_exist_is_named() -> None:
    from chronomem.retrieval.presets.registry import stage_named

    with pytest.raises(InvalidInput, match=r"stage 'best': kk"):
        stage_named("best", kk=3)
    with pytest.raises(InvalidInput, match=r"unknown stage 'bset'; choose from: .*best"):
        stage_named("bset")


LONG = (
    "The boat needs a new sail before the summer comes. " * 8
    + "Our dog eats only fresh bread. "
    + "The rain last week ruined the garden and the tools in it. " * 8
)


def long_view(*others: str) -> MemoryView:
    """A long turn t0 in passages of at most 20 words, and short turns after it."""
    view = view_of([])
    turns = [said(number, text) for number, text in enumerate((LONG, *others))]
    cut = [passages(turn.text, 20) for turn in turns]
    pieces = [turn.text[start:end] for turn, spans in zip(turns, cut, strict=True) for start, end in spans]
    view.turns.extend(turns, EMBEDDER.embed(pieces), cut)
    return view


def test_an_item_of_a_long_turn_is_its_best_passage() -> None:
    view = long_view("Tea is ready.", "Snow again!")
    found = run(view, "Which bread does the dog eat?", "turns", "semantic", ("best", {"k": 1}), "items", k=1)
    (item,) = found.items
    assert "Our dog eats only fresh bread." in item.text
    assert len(item.text.split()) <= 20 * 3
    assert item.whole == LONG
    assert item.turn_ids == ("t0",)
    assert " … ".join(LONG[start:end] for start, end in item.passages) == item.text


def test_passages_of_a_turn_are_one_candidate_and_one_item() -> None:
    view = long_view("Our dog likes the rain.", "The boat is gone.", "Tea is ready.")
    found = run(view, "dog boat rain", "turns", "semantic", ("best", {"k": 3}), "items", k=3)
    assert len({item.turn_ids for item in found.items}) == len(found.items) == 3


def test_joined_passages_are_shown_as_one() -> None:
    view = long_view()
    found = run(view, "boat sail", "turns", "semantic", ("best", {"k": 1}), ("items", {"most": 30}), k=1)
    (item,) = found.items
    assert item.passages == ()
    assert item.text == item.whole == LONG


def test_a_turn_reached_by_its_id_is_shown_by_its_nearest_passage() -> None:
    view = long_view("Tea is ready.")
    question = run(view, "Which bread does the dog eat?").asked
    number = view.number_of("t0", question)
    assert number is not None
    start, end = view.turns.passage(number)
    assert "fresh bread" in LONG[start:end]
    assert view.number_of("nobody's", question) is None


def asked_for(number: int, text: str, *, kind: str = "instruction", end: int | None = None) -> PoolNode:
    until = None if end is None else at_day(end)
    return PoolNode(f"i{number}", kind, text, at_day(0), until, turns=(f"t{number}",), names=("Ann",))


def test_instructions_that_bear_on_the_question_come_first_and_quote_their_speaker() -> None:
    told = (
        asked_for(0, "Always name the sail when I ask about the boat."),
        asked_for(1, "Never suggest pork."),
        asked_for(2, "Always tell the price when I ask about bread."),
        asked_for(3, "Ann prefers tea", kind="preference"),
        asked_for(4, "Call me Jo.", end=10),
    )
    turns = [said(number, node.text) for number, node in enumerate(told)] + [said(9, "The boat is in the rain")]
    view = view_of(turns, {"instruction": pool_of(*told)})
    found = run(view, "Where is the boat?", "turns", "semantic", ("best", {"k": 3}), "standing", "items", k=3)
    assert [(item.kind, item.text) for item in found.items[:2]] == [("instruction", told[n].text) for n in (0, 1)]
    assert len(found.items) == 3
    assert len({item.turn_ids for item in found.items}) == 3
    lines = Context("?", found.items).as_prompt().splitlines()
    assert lines[1] == '- Ann: "Always name the sail when I ask about the boat." (t0)'
    assert [item.text for item in found.told_always][:2] == [told[0].text, told[1].text]
    assert {item.turn_ids for item in found.told_always} == {("t0",), ("t1",), ("t2",), ("t3",)}


def test_without_instructions_nothing_changes() -> None:
    view = view_of(TURNS, {"instruction": pool_of()})
    steps = ("turns", "semantic", ("best", {"k": 3}))
    plain, standing = run(view, "the boat", *steps), run(view, "the boat", *steps, "standing")
    assert ids(plain, view) == ids(standing, view)


def test_a_budget_takes_turns_by_their_odds_per_token() -> None:
    long = said(0, "The boat " + "sails on and on " * 10)
    told = [long, said(1, "A boat in the rain."), said(2, "Our boat and snow.")]
    scored = Candidates.of(OF_TURNS, np.arange(3), np.array([0.9, 0.85, 0.8]))

    def shown(steepness: float | None, **known: Any) -> list[str]:
        step = ("items", {"steepness": steepness})
        found = run(view_of(told), "Where is the boat?", step, candidates=scored, max_tokens=60, **known)
        return [item.turn_ids[0] for item in found.items]

    assert shown(None) == ["t0"]
    assert shown(3.0) == ["t1", "t2"]
    assert shown(40.0) == ["t0"]
    outdated = {(OF_TURNS, 1): State(False), (OF_TURNS, 2): State(False)}
    assert shown(3.0, states=outdated) == ["t0"]
