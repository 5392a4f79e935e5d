"""The structures of memories that the environment names."""

from collections.abc import Mapping
from typing import Any

from chronomem.engine.settings import STRUCTURES
from chronomem.graph_schema.errors import InvalidInput


def structure_settings(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the field of `Settings` that CHRONOMEM_STRUCTURES sets; if it is there without a name, no structures.

    Raises:
        InvalidInput: a name is unknown.
    """
    if (listed := environment.get("CHRONOMEM_STRUCTURES")) is None:
        return {}
    names = tuple(listed.replace(",", " ").split())
    if unknown := [name for name in names if name not in STRUCTURES]:
        raise InvalidInput(f"CHRONOMEM_STRUCTURES names {unknown[0]!r}; choose from: {', '.join(STRUCTURES)}")
    return {"structures": names}
