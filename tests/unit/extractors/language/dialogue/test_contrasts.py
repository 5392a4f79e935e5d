"""What is denied of the speaker and holds for another, and what is so instead of what is denied."""

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last


@pytest.mark.parametrize(
    ("question", "answer", "fact"),
    [
        ("do you have diabetes?", "no, my sister Ida does", ("Ida", "has", "diabetes")),
        ("How long have you had asthma?", "I haven't! My brother Tom has", ("Tom", "has", "asthma")),
        ("when did you quit smoking?", "I didn't, my wife did", ("Ann's wife", "stopped", "smoking")),
        ("since when are you vegan?", "I'm not, my girlfriend is", ("Ann's girlfriend", "is", "vegan")),
    ],
)
def test_it_holds_for_another_instead(question: str, answer: str, fact: tuple[str, str, str]) -> None:
    facts = last(f"Ben: {question}", f"Ann: {answer}")
    assert fact in holds(facts)
    assert ("Ann", *fact[1:]) not in holds(facts)
    assert not any((f.subject, f.predicate) == fact[:2] and f.negated for f in facts)


@pytest.mark.parametrize("answer", ["I haven't! My brother Tom", "I haven't. Tom was here", "I don't know"])
def test_nobody_else_has_it(answer: str) -> None:
    assert not {f for f in holds(last("Ben: How long have you had asthma?", f"Ann: {answer}")) if f[1] == "has"}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("my daughter isn't allergic to milk, it's eggs", ("Ann's daughter", "allergic_to", "eggs")),
        ("my sister isn't studying law, it's history", ("Ann's sister", "studies", "history")),
        ("I don't work at Lidl, it's Aldi", ("Ann", "works_at", "Aldi")),
        ("I'm not allergic to nuts. It's sesame", ("Ann", "allergic_to", "sesame")),
    ],
)
def test_it_is_another_thing(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(f"Ann: {text}"))


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("I'm not allergic to cats, it's fine", "allergic_to"),
        ("I don't work on Mondays, it's Tuesday", "works_at"),
        ("I don't play the piano, it's Tom's", "plays"),
        ("I don't eat meat, it's a principle", "eat"),
        ("I don't work at Lidl, it's a nightmare", "works_at"),
    ],
)
def test_what_it_is_takes_no_place(text: str, predicate: str) -> None:
    assert not {f for f in holds(last(f"Ann: {text}")) if f[1] == predicate}
