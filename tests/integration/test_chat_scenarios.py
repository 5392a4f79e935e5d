"""Natural dialogues: those that once ended as expected go on doing so."""

import json
from pathlib import Path

import pytest
from tests.integration.conftest import OpenWith
from tests.scripts import load_script

from chronomem import Settings

CHATS = Path(__file__).parents[1] / "scenarios" / "chats"
FILES = sorted(CHATS.glob("*.yaml"))
FLOORS = frozenset(json.loads((CHATS / "floors.json").read_text(encoding="utf-8")))
"""Dialogues that end as expected. Written by `python benchmarks/extraction.py --scenarios … --floors …`."""
EVERY = 6
"""The default run plays every sixth of them, since all would take a minute."""
SOME = sorted(FLOORS)[::EVERY]


@pytest.mark.parametrize("names", [SOME, pytest.param(sorted(FLOORS), marks=pytest.mark.thorough)], ids=["some", "all"])
def test_dialogues_that_ended_as_expected_still_do(open_with: OpenWith, names: list[str]) -> None:
    scenarios = load_script("scenarios")
    chosen = [scenario for scenario in scenarios.load(FILES) if scenario["name"] in set(names)]
    with open_with(Settings(structures=())) as memory:
        failed = {
            played.name: [(dict(check.expected), check.found) for check in played.checks if not check.passed]
            for played in scenarios.play(memory, chosen)
            if not played.passed
        }
    assert failed == {}


def test_every_dialogue_has_a_name_of_its_own_and_floors_are_of_dialogues() -> None:
    names = [scenario["name"] for scenario in load_script("scenarios").load(FILES)]
    assert len(names) == len(set(names))
    assert set(names) >= FLOORS
