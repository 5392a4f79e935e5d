"""`chronomem predicates`: the vocabulary in force."""

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chronomem.engine.interfaces.cli.ontology import ontology_settings
from chronomem.engine.interfaces.cli.output import AsJson, write_json, write_table

if TYPE_CHECKING:
    from chronomem.graph_schema.facts.predicates import Predicate

EXAMPLES = ("chronomem predicates", "chronomem predicates --own --json")


def predicates(
    own: Annotated[bool, typer.Option("--own", help="Show only those that the ontology declares.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the vocabulary in force: the packaged one, with the ontology that CHRONOMEM_ONTOLOGY names."""
    from chronomem.graph_schema.facts.vocabulary import PACKAGED

    ontology = ontology_settings(os.environ).get("ontology")
    vocabulary = PACKAGED if ontology is None else ontology.vocabulary
    names = sorted(vocabulary.declared) if own else list(vocabulary.predicates)
    rows = [_row(vocabulary.named(name), own=name in vocabulary.declared) for name in names]
    if as_json:
        write_json({"kinds": list(vocabulary.types), "predicates": rows})
        return
    write_table(["predicate", "object", "holds", "meaning"], [{**row, **_short(row)} for row in rows])
    print("kinds of entities:", ", ".join(vocabulary.types))


def _row(predicate: "Predicate", *, own: bool) -> dict[str, Any]:
    return {
        "predicate": predicate.name,
        "about": predicate.subject_type,
        "object": predicate.object_type,
        "kind": predicate.kind,
        "values": "one" if predicate.single else "many",
        "details": list(predicate.details),
        "begins": list(predicate.begins),
        "ends": list(predicate.ends),
        "minor": predicate.minor,
        "own": own,
        "meaning": predicate.meaning,
    }


def _short(row: dict[str, Any]) -> dict[str, str]:
    """Return the columns of a table that sum up others; `--json` has each of them."""
    effects = (f"{effect} {', '.join(row[effect])}" for effect in ("begins", "ends") if row[effect])
    details = f" [{', '.join(row['details'])}]" if row["details"] else ""
    return {
        "holds": "event" if row["kind"] == "event" else row["values"],
        "meaning": "; ".join([row["meaning"] + details, *effects]),
    }
