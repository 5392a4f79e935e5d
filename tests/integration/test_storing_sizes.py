"""Storing costs what the texts' length costs, however many of one speaker fall on one day."""

import pytest

from chronomem import Memory, Turn

pytestmark = pytest.mark.dialect


@pytest.mark.parametrize(("turns", "characters"), [(500, 480), (200, 7_000), (30, 100_000)])
def test_many_or_long_turns_of_one_session_are_stored(memory: Memory, user: str, turns: int, characters: int) -> None:
    said = [
        Turn.of(id=f"t{n}", text=f"{n} ".ljust(characters, "a"), said_at="2024-05-08T10:00", session="s", speaker="Ann")
        for n in range(turns)
    ]
    assert memory.add_turns(said, user=user).stored == turns
    (row,) = memory.cypher(
        "MATCH (s {id: 's'})<-[:IN_SESSION]-(t:Turn {user_id: $user})-[:SPOKEN_BY]->(e) MATCH (t)-[:SAID_ON]->(d)"
        " RETURN count(t) AS turns, sum(size(t.text)) AS characters, count(DISTINCT t.seq) AS places",
        user=user,
    )
    assert row == {"turns": turns, "characters": turns * characters, "places": turns}
