"""`chronomem ingest`: remember the conversations of a file."""

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from chronomem.engine.cli.examples import examples
from chronomem.engine.cli.output import AsJson, note, one_line, write_json
from chronomem.engine.cli.place import Place, takes_place
from chronomem.engine.cli.progress import progress
from chronomem.graph_schema.errors import InvalidRecord

EXAMPLES = (
    "chronomem ingest conversations.jsonl",
    "chronomem ingest conversations.jsonl --user u1 --skip-bad",
    "chronomem ingest conversations.jsonl --format neutral --dry-run",
)


@dataclass
class _Survey:
    """What a file holds, found by reading it through before anything is stored."""

    format: str
    conversations: int = 0
    turns: int = 0
    users: set[str] = field(default_factory=set)
    skipped: int = 0


@takes_place
def ingest(
    place: Place,
    file: Annotated[Path, typer.Argument(help="The file; packed with gzip or not.")],
    format_name: Annotated[
        str | None, typer.Option("--format", metavar="NAME", show_default="recognised", help="Its format.")
    ] = None,
    user: Annotated[
        str | None, typer.Option("--user", show_default="as the file says", help="Whose memory it becomes.")
    ] = None,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave out lines and turns that can't be read, and count them.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what the file holds; store nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Remember the conversations of a file, and read them for the times that they are about.

    The file is read through first: of one with a broken line nothing is stored.

    What is there already is left as it is, so the same file can be given again.
    """
    survey = _survey(file, format_name, user, skip_bad)
    report = {
        "file": str(file),
        "format": survey.format,
        "conversations": survey.conversations,
        "users": sorted(survey.users),
        "turns": survey.turns,
        "skipped": survey.skipped,
    }
    if not dry_run:
        try:
            report |= _store(place, file, survey, user)
        except KeyboardInterrupt:
            note("interrupted; what was stored stays, and the same command goes on from there")
            raise
    if as_json:
        write_json(report)
    else:
        print(_in_words(report))


def _survey(file: Path, format_name: str | None, user: str | None, skip_bad: bool) -> _Survey:
    from chronomem.engine.readers import format_of, read_conversations

    survey = _Survey(format_name or format_of(file))

    def skip(error: InvalidRecord) -> None:
        survey.skipped += 1
        note(f"skipped: {error}")

    for conversation in read_conversations(file, survey.format, skip_bad=skip if skip_bad else None):
        survey.conversations += 1
        survey.turns += len(conversation.turns)
        survey.users.add(user or conversation.user)
    return survey


def _store(place: Place, file: Path, survey: _Survey, user: str | None) -> dict[str, Any]:
    from chronomem.engine.readers import read_conversations

    stored = known = 0
    with place.open(new=True) as memory:
        began = time.monotonic()
        with progress("storing turns", survey.turns) as advance:
            for conversation in read_conversations(file, survey.format, skip_bad=lambda _: None):
                added = memory.add_turns(conversation.turns, user=user or conversation.user, progress=advance)
                stored, known = stored + added.stored, known + added.known
        seconds = time.monotonic() - began
        with progress("reading turns", stored) as advance:
            times = sum(memory.consolidate(user=each, progress=advance).times for each in sorted(survey.users))
    rate = round((stored + known) / seconds, 1) if seconds else None
    return {"stored": stored, "known": known, "times": times, "seconds": round(seconds, 3), "turns_per_s": rate}


def _in_words(report: dict[str, Any]) -> str:
    held = f"{report['turns']:,} turns in {report['conversations']:,} conversations ({report['format']})"
    skipped = f"{report['skipped']:,} skipped"
    if "stored" not in report:
        return one_line(f"{report['file']}: {held}, {skipped}; nothing was stored")
    return one_line(
        f"{report['file']}: {held}: {report['stored']:,} stored, {report['known']:,} known already, {skipped};"
        f" {report['times']:,} times found; stored in {report['seconds']:.1f} s, {report['turns_per_s']:,.0f} turns/s"
    )


def register(app: typer.Typer) -> None:
    app.command("ingest", epilog=examples(*EXAMPLES))(ingest)
