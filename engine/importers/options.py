"""Options for files that lack some information."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.model.times import zone_of


def _encoding(name: str) -> str:
    try:
        "".encode(name)
    except (LookupError, ValueError):
        raise InvalidInput(f"unknown encoding {name!r:.40}; give one such as cp1252, latin-1 or utf-16") from None
    return name


DateOrder = Literal["dmy", "mdy", "ymd"]
"""The order of day, month and year in a date."""


class ReadOptions(BaseModel):
    """Options for reading a file. Frozen; an omitted option is derived from the file, or an error asks for it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    timezone: Annotated[str, AfterValidator(lambda name: zone_of(name).key)] | None = Field(
        default=None, description="The IANA zone of times that name none; omitted, the user's own timezone."
    )
    date_order: DateOrder | None = Field(
        default=None, description="Whether 3/4/24 is in April (dmy) or in March (mdy), in a chat's text export."
    )
    time_format: str | None = Field(
        default=None, description="The form of times in rows, in the notation of strptime: '%d/%m/%Y %H:%M'."
    )
    encoding: Annotated[str, AfterValidator(_encoding)] | None = Field(
        default=None, description="The encoding of texts, such as cp1252, as Python names it; omitted, UTF-8."
    )
    columns: Mapping[str, str] = Field(
        default_factory=dict, description="The column or key of a row for each field of a turn: {'said_at': 'Sent on'}."
    )


DEFAULTS = ReadOptions()
