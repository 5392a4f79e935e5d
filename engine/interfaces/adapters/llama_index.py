"""A LlamaIndex memory that keeps what is said as turns, and recalls what earlier conversations hold.

    memory = ChronomemMemory(memory=opened, user="ann", session_id="monday")
    await agent.run("Where do I live?", memory=memory)

What users and assistants say is kept; what tools are told and tell is not.
"""

from typing import Any, Self

from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.bridge.pydantic import Field, PrivateAttr
from llama_index.core.memory import BaseMemory

from chronomem.engine.interfaces.adapters.sessions import ROLES, MemorySession
from chronomem.engine.memory.memory import Memory


class ChronomemMemory(BaseMemory):
    """One conversation of one user, over a memory that somebody else opens and closes."""

    user: str = Field(description="Whose memory it is.")
    session_id: str = Field(description="The id of the conversation.")
    k: int = Field(default=10, description="How many memories of other conversations are added at the most.")
    last: int = Field(default=50, description="How many messages of this conversation are given back at the most.")
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

    def get(self, input: str | None = None, **kwargs: Any) -> list[ChatMessage]:  # noqa: A002, ARG002 - as the base has it
        """Return what is remembered that bears on the input, and the last messages of the conversation."""
        rows = self._session.last(self.last)
        asked = input or next((row["text"] for row in reversed(rows) if row["role"] == "user"), "")
        told = self._session.recalled(asked, self.k)
        remembered = [] if told is None else [ChatMessage(role=MessageRole.SYSTEM, content=told)]
        return remembered + [_message(row) for row in rows]

    def get_all(self) -> list[ChatMessage]:
        """Return the whole conversation."""
        return [_message(row) for row in self._session.last()]

    def put(self, message: ChatMessage) -> None:
        """Keep a message."""
        self.put_messages([message])

    def put_messages(self, messages: list[ChatMessage]) -> None:
        """Keep messages, in their order."""
        self._session.add([(m.role.value, m.content or "") for m in messages if m.role.value in ROLES])

    def set(self, messages: list[ChatMessage]) -> None:
        """Let the conversation be these messages: what it has beyond their common beginning is forgotten."""
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
