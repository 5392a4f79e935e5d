"""The graph of a user as an export shows it, for comparing memories that came to be in different ways."""

import json
from pathlib import Path
from typing import Any

from chronomem import Memory

BY_ARRIVAL = {
    *("created_at", "expired_at", "closed_by", "fingerprint", "summarised_at"),  # when it was learned and written
    *("version", "added", "epoch", "memory_epoch", "touched", "news", "news_at"),  # how many transactions there were
    *("seen", "target", "looked", "asked"),  # likewise, as the structures count
    *("seq", "next_seq"),  # the order of turns that were said at the same moment
}
"""The properties that depend on when, and in how many steps, a memory came to be what it is."""


def graph_of(memory: Memory, user: str, folder: Path) -> list[Any]:
    """All that an export holds of a user, but for what depends on arrival."""
    path = folder / "export.jsonl"
    memory.export(path, user=user)
    found = []
    for line in path.read_text(encoding="utf-8").splitlines()[1:-1]:
        row = json.loads(line.replace(f'"{user}"', '"USER"'))
        for part in {"properties", "user"} & row.keys():
            row[part] = {name: value for name, value in row[part].items() if name not in BY_ARRIVAL}
        if row.get("node") == "Event":  # the history of how the memory came to be
            continue
        if row.get("node") == "Structure":
            row["properties"]["state"] = {name: v for name, v in json.loads(row["properties"]["state"]).items() if v}
        found.append(row)
    return found
