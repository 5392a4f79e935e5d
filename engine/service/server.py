"""Running the service."""

import asyncio
import signal
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from chronomem.engine.memory import AsyncMemory
from chronomem.engine.service.application import create_app
from chronomem.engine.service.garbage import timed_collections
from chronomem.engine.service.guards import is_loopback
from chronomem.engine.service.settings import ServiceSettings
from chronomem.engine.service.tokens import Tokens
from chronomem.engine.service.traces import tracing
from chronomem.graph_schema.errors import InvalidInput


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a service on the fastest event loop that there is."""
    with asyncio.Runner(loop_factory=uvicorn.Config(_nothing).get_loop_factory()) as runner:
        runner.run(work)


async def _nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """Stand for the application where only the choice of the loop is asked for."""


async def serve(
    memory: AsyncMemory, settings: ServiceSettings, tokens: Tokens, *, started: Callable[[str], None]
) -> None:
    """Serve until a signal asks to stop; requests that are being answered are answered first.

    Args:
        memory: opened on this event loop; it stays open.
        settings: how the service behaves.
        tokens: who may see whose memory.
        started: called with the service's URL once it listens.

    Raises:
        InvalidInput: there are no tokens, and the address can be reached from other machines.
        OSError: the address can't be used.
    """
    check_address(settings, tokens)
    with tracing(settings.traces) as tracer:
        await listen(create_app(memory, settings, tokens, tracer=tracer), settings, started=started)


async def listen(
    app: ASGIApp, settings: ServiceSettings, *, started: Callable[[str], None], websockets: bool = False
) -> None:
    """Serve an application where the settings say, until a signal asks to stop."""
    with _listening(settings) as listener:
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=round(settings.shutdown.total_seconds()),
            ws="auto" if websockets else "none",
        )
        host, port = listener.getsockname()[:2]
        url = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        async with timed_collections():
            await _Server(config, lambda: started(url)).serve([listener])


class _Server(uvicorn.Server):
    """A server that says when it listens, and leaves its process alive when a signal stops it."""

    def __init__(self, config: uvicorn.Config, listens: Callable[[], None]) -> None:
        super().__init__(config)
        self._listens = listens

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._listens()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at a signal. Uvicorn's own would raise it again at the end, before the memory is closed."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def check_address(settings: ServiceSettings, tokens: Tokens) -> None:
    """Raise `InvalidInput` where a service without tokens could be reached from other machines."""
    if not tokens and not is_loopback(settings.host):
        raise InvalidInput(
            f"without tokens the service answers to this machine only, not at {settings.host}; name a file of tokens,"
            " or listen at 127.0.0.1"
        )


def _listening(settings: ServiceSettings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    return socket.create_server((settings.host, settings.port), family=family, backlog=512)
