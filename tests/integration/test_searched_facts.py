"""Facts in a real database, looked for by text, name and number: "where they live" finds homes."""

from typing import Any

import pytest

from chronomem import InvalidInput, Memory


def test_a_role_is_found_by_each_of_its_words(memory: Memory, user: str) -> None:
    memory.add("My mom lives in Boston.", user=user, speaker="Ann")
    memory.add("My mother loves gardening.", user=user, speaker="Ann")
    memory.consolidate(user=user)
    for name in ("Ann's mom", "Ann's mother"):
        about = {f.predicate for f in memory.facts(user=user, about=name, include_minor=True)}
        assert {"lives_in", "likes", "has_child"} <= about  # told from her side


@pytest.mark.dialect
def test_facts_are_found_by_text_together_with_the_other_filters(memory: Memory, user: str) -> None:
    def found(text: str, **filters: Any) -> list[str]:
        facts = memory.facts(user=user, matching=text, **filters)
        scores = [fact.score for fact in facts if fact.score is not None]
        assert scores == sorted(scores, reverse=True)
        assert len(scores) == len(facts)
        return [fact.says for fact in facts]

    told: list[dict[str, Any]] = [
        {"predicate": "lives_in", "object": "Porto", "valid_at": "2020-03-01"},
        {"predicate": "lives_in", "object": "Lisbon", "valid_at": "2023-05-01"},
        {"predicate": "married_to", "object": "Tom", "valid_at": "2019-06-01"},
        {"predicate": "thinks", "value": "Lisbon is loud", "minor": True},
        {"predicate": "visited", "object": "Lisbon Zoo", "negated": True},
    ]
    memory.add_facts([{"subject": "Ann"} | fact for fact in told], user=user)
    memory.add_fact(user=user, subject="Bea", predicate="lives_in", object="Lisbon", valid_at="2021-01-01")
    memory.add_fact(user=f"{user}-other", subject="Cleo", predicate="lives_in", object="Lisbon")
    assert found("my home in Lisbon", about="Ann", include_minor=False) == ["Lisbon"]
    assert found("my home in Lisbon", about="Ann") == ["Lisbon", "Lisbon is loud"]
    assert set(found("Lisbon", about="Ann", include_negated=True)) == {"Lisbon", "Lisbon Zoo", "Lisbon is loud"}
    assert found("where they live", limit=5) == ["Lisbon", "Lisbon"]
    assert found("where they live", as_of="2022-01-01", about="Ann") == ["Porto"]
    assert set(found("where they live", about="Ann", include_invalid=True)) == {"Porto", "Lisbon"}
    assert found("her husband") == ["Tom"]
    assert found("Lisbon", predicate="married_to") == []
    assert found("Lisbon", about="Zoe") == []
    assert found("Lisbon", limit=1, known_at="2999-01-01") != []
    assert [fact.subject.name for fact in memory.facts(user=user, matching="Bea")] == ["Bea"]
    with pytest.raises(InvalidInput, match="matching"):
        memory.facts(user=user, matching=" ")


@pytest.mark.dialect
def test_a_fact_is_found_by_the_talk_around_the_turn_that_tells_it(memory: Memory, user: str) -> None:
    talk = [
        ("Ben", "I hear you like the pottery workshop?"),
        ("Ann", "I made a blue bowl."),
        ("Ben", "And how is your sister?"),
        ("Ann", "She has a dog now."),
    ]
    for minute, (speaker, text) in enumerate(talk):
        memory.add(text, user=user, speaker=speaker, session="s", said_at=f"2024-03-04T10:0{minute}")
    memory.consolidate(user=user)
    for at in (None, "2999-01-01"):
        [bowl] = memory.facts(user=user, matching="the workshop", known_at=at)
        assert bowl.says == "blue bowl"
    assert memory.facts(user=user, matching="quantum chromodynamics") == []
    memory.forget(user=user, turn_ids=bowl.turn_ids)
    assert memory.facts(user=user, matching="the workshop") == []


@pytest.mark.dialect
def test_a_search_sees_what_was_written_merged_and_forgotten_since(memory: Memory, user: str) -> None:
    def homes(text: str) -> list[tuple[str, str]]:
        return [(fact.subject.name, fact.says) for fact in memory.facts(user=user, matching=text)]

    memory.add_fact(user=user, subject="Ann", predicate="lives_in", object="Porto", source="a")
    assert homes("Porto") == [("Ann", "Porto")]
    memory.add_fact(user=user, subject="Ann", predicate="lives_in", object="Faro", valid_at="2020-01-01", source="b")
    assert homes("Faro") == [("Ann", "Faro")]
    assert homes("Porto") == []
    memory.add_fact(user=user, subject="Annie", predicate="owns", value="a kite", source="b")
    memory.merge_entities("Ann", "Annie", user=user)
    assert homes("Annie and the kite") == [("Ann", "a kite"), ("Ann", "Faro")]
    memory.forget(user=user, source="b")
    assert homes("Faro") == []
    assert homes("Porto") == [("Ann", "Porto")]


def test_a_limit_takes_the_first_facts(memory: Memory, user: str) -> None:
    for year in (2022, 2020, 2021):
        memory.add_fact(user=user, subject="Ann", predicate="owns", value=f"boat {year}", valid_at=f"{year}-01-01")
    assert [fact.says for fact in memory.facts(user=user, limit=2)] == ["boat 2020", "boat 2021"]
