"""A language model writes the summaries where there is one; what it can't write is extractive until it is back."""

from datetime import timedelta

import pytest
from tests.integration.conftest import OpenWith
from tests.integration.test_calendar_summaries import LATER, history, tree
from tests.model_server.server import Asked, Fails, FakeModelServer, Says

from chronomem import Budgets, LanguageModel, Memory, Settings


@pytest.fixture
def settings(model_server: FakeModelServer) -> Settings:
    model = LanguageModel(model="fake", base_url=model_server.url, retries=0, budgets=Budgets())
    return Settings(model=model, summaries="model", structures=("calendar",))


def answer(asked: Asked) -> Says:
    return Says({"summary": f"{asked.purpose}: {len(asked.data['texts'])} texts."})


def test_each_summary_is_asked_for_with_its_own_instruction(
    open_with: OpenWith, settings: Settings, model_server: FakeModelServer, user: str
) -> None:
    model_server.answer_with(answer)
    with open_with(settings) as memory:
        memory.add_turns(history([0]), user=user)
        done = memory.consolidate(user=user, now=LATER)
        assert done.slept.memories == {"calendar": 4}
        assert set(done.tokens) == {"calendar.day", "calendar.week", "calendar.month", "calendar.year"}
        assert {key: node.summary for key, node in tree(memory, user).items()} == {
            "day:2024-05-30": "calendar_day: 3 texts.",
            "week:2024-05-27": "calendar_week: 1 texts.",
            "month:2024-05": "calendar_month: 1 texts.",
            "year:2024": "calendar_year: 1 texts.",
        }
        assert [period.extractive for period in memory.timeline(user=user)] == [False]
    assert "this day" in model_server.asked[0].instructions
    assert model_server.asked[0].data["texts"][0]["who"] == "Ann"


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


def test_a_budget_is_a_number(memory: Memory) -> None:
    with pytest.raises(ValueError, match="budget"):
        memory.consolidate(budget=-1)
