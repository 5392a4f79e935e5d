"""Connections that hold a service: too many, too slow, or all of one caller."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from chronomem.engine.interfaces.http.connections import OpenRequests, most_connections
from chronomem.engine.interfaces.http.server import listen
from chronomem.engine.interfaces.http.settings import ServiceSettings
from chronomem.engine.interfaces.http.tokens import Tokens

Where = tuple[str, int]
ASK = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


async def echo(request: Request) -> PlainTextResponse:
    return PlainTextResponse((await request.body()).decode() or "empty")


@asynccontextmanager
async def served(settings: ServiceSettings, app: ASGIApp | None = None) -> AsyncIterator[Where]:
    where: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    running = asyncio.create_task(
        listen(app or Starlette(routes=[Route("/", echo, methods=["GET", "POST"])]), settings, started=where.set_result)
    )
    parts = urlsplit(await where)
    yield parts.hostname or "", parts.port or 0
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


def run(settings: ServiceSettings, work: Callable[[Where], Awaitable[None]], app: ASGIApp | None = None) -> None:
    async def whole() -> None:
        async with served(settings, app) as where:
            await work(where)

    asyncio.run(asyncio.wait_for(whole(), timeout=120))


def settings(**options: object) -> ServiceSettings:
    return ServiceSettings.model_validate({"port": 0, "arrival": timedelta(seconds=0.3)} | options)


async def answer_to(where: Where, *sent: bytes) -> bytes:
    """Send bytes and return what comes until the service closes the connection."""
    reader, writer = await asyncio.open_connection(*where)
    for piece in sent:
        writer.write(piece)
        await writer.drain()
    got = await reader.read()
    await closed(writer)
    return got


async def closed(writer: asyncio.StreamWriter) -> None:
    writer.close()
    await asyncio.gather(writer.wait_closed(), return_exceptions=True)


def test_half_a_request_is_closed_and_a_whole_one_answered() -> None:
    async def work(where: Where) -> None:
        assert await answer_to(where) == b""
        assert await answer_to(where, ASK[:20]) == b""
        assert (await answer_to(where, ASK)).startswith(b"HTTP/1.1 200")

    run(settings(), work)


def test_headers_that_drip_are_closed_after_an_answered_request_as_well() -> None:
    async def work(where: Where) -> None:
        reader, writer = await asyncio.open_connection(*where)
        writer.write(ASK.replace(b"close", b"keep-alive"))
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
        await reader.readexactly(len("empty"))
        for letter in ASK[:3]:
            writer.write(bytes([letter]))
            await asyncio.sleep(0.02)
        assert await reader.read() == b""
        await closed(writer)

    run(settings(), work)


def test_a_body_that_stops_is_refused() -> None:
    async def work(where: Where) -> None:
        head = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"
        assert b" 408 " in (await answer_to(where, head, b"half")).partition(b"\r\n")[0]

    app = Starlette(routes=[Route("/", echo, methods=["POST"])])
    app.add_middleware(lambda inner: OpenRequests(inner, 10, 0.3, Tokens()))
    run(settings(), work, app)


def test_connections_beyond_the_limit_get_503_and_the_others_go_on() -> None:
    async def work(where: Where) -> None:
        held = [await asyncio.open_connection(*where) for _ in range(3)]
        await asyncio.sleep(0.05)
        refused = await answer_to(where)
        assert refused.startswith(b"HTTP/1.1 503")
        assert b"retry-after: 1" in refused
        held[0][1].write(ASK)
        assert (await held[0][0].readline()).startswith(b"HTTP/1.1 200")
        for _, writer in held:
            await closed(writer)
        await asyncio.sleep(0.05)
        assert (await answer_to(where, ASK)).startswith(b"HTTP/1.1 200")

    run(settings(connections=3, arrival=timedelta(seconds=30)), work)


def test_a_caller_has_so_many_requests_open() -> None:
    go_on = asyncio.Event()

    async def wait(request: Request) -> PlainTextResponse:  # noqa: ARG001 - a handler's signature
        await go_on.wait()
        return PlainTextResponse("done")

    async def work(where: Where) -> None:
        held = [asyncio.create_task(answer_to(where, ASK)) for _ in range(2)]
        await asyncio.sleep(0.1)
        assert b" 429 " in (await answer_to(where, ASK)).partition(b"\r\n")[0]
        go_on.set()
        assert all(b" 200 " in got.partition(b"\r\n")[0] for got in await asyncio.gather(*held))

    app = Starlette(routes=[Route("/", wait)])
    app.add_middleware(lambda inner: OpenRequests(inner, 2, 5, Tokens()))
    run(settings(arrival=timedelta(seconds=30)), work, app)


def test_half_of_the_file_descriptors_are_left_for_others() -> None:
    assert 1 <= most_connections(10**9) < 10**9
    assert most_connections(5) == 5
