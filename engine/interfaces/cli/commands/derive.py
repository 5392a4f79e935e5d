"""`chronomem derive`: derive all facts anew after the ontology changed."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from chronomem.engine.interfaces.cli.output import AsJson, write_json, write_table
from chronomem.engine.interfaces.cli.place import Place, takes_place
from chronomem.graph_schema.model.counts import count_of

if TYPE_CHECKING:
    from chronomem.graph_schema.facts.views import Fact

EXAMPLES = ("chronomem derive --dry-run", "chronomem derive --json")


@takes_place
def derive(
    place: Place,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would change.")] = False,
    limit: Annotated[int, typer.Option("--limit", min=0, help="Show at most this many differences.")] = 50,
    as_json: AsJson = False,
) -> None:
    """Derive all facts anew by the ontology in force, from the assertions that are there.

    CHRONOMEM_ONTOLOGY names the ontology. Turns that may tell other things now are queued; `consolidate` extracts them.
    """
    with place.open() as memory:
        done = memory.derive(dry_run=dry_run, limit=limit)
    if as_json:
        write_json(asdict(done))
        return
    would = "" if done.applied else "would be "
    print(f"{count_of(done.facts, 'fact')} of {count_of(done.users, 'user')}")
    print(f"{would}added: {done.added:,}, removed: {done.removed:,}, changed: {done.changed:,}")
    print(f"turns {would}queued for extraction: {done.queued:,}")
    if done.differences:
        rows = [
            {"user": d.user, "": d.kind, "before": _said(d.before), "after": _said(d.after)} for d in done.differences
        ]
        write_table(["user", "", "before", "after"], rows)


def _said(fact: "Fact | None") -> str:
    if fact is None:
        return ""
    start, end = (moment.date().isoformat() if moment else "" for moment in (fact.valid_at, fact.invalid_at))
    words = [fact.subject.name, *(["not"] if fact.negated else []), fact.predicate, fact.says, f"{start}..{end}"]
    return " ".join(words) + (" (minor)" if fact.minor else "")
