"""Merge general claims into more precise ones: "Lisbon, Portugal" takes in "Portugal"."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from chronomem.graph_schema.facts.claims import Claim, Ending, closes
from chronomem.graph_schema.facts.meaning import (
    VALUE,
    counted_things,
    is_further,
    is_kind_of,
    is_of_another_kind,
    is_one_of,
    is_part_of,
    is_short_for,
    without_all,
)
from chronomem.graph_schema.facts.plan_kinds import speaks_of
from chronomem.graph_schema.facts.predicates import INTENTIONS
from chronomem.graph_schema.facts.spans import Span, lost

Finer = Mapping[str, Sequence[str]]
"""Meanings with their more precise meanings, the most general first."""


@dataclass(frozen=True, slots=True)
class Refined:
    """Claims and endings after the precise claims have taken in the general ones.

    Attributes:
        replaced: the empty spans of general claims that a precise one replaced.
    """

    claims: list[Claim]
    endings: list[Ending]
    replaced: list[Span]


def refine(claims: Sequence[Claim], endings: Sequence[Ending], finer: Finer) -> Refined:
    """Merge general claims into precise ones.

    A general claim within the interval of a precise one is evidence for it. If a general claim began before a precise
    one that is dated only by its turn, it meant the same all along: the precise one takes over its start and replaces
    it. If the precise one has a later date of its own, both stay, and the precise one closes the general one. Both hold
    if the later one tells of a further thing ("a second dog"). A claim whose assertion explicitly refines another
    replaces it, with its own times.
    """
    current, replaced = _follow_links(claims)
    for general, precise in finer.items():
        for number, claim in enumerate(current):
            if claim.meaning != general or claim.negated or not claim.rule.refinable:
                continue
            into = _taker(claim, [c for c in current if c.meaning in precise and not c.taken_in], current, endings)
            if into is None:
                continue
            if into.start >= claim.start:
                replaced.append(lost(claim, into.assertion))
            current[number] = claim.moved(into.meaning, claim.start, claim.end)
    return Refined(
        [replace(c, denied=_denied(c, current, finer)) if c.negated else c for c in current],
        [aimed for e in endings for aimed in _aimed(e, current, finer)],
        replaced,
    )


def _denied(denial: Claim, claims: Sequence[Claim], finer: Finer) -> frozenset[str]:
    """Return the meanings that a denial denies besides its own; of a plan, those that share its topic.

    What its own turn says instead, it doesn't deny: "flying to Oslo on Saturday, not on Friday".
    """
    words, turn = denial.assertion.words or "", denial.assertion.turn_id
    instead = {c.meaning for c in claims if not c.negated and turn is not None and c.assertion.turn_id == turn}
    shared = [
        c.meaning for c in claims if c.rule.topical and not c.negated and is_part_of(c.assertion.words or "", words)
    ]
    kind = {c.meaning for c in claims if not c.negated and tells_kind(words, c)}
    named = kind if len(kind) == 1 else ()
    return frozenset((*finer.get(denial.meaning, ()), *shared, *named)) - instead


def _follow_links(claims: Sequence[Claim]) -> tuple[list[Claim], list[Span]]:
    """Give claims that others explicitly refine the meanings and the times of those others."""
    by_id = {c.assertion.id: c for c in claims}
    moved: dict[str, Claim] = {}
    replaced = []
    for claim in sorted(claims, key=lambda c: (c.assertion.said_at, c.assertion.id)):
        for target in (by_id[i] for i in claim.assertion.refines if i in by_id):
            if target.predicate != claim.predicate or target.negated != claim.negated or target is claim:
                continue
            moved[target.assertion.id] = target.moved(claim.meaning, claim.start, claim.end)
            if target.meaning != claim.meaning:
                replaced.append(lost(target, claim.assertion))
    return [moved.get(c.assertion.id, c) for c in claims], replaced


def _taker(
    general: Claim, precise: Iterable[Claim], claims: Iterable[Claim], endings: Iterable[Ending]
) -> Claim | None:
    """Return the precise claim that takes in a general one: the nearest in time."""
    fitting = [
        p
        for p in precise
        if p.predicate == general.predicate
        and not p.negated
        and (p.start <= general.start < p.end or (general.start < p.start < general.end and _is_same(general, p)))
        and not _interrupted(general, p, claims, endings)
    ]
    return min(fitting, key=lambda p: (abs(p.start - general.start), p.meaning, p.assertion.id), default=None)


def _is_same(general: Claim, precise: Claim) -> bool:
    """Whether a later claim tells more about the same thing, and not of a further one: "a second dog"."""
    further = is_further(precise.assertion.words or "", general.assertion.words or "")
    return not precise.dated and not further


def _interrupted(general: Claim, precise: Claim, claims: Iterable[Claim], endings: Iterable[Ending]) -> bool:
    """Whether something ended the earlier of two claims before the later one began."""
    first, second = sorted((general, precise), key=lambda c: c.start)
    own = (general.meaning, precise.meaning)
    return any(
        first.start < c.start <= second.start and (c.meaning not in own or c.negated) and closes(c, first)
        for c in claims
    ) or any(first.start < e.at <= second.start and e.ends(first) for e in endings)


def _aimed(ending: Ending, claims: Sequence[Claim], finer: Finer) -> list[Ending]:
    """Redirect an ending to the value that it ends in more or fewer words: "sold the bike" ends the blue one.

    What is intended ends however often it was told: "Oslo is off" ends "fly to Oslo on Friday" and "go to Oslo".
    """
    if ending.meaning is None or ending.is_of_coming:
        return [ending]
    begun = [
        c
        for c in claims
        if not c.negated and (c.start <= ending.at or ending.calls_off(c) or c.is_within(ending.at, ending.assertion))
    ]
    open_then = [c for c in begun if c.end > ending.at]
    several = [c for c in begun if c.rule.refinable and is_one_of(ending.assertion.words or "", c.meaning)]
    begun = [c for c in begun if c.rule.refinable and c not in several]
    open_then = [c for c in open_then if c not in several]
    nearest = _nearest(ending.meaning, begun, finer)
    last: list[str] = []
    intended = ending.assertion.predicate in INTENTIONS
    akin = [] if intended else _of_its_kind(ending, open_then)
    before = (c for c in begun if ending.assertion.turn_id is None or c.assertion.turn_id != ending.assertion.turn_id)
    if nearest == ending.meaning and not any(c.meaning == nearest for c in before):
        named = _topics(ending, claims, is_part_of)
        if not named and ending.assertion.predicate != "studies":  # who gives up "the plan" goes on studying
            named = _topics(ending, open_then, speaks_of)
        named = named or _called_shortly(ending, open_then) or _counted_before(ending, open_then) or akin
        nearest = named[-1].meaning if named else nearest
        last = [c.meaning for c in named if c.assertion.said_at == named[-1].assertion.said_at]
    also = _topics(ending, open_then, is_part_of) if intended else akin
    return [replace(ending, meaning=m) for m in dict.fromkeys([nearest, *last, *(c.meaning for c in also)])]


def _topics(ending: Ending, claims: Sequence[Claim], names: Callable[[str, str], bool]) -> list[Claim]:
    """Return the claims that an ending names in part or by their kind, the latest last."""
    words = ending.assertion.words or ""
    about = [
        c
        for c in claims
        if c.rule.topical
        and not c.negated
        and c.assertion.said_at < ending.assertion.said_at
        and names(words, c.assertion.words or "")
    ]
    return sorted(about, key=lambda c: (c.assertion.said_at, c.meaning))


def _called_shortly(ending: Ending, claims: Sequence[Claim]) -> list[Claim]:
    """Return the only claim whose thing an ending calls by the end of its name: "sold the Panda", a Fiat Panda."""
    words = ending.assertion.words or ""
    meant = [
        c for c in claims if c.rule.has_short_names and is_short_for(words, c.assertion.words or "") and not c.negated
    ]
    return meant[-1:] if len({c.meaning for c in meant}) == 1 else []


def _of_its_kind(ending: Ending, claims: Sequence[Claim]) -> list[Claim]:
    """Return the only claim about a thing of the kind that an ending names: "our dog died", of "a dog called Rex".

    All of them end where it says so: "sold both donkeys".
    """
    words = ending.assertion.words or ""
    meant = [c for c in claims if not c.negated and tells_kind(words, c)]
    if words.lower().startswith(("both ", "all ")):
        return meant
    return meant[-1:] if len({c.meaning for c in meant}) == 1 else []


def tells_kind(words: str, claim: Claim) -> bool:
    """Whether words name the kind of a claim's thing, as its own sentence tells it."""
    told, noun = claim.assertion, words.rpartition(" ")[2]
    return noun in told.text and told.words is not None and is_kind_of(words, told.words, told.text)


def _counted_before(ending: Ending, claims: Sequence[Claim]) -> list[Claim]:
    """Return the claims that count what an ending names without a number: "sold my hens", or both, of three hens."""
    things = without_all(ending.assertion.words or "")
    return [c for c in claims if c.rule.counted and things in counted_things(c.meaning, singly=not c.rule.refinable)]


def _nearest(meaning: str, begun: Sequence[Claim], finer: Finer) -> str:
    if not begun or any(c.meaning == meaning for c in begun):
        return meaning
    words = meaning.removeprefix(VALUE)
    things = begun[0].predicate not in INTENTIONS  # "the dentist appointment" that is cancelled was "the dentist"
    general = (
        one
        for one, precise in finer.items()
        if meaning in precise and not (things and is_of_another_kind(words, one.removeprefix(VALUE)))
    )
    related = {*finer.get(meaning, ()), *general}
    akin = [c for c in begun if c.meaning in related]
    return max(akin, key=lambda c: (c.start, c.meaning)).meaning if akin else meaning
