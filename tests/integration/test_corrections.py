"""What an operator says of a fact outranks what was read, and is forgotten with it."""

from typing import Any

import pytest

from chronomem import InvalidInput, Memory
from chronomem.graph_schema.facts.views import Fact


def work(memory: Memory, user: str, **more: Any) -> list[str]:
    return [fact.says for fact in memory.facts(user=user, predicate="works_at", **more)]


def acme(memory: Memory, user: str) -> Fact:
    """A fact that a turn states, and another fact before it."""
    memory.add_fact(
        user=user, subject="Ann", predicate="works_at", object="Initech", valid_at="2020-01-01", said_at="2020-01-02"
    )
    memory.add("I work at Acme.", user=user, speaker="Ann", said_at="2023-05-01", turn_id="t1")
    memory.add_fact(user=user, subject="Ann", predicate="works_at", object="Acme", turn_id="t1")
    [fact] = memory.facts(user=user, predicate="works_at")
    assert fact.says == "Acme"
    return fact


def test_a_corrected_fact_never_held_and_another_takes_its_place(memory: Memory, user: str) -> None:
    wrong = acme(memory, user)
    done = memory.correct(wrong.id, user=user, object="Globex", reason="misheard")
    assert (done.kind, done.fact.says if done.fact else None) == ("UPDATE", "Globex")
    assert work(memory, user) == ["Globex"]
    history = memory.history("Ann", "works_at", user=user)
    assert [(fact.says, fact.operator, fact.reason) for fact in history] == [
        ("Initech", False, None),
        ("Acme", True, "misheard"),
        ("Globex", True, "misheard"),
    ]
    assert history[1].valid_at == history[1].invalid_at
    assert wrong.id in history[2].supersedes
    assert history[2].valid_at == wrong.valid_at
    assert work(memory, user, known_at=wrong.created_at) == ["Acme"]
    with pytest.raises(InvalidInput, match="retracted before"):
        memory.retract(wrong.id, user=user)
    with pytest.raises(InvalidInput, match="there is no fact"):
        memory.correct("nobody's", user=user, object="x")
    with pytest.raises(InvalidInput, match="can't change 'colour'"):
        memory.correct(history[2].id, user=user, colour="red")


def test_there_and_back_again(memory: Memory, user: str) -> None:
    fact = acme(memory, user)
    for name in ("Globex", "Acme", "Globex"):
        done = memory.correct(fact.id, user=user, object=name)
        assert done.fact is not None
        fact = done.fact
        assert work(memory, user) == [name]
    assert memory.retract(fact.id, user=user, reason="she works nowhere").kind == "INVALIDATE"
    assert work(memory, user) == ["Initech"]


def test_a_correction_goes_with_the_turn_that_it_corrects(memory: Memory, user: str) -> None:
    fact = acme(memory, user)
    memory.correct(fact.id, user=user, value="at Globex", reason="Acme was a joke")
    memory.forget(user=user, turn_ids=["t1"])
    assert work(memory, user) == ["Initech"]
    left = memory.cypher("MATCH (n) WHERE n.user_id = $user RETURN properties(n) AS p", user=user)
    assert not [row for row in left if "Acme" in str(row) or "Globex" in str(row) or "t1" in str(row)]


@pytest.mark.dialect
def test_a_correction_of_what_two_turns_state_stays_with_the_second(memory: Memory, user: str) -> None:
    fact = acme(memory, user)
    memory.add("Still at Acme.", user=user, speaker="Ann", said_at="2023-06-01", turn_id="t2")
    memory.add_fact(user=user, subject="Ann", predicate="works_at", object="Acme", turn_id="t2")
    memory.retract(fact.id, user=user)
    memory.forget(user=user, turn_ids=["t1"])
    assert work(memory, user) == ["Initech"]
    rows = memory.cypher("MATCH (a:Assertion {user_id: $user}) RETURN a.withdraws AS origins", user=user)
    assert [row["origins"] for row in rows if row["origins"]] == [["turn:t2"]]


def test_a_fact_that_another_kept_from_holding_can_be_corrected(memory: Memory, user: str) -> None:
    fact = acme(memory, user)
    memory.correct(fact.id, user=user, object="Globex")
    ann: dict[str, Any] = {"user": user, "subject": "Ann", "predicate": "works_at"}
    beaten = memory.add_fact(**ann, object="Hooli", valid_at="2023-05-01", source="letter").fact
    assert beaten is not None
    assert beaten.valid_at == beaten.invalid_at
    assert memory.correct(beaten.id, user=user, valid_at="2023-09-01").kind == "UPDATE"
    assert work(memory, user) == ["Hooli"]
