"""Facts and entities as output of the command line."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chronomem.engine.interfaces.cli.output import clean, note, write_json, write_table
from chronomem.engine.interfaces.operator_notes import operator_note
from chronomem.engine.interfaces.unknown_names import SHOWN, unknown_name
from chronomem.graph_schema.model.counts import count_of, waiting_turns

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from chronomem.engine.memory.memory import Memory
    from chronomem.graph_schema.facts.views import Entity, Fact, Operation

COLUMNS = ("from", "to", "subject", "predicate", "object", "turns")


def fact_option(name: str, field: "FieldInfo", *, panel: str | None = None) -> Any:
    """Return a field of the facts filter as an option of a command."""
    flag = f"--{name.replace('_', '-')}"
    if field.annotation == bool | None:
        flag = f"{flag}/--no-{flag.removeprefix('--')}"
    option = typer.Option(flag, help=field.description, rich_help_panel=panel)
    if field.annotation in (bool, bool | None):
        return Annotated[field.annotation, option]
    return Annotated[int | None if field.annotation == int | None else str | None, option]


def write_facts(facts: "Iterable[Fact]", *, as_json: bool) -> None:
    """Print facts as a table, or as one JSON document."""
    found = list(facts)
    if as_json:
        write_json([asdict(fact) for fact in found])
    elif found:
        columns = COLUMNS if found[0].score is None else ("score", *COLUMNS)
        columns = (*columns, "operator") if any(fact.operator for fact in found) else columns
        write_table(columns, [{"score": fact.score, **fact_row(fact)} for fact in found])
    else:
        note("no fact was found")


def write_operation(done: "Operation", *, as_json: bool) -> None:
    """Print an operation on facts, with the facts that it changed."""
    if as_json:
        write_json(asdict(done))
        return
    print(clean(f"{done.kind}: {done.fact.text if done.fact is not None else 'there was no fact to end'}"))
    for fact in done.touched:
        until = "" if fact.invalid_at is None else f" until {fact.invalid_at:%Y-%m-%d}"
        print(clean(f"  changed with it: {fact.text}{until}"))


def note_missing(memory: "Memory", user: str, about: str | None = None) -> None:
    """Print the reason why facts may be missing: turns wait for extraction, or no entity has the name."""
    if about is not None and memory.entity(about, user=user) is None:
        note(unknown_name(about, memory.entities(about, user=user, limit=SHOWN)))
    if waiting := sum(entry.turns for entry in memory.queue(user=user)):
        note(f"{waiting_turns(waiting)}; run 'chronomem consolidate'")


def fact_row(fact: "Fact") -> dict[str, Any]:
    """Return a fact as the row of a table; a start that is only a guess is in brackets."""
    start = "" if fact.valid_at is None else f"{fact.valid_at:%Y-%m-%d}"
    return {
        "from": start if fact.dated or not start else f"({start})",
        "to": "" if fact.invalid_at is None else f"{fact.invalid_at:%Y-%m-%d}",
        "subject": fact.subject.name,
        "predicate": f"not {fact.predicate}" if fact.negated else fact.predicate,
        "object": fact.says,
        "turns": ", ".join(fact.turn_ids),
        "operator": operator_note(fact.valid_at, fact.invalid_at, fact.reason) if fact.operator else "",
    }


def write_entity(entity: "Entity", *, as_json: bool) -> None:
    """Print an entity: its names, and the number and times of its mentions."""
    if as_json:
        write_json(asdict(entity))
        return
    names = ", ".join([entity.name, *entity.aliases])
    seen = [f"mentioned {count_of(entity.mention_count, 'time')}"]
    if entity.first_seen is not None and entity.last_seen is not None:
        seen.append(f"from {entity.first_seen:%Y-%m-%d} to {entity.last_seen:%Y-%m-%d}")
    print(clean(f"{names} ({entity.type}), {', '.join(seen)}"))
    for heading, text in (("what lasts", entity.summary), ("lately", entity.recent)):
        if text:
            print(clean(f"{heading}: {text}"))
