"""The JSON schema of a pydantic model in the form of strict structured outputs, as short as possible."""

from typing import Any

from pydantic import BaseModel

_LEFT_OUT = frozenset({"title", "default", "minLength", "maxLength", "discriminator"})
"""Schema keywords that servers reject in strict mode, or that only cost tokens."""


def strict_schema(answer: type[BaseModel]) -> dict[str, Any]:
    """Return a schema in which every property is required and no other is allowed.

    The descriptions of fields are kept, because the model reads them; the docstring of the class is not.
    """
    schema: dict[str, Any] = _strict(answer.model_json_schema())
    for part in (schema, *schema.get("$defs", {}).values()):
        part.pop("description", None)
    return schema


def _strict(part: Any) -> Any:
    if isinstance(part, list):
        return [_strict(member) for member in part]
    if not isinstance(part, dict):
        return part
    kept = {word: _strict(value) for word, value in part.items() if word not in _LEFT_OUT}
    for word in ("properties", "$defs"):
        if word in part:  # names below these are ours, not keywords of the schema
            kept[word] = {name: _strict(value) for name, value in part[word].items()}
    if part.get("type") == "object" and "properties" in part:
        kept["required"] = list(part["properties"])
        kept["additionalProperties"] = False
    if "oneOf" in kept:
        kept["anyOf"] = kept.pop("oneOf")
    return kept
