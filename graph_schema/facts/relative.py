"""Claims that mean something only beside another claim: "that makes five", "we're engaged", "moved in!".

What they mean depends on the set of claims alone, so that the order of arrival can't matter.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta

from chronomem.graph_schema.facts.claims import ARRIVED, PLANNED, Claim, Ending
from chronomem.graph_schema.facts.meaning import VALUE, counted
from chronomem.graph_schema.facts.predicates import PARTNERS
from chronomem.graph_schema.facts.spans import Span, merge

RECOUNT = "now "
"""The beginning of a value that only gives a new number of what was counted before: "now five", "now five hens"."""
AWAITED = "the new one"
"""The value of a claim that some planned state has begun, without its name."""
_LONGEST_WAIT = timedelta(days=400)
"""How long after a plan its state may begin."""


def says_nothing_alone(value: str | None) -> bool:
    """Whether a value means nothing without another claim."""
    return value is not None and (value.startswith(RECOUNT) or value == AWAITED)


def settle_relative(claims: Sequence[Claim], endings: Sequence[Ending]) -> tuple[list[Claim], list[Span]]:
    """Give the relative claims of a group their meaning; return the empty spans of those that have nothing beside them.

    A new number is that of the only things that are counted at the time. An unnamed partner is the one at the time, or
    else the one who is known when it is said, or somebody unknown. A planned state holds from the moment at which
    somebody tells that it has begun.
    """
    claims = _begun(claims, endings)
    relative = [c for c in claims if _is_recount(c) or _is_unnamed(c)]
    settled, void = [c for c in claims if not _is_recount(c) and not _is_unnamed(c)], []
    for claim in sorted(relative, key=lambda c: (c.start, c.assertion.id)):
        beside = [c for c in settled if c.start <= claim.start and not c.negated and not _over(c, claim, endings)]
        if _is_recount(claim):
            meaning = _recounted(claim, beside)
        else:
            told = [c for c in settled if c.start <= claim.assertion.said_at < c.end and not c.negated]
            meaning = _named(beside) or _named(told) or claim.meaning  # "married for five years", to the husband of now
        if meaning is None:
            void.append(Span(claim.key, claim.start, claim.start, claim.dated, (claim.assertion,)))
        else:
            settled.append(replace(claim, meaning=meaning))
    return settled, merge(void)


def _begun(claims: Sequence[Claim], endings: Sequence[Ending]) -> list[Claim]:
    """Return claims without the planned ones and with those plans' names for the claims that they have come true."""
    planned = [c for c in claims if c.assertion.grain == PLANNED]
    found = []
    for claim in claims:
        if claim.assertion.grain == ARRIVED:
            plan = max((p for p in planned if _comes_true(p, claim, endings)), key=_told, default=None)
            if plan is not None:
                found.append(replace(claim, meaning=plan.meaning, moved_by=plan.assertion))
        elif claim.assertion.grain != PLANNED:
            found.append(claim)
    return found


def _comes_true(plan: Claim, claim: Claim, endings: Sequence[Ending]) -> bool:
    one, other = plan.assertion, claim.assertion
    same = plan.predicate == claim.predicate and (other.value == AWAITED or plan.meaning == claim.meaning)
    in_time = one.order < other.order and other.said_at - one.said_at <= _LONGEST_WAIT
    off = (e for e in endings if one.order < e.assertion.order < other.order)
    return same and in_time and not any(e.is_off(plan) for e in off)


def _told(claim: Claim) -> tuple[object, ...]:
    return (*claim.assertion.order, claim.meaning, claim.assertion.id)


def _is_recount(claim: Claim) -> bool:
    value = claim.assertion.value
    return claim.rule.counted and value is not None and value.startswith(RECOUNT)


def _is_unnamed(claim: Claim) -> bool:
    return bool(claim.rule.unnamed) and claim.assertion.value == claim.rule.unnamed and not claim.negated


def _over(claim: Claim, later: Claim, endings: Iterable[Ending]) -> bool:
    """Whether a claim no longer holds when a later one begins."""
    return claim.end <= later.start or any(
        claim.start < ending.at <= later.start and ending.ends(claim) for ending in endings
    )


def _recounted(claim: Claim, beside: Iterable[Claim]) -> str | None:
    told = (claim.assertion.value or "").removeprefix(RECOUNT)
    number, _, named = told.lower().partition(" ")
    latest: dict[str, Claim] = {}
    for other in sorted(beside, key=lambda c: (c.start, c.meaning, c.assertion.id)):
        count = counted(other.meaning)
        if other.predicate == claim.predicate and count is not None and named.removesuffix("s") in ("", count[1]):
            latest[count[1]] = other
    if len(latest) != 1:
        return None
    (last,) = latest.values()
    _, _, things = last.meaning.removeprefix(VALUE).partition(" ")
    return f"{VALUE}{number} {things}"


def _named(beside: Iterable[Claim]) -> str | None:
    partners = [c for c in beside if c.rule.group == PARTNERS and c.assertion.object is not None]
    return max(partners, key=lambda c: (c.start, c.meaning)).meaning if partners else None
