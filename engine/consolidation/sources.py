"""Turns as what summaries are made of."""

from datetime import datetime

from chronomem.extractors.summaries import Source
from chronomem.graph_schema.results import Row


def turn_of(row: Row) -> Source:
    """Return a turn as what is told from it."""
    return Source(row["id"], row["text"], datetime.fromisoformat(row["said_at"]), row["speaker"])
