"""Metadata of turns and sessions, and the filter of turns by metadata, time, speaker and role."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field

from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.model.checks import CheckedModel, check_name, check_text
from chronomem.graph_schema.model.times import read_limit

Scalar = str | int | float | bool | None
Metadata = Mapping[str, Scalar]

MAX_METADATA = 4_096
"""The greatest length of metadata as JSON, in bytes."""


def check_metadata(given: Mapping[str, Any]) -> dict[str, Scalar]:
    """Return metadata that can be stored: a flat JSON object; raise `InvalidInput` for anything else."""
    if not isinstance(given, Mapping):
        raise InvalidInput(f"metadata must be a JSON object, not {type(given).__name__} ({given!r:.80})")
    for key, value in given.items():
        check_name(key, "a key of metadata")
        if not isinstance(value, Scalar):
            raise InvalidInput(f"metadata is flat: {key!r:.60} must be a text, a number, true, false or null")
        if isinstance(value, str) and value.strip():
            check_text(value, f"the metadata {key!r:.60}")
    text = metadata_text(given)
    if (size := len(text.encode())) > MAX_METADATA:
        raise InvalidInput(f"metadata has {size:,} bytes as JSON, and {MAX_METADATA:,} is the maximum; keep its id")
    return dict(given)


def metadata_text(metadata: Metadata) -> str:
    """Return metadata as it is stored, with its keys in the order given."""
    try:
        return json.dumps(metadata, ensure_ascii=False, allow_nan=False)
    except ValueError as error:
        raise InvalidInput(f"metadata is not JSON: {error}") from None


def _conditions(given: Any) -> dict[str, tuple[Scalar, ...]]:
    """Return the values that each key may have; a caller gives one value, or a list of some."""
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except ValueError:
            raise InvalidInput(f'where must be JSON, such as {{"channel": "sales"}}, not {given!r:.80}') from None
    if not isinstance(given, Mapping):
        raise InvalidInput(f"where must be an object of keys and values, not {given!r:.80}")
    wanted = {key: tuple(value) if isinstance(value, list | tuple) else (value,) for key, value in given.items()}
    for key, values in wanted.items():
        for value in values:
            check_metadata({key: value})
    return wanted


def _names(given: Any) -> tuple[str, ...] | None:
    if given is None:
        return None
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InvalidInput(f"speakers and roles are lists of names, not {given!r:.80}")
    return tuple(check_name(name, "name") for name in given)


def told(value: Scalar) -> tuple[bool, Scalar]:
    """Return a value as it is compared: 1 and 1.0 are equal, as in JSON, but 1 and true are not."""
    return isinstance(value, bool), value


class TurnFilter(CheckedModel):
    """A filter of turns. A turn passes that meets every condition.

    Attributes:
        where: for each key of the metadata, the values that pass. The metadata of a turn is that of its session, with
            its own on top; a key that is missing has the value None.
        since, until: only turns said in this half-open time range; naive times are in the user's timezone.
        speakers, roles: only turns of one of these.
    """

    where: Annotated[Any, AfterValidator(_conditions)] = Field(default_factory=dict)
    since: datetime | str | None = None
    until: datetime | str | None = None
    speakers: Annotated[Any, AfterValidator(_names)] = None
    roles: Annotated[Any, AfterValidator(_names)] = None

    @property
    def is_open(self) -> bool:
        """Whether every turn passes."""
        return not self.where and self.since is self.until is self.speakers is self.roles is None

    def span(self, zone: ZoneInfo) -> tuple[datetime | None, datetime | None]:
        """Return the time range as aware times; raise `InvalidTime` if one can't be parsed."""
        return read_limit(self.since, zone, "since"), read_limit(self.until, zone, "until")

    def meets(self, metadata: Metadata) -> bool:
        """Whether metadata meets the conditions."""
        return all(
            any(told(metadata.get(key)) == told(value) for value in values) for key, values in self.where.items()
        )

    def admits(self, row: Mapping[str, Any], zone: ZoneInfo) -> bool:
        """Whether a turn passes that the statement `read_filtered` found."""
        since, until = self.span(zone)
        said = datetime.fromisoformat(row["said_at"])
        return (
            (since is None or since <= said)
            and (until is None or said < until)
            and (self.speakers is None or row["speaker"] in self.speakers)
            and (self.roles is None or row["role"] in self.roles)
            and self.meets(joined(row["metadata"], row["of_session"]))
        )


def joined(own: str | None, of_session: str | None) -> dict[str, Scalar]:
    """Return the metadata of a turn from its stored forms: that of its session, with its own on top."""
    texts: Sequence[str] = [text for text in (of_session, own) if text is not None]
    found: dict[str, Scalar] = {}
    for text in texts:
        found |= json.loads(text)
    return found


EVERY_TURN = TurnFilter()
"""The filter that every turn passes."""
