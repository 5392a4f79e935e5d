"""The change feed of a user: turns, facts, merges and summaries, as they changed, in the order of versions."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from chronomem.engine.facts.queries import FactQueries
from chronomem.graph_schema.database.event_log import event_id, hash_of
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.facts.views import Fact
from chronomem.graph_schema.model.dialogue import User

EntryKind = Literal[
    "TURN", "FORGOTTEN", "ADD", "UPDATE", "INVALIDATE", "DUPLICATE", "DELETE", "MERGE", "SPLIT", "SUMMARY"
]
KEPT_VERSIONS = 10_000
"""The number of versions of a user, that is of transactions, over which the feed reaches back at least."""
SLACK = 1_000
"""The number of versions beyond that from which on old events are deleted."""
_EVENTS_AT_ONCE = 200


@dataclass(frozen=True)
class FeedEntry:
    """One change.

    Attributes:
        version: the version of the user that made it; the entries of one version became visible together.
        kind: TURN: a turn was stored; FORGOTTEN: a turn was forgotten. ADD, UPDATE, INVALIDATE, DUPLICATE, DELETE: of a
            fact. MERGE, SPLIT: of an entity. SUMMARY: a summary was made, or made anew.
        id: of the turn, the fact or the summary; None for FORGOTTEN, and for an entity that is no longer merged.
        hash: the hash of the id, for FORGOTTEN, MERGE and SPLIT.
        before, after: the times and counts of a fact before and after; None once anything of the user was forgotten.
        fact: the fact as it is now; None if it no longer exists.
        into: for MERGE, the entity into which it is merged now.
    """

    version: int
    kind: EntryKind
    id: str | None
    hash: str | None = None
    before: Mapping[str, Any] | None = None
    after: Mapping[str, Any] | None = None
    fact: Fact | None = None
    into: str | None = None


@dataclass(frozen=True)
class FeedPage:
    """Some entries of a feed.

    Attributes:
        entries: the entries, whole versions of them.
        cursor: where the next page begins.
        more: whether there is more already.
    """

    entries: tuple[FeedEntry, ...]
    cursor: str
    more: bool


def cursor_at(owner: User, version: int) -> str:
    """Return the cursor behind a version."""
    return f"{version}-{hashlib.sha256((owner.created_at or '').encode()).hexdigest()[:8]}"


def version_at(owner: User, cursor: str | None) -> int:
    """Return the version behind which a page begins; None is the beginning of the feed.

    Raises:
        InvalidInput: the cursor is none of this user's, or older than the feed.
    """
    if cursor is None:
        return owner.feed_from
    number = cursor.partition("-")[0]
    if (
        not (number.isascii() and number.isdigit())
        or cursor != cursor_at(owner, int(number))
        or int(number) > owner.version
    ):
        raise InvalidInput(f"{cursor!r:.60} is no cursor of this user's feed; begin without one")
    if int(number) < owner.feed_from:
        raise InvalidInput(
            f"the feed begins after version {owner.feed_from}, and the cursor is at {number}: read the user's turns and"
            " facts anew, and begin without a cursor"
        )
    return int(number)


class Feed:
    """Reads the feeds of users."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    async def page(self, owner: User, after: str | None, limit: int) -> FeedPage:
        """Return the entries behind a cursor, of whole versions, up to the one that reaches the limit."""
        begin = version_at(owner, after)
        if begin == owner.version:
            return FeedPage((), cursor_at(owner, begin), more=False)
        span = {"after": event_id(begin), "until": event_id(owner.version)}
        rows = await self._store.read("read_events", user=owner.id, limit=_EVENTS_AT_ONCE, **span)
        reached = rows[-1]["version"] if len(rows) == _EVENTS_AT_ONCE else owner.version
        made = await self._store.read_since("read_new_summaries", user=owner.id, after=begin, until=reached)
        entries: defaultdict[int, list[FeedEntry]] = defaultdict(list)
        facts, merges = await self._current(owner, rows)
        for row in rows:
            entries[row["version"]] += _entries(row, facts, merges)
        for row in sorted(made, key=lambda row: str(row["id"])):
            entries[row["version"]].append(FeedEntry(row["version"], "SUMMARY", row["id"]))
        taken: list[FeedEntry] = []
        for version in sorted(entries):
            taken += entries[version]
            if len(taken) >= limit:
                reached = version
                break
        return FeedPage(tuple(taken), cursor_at(owner, reached), more=reached < owner.version)

    async def _current(
        self, owner: User, rows: Sequence[Mapping[str, Any]]
    ) -> tuple[dict[str, Fact], dict[str, tuple[str, str]]]:
        """Return the existing facts that events name, and the merges by the hash of the merged entity."""
        named = [name for row in rows for _, name in json.loads(row["changes"])]
        facts = await FactQueries(self._store).facts_by_id(owner, sorted(set(named)))
        merged = await self._store.read("read_merges", user=owner.id)
        merges = {hash_of(owner.id, row["id"]): (row["id"], row["into"]) for row in merged}
        return {fact.id: fact for fact in facts}, merges


def _entries(
    row: Mapping[str, Any], facts: Mapping[str, Fact], merges: Mapping[str, tuple[str, str]]
) -> list[FeedEntry]:
    version, details = row["version"], json.loads(row["details"] or "{}")
    found = [FeedEntry(version, "TURN", turn) for turn in row["turns"] or ()]
    found += [FeedEntry(version, "FORGOTTEN", None, hash=gone) for gone in row["forgotten"] or ()]
    for kind, name in json.loads(row["changes"]):
        if kind in ("MERGE", "SPLIT"):
            entity, into = merges.get(name, (None, None))
            found.append(FeedEntry(version, kind, entity, hash=name, into=into))
        else:
            times = details.get(name, {})
            fact = facts.get(name)
            found.append(
                FeedEntry(version, kind, name, before=times.get("before"), after=times.get("after"), fact=fact)
            )
    return found
