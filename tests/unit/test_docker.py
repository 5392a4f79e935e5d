"""The files in docker/ agree with each other, with the code, and with the Neo4j that is tested against."""

import re
import subprocess
import tomllib
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml
from distributed.cli import dask_scheduler, dask_worker
from pydantic import ValidationError

from chronomem.engine.interfaces.cli import application
from chronomem.engine.interfaces.http.tokens import ADMIN, Tokens
from tests.compose_schema import Compose

_ROOT = Path(__file__).parents[2]
_DOCKER = _ROOT / "docker"
_COMPOSE_TEXT = (_DOCKER / "compose.yaml").read_text()


@pytest.fixture
def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(_COMPOSE_TEXT)["services"]
    return found


def ours(services: dict[str, Any]) -> dict[str, Any]:
    """Return the services that run the image."""
    return {name: service for name, service in services.items() if service["image"] == "chronomem"}


def test_the_file_follows_the_specification_and_names_only_what_there_is() -> None:
    compose = Compose.model_validate(yaml.safe_load(_COMPOSE_TEXT))
    for service in compose.services.values():
        assert service.depends_on.keys() <= compose.services.keys()
        assert set(service.secrets) <= compose.secrets.keys()
        assert {granted.source for granted in service.configs} <= compose.configs.keys()
        waits = [name for name, own in service.depends_on.items() if own.condition == "service_healthy"]
        assert all(compose.services[name].healthcheck for name in waits)
    assert all((_DOCKER / config.file).is_file() for config in compose.configs.values())
    ignored = (_ROOT / ".gitignore").read_text().splitlines()
    assert {f"docker/{secret.file[2:]}" for secret in compose.secrets.values()} <= set(ignored)


@pytest.mark.parametrize("change", [{"comand": []}, {"ports": [8080]}, {"depends_on": {"neo4j": {"condition": "up"}}}])
def test_the_schema_refuses_what_compose_would(change: dict[str, Any]) -> None:
    document = yaml.safe_load(_COMPOSE_TEXT)
    document["services"]["proxy"] |= change
    with pytest.raises(ValidationError):
        Compose.model_validate(document)


def test_the_commands_are_ones_that_chronomem_and_dask_take(services: dict[str, Any]) -> None:
    programs = {
        "chronomem": typer.main.get_group(application.app).commands,
        "dask": {"scheduler": dask_scheduler.main, "worker": dask_worker.main},
    }
    taken = []
    for service in ours(services).values():
        if command := service.get("command"):
            program = service.get("entrypoint", ["chronomem"])[0]
            name, *options = command
            programs[program][name].make_context(name, options)
            taken.append(f"{program} {name}")
    assert sorted(taken) == ["chronomem serve", "chronomem serve", "chronomem worker", "dask scheduler", "dask worker"]


def test_the_proxy_and_prometheus_ask_services_at_ports_that_they_listen_at(services: dict[str, Any]) -> None:
    listened = {
        f"{name}:{port}"
        for name, service in services.items()
        for port in re.findall(r"(?:0\.0\.0\.0:|port\s+|address[= ]:)(\d+)", " ".join(service.get("command", ())))
    }
    proxied = re.findall(r"^\s+server (\S+:\d+) ", (_DOCKER / "nginx.conf").read_text(), re.MULTILINE)
    assert proxied == [f"{name}:8080" for name in services if name.startswith("replica-")]
    jobs = yaml.safe_load((_DOCKER / "prometheus.yml").read_text())["scrape_configs"]
    asked = {target for job in jobs for own in job.get("static_configs", ()) for target in own["targets"]}
    asked |= {f"{name}:{own['port']}" for job in jobs for own in job.get("dns_sd_configs", ()) for name in own["names"]}
    assert listened - {*proxied, *asked} == {"scheduler:8786"}, "to which workers connect"
    assert {*proxied, *asked} <= listened


def test_the_image_holds_what_the_services_import() -> None:
    extras = re.findall(r"\[([\w,]+)\]\"", (_DOCKER / "Dockerfile").read_text())
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text())
    assert {"server", "mcp", "explorer", "cluster"} <= set(extras[0].split(","))
    assert set(extras[0].split(",")) <= project["project"]["optional-dependencies"].keys()


def test_the_example_of_tokens_is_one() -> None:
    tokens = Tokens.read(_DOCKER / "tokens.example.toml")
    assert tokens.caller("replace-this-one") == ADMIN


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


def test_what_runs_chronomem_waits_for_neo4j_and_can_change_nothing_but_its_data(services: dict[str, Any]) -> None:
    assert "test" in services["neo4j"]["healthcheck"]
    assert len(ours(services)) == 6
    for service in ours(services).values():
        assert service["depends_on"]["neo4j"]["condition"] == "service_healthy"
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]


def test_every_volume_in_use_is_declared_and_neo4j_keeps_its_data_in_one(services: dict[str, Any]) -> None:
    declared = set(yaml.safe_load(_COMPOSE_TEXT)["volumes"])
    mounts = [mount.split(":") for service in services.values() for mount in service.get("volumes", [])]
    assert sorted(name for name, _ in mounts) == sorted(declared), "none is shared by two services"
    assert ["neo4j-data", "/data"] in mounts


def test_what_runs_chronomem_reads_every_variable_that_it_is_given(services: dict[str, Any]) -> None:
    read = {
        parameter.envvar
        for command in typer.main.get_group(application.app).commands.values()
        for parameter in command.params
    } | {"CHRONOMEM_INDEX_FOLDER"}
    given = {name for service in ours(services).values() for name in service.get("environment", ())}
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
