"""`chronomem mcp`: the memory as tools for a model."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from chronomem.engine.extras import needs_extra
from chronomem.engine.interfaces.cli.output import note
from chronomem.engine.interfaces.cli.place import Place, takes_place

if TYPE_CHECKING:
    from chronomem.engine.interfaces.http.settings import ServiceSettings
    from chronomem.engine.interfaces.http.tokens import Tokens

EXAMPLES = (
    "chronomem mcp --user ann",
    "chronomem mcp --user ann --admin",
    "chronomem mcp --http --port 8090 --tokens tokens.toml --host 0.0.0.0",
)


@takes_place
def mcp(
    place: Place,
    user: Annotated[
        str, typer.Option("--user", help="The user whose memory it is; with tokens, each names its own.")
    ] = "me",
    http: Annotated[bool, typer.Option("--http", help="Use streamable HTTP instead of stdin and stdout.")] = False,
    host: Annotated[str, typer.Option("--host", help="The address to listen at, over HTTP.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0 picks a free one.")] = 8090,
    tokens: Annotated[
        Path | None,
        typer.Option(
            "--tokens", envvar="CHRONOMEM_TOKENS", show_default="none", help="A TOML file of tokens and their users."
        ),
    ] = None,
    admin: Annotated[
        bool, typer.Option("--admin", help="Offer read-only Cypher over all users; with tokens, to administrators.")
    ] = False,
    consolidate: Annotated[
        bool, typer.Option("--consolidate/--no-consolidate", help="Consolidate in the background.")
    ] = True,
) -> None:
    """Serve the memory to a model over the Model Context Protocol.

    Needs the extra: pip install 'chronomem\\[mcp]'.
    """
    with needs_extra("mcp"):
        import chronomem.engine.interfaces.mcp  # noqa: F401 - loads what the extra installs
        from chronomem.engine.interfaces.http.settings import ServiceSettings
        from chronomem.engine.interfaces.http.tokens import Tokens
    settings = ServiceSettings(host=host, port=port, consolidates=consolidate)
    known = Tokens.read(tokens) if tokens is not None and http else Tokens()
    asyncio.run(_serve(place, user, settings, known, http, admin))


async def _serve(
    place: Place, user: str, settings: "ServiceSettings", tokens: "Tokens", http: bool, admin: bool
) -> None:
    from chronomem.engine.interfaces.http.server import check_address
    from chronomem.engine.interfaces.mcp import serve_http, serve_stdio
    from chronomem.graph_schema.model.checks import check_name

    user = check_name(user, "user")
    if http:
        check_address(settings, tokens)
    async with await place.open_async(new=True) as memory:
        await memory.create_user(user)
        if not http:
            await serve_stdio(memory, user, settings=settings, has_cypher=admin)
            return
        await serve_http(
            memory,
            user,
            settings=settings,
            tokens=tokens,
            has_cypher=admin,
            started=lambda url: note(f"chronomem serves MCP at {url}"),
        )
