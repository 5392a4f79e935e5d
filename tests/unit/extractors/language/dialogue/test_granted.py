"""What a sentence takes for granted is told, whatever leads to it; what it denies or makes up isn't."""

import pytest
from tests.unit.extractors.language.conftest import Reader
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I forgot to say that I work at Lidl", ("Ann", "works_at", "Lidl")),
        ("I should mention that I'm allergic to nuts", ("Ann", "allergic_to", "nuts")),
        ("I never told you that Eva studies law", ("Eva", "studies", "law")),
        ("it's great that Eva plays the cello", ("Eva", "plays", "cello")),
        ("it's no secret that I live in Leeds", ("Ann", "lives_in", "Leeds")),
        ("I can't believe I live in Leeds", ("Ann", "lives_in", "Leeds")),
        ("I don't doubt that Eva speaks Dutch", ("Eva", "speaks", "Dutch")),
        ("Kim knows Eva works at Lidl", ("Eva", "works_at", "Lidl")),
        ("the good thing is that Eva speaks Dutch", ("Eva", "speaks", "Dutch")),
        ("what you don't know is that I study law", ("Ann", "studies", "law")),
        ("believe it or not, I play the cello", ("Ann", "plays", "cello")),
        ("I love living in Leeds", ("Ann", "lives_in", "Leeds")),
        ("Eva is tired of working at Lidl", ("Eva", "works_at", "Lidl")),
        ("my sister loves being a nurse", ("Ann's sister", "works_as", "nurse")),
    ],
)
def test_what_is_taken_for_granted_is_told(said: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(f"Ann: {said}"))


@pytest.mark.parametrize("said", ["I miss living in Leeds", "I hated living in Leeds"])
def test_what_is_missed_or_was_felt_is_over(said: str) -> None:
    homes = [f for f in last(f"Ann: {said}") if (f.predicate, f.object) == ("lives_in", "Leeds")]
    assert homes
    assert all(f.ended for f in homes)


@pytest.mark.parametrize(
    "said",
    [
        "I'd love living in Leeds",
        "I wonder whether Eva lives in Leeds",
        "do you know if I live in Leeds?",
        "nobody said that Eva lives in Leeds",
        "it isn't clear that Eva lives in Leeds",
        "I said yes before she lived in Leeds",
    ],
)
def test_what_is_left_open_is_not(said: str) -> None:
    assert not [f for f in last(f"Ann: {said}") if f.predicate == "lives_in" and not f.negated]


@pytest.mark.parametrize(
    "said",
    [
        "it's not true that I live in Leeds",
        "it's a myth that Eva lives in Leeds",
        "I doubt Eva lives in Leeds",
        "I'm not saying Eva lives in Leeds",
        "people think I live in Leeds, but that's wrong",
        "I thought Eva lived in Leeds, but no",
        "someone told me Eva lives in Leeds, which is nonsense",
        "you'd think I live in Leeds",
        "no way Eva lives in Leeds",
        "I pretend to live in Leeds",
        "in the film Eva lives in Leeds",
        "in my dream I lived in Leeds",
        "when I live in Leeds one day, we will laugh",
        "before Eva lives in Leeds, she will have to find a job",
        "I live in Leeds. Not!",
        "I live in Leeds jk",
        "yeah right, I live in Leeds",
    ],
)
def test_what_is_untrue_or_made_up_is_not(read: Reader, said: str) -> None:
    assert "lives_in" not in {s.predicate for s in read(said).statements}


@pytest.mark.parametrize(
    "said",
    [
        "it's true that I live in Leeds",
        "I thought about it: I live in Leeds",
        "no way! I live in Leeds",
        "in the book club I met Kim, who lives in Leeds",
        "just kidding, I live in Leeds",
        "I bet you think it's a lie, but I live in Leeds",
    ],
)
def test_what_only_looks_so_is(read: Reader, said: str) -> None:
    told = {s.predicate for s in read(said).statements} | {f.predicate for f in last(f"Ann: {said}")}
    assert "lives_in" in told


@pytest.mark.parametrize(
    ("dialogue", "effect"),
    [
        (("Ben: Kim lives in Leeds", "Ann: no she doesn't"), {"Kim"}),
        (("Ann: I live in Leeds", "Ann: lol no I don't"), {"Ann"}),
        (("Ben: I live in Leeds", "Ann: no he doesn't"), set()),
        (("Ben: I live in Leeds", "Ann: I don't"), set()),
        (("Ann: Kim lives in Leeds", "Ann: I don't"), set()),
    ],
)
def test_an_echo_denies_what_was_said_of_its_subject(dialogue: tuple[str, ...], effect: set[str]) -> None:
    assert {f.subject for f in last(*dialogue) if f.negated and f.object == "Leeds"} == effect
