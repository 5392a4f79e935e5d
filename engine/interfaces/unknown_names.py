"""The message for a name that no entity has, with the names that are like it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chronomem.graph_schema.facts.views import Entity

SHOWN = 3
"""How many similar names are offered."""


def unknown_name(name: str, similar: Sequence["Entity"]) -> str:
    """Return that there is no entity with a name, and which there are instead."""
    names = [entity.name for entity in similar[:SHOWN]]
    advice = f"did you mean {' or '.join(names)}?" if names else "check the name"
    return f"there is no entity called {name!r:.80}; {advice}"
