"""A language model writes the summaries where there is one; what it can't write is extractive until it is back."""

import re
from datetime import timedelta

import pytest
from tests.integration.conftest import OpenWith
from tests.integration.test_calendar_summaries import LATER, history, tree
from tests.model_server.server import Asked, Fails, FakeModelServer, Says

from chronomem import Budgets, InvalidInput, LanguageModel, Memory, Settings


@pytest.fixture
def settings(model_server: FakeModelServer) -> Settings:
    model = LanguageModel(model="fake", base_url=model_server.url, retries=0, budgets=Budgets())
    return Settings(model=model, summaries="model", structures=("calendar",))


def answer(asked: Asked) -> Says:
    texts = [line for line in asked.data["texts"] if not re.fullmatch(r"\w{3} \d{4}-\d\d-\d\d", line)]
    return Says({"summary": f"{asked.purpose}: {len(texts)} texts."})


def test_each_summary_is_asked_for_with_its_own_instruction(
    open_with: OpenWith, settings: Settings, model_server: FakeModelServer, user: str
) -> None:
    model_server.answer_with(answer)
    with open_with(settings) as memory:
        memory.add_turns(history([0, 1, 8, 12, 40]), user=user)
        done = memory.consolidate(user=user, now=LATER)
        assert set(done.tokens) == {"calendar.day", "calendar.week", "calendar.month", "calendar.year"}
        found = {key: node.summary for key, node in tree(memory, user).items()}
        assert found["day:2024-05-30"] == "calendar_day: 3 texts."
        assert found["week:2024-05-27"] == "calendar_week: 2 texts."
        assert found["week:2024-06-03"] == found["day:2024-06-07"], "the week of one day"
        assert found["year:2024"] == "calendar_year: 3 texts."
        assert not any(period.extractive for period in memory.timeline(user=user))
    [first] = [
        asked
        for asked in model_server.asked
        if asked.purpose == "calendar_day" and "Thu 2024-05-30" in asked.data["texts"]
    ]
    assert "this day" in first.instructions
    assert first.data["texts"][1] == f"Ann: {history([0])[0]['text']}"


@pytest.mark.parametrize("reason", ["fault", "budget"])
def test_what_the_model_can_not_write_is_extractive_until_it_is_back(
    open_with: OpenWith, settings: Settings, model_server: FakeModelServer, user: str, reason: str
) -> None:
    model_server.answer_with((lambda _: Fails(500)) if reason == "fault" else answer)
    with open_with(settings) as memory:
        memory.add_turns(history([0]), user=user)
        memory.consolidate(user=user, now=LATER, budget=10 if reason == "budget" else None)
        assert [period.extractive for period in memory.timeline(user=user)] == [True]
        assert "bakery" in tree(memory, user)["day:2024-05-30"].summary
        model_server.answer_with(answer)
        assert memory.consolidate(user=user, now=LATER).slept.memories == {}
        assert memory.consolidate(user=user, now=LATER + timedelta(hours=2)).slept.memories == {"calendar": 4}
        assert [period.extractive for period in memory.timeline(user=user)] == [False]


@pytest.mark.dialect
def test_summaries_that_rules_wrote_are_rewritten_when_asked_for(
    open_with: OpenWith, settings: Settings, model_server: FakeModelServer, user: str
) -> None:
    structures = ("calendar", "topics", "profiles", "timem")
    model_server.answer_with(lambda asked: {"summary": f"{asked.purpose} of {len(asked.data['texts'])}."})
    with open_with(Settings(structures=structures)) as memory:
        memory.add_turns(history([0, 1, 8, 12, 40]), user=user)
        by_rules = memory.consolidate(user=user, now=LATER).slept.memories
        with pytest.raises(InvalidInput, match="rewrite needs a language model"):
            memory.consolidate(user=user, rewrite=True)
    query = "MATCH (m:Memory {user_id: $user}) WHERE m.extractive RETURN count(m) AS left"
    with open_with(settings.model_copy(update={"structures": structures})) as memory:
        assert memory.consolidate(user=user, now=LATER).slept.memories == {}, "nothing is paid for unasked"
        assert memory.consolidate(user=user, now=LATER, rewrite=True).slept.memories == by_rules
        assert not any(period.extractive for period in memory.timeline(user=user))
        assert not any(topic.extractive for topic in memory.topics(user=user))
        assert not any(persona.extractive for persona in memory.personas(user=user))
        assert [row["left"] for row in memory.cypher(query, user=user)] == [0]
        ann = memory.entity("Ann", user=user)
        assert ann is not None
        assert str(ann.recent).startswith("profiles_recent")
        assert memory.consolidate(user=user, now=LATER).slept.memories == {}
        asked = len(model_server.asked)
        assert memory.consolidate(user=user, now=LATER, rewrite=True).slept.memories == {}
        assert len(model_server.asked) == asked, "what a model wrote stays"


def test_a_budget_is_a_number(memory: Memory) -> None:
    with pytest.raises(ValueError, match="budget"):
        memory.consolidate(budget=-1)
