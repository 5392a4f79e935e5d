"""The texts of episodes, and the details of the exchanges that began them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chronomem.engine.consolidation.memories import MemoryNode
from chronomem.engine.consolidation.structures.recmem.history import History
from chronomem.engine.consolidation.work import Desk
from chronomem.extractors.summaries.extractive import ExtractiveSummariser
from chronomem.extractors.summaries.summariser import Source, Summary, SummaryRequest, turn_of
from chronomem.graph_schema.model.vectors import pack, unpack

SYSTEM = "recmem"
EPISODE = "recmem:episode:"
"""The prefix of an episode's id; the first turn of the exchange that began it follows."""
DETAILS = 10
"""The maximum number of semantic memories of one episode."""
_EXTRACTIVE = 5
"""The maximum number of them where they are sentences of the turns: those that the episode covers least."""
_KNOWN = 10
"""The number of earlier semantic memories that a language model is shown, those nearest to the episode (Eq. 8)."""

_EPISODE_WORDS = 120
_DETAIL_WORDS = 300
"""More than an episode has, because details that repeat the episode are dropped."""
_TYPE = re.compile(r"(?:\[(\w+)\] )?(.+)")
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
        before = await self._before({n: m for n, m in wanted.items() if (n, m) not in first}, since)
        requests = []
        for number, members in tellings:
            text = before.get(number)
            if text is None or (number, members) in first:
                requests.append(self._request("recmem.episode", drawn_from[number, members], _EPISODE_WORDS))
            else:  # Eq. 6: the narrative so far, with what is new
                new = [Source("", text, _begin(drawn_from[number, members]))]
                new += _in_order(sources, [member for member in members if member >= since])
                requests.append(self._request("recmem.merge", new, _EPISODE_WORDS))
        says = dict(zip(tellings, await self.desk.summarise(requests), strict=True))
        nodes = await self._episodes({n: (drawn_from[n, m], says[n, m]) for n, m in wanted.items()}, since)
        if self._extracts:
            refine = [
                self._request("recmem.semantic", drawn_from[telling], _DETAIL_WORDS, says[telling].text)
                for telling in first
            ]
            for one, telling, summary in zip(begun, first, await self.desk.summarise(refine), strict=True):
                nodes += await self._details(one, drawn_from[telling], says[telling], summary)
            return nodes
        for one, telling in zip(begun, first, strict=True):  # one after the other: each sees the details before it
            known = await self._nearest_known(one, says[telling].text)
            request = self._request("recmem.semantic", drawn_from[telling], _DETAIL_WORDS, says[telling].text, known)
            [summary] = await self.desk.summarise([request])
            nodes += await self._details(one, drawn_from[telling], says[telling], summary)
        return nodes

    @property
    def _extracts(self) -> bool:
        return isinstance(self.desk.summariser, ExtractiveSummariser)

    def _request(
        self, purpose: str, sources: Sequence[Source], words: int, episode: str = "", known: Sequence[str] = ()
    ) -> SummaryRequest:
        history = (episode,) if episode else ()
        return SummaryRequest(purpose, sources, words, self.desk.zone, history=history, known=known)

    async def _before(self, wanted: Mapping[int, Sequence[int]], since: int) -> dict[int, str]:
        """Return the texts of episodes that the graph has and that only grew, if a language model writes them."""
        made = self.history.episodes.made
        grown = [n for n, members in wanted.items() if made[n].begun_by < since <= members[-1]]
        if self._extracts or not grown:
            return {}
        numbers = {self._ids(number)[0]: number for number in grown}
        rows = await self.desk.store.read("read_memory_words", user=self.desk.user, ids=sorted(numbers))
        return {numbers[row["id"]]: row["text"] for row in rows if row["text"]}

    async def _nearest_known(self, begun: Begun, episode: str) -> list[str]:
        """Return the semantic memories of near episodes that are nearest to an episode, nearest first (Eq. 8)."""
        told: list[str] = []
        for number in begun.near:
            if number not in self.history.told:
                ids = self._ids(number)[1:]
                rows = await self.desk.store.read("read_memory_words", user=self.desk.user, ids=ids)
                self.history.told[number] = [row["text"] for row in rows if row["text"]]
            told += self.history.told[number]
        if not told:
            return []
        [own, *others] = await self._embedded([episode, *told])
        order = np.argsort([-float(np.einsum("d,d->", own, other)) for other in others], kind="stable")
        return [told[place] for place in order[:_KNOWN]]

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
        typed = [_TYPE.fullmatch(line) for line in map(str.strip, summary.text.splitlines()) if line]
        kinds, lines = [found[1] for found in typed if found], [found[2] for found in typed if found]
        vectors = await self._embedded(lines)
        taken = list(range(len(lines)))[:DETAILS]  # a language model was shown what it must not repeat
        if summary.extractive:
            taken = await self._new(begun, episode, vectors)
        self.history.details[begun.number] = vectors[taken]
        self.history.told[begun.number] = [lines[line] for line in taken]
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
                properties={"type": kinds[line]} if kinds[line] else {},
                **_span(sources),
            )
            for place, line in enumerate(taken)
        ]

    async def _new(self, begun: Begun, episode: Summary, vectors: Vectors) -> list[int]:
        """Return the sentences whose content is neither in an episode nor in the details of near ones, in order."""
        known = [*await self._embedded(episode.text.splitlines())]
        known += [vector for number in begun.near for vector in await self._known_of(number)]
        taken: list[int] = []
        told: list[float] = []
        for place, vector in enumerate(vectors):
            alike = [float(np.einsum("d,d->", vector, other)) for other in (*known, *vectors[taken])]
            if max(alike, default=-1.0) < _SAME:
                taken.append(place)
                told.append(max(alike, default=-1.0))
        best = sorted(range(len(taken)), key=lambda number: told[number])[:_EXTRACTIVE]
        return [taken[number] for number in sorted(best)]

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
        return unpack(await self.desk.vectors(texts), self.desk.embedder.dimensions)

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


def _begin(sources: Sequence[Source]) -> datetime:
    """Return the time of the first source."""
    return min(source.when for source in sources)


def _span(sources: Sequence[Source]) -> dict[str, Any]:
    times = [source.when for source in sources]
    return {"system": SYSTEM, "level": 1, "start": min(times), "end": max(times)}


def _in_order(sources: Mapping[int, Sequence[Source]], members: Sequence[int]) -> list[Source]:
    return sorted((source for member in members for source in sources[member]), key=lambda source: source.when)
