"""The facts of a group, derived by a pure function from the set of its assertions and the vocabulary.

The order of arrival can't matter, because the function takes a set: it first sorts by content.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from math import prod

from chronomem.graph_schema.facts.assertion import Assertion
from chronomem.graph_schema.facts.claims import BEGINNING, END, Claim, Ending, read
from chronomem.graph_schema.facts.events import draw_events
from chronomem.graph_schema.facts.fact import FactRecord
from chronomem.graph_schema.facts.grades import is_minor
from chronomem.graph_schema.facts.implications import implied
from chronomem.graph_schema.facts.meaning import (
    VALUE,
    Alike,
    Meanings,
    counted,
    counted_things,
    is_part_of,
    is_short_for,
    telling,
    undetailed,
    without_all,
)
from chronomem.graph_schema.facts.plan_kinds import speaks_of
from chronomem.graph_schema.facts.predicates import PARTNERS, Predicate
from chronomem.graph_schema.facts.refinement import tells_kind
from chronomem.graph_schema.facts.relative import settle_relative
from chronomem.graph_schema.facts.retractions import Retractions
from chronomem.graph_schema.facts.spans import Span, merge
from chronomem.graph_schema.facts.states import draw_states
from chronomem.graph_schema.facts.vocabulary import PACKAGED, FactVocabulary


def derive(
    assertions: Iterable[Assertion],
    *,
    known_at: datetime | None = None,
    alike: Alike | None = None,
    vocabulary: FactVocabulary = PACKAGED,
) -> list[FactRecord]:
    """Derive the facts of one group from its assertions, ordered by time.

    Args:
        assertions: those of one subject and one group of predicates, in any order.
        known_at: ignore assertions learned after this moment.
        alike: decides whether two values mean the same although their words differ.
        vocabulary: the rules for the predicates.
    """
    known = {a.id: a for a in assertions if known_at is None or a.created_at <= known_at}
    ordered = [told for key in sorted(known) for told in implied(known[key], vocabulary)]
    taken: set[str] = set()
    records: list[FactRecord] = []
    for family in _families(ordered, vocabulary):
        records += _derive_family(family, alike, vocabulary, taken)
    return sorted(records, key=lambda r: (r.valid_at or BEGINNING, r.invalid_at or END, r.predicate, r.id))


def _families(assertions: Sequence[Assertion], vocabulary: FactVocabulary) -> list[list[Assertion]]:
    """Return assertions by the families of their predicates: those of one family exclude each other."""

    def family(assertion: Assertion) -> str:
        return vocabulary.named(assertion.predicate).family

    return [list(own) for _, own in groupby(sorted(assertions, key=family), key=family)]


def _derive_family(
    assertions: Sequence[Assertion], alike: Alike | None, vocabulary: FactVocabulary, taken: set[str]
) -> list[FactRecord]:
    """Derive the facts of a family of predicates; their ids are none of those taken, and are added to them."""
    rules = {a.predicate: vocabulary.named(a.predicate) for a in assertions}
    meanings = Meanings(assertions, alike)
    finer = meanings.specifics() if any(rule.refinable for rule in rules.values()) else {}
    claims, endings = [], []
    withdrawn: list[Span] = []
    retractions = Retractions(assertions, meanings)
    for assertion in retractions.others:
        reading = read(assertion, meanings.of(assertion), rules[assertion.predicate])
        by = retractions.of(assertion)
        if by is not None:
            withdrawn += retractions.span(reading, by)
        elif isinstance(reading, Claim):
            claims.append(reading)
        else:
            endings.append(reading)
    claims, spans = settle_relative(claims, endings)
    spans += merge(withdrawn)
    for part, their_endings in _parts(claims, endings, finer):
        if _is_event(part, their_endings):
            spans += draw_events(part, their_endings)
        else:
            spans += draw_states(part, their_endings, finer)
    return _records(spans, meanings, rules, taken)


def _is_event(claims: Sequence[Claim], endings: Sequence[Ending]) -> bool:
    return (claims[0] if claims else endings[0]).rule.kind == "event"


def _parts(
    claims: Sequence[Claim], endings: Sequence[Ending], finer: Mapping[str, Sequence[str]]
) -> list[tuple[list[Claim], list[Ending]]]:
    """Split a group into independent parts: by related meanings, unless it holds one value or has roles."""
    everything = [*(c.assertion for c in claims), *(e.assertion for e in endings)]
    if not everything:
        return []
    rule = (claims[0] if claims else endings[0]).rule
    if rule.single or rule.roles or rule.group == PARTNERS or any(e.meaning is None for e in endings):
        return [(list(claims), list(endings))]
    related = _Related()
    for general, precise in finer.items():
        for meaning in precise:
            related.join(general, meaning)
    if rule.topical:
        _join_topics(related, claims, endings)
    elif rule.has_short_names:
        for ending in endings:
            for claim in claims:
                if is_short_for(ending.assertion.words or "", claim.assertion.words or ""):
                    related.join(ending.meaning or "", claim.meaning)
    against = [(told.assertion.words or "", told.meaning or "") for told in endings]
    against += [(claim.assertion.words or "", claim.meaning) for claim in claims if claim.negated]
    for words, meaning in against:
        for claim in claims:
            if not claim.negated and tells_kind(words, claim):
                related.join(meaning, claim.meaning)
    over: defaultdict[str, list[str]] = defaultdict(list)
    for ending in endings if rule.counted else ():
        over[without_all(ending.assertion.words or "")].append(ending.meaning or "")
    by_things: dict[str, str] = {}
    for claim in claims if rule.counted else ():
        if (count := counted(claim.meaning)) is not None:
            related.join(by_things.setdefault(count[1], claim.meaning), claim.meaning)
            for things in counted_things(claim.meaning, singly=not claim.rule.refinable):
                for meaning in over.get(things, ()):
                    related.join(meaning, claim.meaning)
    for claim in claims if rule.details else ():
        related.join(by_things.setdefault(undetailed(claim.meaning), claim.meaning), claim.meaning)
    own = {c.assertion.id: c.meaning for c in claims} | {e.assertion.id: e.meaning or "" for e in endings}
    for assertion in everything:
        for other in (*assertion.refines, *assertion.contradicts):
            if other in own:
                related.join(own[assertion.id], own[other])
    parts: defaultdict[str, tuple[list[Claim], list[Ending]]] = defaultdict(lambda: ([], []))
    for claim in claims:
        parts[related.root(claim.meaning)][0].append(claim)
    for ending in endings:
        parts[related.root(ending.meaning or "")][1].append(ending)
    return [parts[root] for root in sorted(parts)]


class _Related:
    """The connected components of related meanings."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}

    def root(self, meaning: str) -> str:
        while (parent := self._parent.get(meaning, meaning)) != meaning:
            meaning = parent
        return meaning

    def join(self, one: str, other: str) -> None:
        first, second = sorted((self.root(one), self.root(other)))
        if first != second:
            self._parent[second] = first


def _join_topics(related: _Related, claims: Sequence[Claim], endings: Sequence[Ending]) -> None:
    """Join what an ending or a denial names in other words with what it concerns."""
    worded = [(claim.assertion.words or "", claim.meaning) for claim in claims]
    for ending in endings:
        over = ending.assertion.words or ""
        for words, meaning in worded:
            if is_part_of(over, words) or speaks_of(over, words):
                related.join(ending.meaning or "", meaning)
    for denial in (claim for claim in claims if claim.negated):
        for words, meaning in worded:
            if is_part_of(words, denial.assertion.words or ""):
                related.join(denial.meaning, meaning)


def _records(
    spans: Sequence[Span], meanings: Meanings, rules: Mapping[str, Predicate], taken: set[str]
) -> list[FactRecord]:
    """Assign ids to the spans, and record which superseded which."""
    named = _named(spans, meanings, taken)
    home = {a.id: fact_id for fact_id, span in named if span.start < span.end for a in span.supporters}
    supersedes: defaultdict[str, set[str]] = defaultdict(set)
    for fact_id, span in named:
        by = span.successor or span.closed_by
        if by is not None and (successor := home.get(by.id, fact_id)) != fact_id:
            supersedes[successor].add(fact_id)
    return [
        _record(fact_id, span, meanings, rules[span.key[0]], tuple(sorted(supersedes[fact_id])))
        for fact_id, span in named
    ]


def _named(spans: Sequence[Span], meanings: Meanings, taken: set[str]) -> list[tuple[str, Span]]:
    """Give each span the id of the assertion made first among those with exactly its meaning.

    A general assertion founds the fact that a precise one replaced; if the precise one then lost as well, the general
    assertion supports both, and the second id gets a suffix. So does that of a fact which a fact of another predicate
    began.
    """
    named: dict[str, Span] = {}
    for span in sorted(spans, key=lambda s: (s.start >= s.end, s.key, s.start, s.supporters[0].id)):
        own = [a for a in span.supporters if meanings.of(a) == span.key[1]] or span.supporters
        fact_id = min(own, key=lambda a: (a.said_at, a.id)).id
        while fact_id in taken:
            fact_id += "+"
        taken.add(fact_id)
        named[fact_id] = span
    return list(named.items())


def _record(fact_id: str, span: Span, meanings: Meanings, rule: Predicate, supersedes: tuple[str, ...]) -> FactRecord:
    predicate, meaning, negated = span.key
    own = [a for a in span.supporters if meanings.of(a) == meaning] or list(span.supporters)
    spoken = min(own, key=telling)
    names = spoken if meanings.of(spoken) == meaning else meanings.named(meaning)
    by_saying = sorted(span.supporters, key=lambda a: (*a.order, a.id))
    created_at = min(a.created_at for a in span.supporters)
    closer = span.closed_by
    if closer is not None and closer in span.supporters and closer.created_at <= created_at:
        closer = None  # the fact was learned together with its end
    told = span.closed_by if span.closed_by is not None and span.closed_by.retracts else None
    told = told or next((a for a in reversed(by_saying) if a.is_by_operator), None)
    return FactRecord(
        id=fact_id,
        subject=spoken.subject,
        predicate=predicate,
        object=names.object if names is not None else None,
        object_name=names.object_name if names is not None else None,
        value=names.value if names is not None else undetailed(meaning).removeprefix(VALUE),
        text=spoken.text,
        negated=negated,
        valid_at=None if span.start == BEGINNING else span.start,
        invalid_at=None if span.end == END else span.end,
        occurred_until=span.occurred_until,
        created_at=created_at,
        expired_at=max(created_at, closer.created_at) if closer is not None else None,
        dated=span.dated,
        minor=span.is_void or is_minor(span.supporters, rule, dated=span.dated),
        confidence=_confidence(span),
        reinforced_at=by_saying[-1].said_at,
        reinforcements=len(by_saying) - 1,
        supporters=tuple(sorted(a.id for a in span.supporters)),
        turn_ids=tuple(dict.fromkeys(a.turn_id for a in by_saying if a.turn_id is not None)),
        closed_by=closer.id if closer is not None else None,
        supersedes=supersedes,
        details=names.details if names is not None else (),
        operator=told is not None,
        reason=told.reason if told is not None else None,
        extracted_by=spoken.extracted_by,
    )


def _confidence(span: Span) -> float:
    """Return 1 - Π(1 - c) over the turns and sources that support it: the probability that one of them is right.

    Whether its start is known is another matter, which `dated` tells: a calibrated probability stays one.
    """
    by_origin: dict[str, float] = {}
    for a in span.supporters:
        origin = f"{a.turn_id is not None}:{a.turn_id or a.source}"
        by_origin[origin] = max(by_origin.get(origin, 0.0), a.confidence)
    return round(1 - prod(1 - c for c in by_origin.values()), 4)
