"""What a group of assertions makes of its facts, beside the rows of the decision table."""

from dataclasses import replace

from tests.unit.graph_schema.facts.strategies import day, held, say, since

from chronomem.graph_schema.facts.derivation import derive
from chronomem.graph_schema.facts.operations import tell

HOME, PET, PLACE = "lives_in", "has_pet", "visited"


def test_a_link_corrects_the_time() -> None:
    first = since(HOME, "Porto", 5)
    right = since(HOME, "Porto", 7, at=9, refines=(first.id,))
    assert held([first, right]) == [("Porto", 7, None)]
    [outcome] = tell([right], derive([first, right]), {first.id})
    assert outcome.kind == "UPDATE"


def test_a_link_contradicts_where_the_predicate_would_not() -> None:
    pet = since(PET, "Rex", 1)
    wrong = since(PET, "Tom", 1, contradicts=(pet.id,))
    assert sorted(held([pet, wrong]), key=str) == [("Rex", 1, 1), ("Tom", 1, None)]


def test_what_a_turn_says_instead_it_does_not_deny() -> None:
    told = [since("plans", "go to Oslo", 1, 9), since("plans", "fly to Oslo on Friday", 1, 9)]
    changed = {"at": 2, "turn_id": "turn:2"}
    anew = [
        since("plans", "fly to Oslo on Friday", 2, 9, negated=True, **changed),
        since("plans", "go to Oslo", 2, 10, **changed),
    ]
    assert {("fly to Oslo on Friday", 1, 2), ("go to Oslo", 1, 10)} <= set(held([*told, *anew]))


def test_what_goes_on_until_a_day_to_come_counts_from_when_it_is_told() -> None:
    until = replace(say(HOME, "Porto", 5), invalid_at=day(9), dating="words")
    assert held([until]) == [("Porto", 5, 9)]
    assert held([since(HOME, "Porto", 1), until]) == [("Porto", 1, 9)]


def test_two_entities_of_one_name_stay_two() -> None:
    one = since("has_friend", "Anna", 1)
    other = replace(since("has_friend", "Anna", 5), object="entity:anna-2", id="other")
    value = replace(since("has_friend", "anna", 6), id="value")
    facts = derive([one, other, value])
    assert [(f.object, len(f.supporters)) for f in facts] == [("entity:Anna", 2), ("entity:anna-2", 1)]


def test_an_event_dated_by_words_has_happened_ever_after() -> None:
    april = since(PLACE, "Paris", 91, 121, dating="words", at=130)
    twelfth = since(PLACE, "Paris", 102, 103, dating="words", at=140)
    [fact] = derive([april, twelfth])
    assert (fact.valid_at, fact.invalid_at, fact.occurred_until) == (day(102), None, day(103))
    assert set(fact.supporters) == {april.id, twelfth.id}


def test_an_undated_fact_is_as_sure_as_a_dated_one_and_says_that_it_is_undated() -> None:
    [undated] = derive([say(HOME, "Porto", 1, confidence=0.8)])
    [dated] = derive([since(HOME, "Porto", 1, confidence=0.8)])
    assert (undated.confidence, dated.confidence) == (0.8, 0.8)
    assert (undated.dated, dated.dated) == (False, True)


def test_taking_one_back_reopens_what_it_had_closed() -> None:
    porto, rome = since(HOME, "Porto", 1), since(HOME, "Rome", 5)
    assert derive([porto, rome])[0].expired_at == rome.created_at
    [reopened] = derive([porto])
    assert (reopened.invalid_at, reopened.expired_at) == (None, None)


def test_an_embedder_may_join_values() -> None:
    given = [say("likes", "jogging", 1), say("likes", "long runs", 5)]
    assert len(derive(given)) == 2
    assert len(derive(given, alike=lambda a, b: {a, b} == {"jogging", "long runs"})) == 1


def test_an_ending_by_its_kind_ends_what_has_a_name() -> None:
    rex = replace(since(PET, "Rex", 1), text="Ann has a dog called Rex")
    over = replace(since(PET, "dog", 5), ended=True, valid_at=None, invalid_at=day(5))
    assert held([rex, over]) == [("Rex", 1, 5)]


def test_of_two_of_a_kind_none_ends_by_it() -> None:
    both = [replace(since(PET, name, 1), text="Ann has two dogs, Rex and Ida") for name in ("Rex", "Ida")]
    over = replace(since(PET, "dog", 5), ended=True, valid_at=None, invalid_at=day(5))
    assert {("Rex", 1, None), ("Ida", 1, None)} <= set(held([*both, over]))


def test_a_denial_by_its_kind_ends_what_has_a_name() -> None:
    band = replace(since("member_of", "Rust", 1), text="Ann is in a band called Rust")
    assert ("Rust", 1, 5) in held([band, since("member_of", "band", 5, negated=True)])


def test_what_is_drunk_by_the_cup_ends_without_a_number() -> None:
    coffee = replace(since("drinks", "six coffees", 1), object=None, object_name=None, value="six coffees")
    over = replace(coffee, id="over", value="coffee", ended=True, valid_at=None, invalid_at=day(5))
    assert held([coffee, over]) == [("six coffees", 1, 5)]
