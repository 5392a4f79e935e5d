"""What rules tell is minor if neither the judge nor the network takes it for worth keeping."""

import pytest

from chronomem.extractors.language.extracted import Extraction, Statement
from chronomem.extractors.language.tagger.corroboration import LEAST_WITNESSED, corroborated
from chronomem.extractors.language.tagger.tags import Tag, TaggedWords

TEXT = "Thanks! I'm 33, have my old blue Twingo and chase dreams: I'm gonna make them come true with the new studio."


def told(predicate: str, value: str, *, worth: float | None, ended: bool = False) -> Statement:
    return Statement(
        subject="Ann", predicate=predicate, object=None, value=value, polarity="affirmed", modality="actual",
        tense="present", ended=ended, valid_at=None, invalid_at=None, grain=None, confidence=0.9, text=TEXT,
        span=(0, len(TEXT)), worth=worth,
    )  # fmt: skip


def marked(words: str, *, probability: float = 0.5, kept: float = 1.0, back: int = 0) -> Tag:
    start = TEXT.index(words)
    return Tag("plans", "holds", TaggedWords(back, start, start + len(words)), "Ann", probability, kept)


def is_minor(statement: Statement, *tags: Tag) -> bool:
    [left] = corroborated(Extraction((), (statement,)), TEXT, tags).statements
    return left.minor is True


DREAMS = told("plans", "make Ann's dreams come true", worth=0.5)


def test_what_nobody_vouches_for_is_minor() -> None:
    assert is_minor(DREAMS)
    assert is_minor(DREAMS, marked("studio"))  # it says nothing of dreams


def test_the_network_vouches_for_what_it_marks() -> None:
    assert not is_minor(DREAMS, marked("dreams: I'm gonna make them come true"))
    assert is_minor(DREAMS, marked("dreams", probability=LEAST_WITNESSED / 2))
    assert is_minor(DREAMS, marked("dreams", probability=0.9, kept=0.1))
    assert is_minor(DREAMS, marked("dreams", back=1))  # words of another message


def test_what_a_message_only_takes_up_from_another_stays() -> None:
    assert not is_minor(told("plans", "go camping this weekend", worth=0.5))


def test_words_without_a_meaning_of_their_own_vouch_for_nothing() -> None:
    assert is_minor(told("plans", "come with the new band", worth=0.5), marked("with the"))


@pytest.mark.parametrize(
    ("predicate", "value", "worth", "minor"),
    [
        ("plans", "make Ann's dreams come true", 0.8, False),
        ("owns", "Twingo", 0.35, False),
        ("owns", "Twingo", 0.2, True),
        ("owns", "old blue Twingo", 0.5, True),
        ("chase", "dreams", 0.7, True),
        ("has_age", "33", 0.3, False),
    ],
)
def test_the_judge_has_to_be_the_surer_the_looser_the_words_are(
    predicate: str, value: str, worth: float, minor: bool
) -> None:
    assert is_minor(told(predicate, value, worth=worth)) is minor


def test_endings_and_what_nobody_judged_stay() -> None:
    assert not is_minor(told("plans", "make Ann's dreams come true", worth=0.1, ended=True))
    assert not is_minor(told("plans", "make Ann's dreams come true", worth=None))
