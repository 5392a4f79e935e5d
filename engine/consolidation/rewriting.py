"""Rewriting by a language model of the summaries that rules wrote: each structure writes them anew."""

import json
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime

from chronomem.engine.consolidation.structures.topics.structure import PROVISIONAL_MARK
from chronomem.graph_schema.database.leases import LeaseLost, leased
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.graph_schema.model.times import utc_text

_REOPENING = {"calendar": "reopen_periods", "profiles": "reopen_profiles"}
"""The statements that mark extractive texts, by the structures that keep such marks with the texts."""


async def reopen_extractive(store: GraphStore, user: str, structures: Iterable[str], now: datetime) -> None:
    """Make the extractive summaries of structures due, as if a language model had been unavailable when they were made.

    Periods of the calendar, months of topics and profiles are rewritten by themselves. A tree of memories is made again
    from its first extractive one on, since later ones may depend on its words.
    """
    memories = {row["structure"]: row["since"] for row in await store.read("find_extractive_memories", user=user)}
    months = {row["month"] for row in await store.read("find_extractive_months", user=user)}
    for structure in structures:
        since = utc_text(now) if structure in (*_REOPENING, "topics") else memories.get(structure)
        if since is None:
            continue
        async with leased(store, user, structure, patient=True) as lease:
            assert lease is not None, "it was waited for"

            async def reopen(tx: Transaction, structure: str = structure, since: str = since) -> None:
                await lease.check(tx)
                values = {"user": user, "structure": structure}
                for row in await tx.run("open_structure", **values, state=json.dumps({})):
                    state = json.loads(row["state"])
                    if structure == "topics":
                        state["made"] = state.get("made", {}) | dict.fromkeys(months, PROVISIONAL_MARK)
                    kept = {key: row[key] for key in ("seen", "target", "provisional_from")}
                    changed = min(filter(None, (row["changed_from"], since)), key=datetime.fromisoformat)
                    await tx.run(
                        "advance_structure",
                        **values,
                        **kept,
                        state=json.dumps(state, sort_keys=True),
                        changed_from=changed,
                    )
                if structure in _REOPENING:
                    await tx.run(_REOPENING[structure], user=user)

            with suppress(LeaseLost):  # something was forgotten, so that the structure is worked on anyway
                await store.write(reopen, user=user)
