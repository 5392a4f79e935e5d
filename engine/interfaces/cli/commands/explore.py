"""`chronomem explore`: the memory as a local web page."""

import asyncio
import os
from typing import Annotated

import typer

from chronomem.engine.extras import needs_extra
from chronomem.engine.interfaces.cli.ontology import ontology_settings
from chronomem.engine.interfaces.cli.output import note
from chronomem.engine.interfaces.cli.place import Place, takes_place

EXAMPLES = ("chronomem explore", "chronomem explore --folder ./memory --port 8100", "chronomem explore --open")


@takes_place
def explore(
    place: Place,
    host: Annotated[str, typer.Option("--host", help="An address of this machine to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0 picks a free one.")] = 8070,
    opens: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Browse the memory in a web browser: timeline, graph at a moment, recall, Cypher; until Ctrl-C or SIGTERM.

    It answers this machine only and changes nothing. Needs the extra: pip install 'chronomem\\[explorer]'.
    """
    with needs_extra("explorer"):
        import chronomem.engine.interfaces.explorer.running  # noqa: F401 - loads what the extra installs
    asyncio.run(serve_explorer(place, host, port, opens=opens))


async def serve_explorer(place: Place, host: str, port: int, *, opens: bool) -> None:
    """Serve the explorer of a memory until a signal stops it, and open it in the browser if `opens`."""
    from chronomem.engine.interfaces.explorer.running import explore
    from chronomem.graph_schema.facts.vocabulary import PACKAGED

    def say(url: str) -> None:
        note(f"chronomem explores at {url}; everybody on this machine can read all of it there")
        if opens:
            typer.launch(url)

    async with await place.open_async() as memory:
        ontology = ontology_settings(os.environ).get("ontology")
        vocabulary = PACKAGED if ontology is None else ontology.vocabulary
        await explore(memory, host=host, port=port, place=_options(place), started=say, vocabulary=vocabulary)


def _options(place: Place) -> str:
    """Return the options that name the same memory in other commands."""
    return f"--folder {place.folder}" if place.uri is None else f"--uri {place.uri}"
