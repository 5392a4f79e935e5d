"""The contents of the page as tables, to be saved as comma-separated values."""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import tzinfo
from typing import NamedTuple

from chronomem.engine.interfaces.explorer.activity import ActivePeriod, SaidTurn
from chronomem.engine.interfaces.explorer.comparison import Comparison
from chronomem.engine.interfaces.explorer.known_facts import GraphFact
from chronomem.engine.interfaces.explorer.questions import Recalled

Cell = str | int | float | None


class Table(NamedTuple):
    """Names of columns, and rows."""

    columns: Sequence[str]
    rows: Iterable[Sequence[Cell]]


def as_csv(table: Table) -> str:
    """Return a table as comma-separated values."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(table.columns)
    writer.writerows(table.rows)
    return text.getvalue()


def facts_table(facts: Iterable[GraphFact], zone: tzinfo) -> Table:
    """Return facts with their intervals as days in a timezone."""
    columns = ("id", "subject", "predicate", "object", "valid_at", "invalid_at", "dated", "confidence")
    return Table(columns, (_fact(fact, zone) for fact in facts))


def turns_table(turns: Iterable[SaidTurn]) -> Table:
    return Table(
        ("id", "speaker", "said_at", "text"),
        ((turn.id, turn.speaker, turn.said_at.isoformat(), turn.text) for turn in turns),
    )


def periods_table(periods: Iterable[ActivePeriod]) -> Table:
    return Table(
        ("id", "start", "end", "turns", "sessions", "speakers", "summary"),
        (
            (one.id, one.start.isoformat(), one.end.isoformat(), one.turns, one.sessions, ", ".join(one.speakers),
             one.summary)
            for one in periods
        ),
    )  # fmt: skip


def comparison_table(found: Comparison) -> Table:
    """Return the differences between two looks, each with the fact of either look."""
    rows = []
    for one in found.differences:
        fact = one.after or one.before
        assert fact is not None, "a difference has a fact"
        sides = [None if side is None else side.says for side in (one.before, one.after)]
        rows.append((one.kind, fact.subject.name, fact.predicate, *sides))
    return Table(("difference", "subject", "predicate", "before", "after"), rows)


def recall_table(answer: Recalled) -> Table:
    """Return the items of a recall in their order, with their scores."""
    return Table(
        ("place", "kind", "speaker", "when", "score", "text", "turns"),
        (
            (place, found.item.kind, found.item.speaker, found.item.when.isoformat(), found.item.score,
             found.item.text, " ".join(found.item.turn_ids))
            for place, found in enumerate(answer.found, 1)
        ),
    )  # fmt: skip


def _fact(fact: GraphFact, zone: tzinfo) -> Sequence[Cell]:
    since, until = (
        None if end is None else end.astimezone(zone).date().isoformat() for end in (fact.valid_at, fact.invalid_at)
    )
    return fact.id, fact.subject.name, fact.predicate, fact.says, since, until, str(fact.dated), fact.confidence
