"""The program: its commands, and the handling of errors, interrupts and closed pipes."""

import gc
import io
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.output import examples, one_line
from chronomem.graph_schema.errors import ChronomemError
from chronomem.graph_schema.version import __version__

INTERRUPTED = 130
"""The exit status of a program that was stopped by Ctrl-C."""
_NEW_OBJECTS = 50_000
"""The number of new objects after which Python looks for garbage. Imports make many objects and no garbage: at Python's
own number, 700, looking for it takes a twentieth of a short command."""

app = typer.Typer(
    name="chronomem",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples("chronomem demo", "chronomem recall --help"),
)
COMMANDS = {
    name.replace("_", "-"): import_module(f"chronomem.engine.interfaces.cli.commands.{name}")
    for name in (
        *("demo", "ingest", "add", "consolidate", "recall", "ask", "facts", "instructions", "history", "changes"),
        *("timeline", "topics", "persona", "entity", "add_fact", "correct", "retract", "merge_entities"),
        *("split_entity", "forget", "retain", "feed", "cypher", "table", "stats", "usage", "users", "create_user"),
        *("predicates", "derive", "queue", "doctor", "export", "load", "reembed", "backup", "restore", "stop"),
        *("serve", "worker", "mcp", "explore"),
    )
}
"""The module of each command, in the order of the help page: its function, named as the module, and its `EXAMPLES`."""
for command, module in COMMANDS.items():
    app.command(command, epilog=examples(*module.EXAMPLES))(getattr(module, command.replace("-", "_")))


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"chronomem {__version__}")
        raise typer.Exit


@app.callback()
def _program(
    _version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Long-term memory for agents that talk with people.

    Keeps dialogue as a temporal knowledge graph, in a folder or on a Neo4j server, and finds the memories relevant to a
    question.
    """


def main() -> None:
    """Run the command line and exit: 0 success, 1 an error, 2 wrong usage, 130 interrupted."""
    gc.set_threshold(_NEW_OBJECTS)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the parent process closed it
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - open to the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                errors="backslashreplace"
            )  # a terminal with another encoding shows the characters it can
    status = _run()
    try:
        sys.stdout.flush()
    except OSError:
        status = status or 1
        _let_go_of_stdout()
    sys.exit(status)


def _run() -> int:
    try:
        app(prog_name="chronomem")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (ChronomemError, OSError) as error:
        print(f"error: {one_line(str(error))}", file=sys.stderr)
        return 1
    return 0


def _let_go_of_stdout() -> None:
    """Keep Python quiet about a closed output: the reader of our output, such as `head`, has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
