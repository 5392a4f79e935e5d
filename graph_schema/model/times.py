"""Times and timezones: validation of input, and conversion to and from the graph's format."""

from collections.abc import Callable
from datetime import UTC, datetime, tzinfo
from typing import overload
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from chronomem.graph_schema.errors import InvalidTime
from chronomem.graph_schema.model.periods import check_supported

Clock = Callable[[], datetime]
"""Returns the current time."""


def system_clock() -> datetime:
    """Return the machine's time. Nothing else reads it."""
    return datetime.now(UTC)


def milliseconds(moment: datetime) -> int:
    """Return a time in milliseconds since 1970, which compare in an index of either database."""
    return round(moment.timestamp() * 1000)


_NO_ZONES = frozenset({"Factory", "localtime", "posixrules"})
"""Files beside the timezones of many systems. They mean another time on each machine, or none."""


def zone_of(name: str) -> ZoneInfo:
    """Return the timezone with an IANA name; raise `InvalidTime` if there is none."""
    try:
        if name in _NO_ZONES or name.startswith(("posix/", "right/")):
            raise ValueError(name)
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InvalidTime(f"unknown timezone {name!r}; give an IANA name such as 'Europe/Lisbon'") from None


def read_time(value: datetime | str, zone: tzinfo, what: str = "said_at") -> datetime:
    """Return a time in UTC. A naive time is in `zone`; strings are ISO 8601.

    A local time that occurs twice at the end of daylight saving is the first of the two; one that is skipped at its
    start is moved forward by the skipped hour.

    Raises:
        InvalidTime: `value` is not a time, or is outside the supported years.
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


def read_limit(value: datetime | str | None, zone: tzinfo, what: str) -> datetime | None:
    """Return an optional time; otherwise like `read_time`."""
    return None if value is None else read_time(value, zone, what)


@overload
def utc_text(moment: datetime) -> str: ...
@overload
def utc_text(moment: None) -> None: ...
def utc_text(moment: datetime | None) -> str | None:
    """Return an aware time in the graph's format: ISO 8601 in UTC."""
    return None if moment is None else moment.astimezone(UTC).isoformat()


@overload
def utc_time(text: str) -> datetime: ...
@overload
def utc_time(text: None) -> None: ...
def utc_time(text: str | None) -> datetime | None:
    """Parse a text that `utc_text` returned; the time is in UTC."""
    return None if text is None else datetime.fromisoformat(text).astimezone(UTC)
