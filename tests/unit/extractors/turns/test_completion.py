"""What a turn tells, when all of it is taken together."""

from collections.abc import Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from chronomem.extractors.turns.extraction import TurnExtractor
from chronomem.extractors.turns.stored_turn import StoredTurn
from chronomem.graph_schema.facts.given import GivenFact


def facts_of(text: str) -> Sequence[GivenFact]:
    """Read what Ann says to Fionnuala."""
    turn = StoredTurn("t", text, datetime(2024, 5, 8, 12, tzinfo=UTC), "Ann", "user", ("Fionnuala",))
    [read] = TurnExtractor().extract([turn], ZoneInfo("UTC")).done
    return read.facts


def test_nobody_is_their_own_relative() -> None:
    facts = facts_of("Fionnuala is your brother the one with the bakery")
    assert not [fact for fact in facts if fact.subject == fact.object]


@pytest.mark.parametrize(
    ("text", "predicate", "what", "ended"),
    [
        ("quit my job at Lidl, working at Aldi now", "works_at", "Aldi", False),
        ("quit my job at Lidl, working at Aldi now", "works_at", "Lidl", True),
        ("I left Leeds, living in York now", "lives_in", "York", False),
        ("gave up Spanish, doing Italian instead", "studies", "Italian", False),
        ("off the sertraline since last week", "takes", "sertraline", True),
        ("switched my tennis to Wednesdays", "plays", "tennis", False),
        ("I have asthma and hay fever", "has", "hay fever", False),
        ("did I tell you I work at Bosch?", "works_at", "Bosch", False),
        ("you know I'm vegan, right?", "is", "vegan", False),
        ("my cat is called Tilly", "has_pet", "Tilly", False),
    ],
)
def test_statements_hold_or_are_over(text: str, predicate: str, what: str, ended: bool) -> None:
    found = {
        (f.predicate, f.object or f.value, f.ended) for f in facts_of(text) if f.subject == "Ann" and not f.negated
    }
    assert (predicate, what, ended) in found
    assert (predicate, what, not ended) not in found


@pytest.mark.parametrize(
    "text", ["did you hear Tom play?", "do you know if Tom works at Bosch?", "did Eva tell you Tom works at Bosch?"]
)
def test_a_question_tells_nothing(text: str) -> None:
    assert not [fact for fact in facts_of(text) if fact.subject == "Tom" and fact.predicate in ("works_at", "plays")]


def test_a_couple_parts_for_both() -> None:
    ended = {
        (f.subject, f.object) for f in facts_of("Kim and Eva broke up") if f.predicate == "has_partner" and f.ended
    }
    assert ended >= {("Kim", "Eva"), ("Eva", "Kim")}


def test_an_animal_that_died_is_not_had() -> None:
    assert not [f for f in facts_of("our old cat died in March") if f.predicate == "has_pet" and not f.ended]
