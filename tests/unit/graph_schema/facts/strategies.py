"""Assertions for tests: short ways to write one, and strategies that make any."""

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from chronomem.graph_schema.facts.assertion import Assertion, digest
from chronomem.graph_schema.facts.claims import ARRIVED, PLANNED
from chronomem.graph_schema.facts.derivation import derive
from chronomem.graph_schema.facts.relative import AWAITED

EPOCH = datetime(2020, 1, 1, tzinfo=UTC)


def day(number: float) -> datetime:
    """Return a moment that many days after the beginning of 2020."""
    return EPOCH + timedelta(days=number)


def assertion(predicate: str, words: str | None, **changes: Any) -> Assertion:
    """Return an assertion about Ann; words that begin with a capital letter name an entity."""
    start, end = changes.pop("start", None), changes.pop("end", None)
    said_at = changes.pop("said_at", start or end or EPOCH)
    entity = words is not None and words[0].isupper()
    values: dict[str, Any] = {
        "subject": "entity:ann",
        "predicate": predicate,
        "object": f"entity:{words}" if entity else None,
        "object_name": words if entity else None,
        "value": None if entity else words,
        "text": f"Ann {predicate} {words}",
        "valid_at": start,
        "invalid_at": end,
        "dating": "given" if start or end else "turn",
        "said_at": said_at,
        "created_at": said_at,
    } | changes
    name = [values[k] for k in sorted(values) if k != "created_at"]
    return Assertion(**({"id": digest(*name)} | values))


Held = tuple[str, float | None, float | None]
"""What holds: its words, and the days since the beginning of 2020 between which it does."""


def say(predicate: str, words: str | None, at: float, **more: Any) -> Assertion:
    """Something that was said on a day and is dated only by that."""
    return assertion(predicate, words, said_at=day(at), **more)


def since(predicate: str, words: str, start: float, end: float | None = None, **more: Any) -> Assertion:
    """Something that is dated; said on the day on which it begins, unless another is given."""
    said = day(more.pop("at", start))
    return assertion(predicate, words, start=day(start), end=None if end is None else day(end), said_at=said, **more)


def over(predicate: str, words: str | None, at: float, **more: Any) -> Assertion:
    """Something that is over, as was said on a day."""
    return assertion(predicate, words, said_at=day(at), ended=True, **more)


def worded(predicate: str, words: str, start: float, at: float, **more: Any) -> Assertion:
    """Something that words date: a state that begins on a day, or one that is over by then; said on another."""
    time = {"end": day(start), "ended": True} if more.pop("ended", False) else {"start": day(start)}
    return assertion(predicate, words, said_at=day(at), dating="words", **time, **more)


def held(assertions: list[Assertion]) -> list[Held]:
    """Return what holds after some assertions."""
    return [
        (
            ("not " if f.negated else "") + f.words,
            None if f.valid_at is None else (f.valid_at - EPOCH).days,
            None if f.invalid_at is None else (f.invalid_at - EPOCH).days,
        )
        for f in derive(assertions)
    ]


_GRAINS = [None, "day", "month", "season", "year", PLANNED, ARRIVED]
_GROUPS = {
    "home": (["lives_in"], ["Porto", "Lisbon", "Lisbon, Portugal", "Portugal", "porto", AWAITED]),
    "opinion": (["likes", "dislikes"], ["coffee", "Coffee", "black coffee", "tea"]),
    "partner": (["has_partner", "engaged_to", "married_to"], ["Ben", "Carl", "Ben Smith", "someone"]),
    "things": (["owns"], ["bike", "blue bike", "old blue bike", "blue bikes"]),
    "counts": (["owns"], ["two hens", "3 hens", "one hen", "two cats", "now four", "now 3 hens"]),
    "plans": (["plans"], ["go to Lisbon with Bram", "Lisbon", "run", "trip to Lisbon"]),
    "visits": (["visited"], ["Paris", "Rome"]),
    "birth": (["has_birthday"], ["3 May", "4 May"]),
    "moods": (["feels"], ["happy", "sad"]),
}


@st.composite
def groups(draw: st.DrawFn, largest: int = 7, *, links: bool = True) -> list[Assertion]:
    """Any assertions of one group; times are few, so that they often meet."""
    predicates, words = _GROUPS[draw(st.sampled_from(sorted(_GROUPS)))]
    drawn = draw(st.lists(_assertions(predicates, words), min_size=1, max_size=largest))
    linked = []
    for number, one in enumerate(drawn):
        kind = draw(st.sampled_from(["", "", "", "", "repeats", "refines", "contradicts"]))
        link = {kind: (draw(st.sampled_from(drawn[:number])).id,)} if links and kind and number else {}
        linked.append(one if not link else type(one)(**({f: getattr(one, f) for f in one.__slots__} | link)))
    return list({one.id: one for one in linked}.values())


@st.composite
def _assertions(draw: st.DrawFn, predicates: list[str], words: list[str]) -> Assertion:
    days = st.none() | st.integers(0, 8).map(day)
    start, end = draw(days), draw(days)
    if start is not None and end is not None and end <= start:
        start, end = (end, start) if end < start else (start, None)
    ended = draw(st.sampled_from([False, False, False, True]))
    negated = not ended and draw(st.sampled_from([False, False, False, True]))
    vague = (ended or negated) and draw(st.booleans())
    dating = "turn" if start is None and end is None else draw(st.sampled_from(["given", "words"]))
    return assertion(
        draw(st.sampled_from(predicates)),
        None if vague else draw(st.sampled_from(words)),
        start=start,
        end=end,
        ended=ended,
        negated=negated,
        said_at=day(draw(st.integers(0, 10))),
        created_at=day(20 + draw(st.integers(0, 3))),
        dating=dating,
        grain=draw(st.sampled_from(_GRAINS)) if dating == "words" else None,
        confidence=draw(st.sampled_from([0.5, 0.9, 1.0])),
        present=draw(st.booleans()),
        turn_id=f"t{draw(st.integers(0, 5))}",
    )
