"""Every interface offers the whole filter of facts, in the words of its fields."""

import asyncio
import inspect
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest
import typer.main

from chronomem import AsyncMemory, InvalidInput, Memory
from chronomem.engine.interfaces.cli.application import app
from chronomem.engine.interfaces.http.settings import ServiceSettings
from chronomem.engine.interfaces.http.tokens import Tokens
from chronomem.engine.interfaces.mcp.server import create_server
from chronomem.engine.interfaces.service.application import create_app
from chronomem.engine.memory.tables import FILTERS
from chronomem.graph_schema.facts.fact_filter import FactFilter

DOCS = Path(__file__).parents[4] / "docs"
DESCRIPTIONS = {name: field.description for name, field in FactFilter.model_fields.items()}


class NoMemory:
    """Stands where a server is made and asked nothing."""

    has_model = False


def of_command(name: str) -> dict[str, Any]:
    command: Any = typer.main.get_command(app)
    return {option.name: option.help for option in command.commands[name].params}


def of_http() -> dict[str, Any]:
    service = create_app(cast("AsyncMemory", NoMemory()), ServiceSettings(), Tokens({}))
    asked = service.openapi()["paths"]["/users/{user}/facts"]["get"]["parameters"]
    return {parameter["name"]: parameter["description"] for parameter in asked}


def of_tool() -> dict[str, Any]:
    server = create_server(cast("AsyncMemory", NoMemory()), lambda _: pytest.fail("nobody asks"))
    [tool] = [tool for tool in asyncio.run(server.list_tools()) if tool.name == "facts"]
    return {name: schema["description"] for name, schema in tool.input_schema["properties"].items()}


@pytest.mark.parametrize(
    ("offered", "besides"),
    [
        (
            of_command("facts"),
            {"user", "consolidate", "as_json", "folder", "uri", "auth_user", "auth_password", "auth_file", "database"},
        ),
        (of_http(), {"user"}),
        (of_tool(), set[str]()),
    ],
    ids=["command", "http", "tool"],
)
def test_an_interface_offers_all_fields_and_nothing_else(offered: dict[str, Any], besides: set[str]) -> None:
    assert {name: told for name, told in offered.items() if name not in besides | {"help"}} == DESCRIPTIONS


def test_python_and_tables_offer_all_fields() -> None:
    keywords = inspect.signature(Memory.facts).parameters
    fields = {name: field.default for name, field in FactFilter.model_fields.items()}
    assert {name: p.default for name, p in keywords.items() if name not in ("self", "user")} == fields
    told = " ".join((Memory.facts.__doc__ or "").split())
    assert [name for name, words in DESCRIPTIONS.items() if f"{name}: {words}" not in told] == []
    assert FILTERS["facts"] == tuple(fields)
    assert of_command("table").items() >= DESCRIPTIONS.items()


@pytest.mark.parametrize("page", ["command-line", "service", "mcp", "analysis"])
def test_the_page_of_an_interface_names_all_fields(page: str) -> None:
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    named = {name: f"--{name.replace('_', '-')}" if page == "command-line" else f"`{name}`" for name in DESCRIPTIONS}
    assert [name for name, words in named.items() if words not in text] == []


def test_names_are_checked_and_times_are_left_to_be_read_in_the_zone_of_the_user() -> None:
    time = datetime(2023, 6, 20, tzinfo=UTC)
    assert FactFilter.of(about=" Ann ", as_of="2023-06-20", known_at=time) == FactFilter(
        about="Ann", as_of="2023-06-20", known_at=time
    )
    for wrong in ({"about": " "}, {"predicate": "p" * 513}, {"include_invalid": "perhaps"}, {"include_all": True}):
        with pytest.raises(InvalidInput, match=next(iter(wrong))):
            FactFilter.of(**wrong)
