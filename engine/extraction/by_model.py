"""Extraction by a language model: the turns it gets, their context, and the handling of its replies and failures."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal
from zoneinfo import ZoneInfo

from chronomem.engine.dialogue.stored_turns import read_stored
from chronomem.engine.extraction.entity_linking import KnownNames, store_mentions
from chronomem.engine.extraction.extracted import Extracted
from chronomem.engine.extraction.known_facts import KnownFacts
from chronomem.engine.extraction.model_batches import batches_of, in_sessions
from chronomem.engine.extraction.queue import MODEL_PAUSES, MOST_ATTEMPTS, due_after
from chronomem.engine.facts.merging import join_told_names, tell_aliases
from chronomem.engine.facts.writing import record
from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.extractors.llm.client import ModelClient
from chronomem.extractors.llm.extraction import ModelExtraction, ModelExtractor
from chronomem.extractors.ontology.ontology import Ontology
from chronomem.extractors.recurrence import directions, recurring, threshold
from chronomem.extractors.turns.stored_turn import StoredTurn
from chronomem.graph_schema.database.leases import Lease, LeaseLost
from chronomem.graph_schema.database.results import Row, present
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.graph_schema.errors import (
    BudgetExceeded,
    ChronomemError,
    ModelAnswerInvalid,
    ModelAnswerTruncated,
    ModelError,
    ModelUnavailable,
)
from chronomem.graph_schema.model.batches import Allowance
from chronomem.graph_schema.model.dialogue import SILENT_ROLES
from chronomem.graph_schema.model.exchanges import by_session, in_order, place_of
from chronomem.graph_schema.model.times import Clock
from chronomem.graph_schema.model.vectors import unpack

ExtractionPolicy = Literal["offline", "eager", "recurrence"]

_PATIENCE = 2
"""The number of failed requests in a row after which an unavailable model is left alone until the next call."""
_PACKED_AT_ONCE = 2_000
"""The number of queued turns that are put together into new batches at once."""


class ModelExtractionWorker:
    """Has a language model extract facts from stored turns.

    Args:
        policy: `eager` sends it every turn; `recurrence` those of exchanges that resemble many before them.

    Attributes:
        concurrency: how many users may have their turns extracted at the same time.
    """

    def __init__(
        self,
        store: GraphStore,
        model: ModelClient,
        policy: ExtractionPolicy,
        *,
        embedder: Embedder,
        clock: Clock,
        ontology: Ontology | None = None,
    ) -> None:
        self._store = store
        self._extractor = ModelExtractor(model, ontology)
        self._known = KnownFacts(store, embedder)
        self._recurrence = Recurrence(store, embedder) if policy == "recurrence" else None
        self.concurrency = model.settings.concurrency
        self._batch_turns = model.settings.batch_turns
        self._clock = clock

    @property
    def reads_everything(self) -> bool:
        """Whether the model gets every turn, so that no other extractor need look for facts."""
        return self._recurrence is None

    async def queue(self, tx: Transaction, user: str, version: int, turns: Sequence[StoredTurn], now: datetime) -> None:
        """Queue turns for the model within a transaction, in batches of one request each."""
        pieces = [
            {"id": f"{version:015d}-m{number:04d}", "turns": [turn.id for turn in batch]}
            for number, batch in enumerate(batches_of(turns, self._batch_turns))
        ]
        if pieces:
            await tx.run("queue_for_model", user=user, pieces=pieces, now=now)

    async def queue_new(
        self, tx: Transaction, user: str, version: int, turns: Sequence[StoredTurn], now: datetime
    ) -> None:
        """Queue those of turns that the model wasn't given before: it is paid for a turn once, whatever comes late."""
        handed = {row["id"] for row in await tx.run("find_handed", user=user, ids=[turn.id for turn in turns])}
        new = [turn for turn in turns if turn.id not in handed]
        await self.queue(tx, user, version, new, now)
        await tx.run("hand_to_model", user=user, ids=[turn.id for turn in new])

    async def drain(
        self, lease: Lease, zone: ZoneInfo, names: KnownNames, fresh: Sequence[str], allowance: Allowance
    ) -> Extracted:
        """Extract from the batches queued for the model, each once; those that fail stay in the queue.

        Args:
            lease: the lease for the extraction of a user.
            fresh: ids of the turns that were just extracted without the model.
        """
        user = lease.user
        if self._recurrence is not None and fresh:
            await self._promote(lease, fresh)
        done = Extracted()
        now = self._clock().astimezone(UTC).isoformat()
        units = await self._packed(lease, present(await self._store.read("list_unread_by_model", user=user, now=now)))
        failing = 0
        while units and not allowance.is_spent:
            unit = units.pop(0)
            allowance.spend(len(unit["turns"]))
            try:
                done += await self._read(lease, zone, names, unit)
                failing = 0
            except ModelAnswerTruncated as error:
                if len(unit["turns"]) < 2:
                    done += await self._fail(lease, [unit], error)
                else:
                    units = [*await self._halve(lease, unit), *units]
            except ModelError as error:
                done += await self._fail(lease, [unit], error)
                failing = failing + 1 if isinstance(error, ModelUnavailable) else 0
                if isinstance(error, BudgetExceeded) or failing == _PATIENCE:
                    return done + await self._fail(lease, units, error)
            except (ChronomemError, LeaseLost):
                raise
            except Exception as error:  # noqa: BLE001 - a reply must not keep the other units from extraction
                done += await self._fail(lease, [unit], error)
        return done

    async def _promote(self, lease: Lease, fresh: Sequence[str]) -> None:
        assert self._recurrence is not None
        user = lease.user
        chosen = await self._recurrence.choose(user, fresh)
        if not chosen:
            return
        turns = await read_stored(self._store, user, chosen)

        async def work(tx: Transaction) -> None:
            version = await tx.begin(user)
            await lease.check(tx)
            await self.queue(tx, user, version, turns, self._clock())
            await tx.run("hand_to_model", user=user, ids=chosen)

        await lease.write(self._store, work)

    async def _read(self, lease: Lease, zone: ZoneInfo, names: KnownNames, unit: Row) -> Extracted:
        user = lease.user
        turns = in_sessions(await read_stored(self._store, user, unit["turns"]))
        if all(turn.role in SILENT_ROLES for turn in turns):
            return await self._store_extraction(lease, zone, names, unit, ModelExtraction(()))
        entities, facts = await self._known.about(user, turns)
        reading = await self._extractor.extract(
            turns, zone, user=user, entities=entities, facts=facts, again=unit["attempts"] > 0
        )
        return await self._store_extraction(lease, zone, names, unit, reading)

    async def _store_extraction(
        self, lease: Lease, zone: ZoneInfo, names: KnownNames, unit: Row, found: ModelExtraction
    ) -> Extracted:
        user = lease.user

        async def work(tx: Transaction) -> Extracted:
            version = await tx.begin(user)
            await lease.check(tx)
            ours = await tx.run("find_entries", user=user, ids=[unit["id"]])
            await tx.run("finish_unread", user=user, ids=[unit["id"]])
            there = {row["id"] for row in await tx.run("find_turns", user=user, ids=unit["turns"])}
            readings = [reading for reading in found.readings if reading.turn.id in there]
            if not ours or not readings:
                return Extracted()
            mentioned = await store_mentions(tx, user, names, readings, by="model")
            facts = [fact for reading in readings for fact in reading.facts]
            operations = (
                await record(tx, user, version, zone, facts, self._clock(), names=names.ids, extracted_by="model")
                if facts
                else []
            )
            renamed = await tell_aliases(tx, user, names.told_in(readings))
            await join_told_names(tx, user, version, renamed)
            return Extracted(
                turns_by_model=len(readings),
                mentions=mentioned.count,
                operations=dict(Counter(operation.kind for operation in operations)),
                disputed_dates=found.disputed,
                dropped_facts=found.dropped,
            )

        return await lease.write(self._store, work)

    async def _fail(self, lease: Lease, units: Sequence[Row], error: Exception) -> Extracted:
        """Note the class of the error on units, and never its text: servers repeat what they were sent.

        A unit that failed by itself counts the attempt, waits, and goes to the pipeline in the end, after three
        requests: the first reply without the right form was asked for twice. One that could not be asked, since the
        server is down or the budget is spent, waits for the next call.
        """
        if not units:
            return Extracted()
        user, kind = lease.user, type(error).__name__
        counted = 0 if isinstance(error, ModelUnavailable | BudgetExceeded) else 1
        most = MOST_ATTEMPTS - (type(error) is ModelAnswerInvalid)
        now = self._clock()
        failed = [
            {
                "id": unit["id"],
                "attempts": attempts,
                "due_at": due_after(attempts, now, MODEL_PAUSES) if counted else None,
                "error": kind,
            }
            for unit in units
            if (attempts := unit["attempts"] + counted) < most
        ]
        over = [{"id": u["id"], "error": kind} for u in units if u["attempts"] + counted >= most]

        async def work(tx: Transaction) -> None:
            await lease.check(tx)
            await tx.run("fail_unread", user=user, entries=failed)
            await tx.run("give_up_on_model", user=user, entries=over)

        await lease.write(self._store, work)
        turns = sum(len(unit["turns"]) for unit in units)
        reason = f"{kind}: {error}" if isinstance(error, ChronomemError) else kind
        return Extracted(failed=turns, failures={reason: turns})

    async def _packed(self, lease: Lease, units: Sequence[Row]) -> list[Row]:
        """Put queued batches together that were queued one after another and fill no request each."""
        packed: list[Row] = []
        window: list[Row] = []
        for unit in units:
            if unit["attempts"] or sum(len(each["turns"]) for each in window) >= _PACKED_AT_ONCE:
                packed += await self._repacked(lease, window)
                window = []
            (packed if unit["attempts"] else window).append(unit)
        return packed + await self._repacked(lease, window)

    async def _repacked(self, lease: Lease, units: Sequence[Row]) -> list[Row]:
        if len(units) < 2:
            return list(units)
        user, old = lease.user, [unit["id"] for unit in units]
        turns = await read_stored(self._store, user, [turn for unit in units for turn in unit["turns"]])
        new = [
            {"id": f"{old[0]}p{number:04d}", "turns": [turn.id for turn in batch], "attempts": 0}
            for number, batch in enumerate(batches_of(turns, self._batch_turns))
        ]
        return await self._replaced(lease, old, new) if len(new) < len(old) else list(units)

    async def _replaced(self, lease: Lease, old: Sequence[str], new: Sequence[Row]) -> list[Row]:
        """Replace batches of the queue by others with the same turns; if one has gone meanwhile, none is left to do."""
        user = lease.user

        async def work(tx: Transaction) -> list[Row]:
            await lease.check(tx)
            if len(await tx.run("find_entries", user=user, ids=old)) < len(old):
                return []
            await tx.run("finish_unread", user=user, ids=old)
            await tx.run("queue_for_model", user=user, pieces=new, now=self._clock())
            return list(new)

        return await lease.write(self._store, work)

    async def _halve(self, lease: Lease, unit: Row) -> list[Row]:
        """Divide a batch whose reply was too long."""
        turns = unit["turns"]
        halves = [
            {"id": f"{unit['id']}{mark}", "turns": part, "attempts": 0}
            for mark, part in (("a", turns[: len(turns) // 2]), ("b", turns[len(turns) // 2 :]))
        ]
        return await self._replaced(lease, [unit["id"]], halves)


class Recurrence:
    """Chooses recurring exchanges of a user. Turns that the model has been given aren't chosen again."""

    def __init__(self, store: GraphStore, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder.name
        self._dimensions = embedder.dimensions

    async def choose(self, user: str, fresh: Sequence[str]) -> list[str]:
        """Return the turns of the recurring exchanges that new turns belong to or trigger."""
        rows = await self._store.read("read_turns_to_compare", user=user)
        exchanges = in_order(by_session(map(place_of, rows)))
        handed = {row["id"] for row in rows if row["by_model"]}
        new = set(fresh)
        number = {row["id"]: n for n, row in enumerate(rows)}
        turns = unpack([row["embedding"] for row in rows], self._dimensions)
        vectors = directions((turns[[number[place.id] for place in e.places]] for e in exchanges), self._dimensions)
        own = {n for n, exchange in enumerate(exchanges) if any(place.id in new for place in exchange.places)}
        chosen = recurring(vectors, own, threshold(self._embedder, vectors))
        return [place.id for n in sorted(chosen) for place in exchanges[n].places if place.id not in handed]
