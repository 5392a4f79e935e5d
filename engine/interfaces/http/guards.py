"""The guards before every request: size, rate, and for a service without tokens, origin."""

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chronomem.engine.interfaces.http.problems import problem_response
from chronomem.engine.interfaces.http.tokens import Tokens

STREAMS = "application/x-ndjson"
_STREAM_PATH = re.compile(r"/users/[^/]+/ingest")
_MOST_CALLERS = 10_000
_LINES_PER_REQUEST = 100
"""How many lines of a stream count as one request."""
SPEND = "chronomem.spend"
"""The key in a request's scope under which a stream finds the function that its lines are counted with."""


def is_loopback(host: str) -> bool:
    """Whether an address or a name is this machine's own."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


class LoopbackOnly:
    """Refuses requests that web pages send from this machine's browser under another name than the machine's own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            headers = Headers(scope=scope)
            places = [f"//{headers.get('host', '')}", *([origin] if (origin := headers.get("origin")) else [])]
            if not all(is_loopback(_host(place)) for place in places):
                if scope["type"] == "websocket":
                    await send({"type": "websocket.close", "code": 1008})
                    return
                refusal = problem_response(
                    403, "without tokens this service answers localhost only; send the request there"
                )
                await refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)


def is_stream(scope: Scope) -> bool:
    """Whether a request sends turns as a stream."""
    return scope["method"] == "POST" and _STREAM_PATH.fullmatch(scope["path"]) is not None


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


class SizeLimit:
    """Refuses bodies that are too large, by their declared length if there is one. Streams have their own limit."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self._app = app
        self._most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or is_stream(scope):
            await self._app(scope, receive, send)
            return
        told = f"the body exceeds {self._most:,} bytes; send less at once, or a stream"
        length = Headers(scope=scope).get("content-length", "0")
        if length.isascii() and length.isdigit() and int(length) > self._most:
            await problem_response(413, told)(scope, receive, send)
            return
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self._most:
                raise HTTPException(413, told)
            return message

        await self._app(scope, counted, send)


def caller_of(scope: Scope, tokens: Tokens) -> object:
    """Return the identity of a caller: the caller of their token, otherwise their address."""
    scheme, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and (caller := tokens.caller(token.strip())):
        return caller
    return scope["client"][0] if scope.get("client") else ""


class RateLimit:
    """Gives each caller a token bucket of requests, which refills steadily.

    A request that finds it empty is refused. The lines of a stream take from it too, and wait until it holds enough.
    """

    def __init__(
        self, app: ASGIApp, rate: float, burst: int, tokens: Tokens, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._app = app
        self._rate = rate
        self._burst = burst
        self._tokens = tokens
        self._clock = clock
        self._buckets: OrderedDict[object, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        key = caller_of(scope, self._tokens)
        if wait := self._take(key):
            headers = {"Retry-After": str(max(1, round(wait)))}
            refusal = problem_response(
                429, f"at most {self._rate:g} requests a second; try again later", headers=headers
            )
            await refusal(scope, receive, send)
            return

        async def spend(lines: int) -> None:
            while True:
                wait = self._take(key, min(lines / _LINES_PER_REQUEST, self._burst))
                if not wait:
                    return
                await asyncio.sleep(wait)

        scope[SPEND] = spend
        await self._app(scope, receive, send)

    def _take(self, key: object, requests: float = 1.0) -> float:
        """Take requests from a bucket and return 0; if it holds fewer, return the seconds until it has enough."""
        now = self._clock()
        left, at = self._buckets.get(key, (float(self._burst), now))
        left = min(left + (now - at) * self._rate, self._burst)
        short = left < requests
        self._buckets[key] = (left if short else left - requests, now)
        self._buckets.move_to_end(key)
        if len(self._buckets) > _MOST_CALLERS:
            self._buckets.popitem(last=False)
        return (requests - left) / self._rate if short else 0.0
