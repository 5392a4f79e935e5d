"""A span of days, which the timeline, the lanes and the graph are narrowed to together."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Self
from zoneinfo import ZoneInfo

from chronomem.engine.interfaces.explorer.wording import day_of

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Days:
    """The days from `first` to `last`, both included, in the user's timezone."""

    first: date
    last: date
    zone: ZoneInfo

    @classmethod
    def of(cls, start: datetime, end: datetime, zone: ZoneInfo) -> Self:
        """Return the days of a half-open interval."""
        first = start.astimezone(zone).date()
        return cls(first, max(first, (end - timedelta(microseconds=1)).astimezone(zone).date()), zone)

    @classmethod
    def read(cls, view: Mapping[str, str], zone: ZoneInfo) -> Self | None:
        """Return the days that an address names as `from` and `until`; None if it names none, or no days."""
        try:
            first, last = date.fromisoformat(view["from"]), date.fromisoformat(view["until"])
        except (KeyError, ValueError):
            return None
        return cls(first, last, zone) if first <= last else None

    @property
    def start(self) -> datetime:
        return datetime.combine(self.first, time(), self.zone)

    @property
    def end(self) -> datetime:
        """The beginning of the first day after them."""
        return datetime.combine(self.last + _DAY, time(), self.zone)

    @property
    def written(self) -> Mapping[str, str]:
        """The days as an address names them."""
        return {"from": self.first.isoformat(), "until": self.last.isoformat()}

    @property
    def title(self) -> str:
        """The days in words, such as `1 May 2024 to 3 May 2024`."""
        first, last = (day_of(datetime.combine(day, time())) for day in (self.first, self.last))
        return first if self.first == self.last else f"{first} to {last}"
