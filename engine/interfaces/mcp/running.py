"""Running the MCP server, over standard input and output or over HTTP."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from starlette.types import ASGIApp

from chronomem.engine.interfaces.http.connections import OpenRequests
from chronomem.engine.interfaces.http.guards import LoopbackOnly, RateLimit
from chronomem.engine.interfaces.http.server import check_address, listen
from chronomem.engine.interfaces.http.settings import ServiceSettings
from chronomem.engine.interfaces.http.tokens import Tokens
from chronomem.engine.interfaces.mcp.callers import TokenGuard, always, by_token
from chronomem.engine.interfaces.mcp.server import CypherFor, create_server
from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.engine.workers.worker import Worker


async def serve_stdio(memory: AsyncMemory, user: str, *, settings: ServiceSettings, has_cypher: bool) -> None:
    """Serve one user's memory to the program that started this process, until it closes standard input."""
    async with _consolidating(memory, settings) as wake:
        cypher_for: CypherFor = "everybody" if has_cypher else "nobody"
        await create_server(memory, always(user), cypher_for=cypher_for, remembered=wake).run_stdio_async()


async def serve_http(
    memory: AsyncMemory,
    user: str,
    *,
    settings: ServiceSettings,
    tokens: Tokens,
    has_cypher: bool,
    started: Callable[[str], None],
) -> None:
    """Serve over streamable HTTP at `/mcp`, until a signal stops it.

    Args:
        memory: opened on this event loop; it stays open.
        user: the user whose memory it is if there are no tokens.
        settings: the address to listen at, and the limits on requests.
        tokens: the tokens of callers; an administrator's token may use Cypher only.
        has_cypher: offer Cypher: with tokens, to administrators; without, to everybody on this machine.
        started: called with the URL once it listens.

    Raises:
        InvalidInput: there are no tokens, and other machines could reach the address.
    """
    check_address(settings, tokens)
    who_is = by_token(tokens) if tokens else always(user)
    cypher_for: CypherFor = "nobody" if not has_cypher else "administrators" if tokens else "everybody"
    async with _consolidating(memory, settings) as wake:
        server = create_server(memory, who_is, cypher_for=cypher_for, remembered=wake)
        inner: ASGIApp = server.streamable_http_app(
            stateless_http=True, max_request_body_size=settings.max_body, host=settings.host
        )
        guarded: ASGIApp = TokenGuard(inner, tokens) if tokens else LoopbackOnly(inner)
        bounded = OpenRequests(guarded, settings.open_requests, settings.arrival.total_seconds(), tokens)
        app = RateLimit(bounded, settings.rate, settings.burst, tokens)
        await listen(app, settings, started=lambda url: started(f"{url}/mcp"))


@asynccontextmanager
async def _consolidating(memory: AsyncMemory, settings: ServiceSettings) -> AsyncIterator[Callable[[str], None]]:
    worker = Worker(memory, settings.quiet, is_on=settings.consolidates)
    await worker.start()
    try:
        yield worker.wake
    finally:
        await worker.stop()
