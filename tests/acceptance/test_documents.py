"""What the pages tell a reader to type does what they say."""

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from mcp import Client, StdioServerParameters
from tests.acceptance.documents import blocks
from tests.acceptance.service import COMMAND, environment, exploring, serving, serving_mcp
from tests.model_server.played import Played, load_dialogues
from tests.model_server.server import FakeModelServer

from chronomem import Memory
from chronomem.engine.importers import read_conversations

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from tests.acceptance.conftest import CommandLine

CHAT = "13/05/24, 09:01 - Ann: The museum opens at ten\n13/05/24, 09:02 - Bo: Good\n"


def run_python(code: str, folder: Path) -> str:
    """Run a block of Python in a process of its own, and return what it printed."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_page_about_files_is_true(cli: "CommandLine", tmp_path: Path) -> None:
    (tmp_path / "chat.txt").write_text(CHAT, encoding="utf-8")
    (tmp_path / "short.txt").write_text("03/04/24, 10:00 - Ann: Hello\n", encoding="utf-8")
    (tmp_path / "rows.csv").write_text("Sent,From,Text\n31/05/2024 10:00,Ann,Rows\n", encoding="utf-8")
    (tmp_path / "windows.csv").write_text("From,Text,Date\nZoë,Café,2024-05-31T10:00:00\n", encoding="cp1252")
    kept = {"id": "m1", "memory": "Likes tiles", "user_id": "bo", "created_at": "2024-05-31T10:00:00Z"}
    (tmp_path / "mem0.json").write_text(json.dumps([kept]), encoding="utf-8")
    shown = []
    with Memory.open(tmp_path / "memory"):  # so that the commands join its server
        for block in blocks("import.md"):
            match block.language:
                case "sh":
                    for program, *arguments in block.commands:
                        assert program == "chronomem"
                        files = [str(tmp_path / a) if (tmp_path / a).is_file() else a for a in arguments]
                        shown.append(cli.out(*files, "--folder", str(tmp_path / "memory")))
                case "python":
                    run_python(block.text, tmp_path)
                case "json":
                    path = tmp_path / "neutral.jsonl"
                    path.write_text(json.dumps(json.loads(block.text)), encoding="utf-8")
                    assert [len(each.turns) for each in read_conversations(path)] == [1]
                case other:
                    raise AssertionError(f"a block in {other!r} that is not run")
        assert "2 turns in 1 conversation (whatsapp) for me" in shown[0]
        assert "The museum opens at ten" in shown[2]
        turns = {
            user: cli.json("stats", "--user", user, "--folder", str(tmp_path / "memory"))["turns"]
            for user in ("ann", "bo")
        }
    assert turns == {"ann": 5, "bo": 1}


def curl(words: list[str], url: str, folder: Path) -> httpx.Response:
    """Do what a line with curl does, at the URL where the service really is."""
    headers: dict[str, str] = {}
    place, body = "", None
    rest = iter(words)
    for word in rest:
        match word:
            case "curl":
                pass
            case "-H":
                name, _, value = next(rest).partition(": ")
                headers[name] = value
            case "--json":
                body = next(rest).encode()
                headers["Content-Type"] = "application/json"
            case "--data-binary":
                body = (folder / next(rest).removeprefix("@")).read_bytes()
            case _:
                assert word.startswith("http://127.0.0.1:8080/"), word
                place = word.replace("http://127.0.0.1:8080", url)
    return httpx.request("GET" if body is None else "POST", place, headers=headers, content=body, timeout=60)


def test_the_page_about_the_service_is_true(tmp_path: Path) -> None:
    found = blocks("service.md")
    assert {block.language for block in found} == {"sh", "toml"}
    [tokens] = [block.text for block in found if block.language == "toml"]
    (tmp_path / "tokens.toml").write_text(tokens, encoding="utf-8")
    (tmp_path / "turns.jsonl").write_text('{"id": "t1", "text": 5}\n{"id": "t2", "text": "Tiles"}\n', encoding="utf-8")
    lines = [words for block in found if block.language == "sh" for words in block.commands]
    assert lines[0] == ["pip", "install", "chronomem[server]"]
    assert lines[1] == ["chronomem", "serve", "--folder", "./memory", "--tokens", "tokens.toml"]
    with serving(tmp_path / "memory", "--tokens", str(tmp_path / "tokens.toml")) as service:
        answers = [curl(words, service.url, tmp_path) for words in lines[2:]]
        bo = httpx.get(f"{service.url}/users/bo/stats", headers={"Authorization": "Bearer the-token-of-bo"})
    assert [answer.status_code for answer in answers] == [200] * 4
    assert answers[1].json()["items"][0]["turn_ids"] == ["t1"]
    assert json.loads(answers[3].text.splitlines()[-1]) == {"lines": 2, "stored": 1, "known": 0, "refused": 1}
    assert bo.status_code == 404, "known, and nothing is stored yet"


def test_the_page_about_tools_is_true(tmp_path: Path) -> None:
    found = {block.language: block for block in blocks("mcp.md")}
    assert found.keys() == {"sh", "json", "python"}
    own = found["json"].text.replace("/home/ann/memory", str(tmp_path / "ann"))
    told = json.loads(own)["mcpServers"]["chronomem"]
    assert told["command"] == "chronomem"

    async def names() -> set[str]:
        given = StdioServerParameters(
            command=COMMAND[0], args=[*COMMAND[1:], *told["args"]], env=environment(), cwd=tmp_path
        )
        async with Client(given) as client:
            return {tool.name for tool in (await client.list_tools()).tools}

    assert {"remember", "recall", "forget"} <= asyncio.run(names())
    [command] = found["sh"].commands
    assert command[:3] == ["chronomem", "mcp", "--http"]
    (tmp_path / "tokens.toml").write_text('[users]\nann = ["the-token-of-ann"]', encoding="utf-8")
    with serving_mcp(tmp_path / "memory", "--tokens", str(tmp_path / "tokens.toml")) as url:
        shown = run_python(found["python"].text.replace("http://127.0.0.1:8090/mcp", url), tmp_path)
    assert "Ann: I moved to Lisbon last weekend!" in shown


def test_the_page_about_frameworks_is_true(tmp_path: Path) -> None:
    found = blocks("adapters.md")
    assert {block.language for block in found} == {"sh", "python"}
    shown = run_python("\n".join(block.text for block in found if block.language == "python"), tmp_path)
    assert shown.splitlines() == ["My cat is called Miso.", "True My cat is called Miso."]


def test_the_page_about_the_browser_is_true(tmp_path: Path) -> None:
    [block] = blocks("explorer.md")
    assert block.commands == [
        ["pip", "install", "chronomem[explorer]"],
        ["chronomem", "explore", "--folder", "./memory"],
    ]
    folder = tmp_path / "memory"
    with Memory.open(folder) as memory, exploring(folder) as url:
        assert "No user yet" in httpx.get(url).text
        memory.add("Hello", user="ann")
        page = httpx.get(url, params={"user": "ann", "panel": "Graph"})
        assert "No user yet" not in page.text
        assert not [
            address for address in re.findall(r"https?://[^\s\"'`<>]+", page.text) if "127.0.0.1" not in address
        ]
        assert httpx.get(url, headers={"Host": "evil.example"}).status_code == 403
    assert [path.name for path in tmp_path.iterdir()] == ["memory"], "it leaves nothing behind where it ran"


def test_the_tutorial_leads_to_a_remembered_correction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model_server: FakeModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    model_server.answer_with(Played(load_dialogues()))
    names: dict[str, Any] = {}
    for number, block in enumerate(blocks("tutorial.md")):
        code = block.text.replace('api_key="…"', f'base_url="{model_server.url}"')
        exec(compile(code, f"tutorial.md, block {number}", "exec"), names)  # noqa: S102 - the page's own
    shown = capsys.readouterr().out.splitlines()
    assert (shown[0], shown[-3:-1]) == ("Leeds", ["Hull", "Leeds"])
    assert shown[-1].startswith("Hull (")
    assert names["prompt"]


def test_what_moves_from_other_engines_is_stored(tmp_path: Path) -> None:
    zep, langmem = (block for block in blocks("moving.md") if block.language == "python")
    message = {"uuid": "m1", "role": "user", "name": "Ann", "content": "I live in Porto.", "created_at": "2024-05-01"}
    names: dict[str, Any] = {}
    for block in (zep, langmem):
        exec(block.text, names)  # noqa: S102 - the page's own
    with Memory.open(tmp_path / "memory") as memory:
        names["move"]([("ann", "t1", [message])], memory)
        assert [fact.says for fact in memory.facts(user="ann", predicate="lives_in")] == ["Porto"]
        item = SimpleNamespace(key="k1", value={"content": "Likes tiles"}, updated_at="2024-05-31T10:00:00Z")
        names["copy_items"]([item], memory, "bo")
        assert memory.recall("tiles", user="bo")[0].text == "Likes tiles"
