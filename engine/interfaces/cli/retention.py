"""The policies of retention named by the environment, or by an option."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chronomem.graph_schema.errors import InvalidInput


def read_policies(path: Path) -> dict[str, Any]:
    """Return the policies of a JSON file: the fields of `Retention`.

    Raises:
        InvalidInput: the file can't be read, or is no JSON object.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidInput(f"{path} can't be read as policies of retention: {error}") from None
    if not isinstance(found, dict):
        raise InvalidInput(f'{path} must hold a JSON object, such as {{"turns": "2 years"}}')
    return found


def retention_settings(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the field of `Settings` for the policies in the file that CHRONOMEM_RETENTION names, if it names one."""
    if not (place := environment.get("CHRONOMEM_RETENTION")):
        return {}
    from chronomem.graph_schema.model.retention import Retention

    return {"retention": Retention.of(**read_policies(Path(place)))}
