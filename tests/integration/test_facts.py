"""Facts in a real database: given, asked for, merged, taken back."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tests.examples import examples
from tests.inside import run, store_of

from chronomem import InvalidInput, InvalidText, InvalidTime, Memory, UnknownUser
from chronomem.graph_schema.facts.views import Fact, Operation

HOME: dict[str, Any] = {"subject": "Ann", "predicate": "lives_in"}
MONTHS = [datetime(2020 + n // 12, n % 12 + 1, 15, tzinfo=UTC) for n in range(72)]


def live(memory: Memory, user: str, city: str, since: str | None, **more: Any) -> Operation:
    return memory.add_fact(user=user, **HOME, object=city, valid_at=since, **more)


def homes(memory: Memory, user: str, when: str | datetime | None = None, **more: Any) -> list[str]:
    return [fact.says for fact in memory.facts(user=user, predicate="lives_in", as_of=when, **more)]


def content(facts: list[Fact]) -> list[tuple[Any, ...]]:
    """What facts say of the world, without when the memory learned it."""
    return sorted(
        (
            (f.subject.name, f.predicate, f.says.casefold(), f.valid_at, f.invalid_at, f.negated, f.confidence)
            for f in facts
        ),
        key=str,
    )


def unlike_relations(memory: Memory, user: str) -> dict[str, list[str]]:
    """Facts without the relation that says the same, and relations without their fact."""
    rows = memory.cypher(
        "MATCH (f:Fact {user_id: $user})"
        " OPTIONAL MATCH (s:Entity)-[r:RELATES_TO {user_id: $user, fact_id: f.id}]->(o:Entity)"
        " RETURN f.id AS id, f.object AS object, f.negated AS negated, f.subject AS subject, f.predicate AS predicate,"
        " f.valid_at AS valid_at, f.invalid_at AS invalid_at, count(r) AS relations, collect(s.id) AS subjects,"
        " collect(o.id) AS objects, collect(r.predicate) AS predicates, collect(r.valid_at) AS starts,"
        " collect(r.invalid_at) AS ends",
        user=user,
    )
    wrong = []
    for row in rows:
        if row["object"] is None or row["negated"]:
            same = row["relations"] == 0
        else:
            starts = [row["valid_at"]] if row["valid_at"] is not None else []
            ends = [row["invalid_at"]] if row["invalid_at"] is not None else []
            same = (
                row["relations"] == 1
                and (row["subjects"], row["objects"]) == ([row["subject"]], [row["object"]])
                and (row["predicates"], row["starts"], row["ends"]) == ([row["predicate"]], starts, ends)
            )
        if not same:
            wrong.append(row["id"])
    relations = memory.cypher("MATCH ()-[r:RELATES_TO {user_id: $user}]->() RETURN r.fact_id AS id", user=user)
    known = {row["id"] for row in rows}
    return {"facts": wrong, "relations": [row["id"] for row in relations if row["id"] not in known]}


@pytest.mark.dialect
def test_a_new_value_closes_the_old_one(memory: Memory, user: str) -> None:
    assert live(memory, user, "Porto", "2020-03-01").kind == "ADD"
    moved = live(memory, user, "Lisbon", "2023-05-01")
    assert moved.kind == "INVALIDATE"
    assert moved.fact is not None
    assert moved.fact.says == "Lisbon"
    assert [(f.says, f.invalid_at) for f in moved.touched] == [("Porto", datetime(2023, 5, 1, tzinfo=UTC))]
    assert homes(memory, user, "2021-01-01") == ["Porto"]
    assert homes(memory, user) == ["Lisbon"]
    assert homes(memory, user, include_invalid=True) == ["Porto", "Lisbon"]
    assert unlike_relations(memory, user) == {"facts": [], "relations": []}


def test_a_back_filled_fact_is_added_with_its_end(memory: Memory, user: str) -> None:
    live(memory, user, "Porto", "2020-03-01")
    late = live(memory, user, "Faro", "2018-01-01")
    assert late.kind == "ADD"
    assert late.fact is not None
    assert late.fact.invalid_at == datetime(2020, 3, 1, tzinfo=UTC)
    assert homes(memory, user) == ["Porto"]
    assert homes(memory, user, "2019-01-01") == ["Faro"]


def test_saying_it_again_is_evidence(memory: Memory, user: str) -> None:
    live(memory, user, "Porto", "2020-03-01", source="letter", confidence=0.7)
    again = live(memory, user, "porto", "2021-03-01", source="card", confidence=0.7)
    assert again.kind == "DUPLICATE"
    assert again.fact is not None
    assert (again.fact.reinforcements, again.fact.confidence) == (1, 0.91)
    assert again.fact.valid_at == datetime(2020, 3, 1, tzinfo=UTC)


def test_the_same_fact_from_the_same_source_changes_nothing(memory: Memory, user: str) -> None:
    first = live(memory, user, "Porto", "2020-03-01", said_at="2020-04-01")
    second = live(memory, user, "Porto", "2020-03-01", said_at="2020-04-01")
    assert second.kind == "DUPLICATE"
    assert second.fact == first.fact
    assert memory.cypher("MATCH (a:Assertion {user_id: $user}) RETURN count(a) AS n", user=user)[0]["n"] == 1


@pytest.mark.dialect
def test_a_more_precise_value_updates(memory: Memory, user: str) -> None:
    live(memory, user, "Portugal", None, said_at="2020-03-01")
    precise = live(memory, user, "Lisbon, Portugal", None, said_at="2020-05-01")
    assert precise.kind == "UPDATE"
    assert homes(memory, user, "2020-04-01") == ["Lisbon, Portugal"]
    rows = memory.cypher("MATCH (f:Fact {user_id: $user})-[:SUPERSEDES]->(o) RETURN o.text AS text", user=user)
    assert [row["text"] for row in rows] == ["Ann lives in Portugal"]


def test_what_was_known_then_is_still_known_then(tmp_path_factory: pytest.TempPathFactory, user: str) -> None:
    moments = iter([datetime(2024, 1, n + 1, tzinfo=UTC) for n in range(20)])
    now = [next(moments)]
    with Memory.open(tmp_path_factory.mktemp("clock") / "memory", clock=lambda: now[0]) as own:
        live(own, user, "Porto", "2020-03-01")
        now[0] = next(moments)
        live(own, user, "Lisbon", "2023-05-01")
        assert homes(own, user, "2023-12-01") == ["Lisbon"]
        assert homes(own, user, "2023-12-01", known_at="2024-01-01T12:00") == ["Porto"]
        assert homes(own, user, "2023-12-01", known_at="2023-06-01") == []
        closed = own.history("Ann", "lives_in", user=user)[0]
        assert (closed.created_at.day, closed.expired_at and closed.expired_at.day) == (1, 2)
        assert [(c.kind, c.fact.says) for c in own.changes("2023-01-01", user=user)] == [
            ("ended", "Porto"), ("began", "Lisbon"),
        ]  # fmt: skip
        learned = own.changes("2024-01-02", "2024-01-03", user=user, axis="memory")
        assert [(c.kind, c.fact.says) for c in learned] == [("expired", "Porto"), ("learned", "Lisbon")]


@pytest.mark.dialect
def test_forgetting_a_turn_reopens_what_it_alone_had_closed(memory: Memory, user: str) -> None:
    for number, text in enumerate(["I live in Porto.", "I moved to Lisbon!", "Lisbon is sunny.", "I love it."]):
        memory.add(text, user=user, speaker="Ann", said_at=f"2023-05-0{number + 1}", session="s", turn_id=f"t{number}")
    live(memory, user, "Porto", None, turn_id="t0")
    live(memory, user, "Lisbon", "2023-05-02", turn_id="t1")
    live(memory, user, "Lisbon", None, turn_id="t2")
    before = memory.facts(user=user, as_of="2023-06-01")
    assert [(f.says, f.turn_ids) for f in before] == [("Lisbon", ("t1", "t2"))]
    gone = memory.forget(user=user, turn_ids=["t1", "t2"])
    assert (gone.turns, gone.assertions, gone.entities) == (2, 2, 1)
    after = memory.facts(user=user, as_of="2023-06-01")
    assert [(f.says, f.turn_ids, f.invalid_at, f.expired_at) for f in after] == [("Porto", ("t0",), None, None)]
    assert memory.entity("Lisbon", user=user) is None
    order = memory.cypher("MATCH (a:Turn {user_id: $user})-[:NEXT]->(b) RETURN a.id AS a, b.id AS b", user=user)
    assert [(row["a"], row["b"]) for row in order] == [("t0", "t3")]
    assert [item.turn_ids for item in memory.recall("Lisbon", user=user)] == [("t3",), ("t0",)] or all(
        "t1" not in item.turn_ids for item in memory.recall("Lisbon", user=user)
    )
    assert unlike_relations(memory, user) == {"facts": [], "relations": []}


@pytest.mark.dialect
def test_forgetting_everything_leaves_no_entity_and_no_session(memory: Memory, user: str) -> None:
    memory.add("I live in Porto.", user=user, speaker="Ann", said_at="2023-05-01", turn_id="t0")
    live(memory, user, "Porto", None, turn_id="t0")
    live(memory, user, "Faro", "2010-01-01", source="import")
    memory.forget(user=user, turn_ids=["t0", "never there"], source="import")
    rows = memory.cypher("MATCH (n {user_id: $user}) WHERE NOT n:Period AND NOT n:Event RETURN n.id", user=user)
    assert list(rows) == []
    assert memory.facts(user=user, include_invalid=True) == []


@pytest.mark.dialect
def test_taking_back_is_as_if_it_had_never_been_said(memory: Memory, user: str) -> None:
    live(memory, user, "Porto", "2020-03-01", source="a")
    live(memory, user, "Faro", "2018-01-01", source="a")
    before = content(memory.facts(user=user, include_invalid=True))
    live(memory, user, "Lisbon", "2021-01-01", source="b")
    live(memory, user, "Porto", "2019-01-01", source="b")
    assert content(memory.facts(user=user, include_invalid=True)) != before
    memory.forget(user=user, source="b")
    assert content(memory.facts(user=user, include_invalid=True)) == before


@pytest.mark.dialect
def test_merged_entities_share_their_facts_until_they_are_split(memory: Memory, user: str) -> None:
    live(memory, user, "Porto", "2020-03-01")
    memory.add_fact(user=user, subject="Annie", predicate="lives_in", object="Lisbon", valid_at="2023-05-01")
    memory.add_fact(user=user, subject="Ben", predicate="met", object="Annie", valid_at="2022-01-01")
    apart = content(memory.facts(user=user, include_invalid=True))
    both = memory.merge_entities("Ann", "Annie", user=user)
    assert (both.name, both.aliases, both.merged) == ("Ann", ("Annie",), ("entity:annie",))
    assert homes(memory, user, "2024-01-01") == ["Lisbon"]
    assert homes(memory, user, "2024-01-01", about="Annie") == ["Lisbon"]
    assert [f.says for f in memory.facts(user=user, predicate="met")] == ["Ann"]
    assert memory.merge_entities("Annie", "Ann", user=user) == both
    assert unlike_relations(memory, user) == {"facts": [], "relations": []}
    live(memory, user, "Rome", "2024-01-01", source="later")
    memory.forget(user=user, source="later")
    assert memory.split_entity("Annie", user=user).merged == ()
    assert content(memory.facts(user=user, include_invalid=True)) == apart
    assert unlike_relations(memory, user) == {"facts": [], "relations": []}
    with pytest.raises(InvalidInput, match="was not merged"):
        memory.split_entity("Annie", user=user)


@pytest.mark.dialect
def test_a_third_name_may_be_given_before_it_is_used(memory: Memory, user: str) -> None:
    live(memory, user, "Porto", "2020-03-01")
    memory.merge_entities("Ann", "Nan", user=user)
    memory.add_fact(user=user, subject="Nan", predicate="likes", value="tea", valid_at="2020-03-01")
    assert [f.subject.name for f in memory.facts(user=user, about="Ann")] == ["Ann", "Ann"]


def test_a_speaker_and_a_subject_of_one_name_are_one_entity(memory: Memory, user: str) -> None:
    memory.add_fact(user=user, subject="ann", predicate="likes", value="tea", said_at="2020-03-01")
    memory.add("Hello!", user=user, speaker="Ann", said_at="2020-04-01")
    rows = memory.cypher("MATCH (e:Entity {user_id: $user}) RETURN e.name AS name, e.type AS type", user=user)
    assert list(rows) == [{"name": "ann", "type": "person"}]


@pytest.mark.dialect
def test_denials_are_kept_apart(memory: Memory, user: str) -> None:
    memory.add_fact(user=user, subject="Ann", predicate="has_pet", value="dog", said_at="2020-01-01")
    denied = memory.add_fact(
        user=user, subject="Ann", predicate="has_pet", value="dog", said_at="2021-01-01", negated=True
    )
    assert denied.kind == "INVALIDATE"
    assert memory.facts(user=user) == []
    assert [f.negated for f in memory.facts(user=user, include_negated=True)] == [True]


def test_users_do_not_see_each_other(memory: Memory, user: str) -> None:
    live(memory, user, "Porto", "2020-03-01")
    live(memory, user + "-other", "Rome", "2020-03-01")
    assert homes(memory, user) == ["Porto"]
    memory.forget(user=user + "-other", source="given")
    assert homes(memory, user) == ["Porto"]
    with pytest.raises(UnknownUser):
        memory.facts(user=user + "-nobody")


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"value": "x", "object": "y"}, InvalidInput, "not both"),
        ({}, InvalidInput, "needs an object or a value"),
        ({"value": " "}, InvalidText, "empty"),
        ({"value": "x", "valid_at": "2020-01-02", "invalid_at": "2020-01-01"}, InvalidTime, "is not after"),
        ({"value": "x", "valid_at": "yesterday"}, InvalidTime, "yesterday"),
        ({"value": "x", "confidence": 2}, InvalidInput, "confidence"),
        ({"value": "x", "turn_id": "nowhere"}, InvalidInput, "nowhere"),
        ({"value": "x", "colour": "red"}, InvalidInput, "colour"),
    ],
)
def test_what_can_not_be_used_is_refused(
    memory: Memory, user: str, wrong: dict[str, Any], error: type[Exception], words: str
) -> None:
    memory.create_user(user)
    with pytest.raises(error, match=words):
        memory.add_fact(user=user, subject="Ann", predicate="likes", **wrong)
    assert memory.facts(user=user, include_invalid=True) == []


@pytest.mark.dialect
def test_a_fact_and_its_relation_that_differ_are_found(memory: Memory, user: str) -> None:
    fact = live(memory, user, "Porto", "2020-03-01").fact
    live(memory, user, "Lisbon", "2023-03-01")
    assert fact is not None
    store = store_of(memory)

    def found() -> set[str]:
        return {
            i for finding in memory.doctor(user=user).findings if finding.check == "facts" for i in finding.examples
        }

    async def break_it(name: str, **parameters: Any) -> None:
        await store.write(lambda tx: tx.run(name, user=user, **parameters))

    assert found() == set()
    wrong = {"id": fact.id, "object": "entity:porto", "valid_at": "2019-01-01T00:00:00Z", "invalid_at": None}
    run(memory, break_it("time_relations", rows=[wrong]))
    assert found() == {fact.id}
    extra = {"id": "no such fact", "subject": "entity:ann", "object": "entity:porto", "predicate": "lives_in"}
    run(memory, break_it("create_relations", rows=[extra]))
    assert found() == {fact.id, "no such fact"}


_DAYS = st.none() | st.sampled_from(["2020-01-01", "2021-01-01", "2022-01-01", "2023-01-01"])
_FACTS = st.lists(
    st.fixed_dictionaries(
        {
            "subject": st.sampled_from(["Ann", "Ben"]),
            "predicate": st.sampled_from(["lives_in", "likes", "dislikes", "visited"]),
            "object": st.sampled_from(["Porto", "Lisbon", "Lisbon, Portugal", "Portugal"]),
            "valid_at": _DAYS,
            "said_at": st.sampled_from(["2020-06-01", "2022-06-01", "2023-06-01", "2024-06-01"]),
            "source": st.sampled_from(["a", "b"]),
        }
    ),
    min_size=2,
    max_size=6,
)


@given(facts=_FACTS, random=st.randoms(use_true_random=False))
@settings(
    max_examples=examples(12),
    phases=[Phase.explicit, Phase.generate],  # to shrink a failure takes a database longer than to read it
    suppress_health_check=[HealthCheck.function_scoped_fixture],  # each example works under users of its own
)
def test_every_order_of_arrival_ends_the_same(memory: Memory, facts: list[dict[str, Any]], random: Any) -> None:
    one, other = f"order-{uuid4().hex}", f"order-{uuid4().hex}"
    memory.add_facts(facts, user=one)
    for fact in random.sample(facts, len(facts)):
        memory.add_fact(user=other, **fact)
    for moment in (None, *MONTHS[::7]):
        assert content(memory.facts(user=one, as_of=moment)) == content(memory.facts(user=other, as_of=moment))
    assert content(memory.facts(user=one, include_invalid=True)) == content(
        memory.facts(user=other, include_invalid=True)
    )
    assert unlike_relations(memory, other) == {"facts": [], "relations": []}
    assert {op.kind for op in memory.add_facts(facts, user=one)} == {"DUPLICATE"}
    assert content(memory.facts(user=one, include_invalid=True)) == content(
        memory.facts(user=other, include_invalid=True)
    )


@pytest.mark.dialect
def test_minor_facts_are_listed_when_they_are_asked_for(memory: Memory, user: str) -> None:
    memory.add_fact(user=user, subject="Ann", predicate="lives_in", object="Porto")
    view = {"user": user, "subject": "Ann", "predicate": "thinks", "value": "the new library is far too loud"}
    memory.add_fact(**view, source="told")
    assert {f.predicate: f.minor for f in memory.facts(user=user)} == {"lives_in": False, "thinks": False}
    memory.forget(user=user, source="told")
    memory.add_fact(**view, minor=True)
    assert [f.predicate for f in memory.facts(user=user)] == ["lives_in"]
    assert {f.predicate: f.minor for f in memory.facts(user=user, include_minor=True)} == {
        "lives_in": False,
        "thinks": True,
    }
    assert [f.predicate for f in memory.facts(user=user, predicate="thinks")] == ["thinks"]
    assert [f.predicate for f in memory.facts(user=user, predicate="thinks", known_at="2999-01-01")] == ["thinks"]
    assert memory.facts(user=user, known_at="2999-01-01") == memory.facts(user=user)
    learned = {
        include: len(memory.changes("2000-01-01", user=user, axis="memory", include_minor=include))
        for include in (False, True)
    }
    assert learned == {False: 1, True: 2}


@pytest.mark.dialect
def test_a_fact_of_turns_is_as_minor_as_its_evidence(memory: Memory, user: str) -> None:
    said = ("I carve spoons, lol.", "I think the library is loud.", "I live in Porto.")
    for number, text in enumerate(said):
        memory.add(text, user=user, speaker="Ann", turn_id=f"t{number}", said_at=f"2024-05-0{number + 1}")
    memory.consolidate(user=user)
    assert {f.predicate for f in memory.facts(user=user)} == {"lives_in"}
    assert {f.predicate for f in memory.facts(user=user, include_minor=True)} == {"lives_in", "carve", "thinks"}
    memory.add(
        "I carve spoons, always have, since 2010.", user=user, speaker="Ann", turn_id="again", said_at="2024-06-01"
    )
    memory.consolidate(user=user)
    assert {f.predicate for f in memory.facts(user=user)} >= {"lives_in", "carve"}
    memory.forget(user=user, turn_ids=["again"])
    assert {f.predicate for f in memory.facts(user=user)} == {"lives_in"}
    assert {f.predicate for f in memory.facts(user=user, predicate="carve")} == {"carve"}


@pytest.mark.parametrize(
    ("told", "held"),
    [
        (["I live in Rome.", "Actually I live in Porto."], ["Porto"]),
        (["I live in Porto.", "Actually I live in Rome."], ["Rome"]),
        (["I live in Porto.", "I moved to Rome yesterday."], ["Rome"]),
        (["I live in Porto.", "I don't live in Porto any more."], []),
    ],
)
def test_turns_of_one_moment_change_facts_in_their_order(
    memory: Memory, user: str, told: list[str], held: list[str]
) -> None:
    turn: dict[str, Any] = {"speaker": "Ann", "said_at": "2024-03-06T12:00:00Z", "session": "a"}
    memory.add_turns([turn | {"id": f"{n}", "text": text} for n, text in enumerate(told)], user=user)
    memory.consolidate(user=user)
    assert homes(memory, user) == held


@pytest.mark.parametrize("when", ["today", "this week", "this month", "this year"])
def test_a_job_ends_within_the_period_in_which_it_was_told(memory: Memory, user: str, when: str) -> None:
    memory.add("I work at Tesco.", user=user, speaker="Ann", said_at="2024-03-06T12:00:00Z")
    memory.add(f"I quit Tesco {when}.", user=user, speaker="Ann", said_at="2024-03-06T18:00:00Z")
    memory.consolidate(user=user)
    assert not memory.facts(user=user, predicate="works_at")


def test_relations_are_told_from_the_side_of_whom_one_asks(memory: Memory) -> None:
    user = uuid4().hex
    memory.add_fact(user=user, subject="Priya", predicate="has_child", object="Rohan", valid_at="2001-04-02")
    memory.add_fact(user=user, subject="Priya", predicate="married_to", object="Dev", valid_at="1999-06-05")
    [parent] = memory.facts(user=user, about="Rohan", predicate="has_parent")
    assert (parent.subject.name, parent.says) == ("Rohan", "Priya")
    assert [f.says for f in memory.facts(user=user, about="Dev", matching="whom is Dev married to?")] == ["Priya"]
    assert [f.says for f in memory.history("Dev", "married_to", user=user)] == ["Priya"]
    assert len(memory.facts(user=user)) == 2
