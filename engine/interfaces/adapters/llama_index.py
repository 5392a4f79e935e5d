"""A LlamaIndex memory that stores messages as turns, and recalls memories of earlier conversations.

    memory = ChronomemMemory(memory=opened, user="ann", session_id="monday")
    await agent.run("Where do I live?", memory=memory)

Messages of users and assistants are stored; those to and from tools are not.
"""

from typing import Any, Self

from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.bridge.pydantic import Field, PrivateAttr
from llama_index.core.memory import BaseMemory

from chronomem.engine.interfaces.adapters.sessions import ROLES, MemorySession
from chronomem.engine.memory.memory import Memory


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


def _message(row: dict[str, Any]) -> ChatMessage:
    return ChatMessage(role=MessageRole(row["role"] if row["role"] in ROLES else "user"), content=row["text"])
