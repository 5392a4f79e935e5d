"""Limits on connections: how many there are, how long a request takes to arrive, and how many one caller has open."""

import asyncio
import sys
from collections import Counter

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from chronomem.engine.interfaces.http.guards import caller_of, is_stream
from chronomem.engine.interfaces.http.problems import problem_response
from chronomem.engine.interfaces.http.tokens import Tokens

_REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\n"
    b"content-type: text/plain\r\ncontent-length: 45\r\n\r\nthe service has no connection left; try again"
)


def most_connections(wanted: int) -> int:
    """Return the number of connections to accept: half of the file descriptors of the process at the most.

    The other half is for the database and files.
    """
    if sys.platform == "win32":
        return wanted
    import resource

    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if descriptors == resource.RLIM_INFINITY else min(wanted, descriptors // 2)


def limited_protocol(most: int, arrival_s: float) -> type[asyncio.Protocol]:
    """Return the protocol of a server that accepts so many connections, and closes those whose request doesn't arrive.

    Args:
        most: a connection beyond these is answered with 503 and closed.
        arrival_s: how long the headers of a request may take, from its first byte or the connection's beginning.
    """

    class LimitedProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # uvicorn chooses it when it is imported
        _deadline: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            if len(self.connections) > most:
                self.transport.write(_REFUSAL)
                self.transport.close()
                return
            self._watch()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def connection_lost(self, error: Exception | None) -> None:
            self._unwatch()
            super().connection_lost(error)

        def _watch(self) -> None:
            if not self._is_waiting():
                self._unwatch()
            elif self._deadline is None:
                self._deadline = self.loop.call_later(arrival_s, self._close_waiting)

        def _unwatch(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

        def _is_waiting(self) -> bool:
            return self.cycle is None or bool(self.cycle.response_complete)

        def _close_waiting(self) -> None:
            self._deadline = None
            if self._is_waiting() and self.transport.get_protocol() is self:  # a websocket has another one
                self.transport.close()

    return LimitedProtocol


class OpenRequests:
    """Bounds how many requests each caller has open, and how long the pieces of a body may take to arrive.

    Args:
        most: a caller's request beyond these is refused with 429.
        arrival_s: how long a request waits for the next piece of its body; a stream waits as long as it is open.
    """

    def __init__(self, app: ASGIApp, most: int, arrival_s: float, tokens: Tokens) -> None:
        self._app = app
        self._most = most
        self._arrival_s = arrival_s
        self._tokens = tokens
        self._open: Counter[object] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        key = caller_of(scope, self._tokens)
        if self._open[key] >= self._most:
            told = f"a caller may have {self._most} requests open at once; try again when one is answered"
            await problem_response(429, told, headers={"Retry-After": "1"})(scope, receive, send)
            return
        self._open[key] += 1
        try:
            await self._app(scope, receive if is_stream(scope) else self._in_time(receive), send)
        finally:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]

    def _in_time(self, receive: Receive) -> Receive:
        whole = False

        async def timed() -> Message:
            nonlocal whole
            if whole:  # the body is here; the application waits for the client to go away
                return await receive()
            try:
                message = await asyncio.wait_for(receive(), self._arrival_s)
            except TimeoutError:
                told = f"the rest of the body didn't arrive within {self._arrival_s:g} s"
                raise HTTPException(408, told, headers={"Connection": "close"}) from None
            whole = not message.get("more_body", False)
            return message

        return timed
