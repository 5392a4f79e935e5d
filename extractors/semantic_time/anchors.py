"""Times that are counted from an event: "the week after my birthday", "when I lived in Porto".

The parser returns the words that name the event; a resolver looks the event up in memory. If the words hold a time of
their own ("since I moved in 2021"), that time dates the event and no resolver is needed.
"""

import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain
from typing import Final, Literal

from chronomem.extractors.semantic_time.direction import cues
from chronomem.extractors.semantic_time.lexicon import PLAIN
from chronomem.extractors.semantic_time.numbers import below_hundred
from chronomem.extractors.semantic_time.periods import DAY, GRAINS, LocalSpan, period_of, shift, weekend_of
from chronomem.extractors.semantic_time.recurrences import months_of_year, weekday
from chronomem.extractors.semantic_time.settings import TimeSettings
from chronomem.extractors.semantic_time.spans import Anchor, AnchorResolver, Grain, TimeInterval, TimeSpan

_Relation = Literal["before", "after", "during", "since", "until"]
_RELATIONS: Final[dict[str, _Relation]] = {
    "before": "before",
    "after": "after",
    "since": "since",
    "until": "until",
    "till": "until",
    "during": "during",
    "when": "during",
    "while": "during",
    "by the time": "until",
    "at the time of": "during",
    "around the time of": "during",
    "around the time": "during",
}
_SEASONS: Final = {"spring": 0, "summer": 1, "autumn": 2, "fall": 2, "winter": 3}
_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NAMED_UNITS: Final = "|".join((*_SEASONS, *(day.capitalize() for day in _WEEKDAYS)))
_UNITS: Final = "minute|hour|day|night|weekend|week|month|year|decade"
_NAMED: Final = r"(?P<named>(?:my|our|his|her|their|the|[A-Z][a-z]+'s)\ [a-z])"
_CLAUSE: Final = r"(?P<clause>(?:I|we|you|he|she|they|it|[A-Z][a-z]+)\ [a-z])"
# An event starts with an owner or article and a noun, with a person and a verb, or with a gerund.
_LEAD: Final = re.compile(
    r"(?<![\w-])(?:(?P<count>an?|the|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,3}|a\ few|a\ couple\ of)\ "
    rf"(?P<unit>(?:{_UNITS})s?|{_NAMED_UNITS})\ )?(?P<relation>before|after|since|until|till|during|when|while"
    r"|by\ the\ time|(?:at|around)\ the\ time\ of|around\ the\ time)\ "
    rf"(?={_NAMED}|{_CLAUSE}|(?P<doing>[a-z]{{2,}}ing\b))",
)
# The period in which an event took place: "the summer we got married", "the week of the move".
_HELD: Final = re.compile(
    rf"(?<![\w-])(?P<count>the)\ (?P<unit>{_UNITS}|{'|'.join(_SEASONS)})\ "
    rf"(?P<relation>)(?P<doing>)(?:of\ (?={_NAMED})|(?:(?:that|when|in\ which)\ )?(?={_CLAUSE}))"
)
_END: Final = re.compile(
    r"[,.;:!?()\[\]\n\"]|\ -+\ |\ (?:and|but|so|because|then|or|did|do|does|what|where|who|how|when|while|before|after"
    r"|that|which|until|since)\b|$"
)
_NOUN_END: Final = re.compile(rf"{_END.pattern}|\ (?:I|we|you|he|she|they|it)\b")
_PRESENT: Final = re.compile(r"\b(?:is|are|has|have|can|will|may|should|must)\b")
_FAR: Final = timedelta(days=366)
_LONGEST: Final = 80  # characters; a longer clause tells a story instead of naming an event
_NO_EVENTS: Final = frozenset({"time", "same", "moment", "first", "last", "next", "past", "end", "future", "fact"})


def anchored_spans(text: str, spans: list[TimeSpan]) -> list[TimeSpan]:
    """Return the spans together with the times that are counted from an event, in the order of the text."""
    found = list(spans)
    for match in chain(_LEAD.finditer(text), _HELD.finditer(text)):
        end = match.end() + event_length(text, match.end(), bool(match["named"]))
        words = text[match.end() : end]
        place = bisect_left(found, match.end(), key=_start)
        led = found[place - 1] if place else None
        if not words or not is_event(match, words):
            continue
        if led and covers(led, match):
            if not is_unit(led, match):
                continue
            found.remove(led)
            place -= 1
        inner = found[place] if place < len(found) and found[place].end_char <= end else None
        if inner is None:
            found.insert(place, unresolved(text, match, words.rstrip()))
        elif (open_end := pinned(text, inner, match)) is not None:
            found[place] = open_end
    return found


def _start(span: TimeSpan) -> int:
    return span.start_char


def is_unit(led: TimeSpan, match: re.Match[str]) -> bool:
    """Whether a span is just the unit that is counted from the event: "the summer" of "the summer we met"."""
    begins = match.start() - len("in ")  # "in the spring" of "in the spring after the wedding"
    return match["unit"] is not None and begins <= led.start_char and led.end_char <= match.end("unit")


def event_length(text: str, start: int, named: bool) -> int:
    """Return how many characters of the text name the event; a noun is not followed by a person's action."""
    ending = (_NOUN_END if named else _END).search(text, start + 1, start + _LONGEST)
    return (ending.start() if ending else min(len(text), start + _LONGEST)) - start


def is_event(match: re.Match[str], words: str) -> bool:
    """Whether the words name a past or future event, rather than a habit or a period."""
    if match["doing"]:
        told = cues(match.string[max(0, match.start() - _LONGEST) : match.end() + _LONGEST])
        happened = any(tense.looks == "past" for tense in told)
        return happened and words.split()[0] not in ("during", "morning", "evening")
    if match["named"] and match["relation"] not in ("when", "while", "by the time", "around the time"):
        parts = words.lower().split()
        noun = parts[1].strip("',") if len(parts) > 1 else ""
        return (
            not _PRESENT.search(words)
            and noun != ""
            and noun not in _NO_EVENTS
            and PLAIN.get(noun, ("X",))[0] in ("X", "BIZ", "SCHOOL")
        )
    return any(tense.looks == "past" for tense in cues(words))


def covers(span: TimeSpan, match: re.Match[str]) -> bool:
    """Whether a span overlaps the words that introduce the event."""
    return span.end_char > match.start() + 1 and span.weight > 0.3


def pinned(text: str, inner: TimeSpan, match: re.Match[str]) -> TimeSpan | None:
    """Return the open interval of "since I moved in 2021"; None if the words don't open one."""
    relation = _RELATIONS.get(match["relation"], "during")
    if relation in ("during", "after") or match["unit"] or inner.start is None or inner.kind == "vague":
        return None
    start, end = (inner.start, None) if relation == "since" else (None, inner.start)
    first = match.start("relation")
    whole = text[first : inner.end_char]
    others = tuple(
        replace(other, end=None) if relation == "since" else replace(other, start=None, end=other.start)
        for other in inner.alternatives
        if other.start is not None
    )
    return TimeSpan(start, end, inner.grain, "open", whole, first, inner.end_char, inner.weight, others)


def unresolved(text: str, match: re.Match[str], words: str) -> TimeSpan:
    """Return the span of a time whose event is not yet resolved."""
    relation = _RELATIONS.get(match["relation"], "during")
    # "Three weeks since my surgery" is a duration and not a time.
    counted = relation in ("before", "after") or not match["relation"]
    unit = unit_name(match["unit"]) if counted and match["unit"] else None
    anchor = Anchor(words, relation, count_of(match["count"]) if counted else 0, unit)
    grain: Grain = "interval" if unit is None else GRAINS.get(unit, "season" if unit in _SEASONS else "day")
    start, end = match.start() if counted else match.start("relation"), match.end() + len(words)
    return TimeSpan(None, None, grain, "anchored", text[start:end], start, end, 0.5, (), anchor)


def unit_name(word: str) -> str:
    """Return the unit in the singular and in lower case."""
    low = word.lower()
    return low if low in _WEEKDAYS else low.removesuffix("s")


def count_of(word: str | None) -> float:
    """Return the number of units; 0 for "the week before"."""
    if word is None or word == "the":
        return 0
    known = {"a": 1, "an": 1, "a few": 3, "a couple of": 2}
    if word in known:
        return known[word]
    if word.isdecimal():
        return int(word)
    number = below_hundred([word], 0)
    return number.value if number else 0


def resolve_anchors(
    spans: list[TimeSpan], resolver: AnchorResolver, *, now: datetime, settings: TimeSettings
) -> list[TimeSpan]:
    """Return the spans, with intervals for the anchors that the resolver knows; the others stay unresolved."""
    return [resolve_anchor(span, resolver, now, settings) if span.anchor else span for span in spans]


def resolve_anchor(span: TimeSpan, resolver: AnchorResolver, now: datetime, settings: TimeSettings) -> TimeSpan:
    """Return the span with its interval, or the span itself if the event isn't known."""
    if span.anchor is None or span.resolved:
        return span
    event = resolver(span.anchor, now=now)
    if event is None:
        return span
    start, end = counted_from(event, span.anchor, settings)
    if start is None and end is None:
        return span
    grain = span.grain if span.anchor.unit else event.grain
    return replace(span, start=start, end=end, grain=grain)


def counted_from(
    event: TimeInterval, anchor: Anchor, settings: TimeSettings
) -> tuple[datetime | None, datetime | None]:
    """Return the interval before, after or during an event, as the anchor says."""
    back = anchor.relation == "before"
    if anchor.unit:
        return units_from(event, anchor, settings)
    if anchor.relation == "during":
        return event.start, event.end
    if anchor.relation == "since":
        return event.start, None
    if back or anchor.relation == "until":
        return None, event.start
    return event.end or event.start, None  # an event known only by its start was over, or well under way, by then


def units_from(event: TimeInterval, anchor: Anchor, settings: TimeSettings) -> tuple[datetime | None, datetime | None]:
    """Return "the day two weeks after" or "the week before" an event."""
    back = anchor.relation in ("before", "until")
    edge = event.start if back else event.end or event.start
    if edge is None or anchor.unit is None:
        return None, None
    if anchor.relation == "during" or anchor.unit in ("weekend", *_SEASONS, *_WEEKDAYS):
        return named_period(edge, anchor, settings)
    move = _mover(settings)
    if anchor.count == 0:
        return (move(edge, -1, anchor.unit), edge) if back else (edge, move(edge, 1, anchor.unit))
    base = edge if back or event.start is None else event.start
    moment = move(base, -anchor.count if back else anchor.count, anchor.unit)
    if anchor.unit in ("minute", "hour"):
        return moment, moment + timedelta(seconds=1)
    local = period_of(moment.replace(tzinfo=None), "day", 0)
    return local.start.replace(tzinfo=settings.zone), (local.start + DAY).replace(tzinfo=settings.zone)


def named_period(edge: datetime, anchor: Anchor, settings: TimeSettings) -> tuple[datetime | None, datetime | None]:
    """Return "the summer before" an event, "the Monday after" it, "the week of" it."""
    local, unit = edge.astimezone(settings.zone).replace(tzinfo=None), str(anchor.unit)
    if anchor.relation == "during" and unit not in _SEASONS:
        span = period_of(local, unit, settings.first_weekday)
    else:
        around = periods_named(unit, local, settings)
        if anchor.relation == "before":
            span = [each for each in around if each.end <= local][-max(1, round(anchor.count))]
        elif anchor.relation == "after":
            span = [each for each in around if each.start >= local][max(1, round(anchor.count)) - 1]
        else:  # the season that holds the event, or the nearest one, as people err by a few days
            span = min(around, key=lambda each: max(each.start - local, local - each.end))
    return span.start.replace(tzinfo=settings.zone), span.end.replace(tzinfo=settings.zone)


def periods_named(unit: str, moment: datetime, settings: TimeSettings) -> list[LocalSpan]:
    """Return the weekends, seasons or weekdays with a name around a moment."""
    low, high = moment - _FAR, moment + _FAR
    if unit in _SEASONS:
        number = _SEASONS[unit] if settings.hemisphere == "north" else (_SEASONS[unit] + 2) % 4
        return months_of_year((3, 6, 9, 12)[number], 3, "season").instances(low, high)
    if unit in _WEEKDAYS:
        return weekday(_WEEKDAYS.index(unit)).instances(low, high)
    saturday = weekend_of(low, settings.first_weekday).start
    return [LocalSpan(day, day + 2 * DAY, "weekend") for day in (saturday + week * 7 * DAY for week in range(105))]


def _mover(settings: TimeSettings) -> Callable[[datetime, float, str], datetime]:
    def move(moment: datetime, count: float, unit: str) -> datetime:
        local = moment.astimezone(settings.zone).replace(tzinfo=None)
        return shift(local, count, unit).replace(tzinfo=settings.zone)

    return move
