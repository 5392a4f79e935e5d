"""User settings for time expressions."""

from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import BaseModel, ConfigDict, Field, field_validator

Prefer = Literal["past", "future", "auto"]
Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

WEEKDAYS: tuple[Weekday, ...] = (
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
)


class TimeSettings(BaseModel):
    """Settings for parsing time expressions. Frozen; pass it explicitly."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    timezone: str = Field(
        default="UTC",
        description="IANA name of the user's timezone; days, weeks and months are cut in it.",
    )
    week_start: Weekday = Field(default="monday", description="First day of the week.")
    day_first: bool = Field(
        default=False,
        description="Read 03/04/2026 as 3 April. A date that is possible in one order only is read in that one.",
    )
    hemisphere: Literal["north", "south"] = Field(
        default="north", description="Decides in which months the seasons fall."
    )
    fiscal_year_start: int = Field(
        default=1,
        ge=1,
        le=12,
        description="Month in which the fiscal year starts. A fiscal year is named after the year it ends in.",
    )
    holidays_country: str = Field(
        default="US",
        description="ISO 3166 code of the country whose public holidays are known by name.",
    )
    prefer: Prefer = Field(
        default="auto",
        description="Which reading of 'Friday' or 'May' comes first: the last, the next, or what the tense says.",
    )
    fallback: bool = Field(
        default=True,
        description="Read dates with month names of other languages ('3 mars 2020') with dateparser.",
    )

    @field_validator("timezone")
    @classmethod
    def _known_timezone(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            raise ValueError(f"timezone {value!r} is not known; give an IANA name such as 'Europe/Lisbon'") from error
        return value

    @property
    def zone(self) -> ZoneInfo:
        """The timezone as an object."""
        return ZoneInfo(self.timezone)

    @property
    def first_weekday(self) -> int:
        """The first day of the week, numbered as in `date.weekday`: Monday is 0."""
        return WEEKDAYS.index(self.week_start)
