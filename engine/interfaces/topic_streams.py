"""Topics that recur: a thing that is talked about in several months, with its topic in each of them."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chronomem.engine.timeline.topics import Topic

_LEADS = 8
"""The number of a topic's things that may carry a stream."""


@dataclass(frozen=True)
class Stream:
    """A recurring thing, in lower case, with its topic in each month."""

    name: str
    topics: Mapping[int, Topic]

    @property
    def turns(self) -> int:
        return sum(len(topic.turn_ids) for topic in self.topics.values())

    @property
    def title(self) -> str:
        """The name in its most frequent capitalisation."""
        things = (thing for topic in self.topics.values() for thing in topic.things if thing.lower() == self.name)
        forms = Counter(things)
        return min(forms, key=lambda form: (form.islower(), -forms[form], form))


def streams_of(months: Mapping[int, Sequence[Topic]], most: int) -> list[Stream]:
    """Return the things that recur in topics of several months, those with most turns first.

    A topic belongs to at most one stream, and a stream has at most one topic per month. `most` bounds their number.
    """
    left = {topic.id: (month, topic) for month, own in months.items() for topic in own}
    streams: list[Stream] = []
    while len(streams) < most:
        by_thing: defaultdict[str, dict[int, Topic]] = defaultdict(dict)
        for month, topic in left.values():  # the largest topic of a month comes first
            for thing in dict.fromkeys(map(str.lower, topic.things[:_LEADS])):
                by_thing[thing].setdefault(month, topic)
        found = [Stream(thing, own) for thing, own in by_thing.items() if len(own) > 1]
        if not found:
            break
        best = min(found, key=lambda stream: (-stream.turns, -len(stream.topics), stream.name))
        streams.append(best)
        for topic in best.topics.values():
            del left[topic.id]
    return streams
