"""What can be told about a file that it doesn't tell itself."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from chronomem.graph_schema.model.times import zone_of

DateOrder = Literal["dmy", "mdy", "ymd"]
"""In which order a date names day, month and year."""


class ReadOptions(BaseModel):
    """How a file is to be read. Frozen; what is left out is found in the file, or asked for by an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    timezone: Annotated[str, AfterValidator(lambda name: zone_of(name).key)] | None = Field(
        default=None,
        description="The IANA zone of times that name none; left out, they are read in the user's own timezone.",
    )
    date_order: DateOrder | None = Field(
        default=None, description="Whether 3/4/24 is a day of April (dmy) or of March (mdy), in a chat's text export."
    )
    time_format: str | None = Field(
        default=None, description="How times are written in rows, as strptime has it: '%d/%m/%Y %H:%M'."
    )
    columns: Mapping[str, str] = Field(
        default_factory=dict,
        description="Which column or key of a row holds which field of a turn: {'said_at': 'Sent on'}.",
    )


DEFAULTS = ReadOptions()
