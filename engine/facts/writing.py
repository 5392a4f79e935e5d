"""Writing facts: assertions are stored, and the facts of their groups are derived again."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from chronomem.engine.facts.entities import Merges, Naming, read_entities, read_merges, settle
from chronomem.engine.facts.groups import Group, draw, group_about, group_of, read_groups, rewrite
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.graph_schema.errors import InvalidInput, InvalidTime
from chronomem.graph_schema.facts.assertion import Assertion, Dating, ExtractedBy, detailed, details_of, digest
from chronomem.graph_schema.facts.fact import FactRecord
from chronomem.graph_schema.facts.given import DEFAULT_SOURCE, GivenFact
from chronomem.graph_schema.facts.operations import Outcome, tell
from chronomem.graph_schema.facts.predicates import Predicate
from chronomem.graph_schema.facts.rows import assertion_row
from chronomem.graph_schema.facts.sentences import sentence_of
from chronomem.graph_schema.facts.views import Entity, Fact, Operation
from chronomem.graph_schema.facts.vocabulary import FactVocabulary
from chronomem.graph_schema.model.batches import batches
from chronomem.graph_schema.model.entity_names import normalise
from chronomem.graph_schema.model.times import read_time

_BATCH = 500
"""The maximum number of facts in one transaction."""


class FactBook:
    """Writes the facts of users."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    async def add(self, user: str, zone: ZoneInfo, given: Sequence[GivenFact], now: datetime) -> list[Operation]:
        """Add facts in batches, each entirely or not at all, and return the operation of each.

        Raises:
            InvalidTime: a time can't be parsed, or an end is not after its start. Nothing was stored.
            InvalidInput: a fact names a turn that isn't stored. The batches before it were stored.
        """
        check_times(given, zone)
        done: list[Operation] = []
        for batch in batches(given, _BATCH):

            async def work(tx: Transaction, batch: Sequence[GivenFact] = batch) -> list[Operation]:
                version = await tx.begin(user)
                return await record(tx, user, version, zone, batch, now)

            done += await self._store.write(work, user=user)
        return done


async def record(
    tx: Transaction,
    user: str,
    version: int,
    zone: ZoneInfo,
    given: Sequence[GivenFact],
    now: datetime,
    *,
    names: Mapping[str, str] | None = None,
    extracted_by: ExtractedBy | None = None,
) -> list[Operation]:
    """Add facts in a transaction that has incremented the user's version, and return the operation of each.

    Args:
        names: the ids of names that are already resolved; the other names are looked up.
        extracted_by: the extractor that found the facts; None if a caller gives them.
    """
    told = await assert_facts(tx, user, version, zone, given, now, names=names, extracted_by=extracted_by)
    return await present(tx, user, zone, told.outcomes, told.merges)


@dataclass(frozen=True, slots=True)
class AssertedFacts:
    """The outcomes of added facts.

    Attributes:
        merges: the merges that applied.
        left: the entities of the assertions that were replaced; possibly nothing names them any more.
    """

    outcomes: Sequence[Outcome]
    merges: Merges
    left: Set[str] = frozenset()


async def assert_facts(
    tx: Transaction,
    user: str,
    version: int,
    zone: ZoneInfo,
    given: Sequence[GivenFact],
    now: datetime,
    *,
    names: Mapping[str, str] | None = None,
    extracted_by: ExtractedBy | None = None,
    anew: Sequence[str] = (),
) -> AssertedFacts:
    """Add facts like `record`, without building the operations to return.

    Args:
        anew: the ids of turns for which `given` is everything that this extractor finds now; assertions that it found
            before and no longer finds are deleted.
    """
    made = await prepare_assertions(tx, user, zone, given, now, names=names)
    merges = await read_merges(tx, user)
    assertions = [replace(assertion, extracted_by=extracted_by) for assertion in made]
    found = {a.id for a in assertions}
    before = await tx.run("find_extracted", user=user, ids=anew, by=[extracted_by]) if anew else []
    gone = [row for row in before if row["id"] not in found]
    words = tx.vocabulary
    about = {group_of(a, merges, words) for a in assertions} | {
        group_about(g["subject"], g["predicate"], merges, words) for g in gone
    }
    groups = await read_groups(tx, user, sorted(about), merges)
    known = {i for group in groups.values() for i in group}
    await delete_assertions(tx, user, gone)
    for row in gone:
        groups[group_about(row["subject"], row["predicate"], merges, words)].pop(row["id"], None)
    fresh: dict[str, Assertion] = {}
    for assertion in assertions:
        group = groups[group_of(assertion, merges, words)]
        told = _told_again(group.get(assertion.id), assertion)
        if told is not None and told.id not in fresh:
            group[told.id] = fresh[told.id] = told
    await store_assertions(tx, user, fresh.values(), now)
    drawn = {group: draw(members.values(), merges, words) for group, members in groups.items()}
    await rewrite(tx, user, version, drawn)
    return AssertedFacts(
        _outcomes([group_of(a, merges, words) for a in assertions], assertions, drawn, known), merges, entities_of(gone)
    )


async def delete_assertions(tx: Transaction, user: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Delete assertions, given by their ids; the caller derives the facts of their groups again."""
    if rows:
        await tx.run("delete_assertions", user=user, ids=sorted({row["id"] for row in rows}))


def entities_of(rows: Iterable[Mapping[str, Any]]) -> set[str]:
    """Return the entities that assertions name."""
    return {row[end] for row in rows for end in ("subject", "object") if row[end] is not None}


_RANK = {None: 0, "model": 1, "pipeline": 2}
"""Where several make the same assertion, the caller's counts first, then the language model's."""


def _told_again(known: Assertion | None, new: Assertion) -> Assertion | None:
    """Return the assertion to store under an id that may be known; None if the stored one stays.

    So it doesn't matter in which order a caller and the extractors make the same assertion.
    """
    if known is None:
        return new
    new = replace(new, created_at=known.created_at)
    again = new.extracted_by is not None and new.extracted_by == known.extracted_by
    return new if _RANK[new.extracted_by] < _RANK[known.extracted_by] or (again and new != known) else None


def _outcomes(
    groups: Sequence[Group],
    assertions: Sequence[Assertion],
    drawn: Mapping[Group, Sequence[FactRecord]],
    known: Iterable[str],
) -> list[Outcome]:
    by_group: dict[Group, list[int]] = {}
    for number, group in enumerate(groups):
        by_group.setdefault(group, []).append(number)
    outcomes: dict[int, Outcome] = {}
    for group, numbers in by_group.items():
        told = tell([assertions[n] for n in numbers], drawn[group], set(known))
        outcomes.update(zip(numbers, told, strict=True))
    return [outcomes[n] for n in range(len(assertions))]


async def present(
    tx: Transaction, user: str, zone: ZoneInfo, outcomes: Sequence[Outcome], merges: Merges
) -> list[Operation]:
    """Return outcomes as operations, whose facts include their entities."""
    records = [r for o in outcomes for r in (o.fact, *o.touched) if r is not None]
    ids = {i for r in records for i in (r.subject, r.object) if i is not None}
    entities = await read_entities(tx, user, ids, merges)
    return [
        Operation(
            o.kind,
            fact_of(o.fact, entities, zone, tx.vocabulary) if o.fact is not None else None,
            tuple(fact_of(f, entities, zone, tx.vocabulary) for f in o.touched),
        )
        for o in outcomes
    ]


def fact_of(
    record: FactRecord,
    entities: Mapping[str, Entity],
    zone: ZoneInfo,
    vocabulary: FactVocabulary,
    score: float | None = None,
) -> Fact:
    """Return the view of a fact, which includes its entities, with times in the user's zone."""
    subject = entities[record.subject]
    thing = entities[record.object] if record.object is not None else None
    text = record.text
    if record.extracted_by == "pipeline":  # others state facts in sentences of their own
        words = detailed(thing.name if thing is not None else record.value, record.details) or ""
        rule = vocabulary.named(record.predicate)
        text = sentence_of(subject.name, rule, words, record.text, negated=record.negated)

    def local(moment: datetime | None) -> datetime | None:
        return moment.astimezone(zone) if moment is not None else None

    return Fact(
        id=record.id,
        subject=subject,
        predicate=record.predicate,
        object=thing,
        value=record.value,
        text=text,
        valid_at=local(record.valid_at),
        invalid_at=local(record.invalid_at),
        occurred_until=local(record.occurred_until),
        created_at=record.created_at.astimezone(zone),
        expired_at=local(record.expired_at),
        confidence=record.confidence,
        negated=record.negated,
        dated=record.dated,
        turn_ids=record.turn_ids,
        reinforced_at=record.reinforced_at.astimezone(zone),
        reinforcements=record.reinforcements,
        supersedes=record.supersedes,
        minor=record.minor,
        details=details_of(record.details),
        score=score,
        operator=record.operator,
        reason=record.reason,
        told=record.text,
    )


async def prepare_assertions(
    tx: Transaction,
    user: str,
    zone: ZoneInfo,
    given: Sequence[GivenFact],
    now: datetime,
    *,
    names: Mapping[str, str] | None = None,
    known: Mapping[str, str] | None = None,
) -> list[Assertion]:
    """Return the assertions of facts, and create the entities that are new.

    Args:
        names: the ids of names that extraction has resolved; the other names are looked up.
        known: the ids of some names that a caller gives.
    """
    said = await _said(tx, user, zone, given, now)
    check_words(given, tx.vocabulary)
    namings = [
        naming
        for fact, (at, _) in zip(given, said, strict=True)
        for naming in _namings(fact, at, tx.vocabulary, given=names is None)
    ]
    ids = await settle(tx, user, namings, names if names is not None else known)
    rules = [tx.vocabulary.named(fact.predicate) for fact in given]
    return [_assertion(*each, ids, zone, now) for each in zip(given, rules, said, strict=True)]


async def store_assertions(tx: Transaction, user: str, assertions: Iterable[Assertion], now: datetime) -> None:
    """Store assertions, or replace those with the same id; the caller derives the facts of their groups again."""
    fresh = list(assertions)
    if not fresh:
        return
    if (expiry := min((a.expires_at for a in fresh if a.expires_at is not None), default=None)) is not None:
        await tx.run("note_expiry", user=user, at=expiry.isoformat())
    rows = {a.id: assertion_row(a, tx.vocabulary) for a in fresh}
    stored = {row["id"] for row in await tx.run("find_stored_assertions", user=user, ids=list(rows))}
    new = [row["plain"] for each, row in rows.items() if each not in stored]
    if said := [_named(plain, "turn_id") for plain in new if "turn_id" in plain]:
        await tx.run("create_assertions_of_turns", user=user, rows=said)
    if told := [_named(plain, "source") for plain in new if "source" in plain]:
        await tx.run("create_assertions_of_sources", user=user, rows=told, now=now)
    await tx.run("fill_assertions", user=user, rows=list(rows.values()))


def _named(plain: Mapping[str, Any], origin: str) -> dict[str, Any]:
    return {"id": plain["id"], "group_key": plain["group_key"], "origin": plain[origin]}


async def _said(
    tx: Transaction, user: str, zone: ZoneInfo, given: Sequence[GivenFact], now: datetime
) -> list[tuple[datetime, int]]:
    """Return when each fact was stated, with the place of its turn in the session.

    It is the fact's own time if it has one, or else the time of its turn, or else now.
    """
    turns = sorted({fact.turn_id for fact in given if fact.turn_id is not None})
    rows = await tx.run("when_said", user=user, ids=turns) if turns else []
    known = {row["id"]: (datetime.fromisoformat(row["said_at"]), row["seq"]) for row in rows}
    if missing := [turn for turn in turns if turn not in known]:
        raise InvalidInput(f"turn {missing[0]!r} is not stored; add the turn before its facts")
    turn = [known[fact.turn_id] if fact.turn_id is not None else (now, 0) for fact in given]
    return [(_moment(fact.said_at, zone, "said_at") or at, seq) for fact, (at, seq) in zip(given, turn, strict=True)]


def check_words(given: Iterable[GivenFact], vocabulary: FactVocabulary) -> None:
    """Raise `InvalidInput` if a fact has a kind of entity or a detail that the vocabulary doesn't know."""
    for fact in given:
        for kind in (fact.subject_type, fact.object_type):
            if kind is not None and kind not in vocabulary.types:
                raise InvalidInput(
                    f"there is no kind of entity {kind!r:.60}; the kinds are {', '.join(vocabulary.types)}"
                )
        known = vocabulary.named(fact.predicate).details
        if unknown := sorted(set(fact.details) - set(known)):
            raise InvalidInput(
                f"the predicate {fact.predicate!r:.60} has no detail {unknown[0]!r:.60}; its details are"
                f" {', '.join(known) or 'none'}"
            )


def check_times(given: Iterable[GivenFact], zone: ZoneInfo) -> None:
    """Raise `InvalidTime` if a time can't be parsed, or an end is not after its start."""
    for fact in given:
        _times(fact, zone)


def _times(fact: GivenFact, zone: ZoneInfo) -> tuple[datetime | None, datetime | None]:
    _moment(fact.said_at, zone, "said_at"), _moment(fact.expires_at, zone, "expires_at")
    start, end = _moment(fact.valid_at, zone, "valid_at"), _moment(fact.invalid_at, zone, "invalid_at")
    if start is not None and end is not None and end <= start:
        raise InvalidTime(
            f"invalid_at {end.isoformat()} is not after valid_at {start.isoformat()}; a fact holds from valid_at until"
            " invalid_at"
        )
    return start, end


def _moment(value: datetime | str | None, zone: ZoneInfo, what: str) -> datetime | None:
    return None if value is None else read_time(value, zone, what)


def _namings(fact: GivenFact, said_at: datetime, vocabulary: FactVocabulary, *, given: bool) -> Iterable[Naming]:
    """Yield the names of a fact. The types that an extracted fact gives them are weighed with the mentions already."""
    if not given:
        yield from (Naming(name, "other", said_at) for name in (fact.subject, fact.object) if name is not None)
        return
    yield Naming(fact.subject, fact.subject_type or "other", said_at, given=fact.subject_type is not None)
    if fact.object is not None:
        kind = fact.object_type or vocabulary.named(fact.predicate).object_type
        yield Naming(fact.object, kind, said_at, given=fact.object_type is not None)


def _assertion(
    fact: GivenFact, rule: Predicate, told: tuple[datetime, int], ids: Mapping[str, str], zone: ZoneInfo, now: datetime
) -> Assertion:
    said_at, seq = told
    start, end = _times(fact, zone)
    undated = start is None and end is None
    by_words = fact.grain is not None and (not undated or fact.negated)
    dating: Dating = "words" if by_words else "turn" if undated else "given"
    source = None if fact.turn_id is not None else fact.source or DEFAULT_SOURCE
    assertion = Assertion(
        id="",
        subject=ids[fact.subject],
        predicate=fact.predicate,
        object=ids[fact.object] if fact.object is not None else None,
        object_name=fact.object,
        value=fact.value,
        text=fact.text or _sentence(fact, rule),
        valid_at=start,
        invalid_at=end,
        dating=dating,
        grain=fact.grain if dating == "words" else None,
        said_at=said_at,
        seq=seq,
        created_at=now,
        negated=fact.negated,
        ended=fact.ended,
        present=fact.present,
        confidence=fact.confidence,
        turn_id=fact.turn_id,
        source=source,
        expires_at=_moment(fact.expires_at, zone, "expires_at"),
        minor=fact.minor,
        repeats=_links(fact.repeats),
        refines=_links(fact.refines),
        contradicts=_links(fact.contradicts),
        details=tuple(f"{name}={told}" for name, told in sorted(fact.details.items())),
    )
    stated = said_at if dating == "turn" or fact.said_at is not None else None
    return replace(assertion, id=_identity(assertion, stated))


def _identity(a: Assertion, said_at: datetime | None) -> str:
    """Return the id of an assertion: the same statement from the same turn or source is the same assertion.

    `said_at` is part of the identity if the caller gave it, or if nothing else dates the assertion.
    """
    said = a.object or normalise(a.value or "")
    times = [moment.isoformat() if moment is not None else None for moment in (a.valid_at, a.invalid_at, said_at)]
    return digest(a.turn_id, a.source, a.subject, a.predicate, said, *times, a.negated, a.ended, a.dating, *a.details)


def _links(fact_ids: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of the assertions that founded facts: a fact has the id of its founding assertion."""
    return tuple(fact_id.rstrip("+") for fact_id in fact_ids)


def _sentence(fact: GivenFact, rule: Predicate) -> str:
    thing = " ".join([fact.object or fact.value or "", *fact.details.values()]).strip()
    stated = sentence_of(fact.subject, rule, thing)
    return f"it is not so that {stated}" if fact.negated else stated
