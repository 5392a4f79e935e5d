"""Running the explorer: an application of its own, for browsers on this machine only."""

from collections.abc import Callable
from datetime import timedelta

from fastapi import FastAPI
from nicegui import binding, ui

from chronomem.engine.interfaces.explorer.panels.page import register_page
from chronomem.engine.interfaces.explorer.panels.visit import Sources
from chronomem.engine.interfaces.http.guards import LoopbackOnly
from chronomem.engine.interfaces.http.server import check_address, listen
from chronomem.engine.interfaces.http.settings import ServiceSettings
from chronomem.engine.interfaces.http.tokens import Tokens
from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.facts.vocabulary import PACKAGED, FactVocabulary

_SHUTDOWN = timedelta(seconds=2)  # pages hold their connection open as long as they can
_SLOW_BINDING = 1.0  # seconds; NiceGUI's own, a hundredth, prints a warning whenever the machine is busy


async def explore(
    memory: AsyncMemory,
    *,
    host: str,
    port: int,
    place: str,
    started: Callable[[str], None],
    vocabulary: FactVocabulary = PACKAGED,
) -> None:
    """Serve the explorer until a signal stops it.

    Args:
        memory: opened on this event loop; it stays open, and nothing is written to it.
        host: an address that only this machine can reach.
        port: 0 picks a free port.
        place: the command-line options that name the same memory, for the page's hints.
        started: called with the URL once the explorer listens.
        vocabulary: that of the memory's ontology.

    Raises:
        InvalidInput: other machines could reach the address.
        OSError: the address can't be used.
    """
    settings = ServiceSettings(host=host, port=port, shutdown=_SHUTDOWN)
    check_address(settings, Tokens())
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    register_page(Sources(memory, place, vocabulary))
    binding.MAX_PROPAGATION_TIME = _SLOW_BINDING
    ui.run_with(
        app,
        title="chronomem",
        language="en-GB",
        dark=None,
        tailwind=False,
        show_welcome_message=False,
        gzip_middleware_factory=None,  # within one machine, to compress takes longer than to send
    )
    await listen(LoopbackOnly(app), settings, started=started, websockets=True)
