"""Recurring matters of a user's exchanges, in the graph: episodes, and semantic memories of omitted details."""

from collections.abc import AsyncIterator, Sequence
from itertools import groupby

from chronomem.engine.consolidation.calibration import RECMEM_MERGE
from chronomem.engine.consolidation.exchanges import Pending, Spoken, advanced, pending, rewound, spoken, worked_in
from chronomem.engine.consolidation.memories import MemoryNode, delete_memories, store_memories
from chronomem.engine.consolidation.structures.recmem.episode_texts import (
    EPISODE,
    Begun,
    EpisodeWriter,
    ids_of,
    said_in,
)
from chronomem.engine.consolidation.structures.recmem.history import History, read_history
from chronomem.engine.consolidation.warm_state import WarmState, placed, renewed
from chronomem.engine.consolidation.work import Desk, Progress
from chronomem.extractors.recurrence import directions, threshold, triggering
from chronomem.extractors.summaries.summariser import Source
from chronomem.graph_schema.database.store import Transaction
from chronomem.graph_schema.model.batches import batches

_AT_ONCE = 100
_NEAR = 5
"""The number of episodes near to a new one whose details it must not repeat."""
_CONSIDERED = 200
"""The number of similar exchanges among which those that are in no episode are looked for."""
_ASKED_ABOUT, _SHOWN = 3, 3
"""The number of nearest episodes shown to a judge, and of the latest exchanges of each."""
_JUDGED_BY = 256
"""The number of first exchanges from which the threshold for an uncalibrated embedder is computed."""


class Recurrences:
    """Keeps episodes of similar exchanges, and their details; other exchanges remain turns only."""

    name = "recmem"

    def __init__(self) -> None:
        self._histories = WarmState[History]()

    async def work(self, desk: Desk) -> AsyncIterator[int]:
        """Process the new exchanges; if a turn came late or was forgotten, redo the work from an earlier one on."""
        todo = await pending(desk)
        if todo.rewind_to is not None:
            yield await self._cut(desk, todo)
        if not todo.exchanges:
            return
        history = self._histories.take(desk) or await read_history(desk, await worked_in(desk))
        teller = EpisodeWriter(desk, history)
        for batch in batches(todo.exchanges, _AT_ONCE):
            since = len(history)
            changed, begun = await _grow(desk, history, await spoken(desk, batch))
            nodes = await teller.tell(changed, begun, since)
            history.let_go()
            progress = advanced(desk.progress, todo, batch[-1], is_last=batch[-1] is todo.exchanges[-1])

            async def write(tx: Transaction, version: int, nodes: Sequence[MemoryNode] = nodes) -> None:
                await store_memories(tx, desk.user, version, desk.zone, nodes, grown=True)

            await desk.commit(_at(progress, history), write)
            yield len(nodes)
        self._histories.put(desk, history)

    async def _cut(self, desk: Desk, todo: Pending) -> int:
        """Undo the work on exchanges from a position on."""
        kept = len(todo.before)
        rows = await desk.store.read("read_episodes", user=desk.user)
        begins = {row["id"].removeprefix(EPISODE) for row in rows if row["begun_by"] >= kept}
        gone = [one for begin in sorted(begins) for one in ids_of(begin)]
        history = await read_history(desk, todo.before)
        shorter = [
            number for number, row in enumerate(rows[: len(history.episodes.made)]) if row["members"][-1] >= kept
        ]
        nodes = await EpisodeWriter(desk, history).tell(shorter, ())

        async def write(tx: Transaction, version: int) -> None:
            await delete_memories(tx, desk.user, gone)
            await store_memories(tx, desk.user, version, desk.zone, nodes)

        await desk.commit(renewed(_at(rewound(desk.progress, todo), history)), write, sheds=True)
        self._histories.put(desk, history)
        return len(nodes)


async def _grow(desk: Desk, history: History, exchanges: Sequence[Sequence[Spoken]]) -> tuple[list[int], list[Begun]]:
    """Put exchanges where they belong; return the episodes that changed, and the new ones among them."""
    episodes = history.episodes
    vectors = [[turn.vector for turn in turns] for turns in exchanges]
    numbers = episodes.append(directions(vectors, desk.embedder.dimensions))
    history.turns += [tuple(turn.id for turn in turns) for turns in exchanges]
    history.said |= {
        number: [Source(turn.id, turn.text, turn.said_at, turn.speaker) for turn in turns]
        for number, turns in zip(numbers, exchanges, strict=True)
    }
    changed: dict[int, None] = {}
    begun: list[Begun] = []
    for measure, same in groupby(numbers, key=_measure):
        own = list(same)
        least = desk.shapes.recmem_similarity
        least = threshold(desk.embedder.name, episodes.vectors[:measure]) if least is None else least
        recurring = triggering(episodes.vectors, own, least, desk.shapes.recmem_count, _CONSIDERED)
        merge = desk.shapes.recmem_merge
        disjoint = merge is None
        merge = RECMEM_MERGE.get(desk.embedder.name, (least,))[0] if merge is None else merge
        for exchange in own:
            near = tuple(episodes.nearest(exchange, _NEAR)) if exchange in recurring else ()
            joined = await _joined(desk, history, exchange, episodes.admitting(exchange, merge))
            number = episodes.place(exchange, joined, recurring.get(exchange, ()), disjoint=disjoint)
            if number is None:
                continue
            changed[number] = None
            if episodes.made[number].begun_by == exchange:
                begun.append(Begun(number, tuple(episodes.made[number].members), near))
    return list(changed), begun


async def _joined(desk: Desk, history: History, exchange: int, admitting: Sequence[int]) -> int | None:
    """Return the episode that an exchange joins, of those near enough: the judge's choice where it can decide, else the
    nearest.
    """
    if desk.judge is None or not admitting:
        return admitting[0] if admitting else None
    shown = admitting[:_ASKED_ABOUT]
    last = {number: history.episodes.made[number].members[-_SHOWN:] for number in shown}
    said = await said_in(desk, history, {exchange, *(member for own in last.values() for member in own)})
    passages = ["\n".join(_words(said[member]) for member in last[number]) for number in shown]
    own = said[exchange]
    if not own:
        return admitting[0]
    judgement = await desk.judged("recmem.merge", passages, _words(own), own[0].when)
    if judgement is None:
        return admitting[0]
    return None if judgement.number is None else shown[judgement.number]


def _words(said: Sequence[Source]) -> str:
    return "\n".join(f"{source.speaker}: {source.text}" for source in said)


def _measure(exchange: int) -> int:
    """Return the number of first exchanges that set the threshold: independent of the batch an exchange comes in."""
    return min(1 << max(exchange.bit_length() - 1, 0), _JUDGED_BY)


def _at(progress: Progress, history: History) -> Progress:
    """Return progress with the state that identifies the history it was made from."""
    return placed(progress, exchanges=len(history.turns))
