"""A language model reads turns; what it can't read waits, and nothing that was said is lost."""

import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.integration.conftest import OpenWith
from tests.model_server.recorded import told_fact as fact
from tests.model_server.server import Asked, Fails, FakeModelServer, Says

from chronomem import Budgets, InvalidInput, LanguageModel, Memory, Settings


def says(*facts: dict[str, Any], names: dict[str, str] | None = None) -> Says:
    entities = [{"name": name, "kind": kind, "aka": []} for name, kind in (names or {}).items()]
    return Says({"facts": list(facts), "entities": entities})


class Eager:
    """A memory whose turns are all read by the model of a test's server."""

    def __init__(self, open_with: OpenWith, server: FakeModelServer, user: str) -> None:
        self._open = open_with
        self.server = server
        self.user = user

    def settings(self, extraction: str = "eager", **model: Any) -> Settings:
        values = {"model": "m", "base_url": self.server.url, "retries": 0, "timeout": timedelta(seconds=60)} | model
        return Settings(model=LanguageModel.of(**values), extraction=extraction)  # type: ignore[arg-type] # as told

    def open(self, extraction: str = "eager", **model: Any) -> Memory:
        return self._open(self.settings(extraction, **model))

    def told(self, memory: Memory, **asked: Any) -> set[tuple[str, str, str]]:
        facts = memory.facts(user=self.user, **asked)
        return {(f.subject.name, f.predicate, f.object.name if f.object else f.value or "") for f in facts}


@pytest.fixture
def eager(open_with: OpenWith, model_server: FakeModelServer, user: str) -> Eager:
    return Eager(open_with, model_server, user)


def test_short_sessions_share_a_request_in_order_of_time(eager: Eager) -> None:
    eager.server.answer_with(lambda _: says())
    with eager.open() as memory:
        for session, day in (("session_2", "2023-01-12"), ("session_10", "2023-01-13"), ("z", "2022-12-31")):
            turns = [
                {"text": f"Line {n}.", "speaker": who, "said_at": f"{day}T10:0{n}", "id": f"{session}{n}"}
                for n, who in enumerate(("Ann", "Ben"))
            ]
            memory.add_session(turns, user=eager.user, session=session)
        done = memory.consolidate(user=eager.user)
    assert (done.turns, done.turns_by_model, done.failed) == (6, 6, 0)
    [asked] = eager.server.asked
    assert asked.purpose == "extraction"
    assert asked.body["temperature"] == 0
    assert asked.data == {
        "turns": [
            *("Saturday 31 December 2022", "1 Ann: Line 0.", "2 Ben: Line 1."),
            *("Thursday 12 January 2023", "3 Ann: Line 0.", "4 Ben: Line 1."),
            *("Friday 13 January", "5 Ann: Line 0.", "6 Ben: Line 1."),
        ]
    }


def test_the_turns_before_the_first_are_shown_without_numbers(eager: Eager) -> None:
    eager.server.answer_with(lambda _: says(fact(1, "Ann", "has_pet", "cat")))
    with eager.open() as memory:
        memory.add("Look, I got a cat!", user=eager.user, speaker="Ann", said_at="2023-01-10T10:00", session="a")
        memory.consolidate(user=eager.user)
        memory.add("That cat is cute.", user=eager.user, speaker="Ben", said_at="2023-01-10T10:01", session="a")
        memory.consolidate(user=eager.user)
    assert eager.server.asked[1].data["turns"] == [
        "Tuesday 10 January 2023",
        "Ann: Look, I got a cat!",
        "1 Ben: That cat is cute.",
    ]


def test_a_user_waits_for_no_other_and_has_one_request_at_a_time(
    model_server: FakeModelServer, open_with: OpenWith, tmp_path: Path
) -> None:
    eager = Eager(open_with, model_server, "ann")
    gate = threading.Barrier(3, timeout=300)

    def answer(_: Asked) -> Says:
        gate.wait()  # passes only while three requests are under way
        return says()

    eager.server.answer_with(answer)
    settings = eager.settings(concurrency=3, timeout=timedelta(seconds=300))
    with Memory.open(tmp_path / "memory", settings=settings) as memory:
        for user in ("ann", "ben", "caro"):
            for n in range(2):
                memory.add(f"Hello {n}.", user=user, speaker="Ann", said_at=f"2023-01-1{n}")
        assert memory.consolidate().turns_by_model == 6
    assert eager.server.most_at_once == 3


def test_the_models_facts_are_stored_and_the_pipelines_are_not(eager: Eager) -> None:
    eager.server.answer_with(lambda _: says(fact(1, "Ann", "lives_in", "Porto"), names={"Porto": "location"}))
    with eager.open(batch_turns=1) as memory:
        memory.add("I live in Porto and I love the rain.", user=eager.user, speaker="Ann", turn_id="t1")
        done = memory.consolidate(user=eager.user)
        assert eager.told(memory) == {("Ann", "lives_in", "Porto")}
        (only,) = memory.facts(user=eager.user)
        assert (only.turn_ids, done.operations) == (("t1",), {"ADD": 1})
        porto = memory.entity("Porto", user=eager.user)
        assert porto is not None
        assert porto.type == "location"
        assert memory.doctor(user=eager.user).findings == ()
        (usage,) = memory.usage(user=eager.user)
    assert (usage.purpose, usage.calls) == ("extraction", 1)


def test_dates_are_put_right_by_the_words_that_they_were_read_from(eager: Eager) -> None:
    right = {"words": "last week", "from": "2023-05-22", "to": None}
    wrong = {"words": "two weeks ago", "from": "2023-03-01", "to": "2023-03-01"}
    eager.server.answer_with(
        lambda _: says(
            fact(1, "Ann", "lives_in", "Lisbon", time=right), fact(2, "Ann", "visited", "Rome", "happened", time=wrong)
        )
    )
    with eager.open() as memory:
        turns = [{"text": "I moved to Lisbon last week!", "speaker": "Ann", "said_at": "2023-06-01T10:00"}]
        turns += [{"text": "I was in Rome two weeks ago.", "speaker": "Ann", "said_at": "2023-06-01T10:01"}]
        memory.add_session(turns, user=eager.user, session="s")
        done = memory.consolidate(user=eager.user)
        began = {f.predicate: f.valid_at and f"{f.valid_at:%Y-%m-%d}" for f in memory.facts(user=eager.user)}
    assert done.disputed_dates == 1
    assert began["lives_in"] == "2023-05-22"
    assert began["visited"] != "2023-03-01"
    assert (began["visited"] or "")[:7] == "2023-05"


def test_what_is_known_is_shown_and_can_be_corrected_by_its_number(eager: Eager) -> None:
    def answer(asked: Asked) -> Says:
        if "known" not in asked.data:
            return says(fact(1, "Ann", "plays", "violin"))
        number = next(n for n, line in enumerate(asked.data["known"], 1) if "violin" in line)
        return says(fact(1, "Ann", "plays", "viola", links=[{"fact": number, "is": "wrong"}]))

    eager.server.answer_with(answer)
    with eager.open() as memory:
        memory.add("I play the violin.", user=eager.user, speaker="Ann", said_at="2023-01-10", session="a")
        memory.consolidate(user=eager.user)
        memory.add("It's no violin that I play, it's a viola!", user=eager.user, speaker="Ann", said_at="2023-01-12")
        done = memory.consolidate(user=eager.user)
        assert eager.told(memory, as_of="2023-02-01") == {("Ann", "plays", "viola")}
    assert eager.server.asked[1].data["known"] == ["1 Ann plays violin"]
    assert done.operations == {"INVALIDATE": 1}


def test_a_model_that_fails_loses_nothing_and_is_asked_again_the_next_time(eager: Eager) -> None:
    eager.server.script(Fails(500, "on fire"))
    eager.server.answer_with(lambda _: says(fact(1, "Ann", "lives_in", "Porto")))
    with eager.open() as memory:
        memory.add("I live in Porto.", user=eager.user, speaker="Ann")
        done = memory.consolidate(user=eager.user)
        assert (done.turns, done.turns_by_model, done.failed) == (1, 0, 1)
        ((reason, turns),) = done.failures.items()
        assert (turns, "on fire" in reason) == (1, True)
        assert memory.recall("Porto", user=eager.user)[0].text == "I live in Porto."
        query = "MATCH (q:Unread {user_id: $user}) RETURN q.attempts AS attempts, q.error AS error"
        (row,) = memory.cypher(query, user=eager.user)
        assert (row["attempts"], row["error"]) == (0, "ModelUnavailable"), "what a server says is not kept"
        again = memory.consolidate(user=eager.user)
        assert (again.turns, again.turns_by_model, again.failed) == (0, 1, 0)
        assert eager.told(memory) == {("Ann", "lives_in", "Porto")}
        assert list(memory.cypher(query, user=eager.user)) == []


@pytest.mark.parametrize(
    "reply", [Says('{"facts": [{"turn": 1'), Says({"things": []}), Says("", refusal="No.")], ids=["cut", "wrong", "no"]
)
def test_one_bad_answer_does_not_keep_the_others_from_being_read(eager: Eager, reply: Says) -> None:
    eager.server.script(reply, *([reply] if reply.refusal is None else []))
    eager.server.answer_with(lambda _: says(fact(1, "Ann", "has_pet", "cat")))
    with eager.open(batch_turns=1) as memory:
        for session, day in (("a", "2023-01-10"), ("b", "2023-01-12")):
            memory.add("I have a cat.", user=eager.user, speaker="Ann", said_at=day, session=session)
        done = memory.consolidate(user=eager.user)
        assert (done.turns_by_model, done.failed) == (1, 1)
        assert memory.consolidate(user=eager.user).turns_by_model == 1


def test_a_reply_without_the_right_form_costs_three_requests_in_all(eager: Eager) -> None:
    eager.server.answer_with(lambda _: Says({"things": []}))
    with eager.open() as memory:
        memory.add("I live in Porto.", user=eager.user, speaker="Ann", said_at="2023-01-10")
        for _ in range(4):
            memory.consolidate(user=eager.user)
        assert eager.told(memory) == {("Ann", "lives_in", "Porto")}, "the pipeline took over"
    assert len(eager.server.asked) == 3


def test_what_is_malformed_is_left_out_and_the_rest_counts(eager: Eager) -> None:
    moved = {"words": "on 4 August at 3 pm", "from": "2023-08-04T15:00:00Z", "to": ""}
    odd = {"words": "some day", "from": "--08-04", "to": "2023-13-40"}
    eager.server.answer_with(
        lambda _: {
            "facts": [
                fact(1, "Ann", "moved_to", "Porto", "happened", time=moved),
                fact(1, "Ann", "likes", "rain", time=odd, links=[{"fact": "one"}, {"fact": 9, "is": "ends"}]),
                fact(1, "Ann", "likes", "fog", status="perhaps"),
                fact(7, "Ann", "likes", "snow"),
                fact(1, "Ann", "has_pet", None),
                "nonsense",
            ],
            "entities": [{"name": "Porto", "kind": "town"}, {"name": "Porto", "kind": "location"}],
        }
    )
    with eager.open() as memory:
        memory.add(
            "Moved to Porto on 4 August at 3 pm. I like rain.", user=eager.user, speaker="Ann", said_at="2023-08-09"
        )
        done = memory.consolidate(user=eager.user)
        assert eager.told(memory) == {("Ann", "moved_to", "Porto"), ("Ann", "likes", "rain")}
        assert (done.dropped_facts, done.failed, len(eager.server.asked)) == (4, 0, 1)
        began = next(f.valid_at for f in memory.facts(user=eager.user) if f.predicate == "moved_to")
        assert began is not None
        assert began.isoformat()[:13] == "2023-08-04T15"


def test_a_dead_server_is_not_asked_for_every_session(eager: Eager) -> None:
    eager.server.answer_with(lambda _: Fails(503))
    with eager.open(batch_turns=1) as memory:
        for n in range(5):
            memory.add("Hello there.", user=eager.user, speaker="Ann", said_at=f"2023-01-1{n}", session=f"s{n}")
        assert memory.consolidate(user=eager.user).failed == 5
    assert len(eager.server.asked) == 2


def test_what_waited_for_a_dead_server_shares_a_request(eager: Eager) -> None:
    eager.server.script(*[Fails(503)] * 3)
    eager.server.answer_with(lambda _: says(fact(3, "Ann", "likes", "rain")))
    with eager.open() as memory:
        for n, thing in enumerate(("tea", "figs", "rain")):
            memory.add(f"I like {thing}.", user=eager.user, speaker="Ann", said_at=f"2023-01-1{n}", session=f"s{n}")
            assert memory.consolidate(user=eager.user).turns_by_model == 0
        memory.add("Bye.", user=eager.user, speaker="Ann", said_at="2023-01-14")
        assert memory.consolidate(user=eager.user).turns_by_model == 4
        assert eager.told(memory) == {("Ann", "likes", "rain")}
        assert memory.doctor(user=eager.user).findings == ()
    assert [len(asked.data["turns"]) for asked in eager.server.asked] == [2, 4, 6, 8]


def test_an_answer_that_is_too_long_is_asked_for_in_halves(eager: Eager) -> None:
    def answer(asked: Asked) -> Says:
        turns = [line for line in asked.data["turns"] if " Ann: " in line]
        if len(turns) > 1:
            return Says("{", finish_reason="length")
        return says(fact(1, "Ann", "likes", turns[0].split()[-1].strip(".")))

    eager.server.answer_with(answer)
    with eager.open() as memory:
        turns = [
            {"text": f"I like {thing}.", "speaker": "Ann", "said_at": f"2023-01-10T10:0{n}"}
            for n, thing in enumerate(("tea", "figs", "rain"))
        ]
        memory.add_session(turns, user=eager.user, session="s")
        assert memory.consolidate(user=eager.user).turns_by_model == 3
        assert {thing for _, _, thing in eager.told(memory)} == {"tea", "figs", "rain"}


def test_a_budget_stops_reading_and_the_rest_waits(eager: Eager) -> None:
    eager.server.answer_with(lambda _: Says({"facts": [], "entities": []}, usage=(1000, 10)))
    with eager.open(batch_turns=1, budgets=Budgets(per_run=2_500)) as memory:
        for n in range(4):
            memory.add("Hello there.", user=eager.user, speaker="Ann", said_at=f"2023-01-1{n}", session=f"s{n}")
        done = memory.consolidate(user=eager.user)
        assert (done.turns_by_model, done.failed, len(eager.server.asked)) == (2, 2, 2)
        assert "budgets.per_run" in next(iter(done.failures))
        assert memory.consolidate(user=eager.user).turns_by_model == 2


@pytest.mark.dialect
def test_without_the_model_what_waits_for_it_is_read_without_it(
    eager: Eager, memory: Memory, model_server: FakeModelServer
) -> None:
    model_server.answer_with(lambda _: Fails(500))
    with eager.open() as opened:
        opened.add("I live in Porto.", user=eager.user, speaker="Ann")
        opened.consolidate(user=eager.user)
    assert memory.consolidate(user=eager.user).failed == 0
    assert eager.told(memory) == {("Ann", "lives_in", "Porto")}


def test_words_of_an_assistant_are_shown_and_are_no_evidence(eager: Eager) -> None:
    eager.server.answer_with(lambda _: says(fact(1, "assistant", "lives_in", "Rome"), fact(2, "Ann", "likes", "Rome")))
    with eager.open() as memory:
        turns = [
            {
                "text": "I live in Rome." * 100,
                "speaker": "assistant",
                "role": "assistant",
                "said_at": "2023-01-10T10:00",
            },
            {"text": "I like it there.", "speaker": "Ann", "said_at": "2023-01-10T10:01"},
        ]
        memory.add_session(turns, user=eager.user, session="s")
        memory.consolidate(user=eager.user)
        assert eager.told(memory) == {("Ann", "likes", "Rome")}
    shown = eager.server.asked[0].data["turns"]
    assert shown[1].startswith("assistant: I live in Rome.")
    assert len(shown[1]) < 320
    assert shown[2] == "2 Ann: I like it there."


@pytest.mark.dialect
def test_only_what_recurs_is_read_under_recurrence(eager: Eager) -> None:
    eager.server.answer_with(lambda _: says())
    about = ["My tomatoes on the balcony are growing", "The tomatoes on my balcony grow"] * 4
    with eager.open("recurrence") as memory:
        for n, text in enumerate(["The train was late.", *about, "We saw a film about penguins."]):
            memory.add(f"{text}.", user=eager.user, speaker="Ann", said_at=f"2023-01-{n + 10}", session=f"s{n}")
        done = memory.consolidate(user=eager.user)
        assert (done.turns, done.turns_by_model) == (10, 8)
        assert "penguins" not in str([asked.data for asked in eager.server.asked])
        asked = len(eager.server.asked)
        assert memory.consolidate(user=eager.user).turns_by_model == 0
        memory.add("Tomatoes on the balcony grow.", user=eager.user, speaker="Ann", said_at="2023-02-01")
        assert memory.consolidate(user=eager.user).turns_by_model == 1
    assert len(eager.server.asked) == asked + 1


@pytest.mark.parametrize("policy", ["eager", "recurrence"])
def test_reading_with_a_model_needs_one(open_with: OpenWith, policy: Any) -> None:
    with pytest.raises(InvalidInput, match="name one with Settings"):
        open_with(Settings(extraction=policy))
