"""Entities that turns say are one, and the kinds that turns say entities are of."""

from collections.abc import Sequence

import pytest
from tests.inside import run, store_of

from chronomem import Memory

NICKNAMES = (
    ("a", "Ann", "My brother Jakub lives in Leeds."),
    ("b", "Ann", "Kuba is short for Jakub."),
    ("c", "Ann", "Kuba works at Acme."),
)


def tell(memory: Memory, user: str, turns: Sequence[tuple[str, str, str]]) -> None:
    for key, speaker, text in turns:
        memory.add_turns(
            [{"id": key, "speaker": speaker, "text": text, "session": "s", "said_at": f"2024-01-1{ord(key) - 97}"}],
            user=user,
        )
    memory.consolidate(user=user)


def told_of(memory: Memory, user: str, name: str) -> set[tuple[str, str]]:
    facts = memory.facts(user=user, about=name)
    return {(fact.predicate, fact.says) for fact in facts if fact.predicate in ("lives_in", "works_at")}


def kind_of(memory: Memory, user: str, name: str) -> str:
    entity = memory.entity(name, user=user)
    assert entity is not None
    return entity.type


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), pytest.param((1, 2, 0), marks=pytest.mark.thorough)])
def test_two_names_of_one_person_are_one_in_any_order(memory: Memory, user: str, order: tuple[int, ...]) -> None:
    for number in order:
        tell(memory, user, [NICKNAMES[number]])
    known = {("lives_in", "Leeds"), ("works_at", "Acme")}
    assert told_of(memory, user, "Jakub") == told_of(memory, user, "Kuba") == known
    entity = memory.entity("Kuba", user=user)
    assert entity is not None
    assert (entity.name, "Kuba" in entity.aliases) == ("Jakub", True)


def test_what_joined_two_names_is_forgotten_with_its_turn(memory: Memory, user: str) -> None:
    tell(memory, user, NICKNAMES)
    memory.forget(user=user, turn_ids=["b"])
    memory.consolidate(user=user)  # the turn after it is extracted again
    assert told_of(memory, user, "Jakub") == {("lives_in", "Leeds")}
    assert told_of(memory, user, "Kuba") == {("works_at", "Acme")}


@pytest.mark.dialect
def test_two_names_that_were_split_stay_apart(memory: Memory, user: str) -> None:
    tell(memory, user, NICKNAMES)
    memory.split_entity("Kuba", user=user)
    tell(memory, user, [("d", "Ann", "Kuba is short for Jakub, you know.")])
    assert told_of(memory, user, "Jakub") == {("lives_in", "Leeds")}


def test_an_unnamed_sister_is_the_one_whose_name_is_told(memory: Memory, user: str) -> None:
    tell(memory, user, [("a", "Dev", "My sister lives in Leeds."), ("b", "Dev", "My sister Meera works at Acme.")])
    assert told_of(memory, user, "Meera") == {("lives_in", "Leeds"), ("works_at", "Acme")}
    assert told_of(memory, user, "Dev's sister") == told_of(memory, user, "Meera")
    tell(memory, user, [("c", "Dev", "My sister Anika lives in York.")])
    assert told_of(memory, user, "Meera") == {("works_at", "Acme")}
    assert told_of(memory, user, "Anika") == {("lives_in", "York")}


def test_who_gives_a_name_is_found_by_it(memory: Memory, user: str) -> None:
    tell(memory, user, [("a", "dee_92", "Hi, my name is Deirdre. I live in Leeds.")])
    assert told_of(memory, user, "Deirdre") == {("lives_in", "Leeds")}


def test_a_name_is_found_in_any_spelling(memory: Memory, user: str) -> None:
    tell(memory, user, [("a", "Ann", "José lives in Leeds.")])
    for name in ("jose", "José", "JOSE", "Jose García"):
        assert told_of(memory, user, name) == {("lives_in", "Leeds")}, name


def test_a_relative_is_found_by_any_word_for_the_role(memory: Memory, user: str) -> None:
    tell(memory, user, [("a", "Ann", "My mum lives in Leeds.")])
    for role in ("Ann's mum", "ann's mom", "Ann's mother"):
        assert told_of(memory, user, role) == {("lives_in", "Leeds")}, role


@pytest.mark.parametrize("order", ["ab", "ba"])
def test_a_kind_is_decided_over_all_that_is_said(memory: Memory, user: str, order: str) -> None:
    said = {"a": "I told Olive a joke.", "b": "We have a dog called Olive."}
    for key in order:
        tell(memory, user, [(key, "Ann", said[key])])
    assert kind_of(memory, user, "Olive") == "other"
    memory.forget(user=user, turn_ids=["b"])
    memory.consolidate(user=user)  # a turn after it is extracted again
    assert kind_of(memory, user, "Olive") == "person"


def test_a_kind_that_was_given_stays(memory: Memory, user: str) -> None:
    memory.add_fact(user=user, subject="Olive", predicate="is", value="old", subject_type="product")
    tell(memory, user, [("a", "Ann", "Olive told me a joke.")])
    assert kind_of(memory, user, "Olive") == "product"


def test_a_kind_that_a_model_tells_replaces_that_of_the_turn(memory: Memory, user: str) -> None:
    tell(memory, user, [("a", "Ann", "I met Olive.")])
    rows = [{"turn": "a", "entity": "entity:olive", "kind": "work", "weight": 8}]
    store = store_of(memory)
    run(memory, store.write(lambda tx: tx.run("tell_kinds", user=user, rows=rows), user=user))
    tell(memory, user, [("b", "Ann", "I told Olive a joke.")])
    assert kind_of(memory, user, "Olive") == "work"
