"""The HTTP server."""

import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp

from chronomem.engine.interfaces.http.connections import limited_protocol, most_connections
from chronomem.engine.interfaces.http.garbage import timed_collections
from chronomem.engine.interfaces.http.guards import is_loopback
from chronomem.engine.interfaces.http.settings import ServiceSettings
from chronomem.engine.interfaces.http.tokens import Tokens
from chronomem.graph_schema.errors import InvalidInput


async def listen(
    app: ASGIApp,
    settings: ServiceSettings,
    *,
    started: Callable[[str], None],
    stops: Callable[[], None] | None = None,
    websockets: bool = False,
) -> None:
    """Serve an application at the address in the settings, until a signal stops it.

    Args:
        started: called with the URL once the server listens.
        stops: called when the server begins to stop, before it waits for open requests.
    """
    with _listening(settings) as listener:
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            http=limited_protocol(most_connections(settings.connections), settings.arrival.total_seconds()),
            timeout_graceful_shutdown=round(settings.shutdown.total_seconds()),
            ws="auto" if websockets else "none",
        )
        host, port = listener.getsockname()[:2]
        url = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        async with timed_collections():
            await _Server(config, lambda: started(url), stops).serve([listener])


class _Server(uvicorn.Server):
    """A server that reports when it listens, and doesn't end its process when a signal stops it."""

    def __init__(self, config: uvicorn.Config, listens: Callable[[], None], stops: Callable[[], None] | None) -> None:
        super().__init__(config)
        self._listens = listens
        self._stops = stops

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._listens()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._stops is not None:
            self._stops()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at a signal. Uvicorn's own version would raise it again at the end, before the memory is closed."""
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
    """Raise `InvalidInput` if other machines could reach a service without tokens."""
    if not tokens and not is_loopback(settings.host):
        raise InvalidInput(
            f"without tokens the service answers this machine only, not at {settings.host}; name a file of tokens,"
            " or listen at 127.0.0.1"
        )


def _listening(settings: ServiceSettings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    return socket.create_server((settings.host, settings.port), family=family, backlog=512)
