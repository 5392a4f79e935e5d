"""The ASGI application: its routes, its guards and its background work."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from fastapi import FastAPI
from starlette.types import ASGIApp

from chronomem.engine.interfaces.http.connections import OpenRequests
from chronomem.engine.interfaces.http.guards import LoopbackOnly, RateLimit, SizeLimit
from chronomem.engine.interfaces.http.problems import handle_errors
from chronomem.engine.interfaces.http.settings import ServiceSettings
from chronomem.engine.interfaces.http.tokens import Tokens
from chronomem.engine.interfaces.service.admin_routes import admin_router, watch_router
from chronomem.engine.interfaces.service.in_step import InStep
from chronomem.engine.interfaces.service.metrics import Metrics, Watch
from chronomem.engine.interfaces.service.pages import offer_pages
from chronomem.engine.interfaces.service.routes import router
from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.engine.workers.worker import Worker
from chronomem.graph_schema.version import __version__

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

_DESCRIPTION = """\
Long-term memory for agents that talk with people. A token sees the memory of its own user; an administrator's sees all.

Errors are problem details (RFC 9457), whose `type` names the error and whose `detail` says what to do.
"""


def create_app(
    memory: AsyncMemory, settings: ServiceSettings, tokens: Tokens, *, tracer: "Tracer | None" = None
) -> FastAPI:
    """Return the application over a memory.

    The memory must stay open while the application runs; the application doesn't close it.

    Args:
        memory: opened on the event loop of the application.
        settings: the settings of the service.
        tokens: the tokens; without any, everybody on this machine has access to everything.
        tracer: makes a span for each request; None makes none.
    """
    worker = Worker(memory, settings.quiet, is_on=settings.consolidates)
    metrics = Metrics()
    metrics.watch(worker.figures)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:  # noqa: ARG001 - a lifespan's signature
        await worker.start()
        try:
            yield
        finally:
            await worker.stop()

    app = FastAPI(
        title="chronomem",
        version=__version__,
        description=_DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,  # its page loads scripts from elsewhere, and this service may have no network
        redoc_url=None,
    )
    app.state.memory = memory
    app.state.settings = settings
    app.state.tokens = tokens
    app.state.worker = worker
    app.state.stopping = asyncio.Event()
    app.state.metrics = metrics
    handle_errors(app)
    for each in (watch_router, router, admin_router):
        app.include_router(each)
    offer_pages(app)
    _guard(app, settings, tokens, metrics, tracer)
    return app


def _guard(app: FastAPI, settings: ServiceSettings, tokens: Tokens, metrics: Metrics, tracer: "Tracer | None") -> None:
    """Put the guards before the application; the last one added runs first."""

    def sized(inner: ASGIApp) -> ASGIApp:
        return SizeLimit(inner, settings.max_body)

    def rated(inner: ASGIApp) -> ASGIApp:
        return RateLimit(inner, settings.rate, settings.burst, tokens)

    def bounded(inner: ASGIApp) -> ASGIApp:
        return OpenRequests(inner, settings.open_requests, settings.arrival.total_seconds(), tokens)

    def in_step(inner: ASGIApp) -> ASGIApp:
        return InStep(inner, app.state.memory)

    def watched(inner: ASGIApp) -> ASGIApp:
        return Watch(inner, metrics, tracer)

    for guard in (in_step, sized, bounded, rated, *(() if tokens else (LoopbackOnly,)), watched):
        app.add_middleware(guard)
