"""A language model is told of an ontology, and what it tells is made to fit."""

from datetime import UTC, datetime
from typing import Any

from chronomem import EntityKind, GivenFact, Ontology, PredicateRule
from chronomem.extractors.llm.own_predicates import conform_told, instructions_of
from chronomem.extractors.turns.extraction import TurnExtraction
from chronomem.extractors.turns.stored_turn import StoredTurn

TAKES = PredicateRule(
    name="takes_medicine", description="takes it", range="drug", details={"dose": "how much"}, phrases=("take {drug}",)
)
CLINIC = Ontology(
    kinds=(
        EntityKind(name="drug", description="a medicine", names=("ramipril",), attributes={"maker": "who makes it"}),
    ),
    predicates=(TAKES,),
)
TURN = StoredTurn("t1", "I take 5 mg of Ramipril.", datetime(2024, 5, 1, tzinfo=UTC), "Ann", "user", ())


def fitted(ontology: Ontology, *facts: dict[str, Any]) -> list[tuple[str | None, ...]]:
    given = [GivenFact.of(**({"subject": "Ann", "predicate": "takes_medicine", "turn_id": "t1"} | f)) for f in facts]
    told = conform_told(TurnExtraction(TURN, (), (), given, ()), ontology)
    return [(f.predicate, f.object, f.value, f.details.get("dose"), f.object_type) for f in told.facts]


def test_the_instructions_name_predicates_details_and_kinds() -> None:
    assert instructions_of(CLINIC).splitlines() == [
        "These predicates come first:",
        "takes_medicine (person to drug [dose: how much]): takes it",
        "maker (drug to plain words): who makes it",
        'Details follow the object in brackets, if they are told: "aspirin [dose: 100 mg]".',
        "Kinds of names in them:",
        "drug: a medicine, such as ramipril",
    ]
    assert instructions_of(CLINIC.model_copy(update={"closed": True})).startswith("These predicates come first; beside")


def test_objects_get_the_kind_of_the_range_and_details_their_place() -> None:
    assert fitted(CLINIC, {"value": "Ramipril [dose: 5 mg]"}) == [("takes_medicine", "Ramipril", None, "5 mg", "drug")]
    told = conform_told(
        TurnExtraction(TURN, (), (), [GivenFact.of(subject="Ann", predicate="takes_medicine", value="ramipril")], ()),
        CLINIC,
    )
    assert [(m.text, m.name, m.type) for m in told.mentions] == [("Ramipril", "ramipril", "drug")]


def test_facts_with_ends_of_other_kinds_are_dropped() -> None:
    assert fitted(CLINIC, {"value": "the bus"}, {"value": "ramipril", "subject_type": "location"}) == []


def test_other_predicates_are_dropped_by_a_closed_ontology_only() -> None:
    facts = [{"predicate": "lives_in", "object": "Porto"}, {"predicate": "hums", "value": "tunes"}]
    assert [fact[0] for fact in fitted(CLINIC, *facts)] == ["lives_in", "hums"]
    assert [fact[0] for fact in fitted(CLINIC.model_copy(update={"closed": True}), *facts)] == ["lives_in"]
    alone = Ontology(kinds=CLINIC.kinds, predicates=CLINIC.predicates, extends=False, closed=True)
    assert fitted(alone, *facts) == []
