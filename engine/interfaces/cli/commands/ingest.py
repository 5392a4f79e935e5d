"""`chronomem ingest`: store the conversations of a file."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chronomem.engine.interfaces.cli.output import AsJson, clean, note, one_line, write_json
from chronomem.engine.interfaces.cli.place import Place, takes_place
from chronomem.engine.interfaces.cli.progress import progress
from chronomem.graph_schema.model.counts import count_of
from chronomem.graph_schema.model.dialogue import Turn
from chronomem.graph_schema.model.times import read_time

if TYPE_CHECKING:
    from chronomem.engine.importers import Conversation, ReadOptions
    from chronomem.engine.memory.memory import Memory

EXAMPLES = (
    "chronomem ingest conversations.jsonl",
    "chronomem ingest conversations.jsonl --user u1 --skip-bad",
    "chronomem ingest conversations.jsonl --workers 4",
    "chronomem ingest conversations.jsonl --format neutral --dry-run",
    "chronomem ingest chat.txt --user u1 --timezone Europe/Lisbon --date-order dmy",
    "chronomem ingest mem0.json --dry-run",
    "chronomem ingest chat.txt --user u1 --date-order dmy --encoding cp1252",
    'chronomem ingest rows.csv --user u1 --column said_at=Sent --column speaker=From --time-format "%d/%m/%Y %H:%M"',
)

_TIMES = "MATCH (:Turn {user_id: $user})-[o:OCCURRED_ON]->(:Period) RETURN count(o) AS times"
_POLL_S = 0.2
_SHOWN = 5
_LARGEST_SHOWN = 200


@dataclass
class _Survey:
    """The contents of a file, determined by a first pass before anything is stored."""

    format: str
    conversations: set[str] = field(default_factory=set)
    turns: int = 0
    facts: int = 0
    users: set[str] = field(default_factory=set)
    skipped: int = 0
    speakers: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    first: datetime | None = None
    last: datetime | None = None
    shown: list[Turn] = field(default_factory=list)

    def take(self, conversation: "Conversation", user: str | None) -> None:
        self.conversations.add(conversation.id)
        self.turns += len(conversation.turns)
        self.facts += len(conversation.facts)
        if conversation.turns or conversation.facts:
            self.users.add(user or conversation.user)
        self.left_out.update(conversation.left_out)
        self.speakers.update(turn.speaker for turn in conversation.turns)
        self.shown += conversation.turns[: _SHOWN - len(self.shown)]
        for turn in conversation.turns:
            assert turn.said_at is not None, "no reader yields a turn without a time"
            at = read_time(turn.said_at, UTC)
            self.first, self.last = min(self.first or at, at), max(self.last or at, at)

    def report(self, file: str) -> dict[str, Any]:
        return {
            "file": file,
            "format": self.format,
            "conversations": len(self.conversations),
            "users": sorted(self.users),
            "turns": self.turns,
            "facts": self.facts,
            "skipped": self.skipped,
            "left_out": dict(sorted(self.left_out.items())),
        }

    def details(self) -> dict[str, Any]:
        """Return the further details of a dry run; times are as in the file."""
        shown = [{"speaker": t.speaker, "said_at": t.said_at, "text": t.text[:_LARGEST_SHOWN]} for t in self.shown]
        return {"speakers": dict(self.speakers.most_common()), "first": self.first, "last": self.last, "shown": shown}


@takes_place
def ingest(
    place: Place,
    file: Annotated[
        str,
        typer.Argument(
            help="The file, compressed or not; the folder of an export; or the bolt:// of Graphiti's Neo4j."
        ),
    ],
    format_name: Annotated[
        str | None, typer.Option("--format", metavar="NAME", show_default="recognised", help="The format of the file.")
    ] = None,
    user: Annotated[
        str | None,
        typer.Option("--user", show_default="as the file says, or me", help="The user whose memory it becomes."),
    ] = None,
    timezone: Annotated[
        str | None,
        typer.Option("--timezone", show_default="the user's", help="The zone of times without one."),
    ] = None,
    date_order: Annotated[
        str | None,
        typer.Option("--date-order", show_default="detected", help="dmy, mdy or ymd, in WhatsApp chats."),
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option("--column", metavar="FIELD=NAME", help="The column for a field of a turn. Repeatable."),
    ] = None,
    time_format: Annotated[
        str | None, typer.Option("--time-format", help="The form of times in rows, as in strptime: '%d/%m/%Y %H:%M'.")
    ] = None,
    encoding: Annotated[
        str | None,
        typer.Option("--encoding", show_default="utf-8", help="The encoding of the file's text, such as cp1252."),
    ] = None,
    from_user: Annotated[
        str, typer.Option("--from-user", envvar="CHRONOMEM_FROM_USERNAME", help="The user name for Graphiti's Neo4j.")
    ] = "neo4j",
    from_password: Annotated[
        str | None,
        typer.Option(
            "--from-password", envvar="CHRONOMEM_FROM_PASSWORD", show_default="none", help="The password for it."
        ),
    ] = None,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Skip unreadable lines and turns, and count them.")
    ] = False,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=1024, help="The number of processes that extract facts.")
    ] = 1,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Describe the file's contents; store nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Store the conversations of a file, and extract facts and times from them.

    Imports the exports of ChatGPT, Claude, WhatsApp, Telegram and Slack, mem0's memories, Graphiti's graph, JSON lines
    and CSV with a turn in each row, and files of whole conversations. The file is checked first: if a line is invalid,
    nothing is stored.

    Known turns stay unchanged, so the same file, or a longer version of it, can be given again. With --workers, other
    processes extract while this one stores; the turns of each user are taken in their order, by one process at a time.
    """
    options = _options(
        column or [], timezone=timezone, date_order=date_order, time_format=time_format, encoding=encoding
    )
    auth = None if from_password is None else (from_user, from_password)
    given = _Given(file, format_name, options, auth, skip_bad=skip_bad)
    survey = _survey(given, user)
    report = survey.report(file)
    if dry_run:
        report |= survey.details()
    else:
        try:
            report |= _store(place, given, survey, user, workers)
        except KeyboardInterrupt:
            note("interrupted; stored turns stay, and the same command resumes from there")
            raise
    if as_json:
        write_json(report)
    else:
        print(_in_words(report))
        if dry_run:
            _write_details(report)


def _options(columns: list[str], **given: str | None) -> "ReadOptions":
    from pydantic import ValidationError

    from chronomem.engine.importers import ReadOptions
    from chronomem.graph_schema.model.checks import invalid_input

    pairs = [text.partition("=") for text in columns]
    if wrong := [text for text, pair in zip(columns, pairs, strict=True) if not all(pair)]:
        raise typer.BadParameter(f"{wrong[0]!r} is not of the form FIELD=NAME", param_hint="--column")
    mapping = {name: value for name, _, value in pairs}
    try:
        return ReadOptions.model_validate({**given, "columns": mapping})
    except ValidationError as error:
        raise invalid_input(error) from None


@dataclass(frozen=True)
class _Given:
    """The source to import: a file, or the server of a Graphiti graph."""

    place: str
    format_name: str | None
    options: "ReadOptions"
    auth: tuple[str, str] | None
    skip_bad: bool

    @property
    def is_server(self) -> bool:
        return "://" in self.place

    @property
    def format(self) -> str:
        """The format, as given or recognised; raises `InvalidInput` if it is neither."""
        from chronomem.engine.importers import format_of, graphiti

        if not self.is_server:
            return self.format_name or format_of(Path(self.place), options=self.options)
        if self.format_name not in (None, graphiti.NAME):
            raise typer.BadParameter(f"a server is read as {graphiti.NAME}, not as {self.format_name}")
        return graphiti.NAME

    def conversations(self, skip: Callable[[str], None]) -> "Iterator[Conversation]":
        """Yield the conversations; unreadable records raise, or are passed to `skip`."""
        from chronomem.engine.importers import graphiti, read_conversations

        if self.is_server:
            return graphiti.read_server(self.place, self.auth, skip_bad=skip if self.skip_bad else None)
        on_bad = (lambda error: skip(str(error))) if self.skip_bad else None
        return read_conversations(Path(self.place), self.format, options=self.options, skip_bad=on_bad)


def _survey(given: _Given, user: str | None) -> _Survey:
    survey = _Survey(given.format)

    def skip(reason: str) -> None:
        survey.skipped += 1
        note(f"skipped: {reason}")

    for conversation in given.conversations(skip):
        survey.take(conversation, user)
    return survey


def _store(place: Place, given: _Given, survey: _Survey, user: str | None, workers: int) -> dict[str, Any]:
    from chronomem.engine.workers.processes import beside, program

    stored = known = 0
    with place.open(new=True) as memory:
        if given.options.timezone is not None:
            for each in survey.users:
                memory.create_user(each, timezone=given.options.timezone)
        before = _count_times(memory, survey.users)
        with beside(program("worker", *place.options), workers - 1, place.environment):
            began = time.monotonic()
            with progress("storing turns", survey.turns) as advance:
                for conversation in given.conversations(lambda _: None):
                    owner = user or conversation.user
                    if conversation.turns:
                        added = memory.add_turns(conversation.turns, user=owner, progress=advance)
                        stored, known = stored + added.stored, known + added.known
                    if conversation.facts:
                        memory.add_facts(conversation.facts, user=owner)
            seconds = time.monotonic() - began
            with progress("extracting facts", stored) as advance:
                for each in sorted(survey.users):
                    while memory.consolidate(user=each, progress=advance).slept.left:  # to another process
                        time.sleep(_POLL_S)
        times = _count_times(memory, survey.users) - before
    rate = round((stored + known) / seconds, 1) if seconds else None
    return {"stored": stored, "known": known, "times": times, "seconds": round(seconds, 3), "turns_per_s": rate}


def _count_times(memory: "Memory", users: Iterable[str]) -> int:
    return sum(int(memory.cypher(_TIMES, user=each)[0]["times"]) for each in users)


def _in_words(report: dict[str, Any]) -> str:
    facts = f" and {count_of(report['facts'], 'fact')}" if report["facts"] else ""
    held = (
        f"{count_of(report['turns'], 'turn')}{facts} in {count_of(report['conversations'], 'conversation')}"
        f" ({report['format']})"
    )
    held += f" for {', '.join(report['users'][:3])}" + (" and others" if len(report["users"]) > 3 else "")
    skipped = f"{report['skipped']:,} skipped"
    if report["left_out"]:
        skipped += f", left out: {', '.join(f'{count:,} {kind}' for kind, count in report['left_out'].items())}"
    if "stored" not in report:
        return one_line(f"{report['file']}: {held}, {skipped}; nothing was stored")
    return one_line(
        f"{report['file']}: {held}: {report['stored']:,} stored, {report['known']:,} known already, {skipped};"
        f" {count_of(report['times'], 'time')} found; stored in {report['seconds']:.1f} s,"
        f" {report['turns_per_s']:,.0f} turns/s"
    )


def _write_details(report: dict[str, Any]) -> None:
    speakers = [f"{name} ({count:,})" for name, count in report["speakers"].items()]
    if not speakers:
        return
    more = f" and {len(speakers) - 10} others" if len(speakers) > 10 else ""
    print(one_line(f"speakers: {', '.join(speakers[:10])}{more}"))
    print(f"from {report['first']:%Y-%m-%d} to {report['last']:%Y-%m-%d}")
    for turn in report["shown"]:
        print(f"  {clean(str(turn['said_at'])[:16])}  {one_line(turn['speaker'])}: {one_line(turn['text'])[:100]}")
