"""Small memories to look at without a database."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.model.dialogue import User
from chronomem.retrieval.index.intervals import Interval
from chronomem.retrieval.index.turn_columns import IndexedTurn
from chronomem.retrieval.index.user_index import UserIndex
from chronomem.retrieval.pipeline import Recollection, run_stages
from chronomem.retrieval.pools.node_pool import NodePool, PoolNode
from chronomem.retrieval.presets.registry import stage_named
from chronomem.retrieval.view import MemoryView

START = datetime(2024, 1, 1, tzinfo=UTC)
NOW = datetime(2024, 12, 1, tzinfo=UTC)
TOPICS = ("tea", "dog", "boat", "moon", "rain", "bread", "chess", "snow")


class TopicEmbedder:
    """Texts are near each other as far as they speak of the same topics; one axis is shared by all texts."""

    name = "topics"
    dimensions = len(TOPICS) + 1

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        rows = np.array([[0.1, *(text.lower().count(topic) for topic in TOPICS)] for text in texts], dtype=np.float32)
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True))


EMBEDDER = TopicEmbedder()


def said(number: int, text: str, *, speaker: str = "Ann", session: str = "s", day: int | None = None) -> IndexedTurn:
    """A turn t0, t1 … that was said on a day, counted from the start; left out, minutes after each other."""
    at = START + (timedelta(minutes=number) if day is None else timedelta(days=day))
    return IndexedTurn(f"t{number}", session, number, speaker, "user", text, at)


def index_of(turns: Sequence[IndexedTurn]) -> UserIndex:
    index = UserIndex(EMBEDDER.dimensions)
    index.extend(list(turns), EMBEDDER.embed([turn.text for turn in turns]))
    return index


def pool_of(*nodes: PoolNode) -> NodePool:
    return NodePool(nodes, EMBEDDER.embed([node.text for node in nodes]))


def view_of(
    turns: Sequence[IndexedTurn], pools: Mapping[str, NodePool] | None = None, *, explain: bool = False
) -> MemoryView:
    """A view of turns and pools; the graph isn't there."""
    user = User(id="u", version=1, epoch=0, timezone="UTC")
    return MemoryView(cast("GraphStore", None), user, index_of(turns), pools or {}, EMBEDDER, explain=explain)


def run(
    view: MemoryView, question: str, *steps: tuple[str, Mapping[str, Any]] | str, k: int = 10, **known: Any
) -> Recollection:
    """Read a question and run stages on it; `known` are fields of the recollection, such as times."""
    stages = [stage_named("question")]
    stages += [stage_named(step) if isinstance(step, str) else stage_named(step[0], **step[1]) for step in steps]
    begin = replace(Recollection(question, NOW, k, None), **known)
    return asyncio.run(run_stages(stages, begin, view))


def ids(recollection: Recollection, view: MemoryView) -> list[str]:
    """The ids of the candidates, in their order."""
    table = recollection.candidates
    return [
        view.turns.turns[number].id if (pool := table.name_of(row)) == "turn" else view.pools[pool].nodes[number].id
        for row, number in enumerate(table.number.tolist())
    ]


def days(start: int | None, end: int | None) -> Interval:
    """An interval in days from the start; None is open."""
    from chronomem.retrieval.index.intervals import interval

    return interval(*(None if day is None else START + timedelta(days=day) for day in (start, end)))


def at_day(day: int) -> datetime:
    return START + timedelta(days=day)
