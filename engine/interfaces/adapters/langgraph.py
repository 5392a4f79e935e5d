"""A LangGraph store whose items are turns of a memory: searched by meaning and by time, with facts extracted from them.

    store = ChronomemStore(memory)
    store.put(("ann", "chat"), "m1", {"text": "I moved to Lisbon last weekend!", "said_at": "2023-05-30"})
    store.search(("ann",), query="Where do I live?")

The first part of a namespace is the user. A value has the fields of a turn: `text`, and optionally `speaker`, `role`
and `said_at`; other values are refused, since a memory stores dialogue rather than arbitrary objects.
"""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import quote, unquote

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
)

from chronomem.engine.memory.memory import Memory
from chronomem.graph_schema.database.statements import statement
from chronomem.graph_schema.errors import InvalidInput, UnknownUser

Namespace = tuple[str, ...]

_FIELDS = {"text", "speaker", "role", "said_at"}
_MOST_RECALLED = 1_000
_ROOT = "store"
"""The prefix of a store's sessions, which distinguishes them from others."""


class ChronomemStore(BaseStore):
    """A store over a memory; the caller opens and closes the memory."""

    __slots__ = ("_memory",)

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Run operations one after the other."""
        return [self._do(op) for op in ops]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Run operations one after the other, without blocking the event loop."""
        return await asyncio.to_thread(self.batch, list(ops))

    def _do(self, op: Op) -> Result:
        match op:
            case GetOp():
                return self._get(op.namespace, op.key)
            case PutOp():
                self._put(op)
                return None
            case SearchOp():
                return self._search(op)
            case ListNamespacesOp():
                return self._namespaces(op)

    def _get(self, namespace: Namespace, key: str) -> Item | None:
        rows = self._memory.cypher(statement("find_store_items"), user=namespace[0], ids=[_turn_id(namespace, key)])
        return Item(**_fields(namespace[0], rows[0])) if rows else None

    def _put(self, op: PutOp) -> None:
        user, key = op.namespace[0], _turn_id(op.namespace, op.key)
        known = self._get(op.namespace, op.key)
        if op.value is None:
            if known is not None:
                self._memory.forget(user=user, turn_ids=[key])
            return
        value = dict(op.value)
        if "text" not in value or not value.keys() <= _FIELDS:
            raise InvalidInput(f"a value needs a text, with an optional speaker, role and said_at, not {value!r:.100}")
        if known is not None:
            if all(_same(known.value[name], given) for name, given in value.items()):
                return
            self._memory.forget(user=user, turn_ids=[key], scrub=False)
        self._memory.add(**value, user=user, session=_session(op.namespace), turn_id=key)

    def _search(self, op: SearchOp) -> list[SearchItem]:
        user, prefix = op.namespace_prefix[0], _session(op.namespace_prefix)
        asked = (op.filter or {}).items()
        if op.query is None:
            start, most = (0, _MOST_RECALLED) if asked else (op.offset, op.limit)
            rows = self._listed(user, prefix, start, most)
            scores: dict[str, float] = {}
        else:
            rows, scores = self._recalled(user, prefix, op.query)
        found = [SearchItem(**_fields(user, row), score=scores.get(row["id"])) for row in rows]
        if asked:
            found = [item for item in found if all(item.value.get(name) == value for name, value in asked)]
        return found if op.query is None and not asked else found[op.offset : op.offset + op.limit]

    def _listed(self, user: str, prefix: str, offset: int, limit: int) -> list[dict[str, Any]]:
        """Return the turns below a prefix, latest first."""
        query = statement("list_store_items")
        bounds = {"session": prefix, "below": f"{prefix}/", "offset": offset, "limit": limit}
        return list(self._memory.cypher(query, user=user, **bounds))

    def _recalled(self, user: str, prefix: str, query: str) -> tuple[list[dict[str, Any]], dict[str, float]]:
        """Return the turns below a prefix that are relevant to a query, best first, and their scores."""
        try:
            context = self._memory.recall(query, user=user, k=_MOST_RECALLED)
        except UnknownUser:
            return [], {}
        within = [i for i in context if i.session == prefix or i.session.startswith(f"{prefix}/")]
        scores: dict[str, float] = {}
        for item in within:
            for turn in item.turn_ids:
                scores.setdefault(turn, item.score)
        rows = {
            row["id"]: row for row in self._memory.cypher(statement("find_store_items"), user=user, ids=list(scores))
        }
        return [rows[turn] for turn in scores if turn in rows], scores

    def _namespaces(self, op: ListNamespacesOp) -> list[Namespace]:
        found: set[Namespace] = set()
        for user in self._memory.users():
            for row in self._memory.cypher(statement("list_store_sessions"), user=user, root=_ROOT, below=f"{_ROOT}/"):
                namespace = _namespace(user, row["session"])
                if all(_matches(condition, namespace) for condition in op.match_conditions or ()):
                    found.add(namespace[: op.max_depth])
        return sorted(found)[op.offset : op.offset + op.limit]


def _session(namespace: Namespace) -> str:
    """Return the session of a namespace, from which its parts can be recovered."""
    return "/".join([_ROOT, *(quote(part, safe="") for part in namespace[1:])])


def _namespace(user: str, session: str) -> Namespace:
    return (user, *map(unquote, session.split("/")[1:]))


def _turn_id(namespace: Namespace, key: str) -> str:
    return f"{_session(namespace)}#{quote(key, safe='')}"


def _fields(user: str, row: dict[str, Any]) -> dict[str, Any]:
    value = {name: row[name] for name in ("text", "speaker", "role")} | {"said_at": row["said_at"].isoformat()}
    return {
        "value": value,
        "key": unquote(row["id"].rpartition("#")[2]),
        "namespace": _namespace(user, row["session"]),
        "created_at": row["created_at"],
        "updated_at": row["created_at"],
    }


def _same(known: str, given: Any) -> bool:
    """Whether a stored field equals a given value; a time is equal in any zone."""
    if known == given:
        return True
    try:
        return datetime.fromisoformat(known) == datetime.fromisoformat(str(given))
    except (ValueError, TypeError):
        return False


def _matches(condition: MatchCondition, namespace: Sequence[str]) -> bool:
    path = condition.path
    if len(path) > len(namespace):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in ("*", own) for wanted, own in zip(path, part, strict=True))
