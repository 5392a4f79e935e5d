"""Facts, turns and periods as tables, for data analysis."""

import asyncio
from typing import TYPE_CHECKING, Any

from chronomem.engine.memory.retention import RetentionMemory
from chronomem.engine.memory.upkeep import UpkeepMemory
from chronomem.engine.timeline.tables import (
    check_filters,
    facts_table,
    pandas_types,
    periods_table,
    turns_table,
    what_named,
)
from chronomem.graph_schema.facts.fact_filter import FactFilter
from chronomem.graph_schema.model.dialogue import User
from chronomem.graph_schema.model.times import read_limit, utc_text

if TYPE_CHECKING:
    import pandas
    import pyarrow

FILTERS = {
    "facts": tuple(FactFilter.model_fields),
    "turns": ("since", "until", "speaker"),
    "periods": ("grain", "since", "until"),
}
"""The filters of each table."""


class TableMemory(RetentionMemory, UpkeepMemory):
    """The methods of `AsyncMemory` that return tables."""

    async def to_arrow(self, what: str, /, *, user: str, **filters: Any) -> "pyarrow.Table":
        """Return facts, turns or periods as an Arrow table. Needs the extra `analysis`.

        Times are timestamps in the user's timezone; open and unknown times are null.

        Args:
            what: "facts", "turns" or "periods".
            user: the user whose memory is asked.
            filters: for facts, the arguments of `facts`; for periods, those of `timeline`; for turns, `since` and
                `until` (half-open) and `speaker`.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            InvalidInput, InvalidTime: `what` or a filter is invalid, or the extra is not installed.
        """
        kind = what_named(what)
        check_filters(kind, filters, FILTERS[kind])
        owner = await self._owner(user)
        match kind:
            case "facts":
                return await asyncio.to_thread(facts_table, await self.facts(user=user, **filters), owner.zone)
            case "periods":
                return await asyncio.to_thread(periods_table, await self.timeline(user=user, **filters), owner.zone)
            case "turns":
                return await self._turns(owner, **filters)

    async def to_pandas(self, what: str, /, *, user: str, **filters: Any) -> "pandas.DataFrame":
        """Return facts, turns or periods as a pandas data frame; otherwise like `to_arrow`.

        Numbers and booleans that may be missing have pandas' nullable types (`Int64`, `boolean`).
        """
        table = await self.to_arrow(what, user=user, **filters)
        return await asyncio.to_thread(table.to_pandas, types_mapper=pandas_types().get)

    async def _turns(
        self, owner: User, *, since: Any = None, until: Any = None, speaker: str | None = None
    ) -> "pyarrow.Table":
        limits = {
            "since": utc_text(read_limit(since, owner.zone, "since")),
            "until": utc_text(read_limit(until, owner.zone, "until")),
        }
        rows = await self._store.read("read_said", user=owner.id, speaker=speaker, **limits)
        return await asyncio.to_thread(turns_table, rows, owner.zone)
