"""The crash campaign in short; at length with `nox -s crash`."""

from pathlib import Path

import pytest

from tests.crash.disturbances import DISTURBANCES
from tests.crash.killing import Campaign, operations

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Campaign:
    return Campaign(tmp_path_factory.mktemp("crash"), turns=40, seed=1)


@pytest.mark.parametrize("name", operations(1))
def test_a_killed_operation_ends_as_one_that_was_not(campaign: Campaign, name: str) -> None:
    campaign.run(name, 3)


@pytest.mark.parametrize("name", DISTURBANCES)
def test_a_disturbed_memory_is_what_it_would_be(tmp_path: Path, name: str) -> None:
    DISTURBANCES[name](tmp_path, 0.05)
