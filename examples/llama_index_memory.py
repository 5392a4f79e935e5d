"""A LlamaIndex chat that remembers across sessions.

    pip install 'chronomem[llama-index]'
    python examples/llama_index_memory.py

With OPENAI_API_KEY set and `pip install llama-index-llms-openai` the model is OpenAI's; without a key it is a script.
"""

import asyncio
import os
import tempfile
from typing import Any

from llama_index.core.base.llms.types import CompletionResponse, CompletionResponseGen, LLMMetadata
from llama_index.core.chat_engine import SimpleChatEngine
from llama_index.core.llms import LLM
from llama_index.core.llms.custom import CustomLLM
from llama_index.core.memory import Memory as LlamaIndexMemory

from chronomem import Memory
from chronomem.engine.interfaces.adapters.llama_index import ChronomemMemoryBlock, end_conversation


class Script(CustomLLM):
    """Answers as a language model would: from what was remembered."""

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name="script")

    def complete(self, prompt: str, formatted: bool = False, **more: Any) -> CompletionResponse:  # noqa: ARG002 - as the base has it
        remembered = [line.strip() for line in prompt.splitlines() if line.strip().startswith("[")]
        return CompletionResponse(text=f"You told me: {remembered[0]}" if "?" in prompt and remembered else "Noted.")

    def stream_complete(self, prompt: str, formatted: bool = False, **more: Any) -> CompletionResponseGen:
        raise NotImplementedError


def model() -> LLM:
    if "OPENAI_API_KEY" in os.environ:
        from llama_index.llms.openai import OpenAI

        openai: LLM = OpenAI(model="gpt-5-mini")
        return openai
    return Script()


async def talk(memory: Memory, session_id: str, message: str) -> None:
    block = ChronomemMemoryBlock(memory=memory, user="ann")
    own = LlamaIndexMemory.from_defaults(session_id, memory_blocks=[block])
    engine = SimpleChatEngine.from_defaults(llm=model(), memory=own)
    print(f"> {message}\n{await engine.achat(message)}")
    await end_conversation(own)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, Memory.open(f"{folder}/memory") as memory:
        asyncio.run(talk(memory, "monday", "My cat is called Miso."))
        asyncio.run(talk(memory, "friday", "What is my cat called?"))


if __name__ == "__main__":
    main()
