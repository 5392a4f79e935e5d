"""Serving the application."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import uvicorn
from starlette.types import Receive, Scope, Send

from chronomem.engine.interfaces.http.server import check_address, listen
from chronomem.engine.interfaces.http.settings import ServiceSettings
from chronomem.engine.interfaces.http.tokens import Tokens
from chronomem.engine.interfaces.service.application import create_app
from chronomem.engine.interfaces.service.traces import tracing
from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.engine.workers.metrics import WorkMetrics, exported


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a service on the fastest available event loop."""
    with asyncio.Runner(loop_factory=uvicorn.Config(_nothing).get_loop_factory()) as runner:
        runner.run(work)


async def _nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """A placeholder application, for choosing the loop."""


async def serve(
    memory: AsyncMemory, settings: ServiceSettings, tokens: Tokens, *, started: Callable[[str], None]
) -> None:
    """Serve until a signal stops it; running requests are finished first.

    Args:
        memory: opened on this event loop; it stays open.
        settings: the settings of the service.
        tokens: the tokens that give access.
        started: called with the service's URL once it listens.

    Raises:
        InvalidInput: there are no tokens, and other machines could reach the address.
        OSError: the address can't be used.
    """
    check_address(settings, tokens)
    with tracing(settings.traces) as tracer:
        app = create_app(memory, settings, tokens, tracer=tracer)
        work: WorkMetrics = app.state.metrics.work
        with exported(work, settings.traces):
            counting = asyncio.create_task(work.count(memory)) if settings.traces is not None else None
            try:
                await listen(app, settings, started=started, stops=app.state.stopping.set)
            finally:
                if counting is not None:
                    counting.cancel()
                    await asyncio.gather(counting, return_exceptions=True)
