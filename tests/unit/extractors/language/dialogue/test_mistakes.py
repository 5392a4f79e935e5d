"""What a turn says was never so: it is denied for all of time, and what is so instead is told."""

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last


@pytest.mark.parametrize(
    "text",
    [
        "I told you in April that Holger works at Bosch. That was a mistake.",
        "I said Holger works at Bosch, but I was wrong.",
        "Holger has never worked at Bosch.",
        "I was wrong about Holger: he works at Siemens, not Bosch. Holger is happy there.",
    ],
)
def test_what_was_told_by_mistake_is_denied_for_all_of_time(text: str) -> None:
    denied = [f for f in last(f"Ann: {text}") if f.negated and f.object == "Bosch"]
    assert [(f.predicate, f.grain) for f in denied] == [("works_at", "ever")]


def test_what_is_so_instead_is_told() -> None:
    facts = last("Ann: Sorry, I told you the wrong name. My boss is called Ellen Marsh, not Helen.")
    assert ("Ann", "has_colleague", "Ellen Marsh") in holds(facts)
    assert any(f.negated and f.object == "Helen Marsh" and f.grain == "ever" for f in facts)


def test_a_relative_is_one_whatever_was_wrong_about_them() -> None:
    facts = last("Ann: I said that my uncle Osvaldo lives in Chile. That was wrong.")
    assert ("Ann", "has_relative", "Osvaldo") in holds(facts)
    assert any(f.negated and f.object == "Chile" for f in facts)


@pytest.mark.parametrize(
    "text",
    [
        "I work at Lidl now, not Aldi.",
        "I never eat meat.",
        "I'm going to Kiel, not Bonn.",
        "I told you that I work at Aldi.",
        "I told you that I work at Aldi. I was wrong about the weather, though.",
        "It's the thought that counts, not the money.",
    ],
)
def test_what_has_changed_or_is_only_contrasted_was_no_mistake(text: str) -> None:
    assert not any(f.grain == "ever" for f in last(f"Ann: {text}"))
