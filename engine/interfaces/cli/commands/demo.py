"""`chronomem demo`: a year of messages between two friends, stored, read and asked about."""

import asyncio
import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chronomem.engine.extras import needs_extra
from chronomem.engine.interfaces.cli.commands.explore import serve_explorer
from chronomem.engine.interfaces.cli.output import AsJson, clean, console, note, write_json
from chronomem.engine.interfaces.cli.place import Place
from chronomem.engine.interfaces.cli.progress import progress

if TYPE_CHECKING:
    from chronomem.engine.importers import Conversation
    from chronomem.engine.memory.memory import Memory
    from chronomem.graph_schema.facts.views import Change, Fact

EXAMPLES = ("chronomem demo", "chronomem demo --folder ./memory", "chronomem demo --explore", "chronomem demo --json")

_NOW = "2024-12-30T12:00:00"  # the day after the last message
_MARCH = "2024-03-01"
_MAY = ("2024-05-01", "2024-06-01")
_BEFORE = "Where did Ines live before she moved?"
_FIANCEE = "What does Owen's fiancée do?"
_LEFT = 21  # the width of the first column


@dataclass(frozen=True)
class DemoLine:
    """One line of an answer: on the left a value or a day, on the right the statement about it."""

    left: str
    right: str
    turn_id: str = ""


@dataclass(frozen=True)
class DemoAnswer:
    """One question of the demo, the call that answers it, and the lines of the answer."""

    question: str
    call: str
    lines: Sequence[DemoLine]


@dataclass(frozen=True)
class _Demo:
    """The results of the demo, before they are printed."""

    turns: int
    sessions: int
    facts: int
    entities: int
    seconds: float
    answers: Sequence[DemoAnswer]


def demo(
    folder: Annotated[
        Path | None, typer.Option("--folder", show_default="a temporary one", help="Keep the memory in this folder.")
    ] = None,
    explore: Annotated[bool, typer.Option("--explore", help="Then show the memory in the browser.")] = False,
    as_json: AsJson = False,
) -> None:
    """Store a bundled year of messages between two friends, and ask what changed in it.

    Needs no network, no key, no server and no language model.
    """
    if explore:
        with needs_extra("explorer"):
            import chronomem.engine.interfaces.explorer.running  # noqa: F401 - loads what the extra installs
    with _folder(folder) as place:
        seen = _run(place)
        if as_json:
            write_json(asdict(seen) | {"next": next_steps(folder)})
        else:
            _show(seen, folder)
        if explore or (not as_json and _wants_explorer()):
            asyncio.run(serve_explorer(place, "127.0.0.1", 0, opens=not explore))


@contextmanager
def _folder(named: Path | None) -> Iterator[Place]:
    if named is not None:
        yield Place(named)
        return
    with TemporaryDirectory(prefix="chronomem-demo-", ignore_cleanup_errors=True) as temporary:
        yield Place(Path(temporary), is_temporary=True)


def _wants_explorer() -> bool:
    """Ask at a terminal whether to open the explorer, if it is installed."""
    is_asked = sys.stdin.isatty() and sys.stdout.isatty() and find_spec("nicegui") is not None
    return is_asked and typer.confirm("Open the explorer?", default=False)


def _run(place: Place) -> _Demo:
    conversation = _conversation()
    own = {"structures": ()} if place.is_temporary else {}  # a memory that is kept gets its summaries and topics
    with place.open(new=True, **own) as memory:
        began = time.monotonic()
        with progress("storing turns", len(conversation.turns)) as advance:
            memory.add_turns(conversation.turns, user=conversation.user, progress=advance)
        with progress("extracting facts", len(conversation.turns)) as advance:
            memory.consolidate(user=conversation.user, progress=advance)
        seconds = time.monotonic() - began
        answers = list(_answers(memory, conversation))
        stats = memory.stats(user=conversation.user)
    return _Demo(stats.turns, stats.sessions, stats.facts, stats.entities, seconds, answers)


def _conversation() -> "Conversation":
    from chronomem.engine.importers import read_conversations

    with as_file(files("chronomem.engine") / "demo" / "conversation.jsonl") as path:
        return next(read_conversations(path))


def _answers(memory: "Memory", conversation: "Conversation") -> Iterator[DemoAnswer]:
    user = conversation.user
    told = {turn.id: turn for turn in conversation.turns if turn.id}

    def line(left: str, turn_id: str, statement: str) -> DemoLine:
        turn = told[turn_id]
        return DemoLine(left, f"{turn.speaker}: “{_sentence(turn.text, statement)}”", turn_id)

    def homes(as_of: str | None = None) -> list[DemoLine]:
        found = memory.facts(about="Ines", predicate="lives_in", user=user, as_of=as_of)
        return [line(f"{fact.says}, since {_day(fact)}", fact.turn_ids[0], fact.text) for fact in found]

    yield DemoAnswer("Where does Ines live?", 'facts(about="Ines", predicate="lives_in")', homes())
    yield DemoAnswer("Where did she live in March?", f'facts(…, as_of="{_MARCH}")', homes(_MARCH))
    changes = memory.changes(*_MAY, user=user)
    yield DemoAnswer("What changed in May?", f'changes("{_MAY[0]}", "{_MAY[1]}")', list(_changes(changes)))
    drinks = memory.history("Owen", "favorite_drink", user=user)
    yield DemoAnswer(
        "What does Owen drink?",
        'history("Owen", "favorite_drink")',
        [line(f"{_day(fact)}  {fact.says}", fact.turn_ids[0], fact.text) for fact in drinks],
    )
    query = (files("chronomem.engine") / "demo" / "fiancee.cypher").read_text(encoding="utf-8")
    rows = memory.cypher(query, user=user, who="entity:owen")
    hops = [DemoLine(row["engaged_to"], f"works as {row['works_as']}; sister: {row['has_sibling']}") for row in rows]
    yield DemoAnswer(_FIANCEE, "cypher(…), three facts in a row", hops)
    found = memory.recall(_BEFORE, user=user, now=_NOW, k=1)
    lines = [line(f"{item.when:%Y-%m-%d}", item.turn_ids[0], _BEFORE) for item in found]
    yield DemoAnswer(f"“{_BEFORE}”", "recall(…), in plain words", lines)


def _sentence(text: str, statement: str) -> str:
    """Return the first of those sentences of a turn that share most words with a statement."""
    from chronomem.retrieval.index.terms import terms

    stated = set(terms(statement))
    return max(re.split(r"(?<=[.!?])\s+", " ".join(text.split())), key=lambda one: len(stated & set(terms(one))))


def _day(fact: "Fact") -> str:
    return "ever" if fact.valid_at is None else f"{fact.valid_at:%Y-%m-%d}"


def _changes(changes: "Sequence[Change]") -> Iterator[DemoLine]:
    """Yield the changes of predicates that hold one value at a time: homes, jobs, favourites."""
    from chronomem.graph_schema.facts.predicates import predicate_named

    ended = {(c.at, c.fact.subject.id, c.fact.predicate): c.fact.says for c in changes if c.kind == "ended"}
    for change in changes:
        fact, key = change.fact, (change.at, change.fact.subject.id, change.fact.predicate)
        if not predicate_named(fact.predicate).single or (change.kind == "ended" and _is_replaced(key, changes)):
            continue
        before = ended.get(key, "") if change.kind == "began" else ""
        words = fact.predicate.replace("_", " ")
        says = f"{before} → {fact.says}" if before else fact.says + (", ended" if change.kind == "ended" else "")
        yield DemoLine(f"{change.at:%Y-%m-%d}", f"{fact.subject.name} {words}: {says}")


def _is_replaced(key: tuple[Any, str, str], changes: "Sequence[Change]") -> bool:
    return any(c.kind == "began" and (c.at, c.fact.subject.id, c.fact.predicate) == key for c in changes)


def next_steps(folder: Path | None) -> list[str]:
    """Return commands to go on with, each of which answers what it asks."""
    place = folder or Path("memory")
    at = f"--folder {place}"
    first = [] if folder else [f"chronomem demo {at}"]
    return [
        *first,
        f'chronomem recall "When did Ines move to Bristol?" {at}',
        f"chronomem facts --about Ines --predicate works_at --as-of {_MARCH} {at}",
        f"chronomem history Ines works_at {at}",
        f"chronomem explore {at}",
    ]


def _show(seen: _Demo, folder: Path | None) -> None:
    from rich.text import Text

    screen = console()
    screen.print(
        f"A year of messages between Ines and Owen, {seen.turns} turns in {seen.sessions} sessions,\nread without a"
        f" language model in {seen.seconds:.1f} s: {seen.facts:,} facts about {seen.entities:,} people and things.",
        soft_wrap=True,
    )
    for answer in seen.answers:
        screen.print()
        heading = Text(answer.question, style="bold green")
        heading.append(f"  {answer.call}", style="dim")
        screen.print(heading, soft_wrap=True)
        for line in answer.lines:
            end = f" ({line.turn_id})" if line.turn_id else ""
            left = clean(line.left).ljust(_LEFT)
            room = screen.width - len(left) - len(end) - 3
            right = clean(line.right)
            shown = right if len(right) <= room else right[: max(room - 2, 8)].rstrip() + "…”"
            screen.print(Text.assemble("  ", (left, "bold"), " ", shown, (end, "dim")), soft_wrap=True)
    screen.print()
    screen.print("Try next:", style="bold")
    for step in next_steps(folder):
        screen.print(f"  {step}", soft_wrap=True)
    if find_spec("nicegui") is None:
        note("to browse it: pip install 'chronomem[explorer]', then chronomem demo --explore")
