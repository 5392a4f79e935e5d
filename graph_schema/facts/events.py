"""Intervals of events: group the claims about them into occurrences."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from chronomem.graph_schema.facts.claims import END, Claim, Ending, Key, closes
from chronomem.graph_schema.facts.spans import Span, lost, merge


def draw_events(claims: Sequence[Claim], endings: Iterable[Ending]) -> list[Span]:
    """Return a span for each occurrence.

    An occurrence begins when it happens; unless an end was given, it has happened ever after. Dated mentions of one
    time are one occurrence, and the most precise mention gives its time; other times are other occurrences. An undated
    mention belongs to the latest occurrence before the utterance, because people repeat a story more often than the
    event repeats. A denial of an earlier statement withdraws it.
    """
    finished = [
        Claim(e.assertion, e.meaning, e.at, END, dated=False, rule=e.rule)
        for e in endings
        if e.meaning is not None and not e.assertion.negated
    ]
    denials = [c for c in claims if c.negated]
    by_key: defaultdict[Key, list[Claim]] = defaultdict(list)
    taken_back: list[Span] = []
    for claim in (*(c for c in claims if not c.negated), *finished):
        denial = next((d for d in sorted(denials, key=_saying) if _denies(d, claim)), None)
        if denial is not None:
            taken_back.append(lost(claim, denial.assertion))
        else:
            by_key[claim.key].append(claim)
    happened = [span for key in sorted(by_key) for span in _occurrences(by_key[key])]
    denied = [Span(d.key, d.start, d.end, d.dated, (d.assertion,)) for d in denials]
    return [*happened, *merge([*taken_back, *denied])]


def _denies(denial: Claim, claim: Claim) -> bool:
    """Whether a later denial concerns the same time."""
    linked = claim.assertion.id in denial.assertion.contradicts
    if not linked and (not closes(denial, claim) or denial.assertion.said_at <= claim.assertion.said_at):
        return False
    return linked or not denial.dated or (denial.start < _until(claim) and claim.start < denial.end)


def _occurrences(claims: Sequence[Claim]) -> list[Span]:
    found: list[Span] = []
    for claim in sorted((c for c in claims if c.dated), key=_precision):
        home = next((n for n, span in enumerate(found) if _meets(claim, span)), None)
        if home is None:
            found.append(_occurrence(claim))
        else:
            found[home] = found[home].supported(claim.assertion)
    found.sort(key=lambda span: span.start)
    for claim in sorted((c for c in claims if not c.dated), key=lambda c: (c.start, c.assertion.id)):
        before = [n for n, span in enumerate(found) if span.start <= claim.start]
        if before:
            found[before[-1]] = found[before[-1]].supported(claim.assertion)
        else:
            found.insert(0, _occurrence(claim))
    return found


def _occurrence(claim: Claim) -> Span:
    words = claim.dated and claim.assertion.dating == "words"
    until = claim.assertion.invalid_at if words else None
    return Span(claim.key, claim.start, claim.end, claim.dated, (claim.assertion,), occurred_until=until)


def _precision(claim: Claim) -> tuple[float, datetime, str, str]:
    length = (_until(claim) - claim.start).total_seconds()
    return length, claim.start, claim.meaning, claim.assertion.id


def _until(claim: Claim) -> datetime:
    """Return the end of the period in which an event happened, or its start if it has no end."""
    if claim.end < END:
        return claim.end
    return claim.assertion.invalid_at or claim.start


def _meets(claim: Claim, span: Span) -> bool:
    """Whether a mention, no more precise than an occurrence, refers to the occurrence's time."""
    until = span.occurred_until or (span.end if span.end < END else span.start)
    if claim.start == span.start:
        return True
    return claim.start < max(until, span.start + datetime.resolution) and span.start < _until(claim)


def _saying(claim: Claim) -> tuple[datetime, str]:
    return claim.assertion.said_at, claim.assertion.id
