"""Access to the service: a token reaches its user's memory only; without tokens, only this machine is answered."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from tests.acceptance.service import MOVED, NDJSON, Service, problem, said, serving

from chronomem import Memory

if TYPE_CHECKING:
    from tests.acceptance.conftest import CommandLine


def operations(admin: httpx.Client) -> list[tuple[str, str]]:
    paths = admin.get("/openapi.json").json()["paths"]
    return [(method, path) for path, methods in paths.items() for method in methods]


EXAMPLES: dict[str, Any] = {
    "turns": {"turns": [{"text": "x"}]},
    "facts": {"facts": [{"subject": "a", "predicate": "b", "value": "c"}]},
    "recall": {"question": "Who?"},
    "ask": {"question": "Who?"},
    "merge_entities": {"keep": "a", "other": "b"},
    "split_entity": {"entity": "a"},
    "correct": {"fact_id": "a", "value": "b"},
    "retract": {"fact_id": "a"},
    "retain": {"dry_run": True},
    "cypher": {"query": "MATCH (n) RETURN n"},
}
OPEN = {("get", "/health"), ("get", "/ready")}


def test_no_path_shows_or_changes_another_users_memory(
    service: Service, ann: httpx.Client, bo: httpx.Client, admin: httpx.Client
) -> None:
    said(bo, "bo", {"id": "secret", "speaker": "Bo", "text": "I hid the marker-7781 in Rotterdam"})
    bo.post("/users/bo/consolidate")
    before = bo.get("/users/bo/export").content
    tried = 0
    with service.client() as nobody, service.client("no-such-token-at-all") as stranger:
        for method, path in operations(admin):
            if (method, path) in OPEN:
                continue
            body = EXAMPLES.get(path.rpartition("/")[2], {}) if method in ("post", "put") else None
            for user in ("bo", " bo ", "bo%20", "%62o"):
                url = path.replace("{user}", user).replace("{name}", "Rotterdam")
                params = {"subject": "Bo", "predicate": "lives_in", "since": "2020-01-01"} if method == "get" else None
                headers = NDJSON if path.endswith("/ingest") else {}
                answer = ann.request(method, url, json=body, params=params, headers=headers)
                assert problem(answer)[0] == 403, (method, url)
                assert "marker" not in answer.text
                for client in (nobody, stranger):
                    answer = client.request(method, url, json=body, params=params, headers=headers)
                    assert problem(answer)[0] == 401, (method, url)
                    assert answer.headers["www-authenticate"] == "Bearer"
                tried += 1
    assert tried >= 60
    assert bo.get("/users/bo/export").content == before


def test_another_users_ids_and_names_mean_nothing(ann: httpx.Client, bo: httpx.Client) -> None:
    said(bo, "bo", {"id": "secret", "speaker": "Bo", "text": "I hid the marker-7781 in Rotterdam"})
    bo.post("/users/bo/consolidate")
    before = bo.get("/users/bo/export").content
    said(ann, "ann", {"id": "mine", "speaker": "Ann", "text": "I live in Lisbon"})
    ann.post("/users/ann/consolidate")
    assert ann.post("/users/ann/forget", json={"turn_ids": ["secret"], "source": "given"}).json()["turns"] == 0
    assert ann.get("/users/ann/entities/Rotterdam").status_code == 404
    assert ann.get("/users/ann/entities/entity:bo").status_code == 404
    assert ann.get("/users/ann/facts", params={"about": "entity:bo"}).json() == []
    assert ann.get("/users/ann/history", params={"subject": "Bo", "predicate": "lives_in"}).json() == []
    stolen = {"subject": "Ann", "predicate": "knows", "object": "Bo", "turn_id": "secret"}
    assert problem(ann.post("/users/ann/facts", json={"facts": [stolen]}))[0] == 422
    assert said(ann, "ann", {"id": "secret", "text": "My own words"})["stored"] == 1
    assert problem(ann.post("/users/ann/merge_entities", json={"keep": "Rotterdam", "other": "Lisbon"}))[0] == 422
    found = ann.post("/users/ann/recall", json={"question": "Where is the marker-7781 of Bo in Rotterdam?"})
    assert "marker" not in found.text.replace(found.json()["question"], "")
    assert "marker" not in ann.get("/users/ann/export").text
    assert bo.get("/users/bo/export").content == before


def test_the_description_has_examples_and_asks_for_a_token(admin: httpx.Client) -> None:
    document = admin.get("/openapi.json").json()
    page = admin.get("/", follow_redirects=True).text
    assert all(path in page for path in document["paths"])
    assert "src=" not in page
    assert document["components"]["securitySchemes"]["HTTPBearer"]["scheme"] == "bearer"
    assert document["components"]["schemas"]["TurnIn"]["properties"]["text"]["examples"]
    for method, path in operations(admin):
        operation = document["paths"][path][method]
        assert operation["description"], path
        if (method, path) not in OPEN:
            assert operation["security"] == [{"HTTPBearer": []}], path
            problems = [operation["responses"][s]["content"] for s in ("401", "403", "422", "429")]
            assert all("application/problem+json" in content for content in problems)


@pytest.mark.slow
def test_without_tokens_only_this_machine_is_answered_and_the_service_says_so(tmp_path: Path) -> None:
    with serving(tmp_path / "memory", lines=2) as service:
        assert service.said[1].startswith("no tokens are configured")
        with service.client() as client:
            assert said(client, "ann", MOVED)["stored"] == 1
            assert client.get("/users", headers={"Origin": "http://localhost:3000"}).json() == ["ann"]
            for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Origin": "null"}):
                assert problem(client.get("/users", headers=headers))[0] == 403
        assert service.stop() == (0, "")
    with Memory.open(tmp_path / "memory") as memory:
        assert memory.stats(user="ann").turns == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--host", "0.0.0.0"], "without tokens the service answers this machine only"),  # noqa: S104 - it is refused
        (["--tokens", "absent.toml"], "absent.toml: the file can't be read"),
        (["--tokens", "short.toml"], "fewer than 16 characters"),
        (["--tokens", "twice.toml"], "one token is given to two"),
        (["--tokens", "broken.toml"], "broken.toml: "),
        (["--tokens", "hash.toml"], "64 hexadecimal digits"),
    ],
)
def test_a_service_that_would_not_be_safe_does_not_begin(cli: "CommandLine", options: list[str], words: str) -> None:
    for name, text in {
        "short": 'admins = ["short"]',
        "twice": 'admins = ["a-token-of-two-people"]\n[users]\nann = ["a-token-of-two-people"]',
        "broken": "admins = [",
        "hash": 'admins = ["sha256:00"]',
    }.items():
        (cli.folder / f"{name}.toml").write_text(text, encoding="utf-8")
    assert words in cli.error("serve", "--port", "0", *options)
