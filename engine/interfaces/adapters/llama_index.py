"""A LlamaIndex memory that stores messages as turns, and recalls memories of earlier conversations.

    memory = ChronomemMemory(memory=opened, user="ann", session_id="monday")
    await agent.run("Where do I live?", memory=memory)

`ChronomemMemoryBlock` is the same as a block of LlamaIndex's own `Memory`, which hands a block the messages that leave
its short-term memory:

    memory = Memory.from_defaults("monday", memory_blocks=[ChronomemMemoryBlock(memory=opened, user="ann")])
    await agent.run("Where do I live?", memory=memory)
    await end_conversation(memory)

Messages of users and assistants are stored; those to and from tools are not.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, Self

from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.bridge.pydantic import Field, PrivateAttr
from llama_index.core.memory import BaseMemory, BaseMemoryBlock
from llama_index.core.memory import Memory as LlamaIndexMemory
from llama_index.core.storage.chat_store.base_db import MessageStatus

from chronomem.engine.interfaces.adapters.sessions import ROLES, MemorySession, recalled
from chronomem.engine.memory.memory import Memory
from chronomem.extractors.llm.tokens import estimate_tokens


class ChronomemMemory(BaseMemory):
    """One conversation of one user, over a memory that the caller opens and closes."""

    user: str = Field(description="The user whose memory it is.")
    session_id: str = Field(description="The id of the conversation.")
    k: int = Field(default=10, description="The maximum number of memories of other conversations to add.")
    last: int = Field(default=50, description="The maximum number of messages of this conversation to return.")
    _session: MemorySession = PrivateAttr()

    def __init__(self, *, memory: Memory, **values: Any) -> None:
        super().__init__(**values)
        self._session = MemorySession(memory, self.user, self.session_id)

    @classmethod
    def class_name(cls) -> str:
        return "ChronomemMemory"

    @classmethod
    def from_defaults(cls, **kwargs: Any) -> Self:
        return cls(**kwargs)

    def get(self, input: str | None = None, **kwargs: Any) -> list[ChatMessage]:  # noqa: A002, ARG002 - the base class's signature
        """Return the memories relevant to the input, and the last messages of the conversation."""
        rows = self._session.last(self.last)
        asked = input or next((row["text"] for row in reversed(rows) if row["role"] == "user"), "")
        told = self._session.recalled(asked, self.k)
        remembered = [] if told is None else [ChatMessage(role=MessageRole.SYSTEM, content=told)]
        return remembered + [_message(row) for row in rows]

    def get_all(self) -> list[ChatMessage]:
        """Return the whole conversation."""
        return [_message(row) for row in self._session.last()]

    def put(self, message: ChatMessage) -> None:
        """Store a message."""
        self.put_messages([message])

    def put_messages(self, messages: list[ChatMessage]) -> None:
        """Store messages, in order."""
        self._session.add([(m.role.value, m.content or "") for m in messages if m.role.value in ROLES])

    def set(self, messages: list[ChatMessage]) -> None:
        """Replace the conversation by these messages: everything after their common beginning is forgotten."""
        wanted = [m for m in messages if m.role.value in ROLES and (m.content or "").strip()]
        rows = self._session.last()
        same = 0
        while same < min(len(rows), len(wanted)) and _message(rows[same]).content == wanted[same].content:
            same += 1
        self._session.take_back([row["id"] for row in rows[same:]])
        self.put_messages(wanted[same:])

    def reset(self) -> None:
        """Forget the conversation."""
        self._session.take_back([row["id"] for row in self._session.last()])


class ChronomemMemoryBlock(BaseMemoryBlock[str]):
    """A block of LlamaIndex's `Memory`, over a memory that the caller opens and closes."""

    name: str = Field(default="chronomem", description="The name of the block.")
    user: str = Field(description="The user whose memory it is.")
    k: int = Field(default=10, description="The maximum number of memories to return.")
    _memory: Memory = PrivateAttr()

    def __init__(self, *, memory: Memory, **values: Any) -> None:
        super().__init__(**values)
        self._memory = memory

    async def _aget(self, messages: Sequence[ChatMessage] | None = None, **kwargs: Any) -> str:  # noqa: ARG002 - the base class's signature
        """Return the memories relevant to the last message of the user; empty if there are none."""
        asked = next((m.content for m in reversed(messages or ()) if m.role == MessageRole.USER and m.content), "")
        return await asyncio.to_thread(recalled, self._memory, self.user, asked, self.k) or ""

    async def _aput(self, messages: Sequence[ChatMessage]) -> None:
        """Store messages, in order, under the session that LlamaIndex noted in them."""
        turns = [
            {
                "text": message.content,
                "speaker": message.role.value,
                "role": message.role.value,
                "session": message.additional_kwargs.get("session_id"),
            }
            for message in messages
            if message.role.value in ROLES and (message.content or "").strip()
        ]
        if turns:
            await asyncio.to_thread(self._memory.add_turns, turns, user=self.user)

    async def atruncate(self, content: str, tokens_to_truncate: int) -> str | None:
        """Return the best memories that are left without about so many tokens; None if none is."""
        heading, *lines = content.splitlines()
        while lines and tokens_to_truncate > 0:
            tokens_to_truncate -= estimate_tokens(lines.pop())
        return "\n".join([heading, *lines]) if lines else None


async def end_conversation(memory: LlamaIndexMemory) -> None:
    """Hand the messages that a short-term memory still holds to its blocks, as if it were full.

    Without it, a block never gets the last messages of a conversation, or a short conversation at all.
    """
    messages = await memory.aget_all(status=MessageStatus.ACTIVE)
    for block in memory.memory_blocks:
        await block.aput(messages, from_short_term_memory=True, session_id=memory.session_id)
    await memory.sql_store.archive_oldest_messages(memory.session_id, n=len(messages))


def _message(row: dict[str, Any]) -> ChatMessage:
    return ChatMessage(role=MessageRole(row["role"] if row["role"] in ROLES else "user"), content=row["text"])
