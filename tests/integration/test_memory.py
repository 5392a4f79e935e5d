"""Storing and recalling dialogue in a real database."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from chronomem import Memory, Turn, TurnConflict, UnknownUser, WriteRefused

START = datetime(2024, 5, 31, 9, tzinfo=UTC)


def turn(number: int, *, minutes: float | None = None, **changes: Any) -> Turn:
    said_at = START + timedelta(minutes=number if minutes is None else minutes)
    values = {"id": f"t{number}", "text": f"This is turn {number}.", "speaker": "Ann", "said_at": said_at}
    return Turn.of(**{**values, **changes})


def order_of(memory: Memory, user: str, session: str) -> list[str]:
    """The turn ids of a session, following NEXT from the one that nothing comes before."""
    rows = memory.cypher(
        "MATCH (s:Session {user_id: $user, id: $session})<-[:IN_SESSION]-(t:Turn)"
        " OPTIONAL MATCH (t)-[:NEXT]->(n:Turn) RETURN t.id AS id, n.id AS next",
        user=user,
        session=session,
    )
    following = {row["id"]: row["next"] for row in rows}
    assert len(following) == len(rows), "a turn has two successors"
    firsts = set(following) - set(following.values())
    assert len(firsts) == 1
    chain: list[str] = []
    current = firsts.pop()
    while current is not None:
        chain.append(current)
        current = following[current]
    assert len(chain) == len(rows)
    return chain


def sessions_of(memory: Memory, user: str) -> list[list[str]]:
    rows = memory.cypher(
        "MATCH (t:Turn {user_id: $user})-[:IN_SESSION]->(s:Session)"
        " WITH s.id AS session, t ORDER BY t.said_at, t.seq RETURN session, collect(t.id) AS turns",
        user=user,
    )
    return sorted(row["turns"] for row in rows)


@pytest.mark.dialect
def test_a_stored_turn_is_found_with_its_evidence(memory: Memory, user: str) -> None:
    memory.add(
        "I moved to Lisbon last weekend!", user=user, said_at="2023-05-30T09:00:00+02:00", turn_id="move", speaker="Ann"
    )
    memory.add("We had pancakes for breakfast.", user=user, said_at="2023-05-30T10:00:00+02:00", speaker="Ben")
    context = memory.recall("Which city did Ann move to?", user=user, now="2023-06-20")
    assert context[0].turn_ids == ("move",)
    assert context[0].text == "I moved to Lisbon last weekend!"
    assert context[0].when == datetime(2023, 5, 30, 7, tzinfo=UTC)
    assert context[0].score > context[1].score
    assert context.as_prompt().splitlines()[:2] == ["Tue 2023-05-30", "- Ann: I moved to Lisbon last weekend! (move)"]


@pytest.mark.dialect
def test_storing_the_same_turns_again_changes_nothing(memory: Memory, user: str) -> None:
    turns = [turn(i) for i in range(5)]
    first = memory.add_turns(turns, user=user)
    before = snapshot(memory, user)
    second = memory.add_turns(turns, user=user)
    assert (first.stored, first.known) == (5, 0)
    assert (second.stored, second.known) == (0, 5)
    assert snapshot(memory, user) == before


def snapshot(memory: Memory, user: str) -> list[Any]:
    nodes = memory.cypher("MATCH (n {user_id: $user}) RETURN n", user=user)
    owner = memory.cypher("MATCH (u:User {id: $user}) RETURN u", user=user)
    relations = memory.cypher(
        "MATCH (a {user_id: $user})-[r]->(b) RETURN a.id AS a, type(r) AS kind, b.id AS b", user=user
    )
    return sorted(str(sorted(map(repr, row.items()))) for rows in (nodes, owner, relations) for row in rows)


@pytest.mark.dialect
def test_an_id_that_says_something_else_is_refused_and_nothing_is_written(memory: Memory, user: str) -> None:
    memory.add_turns([turn(0)], user=user)
    before = snapshot(memory, user)
    for change in ({"text": "Other words."}, {"speaker": "Ben"}, {"said_at": START + timedelta(days=1)}):
        with pytest.raises(TurnConflict, match="'t0' is taken by a turn with another"):
            memory.add_turns([turn(1), turn(0, **change)], user=user)
    with pytest.raises(TurnConflict):
        memory.add_turns([turn(2), turn(2, text="Twice in one batch.")], user=user)
    assert snapshot(memory, user) == before


def test_the_same_id_of_two_users_is_two_turns(memory: Memory, user: str) -> None:
    memory.add_turns([turn(0, text="Mine.")], user=user)
    memory.add_turns([turn(0, text="Yours.")], user=f"{user}-other")
    assert [item.text for item in memory.recall("turn", user=user)] == ["Mine."]
    assert [item.text for item in memory.recall("turn", user=f"{user}-other")] == ["Yours."]


@pytest.mark.dialect
@pytest.mark.parametrize("order", [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3]])
def test_late_turns_take_their_place_in_the_session(memory: Memory, user: str, order: list[int]) -> None:
    for number in order:
        memory.add_turns([turn(number, session="s")], user=user)
    assert order_of(memory, user, "s") == ["t0", "t1", "t2", "t3", "t4"]
    (row,) = memory.cypher(
        "MATCH (s:Session {user_id: $user, id: 's'}) RETURN s.started_at AS a, s.ended_at AS b, s.last_turn AS last",
        user=user,
    )
    assert row == {"a": START, "b": START + timedelta(minutes=4), "last": "t4"}


def test_turns_of_one_moment_keep_the_order_in_which_they_were_given(memory: Memory, user: str) -> None:
    memory.add_session([turn(i, minutes=0) for i in (3, 1, 2)], user=user, session="s")
    memory.add_session([turn(0, minutes=0)], user=user, session="s")
    assert order_of(memory, user, "s") == ["t3", "t1", "t2", "t0"]


def test_turns_without_a_session_begin_a_new_one_after_a_gap(memory: Memory, user: str) -> None:
    memory.add_turns([turn(0), turn(1, minutes=30), turn(2, minutes=61)], user=user)
    memory.add_turns([turn(3, minutes=91), turn(4, minutes=122)], user=user)
    assert sessions_of(memory, user) == [["t0", "t1"], ["t2", "t3"], ["t4"]]


@pytest.mark.dialect
def test_a_late_turn_joins_the_session_that_is_nearest(memory: Memory, user: str) -> None:
    memory.add_turns([turn(0), turn(1, minutes=50)], user=user)
    memory.add_turns([turn(2, minutes=29)], user=user)
    assert sessions_of(memory, user) == [["t0"], ["t2", "t1"]]


def test_a_session_over_midnight_stays_one(memory: Memory, user: str) -> None:
    late = datetime(2024, 5, 31, 23, 50, tzinfo=UTC)
    memory.add_turns([turn(0, said_at=late)], user=user)
    memory.add_turns([turn(1, said_at=late + timedelta(minutes=20))], user=user)
    assert sessions_of(memory, user) == [["t0", "t1"]]
    days = memory.cypher(
        "MATCH (t:Turn {user_id: $user})-[:SAID_ON]->(d:Period) RETURN t.id AS turn, d.id AS day ORDER BY turn",
        user=user,
    )
    assert [row["day"] for row in days] == ["day:2024-05-31", "day:2024-06-01"]


@pytest.mark.dialect
def test_every_turn_hangs_in_the_calendar(memory: Memory, user: str) -> None:
    memory.add_turns([turn(i, minutes=i * 60 * 24 * 3) for i in range(40)], user=user)
    rows = memory.cypher(
        "MATCH (t:Turn {user_id: $user})-[:SAID_ON]->(d:Period)-[:PART_OF]->(w)-[:PART_OF]->(m)-[:PART_OF]->(y)"
        " RETURN t.said_at AS at, [d, w, m, y] AS path",
        user=user,
    )
    assert len(rows) == 40
    for row in rows:
        path = [node.properties for node in row["path"]]
        assert [node["grain"] for node in path] == ["day", "week", "month", "year"]
        assert path[0]["start"] <= row["at"] < path[0]["end"]
        for child, parent in pairwise(path):
            assert parent["start"] <= child["start"]
            assert child["end"] <= parent["end"]


def test_days_are_cut_in_the_users_timezone(memory: Memory, user: str) -> None:
    memory.create_user(user, timezone="Pacific/Auckland")
    memory.add("Naive, so it is local time.", user=user, said_at="2024-06-01T00:30", turn_id="naive")
    memory.add("The same moment.", user=user, said_at="2024-05-31T12:30:00+00:00", turn_id="aware")
    rows = memory.cypher(
        "MATCH (t:Turn {user_id: $user})-[:SAID_ON]->(d:Period) RETURN t.said_at AS at, d.id AS day, d.start AS start",
        user=user,
    )
    midnight = datetime(2024, 6, 1, tzinfo=ZoneInfo("Pacific/Auckland")).astimezone(UTC)
    assert [(r["at"], r["day"], r["start"]) for r in rows] == [
        (datetime(2024, 5, 31, 12, 30, tzinfo=UTC), "day:2024-06-01", midnight)
    ] * 2


@pytest.mark.dialect
def test_speakers_are_entities_that_know_when_they_spoke(memory: Memory, user: str) -> None:
    memory.add_turns([turn(5), turn(9, speaker="ann"), turn(6, speaker="Ben")], user=user)
    memory.add_turns([turn(1)], user=user)
    rows = memory.cypher(
        "MATCH (e:Entity {user_id: $user}) RETURN e.name AS name, e.type AS type, e.mention_count AS turns,"
        " e.first_seen AS first, e.last_seen AS last ORDER BY name",
        user=user,
    )
    moments = {i: START + timedelta(minutes=i) for i in (1, 6, 9)}
    assert list(rows) == [
        {"name": "Ann", "type": "person", "turns": 3, "first": moments[1], "last": moments[9]},
        {"name": "Ben", "type": "person", "turns": 1, "first": moments[6], "last": moments[6]},
    ]


@pytest.mark.dialect
def test_a_recall_sees_what_another_memory_wrote(memory: Memory, open_memory: Callable[[], Memory], user: str) -> None:
    memory.add("The first thing is a bicycle.", user=user)
    assert len(memory.recall("thing", user=user)) == 1
    with open_memory() as other:
        other.add("The second thing is a boat.", user=user)
    assert "boat" in memory.recall("second thing", user=user)[0].text


def test_a_token_budget_leaves_out_what_does_not_fit(memory: Memory, user: str) -> None:
    memory.add_turns([turn(0, text="cake " * 50), turn(1, text="A cake.")], user=user)
    context = memory.recall("cake", user=user, max_tokens=40)
    assert [item.turn_ids for item in context] == [("t1",)]
    assert 0 < context.tokens <= 40
    assert len(memory.recall("cake", user=user, max_tokens=0)) == 0


def test_k_bounds_the_items(memory: Memory, user: str) -> None:
    memory.add_turns([turn(i) for i in range(4)], user=user)
    assert [len(memory.recall("turn", user=user, k=k)) for k in (0, 1, 3, 1_000_000)] == [0, 1, 3, 4]


def test_a_user_without_turns_recalls_nothing_and_an_unknown_one_is_an_error(memory: Memory, user: str) -> None:
    with pytest.raises(UnknownUser, match=user):
        memory.recall("anything?", user=user)
    memory.create_user(user)
    assert len(memory.recall("anything?", user=user)) == 0


@pytest.mark.dialect
def test_cypher_reads_and_never_writes(memory: Memory, user: str) -> None:
    memory.add_turns([turn(0)], user=user)
    with pytest.raises(WriteRefused):
        memory.cypher("MATCH (t:Turn {user_id: $user}) DETACH DELETE t", user=user)
    (row,) = memory.cypher("MATCH (t:Turn {user_id: $user}) RETURN count(t) AS turns, $x AS x", user=user, x=[1, "a"])
    assert row == {"turns": 1, "x": [1, "a"]}


def test_stats_count_what_is_stored(memory: Memory, user: str) -> None:
    memory.add_turns([turn(0, session="a"), turn(1, session="b", speaker="Ben")], user=user)
    stats = memory.stats(user=user)
    assert (stats.turns, stats.sessions, stats.entities, stats.periods) == (2, 2, 2, 4)
    assert user in memory.users()


@pytest.mark.dialect
def test_a_time_of_any_zone_may_be_a_parameter(memory: Memory, user: str) -> None:
    memory.add_turns([turn(0)], user=user)
    moments = [START.astimezone(ZoneInfo(name)) for name in ("Europe/Lisbon", "Asia/Kathmandu", "America/New_York")]
    (row,) = memory.cypher(
        "MATCH (t:Turn {user_id: $user}) WHERE t.said_at = $moment AND t.said_at IN $moments RETURN t.id AS id",
        user=user,
        moment=moments[0],
        moments=moments,
    )
    assert row == {"id": "t0"}
