"""Validation of texts, names and counts from outside."""

from typing import Any, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from chronomem.graph_schema.errors import InvalidInput, InvalidText

MAX_TEXT = 1_000_000
"""The longest text of a turn, in characters; longer texts are documents, which the caller should split."""


MAX_NAME = 512
"""The longest id or name, in characters."""


def check_text(text: str, what: str = "text", *, limit: int = MAX_TEXT) -> str:
    """Return a text that can be stored; raise `InvalidText` for one that can't."""
    if not isinstance(text, str):
        raise InvalidText(f"{what} must be a string, not {type(text).__name__} ({text!r:.80})")
    if not text.strip():
        raise InvalidText(f"{what} is empty or blank ({text!r:.80}); give at least one visible character")
    if len(text) > limit:
        raise InvalidText(f"{what} has {len(text):,} characters, and {limit:,} is the maximum; split it into parts")
    if "\0" in text:
        raise InvalidText(f"{what} holds a NUL character at position {text.index(chr(0))}; remove it")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InvalidText(
            f"{what} holds a lone surrogate at position {error.start}, which is not a character; decode the text"
            " with errors='replace', or remove it"
        ) from None
    return text


def check_count(what: str, value: int) -> None:
    """Raise `InvalidInput` if a value is not a whole number from 0."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise InvalidInput(f"{what} must be a whole number from 0, not {value!r:.60}")


def check_name(name: str, what: str) -> str:
    """Return an id or name that can be stored, stripped of surrounding white space."""
    return check_text(name, what, limit=MAX_NAME).strip()


def is_name(what: str) -> AfterValidator:
    """Return `check_name` for a field of a model."""
    return AfterValidator(lambda value: check_name(value, what))


def invalid_input(error: ValidationError) -> InvalidInput:
    """Convert the first error of pydantic to an `InvalidInput` that names the field and the value."""
    first = error.errors()[0]
    if isinstance(cause := first.get("ctx", {}).get("error"), InvalidInput):
        return cause
    field = ".".join(map(str, first["loc"])) or "value"
    return InvalidInput(f"{field}: {first['msg']} (got {first['input']!r:.80})")


class CheckedModel(BaseModel):
    """Values from outside that were checked once, and don't change afterwards."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @classmethod
    def of(cls, /, **values: Any) -> Self:
        """Check the values and return the model; raise `InvalidInput` or `InvalidText`, never pydantic's error."""
        try:
            return cls(**values)
        except ValidationError as error:
            raise invalid_input(error) from None
