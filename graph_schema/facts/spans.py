"""Unbroken intervals, on the way from claims to facts."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from chronomem.graph_schema.facts.assertion import Assertion
from chronomem.graph_schema.facts.claims import Claim, Key


@dataclass(frozen=True, slots=True)
class Span:
    """An interval during which one thing holds.

    Attributes:
        key: the content that holds.
        start, end: half-open; empty if the claim lost at its own start.
        dated: whether the start is known.
        supporters: the supporting assertions.
        closed_by: the assertion that ended it, unless it ended by its own words.
        successor: of the assertions that end it at that moment, the one that names what took its place; else the first
            by id. It doesn't depend on the order of learning, as `closed_by` does.
        occurred_until: for an event, the end of the period within which it happened.
    """

    key: Key
    start: datetime
    end: datetime
    dated: bool
    supporters: tuple[Assertion, ...]
    closed_by: Assertion | None = None
    successor: Assertion | None = None
    occurred_until: datetime | None = None

    @property
    def is_void(self) -> bool:
        """Whether it holds at no time although nothing ended it: "that makes five" where nothing was counted."""
        return self.start >= self.end and self.closed_by is None

    def supported(self, *more: Assertion) -> "Span":
        """Return the span with further supporters."""
        unique = {a.id: a for a in (*self.supporters, *more)}
        return replace(self, supporters=tuple(unique.values()))


def lost(claim: Claim, winner: Assertion) -> Span:
    """Return the empty span of a claim that another kept from holding at all."""
    return Span(claim.key, claim.start, claim.start, claim.dated, (claim.assertion,), winner)


def merge(spans: Iterable[Span]) -> list[Span]:
    """Merge overlapping or adjacent spans with the same key; empty ones that the same assertion defeated become one."""
    by_key: defaultdict[Key, list[Span]] = defaultdict(list)
    for span in spans:
        by_key[span.key].append(span)
    merged: list[Span] = []
    for key in sorted(by_key):
        held = [s for s in by_key[key] if s.start < s.end]
        merged += _merge_held(sorted(held, key=_order))
        merged += _merge_lost(sorted((s for s in by_key[key] if s.start >= s.end), key=_order))
    return merged


def _merge_held(spans: Sequence[Span]) -> list[Span]:
    merged: list[Span] = []
    for span in spans:
        if merged and span.start <= merged[-1].end:
            merged[-1] = _joined(merged[-1], span)
        else:
            merged.append(span)
    return merged


def _joined(first: Span, second: Span) -> Span:
    longer = second if second.end > first.end else first
    return replace(
        first.supported(*second.supporters),
        end=longer.end,
        closed_by=longer.closed_by or (second.closed_by if second.end == first.end else None),
        successor=longer.successor or (second.successor if second.end == first.end else None),
        dated=first.dated or (second.dated and second.start == first.start),
    )


def _merge_lost(spans: Sequence[Span]) -> list[Span]:
    by_winner: dict[str, Span] = {}
    for span in spans:
        winner = span.closed_by.id if span.closed_by else ""
        known = by_winner.get(winner)
        by_winner[winner] = known.supported(*span.supporters) if known else span
    return list(by_winner.values())


def _order(span: Span) -> tuple[datetime, datetime, str]:
    return span.start, span.end, span.supporters[0].id
