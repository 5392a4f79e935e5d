"""The changes that one transaction makes, noted while it runs and stored with it as one event of the feed.

An event holds no words: ids of turns and facts, hashes of other ids, and times. What is forgotten is taken out of it.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

ChangeKind = Literal["ADD", "UPDATE", "INVALIDATE", "DUPLICATE", "DELETE", "MERGE", "SPLIT"]


def hash_of(user: str, item: str) -> str:
    """Return the hash of an id, in hex: SHA-256 of the user's id, a zero byte and the id."""
    return hashlib.sha256(f"{user}\0{item}".encode()).hexdigest()


def hashed(user: str) -> str:
    """Return what stands for a user in logs and in keys: twelve digits of the SHA-256 of the id."""
    return hashlib.sha256(user.encode()).hexdigest()[:12]


def event_id(version: int) -> str:
    """Return the id of the event of a version."""
    return f"{version:015d}"


@dataclass
class EventLog:
    """What a transaction has changed so far.

    Attributes:
        changes: the kinds of changes, each with the id of a fact, or the hash of an entity's id.
        details: by the id of a fact, its times and counts before and after.
        turns: the ids of turns that were stored.
        forgotten: hashes of the ids of turns that were forgotten.
    """

    changes: list[tuple[ChangeKind, str]] = field(default_factory=list)
    details: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    turns: list[str] = field(default_factory=list)
    forgotten: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.changes or self.turns or self.forgotten)

    def change(
        self, kind: ChangeKind, fact: str, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
    ) -> None:
        """Note a change of a fact."""
        self.changes.append((kind, fact))
        self.details[fact] = {"before": before, "after": after}

    def entities(self, kind: ChangeKind, user: str, ids: Iterable[str]) -> None:
        """Note that entities were merged or split."""
        self.changes += [(kind, hash_of(user, entity)) for entity in ids]

    def properties(self) -> dict[str, Any]:
        """Return the properties of the event."""
        return {
            "changes": json.dumps(self.changes),
            "details": json.dumps(self.details) if self.details else None,
            "turns": self.turns,
            "forgotten": self.forgotten,
        }
