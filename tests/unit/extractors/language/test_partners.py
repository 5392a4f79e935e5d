"""Whoever is married to somebody by name means them by "my husband"."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from chronomem.extractors.language.extracted import Statement
from chronomem.extractors.language.frames.fulfilments import without_views_of_the_past
from chronomem.extractors.language.partners import names_of_partners


def told(
    predicate: str, name: str, *, rule: str = "verb", ended: bool = False, confidence: float = 0.8, subject: str = "Ann"
) -> Statement:
    return Statement(
        subject, predicate, name, None, "affirmed", "actual", "present", ended,
        datetime(2024, 5, 1, tzinfo=UTC), None, None, confidence, f"Ann {predicate} {name}", (0, 9), rule=rule,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("statement", "aliases"),
    [
        (told("married_to", "Tom"), {"Ann's husband", "Tom's wife"}),
        (told("married_to", "Eva"), {"Ann's wife", "Eva's wife"}),
        (told("engaged_to", "Eva"), {"Ann's fiancée", "Ann's wife", "Eva's fiancée", "Eva's wife"}),
        (told("engaged_to", "Ann", subject="Ben's brother"), {"Ben's brother's fiancée", "Ben's brother's wife"}),
        (told("has_partner", "Tom", subject="Ben's niece"), {"Ben's niece's boyfriend", "Ben's niece's partner"}),
        (told("married_to", "Tom", ended=True), set()),
        (told("married_to", "Tom", confidence=0.3), set()),
        (told("married_to", "Ben's brother"), {"Ben's brother's wife"}),
        (told("has_sibling", "Tom"), set()),
    ],
)
def test_a_name_belongs_to_the_role_that_fits(statement: Statement, aliases: set[str]) -> None:
    assert {alias.alias for alias in names_of_partners([statement])} == aliases


def test_who_is_no_longer_vegan_is_no_vegan() -> None:
    over = replace(told("is", "x"), object=None, value="vegan", ended=True)
    assert ("is_a", "vegan", True) in {(s.predicate, s.value, s.ended) for s in without_views_of_the_past([over])}
    assert without_views_of_the_past([replace(over, ended=False)]) == (replace(over, ended=False),)
