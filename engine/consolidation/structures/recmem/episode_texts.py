"""The texts of episodes, and the details of the exchanges that began them."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chronomem.engine.consolidation.memories import MemoryNode
from chronomem.engine.consolidation.structures.recmem.history import History
from chronomem.engine.consolidation.work import Desk
from chronomem.extractors.summaries.summariser import Source, Summary, SummaryRequest, turn_of
from chronomem.graph_schema.model.vectors import pack, unpack

SYSTEM = "recmem"
EPISODE = "recmem:episode:"
"""The prefix of an episode's id; the first turn of the exchange that began it follows."""
DETAILS = 5
"""The maximum number of semantic memories of one episode."""

_EPISODE_WORDS = 120
_DETAIL_WORDS = 300
"""More than an episode has, because details that repeat the episode are dropped."""
_SAME = 0.9
"""The cosine from which on two semantic memories say the same."""

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Begun:
    """A new episode.

    Attributes:
        number: its number.
        members: the exchanges that it began with.
        near: the episodes that were nearest then; their details are not repeated.
    """

    number: int
    members: tuple[int, ...]
    near: tuple[int, ...]


@dataclass
class EpisodeWriter:
    """Writes the episodes of one user."""

    desk: Desk
    history: History

    async def tell(self, changed: Sequence[int], begun: Sequence[Begun], since: int = 0) -> list[MemoryNode]:
        """Return the memories of changed episodes, and the details of the exchanges of new ones.

        Args:
            changed: the numbers of the changed episodes.
            begun: the new ones among them.
            since: an episode that isn't new is linked to the turns of the exchanges from this number on.
        """
        made = self.history.episodes.made
        wanted = {number: tuple(made[number].members) for number in changed}
        first = [(one.number, one.members) for one in begun]
        tellings = list(dict.fromkeys([*wanted.items(), *first]))
        sources = await said_in(self.desk, self.history, {member for _, members in tellings for member in members})
        drawn_from = {telling: _in_order(sources, telling[1]) for telling in tellings}
        told = await self._summaries("recmem.episode", [drawn_from[telling] for telling in tellings], _EPISODE_WORDS)
        says = dict(zip(tellings, told, strict=True))
        nodes = await self._episodes({n: (drawn_from[n, m], says[n, m]) for n, m in wanted.items()}, since)
        beside = await self._summaries(
            "recmem.semantic",
            [drawn_from[telling] for telling in first],
            _DETAIL_WORDS,
            [says[telling].text for telling in first],
        )
        for one, telling, summary in zip(begun, first, beside, strict=True):
            nodes += await self._details(one, drawn_from[telling], says[telling], summary)
        return nodes

    async def _summaries(
        self, purpose: str, sources: Sequence[Sequence[Source]], words: int, history: Sequence[str] = ()
    ) -> list[Summary]:
        zone = self.desk.zone
        said = [(text,) for text in history] if history else [()] * len(sources)
        requests = [SummaryRequest(purpose, o, words, zone, history=h) for o, h in zip(sources, said, strict=True)]
        return await self.desk.summarise(requests)

    async def _episodes(self, told: Mapping[int, tuple[Sequence[Source], Summary]], since: int) -> list[MemoryNode]:
        vectors = pack(await self._embedded([summary.text for _, summary in told.values()]))
        made = self.history.episodes.made
        return [
            MemoryNode(
                id=self._ids(number)[0],
                kind="episode",
                ordinal=number,
                text=summary.text,
                embedding=vector,
                extractive=summary.extractive,
                turns=self._unlinked(number, since),
                reinforcements=len(made[number].members) - 1,
                reinforced_at=max(source.when for source in sources),
                properties={"begun_by": made[number].begun_by, "members": list(made[number].members)},
                **_span(sources),
            )
            for (number, (sources, summary)), vector in zip(told.items(), vectors, strict=True)
        ]

    async def _details(
        self, begun: Begun, sources: Sequence[Source], episode: Summary, summary: Summary
    ) -> list[MemoryNode]:
        """Return the details of a new episode's exchanges that neither it nor the nearest episodes contain."""
        lines = [line for line in map(str.strip, summary.text.splitlines()) if line]
        vectors = await self._embedded(lines)
        known = [*await self._embedded(episode.text.splitlines())]
        known += [vector for number in begun.near for vector in await self._known_of(number)]
        taken: list[int] = []
        for place, vector in enumerate(vectors):
            others = known + [vectors[other] for other in taken]
            if all(float(np.einsum("d,d->", vector, other)) < _SAME for other in others):
                taken.append(place)
        taken = taken[:DETAILS]
        self.history.details[begun.number] = vectors[taken]
        ids, packed = self._ids(begun.number)[1:], pack(vectors[taken])
        return [
            MemoryNode(
                id=ids[place],
                kind="semantic",
                ordinal=begun.number * DETAILS + place,
                text=lines[line],
                embedding=packed[place],
                extractive=summary.extractive,
                turns=summary.rests_on,
                **_span(sources),
            )
            for place, line in enumerate(taken)
        ]

    def _unlinked(self, number: int, since: int) -> list[str]:
        """Return the turns of an episode to which the graph has no link yet."""
        episode = self.history.episodes.made[number]
        first = 0 if episode.begun_by >= since else since
        return [s.id for member in episode.members if member >= first for s in self.history.said[member]]

    async def _known_of(self, number: int) -> Vectors:
        known = self.history.details
        if number not in known:
            ids = self._ids(number)[1:]
            rows = await self.desk.store.read("read_memory_vectors", user=self.desk.user, ids=ids)
            known[number] = unpack([row["embedding"] for row in rows], self.desk.embedder.dimensions)
        return known[number]

    async def _embedded(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of texts as the graph stores them."""
        vectors = await asyncio.to_thread(self.desk.embedder.embed, texts)
        return unpack(pack(vectors), self.desk.embedder.dimensions)

    def _ids(self, number: int) -> list[str]:
        return ids_of(self.history.turns[self.history.episodes.made[number].begun_by][0])


async def said_in(desk: Desk, history: History, exchanges: set[int]) -> dict[int, list[Source]]:
    """Return the turns of exchanges as sources; read those that aren't held."""
    known = history.said
    missing = sorted(exchanges - known.keys())
    ids = [turn for number in missing for turn in history.turns[number]]
    rows = await desk.store.read("read_turns_told", user=desk.user, ids=ids) if ids else []
    said = {row["id"]: turn_of(row) for row in rows}
    for number in missing:
        known[number] = [said[turn] for turn in history.turns[number] if turn in said]
    return {number: known[number] for number in exchanges}


def ids_of(turn: str) -> list[str]:
    """Return the ids of the episode begun by the exchange with this first turn, and of its possible details."""
    return [f"{EPISODE}{turn}", *(f"recmem:semantic:{turn}:{place}" for place in range(DETAILS))]


def _span(sources: Sequence[Source]) -> dict[str, Any]:
    times = [source.when for source in sources]
    return {"system": SYSTEM, "level": 1, "start": min(times), "end": max(times)}


def _in_order(sources: Mapping[int, Sequence[Source]], members: Sequence[int]) -> list[Source]:
    return sorted((source for member in members for source in sources[member]), key=lambda source: source.when)
