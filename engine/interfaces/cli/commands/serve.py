"""`chronomem serve`: the memory over HTTP."""

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from chronomem.engine.extras import needs_extra
from chronomem.engine.interfaces.cli.logs import LogForm, begin_logs
from chronomem.engine.interfaces.cli.output import note
from chronomem.engine.interfaces.cli.place import Place, takes_place

if TYPE_CHECKING:
    from chronomem.engine.interfaces.service import ServiceSettings, Tokens

EXAMPLES = (
    "chronomem serve",
    "chronomem serve --tokens tokens.toml --host 0.0.0.0 --port 8080",
    "chronomem serve --no-consolidate --traces http://localhost:4318",
)


@takes_place
def serve(
    place: Place,
    host: Annotated[str, typer.Option("--host", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0 picks a free one.")] = 8080,
    tokens: Annotated[
        Path | None,
        typer.Option(
            "--tokens", envvar="CHRONOMEM_TOKENS", show_default="none", help="A TOML file of tokens and their users."
        ),
    ] = None,
    max_body: Annotated[int, typer.Option("--max-body", min=1024, help="The largest request, in bytes.")] = 8 << 20,
    rate: Annotated[
        float,
        typer.Option("--rate", min=0.001, max=1e9, help="The maximum number of requests per second of each caller."),
    ] = 200.0,
    query_timeout: Annotated[
        float, typer.Option("--query-timeout", min=0.1, max=86_400, help="The longest time for Cypher, in seconds.")
    ] = 10.0,
    max_rows: Annotated[
        int, typer.Option("--max-rows", min=1, help="The maximum number of rows that Cypher returns.")
    ] = 10_000,
    consolidate: Annotated[
        bool, typer.Option("--consolidate/--no-consolidate", help="Consolidate in the background.")
    ] = True,
    traces: Annotated[
        str | None,
        typer.Option("--traces", show_default="nowhere", help="An OTLP collector's URL, for traces and metrics."),
    ] = None,
    logs: LogForm = "text",
) -> None:
    """Serve the memory over HTTP, until Ctrl-C or SIGTERM.

    Without tokens it answers this machine only. Needs the extra: pip install 'chronomem\\[server]'.
    """
    with needs_extra("server"):
        from chronomem.engine.interfaces.service import ServiceSettings, Tokens
        from chronomem.engine.interfaces.service.serving import run
    begin_logs(logs)
    settings = ServiceSettings(
        host=host,
        port=port,
        max_body=max_body,
        rate=rate,
        burst=max(1, round(rate * 2)),
        consolidates=consolidate,
        traces=traces,
    )
    known = Tokens.read(tokens) if tokens is not None else Tokens()
    run(_serve(place, settings, known, query_timeout, max_rows))


async def _serve(
    place: Place, settings: "ServiceSettings", tokens: "Tokens", query_timeout: float, max_rows: int
) -> None:
    from chronomem.engine.interfaces.http.server import check_address
    from chronomem.engine.interfaces.service.serving import serve

    def say(url: str) -> None:
        note(f"chronomem serves at {url}; its description is {url}/openapi.json")
        if not tokens:
            note("no tokens are configured: everybody on this machine can read and change all of it")

    check_address(settings, tokens)
    limits = {"query_timeout": timedelta(seconds=query_timeout), "query_rows": max_rows}
    async with await place.open_async(new=True, **limits) as memory:
        await serve(memory, settings, tokens, started=say)
