"""Intervals of states: resolve the claims about them against each other."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from math import prod
from typing import NamedTuple

from chronomem.graph_schema.facts.assertion import Assertion
from chronomem.graph_schema.facts.claims import BEGINNING, END, Claim, Ending, Key, by_moment, closes, is_older_by_time
from chronomem.graph_schema.facts.former_states import with_former_states
from chronomem.graph_schema.facts.refinement import refine
from chronomem.graph_schema.facts.spans import Span, lost, merge

REPLACING = 0.6
"""Least probability at which an extracted claim takes the place of a surer one."""
_SURER = 0.1
"""How much surer a claim has to be than a doubtful one to take it back."""
_SAME_STORY = timedelta(days=180)
"""How long after a sure claim a surer one may show that it was early."""

_LEAST_SPAN = timedelta(days=1)
"""How long a state held at least that ended in the period in which it was told."""

_SIDE_BY_SIDE = frozenset({"works_at", "works_as", "studies_at"})
"""Predicates of one value, of which people may have two all the same."""


def draw_states(claims: Sequence[Claim], endings: Sequence[Ending], finer: dict[str, list[str]]) -> list[Span]:
    """Return the spans during which states hold.

    1. For a predicate that can't change, only the last statement counts. What never was, as a later turn says, doesn't
       count either; the value that this turn gives instead holds in its place.
    2. A general value that a more precise one covers becomes part of it.
    3. An end or a start that words date by a period lies behind the claims that were made in that period and that it
       ends: "I work at Lidl", some hours later "I quit today", which by itself counts from midnight.
    4. A state that was announced, and called off before its start, never holds; given another day, it begins then.
    5. What begins later, as a surer statement or a later announcement tells, doesn't hold yet: the claim before it is
       dropped, unless it was sure and half a year goes by between the two.
    6. A doubtful claim that contradicts a surer one while that holds is dropped.
    7. Of claims that can't hold together from one moment on, the one with the greatest weight holds; an undated claim
       that a dated one covers doesn't.
    8. Each claim holds until its own end, or the first ending, denial or other value after its start. An ending that
       names nothing leaves what its own turn says to begin. Of values told side by side, one that is told again ends
       no other.
    9. A state that is only known to be over gets a span of its own if nothing gives its start; an inferred ending does
       not.
    """
    claims, spans = _correct(claims)
    claims, denied = _denied(claims)
    spans += denied
    refined = refine(claims, endings, finer)
    spans += refined.replaced
    claims, endings = _after_their_states(refined.claims, refined.endings)
    standing, called_off, settled = _call_off(_postpone(claims, endings), endings)
    spans += called_off
    standing, early = _early(standing, endings)
    spans += early
    standing, doubted = _doubted(standing, endings)
    spans += doubted
    dated, beaten = _settle([c for c in standing if c.dated])
    spans += beaten
    beside = _beside(standing)
    covers = [(c, _close(c, dated, endings, beside)) for c in dated]
    undated = []
    for claim in (c for c in standing if not c.dated):
        winner = _covered(claim, covers)
        if winner is None:
            undated.append(claim)
        else:
            spans.append(lost(claim, winner))
    kept, beaten = _settle([*dated, *undated])
    spans = merge([*spans, *beaten, *(_close(c, kept, endings, beside) for c in kept)])
    placed = with_former_states(spans, [e for e in endings if e.assertion.id not in settled])
    return merge(placed)  # a state that ended at the moment at which it began again was never interrupted


def _correct(claims: Sequence[Claim]) -> tuple[Sequence[Claim], list[Span]]:
    """Remove the claims about something unchangeable that a later statement corrects."""
    fixed = [c for c in claims if c.rule.fixed and not c.negated]
    if not fixed:
        return claims, []
    right = max(fixed, key=_last_word)
    wrong = {c.assertion.id: c for c in fixed if c.meaning != right.meaning}
    return [c for c in claims if c.assertion.id not in wrong], [lost(c, right.assertion) for c in wrong.values()]


def _last_word(claim: Claim) -> tuple[bool, datetime, float, int, str, str]:
    """Return the rank of a claim about something unchangeable: of one moment, the surer one counts, not the later."""
    a = claim.assertion
    return a.is_by_operator, a.said_at, a.confidence, a.seq, claim.meaning, a.id


def _denied(claims: Sequence[Claim]) -> tuple[Sequence[Claim], list[Span]]:
    """Remove the claims of which a later one says that they never held, and put what is right in their place.

    What an operator says stands, and such a denial of it doesn't.
    """
    never = [c for c in claims if c.is_never and _is_sure(c.assertion)]
    if not never:
        return claims, []
    by: dict[str, Assertion] = {}
    denials: dict[str, Claim] = {}
    for claim in claims:
        for denial in never:
            if claim.negated or claim.assertion.order >= denial.assertion.order or not closes(denial, claim):
                continue
            if claim.assertion.is_by_operator and not denial.assertion.is_by_operator:
                by[denial.assertion.id] = claim.assertion
            else:
                by[claim.assertion.id], denials[claim.assertion.id] = denial.assertion, denial

    def in_its_place(right: Claim) -> Claim:
        starts = [c.start for c in claims if (d := denials.get(c.assertion.id)) and _is_told_instead(right, d)]
        return replace(right, start=min([right.start, *starts]))

    kept = [in_its_place(claim) for claim in claims if claim.assertion.id not in by]
    return kept, [lost(c, by[c.assertion.id]) for c in claims if c.assertion.id in by]


def _is_told_instead(right: Claim, denial: Claim) -> bool:
    """Whether a turn gives a value in the place of one that it denies."""
    one, other = right.assertion, denial.assertion
    together = one.turn_id is not None and one.turn_id == other.turn_id and right.predicate == denial.predicate
    return together and not right.negated and not right.dated and right.end == END


def _is_sure(assertion: Assertion) -> bool:
    return assertion.extracted_by != "pipeline" or assertion.confidence >= REPLACING


def _after_their_states(claims: Sequence[Claim], endings: Sequence[Ending]) -> tuple[list[Claim], list[Ending]]:
    """Move what words date behind the claims that were made in its period and that it ends.

    "I work at Lidl" on 12 February, and in September "I quit this year": by the words alone, it would be over since
    1 January. It held when it was told, for a day at least.
    """
    open_ = [c for c in claims if not (c.dated or c.negated or c.assertion.is_by_operator) and c.end == END]

    def first_moment(at: datetime, later: Assertion, ends: Callable[[Claim], bool]) -> datetime:
        told = (c for c in open_ if c.is_within(at, later) and ends(c))
        return max((min(c.start + _LEAST_SPAN, later.said_at) for c in told), default=at)

    def begun(new: Claim) -> Claim:
        by_words = new.dated and new.assertion.dating == "words" and _is_sure(new.assertion)
        if not by_words or new.negated or new.end != END:
            return new
        closed = first_moment(new.start, new.assertion, lambda old: closes(new, old) and not _told_together(new, old))
        return new if closed == new.start else replace(new, start=closed)

    def over(ending: Ending) -> Ending:
        if not ending.dated or ending.assertion.dating != "words":
            return ending
        return replace(ending, at=first_moment(ending.at, ending.assertion, ending.ends))

    return [begun(claim) for claim in claims], [over(ending) for ending in endings]


def _postpone(claims: Sequence[Claim], endings: Sequence[Ending]) -> list[Claim]:
    """Begin announced states on the day that they were given last."""
    others = [e for e in endings if e.postpones]
    moved = []
    for claim in claims:
        about = [e for e in others if e.ends(claim)]
        last = max(about, key=lambda e: (*e.assertion.order, e.assertion.id), default=None)
        moved.append(claim if last is None else replace(claim, start=last.at, moved_by=last.assertion))
    return moved


def _call_off(claims: Iterable[Claim], endings: Sequence[Ending]) -> tuple[list[Claim], list[Span], set[str]]:
    """Separate the claims that were announced and then called off from those that stand.

    The third result holds the ids of the endings that called them off, which then concern nothing else.
    """
    standing: list[Claim] = []
    called_off: list[Span] = []
    settled: set[str] = set()
    for claim in claims:
        by = sorted((e for e in endings if e.ends(claim) and e.calls_off(claim)), key=by_moment)
        if not by:
            standing.append(claim)
        else:
            span = lost(claim, by[0].assertion)
            for again in by[1:]:
                span = span.supported(again.assertion)
            called_off.append(span)
            settled.update(ending.assertion.id for ending in by)
    return standing, called_off, settled


def _early(claims: list[Claim], endings: Sequence[Ending]) -> tuple[list[Claim], list[Span]]:
    """Separate the claims that stand from those that a surer one of the same, which begins later, shows to be early.

    A claim that has a date is early only if the surer one was an announcement.
    """
    begun: defaultdict[Key, list[Claim]] = defaultdict(list)
    for claim in sorted(claims, key=lambda each: (each.start, each.assertion.id)):
        if claim.dated and not claim.negated and not claim.is_occasion:
            begun[claim.key].append(claim)
    standing: list[Claim] = []
    early: list[Span] = []
    for claim in claims:
        surer = next((c for c in begun[claim.key] if _begins_later(c, claim)), None)
        if surer is not None and surer.assertion.said_at < _close(claim, claims, endings).end:
            early.append(lost(claim, surer.assertion))
        else:
            standing.append(claim)
    return standing, early


def _begins_later(surer: Claim, claim: Claim) -> bool:
    one, other = surer.assertion, claim.assertion
    if claim.dated and other.said_at < claim.start < surer.start and one.said_at <= claim.start:
        return one.order > other.order and _is_sure(one)  # announced anew, for a later day
    if _is_sure(other) and one.said_at - other.said_at > _SAME_STORY:
        return False  # a waiter there in 2018, and head waiter there since 2020
    return (
        other.extracted_by == "pipeline"
        and other.confidence < one.confidence
        and other.said_at <= one.said_at
        and claim.start < surer.start
        and (not claim.dated or one.said_at < surer.start)
    )


def _doubted(claims: list[Claim], endings: Sequence[Ending]) -> tuple[list[Claim], list[Span]]:
    """Separate the claims that stand from the doubtful ones that a surer one, still holding, contradicts.

    A claim is as sure as one of the turns being right that have made it so far.
    """
    sureness: dict[str, float] = {}
    wrong: defaultdict[Key, dict[str, float]] = defaultdict(dict)
    for claim in sorted(claims, key=lambda each: (each.assertion.order, each.assertion.id)):
        a = claim.assertion
        if a.extracted_by == "pipeline":
            by_turn = wrong[claim.key]
            origin = a.turn_id or a.id
            by_turn[origin] = min(1 - a.confidence, by_turn.get(origin, 1.0))
            sureness[a.id] = 1 - prod(by_turn.values())
    doubtful = {claim for claim, sure in sureness.items() if sure < REPLACING}
    sure = [claim for claim in claims if claim.assertion.id not in doubtful]
    if not doubtful or not sure:
        return claims, []
    holding = [(claim, _close(claim, sure, endings)) for claim in _settle(sure)[0]]
    standing: list[Claim] = []
    doubted: list[Span] = []
    for claim in claims:
        against = [
            other
            for other, span in holding
            if claim.assertion.id in doubtful
            and sureness.get(other.assertion.id, 1.0) - sureness[claim.assertion.id] >= _SURER
            and (span.start < claim.start or (span.start == claim.start and _is_told_before(other, claim)))
            and claim.start < span.end
            and closes(claim, other)
            and not is_older_by_time(claim, other)
        ]
        if against:
            doubted.append(lost(claim, against[0].assertion))
        else:
            standing.append(claim)
    return standing, doubted


def _settle(claims: Sequence[Claim]) -> tuple[list[Claim], list[Span]]:
    """Separate the claims that hold from their start on from those that another claim with the same start defeats."""
    kept: list[Claim] = []
    beaten: list[Span] = []
    for claim in sorted(claims, key=lambda c: c.weight, reverse=True):
        winner = next((k for k in kept if _defeats(k, claim)), None)
        if winner is None:
            kept.append(claim)
        else:
            beaten.append(lost(claim, winner.assertion))
    return kept, beaten


def _defeats(winner: Claim, loser: Claim) -> bool:
    if _told_together(winner, loser):
        return False
    if loser.assertion.id in winner.assertion.contradicts and winner.start <= loser.start < winner.end:
        return True
    return winner.start == loser.start and (closes(winner, loser) or closes(loser, winner))


def _told_together(one: Claim, other: Claim) -> bool:
    """Whether two values are told side by side: in one turn, or by a language model as two jobs of one day.

    A language model links what it ends. Of what rules read in one turn, sure values of the same time hold together: "on
    weekdays I live in Lisbon, at the weekend in Evora".
    """
    first, second = one.assertion, other.assertion
    if first.extracted_by != second.extracted_by or one.predicate != other.predicate or one.negated or other.negated:
        return False
    if first.id in second.contradicts or second.id in first.contradicts:
        return False
    in_one_turn = first.turn_id is not None and first.turn_id == second.turn_id
    if first.extracted_by == "model":
        return one.start.date() == other.start.date() if one.predicate in _SIDE_BY_SIDE else in_one_turn
    at_once = one.start == other.start and one.dated == other.dated and one.end == other.end
    sure = _is_sure(first) and _is_sure(second)
    by_rules = first.extracted_by == "pipeline" and one.rule.may_be_several
    return in_one_turn and by_rules and at_once and sure


def _covered(claim: Claim, covers: Iterable[tuple[Claim, Span]]) -> Assertion | None:
    """Return the dated assertion that contradicts the moment at which an undated claim was made.

    A dated claim with an open end is certain only up to its utterance, and only if it is in the present.
    """
    for other, span in covers:
        if not span.start <= claim.start < span.end or not closes(other, claim):
            continue
        firm = other.ends_by_itself or (other.is_certain_now and other.assertion.said_at >= claim.start)
        if firm:
            return other.assertion
    return None


def _beside(claims: Iterable[Claim]) -> dict[str, frozenset[Key]]:
    """Return, for each assertion, the contents that its turn told side by side with its own."""
    by_turn: defaultdict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        if claim.rule.single and not claim.negated and claim.assertion.turn_id is not None:
            by_turn[claim.assertion.turn_id].append(claim)
    return {
        one.assertion.id: frozenset(other.key for other in told if other is not one and _told_together(one, other))
        for told in by_turn.values()
        if len(told) > 1
        for one in told
    }


def _close(
    claim: Claim, claims: Iterable[Claim], endings: Iterable[Ending], beside: Mapping[str, frozenset[Key]] | None = None
) -> Span:
    """Return the span of a claim: until its own end, or the first thing that ends it.

    Args:
        beside: the contents told side by side with that of an assertion: to tell one of them again ends no other.
    """
    ends = [_End(claim.end)]
    companions = (beside or {}).get(claim.assertion.id, frozenset())
    for other in claims:
        closed = other.start > claim.start and closes(other, claim) and not _told_together(other, claim)
        if closed and other.key not in companions:
            ends.append(_End(other.start, other.assertion))
        elif (
            claim.end == END
            and other.ends_by_itself
            and other.key == claim.key
            and other.end > claim.start
            and not other.is_occasion
        ):
            ends.append(_End(other.end, other.assertion))
    for ending in endings:
        told_after = not claim.dated and not _is_told_before(ending, claim)
        late_enough = ending.at > claim.start or (ending.at == claim.start and told_after)
        if late_enough and ending.ends(claim) and not _makes_room(ending, claim):
            ends.append(_End(ending.at, ending.assertion, is_bare=True))
    first = min(ends, key=_soonest)
    if first.by is None:
        return Span(claim.key, claim.start, first.at, claim.dated, claim.supporters)
    together = [(end.is_bare, end.by.id, end.by) for end in ends if end.at == first.at and end.by is not None]
    successor = min(together, key=lambda end: end[:2])[2]
    closer = successor if first.at <= claim.start else first.by  # what never held, nobody learned to be over
    return Span(claim.key, claim.start, first.at, claim.dated, claim.supporters, closer, successor)


def _is_told_before(first: Claim | Ending, claim: Claim) -> bool:
    """Whether a session tells one thing before another at the same moment."""
    one, other = first.assertion, claim.assertion
    return one.said_at == other.said_at and one.seq < other.seq


def _makes_room(ending: Ending, claim: Claim) -> bool:
    """Whether an ending concerns whatever was before a claim of the same turn: "I quit my job and started at Lidl"."""
    turn = ending.assertion.turn_id
    return ending.meaning is None and turn is not None and turn == claim.assertion.turn_id and ending.at == claim.start


class _End(NamedTuple):
    """An end of a claim.

    Attributes:
        at: the moment.
        by: the assertion that ends the claim; None for the end that it has by itself.
        is_bare: the assertion names nothing that takes the claim's place.
    """

    at: datetime
    by: Assertion | None = None
    is_bare: bool = False


def _soonest(end: _End) -> tuple[datetime, datetime, bool, str]:
    """Order ends by time; at the same time, the claim's own end comes first, then the one learned first.

    Of those that were learned together, the one that names what took the claim's place comes first.
    """
    if end.by is None:
        return end.at, BEGINNING, False, ""
    return end.at, end.by.created_at, end.is_bare, end.by.id
