"""A tag tells nothing of what isn't so yet, of what is only thought of, or of some people or other."""

import pytest
from tests.unit.extractors.language.tagger.tagging import place, read

from chronomem.extractors.language.tagger.tags import Tag


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("they want me to work at Bosch", False),
        ("I was told to work at Bosch", False),
        ("maybe I should work at Bosch", False),
        ("hopefully I'll work at Bosch one day", False),
        ("working at Bosch sounds nice", False),
        ("the idea of working at Bosch scares me", False),
        ("I gave up on working at Bosch", False),
        ("it's too hard to work at Bosch", False),
        ("I envy people who work at Bosch", False),
        ("most people in my town work at Bosch", False),
        ("everyone but me works at Bosch", False),
        ("who told you I work at Bosch?", False),
        ("it would be nice to work at Bosch", False),
        ("I don't mind working at Bosch", True),
        ("working at Bosch wears me out", True),
        ("I should mention that I work at Bosch", True),
        ("I started to work at Bosch", True),
        ("they know I work at Bosch", True),
    ],
)
def test_what_is_only_in_thought_is_not_told(text: str, told: bool) -> None:
    job = Tag("works_at", "holds", place(text, "Bosch"), "Ann", 0.9, 0.9)
    assert bool([each for each in read(text, [job]) if each.predicate == "works_at"]) is told


def test_what_one_wants_or_plans_is_told() -> None:
    text = "I've been meaning to visit Exeter"
    assert read(text, [Tag("plans", "holds", place(text, "visit Exeter"), "Ann", 0.9, 0.9)])
