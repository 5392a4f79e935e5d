"""What a statement is about: a whole thing, by itself, and each item of a list apart."""

import pytest
from tests.unit.extractors.language.conftest import Reader


def things(read: Reader, text: str, predicate: str) -> list[str]:
    found = (s for s in read(text).statements if s.predicate == predicate and not s.ended)
    return sorted(s.object or s.value or "" for s in found)


@pytest.mark.parametrize(
    ("text", "predicate", "expected"),
    [
        ("I enjoy reading, watching films, and hiking.", "likes", ["hiking", "reading", "watching films"]),
        ("I wanted to try yoga and finally took the plunge.", "wants", ["try yoga"]),
        ("We're planning to take a trip next month.", "plans", ["take a trip next month"]),
        ('I loved "Becoming Nicole" by Amy Nutt.', "likes", ["Becoming Nicole"]),
        ("I'm working on a new project - challenging but fulfilling", "works_on", ["new project"]),
        ("I want to be brave for my family- they motivate me.", "wants", ["be brave for Ann's family"]),
        ("I mentor a transgender teen.", "mentor", ["transgender teen"]),
        ("I've been busy painting.", "is_a", []),
        ("I took up some community work.", "studies", []),
        ("I took up pottery.", "plays", ["pottery"]),
        ("I'm more of a rock and roll person.", "likes", ["rock and roll"]),
        ("I like mac and cheese.", "likes", ["mac and cheese"]),
        ("I like everything but olives.", "likes", []),
        ("I like everything but olives.", "dislikes", ["olives"]),
        ("I've been vegan since college.", "is", ["vegan"]),
        ("My guinea pig is ill.", "has_pet", ["Ann's guinea pig"]),
    ],
)
def test_an_object_is_whole(read: Reader, text: str, predicate: str, expected: list[str]) -> None:
    assert things(read, text, predicate) == expected


@pytest.mark.parametrize("text", ["This necklace is from my home country, Sweden.", "I'm back in my hometown of Bath."])
def test_where_somebody_is_from_may_be_told_by_the_way(read: Reader, text: str) -> None:
    assert things(read, text, "is_from") in (["Sweden"], ["Bath"])


def test_the_last_year_is_no_year_of_studies(read: Reader) -> None:
    assert things(read, "We had fun last year at Ascot.", "studies_at") == []
