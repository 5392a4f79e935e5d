"""What the grammar of a message says against a tag, and from when on the network knows better."""

import pytest
from tests.unit.extractors.language.tagger.tagging import place, read

from chronomem.extractors.language.tagger.tags import CERTAIN, Tag
from chronomem.extractors.language.tagger.windows import WindowMessage

UNSURE, SURE = CERTAIN - 0.05, CERTAIN + 0.05


@pytest.mark.parametrize(
    ("text", "predicate", "words"),
    [
        ("my brother has gone back to Hull", "lives_in", "Hull"),
        ("hello to my aunt in Cork", "lives_in", "Cork"),
        ("I was at the bank, they said no", "works_at", "bank"),
        ("jo wants to sell, Ria's going to a home", "has_child", "Ria"),
        ("a dog called Rex bit me", "has_pet", "Rex"),
        ("do it! lisbon is gorgeous", "plans", "lisbon"),
    ],
)
def test_what_the_network_is_certain_of_counts_more_than_grammar(text: str, predicate: str, words: str) -> None:
    assert not read(text, [Tag(predicate, "holds", place(text, words), "Ann", UNSURE, 0.9)])
    [told] = read(text, [Tag(predicate, "holds", place(text, words), "Ann", SURE, 0.9)])
    assert told.predicate == predicate


@pytest.mark.parametrize(
    ("text", "predicate", "words"),
    [
        ('write down: "I live in Hull"', "lives_in", "Hull"),
        ("the cat isn't mine", "has_pet", "cat"),
        ("no, he's my neighbour's. called Max", "has_pet", "Max"),
        ("its the caretakers, his name is Max", "has_pet", "Max"),
        ("there's a cat on the balcony", "has_pet", "cat"),
        ("we're renting out our flat in Hull", "lives_in", "Hull"),
    ],
)
def test_not_even_what_is_certain_is_told_by_others_or_about_others(text: str, predicate: str, words: str) -> None:
    assert not read(text, [Tag(predicate, "holds", place(text, words), "Ann", SURE, 0.9)])


@pytest.mark.parametrize(
    ("text", "predicate", "words", "told"),
    [
        ("it's the knee again", "has", "knee", True),
        ("it's my cousin Yaw who sold it", "has_relative", "Yaw", True),
        ("found a job, but it's in Bristol", "lives_in", "Bristol", False),
        ("it's 28, thanks", "has", "28", False),
    ],
)
def test_it_tells_what_somebody_has_but_not_where_they_are(text: str, predicate: str, words: str, told: bool) -> None:
    assert bool(read(text, [Tag(predicate, "holds", place(text, words), "Ann", UNSURE, 0.9)])) is told


@pytest.mark.parametrize(
    ("text", "predicate", "words"),
    [
        ("my husband isn't in it, he was parking", "married_to", "husband"),
        ("one of them is my cousin", "has_relative", "cousin"),
        ("my husband is Dale", "married_to", "Dale"),
    ],
)
def test_relatives_are_told_of_by_what_they_do_and_what_they_are_called(text: str, predicate: str, words: str) -> None:
    [told] = read(text, [Tag(predicate, "holds", place(text, words), "Ann", UNSURE, 0.9)])
    assert told.predicate == predicate


@pytest.mark.parametrize(
    ("text", "words", "told"),
    [("I drive the night tram", "drive the night tram", "driving the night tram"), ("I'm his taxi", "taxi", None)],
)
def test_who_drives_a_tram_works_as_that(text: str, words: str, told: str | None) -> None:
    found = read(text, [Tag("works_as", "holds", place(text, words), "Ann", UNSURE, 0.9)])
    assert [each.value for each in found] == ([] if told is None else [told])


@pytest.mark.parametrize(
    ("text", "words", "over"),
    [
        ("we moved the piano to the attic", "piano", False),
        ("Dad took his car to the garage", "car", False),
        ("the piano has found a new home", "piano", True),
    ],
)
def test_what_is_put_elsewhere_is_not_gone(text: str, words: str, over: bool) -> None:
    assert bool(read(text, [Tag("owns", "over", place(text, words), "Ann", UNSURE, 0.9)])) == over


def test_what_is_certain_may_be_about_somebody_named_before_whom_no_rule_finds() -> None:
    before = [WindowMessage("Ben", text) for text in ("Baz: your brother?", "since aberdeen?", "and then?")]

    def told(text: str, probability: float) -> list[str]:
        subject = place(before[0].text, "brother", back=3)
        found = read(text, [Tag("has_age", "holds", place(text, "71"), subject, probability, 0.9)], before=before)
        return [each.subject for each in found]

    assert told("he's 71, and fit", SURE) == ["Ann's brother"]
    assert told("he's 71, and fit", UNSURE) == []
    assert told("she's 71, and fit", SURE) == []


def test_he_is_neither_of_two_before_it_is_told_which() -> None:
    said = "my brothers Dan and Radu came"
    tag = Tag("works_as", "holds", place("he's a pilot", "pilot"), place(said, "Dan", back=1), SURE, 0.9)
    assert read("he's a pilot", [tag], before=[WindowMessage("Ann", said)]) == []


def test_a_place_at_the_beginning_of_a_sentence_does_nothing() -> None:
    text = "Tom is well. Zadar, he runs a shop"
    assert read(text, [Tag("runs", "holds", place(text, "shop"), place(text, "Zadar"), SURE, 0.9)]) == []


@pytest.mark.parametrize(
    "text", ["Robin and I aren't married", "Robin isn't my husband", "Robin and I aren't together"]
)
def test_not_even_a_certain_tag_marries_who_isnt(text: str) -> None:
    assert read(text, [Tag("married_to", "holds", place(text, "Robin"), "Ann", SURE, 0.9)]) == []


@pytest.mark.parametrize(("asked", "told"), [("whose car is on the lawn", True), ("there's a car on the lawn", False)])
def test_a_question_needs_no_mark(asked: str, told: bool) -> None:
    tag = Tag("owns", "holds", place(asked, "car", back=1), "Ann", UNSURE, 0.9)
    assert bool(read("mine", [tag], before=[WindowMessage("Ben", asked)])) is told


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("he has a wife now, Runa. And I live with Imre", False),
        ("he has a wife now, Runa. Imre loves it there", True),
        ("Imre has a wife now, Runa", True),
    ],
)
def test_he_is_nobody_who_is_named_by_the_way_later(text: str, kept: bool) -> None:
    tag = Tag("married_to", "holds", place(text, "Runa"), place(text, "Imre"), UNSURE, 0.9)
    assert ("Imre" in {told.subject for told in read(text, [tag])}) is kept


@pytest.mark.parametrize(
    ("before", "kept"),
    [
        ("my goddaughter Ida is here", False),
        ("my friend's daughter Ida is here", False),
        ("my daughter Ida is here", True),
    ],
)
def test_who_was_introduced_as_another_relative_is_no_child(before: str, kept: bool) -> None:
    text = "Ida is 4 now and loves nursery"
    tag = Tag("has_child", "holds", place(text, "Ida"), "Ann", UNSURE, 0.9)
    assert bool(read(text, [tag], before=[WindowMessage("Ann", before), WindowMessage("Ben", "lovely")])) is kept


def test_her_brother_is_no_relative_of_the_speakers() -> None:
    for text, kept in [("Imre isn't her brother, he's her cousin", False), ("Imre is my cousin", True)]:
        assert bool(read(text, [Tag("has_relative", "holds", place(text, "Imre"), "Ann", UNSURE, 0.9)])) is kept


@pytest.mark.parametrize(("text", "kept"), [("mine is 6", False), ("I'm 61", True)])
def test_mine_isnt_the_speaker(text: str, kept: bool) -> None:
    tag = Tag("has_age", "holds", place(text, "6"), place(text, text.split("'")[0].split()[0]), UNSURE, 0.9)
    before = [WindowMessage("Ben", "how old are they?")]
    assert bool(read(text, [tag], before=before)) is kept


def test_a_stay_of_days_is_no_home() -> None:
    for text, kept in [("staying in Goa for two weeks", False), ("staying in Goa for good", True)]:
        assert bool(read(text, [Tag("lives_in", "holds", place(text, "Goa"), "Ann", UNSURE, 0.9)])) is kept
