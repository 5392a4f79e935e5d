"""`chronomem demo`: a year of messages between two friends, stored and queried."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chronomem.engine.interfaces.cli.commands.recall import write_context
from chronomem.engine.interfaces.cli.output import AsJson, console, examples, write_json, write_table
from chronomem.engine.interfaces.cli.place import Place
from chronomem.engine.interfaces.cli.progress import progress

if TYPE_CHECKING:
    from chronomem.engine.importers import BenchmarkQuestion, Conversation
    from chronomem.engine.memory.memory import Memory
    from chronomem.engine.memory.rows import Rows
    from chronomem.retrieval.context import Context

EXAMPLES = ("chronomem demo", "chronomem demo --folder ./memory", "chronomem demo --json")

_ITEMS = 4

# The ids of questions in the bundled conversation, with the point of each.
_RECALLS = (
    ("q04", "A single fact: one message of the year holds it."),
    ("q15", "A question about a time: his habit changed twice, so the month decides."),
    ("q27", "A story across sessions: the plan in April, its end in August."),
)
_QUERY_SHOWS = "Cypher over the same memory: the calendar tree, and who said how much."


@dataclass(frozen=True)
class _Demo:
    """The results of the demo, before they are printed."""

    turns: int
    sessions: int
    seconds: float
    recalls: list[tuple[str, "BenchmarkQuestion", "Context"]]
    query: str
    rows: "Rows"


def demo(
    folder: Annotated[
        Path | None, typer.Option("--folder", show_default="a temporary one", help="Keep the memory in this folder.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Store a bundled year of messages between two friends, recall from it, and query the graph.

    Needs no network, no key and no server.
    """
    with _folder(folder) as place:
        seen = _run(place)
    if as_json:
        write_json(_as_document(seen, folder))
    else:
        _show(seen, folder)


@contextmanager
def _folder(named: Path | None) -> Iterator[Place]:
    if named is not None:
        yield Place(named)
        return
    with TemporaryDirectory(prefix="chronomem-demo-", ignore_cleanup_errors=True) as temporary:
        yield Place(Path(temporary), is_temporary=True)


def _run(place: Place) -> _Demo:
    conversation = _conversation()
    questions = {question.id: question for question in conversation.questions}
    query = (files("chronomem.engine") / "demo" / "months.cypher").read_text(encoding="utf-8").strip()
    with place.open(new=True) as memory:
        began = time.monotonic()
        with progress("storing turns", len(conversation.turns)) as advance:
            memory.add_turns(conversation.turns, user=conversation.user, progress=advance)
        seconds = time.monotonic() - began
        with progress("extracting facts", len(conversation.turns)) as advance:
            memory.consolidate(user=conversation.user, progress=advance)
        recalls = [(shows, questions[key], _recall(memory, questions[key], conversation)) for key, shows in _RECALLS]
        rows = memory.cypher(query, user=conversation.user)
        stats = memory.stats(user=conversation.user)
    return _Demo(stats.turns, stats.sessions, seconds, recalls, query, rows)


def _conversation() -> "Conversation":
    from chronomem.engine.importers import read_conversations

    with as_file(files("chronomem.engine") / "demo" / "conversation.jsonl") as path:
        return next(read_conversations(path))


def _recall(memory: "Memory", question: "BenchmarkQuestion", conversation: "Conversation") -> "Context":
    return memory.recall(question.text, user=conversation.user, now=question.asked_at, k=_ITEMS)


def _next_steps(folder: Path | None) -> list[str]:
    place = folder or Path("memory")
    first = [] if folder else [f"chronomem demo --folder {place}"]
    return [
        *first,
        f'chronomem recall "When did Ines move to Bristol?" --user demo --folder {place}',
        f'chronomem cypher "MATCH (e:Entity) RETURN e.name" --folder {place}',
        "chronomem --help",
    ]


def _as_document(seen: _Demo, folder: Path | None) -> dict[str, Any]:
    return {
        "turns": seen.turns,
        "sessions": seen.sessions,
        "seconds": round(seen.seconds, 3),
        "recalls": [
            {"shows": shows, "asked_at": question.asked_at, **context.as_dict()}
            for shows, question, context in seen.recalls
        ],
        "cypher": {"shows": _QUERY_SHOWS, "query": seen.query, "columns": seen.rows.columns, "rows": seen.rows},
        "next": _next_steps(folder),
    }


def _show(seen: _Demo, folder: Path | None) -> None:
    from rich.text import Text

    screen = console()

    def heading(number: int, shows: str) -> None:
        screen.print()
        screen.print(Text(f"{number}. {shows}", style="cyan"))

    screen.print(
        f"A year of messages between two friends, Ines and Owen: {seen.turns} turns in {seen.sessions} sessions,"
        f" stored in {seen.seconds:.1f} s in {folder or 'a temporary folder'}."
    )
    for number, (shows, question, context) in enumerate(seen.recalls, start=1):
        heading(number, shows)
        screen.print(Text(f'\n   "{question.text}"', style="bold green"))
        if question.asked_at:
            screen.print(f"   asked on {question.asked_at:%Y-%m-%d}\n")
        write_context(context)
    heading(len(seen.recalls) + 1, _QUERY_SHOWS)
    screen.print(f"\n{seen.query}", style="dim", soft_wrap=True)
    write_table(seen.rows.columns, seen.rows)
    screen.print("Try next:", style="bold")
    for step in _next_steps(folder):
        screen.print(f"  {step}", soft_wrap=True)


def register(app: typer.Typer) -> None:
    app.command("demo", epilog=examples(*EXAMPLES))(demo)
