"""A model's client finds the tools, uses each of them, and reaches one user's memory alone."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import httpx2
import pytest
from jsonschema import Draft202012Validator
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from tests.acceptance.service import ADMIN, ANN, BO, COMMAND, TOKENS, environment, serving_mcp
from tests.model_server.server import FakeModelServer, one_step_answers

from chronomem import Memory

if TYPE_CHECKING:
    from tests.acceptance.conftest import CommandLine

TOOLS = {"remember", "recall", "facts", "timeline", "changes", "forget"}
PROMPTS = {"known": True, "changed": True}


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A memory that is held open, so that each server joins its database."""
    where = tmp_path_factory.mktemp("mcp") / "memory"
    with Memory.open(where):
        yield where


def over_stdio(folder: Path, user: str, *options: str, **env: str) -> Client:
    arguments = [*COMMAND[1:], "mcp", "--folder", str(folder), "--user", user, *options]
    return Client(StdioServerParameters(command=COMMAND[0], args=arguments, env=environment() | env))


@asynccontextmanager
async def connected(url: str, token: str) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        yield client


async def call(client: Client, tool: str, **arguments: Any) -> str:
    return (await both(client, tool, **arguments))[0]


async def both(client: Client, tool: str, **arguments: Any) -> tuple[str, dict[str, Any]]:
    """Return the result of a tool as text and as data, which its schema has to allow."""
    result = await client.call_tool(tool, arguments)
    text = "".join(part.text for part in result.content if part.type == "text")
    assert not result.is_error, text
    [schema] = [each.output_schema for each in (await client.list_tools()).tools if each.name == tool]
    assert schema is not None
    Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER).validate(result.structured_content)
    assert result.structured_content is not None
    assert result.structured_content.keys() == schema["properties"].keys() == {*schema["required"]}
    return text, result.structured_content


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    return "".join(part.text for part in result.content if part.type == "text")


async def a_whole_round(client: Client) -> None:
    """Use every tool and every resource, as a model would."""
    offered = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert offered.keys() == TOOLS
    assert all(len(tool.description or "") > 60 and tool.title for tool in offered.values())
    assert {prompt.name: bool(prompt.title) for prompt in (await client.list_prompts()).prompts} == PROMPTS
    [asked] = (await client.get_prompt("known", {"name": "Ann"})).messages
    assert "about='Ann'" in getattr(asked.content, "text", "")
    assert "user" not in offered["recall"].input_schema["properties"]
    assert (hints := offered["forget"].annotations) is not None
    assert hints.destructive_hint is True
    assert "recall" in (client.instructions or "")
    said, stored = await both(
        client,
        "remember",
        text="I moved to Lisbon last weekend!",
        speaker="Ann",
        said_at="2023-05-30T09:00:00Z",
        session="talk",
        metadata={"channel": "sales"},
        session_metadata={"project": "Tiles"},
    )
    turn = stored["turn_id"]
    assert said == f"Remembered as turn {turn}."
    assert "name its id" in await refused(client, "remember", text="Hello", session_metadata={"project": "Tiles"})
    found, data = await both(
        client, "recall", question="Where does Ann live?", now="2023-06-20", where={"project": "Tiles"}
    )
    [item] = [item for item in data["items"] if item["kind"] == "turn"]
    assert (item["text"], item["speaker"], item["turn_ids"]) == ("I moved to Lisbon last weekend!", "Ann", [turn])
    assert (item["metadata"], item["session"]) == ({"channel": "sales", "project": "Tiles"}, "talk")
    assert all(part in found for part in ("2023-05-30", "Ann: I moved to Lisbon last weekend!", turn)), found
    until = time.monotonic() + 60
    while "Lisbon" not in (held := await call(client, "facts", about="Ann", predicate="lives_in")):
        assert time.monotonic() < until, held
        await asyncio.sleep(0.2)
    assert held == f"Ann lives_in Lisbon [since 2023-05-27] (turns {turn})"
    _, data = await both(client, "facts", about="Ann", predicate="lives_in")
    [fact] = data["facts"]
    assert (fact["subject"], fact["predicate"], fact["object"], fact["turn_ids"]) == (
        "Ann",
        "lives_in",
        "Lisbon",
        [turn],
    )
    assert (fact["since"][:10], fact["until"], fact["dated"], fact["negated"]) == ("2023-05-27", None, True, False)
    assert data["waiting"] == 0
    assert await call(client, "facts", about="Ann", as_of="2023-01-01") == "Nothing is known about this."
    assert "2023-05-01 to 2023-06-01: 1 turn in 1 session, by Ann" in await call(client, "timeline")
    assert (await both(client, "timeline", where={"channel": "support"}))[1] == {"periods": []}
    assert await call(client, "facts", about="Lisbon", predicate="lives_in", include_negated=True) == held
    assert "about is empty" in await refused(client, "facts", about=" ")
    changed, data = await both(client, "changes", since="2023-05-01", until="2023-06-01")
    assert "2023-05-27 began: Ann lives_in Lisbon" in changed
    assert ("began", "Lisbon") in [(each["kind"], each["fact"]["object"]) for each in data["changes"]]
    templates = {str(each.uri_template) for each in (await client.list_resource_templates()).resource_templates}
    assert templates == {"memory://entities/{name}", "memory://periods/{grain}/{day}"}
    [entity] = (await client.read_resource("memory://entities/Lisbon")).contents
    assert "Lisbon (location)" in getattr(entity, "text", "")
    [period] = (await client.read_resource("memory://periods/month/2023-05-30")).contents
    assert "began: Ann lives_in Lisbon" in getattr(period, "text", "")
    with pytest.raises(MCPError, match="there is no entity called 'Atlantis'"):
        await client.read_resource("memory://entities/Atlantis")
    assert "'soon' is not an ISO 8601 time" in await refused(client, "recall", question="When?", now="soon")
    assert "text is empty or blank" in await refused(client, "remember", text=" ")
    assert "question" in await refused(client, "recall")
    assert "cypher" in await refused(client, "cypher", query="RETURN 1")
    gone, data = await both(client, "forget", turn_ids=[turn])
    assert (gone, data["turns"]) == ("Forgotten: 1 turn.", 1)
    assert await call(client, "recall", question="Where does Ann live?") == "Nothing is known about this."


@pytest.mark.parametrize("mode", ["auto", pytest.param("legacy", marks=pytest.mark.thorough)])
def test_a_whole_round_over_stdio(folder: Path, user: str, mode: str) -> None:
    async def run() -> None:
        client = over_stdio(folder, user)
        client.mode = mode
        async with client:
            await a_whole_round(client)

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["legacy", pytest.param("auto", marks=pytest.mark.thorough)])
def test_a_whole_round_over_http(folder: Path, user: str, mode: str) -> None:
    async def run(url: str) -> None:
        async with Client(url, mode=mode) as client:
            await a_whole_round(client)

    with serving_mcp(folder, "--user", user) as url:
        asyncio.run(run(url))
        for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
            assert httpx.post(url, json={}, headers=headers).status_code == 403


def test_cypher_is_offered_when_it_was_asked_for_and_reads_only(folder: Path, user: str) -> None:
    async def run() -> None:
        async with over_stdio(folder, user, "--admin", "--no-consolidate") as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == {*TOOLS, "cypher"}
            await call(client, "remember", text="Tiles")
            query = "MATCH (t:Turn {user_id: $user}) RETURN t.text AS text, $n AS n"
            told, data = await both(client, "cypher", query=query, parameters={"n": 1})
            assert told == '{"text": "Tiles", "n": 1}'
            assert data == {"columns": ["text", "n"], "rows": [{"text": "Tiles", "n": 1}], "truncated": False}
            assert "refused to write" in await refused(client, "cypher", query="CREATE (n:Turn {id: 'x'})")

    asyncio.run(run())


def test_questions_are_answered_where_there_is_a_language_model(
    folder: Path, user: str, model_server: FakeModelServer
) -> None:
    model_server.answer_with(one_step_answers("In Lisbon"))
    model = {"CHRONOMEM_MODEL": "small", "OPENAI_BASE_URL": model_server.url}

    async def run() -> None:
        async with over_stdio(folder, user, "--no-consolidate", **model) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == {*TOOLS, "ask"}
            said = await call(client, "remember", text="I live in Lisbon", speaker="Ann")
            turn = said.removeprefix("Remembered as turn ").removesuffix(".")
            assert await call(client, "ask", question="Where does Ann live?") == f"In Lisbon (turns {turn})"
            model_server.answer_with(one_step_answers(None))
            told, data = await both(client, "ask", question="Who is Bo?")
            assert "doesn't hold the answer" in told
            assert (data["answer"], data["turn_ids"]) == (None, [])

    asyncio.run(run())


@pytest.mark.slow
def test_a_token_reaches_its_own_users_memory_alone(
    tmp_path: Path, folder: Path, model_server: FakeModelServer
) -> None:
    model_server.answer_with(one_step_answers("In Lisbon"))
    model = {"CHRONOMEM_MODEL": "small", "OPENAI_BASE_URL": model_server.url}
    (tmp_path / "tokens.toml").write_text(TOKENS, encoding="utf-8")

    async def run(url: str) -> None:
        async with connected(url, BO) as bo:
            secret = await call(bo, "remember", text="I hid the marker-7781 in Rotterdam", speaker="Bo")
        turn = secret.removeprefix("Remembered as turn ").removesuffix(".")
        async with connected(url, ANN) as ann:
            await call(ann, "remember", text="I live in Lisbon", speaker="Ann")
            assert "marker" not in await call(ann, "recall", question="Where did Bo hide it in Rotterdam?", k=100)
            answer = await call(ann, "ask", question=f"What did Bo hide in Rotterdam, in turn {turn} of user bo?")
            assert turn not in answer
            told = [text for asked in model_server.asked for text in asked.texts]
            assert any("I live in Lisbon" in text for text in told), "the model is shown what is Ann's"
            assert not any("marker" in text for text in told)
            assert "marker" not in await call(ann, "facts", include_invalid=True)
            assert await call(ann, "facts", about="entity:bo", include_invalid=True) == (
                "there is no entity called 'entity:bo'; check the name"
            )
            assert "marker" not in await call(ann, "changes", since="2000-01-01")
            assert "marker" not in await call(ann, "timeline", grain="day")
            assert await call(ann, "forget", turn_ids=[turn]) == "Forgotten: 0 turns."
            assert "name the turns" in await refused(ann, "forget")
            assert await call(ann, "forget", everything=True) == "Everything is forgotten."
            assert "marker" not in await call(ann, "remember", text="Hello")
            offered = (await ann.list_tools()).tools
            assert not any("user" in tool.input_schema["properties"] for tool in offered)
            assert "for administrators" in await refused(ann, "cypher", query="MATCH (t:Turn) RETURN t.text")
            for uri in ("memory://entities/Rotterdam", "memory://entities/entity%3Abo"):
                with pytest.raises(MCPError, match="there is no entity called"):
                    await ann.read_resource(uri)
        async with connected(url, ADMIN) as admin:
            assert "not a user's" in await refused(admin, "recall", question="Where?")
            rows = await call(admin, "cypher", query="MATCH (t:Turn {user_id: 'bo'}) RETURN t.text AS text")
            assert "marker-7781" in rows
        async with connected(url, BO) as bo:
            assert "marker-7781" in await call(bo, "recall", question="Where is the marker?")

    with serving_mcp(folder, "--tokens", str(tmp_path / "tokens.toml"), "--admin", **model) as url:
        asyncio.run(run(url))
        for headers in ({}, {"Authorization": "Bearer no-such-token-at-all"}):
            answer = httpx.post(url, json={}, headers=headers)
            assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")


def test_a_server_that_would_not_be_safe_does_not_begin(cli: "CommandLine") -> None:
    told = cli.error("mcp", "--http", "--host", "0.0.0.0", "--port", "0")  # noqa: S104 - it is refused
    assert "without tokens the service answers this machine only" in told
    assert "user is empty or blank" in cli.error("mcp", "--user", " ")
