"""States that are only known to be over: the span that an ending has, or gets, without any other mention."""

from collections.abc import Iterable, Sequence

from chronomem.graph_schema.facts.claims import BEGINNING, Claim, Ending, by_moment
from chronomem.graph_schema.facts.predicates import PARTNERS
from chronomem.graph_schema.facts.spans import Span

LEAST_TELLING = 0.5
"""Least confidence at which an ending, without any other mention of the state, makes a fact of its own."""


def with_former_states(spans: Sequence[Span], endings: Iterable[Ending]) -> list[Span]:
    """Return spans with the endings of their contents as support, and one for each ending of which there is none."""
    placed = list(spans)
    for ending in sorted(endings, key=by_moment):
        if ending.meaning is None or ending.assertion.negated or ending.assertion.confidence < LEAST_TELLING:
            continue
        home = _home(ending, placed)
        if home is not None:
            placed[home] = placed[home].supported(ending.assertion)
        else:
            placed.append(_past(ending, spans))
    return placed


def _home(ending: Ending, spans: Sequence[Span]) -> int | None:
    """Return the index of the latest span that began before an ending of the same content."""
    own = [
        (span.start, -number)
        for number, span in enumerate(spans)
        if _is_of(ending, span) and (span.start < ending.at or (span.start == ending.at and not span.dated))
    ]
    return -max(own)[1] if own else None


def _is_of(ending: Ending, span: Span) -> bool:
    predicate, meaning, negated = span.key
    same = predicate == ending.assertion.predicate or ending.rule.group == PARTNERS
    return same and meaning == ending.meaning and not negated


def _past(ending: Ending, spans: Sequence[Span]) -> Span:
    """Return the span of a state that is only known to be over: the nearest free time before its end."""
    assert ending.meaning is not None
    key = (ending.assertion.predicate, ending.meaning, False)
    ghost = Claim(ending.assertion, ending.meaning, BEGINNING, ending.at, dated=False, rule=ending.rule)
    taken = [s for s in spans if s.start < s.end and _takes(s, ghost)]
    end = ending.at
    while over := [s.start for s in taken if s.start < end <= s.end]:
        end = min(over)
    start = max((s.end for s in taken if s.end <= end), default=BEGINNING)
    return Span(key, start, end, False, (ending.assertion,))


def _takes(span: Span, ghost: Claim) -> bool:
    """Whether a span excludes the state at its time: by another value of a single-valued predicate, or by a denial."""
    predicate, meaning, negated = span.key
    if predicate != ghost.predicate:
        return False
    return negated if meaning == ghost.meaning else ghost.rule.single and not negated
