"""One statement gives one fact: no kind beside its name, no status beside its like; and events that are had."""

import pytest
from tests.unit.extractors.language.conftest import Reader


def told(read: Reader, text: str) -> set[tuple[str, str, str]]:
    affirmed = (s for s in read(text).statements if not s.ended and s.polarity == "affirmed")
    return {(s.subject, s.predicate, s.object or s.value or "") for s in affirmed}


@pytest.mark.parametrize(
    ("text", "subject", "thing"),
    [
        ("I had an operation.", "Ann", "operation"),
        ("I had a heart attack.", "Ann", "heart attack"),
        ("I had a car accident.", "Ann", "car accident"),
        ("My sister Eva had a scan.", "Eva", "scan"),
    ],
)
def test_what_somebody_went_through_is_an_event(read: Reader, text: str, subject: str, thing: str) -> None:
    assert (subject, "had", thing) in told(read, text)


@pytest.mark.parametrize(
    "text", ["I had a stroke of luck.", "I have an operation on Friday.", "I had no operation.", "I had a car."]
)
def test_what_nobody_went_through_is_none(read: Reader, text: str) -> None:
    assert not {one for one in told(read, text) if one[1] == "had"}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I'm afraid of flying.", ("is", "afraid of flying")),
        ("I'm afraid of spiders.", ("is", "afraid of spiders")),
        ("My car is a Skoda.", ("owns", "Skoda car")),
        ("I'm a retired nurse.", ("is_a", "retired nurse")),
        ("My employer is Bosch.", ("works_at", "Bosch")),
    ],
)
def test_a_thing_is_told_once_and_whole(read: Reader, text: str, fact: tuple[str, str]) -> None:
    found = {(predicate, thing) for subject, predicate, thing in told(read, text) if subject == "Ann"}
    assert fact in found
    assert not {one for one in found if one[0] in ("employer_is", "works_as")}
