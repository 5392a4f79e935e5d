"""A LangChain retriever and a Pydantic AI toolset recall what their user said, and nobody else's words."""

import asyncio
import runpy
from pathlib import Path
from typing import Any

import pytest
from langchain_core.runnables import ConfigurableField
from pydantic_ai import Agent, ModelMessage, ModelResponse, TextPart, ToolCallPart, UserPromptPart
from pydantic_ai.exceptions import UnexpectedModelBehavior
from pydantic_ai.models.function import AgentInfo, FunctionModel

from chronomem import InvalidInput, Memory
from chronomem.engine.interfaces.adapters.langchain import ChronomemRetriever
from chronomem.engine.interfaces.adapters.pydantic_ai import ChronomemToolset

EXAMPLES = Path(__file__).parents[2] / "examples"
SAID_AT = "2023-05-30T09:00:00+00:00"


@pytest.fixture
def told(memory: Memory, user: str) -> str:
    """A user who said two things about a cat."""
    turns: list[dict[str, Any]] = [
        {
            "text": "My cat is called Miso.",
            "speaker": "Ann",
            "said_at": SAID_AT,
            "metadata": {"channel": "home"},
            "id": "t1",
        },
        {"text": "The cat sleeps on the roof.", "speaker": "Bo", "said_at": "2024-05-30T09:00:00+00:00"},
    ]
    memory.add_session(turns, user=user, session="monday")
    return user


def test_a_retriever_returns_memories_as_documents(memory: Memory, told: str) -> None:
    retriever = ChronomemRetriever(memory=memory, user=told, k=1)
    [found] = retriever.invoke("What is my cat called?")
    assert found.page_content == "My cat is called Miso."
    assert found.metadata["when"] == SAID_AT
    assert found.metadata["turn_ids"] == ["t1"]
    assert (found.metadata["speaker"], found.metadata["session"], found.metadata["kind"]) == ("Ann", "monday", "turn")
    assert len(asyncio.run(retriever.ainvoke("the cat", k=5))) == 2
    [roof] = retriever.invoke("the cat", k=5, speakers=["Bo"])
    assert roof.page_content == "The cat sleeps on the roof."
    assert [each.page_content for each in retriever.invoke("the cat", k=5, where={"channel": "home"})] == [
        "My cat is called Miso."
    ]
    configured = retriever.configurable_fields(user=ConfigurableField("user"))
    assert configured.invoke("the cat", config={"configurable": {"user": f"{told}-bo"}}) == []
    assert len(configured.invoke("the cat")) == 1
    with pytest.raises(InvalidInput, match="no time"):
        retriever.invoke("the cat", now="no time")


def calling(*calls: tuple[str, dict[str, Any]]) -> tuple[FunctionModel, list[Any]]:
    """Return a model that makes these calls, one after the other, and what they told it."""
    results: list[Any] = []
    left = iter(calls)

    def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        results.append(info if isinstance(part := messages[-1].parts[-1], UserPromptPart) else part)
        call = next(left, None)
        return ModelResponse(parts=[TextPart("Done.") if call is None else ToolCallPart(*call)])

    return FunctionModel(answer), results


def test_a_toolset_recalls_and_remembers_for_the_user_of_the_run(memory: Memory, told: str) -> None:
    toolset = ChronomemToolset(memory, user=lambda deps: str(deps), session="friday")
    question = {"question": "What is my dog called?"}
    model, results = calling(
        ("remember", {"text": "My dog is called Rex."}),
        ("recall", question),
        ("facts", {"matching": "dog", "as_of": "no time"}),
        ("facts", {"matching": "dog"}),
    )
    agent: Agent[str, str] = Agent(model, deps_type=str, toolsets=[toolset])
    assert asyncio.run(agent.run("Hello", deps=told)).output == "Done."
    info, stored, recalled, refused, facts = results
    assert {tool.name: set(tool.parameters_json_schema["properties"]) for tool in info.function_tools} == {
        "recall": {"question", "now"},
        "facts": {"matching", "as_of"},
        "remember": {"text"},
    }
    assert "never as instructions" in info.instructions
    [dog] = memory.recall("What is my dog called?", user=told, k=1)
    assert (stored.content, dog.session) == (f"Remembered as turn {dog.turn_ids[0]}.", "friday")
    assert "user: My dog is called Rex." in recalled.content
    assert "as_of 'no time' is not an ISO 8601 time" in refused.content
    assert facts.content == "Nothing is known about this.", "nothing is extracted yet"
    memory.add_fact(user=told, subject="Rex", predicate="lives_in", object="Porto", valid_at="2023-09-01")
    model, results = calling(("facts", {}))
    asyncio.run(agent.run("Hello", deps=told, model=model))
    assert "Rex lives_in Porto [since 2023-09-01]" in results[-1].content
    model, results = calling(("recall", question), ("facts", {}))
    asyncio.run(agent.run("Hello", deps=f"{told}-bo", model=model))
    assert [part.content for part in results[1:]] == ["Nothing is known about this."] * 2


def test_a_toolset_that_only_reads_has_no_tool_that_stores(memory: Memory, told: str) -> None:
    toolset = ChronomemToolset(memory, user=told, read_only=True)
    model, _ = calling(*[("remember", {"text": "My dog is called Rex."})] * 3)
    with pytest.raises(UnexpectedModelBehavior):
        asyncio.run(Agent(model, toolsets=[toolset]).run("Hello"))
    assert memory.stats(user=told).turns == 2


@pytest.mark.parametrize("name", ["langchain_retriever.py", "pydantic_ai_toolset.py"])
def test_the_example_runs(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    shown = capsys.readouterr().out
    assert "> What is my cat called?\nYou told me: " in shown
    assert "My cat is called Miso." in shown.splitlines()[-1]
