"""The doctor: invariants of the graph, each checked by one Cypher statement and repaired on request."""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from chronomem.engine.upkeep import repairs
from chronomem.engine.upkeep.repairs import Patient, Repair, Rows
from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.graph_schema.database.event_log import hashed
from chronomem.graph_schema.database.store import GraphStore, Transaction, check_embedder
from chronomem.graph_schema.model.counts import count_of
from chronomem.graph_schema.model.dialogue import User

_LOG = logging.getLogger("chronomem.doctor")

_AT_ONCE = 500
_EXAMPLES = 10
_BYTES_PER_NUMBER = 2


@dataclass(frozen=True)
class Check:
    """One invariant of the graph.

    Attributes:
        name: its name in reports.
        holds: the invariant, as a sentence.
        statement: the statement that finds violations.
        repair: the function that repairs them.
        narrow: filters the rows, where the statement alone can't decide.
    """

    name: str
    holds: str
    statement: str
    repair: Repair
    narrow: Callable[[Patient, Rows], Rows] = lambda _, rows: rows


CHECKS = (
    Check(
        "versions",
        "the user's version is not below any that is stamped on a turn",
        "check_versions",
        repairs.repair_versions,
    ),
    Check(
        "calendar",
        "every period has its calendar interval in the user's timezone",
        "check_calendar",
        repairs.repair_calendar,
        repairs.wrong_intervals,
    ),
    Check(
        "nesting",
        "every period but a year is part of exactly one larger one, which contains it",
        "check_periods_nested",
        repairs.repair_nesting,
    ),
    Check("days", "every turn is linked to its day, and to no other", "check_turns_on_their_day", repairs.repair_days),
    Check(
        "sessions",
        "every turn is in its session, and in no other",
        "check_turns_in_their_session",
        repairs.repair_sessions,
    ),
    Check("speakers", "every turn is spoken by one entity", "check_turns_spoken", repairs.repair_speakers),
    Check("order", "NEXT follows the order of each session", "check_session_order", repairs.repair_order),
    Check(
        "bounds",
        "each session has its correct start, end, last turn and next number",
        "check_session_bounds",
        repairs.repair_bounds,
    ),
    Check(
        "counts",
        "each entity has its correct counts, and its first and last times",
        "check_entity_counts",
        repairs.by_ids("repair_entity_counts"),
    ),
    Check(
        "facts",
        "each fact about two entities has its timed relation between them, and each relation has its fact",
        "find_facts_unlike_relations",
        repairs.redraw_facts,
        repairs.facts_unlike_relations,
    ),
    Check("empty sessions", "no session is empty", "check_sessions_in_use", repairs.by_ids("remove_sessions")),
    Check("empty periods", "no period is empty", "check_periods_in_use", repairs.by_ids("remove_periods")),
    Check("lone entities", "no entity is without links", "check_entities_in_use", repairs.by_ids("remove_entities")),
    Check(
        "names",
        "the index of names holds each entity under the keys of its name, and nothing else",
        "check_names",
        repairs.repair_names,
        repairs.wrong_names,
    ),
    Check(
        "summaries",
        "every summary of a period has its vector and rests on sources in the period",
        "check_summaries",
        repairs.repair_summaries,
    ),
    Check(
        "embeddings", "every turn has an embedding of the right length", "check_embeddings", repairs.repair_embeddings
    ),
)
"""In the order in which they are repaired: prerequisites of others come first."""

OWNERS = "owners"
"""The check across users: all data belongs to an existing user."""


@dataclass(frozen=True)
class Finding:
    """A violated invariant.

    Attributes:
        check: the check's name.
        user: the user whose graph it was found in.
        count: the number of wrong nodes, counted up to 500.
        examples: the ids of the first of them.
        repaired: whether it was repaired, and holds now.
    """

    check: str
    user: str
    count: int
    examples: tuple[str, ...]
    repaired: bool


@dataclass(frozen=True)
class Report:
    """The result of `doctor`.

    Attributes:
        users: the number of users whose graphs were checked.
        checks: the invariants that were checked, as sentences, by name.
        findings: the violations that were found.
    """

    users: int
    checks: dict[str, str]
    findings: tuple[Finding, ...]

    @property
    def is_healthy(self) -> bool:
        """Whether all checked invariants hold now."""
        return all(finding.repaired for finding in self.findings)


class Doctor:
    """Checks the graphs of users, one after the other and a limited number of nodes at a time."""

    def __init__(self, store: GraphStore, embedder: Embedder, *, timezone: str, now: datetime) -> None:
        self._store = store
        self._embedder = embedder
        self._timezone = timezone
        self._now = now

    async def run(self, users: Iterable[str] | None, *, fix: bool) -> Report:
        """Check the graphs of some users, or of all; with `fix`, repair the violations found."""
        findings: list[Finding] = []
        if users is None:
            findings += await self._check_owners(fix=fix)
            users = [row["user"] for row in await self._store.read("list_users")]
        users = list(users)
        for user in users:
            owner = User.found(user, await self._store.read("read_user", user=user))
            check_embedder(user, owner.embedder, self._store.embedder)
            patient = Patient(user, owner.zone, self._embedder)
            for check in CHECKS:
                if rows := await self._look(check, patient):
                    repaired = fix and await self._repair(check, patient)
                    findings.append(_finding(check.name, user, rows, repaired=repaired))
        return Report(len(users), {OWNERS: "all data belongs to an existing user", **_sentences()}, tuple(findings))

    async def _check_owners(self, *, fix: bool) -> list[Finding]:
        lost = [row["id"] for row in await self._store.read("check_owners", limit=_AT_ONCE)]
        if fix:
            for user in lost:
                await self._create_user(user)
        return [Finding(OWNERS, user, 1, (user,), repaired=fix) for user in lost]

    async def _create_user(self, user: str) -> None:
        own = {"timezone": self._timezone, "language": None, "embedder": self._embedder.name, "now": self._now}
        await self._store.write(lambda tx: tx.run("create_user", user=user, **own), user=user)

    async def _look(self, check: Check, patient: Patient) -> Rows:
        rows = await self._store.read(check.statement, **self._parameters(patient))
        return check.narrow(patient, rows)

    async def _repair(self, check: Check, patient: Patient) -> bool:
        """Repair the violations of a check, some at a time; return False if that doesn't help."""

        async def work(tx: Transaction) -> Rows:
            rows = check.narrow(patient, await tx.run(check.statement, **self._parameters(patient)))
            if rows:
                await check.repair(tx, patient, rows)
                await tx.begin(patient.user, "begin_epoch", derives=False)
            return rows

        before: Rows | None = None
        while rows := await self._store.write(work, user=patient.user):
            if rows == before:
                _LOG.warning(
                    "%s of user %s could not be repaired: %s",
                    check.name,
                    hashed(patient.user),
                    count_of(len(rows), "row"),
                )
                return False
            before = rows
        return True

    def _parameters(self, patient: Patient) -> dict[str, object]:
        size = self._embedder.dimensions * _BYTES_PER_NUMBER
        return {"user": patient.user, "limit": _AT_ONCE, "bytes": size}


def _finding(check: str, user: str, rows: Rows, *, repaired: bool) -> Finding:
    return Finding(check, user, len(rows), tuple(row["id"] for row in rows[:_EXAMPLES]), repaired)


def _sentences() -> dict[str, str]:
    return {check.name: check.holds for check in CHECKS}
