"""The files in docker/ agree with each other, with the code, and with the Neo4j that is tested against."""

import re
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml

from chronomem.engine.interfaces.cli import application

_ROOT = Path(__file__).parents[2]
_DOCKER = _ROOT / "docker"
_COMPOSE_TEXT = (_DOCKER / "compose.yaml").read_text()


@pytest.fixture
def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(_COMPOSE_TEXT)["services"]
    return found


def test_neo4j_is_the_community_release_that_the_tests_run_on(services: dict[str, Any]) -> None:
    pom = ElementTree.parse(_ROOT / "tests" / "neo4j" / "pom.xml")  # noqa: S314 - our own file
    tested = pom.findtext(".//{*}neo4j.version")
    assert tested is not None
    release = ".".join(tested.split(".")[:2])
    assert services["neo4j"]["image"] == f"neo4j:{release}-community"


def test_every_port_is_open_on_this_machine_only(services: dict[str, Any]) -> None:
    ports = [port for service in services.values() for port in service.get("ports", [])]
    assert ports
    assert all(port.startswith("127.0.0.1:") for port in ports)


def test_secrets_have_no_default_and_stand_in_the_example_without_a_value() -> None:
    variables = re.findall(r"\$\{(\w+)(:\?)?", _COMPOSE_TEXT)
    assert variables
    assert {required for _, required in variables} == {":?"}
    example = dict(re.findall(r"^(\w+)=(.*)$", (_DOCKER / ".env.example").read_text(), re.MULTILINE))
    assert example == {name: "" for name, _ in variables}


def test_git_ignores_the_file_with_the_secrets() -> None:
    if not (_ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    ignored = subprocess.run(["git", "check-ignore", "--quiet", "docker/.env"], cwd=_ROOT, check=False)  # noqa: S607 - git of the PATH
    assert ignored.returncode == 0


def test_a_reader_cannot_make_neo4j_fetch_files_or_addresses(services: dict[str, Any]) -> None:
    environment = services["neo4j"]["environment"]
    assert environment["NEO4J_dbms_security_allow__csv__import__from__file__urls"] == "false"
    assert environment["NEO4J_internal_dbms_cypher__ip__blocklist"] == "0.0.0.0/0,::/0"


def test_the_command_line_waits_for_neo4j_and_can_change_nothing_but_its_data(services: dict[str, Any]) -> None:
    service = services["chronomem"]
    assert service["depends_on"]["neo4j"]["condition"] == "service_healthy"
    assert "test" in services["neo4j"]["healthcheck"]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]


def test_every_volume_in_use_is_declared_and_neo4j_keeps_its_data_in_one(services: dict[str, Any]) -> None:
    declared = set(yaml.safe_load(_COMPOSE_TEXT)["volumes"])
    mounts = dict(mount.split(":") for service in services.values() for mount in service.get("volumes", []))
    assert set(mounts) == declared
    assert "/data" in mounts.values()


def test_the_command_line_reads_every_variable_that_it_is_given(services: dict[str, Any]) -> None:
    read = {
        parameter.envvar
        for command in typer.main.get_group(application.app).commands.values()
        for parameter in command.params
    }
    given = set(services["chronomem"]["environment"])
    given |= set(re.findall(r"\b(CHRONOMEM_\w+)=", (_DOCKER / "Dockerfile").read_text()))
    assert given <= read


def test_the_image_is_built_from_the_whole_checkout_without_secrets_and_old_builds(services: dict[str, Any]) -> None:
    build = services["chronomem"]["build"]
    context = (_DOCKER / build["context"]).resolve()
    assert context == _ROOT
    dockerfile = context / build["dockerfile"]
    ignored = (dockerfile.parent / f"{dockerfile.name}.dockerignore").read_text().splitlines()
    assert {".git", "**/.env", "build"} <= set(ignored)
    packages = {path.name for path in (_ROOT / "src" / "chronomem").iterdir() if path.is_symlink()}
    assert packages
    assert not packages & set(ignored)


def test_the_image_does_not_run_as_root() -> None:
    last_stage = (_DOCKER / "Dockerfile").read_text().rpartition("\nFROM ")[2]
    user = re.findall(r"^USER (\d+):\d+$", last_stage, re.MULTILINE)
    assert user
    assert int(user[-1]) > 0
