"""Corrections: an operator's statements about facts, as assertions of the source `operator`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from chronomem.engine.facts.entities import Merges, read_entities, read_merges
from chronomem.engine.facts.groups import group_of, redraw
from chronomem.engine.facts.writing import prepare_assertions, present, store_assertions
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.facts.assertion import OPERATOR, Assertion, details_of, digest, source_origin, turn_origin
from chronomem.graph_schema.facts.fact import FactRecord
from chronomem.graph_schema.facts.given import GivenFact
from chronomem.graph_schema.facts.operations import Outcome
from chronomem.graph_schema.facts.rows import record_of
from chronomem.graph_schema.facts.views import Operation

CHANGEABLE = ("subject", "predicate", "object", "value", "valid_at", "invalid_at", "negated", "details")
"""The fields of a fact that a correction may change."""


class Corrections:
    """Corrects and retracts facts of users."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    async def correct(
        self,
        user: str,
        zone: ZoneInfo,
        fact_id: str,
        changes: Mapping[str, Any] | None,
        reason: str | None,
        now: datetime,
    ) -> Operation:
        """Take a fact back, and state another in its place.

        Args:
            changes: the fields of the other fact that differ; None to state nothing in its place.

        Raises:
            InvalidInput: there is no such fact, it was retracted before, or a change is invalid.
        """

        async def work(tx: Transaction) -> Operation:
            version = await tx.begin(user)
            old = await _fact(tx, user, fact_id)
            merges = await read_merges(tx, user)
            retraction = _retraction(old, await tx.run("read_supporters", user=user, id=fact_id), reason, now)
            fresh = [retraction]
            if changes is not None:
                fresh.append(await _instead(tx, user, zone, old, changes, retraction, merges, now))
            await store_assertions(tx, user, fresh, now)
            groups = (group_of(assertion, merges, tx.vocabulary) for assertion in fresh)
            _, drawn = await redraw(tx, user, version, groups, merges)
            return (await present(tx, user, zone, [_outcome(drawn, retraction, fresh[-1])], merges))[0]

        return await self._store.write(work, user=user)


async def _fact(tx: Transaction, user: str, fact_id: str) -> FactRecord:
    rows = await tx.run("read_facts_by_id", user=user, ids=[fact_id])
    if not rows:
        raise InvalidInput(f"there is no fact {fact_id!r:.60}; facts() and history() give the ids of facts")
    record = record_of(rows[0])
    if record.operator and record.holds_never:
        raise InvalidInput(f"the fact {fact_id!r:.60} was retracted before; history() shows what took its place")
    return record


def _retraction(
    old: FactRecord, supporters: Sequence[Mapping[str, Any]], reason: str | None, now: datetime
) -> Assertion:
    origins: set[str] = set()
    for row in supporters:
        own = turn_origin(row["turn_id"]) if row["turn_id"] is not None else source_origin(row["source"])
        origins.update(row["withdraws"] or [own])
    return Assertion(
        id=digest("retraction", old.id, now.isoformat()),
        subject=old.subject,
        predicate=old.predicate,
        object=old.object,
        object_name=old.object_name,
        value=old.value,
        text=old.text,
        valid_at=old.valid_at,
        invalid_at=old.invalid_at,
        dating="given",
        said_at=now,
        created_at=now,
        negated=old.negated,
        source=OPERATOR,
        minor=old.minor,
        contradicts=tuple(sorted(row["id"] for row in supporters)),
        details=old.details,
        reason=reason,
        withdraws=tuple(sorted(origins)),
        retracts=True,
    )


async def _instead(
    tx: Transaction,
    user: str,
    zone: ZoneInfo,
    old: FactRecord,
    changes: Mapping[str, Any],
    retraction: Assertion,
    merges: Merges,
    now: datetime,
) -> Assertion:
    """Return the assertion that replaces a fact."""
    subject = (await read_entities(tx, user, [old.subject], merges))[old.subject].name
    values: dict[str, Any] = {
        "subject": subject,
        "predicate": old.predicate,
        "object": old.object_name if old.object is not None else None,
        "value": old.value,
        "valid_at": old.valid_at,
        "invalid_at": old.occurred_until or (None if old.holds_never else old.invalid_at),
        "grain": "interval" if old.occurred_until is not None else None,
        "negated": old.negated,
        "details": details_of(old.details),
    }
    if "object" in changes or "value" in changes:
        values |= {"object": None, "value": None, "details": {}}
    if "valid_at" in changes and old.occurred_until is not None:
        values |= {"invalid_at": None, "grain": None}
    values |= changes
    says_the_same = not any(name in changes for name in CHANGEABLE if not name.endswith("_at"))
    kept = (
        old.text if says_the_same and old.extracted_by != "pipeline" else None
    )  # a clause may tell more than the fact
    given = GivenFact.of(**values, source=OPERATOR, text=kept, minor=False)
    known = {values["subject"]: old.subject} if values["subject"] == subject else {}
    if old.object is not None and given.object == old.object_name:
        known[given.object] = old.object
    [assertion] = await prepare_assertions(tx, user, zone, [given], now, known=known)
    return replace(
        assertion,
        id=digest(assertion.id, retraction.id),
        refines=(retraction.id,),
        reason=retraction.reason,
        withdraws=retraction.withdraws,
    )


def _outcome(drawn: Sequence[FactRecord], retraction: Assertion, said: Assertion) -> Outcome:
    touched = tuple(f for f in drawn if f.closed_by == retraction.id)
    if said is retraction:
        return Outcome("INVALIDATE", touched[0] if touched else None, touched)
    own = min((f for f in drawn if said.id in f.supporters), key=lambda f: f.holds_never, default=None)
    return Outcome("UPDATE", own, touched)
