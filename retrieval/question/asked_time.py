"""The times that a question names; events that a time is counted from are looked up among the facts."""

import math
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chronomem.extractors.semantic_time import Anchor, TimeInterval, TimeSettings, TimeSpan, parse_time, resolve_anchors
from chronomem.extractors.turns.times import LEAST_WEIGHT
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.facts.predicates import INTENTIONS, VIEWS
from chronomem.graph_schema.model.dialogue import User
from chronomem.retrieval.index.function_words import ENGLISH
from chronomem.retrieval.index.intervals import Interval, interval
from chronomem.retrieval.index.terms import analyse, names_in, terms, words
from chronomem.retrieval.index.user_index import UserIndex
from chronomem.retrieval.question.foreign_times import foreign_times

_LEAST_SHARE = 0.6
"""The minimum share of an event's words that a fact must contain to match it."""
_MOST_TELLERS = 100
"""The maximum number of turns in which a fact that dates an event is looked for."""
_OTHER_NAMES = {"wed": "marri", "marri": "wed", "birth": "born", "born": "birth", "death": "die", "die": "death"}
"""Stems of words for one event that don't share a stem: "the wedding" is when somebody got married."""
_HALF = {"week": timedelta(days=3), "month": timedelta(days=15), "year": timedelta(days=182)}
"""The tolerance of a day counted in such units: "two weeks before the wedding" is approximate."""
_NO_TURNS = np.zeros(0, dtype=np.int64)


class NamedTimes(NamedTuple):
    """The times that a question names.

    Attributes:
        intervals: the intervals.
        terms: the index terms of the words that name them: "before she moved".
        places: where such words stand in the question, as begins and ends, but for those that name an event as well.
    """

    intervals: tuple[Interval, ...] = ()
    terms: frozenset[str] = frozenset()
    places: tuple[tuple[int, int], ...] = ()


class AskedTimes:
    """Finds the intervals that questions name.

    Args:
        read: runs a named statement on the graph of the user who asks.
        index: the index of the user's turns.
    """

    def __init__(self, read: Callable[..., Awaitable[Sequence[Row]]], index: UserIndex) -> None:
        self._read = read
        self._index = index

    async def read(self, text: str, user: User, now: datetime) -> NamedTimes:
        """Return the times that a question names; none for a question without time, or one that asks "when".

        Questions to a memory are about the past, so an ambiguous time ("on Friday") is taken as past. A time that is
        counted from an event ("when I lived in Porto") is that of the fact which states the event; a time without
        such a fact is left out. In a question in another language than English, dateparser finds the times.
        """
        language = analyse(text, self._index.language).language
        if language != ENGLISH:
            return NamedTimes(foreign_times(text, language, user, now))
        settings = TimeSettings(timezone=user.timezone, prefer="past")
        spans = parse_time(text, now=now, settings=settings)
        if any(span.anchor is not None and not span.resolved for span in spans):
            spans = await self._resolved(text, spans, now, settings)
        named = [span for span in spans if span.resolved and (span.weight >= LEAST_WEIGHT or span.anchor is not None)]
        return NamedTimes(
            tuple(interval(*_about(span)) for span in named),
            frozenset(term for span in named for term in terms(text[span.start_char : span.end_char])),
            tuple((span.start_char, span.end_char) for span in named if span.anchor is None),
        )

    async def _resolved(
        self, text: str, spans: list[TimeSpan], now: datetime, settings: TimeSettings
    ) -> list[TimeSpan]:
        events = [span.anchor.text for span in spans if span.anchor is not None]
        words = sorted({word for event in events for word in (*telling(event), *other_names(event))})
        tellers = sorted({n for event in events for n in self._tellers(event)})
        turns = list(dict.fromkeys(self._index.turns[number].id for number in tellers))
        rows = await self._read("find_facts_of_turns", turns=turns, words=words) if words else []
        return resolve_anchors(spans, FactAnchors(rows, set(terms(names_in(text)))), now=now, settings=settings)

    def _tellers(self, event: str) -> Sequence[int]:
        """Return the turns that may mention an event, those with its rarest words first.

        A fact names its subject where the turn says "I", so a turn may lack one word more than a fact.
        """
        asked = set(terms(event))
        found = [self._turns_with(term) for term in sorted(asked)]
        turns, which = np.unique(np.concatenate([*found, _NO_TURNS]), return_inverse=True)
        rarity = np.repeat([1 / max(len(each), 1) for each in found], [len(each) for each in found])
        held = np.bincount(which, minlength=len(turns)) >= math.ceil(_LEAST_SHARE * len(asked)) - 1
        weights = np.bincount(which, weights=rarity, minlength=len(turns))
        best = np.argsort(-weights, kind="stable")
        return [int(turn) for turn in turns[best][held[best]][:_MOST_TELLERS]]

    def _turns_with(self, term: str) -> NDArray[np.int64]:
        """Return the turns that contain a term or its other name."""
        turns = self._index.postings.lookup(term)[0]
        other = _OTHER_NAMES.get(term)
        return turns if other is None else np.union1d(turns, self._index.postings.lookup(other)[0])


def _about(span: TimeSpan) -> tuple[datetime | None, datetime | None]:
    """Return the interval of a span; a day counted in weeks from an event gets some days on either side."""
    anchor = span.anchor
    slack = _HALF.get(anchor.unit or "") if anchor is not None and anchor.count else None
    if slack is None or span.start is None or span.end is None:
        return span.start, span.end
    return span.start - slack, span.end + slack


@dataclass(frozen=True, slots=True)
class _Told:
    """A fact that may date an event.

    Attributes:
        terms: the index terms of its text.
        described: the terms right before another term, which may only modify it: "the wedding dress".
        reading: the interval in which the fact held.
        is_true: whether it happened or held, and isn't an intention or a view.
    """

    terms: frozenset[str]
    described: frozenset[str]
    reading: TimeInterval
    is_true: bool


class FactAnchors:
    """Dates events by facts: the best match contains most of an event's words, and few others.

    A move that took place is a better match than the plan to move, and that of a person whom the question names is
    better than another's: "Where did Ann live before she moved?".

    Args:
        rows: facts: id, predicate, text, valid_at, invalid_at, occurred_until; times as text.
        names: the index terms of the names in the question.
    """

    def __init__(self, rows: Sequence[Row], names: Collection[str] = ()) -> None:
        self._names = frozenset(names)
        dated = [row for row in rows if row["valid_at"] is not None]
        dated.sort(key=lambda row: (datetime.fromisoformat(row["valid_at"]), row["id"]))
        self._told = [_told(row) for row in dated]

    def __call__(self, anchor: Anchor, *, now: datetime) -> TimeInterval | None:  # noqa: ARG002 - part of the protocol
        """Return the interval of the event that an anchor names, or None."""
        asked = frozenset(terms(anchor.text))
        if not asked:
            return None
        fitting = []
        for number, told in enumerate(self._told):
            named = [name for term in asked for name in (term, _OTHER_NAMES.get(term)) if name in told.terms]
            if len(named) >= _LEAST_SHARE * len(asked):
                describing = len(asked) == 1 and told.described.issuperset(named)
                share, about = len(named) / len(asked), len(self._names & told.terms)
                fitting.append((share, told.is_true, not describing, about, -len(told.terms), number))
        return self._told[max(fitting)[-1]].reading if fitting else None


def _told(row: Row) -> _Told:
    start, end = (datetime.fromisoformat(row[key]) if row[key] else None for key in ("valid_at", "invalid_at"))
    until = datetime.fromisoformat(row["occurred_until"]) if row["occurred_until"] else end
    reading = TimeInterval(start, until, "day" if until is not None else "interval")
    is_true = row["predicate"] not in INTENTIONS | VIEWS
    return _Told(frozenset(terms(row["text"])), frozenset(_describing(row["text"])), reading, is_true)


def _describing(text: str) -> list[str]:
    """Return the terms of a text that another content word follows."""
    said = [(terms(word) or [""])[0] for word in words(text)]
    return [first for first, second in pairwise(said) if first and second]


def other_names(text: str) -> list[str]:
    """Return the other names of the events that a text names."""
    return [_OTHER_NAMES[term] for term in terms(text) if term in _OTHER_NAMES]


def telling(text: str) -> list[str]:
    """Return the first letters of a text's content words, cut so that they match any form of the word."""
    return [word[: max(4, len(word) - 3)] for word in words(text) if terms(word)]
