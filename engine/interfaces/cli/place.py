"""The location of the memory: the options that all commands share, and opening the memory."""

import functools
import inspect
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chronomem.engine.interfaces.cli.driver import load_driver
from chronomem.engine.interfaces.cli.warmth import linger_s
from chronomem.graph_schema.errors import FolderUnusable, InvalidInput

if TYPE_CHECKING:
    from chronomem.engine.memory.async_memory import AsyncMemory
    from chronomem.engine.memory.memory import Memory
    from chronomem.engine.settings import Settings
    from chronomem.engine.upkeep.reembedding import Reembedded
    from chronomem.graph_schema.database.credentials import ServerTLS
    from chronomem.graph_schema.embedded import EmbeddedSettings

_PANEL = "Location of the memory"
DEFAULT_FOLDER = Path("memory")
_USERS_SHOWN = 5
_OF_SERVER = ("auth_user", "auth_password", "auth_file", "database")

_option = functools.partial(typer.Option, rich_help_panel=_PANEL)

Folder = Annotated[Path, _option("--folder", envvar="CHRONOMEM_FOLDER", help="Folder of the embedded database.")]
TheUser = Annotated[
    str | None,
    typer.Option("--user", envvar="CHRONOMEM_USER", show_default="the only user", help="The user whose memory it is."),
]


def _of_server(flag: str, variable: str, told: str, kind: Any = str) -> tuple[None, Any]:
    """Return the default and the annotation of an option that names a server, or says how to use it."""
    return None, Annotated[kind | None, _option(flag, envvar=f"CHRONOMEM_{variable}", help=told)]


_OPTIONS: Mapping[str, tuple[Path | None, Any]] = {
    "folder": (DEFAULT_FOLDER, Folder),
    "uri": _of_server("--uri", "URI", "A Neo4j server instead of a folder, such as neo4j://host."),
    "auth_user": _of_server("--auth-user", "USERNAME", "User name on the server."),
    "auth_password": _of_server(
        "--auth-password",
        "PASSWORD",
        "Password on the server; better set in the environment, where other users can't see it.",
    ),
    "auth_file": _of_server(
        "--auth-file",
        "AUTH_FILE",
        "A file of credentials for the server, which may rotate: a token, or user name and password on two lines.",
        Path,
    ),
    "database": _of_server("--database", "DATABASE", "Database on the server."),
}
"""The options of the location: their defaults and annotations, by name."""


@dataclass(frozen=True)
class Place:
    """The location of a memory: a server if `uri` is set, or else a folder.

    A folder that `is_temporary` is deleted after the command.
    """

    folder: Path
    uri: str | None = None
    auth: tuple[str, str] | Path | None = None
    database: str | None = None
    is_temporary: bool = False

    def open(self, *, new: bool = False, **settings: Any) -> "Memory":
        """Open the memory. Its embedded database keeps running for the next command.

        Args:
            new: create the folder if it doesn't exist; otherwise a missing folder is an error.
            settings: fields of `Settings` that differ from their defaults.
        """
        if self.uri is None:
            self._check_folder(new)
        embedded = self._embedded()
        with self._starting(embedded) as started:
            load_driver()
            from chronomem.engine.memory.memory import Memory

            chosen = _settings({"embedded": embedded} | settings)
            started()
            if self.uri is not None:
                return Memory.connect(self.uri, auth=self.auth, database=self.database, settings=chosen)
            return Memory.open(self.folder, settings=chosen)

    @contextmanager
    def open_for(self, named: str | None) -> "Iterator[tuple[Memory, str]]":
        """Open the memory for a command about one user: the one that was named, or else the only one."""
        with self.open() as memory:
            yield memory, _the_user(memory, named)

    @contextmanager
    def _starting(self, settings: "EmbeddedSettings") -> Iterator[Callable[[], object]]:
        """Start the database of an existing folder while the block imports modules: each takes as long as the other.

        Yields a function that waits until it has started.
        """
        if self.uri is not None or not self.folder.exists():
            yield lambda: None
            return
        from chronomem.graph_schema.embedded import EmbeddedDatabase

        with ThreadPoolExecutor(1) as pool:
            opening = pool.submit(EmbeddedDatabase.open, self.folder, settings)
            try:
                yield opening.result
            finally:
                if opening.exception() is None:
                    opening.result().close()

    async def open_async(self, *, new: bool = False, **settings: Any) -> "AsyncMemory":
        """Open the memory on the running event loop; otherwise like `open`, but the database stops on closing."""
        load_driver()
        from chronomem.engine.memory.async_memory import AsyncMemory

        chosen = _settings(settings)
        if self.uri is not None:
            return await AsyncMemory.connect(self.uri, auth=self.auth, database=self.database, settings=chosen)
        self._check_folder(new)
        return await AsyncMemory.open(self.folder, settings=chosen)

    def reembed(self, progress: Callable[[int], None]) -> "Reembedded":
        """Replace the vectors of the memory by those of the embedder that the environment names."""
        load_driver()
        from chronomem.engine.memory.memory import Memory

        own: dict[str, Any] = {"settings": _settings({"embedded": self._embedded()}), "progress": progress}
        if self.uri is not None:
            return Memory.reembed(self.uri, auth=self.auth, database=self.database, **own)
        return Memory.reembed(self.folder, **own)

    @property
    def options(self) -> list[str]:
        """The options by which another process finds the memory; it gets the credentials by `environment`."""
        where = ["--folder", str(self.folder)] if self.uri is None else ["--uri", self.uri]
        return where + (["--database", self.database] if self.database is not None else [])

    @property
    def environment(self) -> dict[str, str]:
        """The environment of such a process."""
        if isinstance(self.auth, Path):
            return dict(os.environ) | {"CHRONOMEM_AUTH_FILE": str(self.auth)}
        names = ("CHRONOMEM_USERNAME", "CHRONOMEM_PASSWORD")
        return dict(os.environ) | ({} if self.auth is None else dict(zip(names, self.auth, strict=True)))

    def _embedded(self) -> "EmbeddedSettings":
        from chronomem.graph_schema.embedded import EmbeddedSettings

        seconds = 0.0 if self.is_temporary else linger_s(os.environ)
        return EmbeddedSettings(keep_warm_s=seconds, java_cache="make" if seconds else "use")

    def _check_folder(self, new: bool) -> None:
        if not new and not self.folder.exists():
            raise FolderUnusable(
                f"{self.folder} does not exist, so there is nothing to read; name the folder of a memory with"
                " --folder, or create one with 'chronomem ingest' or 'chronomem add'"
            )


def _the_user(memory: "Memory", named: str | None) -> str:
    """Return the user that was named, or else the only one.

    Raises:
        InvalidInput: none was named, and the memory has no user.
        BadParameter: none was named, and it has several.
    """
    if named is not None:
        return named
    match memory.users():
        case [only]:
            return only
        case []:
            raise InvalidInput("nothing is stored yet; store turns with 'chronomem ingest' or 'chronomem add'")
        case several:
            shown = ", ".join(several[:_USERS_SHOWN]) + (", …" if len(several) > _USERS_SHOWN else "")
            raise typer.BadParameter(f"the memory has {len(several):,} users ({shown}); name one with --user")


def _settings(given: dict[str, Any]) -> "Settings":
    """Return the settings, with all that the environment names."""
    from chronomem.engine.interfaces.cli.language_model import model_settings
    from chronomem.engine.interfaces.cli.ontology import ontology_settings
    from chronomem.engine.interfaces.cli.retention import retention_settings
    from chronomem.engine.interfaces.cli.structures import structure_settings
    from chronomem.engine.settings import Settings

    paths = {"embedder": "CHRONOMEM_EMBEDDER", "index_folder": "CHRONOMEM_INDEX_FOLDER"}
    given = {name: os.environ[variable] for name, variable in paths.items() if os.environ.get(variable)} | given
    named = model_settings(os.environ) | ontology_settings(os.environ) | retention_settings(os.environ)
    named |= structure_settings(os.environ)
    return Settings(**(named | given), tls=_tls(os.environ))


def _tls(environment: Mapping[str, str]) -> "ServerTLS | None":
    from chronomem.graph_schema.database.credentials import ServerTLS

    names = {part: f"CHRONOMEM_TLS_{part.upper()}" for part in ServerTLS.model_fields}
    given = {part: environment[name] for part, name in names.items() if environment.get(name)}
    return ServerTLS.model_validate(given) if given else None


def takes_place(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of the location to a command, which gets them as its first argument, a `Place`."""

    @functools.wraps(command)
    def call(*, context: typer.Context, **given: Any) -> None:
        location = {name: given.pop(name) for name in _OPTIONS}
        command(_place(context, **location), **given)

    own = list(inspect.signature(command).parameters.values())[1:]
    keyword = inspect.Parameter.KEYWORD_ONLY
    shared = [
        *(inspect.Parameter(name, keyword, default=one[0], annotation=one[1]) for name, one in _OPTIONS.items()),
        inspect.Parameter("context", keyword, annotation=typer.Context),
    ]
    parameters = [*(parameter.replace(kind=keyword) for parameter in own), *shared]
    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined] # read by inspect, so by typer
    call.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return call


def _place(
    context: typer.Context,
    folder: Path,
    uri: str | None,
    auth_user: str | None,
    auth_password: str | None,
    auth_file: Path | None,
    database: str | None,
) -> Place:
    if _was_typed(context, "folder"):
        if typed := [name for name in ("uri", *_OF_SERVER) if _was_typed(context, name)]:
            raise typer.BadParameter(f"--folder and --{typed[0].replace('_', '-')} name two places; give only one")
        return Place(folder)  # typed options override the environment
    if uri is None:
        if typed := [name for name in _OF_SERVER if _was_typed(context, name)]:
            raise typer.BadParameter(f"--{typed[0].replace('_', '-')} is for a server; name the server with --uri")
        return Place(folder)
    if (auth_user is None) != (auth_password is None):
        missing = "--auth-user (CHRONOMEM_USERNAME)" if auth_user is None else "--auth-password (CHRONOMEM_PASSWORD)"
        raise typer.BadParameter(f"a server needs both a user name and a password, or neither; {missing} is missing")
    auth = (auth_user, auth_password) if auth_user is not None and auth_password is not None else auth_file
    return Place(folder, uri, auth, database)


def _was_typed(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
