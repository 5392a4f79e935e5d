"""The queue of what is to be read, as its readers see it."""

import asyncio
from datetime import UTC, datetime
from typing import Any, cast

from chronomem.engine.extraction.queue import ExtractionQueue
from chronomem.graph_schema.database.store import GraphStore


class _Deleting:
    """A store in which others finish what is queued while it is listed: Neo4j shows that without its properties."""

    async def read(self, name: str, **parameters: Any) -> list[dict[str, Any]]:  # noqa: ARG002 - as the store's
        return [{"id": None, "turns": None, "attempts": None, "given_up": None}] * 2


def test_what_others_finish_meanwhile_is_nothing_to_extract() -> None:
    queue = ExtractionQueue(cast("GraphStore", _Deleting()), lambda: datetime(2024, 5, 8, tzinfo=UTC), "1")
    assert asyncio.run(queue.next("ann")) is None
