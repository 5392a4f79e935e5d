"""The change feed as server-sent events."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import asdict

from starlette.responses import StreamingResponse

from chronomem.engine.interfaces.json_values import plain
from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.engine.upkeep.feed import FeedPage

EVENTS = "text/event-stream"
_LOOK_S = 1.0
"""How often a stream looks for new changes."""
_SIGN_OF_LIFE = 15
"""How many looks without changes are followed by a comment, so that no proxy takes the connection for dead."""


class EventStream(StreamingResponse):
    """Sends an event for each entry, and then for each new one, until the client leaves or the service stops.

    Only the last entry of a page has an id, its cursor: a client that reconnects gets whole pages, and misses nothing.
    """

    def __init__(self, memory: AsyncMemory, user: str, first: FeedPage, *, stopping: asyncio.Event) -> None:
        super().__init__(
            _events(memory, user, first, stopping), media_type=EVENTS, headers={"Cache-Control": "no-store"}
        )


async def _events(memory: AsyncMemory, user: str, page: FeedPage, stopping: asyncio.Event) -> AsyncIterator[str]:
    quiet = 0
    while True:
        for number, entry in enumerate(page.entries, start=1):
            cursor = f"id: {page.cursor}\n" if number == len(page.entries) else ""
            yield f"{cursor}event: {entry.kind}\ndata: {json.dumps(plain(asdict(entry)))}\n\n"
        quiet = 0 if page.entries else quiet + 1
        if quiet % _SIGN_OF_LIFE == 1:
            yield ": waiting\n\n"
        if not page.more:
            with suppress(TimeoutError):
                await asyncio.wait_for(stopping.wait(), _LOOK_S)
        if stopping.is_set():
            return
        page = await memory.feed(user=user, after=page.cursor)
