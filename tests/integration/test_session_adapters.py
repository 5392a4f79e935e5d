"""The sessions of other frameworks keep what is said in a memory, recall it elsewhere, and stay with their user."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.memory import Memory as LlamaIndexMemory
from llama_index.core.storage.chat_store.sql import SQLAlchemyChatStore
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import StaticPool

import chronomem
from chronomem import InvalidInput, Memory
from chronomem.engine.interfaces.adapters.llama_index import ChronomemMemory, ChronomemMemoryBlock, end_conversation
from chronomem.engine.interfaces.adapters.openai_agents import ChronomemSession

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_session_of_the_agents_sdk_keeps_what_was_said(memory: Memory, user: str) -> None:
    session = ChronomemSession(memory, user=user, session_id=f"{user}-monday")
    other = ChronomemSession(memory, user=user, session_id=f"{user}-friday")
    stranger = ChronomemSession(memory, user=f"{user}-bo", session_id=f"{user}-monday")
    parts = [{"type": "output_text", "text": "A fine name.", "annotations": []}]
    image = {"type": "input_image", "image_url": "data:image/png;base64," + "iVBORw0K" * 700}
    said: list[Any] = [
        {"role": "user", "content": "My cat is called Miso."},
        {"type": "reasoning", "id": "r", "summary": [], "encrypted_content": "gAAAAB" * 1000},
        {"type": "function_call", "call_id": "c", "name": "look", "arguments": '{"at":  "Miso"}'},
        {"type": "function_call_output", "call_id": "c", "output": "secret of a tool about the cat\0\r\n" * 200},
        {"role": "system", "content": "secret instructions about the cat"},
        {"role": "user", "content": ""},
        {"role": "user", "content": [{"type": "input_text", "text": "My dog is called Rex."}, image]},
        {"type": "message", "id": "m", "role": "assistant", "content": parts},
    ]
    question: list[Any] = [{"role": "user", "content": "What is my cat called?"}]

    async def work() -> None:
        assert await session.get_items() == []
        assert await session.with_memories([], question) == question
        await session.add_items(said[:3])
        await session.add_items(said[3:])
        assert await session.get_items() == said
        assert [await session.get_items(limit=n) for n in (0, 1, 2, 3)] == [[], said[-1:], said[-2:], said[-3:]]
        [told, asked] = await other.with_memories([], question)
        shown = str(dict(told)["content"])
        assert "user: My cat is called Miso." in shown
        assert "user: My dog is called Rex.\n" in f"{shown}\n"
        assert not any(hidden in shown for hidden in ("secret", "iVBOR", "function_call"))
        assert asked == question[0]
        await other.add_items([told])
        assert await other.get_items() == [], "memories that a run was given are not stored again"
        assert await session.with_memories([*said], question) == [*said, *question], "its own turns are there already"
        assert await stranger.get_items() == []
        assert await stranger.with_memories([], question) == question
        assert [await session.pop_item(), await session.pop_item()] == said[:-3:-1]
        assert await session.get_items() == said[:-2]
        assert "Rex" not in memory.recall("What is the dog called?", user=user, k=100).as_prompt()
        with pytest.raises(InvalidInput, match="1,000,000 is the maximum"):
            await session.add_items(
                [said[0], {"type": "function_call_output", "call_id": "c", "output": "x" * 1_000_001}]
            )
        assert await session.get_items() == said[:-2]
        await session.clear_session()
        assert await session.get_items() == []
        assert await session.pop_item() is None
        assert await other.with_memories([], question) == question

    asyncio.run(work())


@pytest.mark.dialect
def test_a_llama_index_memory_keeps_what_was_said(memory: Memory, user: str) -> None:
    monday = ChronomemMemory(memory=memory, user=user, session_id=f"{user}-monday")
    friday = ChronomemMemory.from_defaults(memory=memory, user=user, session_id=f"{user}-friday")
    stranger = ChronomemMemory(memory=memory, user=f"{user}-bo", session_id=f"{user}-monday")
    said: list[Any] = [
        ChatMessage(role=MessageRole.USER, content="My cat is called Miso."),
        ChatMessage(role=MessageRole.TOOL, content="secret of a tool"),
        ChatMessage(role=MessageRole.ASSISTANT, content="A fine name."),
    ]
    monday.put_messages(said)
    assert [(m.role.value, m.content) for m in monday.get("What is my cat called?")] == [
        ("user", "My cat is called Miso."),
        ("assistant", "A fine name."),
    ]
    friday.put(ChatMessage(role=MessageRole.USER, content="Good morning"))
    [told, morning] = friday.get("What is my cat called?")
    assert (told.role, "user: My cat is called Miso." in (told.content or "")) == (MessageRole.SYSTEM, True)
    assert morning.content == "Good morning"
    assert stranger.get("What is my cat called?") == stranger.get_all() == []
    changed = ChatMessage(role=MessageRole.ASSISTANT, content="A lovely name.")
    monday.set([said[0], changed])
    assert [m.content for m in monday.get_all()] == ["My cat is called Miso.", "A lovely name."]
    assert "fine" not in memory.recall("name", user=user, k=100).as_prompt()
    monday.reset()
    assert monday.get_all() == []
    assert [m.content for m in friday.get("What is my cat called?")] == ["Good morning"]


def test_a_llama_index_block_gets_what_leaves_the_short_term_memory(memory: Memory, user: str) -> None:
    said = [
        ChatMessage(role=MessageRole.USER, content="My cat is called Miso."),
        ChatMessage(role=MessageRole.ASSISTANT, content="A fine name. " * 60),
        ChatMessage(role=MessageRole.TOOL, content="secret of a tool"),
        ChatMessage(role=MessageRole.USER, content="My dog is called Rex."),
    ]
    question = "What is my cat called, and what my dog?"

    async def work() -> None:
        engine = create_async_engine("sqlite+aiosqlite://", poolclass=StaticPool)
        store = SQLAlchemyChatStore(table_name="messages", async_engine=engine)

        def conversation(session: str, owner: str, **more: Any) -> LlamaIndexMemory:
            block = ChronomemMemoryBlock(memory=memory, user=owner)
            return LlamaIndexMemory.from_defaults(session, memory_blocks=[block], chat_store=store, **more)

        monday = conversation(f"{user}-monday", user, token_limit=100, token_flush_size=20)
        assert await monday.aget(question) == []
        for message in said:
            await monday.aput(message)
        assert "Miso" in memory.recall(question, user=user).as_prompt(), "it left the short-term memory, which was full"
        assert "Rex" not in memory.recall(question, user=user).as_prompt()
        await end_conversation(monday)
        await end_conversation(monday)
        [cat, *_, dog] = memory.cypher(
            "MATCH (t:Turn {user_id: $user}) RETURN t.text AS text ORDER BY t.seq", user=user
        )
        assert (cat["text"], dog["text"]) == (said[0].content, said[3].content)
        assert memory.stats(user=user).turns == 3, "no message twice, and none of a tool"
        friday = conversation(f"{user}-friday", user)
        [told] = await friday.aget(question)
        assert told.role == MessageRole.SYSTEM
        assert all(
            each in str(told.content) for each in ("user: My cat is called Miso.", "user: My dog is called Rex.")
        )
        assert await conversation(f"{user}-friday", f"{user}-bo").aget(question) == []
        content = "heading\n[1] first\n[2] second"
        block = friday.memory_blocks[0]
        assert await block.atruncate(content, 1) == "heading\n[1] first"
        assert await block.atruncate(content, 1000) is None
        await engine.dispose()

    asyncio.run(work())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["openai_agents_session.py", "llama_index_memory.py"])
def test_the_example_runs(name: str) -> None:
    run = subprocess.run(
        [sys.executable, str(EXAMPLES / name)],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(Path(chronomem.__file__).parents[1])},
    )
    assert "> What is my cat called?\nYou told me: [" in run.stdout
    assert "user: My cat is called Miso." in run.stdout
