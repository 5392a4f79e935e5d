"""An agent of the OpenAI Agents SDK that remembers across sessions.

    pip install 'chronomem[openai-agents]'
    python examples/openai_agents_session.py

With OPENAI_API_KEY set the model is OpenAI's; without a key it is a script.
"""

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator
from typing import Any

from agents import Agent, Model, ModelResponse, RunConfig, Runner, Usage
from agents.items import TResponseStreamEvent
from openai.types.responses import ResponseOutputMessage, ResponseOutputText

from chronomem import Memory
from chronomem.engine.interfaces.adapters.openai_agents import ChronomemSession


class Script(Model):
    """Answers as a language model would: from what was remembered."""

    async def get_response(self, system_instructions: str | None, input: Any, *args: Any, **more: Any) -> ModelResponse:  # noqa: A002, ARG002 - as the SDK has it
        asked = input[-1]["content"]
        remembered = [item["content"] for item in input if item["role"] == "system"]
        text = f"You told me: {remembered[0].splitlines()[1]}" if asked.endswith("?") and remembered else "Noted."
        said = ResponseOutputText(text=text, type="output_text", annotations=[])
        message = ResponseOutputMessage(id="m", content=[said], role="assistant", status="completed", type="message")
        return ModelResponse(output=[message], usage=Usage(), response_id=None)

    def stream_response(self, *args: Any, **more: Any) -> AsyncIterator[TResponseStreamEvent]:
        raise NotImplementedError


async def talk(memory: Memory, session_id: str, message: str) -> None:
    session = ChronomemSession(memory, user="ann", session_id=session_id)
    config = RunConfig(session_input_callback=session.with_memories, tracing_disabled=True)
    model = None if "OPENAI_API_KEY" in os.environ else Script()
    agent = Agent(name="assistant", instructions="Answer from what you remember.", model=model)
    result = await Runner.run(agent, message, session=session, run_config=config)
    print(f"> {message}\n{result.final_output}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, Memory.open(f"{folder}/memory") as memory:
        asyncio.run(talk(memory, "monday", "My cat is called Miso."))
        asyncio.run(talk(memory, "friday", "What is my cat called?"))


if __name__ == "__main__":
    main()
