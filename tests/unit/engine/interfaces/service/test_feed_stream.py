"""The stream of the change feed: events with the cursor of their page, until the service stops."""

import asyncio
from typing import Any, cast

import pytest

from chronomem import AsyncMemory, FeedEntry, FeedPage
from chronomem.engine.interfaces.service import feed_stream
from chronomem.engine.interfaces.service.feed_stream import EventStream


class Fed:
    """A memory whose feed has given pages, and stops the service after the last."""

    def __init__(self, pages: list[FeedPage], stopping: asyncio.Event) -> None:
        self.asked: list[Any] = []
        self._pages = pages
        self._stopping = stopping

    async def feed(self, *, user: str, after: str | None) -> FeedPage:
        self.asked.append((user, after))
        page = self._pages.pop(0)
        if not self._pages:
            self._stopping.set()
        return page


def page(cursor: str, *ids: str, more: bool = False) -> FeedPage:
    return FeedPage(tuple(FeedEntry(1, "TURN", name) for name in ids), cursor, more)


def test_only_the_last_event_of_a_page_has_its_cursor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed_stream, "_LOOK_S", 0.0)

    async def read() -> tuple[list[str], list[Any]]:
        stopping = asyncio.Event()
        memory = Fed([page("2-a", "t3"), page("2-a"), page("3-a", "t4")], stopping)
        stream = EventStream(cast("AsyncMemory", memory), "ann", page("1-a", "t1", "t2", more=True), stopping=stopping)
        return [str(piece) async for piece in stream.body_iterator], memory.asked

    events, asked = asyncio.run(read())
    assert [piece.partition("event:")[0] for piece in events] == [
        "",
        "id: 1-a\n",
        "id: 2-a\n",
        ": waiting\n\n",
        "id: 3-a\n",
    ]
    assert all(piece.endswith("\n\n") for piece in events)
    assert asked == [("ann", "1-a"), ("ann", "2-a"), ("ann", "2-a")]
