"""Extraction by a language model: the turns it gets, their context, and the handling of its replies and failures."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Literal
from zoneinfo import ZoneInfo

from chronomem.engine.dialogue.stored_turns import read_stored
from chronomem.engine.extraction.entity_linking import KnownNames, store_mentions
from chronomem.engine.extraction.extracted import Extracted
from chronomem.engine.extraction.queue import MODEL_PAUSES, MOST_ATTEMPTS, due_after
from chronomem.engine.facts.merging import join_told_names, tell_aliases
from chronomem.engine.facts.writing import record
from chronomem.extractors.llm.client import ModelClient
from chronomem.extractors.llm.extraction import ModelExtraction, ModelExtractor
from chronomem.extractors.llm.tokens import estimate_tokens
from chronomem.extractors.ontology.ontology import Ontology
from chronomem.extractors.recurrence import directions, recurring, threshold
from chronomem.extractors.turns.extraction import StoredTurn
from chronomem.graph_schema.database.results import Row, present
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.graph_schema.errors import (
    BudgetExceeded,
    ChronomemError,
    ModelAnswerTruncated,
    ModelError,
    ModelUnavailable,
)
from chronomem.graph_schema.facts.given import EntityType
from chronomem.graph_schema.facts.predicates import predicate_named
from chronomem.graph_schema.model.dialogue import SILENT_ROLES
from chronomem.graph_schema.model.entity_names import words_of
from chronomem.graph_schema.model.exchanges import by_session, in_order, place_of
from chronomem.graph_schema.model.times import Clock
from chronomem.graph_schema.model.vectors import unpack

ExtractionPolicy = Literal["offline", "eager", "recurrence"]

_TURNS_AT_ONCE = 40
_TOKENS_AT_ONCE = 4_000
"""The maximum number of turns and tokens in one request: longer sessions are divided."""
_NAMES_SHOWN = 20
_FACTS_SHOWN = 16
_PATIENCE = 2
"""The number of failed requests in a row after which an unavailable model is left alone until the next call."""


class ModelExtractionWorker:
    """Has a language model extract facts from stored turns.

    Args:
        policy: `eager` sends it every turn; `recurrence` those of exchanges that resemble many before them.
    """

    def __init__(
        self,
        store: GraphStore,
        model: ModelClient,
        policy: ExtractionPolicy,
        *,
        embedder: str,
        dimensions: int,
        clock: Clock,
        ontology: Ontology | None = None,
    ) -> None:
        self._store = store
        self._extractor = ModelExtractor(model, ontology)
        self._recurrence = Recurrence(store, embedder, dimensions) if policy == "recurrence" else None
        self._clock = clock

    @property
    def reads_everything(self) -> bool:
        """Whether the model gets every turn, so that no other extractor need look for facts."""
        return self._recurrence is None

    async def queue(self, tx: Transaction, user: str, version: int, turns: Sequence[StoredTurn], now: datetime) -> None:
        """Queue turns for the model within a transaction, in batches of one request each.

        Every session is a batch, or several. Where only some turns of a session are queued, several sessions share a
        batch.
        """
        key = _session if self.reads_everything else _none
        pieces = [
            {"id": f"{version:015d}-m{number:04d}", "turns": [turn.id for turn in part]}
            for number, part in enumerate(_parts(turns, key))
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

    async def drain(self, user: str, zone: ZoneInfo, names: KnownNames, fresh: Sequence[str]) -> Extracted:
        """Extract from the batches queued for the model, each once; those that fail stay in the queue.

        Args:
            fresh: ids of the turns that were just extracted without the model.
        """
        if self._recurrence is not None and fresh:
            await self._promote(user, fresh)
        done = Extracted()
        now = self._clock().astimezone(UTC).isoformat()
        units = present(await self._store.read("list_unread_by_model", user=user, now=now))
        failing = 0
        while units:
            unit = units.pop(0)
            try:
                done += await self._read(user, zone, names, unit)
                failing = 0
            except ModelAnswerTruncated as error:
                if len(unit["turns"]) < 2:
                    done += await self._fail(user, [unit], error)
                else:
                    units = [*await self._halve(user, unit), *units]
            except ModelError as error:
                done += await self._fail(user, [unit], error)
                failing = failing + 1 if isinstance(error, ModelUnavailable) else 0
                if isinstance(error, BudgetExceeded) or failing == _PATIENCE:
                    return done + await self._fail(user, units, error)
            except ChronomemError:
                raise
            except Exception as error:  # noqa: BLE001 - a reply must not keep the other units from extraction
                done += await self._fail(user, [unit], error)
        return done

    async def _promote(self, user: str, fresh: Sequence[str]) -> None:
        assert self._recurrence is not None
        chosen = await self._recurrence.choose(user, fresh)
        if not chosen:
            return
        turns = await read_stored(self._store, user, chosen)

        async def work(tx: Transaction) -> None:
            version = await tx.begin(user)
            await self.queue(tx, user, version, turns, self._clock())
            await tx.run("hand_to_model", user=user, ids=chosen)

        await self._store.write(work, user=user)

    async def _read(self, user: str, zone: ZoneInfo, names: KnownNames, unit: Row) -> Extracted:
        turns = sorted(await read_stored(self._store, user, unit["turns"]), key=lambda turn: turn.said_at)
        if all(turn.role in SILENT_ROLES for turn in turns):
            return await self._store_extraction(user, zone, names, unit, ModelExtraction((), 0))
        entities, facts = await self._known(user, turns)
        reading = await self._extractor.extract(turns, zone, user=user, entities=entities, facts=facts)
        return await self._store_extraction(user, zone, names, unit, reading)

    async def _store_extraction(
        self, user: str, zone: ZoneInfo, names: KnownNames, unit: Row, found: ModelExtraction
    ) -> Extracted:
        async def work(tx: Transaction) -> Extracted:
            version = await tx.begin(user)
            ours = await tx.run("find_unread", user=user, ids=[unit["id"]])
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
            )

        return await self._store.write(work, user=user)

    async def _known(self, user: str, turns: Sequence[StoredTurn]) -> tuple[dict[str, EntityType], dict[str, str]]:
        """Return the entities that turns name, and the relevant current facts about them and the speakers."""
        rows = await self._store.read("entities_of_turns", user=user, ids=[turn.id for turn in turns])
        rows.sort(key=lambda row: (-row["times"], row["id"]))
        speakers = {row["id"] for row in rows if row["how"] == "SPOKEN_BY"}
        named = {row["name"]: row["type"] for row in rows if row["id"] not in speakers}
        facts = await self._store.read("current_facts_about", user=user, ids=sorted({row["id"] for row in rows}))
        words = {word for turn in turns for word in words_of(turn.text)}
        ranked = sorted(facts, key=lambda fact: (-_bearing(fact, words), -fact["reinforcements"], fact["id"]))
        shown = [fact for fact in ranked[:_FACTS_SHOWN] if _bearing(fact, words)]
        return dict(list(named.items())[:_NAMES_SHOWN]), {fact["id"]: _told(fact) for fact in shown}

    async def _fail(self, user: str, units: Sequence[Row], error: Exception) -> Extracted:
        """Note the class of the error on units, and never its text: servers repeat what they were sent.

        A unit that failed by itself counts the attempt, waits, and goes to the pipeline in the end; one that could not
        be asked, since the server is down or the budget is spent, waits for the next call.
        """
        if not units:
            return Extracted()
        kind = type(error).__name__
        counted = 0 if isinstance(error, ModelUnavailable | BudgetExceeded) else 1
        now = self._clock()
        failed = [
            {
                "id": unit["id"],
                "attempts": attempts,
                "due_at": due_after(attempts, now, MODEL_PAUSES) if counted else None,
                "error": kind,
            }
            for unit in units
            if (attempts := unit["attempts"] + counted) < MOST_ATTEMPTS
        ]
        over = [{"id": u["id"], "error": kind} for u in units if u["attempts"] + counted >= MOST_ATTEMPTS]

        async def work(tx: Transaction) -> None:
            await tx.run("fail_unread", user=user, entries=failed)
            await tx.run("give_up_on_model", user=user, entries=over)

        await self._store.write(work, user=user)
        turns = sum(len(unit["turns"]) for unit in units)
        reason = f"{kind}: {error}" if isinstance(error, ChronomemError) else kind
        return Extracted(failed=turns, failures={reason: turns})

    async def _halve(self, user: str, unit: Row) -> list[Row]:
        """Divide a batch whose reply was too long."""
        turns = unit["turns"]
        halves = [
            {"id": f"{unit['id']}{mark}", "turns": part, "attempts": 0}
            for mark, part in (("a", turns[: len(turns) // 2]), ("b", turns[len(turns) // 2 :]))
        ]

        async def work(tx: Transaction) -> list[Row]:
            if not await tx.run("find_unread", user=user, ids=[unit["id"]]):
                return []
            await tx.run("finish_unread", user=user, ids=[unit["id"]])
            await tx.run("queue_for_model", user=user, pieces=halves, now=self._clock())
            return halves

        return await self._store.write(work, user=user)


def _session(turn: StoredTurn) -> str:
    return turn.session


def _none(_: StoredTurn) -> str:
    return ""


def _parts(turns: Sequence[StoredTurn], key: Callable[[StoredTurn], str]) -> Iterator[list[StoredTurn]]:
    """Yield turns that have the same key, in order of time, in batches that fit one request."""
    ordered = sorted(turns, key=lambda turn: (key(turn), turn.said_at))
    for _, alike in groupby(ordered, key=key):
        part: list[StoredTurn] = []
        size = 0
        for turn in alike:
            tokens = estimate_tokens(turn.text)
            if part and (len(part) == _TURNS_AT_ONCE or size + tokens > _TOKENS_AT_ONCE):
                yield part
                part, size = [], 0
            part.append(turn)
            size += tokens
        if part:
            yield part


def _bearing(fact: Row, words: set[str]) -> int:
    """Return the relevance of a fact to words: its object counts most, then its predicate, then being replaceable."""
    shared = words & {word for word in words_of(fact["object"] or fact["value"] or "") if len(word) > 2}
    predicate = words & set(words_of(fact["predicate"].replace("_", " ")))
    return 2 * len(shared) + len(predicate) + predicate_named(fact["predicate"]).single


def _told(fact: Row) -> str:
    since = f" since {fact['valid_at'][:10]}" if fact["dated"] and fact["valid_at"] else ""
    return f"{fact['subject']} {fact['predicate']} {fact['object'] or fact['value'] or ''}{since}"


class Recurrence:
    """Chooses recurring exchanges of a user. Turns that the model has been given aren't chosen again."""

    def __init__(self, store: GraphStore, embedder: str, dimensions: int) -> None:
        self._store = store
        self._embedder = embedder
        self._dimensions = dimensions

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
