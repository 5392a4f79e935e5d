"""The worker that extracts times, entities and facts from stored turns, in the background: storing stays fast."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any
from zoneinfo import ZoneInfo

from chronomem.engine.dialogue.calendar import store_branches
from chronomem.engine.dialogue.stored_turns import read_stored
from chronomem.engine.dialogue.storing import Progress
from chronomem.engine.extraction.by_model import ModelExtractionWorker
from chronomem.engine.extraction.entity_linking import KnownNames, similarity_by, store_mentions
from chronomem.engine.extraction.extracted import Extracted
from chronomem.engine.extraction.queue import ExtractionQueue, Piece, turns_of
from chronomem.engine.facts.entities import clear_up
from chronomem.engine.facts.merging import join_told_names, tell_aliases, told_aliases
from chronomem.engine.facts.writing import assert_facts
from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.extractors.turns.extraction import Extractions, TurnExtraction, TurnExtractor
from chronomem.extractors.turns.times import TurnTime
from chronomem.graph_schema.database.leases import Lease, LeaseLost, leased
from chronomem.graph_schema.database.store import GraphStore, Transaction, ended
from chronomem.graph_schema.errors import ChronomemError
from chronomem.graph_schema.model.batches import Allowance
from chronomem.graph_schema.model.counts import count_of
from chronomem.graph_schema.model.dialogue import User
from chronomem.graph_schema.model.times import Clock, utc_text

_LOG = logging.getLogger("chronomem.extraction")

PURPOSE = "extraction"
"""The purpose of the lease for a user's queue."""
_END_OF_TIME = "9999"
"""Later than every time that an entry of the queue waits for."""


@dataclass(frozen=True, slots=True)
class _Owner:
    """The owner of queued turns, with the data that many batches share."""

    id: str
    zone: ZoneInfo
    names: KnownNames


_Read = tuple[_Owner, Piece, Extractions]


class ExtractionWorker:
    """Extracts from queued turns. The queue of a user is worked on by whoever has the lease for it."""

    def __init__(
        self,
        store: GraphStore,
        extractor: TurnExtractor,
        embedder: Embedder,
        clock: Clock,
        by_model: ModelExtractionWorker | None = None,
    ) -> None:
        self._store = store
        self._extractor = extractor
        self._similarity = similarity_by(embedder)
        self._clock = clock
        self._by_model = by_model
        self._parsing = asyncio.Lock()  # the parser serves one thread at a time

    @property
    def _queue(self) -> ExtractionQueue:
        return ExtractionQueue(self._store, self._clock, self._extractor.version)

    async def is_due(self, user: str) -> bool:
        """Whether there is something to extract for a user."""
        return await self._queue.is_due(user)

    async def drain(
        self, user: str, allowance: Allowance | None = None, progress: Progress | None = None, *, patient: bool = True
    ) -> tuple[Extracted, bool]:
        """Extract from the queued turns of a user, oldest first: without a language model, then with one.

        Args:
            user: the user.
            allowance: how much; omitted, everything.
            progress: called after each batch with the number of its turns.
            patient: wait for another worker that has the lease, and go on after it.

        Returns:
            What was extracted, and whether it was left to another worker.
        """
        allowance, done = allowance or Allowance(), Extracted()
        while await self._queue.is_due(user):
            async with leased(self._store, user, PURPOSE, patient=patient) as lease:
                if lease is None:
                    return done, True
                try:
                    async for each in self._drain_leased(lease, allowance, progress):
                        done += each
                except LeaseLost:
                    if patient:
                        continue
                    return done, True
            break
        return done, False

    async def _drain_leased(
        self, lease: Lease, allowance: Allowance, progress: Progress | None
    ) -> AsyncGenerator[Extracted, None]:
        if self._by_model is None:
            await self._take_back(lease)
        owner: _Owner | None = None
        fresh: list[str] = []
        async with aclosing(self._read_ahead(lease, allowance)) as pieces:
            async for owner, piece, extractions in pieces:
                yield await self._store_piece(lease, owner, piece, extractions)
                fresh += [extraction.turn.id for extraction in extractions.done]
                if progress:
                    progress(len(turns_of(piece)))
        if self._by_model is not None:
            owner = owner or await self._owner(lease.user)
            yield await self._by_model.drain(lease, owner.zone, owner.names, fresh, allowance)

    async def _owner(self, user: str) -> _Owner:
        owner = User.found(user, await self._store.read("read_user", user=user))
        return _Owner(user, owner.zone, KnownNames(owner.memory, self._similarity))

    async def _take_back(self, lease: Lease) -> None:
        """Hand the turns queued for a language model back to the language pipeline."""
        user = lease.user

        async def work(tx: Transaction) -> None:
            await lease.check(tx)
            await tx.run("leave_to_language", user=user)

        if await self._store.read("list_unread_by_model", user=user, now=_END_OF_TIME):
            await lease.write(self._store, work)

    async def _read_ahead(self, lease: Lease, allowance: Allowance) -> AsyncGenerator[_Read, None]:
        """Yield each batch with its extractions, while the next one is being extracted."""
        source = self._read_all(lease.user, allowance)
        ahead = asyncio.create_task(anext(source, None))
        try:
            while (read := await ahead) is not None:
                ahead = asyncio.create_task(anext(source, None))
                yield read
        finally:
            await ended(ahead)
            await source.aclose()

    async def _read_all(self, user: str, allowance: Allowance) -> AsyncGenerator[_Read, None]:
        """Yield batches with their extractions, until the allowance is spent."""
        owner, seen = None, set[str]()
        while not allowance.is_spent and (piece := await self._queue.next(user, seen)) is not None:
            seen |= piece.keys()
            allowance.spend(len(turns_of(piece)))
            owner = owner or await self._owner(user)
            turns = await read_stored(self._store, user, turns_of(piece))
            async with self._parsing:
                extractions = await asyncio.to_thread(self._extractor.extract, turns, owner.zone)
            yield owner, piece, extractions

    async def _store_piece(self, lease: Lease, owner: _Owner, piece: Piece, extractions: Extractions) -> Extracted:
        """Store what was extracted from a piece; where that raises an error, set its turns aside one by one."""
        try:
            return await self._store_extractions(lease, owner, piece, extractions)
        except (ChronomemError, LeaseLost):
            raise
        except Exception as error:  # noqa: BLE001 - one turn must not keep those beside it from the graph
            failed = dict.fromkeys(turns_of(piece), type(error).__name__)
            return await self._store_extractions(lease, owner, piece, Extractions((), failed))

    async def _store_extractions(
        self, lease: Lease, owner: _Owner, piece: Piece, extractions: Extractions
    ) -> Extracted:
        by_id = {extraction.turn.id: extraction for extraction in extractions.done}

        async def work(tx: Transaction) -> Extracted:
            version = await tx.begin(owner.id)
            await lease.check(tx)
            ours = await self._queue.still_queued(tx, owner.id, piece)
            mine = [by_id[turn] for turn in turns_of(ours) if turn in by_id]
            given_up = {turn for entry in ours.values() if entry.given_up for turn in entry.turns}
            failed = {turn: extractions.failed[turn] for turn in turns_of(ours) if turn in extractions.failed}
            done = await self._write(tx, version, owner, mine, given_up) if mine else Extracted()
            # Last, since until the end of the transaction nobody else can change what lies beside it.
            await tx.run("finish_unread", user=owner.id, ids=[*ours])
            aside = await self._queue.quarantine(tx, owner.id, ours, failed)
            return done + Extracted(failed=len(failed), failures=dict(Counter(failed.values())), set_aside=aside)

        done = await lease.write(self._store, work)
        for reason, turns in done.failures.items():
            _LOG.warning("%s could not be extracted (%s); the others go on", count_of(turns, "turn"), reason)
        return done

    async def _write(
        self,
        tx: Transaction,
        version: int,
        owner: _Owner,
        extractions: Sequence[TurnExtraction],
        given_up: Collection[str],
    ) -> Extracted:
        # as names became known
        extractions = sorted(extractions, key=lambda each: (each.turn.said_at, each.turn.seq, each.turn.id))
        ids = [extraction.turn.id for extraction in extractions]
        own = ids  # the turns whose facts the pipeline extracts
        if self._by_model is not None and self._by_model.reads_everything:
            own = [turn for turn in ids if turn in given_up]
            asked = [extraction.turn for extraction in extractions if extraction.turn.id not in given_up]
            await self._by_model.queue_new(tx, owner.id, version, asked, self._clock())
            extractions = [each if each.turn.id in given_up else replace(each, facts=()) for each in extractions]
        times = await _write_times(tx, owner.id, ids, extractions)
        renamed = await told_aliases(tx, owner.id, ids)
        mentioned = await store_mentions(tx, owner.id, owner.names, extractions, by="pipeline")
        facts = [fact for extraction in extractions for fact in extraction.facts]
        told = await assert_facts(
            tx,
            owner.id,
            version,
            owner.zone,
            facts,
            self._clock(),
            names=owner.names.ids,
            extracted_by="pipeline",
            anew=own,
        )
        left = {*mentioned.left, *told.left, *renamed}
        renamed |= await tell_aliases(tx, owner.id, owner.names.told_in(extractions))
        await join_told_names(tx, owner.id, version, renamed)
        await clear_up(tx, owner.id, left)
        await tx.run("stamp_turns", user=owner.id, version=version, rows=[*map(_context_row, extractions)])
        operations: dict[str, int] = dict(Counter(outcome.kind for outcome in told.outcomes))
        return Extracted(len(extractions), times, mentioned.count, operations)


async def _write_times(tx: Transaction, user: str, ids: Sequence[str], readings: Sequence[TurnExtraction]) -> int:
    await tx.run("unlink_times", user=user, ids=list(ids))
    named = [reading for reading in readings if reading.times]
    if named:
        await store_branches(tx, user, (time.path for reading in named for time in reading.times))
        rows = [{"id": reading.turn.id, "times": [*map(_time_row, reading.times)]} for reading in named]
        await tx.run("link_times", user=user, turns=rows)
    return sum(len(reading.times) for reading in named)


def _context_row(extraction: TurnExtraction) -> dict[str, Any]:
    context = extraction.context
    vectors, by = (None, None) if context is None else (context.vectors, context.by)
    return {"id": extraction.turn.id, "context": vectors, "context_by": by}


def _time_row(time: TurnTime) -> dict[str, Any]:
    return {
        "period": time.path[0].id,
        "start": utc_text(time.start),
        "end": utc_text(time.end),
        "grain": time.grain,
        "kind": time.kind,
        "text": time.text,
        "weight": time.weight,
    }
