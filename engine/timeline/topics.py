"""Topics and personas of months, as results."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from chronomem.graph_schema.errors import InvalidTime
from chronomem.graph_schema.model.periods import path_from

_MONTH = re.compile(r"(?:month:)?(\d{4}-\d{2})")


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of a month: things that were talked about together. All times are in the user's timezone.

    Attributes:
        id: the same as long as the month doesn't change.
        month: such as `month:2024-05`.
        start, end: the month's half-open interval.
        name: its most frequent things.
        things: all its things, the most frequent first.
        entities: those of them that are entities.
        summary: a summary of the facts about them.
        extractive: whether the summary's sentences were taken from turns rather than written by a language model.
        turn_ids: the turns that are about them.
    """

    id: str
    month: str
    start: datetime
    end: datetime
    name: str
    things: tuple[str, ...]
    entities: tuple[str, ...]
    summary: str
    extractive: bool
    turn_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Persona:
    """How the speakers showed themselves in a topic of a month. All times are in the user's timezone.

    Attributes:
        id: the same as long as the month doesn't change.
        topic: the topic's id.
        month: such as `month:2024-05`.
        start, end: the month's half-open interval.
        name: the topic's name.
        summary: a summary of what they said about themselves.
        extractive: as for a topic.
        turn_ids: the turns that it was made from.
    """

    id: str
    topic: str
    month: str
    start: datetime
    end: datetime
    name: str
    summary: str
    extractive: bool
    turn_ids: tuple[str, ...]


def month_id(name: str, zone: ZoneInfo) -> str:
    """Return the id of a month's period; raise `InvalidTime` if the name isn't a month."""
    found = _MONTH.fullmatch(name)
    if found is None:
        raise InvalidTime(f"{name!r} is not a month; give one such as '2024-05'")
    return path_from(f"month:{found[1]}", zone)[0].id


def topic(row: Mapping[str, Any], zone: ZoneInfo) -> Topic:
    """Return a topic from its row."""
    return Topic(**_common(row, zone), things=tuple(row["things"]), entities=tuple(sorted(row["entities"])))


def persona(row: Mapping[str, Any], zone: ZoneInfo) -> Persona:
    """Return a persona from its row."""
    return Persona(**_common(row, zone), topic=row["topics"][0])


def _common(row: Mapping[str, Any], zone: ZoneInfo) -> dict[str, Any]:
    return {
        **{key: row[key] for key in ("id", "month", "name", "summary", "extractive")},
        **{key: datetime.fromisoformat(row[key]).astimezone(zone) for key in ("start", "end")},
        "turn_ids": tuple(sorted(row["turn_ids"])),
    }
