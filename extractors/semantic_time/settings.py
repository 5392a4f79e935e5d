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
        description="IANA name of the user's timezone, in which days, weeks and months begin and end.",
    )
    week_start: Weekday = Field(default="monday", description="First day of the week.")
    day_first: bool = Field(
        default=False,
        description="Read 03/04/2026 as 3 April. A date that is valid in only one order is read in that order.",
    )
    hemisphere: Literal["north", "south"] = Field(
        default="north", description="Hemisphere, which determines the months of the seasons."
    )
    fiscal_year_start: int = Field(
        default=1,
        ge=1,
        le=12,
        description="Month in which the fiscal year starts. A fiscal year is named after the year it ends in.",
    )
    holidays_country: str = Field(
        default="US",
        description="ISO 3166 code of the country whose public holidays are recognised by name.",
    )
    prefer: Prefer = Field(
        default="auto",
        description="Preferred reading of 'Friday' or 'May': the last one, the next one, or whichever fits the tense.",
    )
    fallback: bool = Field(
        default=True,
        description="Parse dates with month names of other languages ('3 mars 2020') with dateparser.",
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
