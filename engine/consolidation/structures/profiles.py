"""Profiles of the most mentioned people, places and organizations: lasting facts and news (§3.2 of H-Mem)."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from chronomem.engine.consolidation.work import Desk, Progress
from chronomem.engine.facts.entities import Merges, read_merges
from chronomem.extractors.summaries.sentences import ended
from chronomem.extractors.summaries.summariser import Source, Summary, SummaryRequest
from chronomem.graph_schema.database.store import Transaction
from chronomem.graph_schema.facts.rows import record_of
from chronomem.graph_schema.facts.vocabulary import FactVocabulary
from chronomem.graph_schema.model.periods import branch, local_day

_AT_ONCE = 20
_FEWEST_MENTIONS = 3
"""An entity mentioned in fewer turns has no profile."""
_RECENT = timedelta(days=30)
"""The time before an entity's last mention that counts as recent."""
_LASTING_WORDS = 60
_RECENT_WORDS = 60
_MOST_FACTS = 60
_MOST_TURNS = 30
_FLEETING = {"wants", "considers", "looks_forward_to", "is"}
"""Predicates of states that say little about an entity a month later, besides those that are minor."""


class Profiles:
    """Keeps profiles up to date. One unit of work is a few entities with news."""

    name = "profiles"

    async def work(self, desk: Desk) -> AsyncIterator[int]:
        """Write the profiles due: the month of an entity's last news is over, or there is much news."""
        await self._note(desk)
        merges = await read_merges(desk.store, desk.user)
        month = branch(local_day(desk.now, desk.zone), desk.zone)[2]
        due_at = {"turns": desk.summarise_after, "before": month.start.isoformat()}
        limits = {"least": _FEWEST_MENTIONS, "limit": _AT_ONCE}
        while due := await desk.store.read("find_due_profiles", user=desk.user, **due_at, **limits):
            yield await self._write(desk, due, merges)
        desk.wake_at(month.end)

    async def _note(self, desk: Desk) -> None:
        """Add the turns since the last time to each entity's news count."""
        version, seen = await desk.version(), desk.progress.seen
        if version == seen and desk.progress.changed_from is None:
            return
        if seen == 0:
            rows = await desk.store.read("read_spoken_of", user=desk.user)
        else:
            rows = await desk.store.read_since("read_newly_spoken_of", user=desk.user, after=seen, until=version)
        merges = await read_merges(desk.store, desk.user)
        news = [row | {"entity": merges.canonical(row["entity"])} for row in rows]

        async def write(tx: Transaction, _: int) -> None:
            if news:
                await tx.run("count_news", user=desk.user, rows=news)

            if desk.progress.changed_from is not None:
                await tx.run("renew_profiles", user=desk.user, turns=desk.summarise_after)

        if news or desk.progress.changed_from is not None:
            await desk.commit(Progress(seen=version, target=version), write)

    async def _write(self, desk: Desk, due: Sequence[Mapping[str, Any]], merges: Merges) -> int:
        requests: list[SummaryRequest] = []
        told: dict[str, tuple[str, ...]] = {}
        for row in due:
            requests += await self._requests(desk, row["id"], row["name"], merges, told)
        summaries = await desk.summarise(requests)
        rows = [_row(row["id"], summaries[2 * n], summaries[2 * n + 1], told) for n, row in enumerate(due)]

        async def write(tx: Transaction, _: int) -> None:
            await tx.run("store_profiles", user=desk.user, rows=rows)

        await desk.commit(desk.progress, write)
        return len(rows)

    async def _requests(
        self, desk: Desk, entity: str, name: str, merges: Merges, told: dict[str, tuple[str, ...]]
    ) -> list[SummaryRequest]:
        """Return the two requests for an entity: lasting facts, from those that hold, and news, from the turns.

        The turns behind each source, by its id, are added to `told`.
        """
        members = merges.members(entity)
        rows, said = await asyncio.gather(
            desk.store.read("read_facts_about", user=desk.user, ids=members),
            desk.store.read("read_turns_about", user=desk.user, ids=members, limit=_MOST_TURNS),
        )
        told |= {row["fact"]["id"]: tuple(row["fact"]["turn_ids"] or ()) for row in rows}
        told |= {row["id"]: (row["id"],) for row in said}
        lasting = sorted(_lasting(rows, desk.store.vocabulary), key=lambda source: (source.when, source.id))
        turns = [Source(row["id"], row["text"], datetime.fromisoformat(row["said_at"]), row["speaker"]) for row in said]
        turns.sort(key=lambda source: (source.when, source.id))
        recent = [source for source in turns if source.when > turns[-1].when - _RECENT]
        return [
            SummaryRequest("profiles.persistent", lasting, _LASTING_WORDS, desk.zone, subject=name, dated=False),
            SummaryRequest("profiles.recent", recent, _RECENT_WORDS, desk.zone, subject=name),
        ]


def _lasting(rows: Sequence[Mapping[str, Any]], vocabulary: FactVocabulary) -> Iterator[Source]:
    """Yield the lasting states that hold, those told most often and with most confidence first."""
    records = [record_of(row) for row in rows]
    held = [
        record
        for record in records
        if record.invalid_at is None
        and not record.negated
        and not record.minor
        and _lasts(record.predicate, vocabulary)
    ]
    held.sort(key=lambda record: (-record.reinforcements, -record.confidence, record.id))
    for record in held[:_MOST_FACTS]:
        yield Source(record.id, ended(record.text), record.valid_at or record.created_at)


def _lasts(predicate: str, vocabulary: FactVocabulary) -> bool:
    rule = vocabulary.named(predicate)
    return (
        rule.single if predicate not in vocabulary.predicates else rule.kind == "state" and predicate not in _FLEETING
    )


def _row(entity: str, lasting: Summary, recent: Summary, told: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    rests_on = [turn for source in (*lasting.rests_on, *recent.rests_on) for turn in told[source]]
    return {
        "id": entity,
        "summary": lasting.text or None,
        "recent": recent.text or None,
        "turns": list(dict.fromkeys(rests_on)),
        "extractive": lasting.extractive and recent.extractive,
        "provisional": lasting.provisional or recent.provisional,
    }
