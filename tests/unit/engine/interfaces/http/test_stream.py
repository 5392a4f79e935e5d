"""Streams of turns that don't come to their end."""

import asyncio
import json
from typing import Any, cast

from chronomem.engine.interfaces.http.guards import SPEND
from chronomem.engine.interfaces.service.stream import IngestStream
from chronomem.engine.memory.async_memory import AsyncMemory


def made(stopping: asyncio.Event) -> IngestStream:
    return IngestStream(cast("AsyncMemory", None), "ann", longest=100, stored=lambda _: None, stopping=stopping)


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
        stream = made(asyncio.Event())
        running = asyncio.create_task(stream({"type": "http"}, receive, send))
        await answered.wait()
        running.cancel()
        await running

    asyncio.run(asyncio.wait_for(broken_off(), timeout=60))
    lines = [json.loads(line) for message in sent for line in message.get("body", b"").splitlines()]
    assert {line["status"] for line in lines[:-1]} == {"refused"}
    assert (lines[-1]["refused"], lines[-1]["error"]["status"]) == (len(lines) - 1, 503)
    assert sent[-1]["more_body"] is False


def test_an_open_stream_ends_as_soon_as_the_service_stops() -> None:
    sent: list[dict[str, Any]] = []
    stopping = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if len(sent) > 1:
            stopping.set()
            await asyncio.Event().wait()  # the client keeps the stream open
        return {"type": "http.request", "body": b"no turn\n", "more_body": True}

    async def send(message: Any) -> None:
        sent.append(dict(message))

    asyncio.run(asyncio.wait_for(made(stopping)({"type": "http"}, receive, send), timeout=60))
    lines = [json.loads(line) for message in sent for line in message.get("body", b"").splitlines()]
    assert {line["status"] for line in lines[:-1]} == {"refused"}
    assert (lines[-1]["refused"], lines[-1]["error"]["status"]) == (len(lines) - 1, 503)


def test_a_client_that_reads_nothing_is_sent_no_more_than_it_takes() -> None:
    received = 0
    taken = asyncio.Event()

    async def receive() -> dict[str, Any]:
        nonlocal received
        received += 1
        return {"type": "http.request", "body": b"x\n" * 5_000, "more_body": True}

    async def send(message: Any) -> None:
        if message["type"] != "http.response.start":
            await taken.wait()

    async def stalled() -> int:
        running = asyncio.create_task(made(asyncio.Event())({"type": "http"}, receive, send))
        unchanged = 0
        while unchanged < 25 and received < 40:
            before = received
            await asyncio.sleep(0.01)
            unchanged = unchanged + 1 if received == before else 0
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        return received

    assert asyncio.run(asyncio.wait_for(stalled(), timeout=60)) < 40, "4 MiB of results are those of 60,000 lines"


def test_every_line_counts_towards_the_rate_blank_ones_as_well() -> None:
    spent: list[int] = []

    async def spend(lines: int) -> None:
        spent.append(lines)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"\n" * 2_000 + b"x\n" * 2_000, "more_body": False}

    async def send(message: Any) -> None: ...

    asyncio.run(asyncio.wait_for(made(asyncio.Event())({"type": "http", SPEND: spend}, receive, send), timeout=60))
    assert sum(spent) >= 3_500
