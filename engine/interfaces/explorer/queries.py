"""The queries that the console offers, and the names in the graph that it completes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.database.statements import family, statement

_SAMPLES = {
    "sample_people": "People and things mentioned",
    "sample_speakers": "Turns by speaker, with dates",
    "sample_ended": "Facts that have ended",
    "sample_replaced": "Facts and their replacements",
    "sample_relations": "Relations between entities (graph)",
    "sample_calendar": "Days within weeks within months (graph)",
}
_QUESTION = re.compile(
    r"^### (?P<title>[^\n]+)$(?:(?!^#).)*?^```cypher\n(?P<query>.+?)^```\n", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True)
class Names:
    """The names that a query may use: properties by label, and types of relations."""

    properties: Mapping[str, list[str]]
    types: list[str]


def samples() -> dict[str, str]:
    """Return the queries that the console offers, by title."""
    return {
        title: "\n".join(line for line in statement(name).splitlines() if not line.startswith("//"))
        for name, title in _SAMPLES.items()
    }


@cache
def cookbook() -> dict[str, str]:
    """Return the queries of the cookbook, by title; a first line that is a comment holds their parameters."""
    page = (files("chronomem.engine.interfaces.explorer") / "cookbook.md").read_text(encoding="utf-8")
    return {found["title"]: found["query"].strip() for found in _QUESTION.finditer(page)}


async def names_in(memory: AsyncMemory, user: str) -> Names:
    """Return the names in a user's graph."""
    properties = {}
    for label in family("explore_keys"):
        [row] = await memory.cypher(statement(f"explore_keys_{label}"), user=user)
        properties[label] = sorted(row["keys"])
    [row] = await memory.cypher(statement("explore_types"))
    return Names(properties, sorted(row["types"]))
