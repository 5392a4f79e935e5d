"""What the environment names ends up in the settings of a memory."""

import pytest

from chronomem import InvalidInput, Settings
from chronomem.engine.consolidation.registry import STRUCTURES
from chronomem.engine.interfaces.cli.place import _settings
from chronomem.engine.settings import STRUCTURES as NAMES


def test_the_environment_names_the_structures_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _settings({}).structures == Settings().structures
    monkeypatch.setenv("CHRONOMEM_STRUCTURES", "calendar, hmem")
    assert _settings({}).structures == ("calendar", "hmem")
    assert _settings({"structures": ("topics",)}).structures == ("topics",), "what a command says counts more"
    monkeypatch.setenv("CHRONOMEM_STRUCTURES", "")
    assert _settings({}).structures == ()


def test_an_unknown_structure_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHRONOMEM_STRUCTURES", "calender")
    with pytest.raises(InvalidInput, match="CHRONOMEM_STRUCTURES names 'calender'; choose from: calendar, topics"):
        _settings({})


def test_the_settings_know_all_structures_in_their_order() -> None:
    assert tuple(STRUCTURES) == NAMES
