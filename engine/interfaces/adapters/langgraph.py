"""A LangGraph store whose items are turns of a memory: searched by meaning and by time, with facts extracted from them.

    store = ChronomemStore(memory)
    store.put(("ann", "chat"), "m1", {"text": "I moved to Lisbon last weekend!", "said_at": "2023-05-30"})
    store.put(("ann", "profile"), "p", {"food": "pizza", "tables": [4, 7]})
    store.search(("ann",), query="Where do I live?")

The first part of a namespace is the user. A value is any JSON object, and comes back word for word. Its words are its
`text` or `content` where it has one, and otherwise all its fields; the `index` of `put` names other fields, or none. A
value with more than 4 kB besides its words is searched, but not read for facts.
"""

import asyncio
import heapq
import json
import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC
from itertools import chain, count, islice
from typing import Any
from urllib.parse import quote, unquote

from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
)
from langgraph.store.base.embed import get_text_at_path

from chronomem.engine.interfaces.adapters.values import as_json, holds_value, kept_in_turn, value_of
from chronomem.engine.memory.memory import Memory
from chronomem.graph_schema.database.statements import statement
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.model.checks import check_name
from chronomem.graph_schema.model.times import read_time

Namespace = tuple[str, ...]

_MOST_RECALLED = 1_000
_PAGE = 1_000
_LONGEST_QUERY = 10_000
_ROOT = "store"
"""The prefix of a store's sessions, which distinguishes them from others."""
_SEARCHED_IN = "chronomem_store"
"""The metadata key of an item's session; items that `put` was told not to index have none."""

_ORDERS = {"$gt": operator.gt, "$gte": operator.ge, "$lt": operator.lt, "$lte": operator.le}


class ChronomemStore(BaseStore):
    """A store over a memory; the caller opens and closes the memory."""

    __slots__ = ("_memory",)

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Run operations one after the other.

        Raises:
            InvalidInput: a value is no JSON, or longer than a turn may be; what its key held is unchanged.
            InvalidNamespaceError: the namespace of a put is empty, or names no user.
        """
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
        rows = self._rows(namespace[0], [_turn_id(namespace, key)]) if namespace else []
        return Item(**_fields(rows[0])) if rows else None

    def _put(self, op: PutOp) -> None:
        if not op.namespace or op.namespace[0] != op.namespace[0].strip():
            raise InvalidNamespaceError(f"the first part of a namespace is the user: {op.namespace!r}")
        user, key = op.namespace[0], check_name(_turn_id(op.namespace, op.key), "a namespace with a key")
        known = self._rows(user, [key])
        if op.value is None:
            if known:
                self._memory.forget(user=user, turn_ids=[key])
            return
        turn = _turn(op, _session(op.namespace))
        if known:
            if (known[0]["text"], _metadata(known[0])) == (turn["text"], turn["metadata"]):
                return
            self._memory.forget(user=user, turn_ids=[key], scrub=False)
        self._memory.add(**turn, user=user, session=_session(op.namespace), turn_id=key)

    def _search(self, op: SearchOp) -> list[SearchItem]:
        """Return the items found by a query, best first; then, and without a query, the others, latest first."""
        users = op.namespace_prefix[:1] or self._memory.users()
        prefix = _session(op.namespace_prefix)
        scored = [pair for user in users for pair in self._recalled(user, prefix, op.query)] if op.query else []
        scored.sort(key=lambda pair: -pair[1])
        seen = {(row["user"], row["id"]) for row, _ in scored}
        latest = heapq.merge(
            *(self._listed(user, prefix) for user in users), key=lambda row: row["said_at"], reverse=True
        )
        others = ((row, None) for row in latest if (row["user"], row["id"]) not in seen)
        found = (SearchItem(**_fields(row), score=score) for row, score in chain(scored, others))
        wanted = (item for item in found if _passes(item.value, op.filter or {}))
        return list(islice(wanted, op.offset, op.offset + op.limit))

    def _rows(self, user: str, ids: Sequence[str]) -> list[dict[str, Any]]:
        rows = self._memory.cypher(statement("find_store_items"), user=user, ids=ids)
        return [row | {"user": user} for row in rows]

    def _listed(self, user: str, prefix: str) -> Iterator[dict[str, Any]]:
        """Give the turns below a prefix, latest first."""
        bounds = {"session": prefix, "below": f"{prefix}/", "limit": _PAGE}
        for page in count():
            rows = self._memory.cypher(statement("list_store_items"), user=user, offset=page * _PAGE, **bounds)
            yield from (row | {"user": user} for row in rows)
            if len(rows) < _PAGE:
                return

    def _recalled(self, user: str, prefix: str, query: str) -> list[tuple[dict[str, Any], float]]:
        """Return the turns below a prefix that are relevant to a query, best first, and their scores."""
        within = [each for each in self._sessions(user) if each == prefix or each.startswith(f"{prefix}/")]
        if not within or not query.strip():
            return []
        asked = query[:_LONGEST_QUERY]
        scores: dict[str, float] = {}
        for item in self._memory.recall(asked, user=user, k=_MOST_RECALLED, where={_SEARCHED_IN: within}):
            for turn in item.turn_ids:
                scores.setdefault(turn, item.score)
        rows = {row["id"]: row for row in self._rows(user, list(scores)) if row["session"] in within}
        return [(rows[turn], score) for turn, score in scores.items() if turn in rows]

    def _sessions(self, user: str) -> list[str]:
        rows = self._memory.cypher(statement("list_store_sessions"), user=user, root=_ROOT, below=f"{_ROOT}/")
        return [row["session"] for row in rows]

    def _namespaces(self, op: ListNamespacesOp) -> list[Namespace]:
        found: set[Namespace] = set()
        for user in self._memory.users():
            for session in self._sessions(user):
                namespace = _namespace(user, session)
                if all(_matches(condition, namespace) for condition in op.match_conditions or ()):
                    found.add(namespace[: op.max_depth])
        return sorted(found)[op.offset : op.offset + op.limit]


def _turn(op: PutOp, session: str) -> dict[str, Any]:
    """Return the turn that keeps a value; who said it and when are fields of values that have a text."""
    value = as_json(op.value)
    if op.index is False:
        return kept_in_turn(value, "", {})
    if op.index is None:
        words, said = _words(value), _said(value) if isinstance(value.get("text"), str) else {}
    else:
        words, said = "\n".join(text for path in op.index for text in get_text_at_path(value, path)), {}
    return said | kept_in_turn(value, words, {_SEARCHED_IN: session})


def _said(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return the speaker, the role and the time of a value, so far as they can be those of a turn."""
    found: dict[str, Any] = {}
    for name in ("speaker", "role"):
        with suppress(InvalidInput):
            found[name] = check_name(value.get(name, ""), name)
    with suppress(InvalidInput):
        found["said_at"] = read_time(value.get("said_at", ""), UTC) and value["said_at"]
    return found


def _words(value: Any, name: str = "") -> str:
    """Return the words of a value: its text or content if it has one, and otherwise a line for each field."""
    match value:
        case {"text": inner} | {"content": inner}:
            return _words(inner, name)
        case Mapping():
            return "\n".join(_words(inner, f"{name} {key}".strip()) for key, inner in value.items())
        case list():
            return "\n".join(_words(inner, name) for inner in value)
    told = value if isinstance(value, str) else json.dumps(value)
    return f"{name}: {told}" if name else told


def _session(namespace: Namespace) -> str:
    """Return the session of a namespace, from which its parts can be recovered."""
    return "/".join([_ROOT, *(quote(part, safe="") for part in namespace[1:])])


def _namespace(user: str, session: str) -> Namespace:
    return (user, *map(unquote, session.split("/")[1:]))


def _turn_id(namespace: Namespace, key: str) -> str:
    return f"{_session(namespace)}#{quote(key, safe='')}"


def _metadata(row: Mapping[str, Any]) -> dict[str, Any]:
    return json.loads(row["metadata"]) if row["metadata"] else {}


def _fields(row: Mapping[str, Any]) -> dict[str, Any]:
    if holds_value(metadata := _metadata(row)):
        value = value_of(row["text"], metadata)
    else:  # stored by an earlier version
        value = {name: row[name] for name in ("text", "speaker", "role")} | {"said_at": row["said_at"].isoformat()}
    return {
        "value": value,
        "key": unquote(row["id"].rpartition("#")[2]),
        "namespace": _namespace(row["user"], row["session"]),
        "created_at": row["created_at"],
        "updated_at": row["created_at"],
    }


def _passes(value: Any, wanted: Any) -> bool:
    """Whether a value passes a filter: fields that are equal, or operators such as {"$gt": 4}."""
    match wanted:
        case Mapping() if any(name.startswith("$") for name in wanted):
            return all(_compares(value, name, limit) for name, limit in wanted.items())
        case Mapping():
            return isinstance(value, Mapping) and all(_passes(value.get(name), each) for name, each in wanted.items())
    return bool(value == (list(wanted) if isinstance(wanted, tuple) else wanted))


def _compares(value: Any, name: str, limit: Any) -> bool:
    if name in ("$eq", "$ne"):
        return _passes(value, limit) is (name == "$eq")
    if name not in _ORDERS:
        raise InvalidInput(f"a filter has the operators $eq, $ne, {', '.join(_ORDERS)}, not {name!r:.40}")
    same = isinstance(value, str) is isinstance(limit, str)
    return same and isinstance(value, str | int | float) and bool(_ORDERS[name](value, limit))


def _matches(condition: MatchCondition, namespace: Sequence[str]) -> bool:
    path = condition.path
    if len(path) > len(namespace):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in ("*", own) for wanted, own in zip(path, part, strict=True))
