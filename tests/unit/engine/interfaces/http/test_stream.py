"""Streams of turns that don't come to their end."""

import asyncio
import json
from typing import Any, cast

from chronomem.engine.interfaces.service.stream import IngestStream
from chronomem.engine.memory.async_memory import AsyncMemory


def test_a_stream_that_the_service_breaks_off_says_so_in_its_last_line() -> None:
    sent: list[dict[str, Any]] = []
    answered = asyncio.Event()

    async def receive() -> dict[str, Any]:
        await (asyncio.sleep(0) if len(sent) < 2 else asyncio.Event().wait())  # and sends no more, nor the end
        return {"type": "http.request", "body": b"no turn\n", "more_body": True}

    async def send(message: Any) -> None:
        sent.append(dict(message))
        if len(sent) > 1:
            answered.set()

    async def broken_off() -> None:
        stream = IngestStream(cast("AsyncMemory", None), "ann", longest=100, stored=lambda _: None)
        running = asyncio.create_task(stream({"type": "http"}, receive, send))
        await answered.wait()
        running.cancel()
        await running

    asyncio.run(asyncio.wait_for(broken_off(), timeout=10))
    lines = [json.loads(line) for message in sent for line in message.get("body", b"").splitlines()]
    assert {line["status"] for line in lines[:-1]} == {"refused"}
    assert (lines[-1]["refused"], lines[-1]["error"]["status"]) == (len(lines) - 1, 503)
    assert sent[-1]["more_body"] is False
