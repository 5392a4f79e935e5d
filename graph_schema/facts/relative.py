"""Claims that mean something only beside another claim: "that makes five", "we're engaged".

What they mean depends on the set of claims alone, so that the order of arrival can't matter.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from chronomem.graph_schema.facts.claims import Claim, Ending
from chronomem.graph_schema.facts.meaning import VALUE, counted
from chronomem.graph_schema.facts.predicates import PARTNERS
from chronomem.graph_schema.facts.spans import Span, merge

RECOUNT = "now "
"""The beginning of a value that only gives a new number of what was counted before: "now five", "now five hens"."""


def settle_relative(claims: Sequence[Claim], endings: Sequence[Ending]) -> tuple[list[Claim], list[Span]]:
    """Give the relative claims of a group their meaning; return the empty spans of those that have nothing beside them.

    A new number is that of the only things that are counted at the time. An unnamed partner is the one at the time, or
    else the one who is known when it is said, or somebody unknown.
    """
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
