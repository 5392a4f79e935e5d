"""A session of the OpenAI Agents SDK that is a conversation of a memory.

    session = ChronomemSession(memory, user="ann", session_id="monday")
    config = RunConfig(session_input_callback=session.with_memories)
    await Runner.run(agent, "Where do I live?", session=session, run_config=config)

Every item comes back word for word, with calls of tools, their results and reasoning. Facts are extracted from the
messages of users. `with_memories` inserts the memories of earlier conversations that are relevant to the new input
before it; results of tools and system messages are not among them.
"""

import asyncio
from collections.abc import Mapping
from typing import Any, cast

from agents import TResponseInputItem
from agents.memory import SessionSettings

from chronomem.engine.interfaces.adapters.sessions import ROLES, MemorySession, is_recalled
from chronomem.engine.memory.memory import Memory


class ChronomemSession:
    """A session over a memory that the caller opens and closes.

    Args:
        memory: stores the turns.
        user: the user whose memory it is.
        session_id: the id of the conversation.
        k: the maximum number of memories that `with_memories` adds.
    """

    def __init__(self, memory: Memory, *, user: str, session_id: str, k: int = 10) -> None:
        self.session_id = session_id
        self.session_settings: SessionSettings | None = None
        self._session = MemorySession(memory, user, session_id)
        self._k = k

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """Return the conversation so far, or its last items."""
        if limit is None and self.session_settings is not None:
            limit = self.session_settings.limit
        return [_given_back(row) for row in await asyncio.to_thread(self._session.last_items, limit)]

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Store items, except for what `with_memories` inserted.

        Raises:
            InvalidInput: an item is no JSON, or has more than a million characters; none was stored.
        """
        told = [(*_words(item), item) for item in map(_mapping, items)]
        new = [(role, words, item) for role, words, item in told if not (role == "system" and is_recalled(words))]
        await asyncio.to_thread(self._session.keep, new)

    async def pop_item(self) -> TResponseInputItem | None:
        """Forget the last item, and return it."""
        rows = await asyncio.to_thread(self._session.last_items, 1)
        await asyncio.to_thread(self._session.take_back, [turn for row in rows for turn in row["ids"]])
        return _given_back(rows[0]) if rows else None

    async def clear_session(self) -> None:
        """Forget the whole conversation."""
        while rows := await asyncio.to_thread(self._session.last):
            await asyncio.to_thread(self._session.take_back, [row["id"] for row in rows])

    async def with_memories(
        self, history: list[TResponseInputItem], new: list[TResponseInputItem]
    ) -> list[TResponseInputItem]:
        """Return the input of a run: the conversation so far, the relevant memories, and the new input."""
        asked = " ".join(_text(item.get("content")) for item in map(_mapping, new) if item.get("role") == "user")
        told = await asyncio.to_thread(self._session.recalled, asked, self._k)
        return [*history, *([] if told is None else [_item("system", told)]), *new]


def _item(role: str, text: str) -> TResponseInputItem:
    return cast("TResponseInputItem", {"role": role if role in (*ROLES, "system") else "user", "content": text})


def _given_back(row: Mapping[str, Any]) -> TResponseInputItem:
    """Return the item of a turn; a turn that no session stored is a message."""
    return _item(row["role"], row["text"]) if row["item"] is None else cast("TResponseInputItem", row["item"])


def _words(item: Mapping[str, Any]) -> tuple[str, str]:
    """Return the role of an item and its words: the text of a message or the result of a tool."""
    match item:
        case {"role": str(role), "content": content}:
            return (role if role in ROLES else "system"), _text(content)
        case {"output": output}:
            return "tool", _text(output)
    return "tool", ""


def _mapping(item: TResponseInputItem) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", item)


def _text(content: Any) -> str:
    """Return the text of a message's content, which is a text or a list of parts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "\n".join(part["text"] for part in parts if isinstance(part, Mapping) and isinstance(part.get("text"), str))
