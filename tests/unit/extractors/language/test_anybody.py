"""Whoever is named in front of a verb is its subject, whatever name the parser takes for something else."""

import pytest
from tests.unit.extractors.language.conftest import Reader
from tests.unit.extractors.language.test_states import holding, told

NAMES = [
    "Hamish",
    "Freja",
    "Péter",
    "Charlotte",
    "Basil",
    "Allan",
    "Zoé",
    "Amondi",
    "Thorsten",
    "Tilly",
    "Rosy",
    "Candida",
]
LISTED = {
    "{} lives in Leeds": ("{}", "lives_in", "Leeds"),
    "and {} works at Bosch": ("{}", "works_at", "Bosch"),
    "{} likes coffee": ("{}", "likes", "coffee"),
    "{} studies medicine": ("{}", "studies", "medicine"),
    "{} volunteers at the food bank": ("{}", "volunteers_at", "food bank"),
    "{} got married": ("{}", "has_status", "married"),
    "{} is a nurse": ("{}", "works_as", "nurse"),
    "Tom is a nurse and {} works at Bosch": ("{}", "works_at", "Bosch"),
    "oh and {} started at Bosch": ("{}", "works_at", "Bosch"),
    "my cousin {} studies medicine": ("{}", "studies", "medicine"),
    "my boss {} speaks Dutch": ("{}", "speaks", "Dutch"),
    "Tom's sister {} sings in a choir": ("{}", "member_of", "choir"),
    "my sister {} got married": ("{}", "has_status", "married"),
}


@pytest.mark.parametrize("name", NAMES)
def test_statements_are_of_whoever_they_name(read: Reader, name: str) -> None:
    for text, (who, predicate, what) in LISTED.items():
        assert (who.format(name), predicate, what) in holding(told(read, text.format(name))), text


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("who", ["{}", "my sister {}"])
def test_plans_are_of_whoever_has_them(read: Reader, who: str, name: str) -> None:
    found = told(read, f"{who.format(name)} plans to move to Leeds").statements
    assert (name, "plans", "planned") in {(s.subject, s.predicate, s.modality) for s in found}


def test_a_thought_is_a_clause_of_its_own(read: Reader) -> None:
    assert ("Ann", "think", "likes coffee") not in holding(told(read, "I think Freja likes coffee"))


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Saturday drinks at the pub", ("Saturday", "drinks", "pub")),
        ("my colleague Sam Miller lives in York", ("Miller", "lives_in", "York")),
        ("we saw Tom and Eva play in Leeds", ("Eva", "plays", "Leeds")),
    ],
)
def test_nobody_else_is_made_one(read: Reader, text: str, fact: tuple[str, str, str]) -> None:
    assert fact not in holding(told(read, text))
