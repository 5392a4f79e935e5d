"""A Pydantic AI agent that remembers across runs.

    pip install 'chronomem[pydantic-ai]'
    python examples/pydantic_ai_toolset.py

With OPENAI_API_KEY set and `pip install 'pydantic-ai-slim[openai]'` the model is OpenAI's; without a key, a script.
"""

import asyncio
import os
import tempfile

from pydantic_ai import Agent, ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart, UserPromptPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from chronomem import Memory
from chronomem.engine.interfaces.adapters.pydantic_ai import ChronomemToolset


def script(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:  # noqa: ARG001 - as FunctionModel calls it
    """Work as a language model would: call a tool, then answer from its result."""
    match messages[-1].parts[-1]:
        case UserPromptPart(content=str(asked)) if asked.endswith("?"):
            return ModelResponse(parts=[ToolCallPart("recall", {"question": asked})])
        case UserPromptPart(content=str(told)):
            return ModelResponse(parts=[ToolCallPart("remember", {"text": told})])
        case ToolReturnPart(tool_name="recall", content=str(found)):
            return ModelResponse(parts=[TextPart(f"You told me: {found.splitlines()[1]}")])
    return ModelResponse(parts=[TextPart("I'll remember that.")])


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder, Memory.open(f"{folder}/memory") as memory:
        toolset = ChronomemToolset(memory, user=lambda user: user)
        model = "openai:gpt-5-mini" if "OPENAI_API_KEY" in os.environ else FunctionModel(script)
        agent = Agent(model, deps_type=str, toolsets=[toolset])
        for message in ("My cat is called Miso.", "What is my cat called?"):
            print(f"> {message}\n{(await agent.run(message, deps='ann')).output}")


if __name__ == "__main__":
    asyncio.run(main())
