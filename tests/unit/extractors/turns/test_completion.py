"""What a turn tells, when all of it is taken together."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from chronomem.extractors.turns.extraction import TurnExtractor
from chronomem.extractors.turns.stored_turn import StoredTurn


def test_nobody_is_their_own_relative() -> None:
    said_at = datetime(2024, 5, 8, 12, tzinfo=UTC)
    text = "Fionnuala is your brother the one with the bakery"
    turn = StoredTurn("t", text, said_at, "Ann", "user", ("Fionnuala",))
    [read] = TurnExtractor().extract([turn], ZoneInfo("UTC")).done
    assert not [fact for fact in read.facts if fact.subject == fact.object]
