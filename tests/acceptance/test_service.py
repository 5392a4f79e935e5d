"""The memory over HTTP: the same behaviour as the library's."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from tests.acceptance.service import MOVED, NDJSON, Service, problem, said, serving
from tests.model_server.server import FakeModelServer, one_step_answers

import chronomem

if TYPE_CHECKING:
    from tests.acceptance.conftest import CommandLine


def test_a_session_and_its_metadata_reach_its_turns(admin: httpx.Client) -> None:
    call = {
        "session": "call",
        "turns": [MOVED | {"metadata": {"lead": 17}}],
        "metadata": {"channel": "support", "lead": 1},
    }
    answer = admin.post("/users/called/sessions", json=call)
    assert answer.json() == {"turn_ids": ["t1"], "stored": 1, "known": 0}
    asked = {"question": "Where do I live?", "where": {"channel": "support"}}
    [item] = admin.post("/users/called/recall", json=asked).json()["items"]
    assert (item["session"], item["metadata"]) == ("call", {"channel": "support", "lead": 17})
    nested = call | {"metadata": {"channel": ["support"]}}
    assert problem(admin.post("/users/called/sessions", json=nested))[:2] == (422, "InvalidInput")


def test_a_whole_round_of_a_user(admin: httpx.Client) -> None:
    user = "/users/round"
    created = admin.put(user, json={"timezone": "Europe/Lisbon", "language": "portuguese"}).json()
    assert created == {"id": "round", "timezone": "Europe/Lisbon", "language": "portuguese"}
    assert said(admin, "round", MOVED) == {"turn_ids": ["t1"], "stored": 1, "known": 0}
    assert said(admin, "round", MOVED) == {"turn_ids": ["t1"], "stored": 0, "known": 1}
    asked = {"question": "Where do I live since May?", "now": "2023-06-20", "k": 3}
    found = admin.post(f"{user}/recall", json=asked).json()
    assert [(item["text"], item["turn_ids"]) for item in found["items"]] == [(MOVED["text"], ["t1"])]
    assert found["items"][0]["when"] == "2023-05-30T08:00:00+01:00"
    assert admin.post(f"{user}/consolidate").json()["operations"].keys() <= {"ADD", "DUPLICATE", "INVALIDATE", "UPDATE"}
    [lives] = admin.get(f"{user}/facts", params={"about": "Ann", "predicate": "lives_in"}).json()
    assert (lives["subject"]["name"], lives["object"]["name"], lives["turn_ids"]) == ("Ann", "Lisbon", ["t1"])
    porto = {"subject": "Ann", "predicate": "lives_in", "object": "Porto", "valid_at": "2023-09-01"}
    [done] = admin.post(f"{user}/facts", json={"facts": [porto]}).json()
    assert (done["kind"], done["touched"][0]["object"]["name"]) == ("INVALIDATE", "Lisbon")
    history = admin.get(f"{user}/history", params={"subject": "Ann", "predicate": "lives_in"}).json()
    assert [fact["object"]["name"] for fact in history] == ["Lisbon", "Porto"]
    changed = admin.get(f"{user}/changes", params={"since": "2023-08-01", "until": "2023-10-01"}).json()
    assert [(c["kind"], c["fact"]["object"]["name"]) for c in changed] == [("ended", "Lisbon"), ("began", "Porto")]
    wrong = {"fact_id": lives["id"], "object": "Braga", "reason": "misheard"}
    assert admin.post(f"{user}/correct", json=wrong).json()["fact"]["object"]["name"] == "Braga"
    instead = admin.get(f"{user}/history", params={"subject": "Ann", "predicate": "lives_in"}).json()
    assert [(fact["object"]["name"], fact["reason"]) for fact in instead[:2]] == [
        ("Lisbon", "misheard"),
        ("Braga", "misheard"),
    ]
    assert admin.post(f"{user}/retract", json={"fact_id": instead[1]["id"]}).json()["kind"] == "INVALIDATE"
    assert problem(admin.post(f"{user}/retract", json={"fact_id": instead[1]["id"]}))[0] == 422
    [month] = admin.get(f"{user}/timeline", params={"grain": "month"}).json()
    assert (month["id"], month["turns"], month["speakers"]) == ("month:2023-05", 1, ["Ann"])
    assert admin.get(f"{user}/entities/Lisbon").json()["type"] == "location"
    merged = admin.post(f"{user}/merge_entities", json={"keep": "Lisbon", "other": "Lisboa"}).json()
    assert "Lisboa" in merged["aliases"]
    assert admin.post(f"{user}/split_entity", json={"entity": "Lisboa"}).json()["name"] == "Lisboa"
    assert admin.get(f"{user}/stats").json()["turns"] == 1
    exported = [
        json.loads(line) for line in admin.get(f"{user}/export", params={"embeddings": False}).text.splitlines()
    ]
    assert exported[-1]["end"] == "round"
    assert any(record.get("node") == "Turn" for record in exported)
    page = admin.get(f"{user}/feed", params={"limit": 1}).json()
    assert ([entry["id"] for entry in page["entries"]], page["more"]) == (["t1"], True)
    after = {"Accept": "text/event-stream", "Last-Event-ID": page["cursor"]}
    with admin.stream("GET", f"{user}/feed", headers=after) as stream:
        first = next(line for line in stream.iter_lines() if line.startswith("event: "))
    assert first != "event: TURN"
    assert problem(admin.get(f"{user}/feed", params={"after": "x"}))[0] == 422
    assert admin.post(f"{user}/retain", json={"dry_run": True}).json() == admin.get(f"{user}/receipts").json() == []
    gone = admin.post(f"{user}/forget", json={"turn_ids": ["t1"]}).json()
    assert gone["turns"] == 1
    assert admin.post(f"{user}/recall", json=asked).json()["items"] == []
    assert [f["object"]["name"] for f in admin.get(f"{user}/facts", params={"about": "Ann"}).json()] == ["Porto"]
    assert problem(admin.post(f"{user}/forget", json={"everything": True, "source": "given"}))[1] == "InvalidInput"
    assert admin.post(f"{user}/forget", json={"everything": True}).json()["assertions"] == 1
    assert problem(admin.get(f"{user}/facts"))[1] == "UnknownUser"


@pytest.mark.slow
def test_a_language_model_answers_where_there_is_one(
    admin: httpx.Client, tmp_path: Path, model_server: FakeModelServer
) -> None:
    said(admin, "asks", MOVED)
    asked = {"question": "Where does Ann live?", "now": "2023-06-20"}
    assert "needs a language model" in problem(admin.post("/users/asks/ask", json=asked))[2]
    model_server.answer_with(one_step_answers("Lisbon"))
    model = {"CHRONOMEM_MODEL": "small", "OPENAI_BASE_URL": model_server.url}
    with serving(tmp_path / "memory", lines=2, **model) as service, service.client() as client:
        said(client, "asks", MOVED)
        told = client.post("/users/asks/ask", json=asked | {"gate": False})
    assert told.status_code == 200, told.text
    answer = told.json()
    assert (answer["answer"], answer["turn_ids"], answer["steps"][0]["turn_ids"]) == ("Lisbon", ["t1"], ["t1"])


def test_turns_are_read_in_the_background(admin: httpx.Client) -> None:
    said(admin, "background", MOVED)
    until = time.monotonic() + 60
    while not admin.get("/users/background/facts").json():
        assert time.monotonic() < until
        time.sleep(0.2)
    found = admin.get("/users/background/facts", params={"predicate": "lives_in"}).json()
    assert [fact["object"]["name"] for fact in found] == ["Lisbon"]


def test_a_stream_is_answered_line_by_line_and_stores_what_can_be_used(admin: httpx.Client) -> None:
    said(admin, "stream", MOVED)
    lines = [
        json.dumps(MOVED),
        json.dumps({"id": "t2", "text": "Boxes everywhere.", "said_at": "2023-06-01"}),
        "",
        '{"text": ',
        json.dumps({"text": " "}),
        json.dumps({"text": "x", "said_at": "soon"}),
        json.dumps({"text": "x", "cls": "fine"}),
        json.dumps(MOVED | {"text": "Another text"}),
        json.dumps({"id": "long", "text": "x" * 100_100}),
        "[]",
        json.dumps({"id": "t3", "text": "Tiles too."}),
    ]
    answer = admin.post("/users/stream/ingest", content="\n".join(lines), headers=NDJSON)
    assert answer.headers["content-type"] == "application/x-ndjson"
    told = [json.loads(line) for line in answer.text.splitlines()]
    assert told.pop() == {"lines": 10, "stored": 2, "known": 1, "refused": 7}
    by_line = {each["line"]: each for each in told}
    assert {n: each["status"] for n, each in by_line.items()} == {
        1: "known", 2: "stored", 4: "refused", 5: "refused", 6: "refused", 7: "refused", 8: "refused", 9: "refused",
        10: "refused", 11: "stored",
    }  # fmt: skip
    for number, words in {4: "not JSON", 5: "blank", 6: "'soon'", 7: "cls", 8: "taken", 9: "long", 10: "list"}.items():
        assert words in by_line[number]["detail"]
    assert admin.get("/users/stream/stats").json()["turns"] == 3


def test_a_stream_may_be_sent_whole_before_its_answers_are_taken(admin: httpx.Client) -> None:
    def lines() -> Iterator[bytes]:
        for number in range(3_000):
            yield json.dumps(
                {"id": f"t{number}", "text": f"turn {number} {'x' * 300}", "said_at": "2024-01-01"}
            ).encode()
            yield b"\n"

    answer = admin.post("/users/whole/ingest", content=lines(), headers=NDJSON)
    *told, total = (json.loads(line) for line in answer.text.splitlines())
    assert total == {"lines": 3_000, "stored": 3_000, "known": 0, "refused": 0}
    assert [each["line"] for each in told] == list(range(1, 3_001))


@pytest.mark.parametrize(
    ("method", "path", "given", "told"),
    [
        ("POST", "/users/nobody/recall", {"question": "Who?"}, (404, "UnknownUser", "'nobody'")),
        ("POST", "/users/nobody/recall", {"question": " "}, (422, "InvalidText", "blank")),
        ("POST", "/users/nobody/recall", {"question": "Who?", "preset": "best"}, (422, "InvalidInput", "'best'")),
        ("POST", "/users/nobody/recall", {"question": "Who?", "k": -1}, (422, "about:blank", "body.k")),
        ("POST", "/users/nobody/recall", {"query": "Who?"}, (422, "about:blank", "body.question")),
        ("POST", "/users/nobody/turns", {"turns": []}, (422, "about:blank", "body.turns")),
        ("POST", "/users/nobody/turns", {"turns": [{"text": "x", "said_at": "soon"}]}, (422, "InvalidTime", "'soon'")),
        ("POST", "/users/nobody/turns", {"turns": [{"text": "a\0b"}]}, (422, "InvalidText", "NUL")),
        ("GET", "/users/nobody/facts", None, (404, "UnknownUser", "'nobody'")),
        ("GET", "/users/nobody/entities/Lisbon", None, (404, "UnknownUser", "'nobody'")),
        ("GET", "/users/%20/facts", None, (422, "InvalidText", "user is empty")),
        ("POST", "/cypher", {"query": "MATCH (n"}, (422, "QueryFailed", "")),
        ("POST", "/cypher", {"query": "CREATE (n:Turn {id: 'x'})"}, (403, "WriteRefused", "refused to write")),
        ("POST", "/cypher", {"query": "RETURN $n", "parameters": {"n": 2**70}}, (422, "about:blank", "64 bits")),
        ("GET", "/nowhere", None, (404, "about:blank", "Not Found")),
        ("DELETE", "/users", None, (405, "about:blank", "Method Not Allowed")),
    ],
)
def test_errors_are_problem_details(
    admin: httpx.Client, method: str, path: str, given: dict[str, Any] | None, told: tuple[int, str, str]
) -> None:
    status, kind, words = problem(admin.request(method, path, json=given))
    assert (status, kind) == told[:2]
    assert told[2] in words
    assert "nobody" not in admin.get("/users").json()


def test_denials_and_minor_facts_are_among_the_facts_where_they_are_asked_for(admin: httpx.Client) -> None:
    dog = {"subject": "Ann", "predicate": "has_pet", "value": "dog", "negated": True}
    view = {"subject": "Ann", "predicate": "thinks", "value": "the library is loud", "minor": True}
    assert admin.post("/users/views/facts", json={"facts": [dog, view]}).status_code == 200
    chosen: list[tuple[dict[str, str | bool], list[str]]] = [
        ({}, []),
        ({"include_negated": True}, ["has_pet"]),
        ({"include_minor": True}, ["thinks"]),
        ({"include_minor": True, "include_negated": True, "matching": "a noisy library", "limit": "1"}, ["thinks"]),
        ({"include_minor": True, "include_negated": True, "about": "Ann"}, ["has_pet", "thinks"]),
    ]
    for params, predicates in chosen:
        found = admin.get("/users/views/facts", params=params).json()
        assert sorted(fact["predicate"] for fact in found) == predicates
    learned = {"since": "2000-01-01", "axis": "memory"}
    assert admin.get("/users/views/changes", params=learned).json() == []
    found = admin.get("/users/views/changes", params=learned | {"include_minor": "true"}).json()
    assert [change["fact"]["predicate"] for change in found] == ["thinks"]
    assert problem(admin.get("/users/views/facts", params={"as_of": "soon"}))[1] == "InvalidTime"
    for query, words in (("about=%20", "about is empty"), ("include_all=true", "query.include_all")):
        status, _, told = problem(admin.get(f"/users/views/facts?{query}"))
        assert status == 422
        assert words in told


def test_a_turn_under_a_taken_id_is_a_conflict(admin: httpx.Client) -> None:
    said(admin, "conflict", MOVED)
    answer = admin.post("/users/conflict/turns", json={"turns": [MOVED | {"text": "Another text"}]})
    assert problem(answer)[:2] == (409, "TurnConflict")


def test_a_body_that_is_too_large_is_refused_with_and_without_its_length(admin: httpx.Client) -> None:
    large = json.dumps({"turns": [{"text": "x" * 90_000}, {"text": "x" * 90_000}]}).encode()
    for content in (large, iter([large[:50_000], large[50_000:]])):
        answer = admin.post("/users/large/turns", content=content, headers={"Content-Type": "application/json"})
        assert problem(answer)[0] == 413
    assert "large" not in admin.get("/users").json()
    other = admin.post("/users/large/ingest", content=b"{}", headers={"Content-Type": "text/plain"})
    assert problem(other)[0] == 415


def test_cypher_is_limited_in_time_and_rows(admin: httpx.Client) -> None:
    many = admin.post("/cypher", json={"query": "UNWIND range(1, 100) AS n RETURN n"}).json()
    assert (many["columns"], len(many["rows"]), many["truncated"]) == (["n"], 20, True)
    named = admin.post("/cypher", json={"query": "RETURN $user AS u, $n AS n", "user": "ann", "parameters": {"n": 1}})
    assert named.json()["rows"] == [{"u": "ann", "n": 1}]
    slow = "UNWIND range(1, 30000) AS a UNWIND range(1, 30000) AS b WITH a, b WHERE a * b < 0 RETURN count(*)"
    assert problem(admin.post("/cypher", json={"query": slow}))[:2] == (504, "QueryTimedOut")


def test_figures_name_paths_and_nobody(admin: httpx.Client) -> None:
    said(admin, "unnamed-in-figures", MOVED)
    figures = admin.get("/metrics").text
    assert 'chronomem_requests_total{method="POST",path="/users/{user}/turns",status="200"}' in figures
    assert "chronomem_request_seconds_bucket" in figures
    assert "unnamed-in-figures" not in figures


def test_it_is_healthy_and_ready_without_a_token(service: Service) -> None:
    with service.client() as client:
        assert client.get("/health").json() == client.get("/ready").json() == {"status": "ok"}
        assert client.head("/health").status_code == client.head("/ready").status_code == 200


def test_a_stop_lets_a_running_request_end(tmp_path: Path) -> None:
    with serving(tmp_path / "memory", "--no-consolidate", lines=2) as service:
        begun = threading.Event()

        def lines() -> Iterator[bytes]:
            for number in range(2_000):
                yield (
                    json.dumps({"id": f"t{number}", "text": f"turn {number}", "said_at": "2024-01-01"}).encode() + b"\n"
                )
                if number == 600:
                    # A busy service may not even have accepted the request.
                    while not asked.get("/users/u/stats").json().get("turns"):
                        time.sleep(0.25)
                    begun.set()

        answers: list[httpx.Response] = []
        with service.client() as client, service.client() as asked:
            sending = threading.Thread(
                target=lambda: answers.append(client.post("/users/u/ingest", content=lines(), headers=NDJSON))
            )
            sending.start()
            assert begun.wait(timeout=180)
            status, rest = service.stop()
            sending.join(timeout=60)
    assert (status, rest) == (0, "")
    assert json.loads(answers[0].text.splitlines()[-1])["stored"] == 2_000


def test_a_port_that_is_taken_is_told_in_one_line(cli: "CommandLine", service: Service) -> None:
    assert "in use" in cli.error("serve", "--port", service.url.rpartition(":")[2])


def test_the_command_says_which_extra_is_missing() -> None:
    code = (
        "import sys; sys.modules['fastapi'] = None; sys.argv = ['chronomem', 'serve'];"
        "from chronomem.engine.interfaces.cli import main; main()"
    )
    path = str(Path(chronomem.__file__).parents[1])
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env={"PYTHONPATH": path}
    )
    assert run.returncode == 1
    assert run.stderr == "error: fastapi is not installed; get it with: pip install 'chronomem[server]'\n"
