"""The topics over time: the recurring ones as bands, with the turns of each month."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from chronomem.engine.interfaces.topic_streams import streams_of
from chronomem.engine.timeline.topics import Topic

MOST_BANDS = 6
OTHERS = "other topics"


@dataclass(frozen=True)
class Band:
    """One recurring topic, or all others.

    Attributes:
        name: its name, to be shown.
        turns: the number of turns in each month of `TopicStream.months`.
    """

    name: str
    turns: Sequence[int]


@dataclass(frozen=True)
class TopicStream:
    """The bands, the largest first and all other topics last, over the months that have topics and those between."""

    months: Sequence[tuple[datetime, datetime]]
    bands: Sequence[Band]


def stream_of(topics: Sequence[Topic]) -> TopicStream | None:
    """Return the topics as a stream; None if there are none."""
    months: defaultdict[int, list[Topic]] = defaultdict(list)
    bounds: dict[int, tuple[datetime, datetime]] = {}
    for topic in topics:
        if topic.turn_ids:
            months[_number(topic.start)].append(topic)
            bounds[_number(topic.start)] = topic.start, topic.end
    if not months:
        return None
    ordered = {month: sorted(own, key=lambda one: (-len(one.turn_ids), one.name)) for month, own in months.items()}
    streams = streams_of(dict(sorted(ordered.items())), MOST_BANDS)
    numbers = sorted(bounds)
    bands = [
        Band(stream.title, [len(stream.topics[n].turn_ids) if n in stream.topics else 0 for n in numbers])
        for stream in streams
    ]
    all_turns = [sum(len(topic.turn_ids) for topic in months[n]) for n in numbers]
    others = [whole - sum(band.turns[place] for band in bands) for place, whole in enumerate(all_turns)]
    rest = [Band(OTHERS, others)] if any(others) else []
    return TopicStream([bounds[n] for n in numbers], [*bands, *rest])


def _number(month: datetime) -> int:
    return month.year * 12 + month.month
