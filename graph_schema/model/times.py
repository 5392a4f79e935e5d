"""Validation of times and timezones from outside."""

from datetime import datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from chronomem.graph_schema.errors import InvalidTime
from chronomem.graph_schema.model.periods import check_supported


def zone_of(name: str) -> ZoneInfo:
    """Return the timezone of an IANA name; raise `InvalidTime` if there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InvalidTime(f"unknown timezone {name!r}; give an IANA name such as 'Europe/Lisbon'") from None


def read_time(value: datetime | str, zone: tzinfo, what: str = "said_at") -> datetime:
    """Return a time in UTC. A naive time is taken in `zone`; strings are ISO 8601.

    A local time that the end of daylight saving repeats is taken as the first of the two; one that its beginning skips
    is moved on by the skipped hour.

    Raises:
        InvalidTime: not a time, or outside the supported years.
    """
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value.strip())
        except ValueError:
            raise InvalidTime(
                f"{what} {value!r:.80} is not an ISO 8601 time such as '2024-05-31T14:30:00+02:00'"
            ) from None
    if not isinstance(value, datetime):
        raise InvalidTime(f"{what} must be a datetime or an ISO 8601 string, not {type(value).__name__}")
    return check_supported(value if value.tzinfo else value.replace(tzinfo=zone))
