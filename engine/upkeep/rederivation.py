"""Deriving the facts of a memory anew, after its ontology changed, from the assertions that are there."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from chronomem.engine.dialogue.context import queue_turns
from chronomem.engine.facts.entities import Merges, Runner, read_entities, read_merges, run_named
from chronomem.engine.facts.groups import Group, draw, group_about, group_of, rewrite
from chronomem.engine.facts.writing import fact_of
from chronomem.engine.upkeep.derived import Derived, Difference, DifferenceKind
from chronomem.extractors.ontology.ontology import Ontology
from chronomem.extractors.ontology.possible_turns import PossibleTurns
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.graph_schema.facts.assertion import Assertion, group_key
from chronomem.graph_schema.facts.fact import FactRecord
from chronomem.graph_schema.facts.rows import assertion_of, fingerprint, record_of
from chronomem.graph_schema.facts.views import Fact
from chronomem.graph_schema.facts.vocabulary import FactVocabulary
from chronomem.graph_schema.model.dialogue import SILENT_ROLES, User
from chronomem.graph_schema.model.times import Clock

_EVER = datetime(9999, 1, 1, tzinfo=UTC)
_PENDING = "pending:"
"""The beginning of the fingerprint in the graph while facts are being derived, so that nobody else writes."""


@dataclass(frozen=True, slots=True)
class _Redrawn:
    """The facts of a user, before and after."""

    merges: Merges
    old: Mapping[str, FactRecord]
    drawn: Mapping[Group, Sequence[FactRecord]]
    again: Sequence[str]

    @property
    def new(self) -> dict[str, FactRecord]:
        return {record.id: record for records in self.drawn.values() for record in records}

    def kinds(self) -> dict[str, DifferenceKind]:
        """Return the ids of the facts that differ."""
        new = self.new
        found: dict[str, DifferenceKind] = dict.fromkeys(sorted(new.keys() - self.old.keys()), "added")
        found |= dict.fromkeys(sorted(self.old.keys() - new.keys()), "removed")
        both = sorted(self.old.keys() & new.keys())
        return found | {i: "changed" for i in both if fingerprint(self.old[i]) != fingerprint(new[i])}


class Rederivation:
    """Derives the facts of all users by the vocabulary of the store, and queues the turns to extract again."""

    def __init__(self, store: GraphStore, ontology: Ontology | None, clock: Clock) -> None:
        self._store = store
        self._ontology = ontology
        self._clock = clock

    async def run(self, *, dry_run: bool, limit: int) -> Derived:
        """Derive facts anew, or only determine the differences; see `AsyncMemory.derive`."""
        if dry_run:
            return await self._of_users(await self._possible(), limit, dry_run=True)
        async with self._store.alone("derive"):
            possible = await self._possible()
            target = self._store.vocabulary.fingerprint
            before = await self._stored()
            if before != target:
                await self._store.execute("write_ontology", ontology=_PENDING + before.removeprefix(_PENDING))
            done = await self._of_users(possible, limit, dry_run=False)
            await self._store.execute("write_ontology", ontology=target)
            return done

    async def _stored(self) -> str:
        rows = await self._store.read("read_schema")
        return str(rows[0]["ontology"] or "")

    async def _possible(self) -> PossibleTurns | None:
        """Return the choice of the turns to extract again; None if no turn has to be."""
        before = (await self._stored()).removeprefix(_PENDING)
        after = self._store.vocabulary.fingerprint
        if before == after:
            return None
        return PossibleTurns(self._ontology if not before else None)

    async def _of_users(self, possible: PossibleTurns | None, limit: int, *, dry_run: bool) -> Derived:
        total: Counter[str] = Counter()
        differences: list[Difference] = []
        users = [row["user"] for row in await self._store.read("list_users")]
        for user in users:
            redrawn = await self._redraw(user, possible, dry_run=dry_run)
            kinds = redrawn.kinds()
            total.update(kinds.values())
            total.update(facts=len(redrawn.new), queued=len(redrawn.again))
            differences += await self._shown(user, redrawn, dict(list(kinds.items())[: limit - len(differences)]))
        return Derived(
            applied=not dry_run,
            users=len(users),
            facts=total["facts"],
            added=total["added"],
            removed=total["removed"],
            changed=total["changed"],
            queued=total["queued"],
            differences=tuple(differences),
        )

    async def _redraw(self, user: str, possible: PossibleTurns | None, *, dry_run: bool) -> _Redrawn:
        if dry_run:
            return await self._read(self._store, user, possible)

        async def work(tx: Transaction) -> _Redrawn:
            version = await tx.begin(user, "begin_epoch", derives=False)
            redrawn = await self._read(tx, user, possible)
            await _regroup(tx, user)
            await rewrite(tx, user, version, redrawn.drawn)
            await queue_turns(tx, user, version, [], redrawn.again, self._clock())
            return redrawn

        return await self._store.write(work, user=user)

    async def _read(self, runner: Runner, user: str, possible: PossibleTurns | None) -> _Redrawn:
        words = self._store.vocabulary
        merges = await read_merges(runner, user)
        rows = await run_named(runner, "read_assertions", user=user, before=_EVER)
        assertions = [assertion_of(row["assertion"]) for row in rows]
        groups: dict[Group, list[Assertion]] = {}
        for assertion in assertions:
            groups.setdefault(group_of(assertion, merges, words), []).append(assertion)
        old = [record_of(row) for row in await run_named(runner, "read_facts", user=user)]
        for record in old:
            groups.setdefault(group_about(record.subject, record.predicate, merges, words), [])
        again: list[str] = []
        if possible is not None:
            told = {a.turn_id for a in assertions if a.turn_id is not None and a.predicate in words.declared}
            turns = await run_named(runner, "list_turns_told", user=user, silent=sorted(SILENT_ROLES))
            texts = [(row["id"], row["text"], row["session"]) for row in turns]
            again = list(possible.of(texts, told))
        drawn = {group: draw(members, merges, words) for group, members in groups.items()}
        return _Redrawn(merges, {record.id: record for record in old}, drawn, again)

    async def _shown(self, user: str, redrawn: _Redrawn, kinds: Mapping[str, DifferenceKind]) -> list[Difference]:
        if not kinds:
            return []
        owner = User.found(user, await self._store.read("read_user", user=user))
        new = redrawn.new
        records = [one for i in kinds for one in (redrawn.old.get(i), new.get(i)) if one is not None]
        ids = {i for record in records for i in (record.subject, record.object) if i is not None}
        entities = await read_entities(self._store, user, ids, redrawn.merges)

        def shown(record: FactRecord | None) -> Fact | None:
            return None if record is None else fact_of(record, entities, owner.zone, self._store.vocabulary)

        return [Difference(user, kind, shown(redrawn.old.get(i)), shown(new.get(i))) for i, kind in kinds.items()]


async def _regroup(tx: Transaction, user: str) -> None:
    """Give the assertions and facts of a user the keys of the groups that they belong to now."""
    for what in ("assertions", "facts"):
        rows = await tx.run(f"list_groups_of_{what}", user=user)
        pairs = [(row["id"], row["key"], _key(row, tx.vocabulary)) for row in rows]
        moved = [{"id": own, "key": key} for own, before, key in pairs if before != key]
        if moved:
            await tx.run(f"regroup_{what}", user=user, rows=moved)


def _key(row: Row, vocabulary: FactVocabulary) -> str:
    return group_key(row["subject"], row["predicate"], vocabulary)
