"""Views of a user's memory for a question, and the search for facts by text.

The modules that analyse a question are imported with the first one: most commands ask none, and start faster so.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import TYPE_CHECKING

from chronomem.engine.facts.search import FactSearch
from chronomem.engine.memory.core import MemoryCore
from chronomem.graph_schema.facts.fact_filter import FactFilter
from chronomem.graph_schema.facts.views import Fact
from chronomem.graph_schema.model.dialogue import User
from chronomem.graph_schema.model.turn_filter import EVERY_TURN, TurnFilter
from chronomem.retrieval.index.turn_vectors import MANY

if TYPE_CHECKING:
    from chronomem.retrieval.view import MemoryView


class SearchingMemory(MemoryCore):
    """What recalling, answering and the search for facts share."""

    @asynccontextmanager
    async def _viewed(
        self,
        user: str,
        pools: frozenset[str] = frozenset(),
        *,
        explain: bool = False,
        wanted: TurnFilter = EVERY_TURN,
    ) -> AsyncIterator["MemoryView"]:
        """Yield the view of a user's memory that stages have; it stays unchanged meanwhile."""
        from chronomem.retrieval.view import MemoryView

        async with self._indexes.current(user, pools) as (owner, index, found):
            # All questions share one thread: several would only compete for the interpreter's lock, which costs half as
            # much again. In a large index, most of the work is done without that lock, so no thread is shared.
            ranker = self._ranker if len(index) <= MANY else None
            admitted = None if wanted.is_open else await self._indexes.admitted(owner, index, wanted)
            yield MemoryView(
                self._store, owner, index, found, self._embedder, explain=explain, executor=ranker, admitted=admitted
            )

    async def _matching(self, text: str, owner: User, wanted: FactFilter, now: datetime) -> list[Fact]:
        """Return the facts that match a text and pass a filter, the best first."""
        from chronomem.retrieval.fact_query import read_fact_query

        async with self._viewed(owner.id) as view:
            query = await read_fact_query(text, view, now)
        search = FactSearch(self._store, self._embedder, self._fact_indexes)
        return await search.matching(query, owner, wanted, now=now)
