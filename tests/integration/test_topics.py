"""Topics and personas of months, as they are kept in the graph."""

from datetime import UTC, datetime, timedelta

import pytest

from chronomem import InvalidTime, Memory, UnknownUser

MAY = datetime(2024, 5, 2, 9, tzinfo=UTC)
SAID = (
    "The tomatoes in the garden need water, and the soil of the garden is dry.",
    "Our choir rehearses the cantata in Porto; the conductor of the choir is strict.",
    "I planted beans in the garden, next to the tomatoes.",
    "The cantata is too fast for our choir, says the conductor.",
    "The beans are up! The garden has never been so green, and the soil is good.",
    "In Porto the choir will sing the cantata in a church.",
    "The snails ate the beans, and half of the tomatoes of the garden.",
    "Our choir sang the cantata in the church, and the conductor wept.",
    "There is compost on the soil of the garden now, for the tomatoes.",
    "The choir wants another cantata for the church, and another conductor.",
)
LATER = "2024-08-01"


def say(memory: Memory, user: str, *texts: str, start: datetime = MAY, prefix: str = "t") -> None:
    turns = [
        {"id": f"{prefix}{n}", "text": text, "speaker": "Ann", "said_at": start + timedelta(days=n), "session": prefix}
        for n, text in enumerate(texts)
    ]
    memory.add_turns(turns, user=user)


def test_a_month_has_topics_that_rest_on_its_turns(memory: Memory, user: str) -> None:
    say(memory, user, *SAID)
    memory.consolidate(user=user, now=LATER)
    found = memory.topics(user=user)
    assert [topic.month for topic in found] == ["month:2024-05"] * len(found)
    garden = next(topic for topic in found if "garden" in topic.things)
    choir = next(topic for topic in found if "choir" in topic.things)
    assert garden.id != choir.id
    assert set(garden.turn_ids) >= {"t0", "t2", "t4", "t6", "t8"}
    assert set(choir.turn_ids) >= {"t1", "t3", "t5", "t7", "t9"}
    assert {entity for topic in found for entity in topic.entities} == {"Porto"}
    assert choir.summary
    assert choir.extractive
    personas = {persona.topic: persona for persona in memory.personas(user=user, month="2024-05")}
    assert personas.keys() == {topic.id for topic in found}
    assert "garden" in personas[garden.id].summary


def test_a_month_that_did_not_change_keeps_its_topics(memory: Memory, user: str) -> None:
    say(memory, user, *SAID)
    memory.consolidate(user=user, now=LATER)
    before = memory.topics(user=user)
    say(memory, user, "The brakes of the car squeak.", start=datetime(2024, 6, 3, tzinfo=UTC), prefix="j")
    done = memory.consolidate(user=user, now=LATER)
    assert done.slept.memories["topics"] > 0
    assert [topic for topic in memory.topics(user=user) if topic.month == "month:2024-05"] == before
    assert "topics" not in memory.consolidate(user=user, now=LATER).slept.memories


def test_a_month_that_is_not_over_waits_for_more_turns_or_its_end(memory: Memory, user: str) -> None:
    say(memory, user, *SAID)
    memory.consolidate(user=user, now="2024-05-20")
    assert memory.topics(user=user) == []
    memory.consolidate(user=user, now="2024-06-01")
    assert memory.topics(user=user) != []


def test_what_happened_in_may_belongs_to_may_though_it_was_told_in_june(memory: Memory, user: str) -> None:
    told = (
        "On 10 May 2024 I went to Porto, and the ferry of Porto was late.",
        "On 11 May 2024 I visited the lighthouse of Porto by ferry.",
        "The brakes of the car squeak, and the car is slow.",
    )
    say(memory, user, *told, start=datetime(2024, 6, 20, tzinfo=UTC), prefix="j")
    memory.consolidate(user=user, now=LATER)
    months = {turn: topic.month for topic in memory.topics(user=user) for turn in topic.turn_ids}
    assert months == {"j0": "month:2024-05", "j1": "month:2024-05", "j2": "month:2024-06"}
    [first, *_] = memory.recall("Where was I in May?", user=user, now=LATER, preset="tsm")
    assert set(first.turn_ids) <= {"j0", "j1"}


@pytest.mark.dialect
def test_late_turns_change_the_month_they_belong_to(memory: Memory, user: str) -> None:
    say(memory, user, *SAID[:4])
    memory.consolidate(user=user, now=LATER)
    say(memory, user, *SAID[4:], start=MAY + timedelta(days=4), prefix="u")
    memory.consolidate(user=user, now=LATER)
    assert {turn for topic in memory.topics(user=user) for turn in topic.turn_ids} >= {"u0", "u1"}


@pytest.mark.dialect
def test_a_forgotten_turn_leaves_nothing_in_topics_and_personas(memory: Memory, user: str) -> None:
    say(memory, user, *SAID, "The xylophone in the garden is mine.", "My xylophone is in the garden, in the soil.")
    memory.consolidate(user=user, now=LATER)
    assert any("xylophone" in topic.things for topic in memory.topics(user=user))
    memory.forget(user=user, turn_ids=["t10", "t11"])
    assert not any("xylophone" in str(found) for found in (memory.topics(user=user), memory.personas(user=user)))
    memory.consolidate(user=user, now=LATER)
    assert memory.topics(user=user) != []
    assert not any("xylophone" in str(found) for found in (memory.topics(user=user), memory.personas(user=user)))


def test_a_month_of_which_all_is_forgotten_has_no_topics(memory: Memory, user: str) -> None:
    say(memory, user, *SAID)
    memory.consolidate(user=user, now=LATER)
    memory.forget(user=user, turn_ids=[f"t{n}" for n in range(10)])
    memory.consolidate(user=user, now=LATER)
    assert memory.topics(user=user) == []
    assert memory.personas(user=user) == []


def test_what_is_no_month_and_nobody_is_said_clearly(memory: Memory, user: str) -> None:
    with pytest.raises(UnknownUser):
        memory.topics(user=user)
    say(memory, user, *SAID)
    with pytest.raises(InvalidTime, match="2024-13"):
        memory.topics(user=user, month="2024-13")
    with pytest.raises(InvalidTime, match="'May'"):
        memory.personas(user=user, month="May")
