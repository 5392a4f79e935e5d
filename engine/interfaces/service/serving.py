"""Running the service."""

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
