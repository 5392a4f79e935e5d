"""Turns that can't be extracted: those beside them go on, and nothing of them is kept but the class of the error."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.model_server.server import Asked, FakeModelServer, Says

from chronomem import LanguageModel, Memory, Settings
from chronomem.extractors.language.extraction import extract_turn
from chronomem.extractors.turns import extraction

pytestmark = pytest.mark.dialect

POISON = "Xyzzy"
SAID_AT = "2024-05-08T10:00"
ENTRIES = """
MATCH (q:Unread {user_id: $user})
RETURN q.turns AS turns, q.attempts AS attempts, q.error AS error, q.set_aside_by IS NOT NULL AS aside ORDER BY q.id
"""


class Clock:
    """A clock that is set by hand."""

    now = datetime(2024, 5, 9, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


OpenAt = Callable[[Settings, Clock], Memory]


@pytest.fixture(params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def open_at(request: pytest.FixtureRequest, tmp_path: Path) -> OpenAt:
    """Opens a memory whose clock is set by hand."""
    if request.param == "embedded":
        return lambda settings, clock: Memory.open(tmp_path / "memory", settings=settings, clock=clock)
    endpoint = request.getfixturevalue("neo4j_endpoint")
    return lambda settings, clock: Memory.connect(endpoint.uri, auth=endpoint.auth, settings=settings, clock=clock)


@pytest.fixture
def poisoned(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Let the extraction of a turn raise a raw error where the turn holds a certain word."""

    with monkeypatch.context() as patch:
        patch.setattr(extraction, "extract_turn", _raising)
        yield patch


def _raising(doc: Any, **more: Any) -> Any:
    if POISON in doc.text:
        raise ValueError(f"can't read {doc.text!r}")
    return extract_turn(doc, **more)


@pytest.mark.slow
def test_one_turn_that_raises_keeps_no_other_from_its_facts(
    open_at: OpenAt, user: str, poisoned: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = Clock()
    with open_at(Settings(), clock) as memory:
        texts = ("I live in Porto.", f"I live in {POISON}.", "I have a cat.")
        turns = [{"text": text, "speaker": "Ann", "said_at": SAID_AT, "id": f"t{n}"} for n, text in enumerate(texts)]
        memory.add_session(turns, user=user, session="s")
        done = memory.consolidate(user=user)
        assert (done.turns, done.failed, dict(done.failures)) == (2, 1, {"ValueError": 1})
        assert {fact.predicate for fact in memory.facts(user=user, about="Ann")} == {"lives_in", "has_pet"}
        assert memory.recall(POISON, user=user)[0].turn_ids == ("t1",), "it is searchable all the same"
        (entry,) = memory.cypher(ENTRIES, user=user)
        assert entry == {"turns": ["t1"], "attempts": 1, "error": "ValueError", "aside": False}
        for attempts, minutes in ((2, 2), (3, 11)):
            clock.now += timedelta(minutes=minutes)
            assert memory.consolidate(user=user).failed == 1
            assert next(iter(memory.cypher(ENTRIES, user=user)))["attempts"] == attempts
            assert memory.consolidate(user=user).failed == 0, "it waits, or is set aside"
        (entry,) = memory.cypher(ENTRIES, user=user)
        assert entry["aside"]
        (aside,) = memory.queue(user=user)
        assert (aside.state, aside.by, aside.turns, aside.error, aside.attempts) == (
            *("set aside", "pipeline", 1, "ValueError", 3),
        )
        assert POISON not in caplog.text
        assert "ValueError" in caplog.text

        poisoned.undo()
        clock.now += timedelta(days=400)
        assert memory.consolidate(user=user).turns == 0, "the same version would fail again"
        assert [each.state for each in memory.queue(user=user, retry=True)] == ["waiting"]
        poisoned.setattr(extraction, "extract_turn", _raising)
        assert memory.consolidate(user=user).failed == 1, "unless somebody asks for it"
        for _ in range(2):
            clock.now += timedelta(minutes=11)
            memory.consolidate(user=user)
        assert [each.state for each in memory.queue(user=user)] == ["set aside"]
        poisoned.undo()
        poisoned.setattr("chronomem.graph_schema.version.__version__", "999")
        assert memory.consolidate(user=user).turns == 1, "another version tries again"
        assert list(memory.cypher(ENTRIES, user=user)) == []
        assert len(memory.facts(user=user, about="Ann", predicate="lives_in", include_invalid=True)) == 2


def test_what_three_requests_to_a_model_fail_at_goes_to_the_pipeline(
    open_at: OpenAt, user: str, model_server: FakeModelServer
) -> None:
    def answer(asked: Asked) -> Says:
        return Says("no JSON at all: " + str(asked.data))

    model_server.answer_with(answer)
    clock = Clock()
    model = LanguageModel(base_url=model_server.url, model="m", retries=0)
    with open_at(Settings(model=model, extraction="eager"), clock) as memory:
        memory.add("I live in Porto.", user=user, speaker="Ann", said_at=SAID_AT)
        for _ in range(4):
            memory.consolidate(user=user)
            assert "Porto" not in str([row["error"] for row in memory.cypher(ENTRIES, user=user)])
            clock.now += timedelta(minutes=11)
        assert len(model_server.asked) == 3, "once more to mend the reply, and once again later"
        assert [fact.says for fact in memory.facts(user=user, about="Ann")] == ["Porto"]
        assert list(memory.cypher(ENTRIES, user=user)) == []
