"""Times with one end: "since 2019", "until Friday", "before May", "3 pm or later"."""

from collections.abc import Iterable

from chronomem.extractors.semantic_time.meanings import (
    FINE,
    Fixed,
    distinct,
    grain_of,
    intersect,
    readings,
)
from chronomem.extractors.semantic_time.patterns import Built, PatternMatch, rule
from chronomem.extractors.semantic_time.periods import LocalInterval
from chronomem.extractors.semantic_time.rules import clock


def since(found: PatternMatch) -> Built:
    """Starting in May, 2019 or later."""
    return _from_start(found.readings(found["x"]))


def ever_since(found: PatternMatch) -> Built:
    """Since 2019: it looks back, whatever the verb does, unless the settings say otherwise."""
    back = found.env.settings.prefer == "auto"
    return _from_start(readings(found["x"], found.env, True) if back else found.readings(found["x"]))


def _from_start(starts: Iterable[LocalInterval]) -> Built:
    intervals = [LocalInterval(each.start, None, each.grain) for each in starts if each.start]
    return ("OPEN", Fixed(distinct(iter(intervals)), "open")) if intervals else None


def as_of(found: PatternMatch) -> Built:
    """As of last summer: from then on; the other reading is the state at that time."""
    built = since(found)
    if built is None:
        return None
    meaning = built[1]
    return ("OPEN", Fixed(distinct(iter((*meaning.readings[:1], *found.readings(found["x"])))), "open"))


def after(found: PatternMatch) -> Built:
    """After May: from the end of May; the other reading is from its start."""
    intervals = []
    for reading in found.readings(found["x"]):
        moments = (reading.start,) if reading.grain in FINE else (reading.end, reading.start)
        intervals += [LocalInterval(moment, None, reading.grain) for moment in moments if moment]
    return ("OPEN", Fixed(distinct(iter(intervals)), "open")) if intervals else None


def before(found: PatternMatch) -> Built:
    """Before May: up to its start; "on or before" includes it."""
    through = found["b"]
    intervals = []
    for reading in found.readings(found["x"]):
        point = reading.grain in FINE
        moments = (reading.end, reading.start) if through and not point else (reading.start,)
        if found.is_a("x", "PARTPERIOD"):
            moments = (reading.start, reading.end)
        intervals += [LocalInterval(None, moment, reading.grain) for moment in moments if moment]
    return ("OPEN", Fixed(distinct(iter(intervals)), "open")) if intervals else None


def until(found: PatternMatch) -> Built:
    """Until Friday, by May: through it, or up to its start; "by" looks ahead unless something says otherwise."""
    intervals = []
    ahead = found.is_a("r", "BY") and found.past_first is None
    for reading in readings(found["x"], found.env, False) if ahead else found.readings(found["x"]):
        moments = (reading.start,) if reading.grain in FINE else (reading.end, reading.start)
        intervals += [LocalInterval(None, moment, reading.grain) for moment in moments if moment]
    return ("OPEN", Fixed(distinct(iter(intervals)), "open")) if intervals else None


def through(found: PatternMatch) -> Built:
    """Through Friday, through 2019: up to its end; but what "came through last week" did so then."""
    span = found["x"]
    past = isinstance(span, Fixed) and all(each.end is not None and each.end <= found.env.now for each in span.readings)
    return None if past and grain_of(span) != "year" else until(found)


def until_now_open(found: PatternMatch) -> Built:
    """Up to now, so far."""
    return ("OPEN", Fixed((LocalInterval(None, found.env.now, "second"),), "open", 0.5))


def on_open(found: PatternMatch) -> Built:
    """Tomorrow before 5 pm, 1/1/2015 after 2:00."""
    meaning = intersect(found["d"], found["t"])
    if meaning is None:
        return None
    back = not found.is_a("r", "AFTER") and not found.is_a("r", "SINCE")
    intervals = [
        LocalInterval(None, each.start, each.grain) if back else LocalInterval(each.start, None, each.grain)
        for each in found.readings(meaning)
        if each.start
    ]
    return ("OPEN", Fixed(distinct(iter(intervals)), "open"))


def on_open_since(found: PatternMatch) -> Built:
    """3 pm or later on Monday."""
    meaning = intersect(found["d"], found["t"])
    if meaning is None:
        return None
    intervals = [LocalInterval(each.start, None, each.grain) for each in found.readings(meaning) if each.start]
    return ("OPEN", Fixed(distinct(iter(intervals)), "open"))


def hour_since(found: PatternMatch) -> Built:
    """Since 12, until 5."""
    time = clock.hour(found["h"].value)
    if time is None or found["h"].value == 0:
        return None
    back = found.is_a("r", "UNTIL")
    intervals = [
        LocalInterval(None, each.start, "hour") if back else LocalInterval(each.start, None, "hour")
        for each in found.readings(time)
        if back or (each.start and each.start <= found.env.now)
    ]
    return ("OPEN", Fixed(tuple(intervals), "open")) if intervals else None


_X = "x:(TIME|PARTPERIOD|THEUNIT|CLKA)"

RULES = [
    rule("b:PRE DASH x:(YEAR|DECADE|HOL)", before),
    rule("POST DASH x:(YEAR|DECADE|HOL)", after),
    rule("ASOF THE? x:(TIME|PARTPERIOD|THEUNIT)", as_of),
    rule("FROM THE? x:(POINT|NOWX) ON (?=P|COMMA)", since),
    rule("d:(DATE|WDAY|RELDAY|DOMX|HOL|SL2) r:(BEFORE|AFTER|BY|SINCE|UNTIL) AROUND? t:CLOCK", on_open),
    rule("t:CLOCK ORLATER ON d:(DATE|WDAY|RELDAY|DOMX|HOL|SL2)", on_open_since),
    rule(
        "AROUND? SINCE (THE|ABOUT)? AROUND? x:(TIME|PARTPERIOD|THEUNIT|CLKA)".replace("(THE|ABOUT)", "THE"),
        ever_since,
    ),
    rule("(STARTING|BEGIN ON?) THE? x:(POINT|PARTPERIOD|THEUNIT|CLKA|WEEKX)", since),
    rule(f"{_X} ORLATER (?!CLOCK|X)", since),
    rule(f"{_X} OREARLIER (?!X)", until),
    rule(f"AROUND? AFTER (THE)? AROUND? {_X}", after),
    rule(f"AROUND? b:BEFORE (THE)? AROUND? {_X}", before),
    rule(f"(ON|AT)? r:(UNTIL|BY) (THE)? AROUND? {_X}", until),
    rule(f"(ON|AT)? r:THROUGH (THE)? AROUND? {_X}", through),
    rule("r:(SINCE|UNTIL) h:HOUR (?!X|UNIT)", hour_since),
    rule("TONOW", until_now_open),
]
