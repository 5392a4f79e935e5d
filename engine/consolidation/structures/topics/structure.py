"""Keeps the topics and personas of each month up to date."""

import asyncio
import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import NDArray

from chronomem.engine.consolidation.structures.topics.mixture import clusters
from chronomem.engine.consolidation.structures.topics.things import MonthTurn, Thing, digest, embed_things, find_things
from chronomem.engine.consolidation.work import Desk, Progress
from chronomem.engine.dialogue.calendar import delete_empty_periods, store_branches
from chronomem.engine.facts.entities import read_merges
from chronomem.extractors.summaries.sentences import ended
from chronomem.extractors.summaries.summariser import Source, SummaryRequest
from chronomem.extractors.turns.times import LEAST_WEIGHT
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import Transaction
from chronomem.graph_schema.facts.predicates import MINOR
from chronomem.graph_schema.model.dialogue import SILENT_ROLES
from chronomem.graph_schema.model.periods import CalendarPeriod, branch, local_day, path_from
from chronomem.graph_schema.model.times import utc_text
from chronomem.graph_schema.model.vectors import unpack

_TOPIC_WORDS = 60
_PERSONA_WORDS = 80
_SOURCES = 60
"""The maximum number of sources of one summary: the turns nearest to the topic's centroid."""
_THINGS_IN_NAME = 3
_FEWEST_TURNS = 2
"""A cluster with fewer turns is no theme, unless there is no other."""


@dataclass(frozen=True, slots=True)
class _Month:
    period: CalendarPeriod
    turns: Sequence[MonthTurn]
    names: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Cluster:
    """A cluster of things, with the turns that name one of them."""

    things: tuple[Thing, ...]
    turns: tuple[int, ...]


class Topics:
    """Keeps the topics of months. One unit of work is one month; an unchanged month keeps its topics and their ids."""

    name = "topics"

    async def work(self, desk: Desk) -> AsyncIterator[int]:
        """Make the topics of every due month: it is over, or enough turns are new."""
        version = await desk.version()
        waiting = await self._waiting(desk, version)
        made = dict(desk.progress.state.get("made", {}))
        noted = Progress(seen=version, target=version, state={"made": made, "waiting": dict(waiting)})
        if noted.state["waiting"] != desk.progress.state.get("waiting", {}) or desk.progress.changed_from is not None:
            await desk.commit(noted)
        for month in sorted(waiting):
            (period, *_) = path_from(month, desk.zone)
            if period.end > desk.now and waiting[month] < desk.summarise_after:
                desk.wake_at(period.end)
                continue
            count = waiting.pop(month)
            found = await self._read(desk, period)
            mark = digest(found.turns, found.names)
            if mark == made.get(month) and count < _BLANKED:
                continue
            made.pop(month, None)
            if found.turns:
                made[month] = mark
            state = {"made": made, "waiting": dict(waiting)}
            yield await self._make(desk, found, replace(desk.progress, state=state))
        if waiting != desk.progress.state.get("waiting", {}):
            await desk.commit(replace(desk.progress, state={"made": made, "waiting": dict(waiting)}))

    async def _waiting(self, desk: Desk, version: int) -> Counter[str]:
        """Return the number of turns of each month that were stored or extracted since its topics were made."""
        waiting = Counter(desk.progress.state.get("waiting", {}))
        if desk.progress.seen == 0:
            rows = await desk.store.read("read_times_of_turns", user=desk.user, least=LEAST_WEIGHT)
            waiting = Counter(month for row in rows for month in _touched(row, desk.zone))
        else:
            read, after = desk.store.read_since, desk.progress.seen
            rows = await read("read_times_of_new_turns", user=desk.user, after=after, until=version, least=LEAST_WEIGHT)
            waiting.update(month for row in rows for month in _touched(row, desk.zone))
        if desk.progress.changed_from is not None:
            made = desk.progress.state.get("made", {})
            months = await desk.store.read("find_topic_months", user=desk.user)
            blanked = {row["month"] for row in months if row["blanked"]} | made.keys() - {
                row["month"] for row in months
            }
            waiting.update(dict.fromkeys(blanked, _BLANKED))
            waiting.update({month: _BLANKED for month, mark in made.items() if mark == PROVISIONAL_MARK})
        return waiting

    async def _read(self, desk: Desk, period: CalendarPeriod) -> _Month:
        found = await desk.store.read("find_turns_of_month", user=desk.user, id=period.id)
        ids = sorted({row["id"] for row in found})
        rows = await desk.store.read("read_turns_of_month", user=desk.user, ids=ids, least=LEAST_WEIGHT)
        months = {row["id"]: _months_of(row, desk.zone) for row in rows}
        rows = [row for row in rows if period.id in months[row["id"]]]
        ids = [row["id"] for row in rows]
        mentions = await desk.store.read("read_mentions_of_month", user=desk.user, ids=ids)
        facts = await desk.store.read("read_facts_of_month", user=desk.user, ids=ids, minor=sorted(MINOR))
        merges = await read_merges(desk.store, desk.user)
        entities: dict[str, dict[str, None]] = {}
        names: dict[str, str] = {}
        for row in mentions:
            entity = merges.canonical(row["entity"])
            names.setdefault(entity, row["name"])
            entities.setdefault(row["turn"], {})[entity] = None
        told: dict[str, dict[tuple[str, datetime], None]] = {}
        for row in facts:
            moment = row["valid_at"] or row["said_at"]
            if months[row["turn"]] & _of([moment], desk.zone) - {period.id}:
                continue  # the turn tells of several months, and this of another
            when = datetime.fromisoformat(moment)
            told.setdefault(row["turn"], {})[ended(row["text"]), when] = None
        speakers = {row["speaker"] for row in rows}
        vectors = unpack([row["embedding"] for row in rows], desk.embedder.dimensions)
        turns = [
            MonthTurn(
                id=row["id"],
                text=row["text"],
                speaker=row["name"],
                said_at=datetime.fromisoformat(row["said_at"]),
                entities=tuple(e for e in entities.get(row["id"], {}) if e not in speakers),
                vector=vector,
                tells=row["role"] not in SILENT_ROLES,
                facts=tuple(told.get(row["id"], {})),
            )
            for row, vector in zip(rows, vectors, strict=True)
        ]
        return _Month(period, turns, names)

    async def _make(self, desk: Desk, month: _Month, progress: Progress) -> int:
        found = await asyncio.to_thread(_clusters, desk, month)
        requests = [request for own in found for request in _requests(desk, month, own)]
        summaries = await desk.summarise(requests)
        if any(summary.provisional for summary in summaries):
            progress.state["made"][month.period.id] = PROVISIONAL_MARK
        vectors = await desk.vectors([summary.text for summary in summaries])
        topics, personas = [], []
        for number, own in enumerate(found):
            key = f"{month.period.id}:{_mark(own)}"
            shared = {
                "month": month.period.id,
                "ordinal": number,
                "start": utc_text(month.period.start),
                "end": utc_text(month.period.end),
                "turns": [month.turns[n].id for n in own.turns],
            }
            topic, persona = (
                {"summary": s.text, "extractive": s.extractive, "embedding": v}
                for s, v in list(zip(summaries, vectors, strict=True))[2 * number : 2 * number + 2]
            )
            name = " · ".join(thing.name for thing in own.things[:_THINGS_IN_NAME])
            things = [thing.name for thing in own.things]
            covered = [thing.entity for thing in own.things if thing.entity is not None]
            topics.append(shared | topic | {"id": f"topic:{key}", "name": name, "things": things, "covers": covered})
            personas.append(shared | persona | {"id": f"persona:{key}", "name": name, "topic": f"topic:{key}"})
        active = Counter(entity for turn in month.turns for entity in turn.entities)

        async def write(tx: Transaction, version: int) -> None:
            values = {"user": desk.user, "month": month.period.id}
            await tx.run("delete_topics", **values)
            await tx.run("unlink_active", **values)
            if topics:
                await store_branches(tx, desk.user, [path_from(month.period.id, desk.zone)])
                await tx.run("store_topics", **values, version=version, rows=topics)
                await tx.run("cover_entities", user=desk.user, rows=_pairs(topics, "covers"))
                await tx.run("draw_topics", user=desk.user, rows=_pairs(topics, "turns"))
                await tx.run("store_personas", **values, version=version, rows=personas)
                await tx.run("draw_personas", user=desk.user, rows=_pairs(personas, "turns"))
            if active:
                rows = [{"entity": entity, "mentions": count} for entity, count in sorted(active.items())]
                await tx.run("link_active", **values, rows=rows)
            if not month.turns:
                await delete_empty_periods(tx, desk.user)

        await desk.commit(progress, write, sheds=True)
        return len(topics) + len(personas)


PROVISIONAL_MARK = ""
"""The mark of a month with a provisional summary, because the language model was unavailable."""
_BLANKED = 10**6
"""Counts as this many new turns: the text of one of the month's topics was forgotten, so the month is due."""


def _months_of(row: Row, zone: ZoneInfo) -> set[str]:
    """Return the months that a turn belongs to: those of the times that it names, else that in which it was said."""
    return _of(row["times"], zone) or _of([row["said_at"]], zone)


def _touched(row: Row, zone: ZoneInfo) -> set[str]:
    """Return the months that a turn belongs to, and that in which it was said, where it may have been before."""
    return _months_of(row, zone) | _of([row["said_at"]], zone)


def _of(moments: Sequence[str], zone: ZoneInfo) -> set[str]:
    return {branch(local_day(datetime.fromisoformat(moment), zone), zone)[2].id for moment in moments}


def _clusters(desk: Desk, month: _Month) -> list[_Cluster]:
    """Return the clusters of a month, most frequent first; their things likewise."""
    things = find_things(month.turns, month.names)
    if not things:
        return []
    vectors = embed_things(things, month.turns, desk.embedder)
    found = []
    for group in clusters(vectors):
        middle = vectors[group].mean(axis=0)
        nearness = np.einsum("nd,d->n", vectors[group], middle)
        order = sorted(range(len(group)), key=lambda i: (-len(things[group[i]].turns), -float(nearness[i])))
        own = tuple(things[group[i]] for i in order)
        found.append(_Cluster(own, tuple(sorted({n for thing in own for n in thing.turns}))))
    themes = [own for own in found if len(own.turns) >= _FEWEST_TURNS] or found
    return sorted(themes, key=lambda own: (-len(own.turns), own.things[0].name))


def _requests(desk: Desk, month: _Month, own: _Cluster) -> tuple[SummaryRequest, SummaryRequest]:
    """Return the two requests for a cluster: the facts about its things (Eq. 7), and the turns about them (Eq. 9)."""
    turns = _nearest(month, own)
    facts: dict[str, Source] = {}
    for n in turns:
        for text, when in month.turns[n].facts:
            facts.setdefault(text, Source(month.turns[n].id, text, when))
    said = [
        Source(month.turns[n].id, month.turns[n].text, month.turns[n].said_at, month.turns[n].speaker)
        for n in turns
        if month.turns[n].tells
    ]
    subject = ", ".join(thing.name for thing in own.things[:_THINGS_IN_NAME])
    return (
        SummaryRequest("topics.topic", [*facts.values()] or said, _TOPIC_WORDS, desk.zone, subject=subject),
        SummaryRequest("topics.persona", said, _PERSONA_WORDS, desk.zone, subject=subject),
    )


def _nearest(month: _Month, own: _Cluster) -> list[int]:
    if len(own.turns) <= _SOURCES:
        return list(own.turns)
    vectors: NDArray[np.float32] = np.stack([month.turns[n].vector for n in own.turns])
    nearness = np.einsum("nd,d->n", vectors, vectors.mean(axis=0))
    return sorted(own.turns[int(i)] for i in np.argsort(-nearness, kind="stable")[:_SOURCES])


def _mark(own: _Cluster) -> str:
    names = "\n".join(sorted(f"{thing.entity or ''}\t{thing.name}" for thing in own.things))
    return hashlib.sha256(names.encode()).hexdigest()[:12]


def _pairs(rows: Sequence[dict[str, Any]], key: str) -> list[dict[str, str]]:
    return [{"id": row["id"], "of": other} for row in rows for other in row[key]]
