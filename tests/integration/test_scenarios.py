"""Short dialogues end in the facts that they say."""

import pytest
from tests.integration.conftest import OpenWith
from tests.model_server.recorded import Recorded
from tests.model_server.server import FakeModelServer
from tests.scenarios.scenario import Scenario, load_scenarios, play, play_sentences, wrong

from chronomem import LanguageModel, Memory, Settings

SCENARIOS = load_scenarios()
ON_BOTH = {"a move that is scheduled and called off"}
"""Scenarios that run statements which no other does."""
EVERY = 4
BACKWARDS = [
    pytest.param(scenario, id=scenario.name, marks=[pytest.mark.thorough] if number % EVERY else [])
    for number, scenario in enumerate(SCENARIOS)
]
"""The default run tells every fourth backwards: test_facts.py has any order of generated facts."""
FROM_SENTENCES = 87
"""How many scenarios end as expected when they are read without a language model; to be raised, never lowered."""


def test_there_are_enough_scenarios_and_each_has_a_name_of_its_own() -> None:
    assert len({scenario.name for scenario in SCENARIOS}) == len(SCENARIOS) >= 60
    assert all(len(line.ops) == len(line.asserted) for scenario in SCENARIOS for line in scenario.turns)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: s.name)
def test_given_facts(memory: Memory, user: str, scenario: Scenario) -> None:
    operations = play(memory, user, scenario)
    assert operations == [line.ops for line in scenario.turns]
    assert wrong(memory, user, scenario) == []


@pytest.mark.dialect
@pytest.mark.parametrize("scenario", [s for s in SCENARIOS if s.name in ON_BOTH], ids=lambda s: s.name)
def test_given_facts_on_either_database(memory: Memory, user: str, scenario: Scenario) -> None:
    test_given_facts(memory, user, scenario)


@pytest.mark.parametrize("scenario", BACKWARDS)
def test_given_facts_that_arrive_backwards(memory: Memory, user: str, scenario: Scenario) -> None:
    play(memory, user, scenario, backwards=True)
    assert wrong(memory, user, scenario) == []


@pytest.mark.slow
def test_sentences_alone(open_with: OpenWith, user: str) -> None:
    missed = {}
    with open_with(Settings(structures=())) as memory:  # facts are all that is looked at
        for number, scenario in enumerate(SCENARIOS):
            play_sentences(memory, f"{user}-{number}", scenario)
            if lines := wrong(memory, f"{user}-{number}", scenario):
                missed[scenario.name] = lines
    assert len(SCENARIOS) - len(missed) >= FROM_SENTENCES, missed


@pytest.mark.slow
@pytest.mark.parametrize(
    "scenarios", [SCENARIOS[::EVERY], pytest.param(SCENARIOS, marks=pytest.mark.thorough)], ids=["some", "all"]
)
def test_sentences_that_a_language_model_reads(
    open_with: OpenWith, user: str, model_server: FakeModelServer, scenarios: list[Scenario]
) -> None:
    recorded = Recorded(SCENARIOS)
    assert recorded.names == {scenario.name for scenario in SCENARIOS}
    model_server.answer_with(recorded)
    model = LanguageModel(model="recorded", base_url=model_server.url, retries=0)
    missed = {}
    with open_with(Settings(model=model, extraction="eager", structures=())) as memory:
        for number, scenario in enumerate(scenarios):
            done = play_sentences(memory, f"{user}-{number}", scenario)
            assert done.failures == {}
            if lines := wrong(memory, f"{user}-{number}", scenario):
                missed[scenario.name] = lines
    assert missed == {}
