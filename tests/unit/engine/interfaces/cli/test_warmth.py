"""How long the database stays after a command."""

import pytest

from chronomem.engine.interfaces.cli import warmth
from chronomem.engine.interfaces.cli.warmth import LINGER_S, linger_s
from chronomem.graph_schema.errors import InvalidInput


@pytest.fixture(autouse=True)
def outside_containers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmth, "_CONTAINER_FILES", ())


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [
        ({}, LINGER_S),
        ({"CHRONOMEM_LINGER": ""}, LINGER_S),
        ({"CHRONOMEM_LINGER": "0"}, 0.0),
        ({"CHRONOMEM_LINGER": " 2.5 "}, 2.5),
        ({"CI": "true"}, 0.0),
        ({"container": "podman"}, 0.0),
        ({"KUBERNETES_SERVICE_HOST": "10.0.0.1", "CHRONOMEM_LINGER": "30"}, 30.0),
    ],
)
def test_the_environment_decides_and_nothing_stays_in_containers(environment: dict[str, str], seconds: float) -> None:
    assert linger_s(environment) == seconds


def test_nothing_stays_where_the_container_left_its_mark(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setattr(warmth, "_CONTAINER_FILES", (tmp_path_factory.mktemp("container"),))
    assert linger_s({}) == 0.0


@pytest.mark.parametrize("asked", ["long", "-1", "nan", "inf"])
def test_what_is_no_number_of_seconds_is_refused(asked: str) -> None:
    with pytest.raises(InvalidInput, match=f"CHRONOMEM_LINGER is '{asked}'"):
        linger_s({"CHRONOMEM_LINGER": asked})
