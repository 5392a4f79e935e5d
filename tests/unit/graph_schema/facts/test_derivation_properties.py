"""What holds of the facts of any set of assertions."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from tests.examples import examples
from tests.unit.graph_schema.facts.strategies import assertion, day, groups

from chronomem.graph_schema.facts.assertion import Assertion
from chronomem.graph_schema.facts.claims import ARRIVED, BEGINNING, END, PLANNED
from chronomem.graph_schema.facts.derivation import derive
from chronomem.graph_schema.facts.fact import FactRecord
from chronomem.graph_schema.facts.predicates import predicate_named

EXAMPLES = examples(100)
PHASES = [Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink]
MOMENTS = [day(n / 2) for n in range(-2, 26)]


def _content(fact: FactRecord) -> tuple[object, ...]:
    """All of a fact that doesn't tell when the memory learned it."""
    return (
        fact.id, fact.supersedes,
        fact.predicate, fact.object, fact.value, fact.negated, fact.valid_at, fact.invalid_at, fact.occurred_until,
        fact.dated, fact.confidence, fact.supporters, fact.turn_ids,
    )  # fmt: skip


@given(groups(), st.randoms(use_true_random=False))
@settings(max_examples=EXAMPLES, phases=PHASES)
def test_order_does_not_matter(assertions: list[Assertion], random: Random) -> None:
    shuffled = random.sample(assertions, len(assertions))
    assert derive(shuffled) == derive(assertions)
    relearned = [replace(a, created_at=day(30 + n)) for n, a in enumerate(shuffled)]
    assert sorted(map(_content, derive(relearned)), key=str) == sorted(map(_content, derive(assertions)), key=str)


@given(groups(), st.integers(19, 24))
@settings(max_examples=EXAMPLES, phases=PHASES)
def test_what_was_known_is_the_same_function_of_what_had_been_learned(assertions: list[Assertion], n: int) -> None:
    assert derive(assertions, known_at=day(n)) == derive([a for a in assertions if a.created_at <= day(n)])


@given(groups())
@settings(max_examples=EXAMPLES, phases=PHASES)
def test_ids_are_unique_and_intervals_run_forward(assertions: list[Assertion]) -> None:
    facts = derive(assertions)
    assert len({fact.id for fact in facts}) == len(facts)
    assert all((f.valid_at or BEGINNING) <= (f.invalid_at or END) for f in facts)
    assert all(0 < f.confidence <= 1 for f in facts)


@given(groups())
@settings(max_examples=EXAMPLES, phases=PHASES)
def test_every_assertion_is_accounted_for(assertions: list[Assertion]) -> None:
    facts = derive(assertions)
    used = {i for f in facts for i in f.supporters} | {f.closed_by for f in facts}
    vague = {a.id for a in assertions if a.words is None or a.grain in (PLANNED, ARRIVED)}
    assert {a.id for a in assertions} - used <= vague


@given(groups())
@settings(max_examples=EXAMPLES, phases=PHASES)
def test_one_value_at_a_time(assertions: list[Assertion]) -> None:
    facts = [f for f in derive(assertions) if not f.negated and f.valid_at is not None]
    for moment in MOMENTS:
        holding = [f for f in facts if f.holds_at(moment)]
        for predicate in {f.predicate for f in holding if predicate_named(f.predicate).single}:
            same = [f for f in holding if f.predicate == predicate]
            assert len(same) == 1, (moment, [(f.text, f.valid_at, f.invalid_at) for f in same])


@given(groups(links=False))
@settings(max_examples=EXAMPLES, phases=PHASES)
def test_nothing_holds_and_is_denied_at_once(assertions: list[Assertion]) -> None:
    facts = [f for f in derive(assertions) if predicate_named(f.predicate).kind == "state" and f.valid_at is not None]
    for moment in MOMENTS:
        holding = [f for f in facts if f.holds_at(moment)]
        said = [(f.predicate, f.object or f.value) for f in holding]
        assert len(said) == len(set(said))


@given(groups())
@settings(max_examples=EXAMPLES, phases=PHASES)
def test_one_fact_is_one_unbroken_interval(assertions: list[Assertion]) -> None:
    facts = [f for f in derive(assertions) if not f.holds_never and f.valid_at is not None]
    facts = [f for f in facts if predicate_named(f.predicate).kind == "state"]
    for one in facts:
        for other in facts:
            if one is not other and (one.predicate, one.object, one.value, one.negated) == (
                other.predicate, other.object, other.value, other.negated,
            ):  # fmt: skip
                assert one.invalid_at != other.valid_at or one.invalid_at is None


@given(groups(links=False), st.data())
@settings(max_examples=EXAMPLES, phases=PHASES)
def test_saying_it_again_changes_nothing_but_evidence(assertions: list[Assertion], data: st.DataObject) -> None:
    again = data.draw(st.sampled_from(assertions))
    copy = replace(again, id=again.id + "x", turn_id="t9", created_at=again.created_at + timedelta(days=9))
    before, after = derive(assertions), derive([*assertions, copy])

    def held(facts: list[FactRecord]) -> list[tuple[object, ...]]:
        return sorted(((f.predicate, f.object, f.value, f.negated, f.valid_at, f.invalid_at) for f in facts), key=str)

    assert held(after) == held(before)


@pytest.mark.parametrize("predicate", ["owns", "lives_in", "has_birthday"])
def test_who_calls_a_plan_off_twice_tells_of_nothing_else(predicate: str) -> None:
    plan = assertion(predicate, "bike", start=day(4), said_at=day(1))
    once, twice = (assertion(predicate, "bike", said_at=day(n), ended=True) for n in (2, 3))
    for calls in ([once], [once, twice]):
        assert [(f.valid_at, f.invalid_at) for f in derive([plan, *calls])] == [(day(4), day(4))]


def test_which_of_two_endings_was_learned_first_is_no_matter_to_what_never_held() -> None:
    plan, said = assertion("owns", "bike", start=day(4), said_at=day(1)), assertion("owns", "bike", said_at=day(4))
    one, other = (replace(assertion("owns", "bike", said_at=day(4), ended=True), id=id_) for id_ in ("one", "other"))
    later = replace(one, created_at=one.created_at + timedelta(days=1))
    assert list(map(_content, derive([plan, said, later, other]))) == list(
        map(_content, derive([plan, said, one, other]))
    )
