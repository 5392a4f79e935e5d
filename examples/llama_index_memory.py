"""A LlamaIndex chat that remembers across sessions.

    pip install 'chronomem[llama-index]'
    python examples/llama_index_memory.py

The model is a script, so that the example runs without a key; put any LLM of LlamaIndex in its place.
"""

import tempfile
from typing import Any

from llama_index.core.base.llms.types import CompletionResponse, CompletionResponseGen, LLMMetadata
from llama_index.core.chat_engine import SimpleChatEngine
from llama_index.core.llms.custom import CustomLLM

from chronomem import Memory
from chronomem.engine.interfaces.adapters.llama_index import ChronomemMemory


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


def talk(memory: Memory, session_id: str, message: str) -> None:
    own = ChronomemMemory(memory=memory, user="ann", session_id=session_id)
    engine = SimpleChatEngine.from_defaults(llm=Script(), memory=own)
    print(f"> {message}\n{engine.chat(message)}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, Memory.open(f"{folder}/memory") as memory:
        talk(memory, "monday", "My cat is called Miso.")
        talk(memory, "friday", "What is my cat called?")


if __name__ == "__main__":
    main()
