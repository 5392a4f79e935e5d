"""Labelled chats: their form, and when an extracted fact says what a label does."""

from collections.abc import Callable
from pathlib import Path

import pytest

from chronomem.extractors.language.tagger.tags import PREDICATES
from chronomem.extractors.language.training.labels import (
    CHATS,
    TOLD,
    Label,
    LabelledChat,
    implied_grade,
    messages,
    read_chats,
    says,
)

Read = Callable[[str], list[LabelledChat]]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def from_text(text: str) -> list[LabelledChat]:
        path = tmp_path / "some.chat"
        path.write_text(text, encoding="utf-8")
        return read_chats(path)

    return from_text


def test_a_dialogue_has_sessions_messages_and_their_labels(read: Read) -> None:
    [chat] = read(
        "# a comment\n"
        "= 2024-03-02 19:10 | Nia, Owen\n"
        "Nia: got the keys: at last\n"
        "+ me; lives_in/moved_to; Splott / flat; from 2024-03-02\n"
        "- you's sister; *see; it; not\n"
        "-- 2024-03-02 20:00\n"
        "Owen: nice\n"
        "-- 2024-03-03 09:00\n"
        "Owen: my dog died\n"
        "+ me; has_pet; *; over; to 2024-03\n"
    )
    assert [[m.speaker for m in session] for session in chat.sessions] == [["Nia", "Owen"], ["Owen"]]
    first, _, last = messages([chat])
    assert first.text == "got the keys: at last"
    assert first.labels == (
        Label("kept", ("Nia",), ("lives_in", "moved_to"), ("Splott", "flat"), start="2024-03-02"),
        Label("minor", ("Owen's sister",), ("*see",), ("it",), negated=True),
    )
    assert last.labels == (Label("kept", ("Owen",), ("has_pet",), (), end="2024-03", ended=True),)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Zoe: hello", "no message of a participant"),
        ("+ me; lives_in; Rome; since 2024", "no property"),
        ("+ me; lives_in; Rome; from May", "no date"),
        ("+ me; lives_in", "not enough values"),
        ("+ me; *go; *", "with any object says nothing"),
        ("-- 2023-01-01 10:00", "before the last message"),
    ],
)
def test_a_line_in_no_form_is_told_with_its_number(read: Read, line: str, told: str) -> None:
    with pytest.raises(ValueError, match=rf"some\.chat:3: .*{told}"):
        read(f"= 2024-03-02 19:10 | Nia, Owen\nNia: hi\n{line}\n")


HOME = Label("kept", ("Ann", "Annie"), ("lives_in",), ("old Rome", "Trastevere"))


@pytest.mark.parametrize(
    ("subject", "predicate", "words", "said"),
    [
        ("Ann", "lives_in", "the old part of Rome", True),
        ("annie", "moved_to", "Trastevere", True),
        ("Ann", "lives_in", "Rome", False),
        ("Ann", "visited", "Trastevere", False),
        ("Ben", "lives_in", "Trastevere", False),
    ],
)
def test_a_fact_says_a_label_by_subject_predicate_and_words(
    subject: str, predicate: str, words: str, said: bool
) -> None:
    assert says(HOME, [subject], predicate, words, negated=False, ended=False) is said
    assert not says(HOME, [subject], predicate, words, negated=True, ended=False)
    assert not says(HOME, [subject], predicate, words, negated=False, ended=True)


def test_a_verb_stands_for_any_predicate_and_a_star_for_any_object() -> None:
    assert says(Label("kept", ("Ann",), ("*teach",), ()), ["Ann"], "works_as", "teacher", negated=False, ended=False)


@pytest.mark.parametrize(
    ("predicate", "thing", "grade"),
    [
        ("has_sibling", "Ann's sister", "kept"),
        ("has_parent", "Ann's mother", "minor"),
        ("has_sibling", "Eva", None),
        ("likes", "Ann's sister", None),
        ("likes", None, None),
    ],
)
def test_relations_to_somebody_without_a_name_need_no_label(
    predicate: str, thing: str | None, grade: str | None
) -> None:
    assert implied_grade("Ann", predicate, thing) == grade


def test_the_chats_can_be_read_and_half_of_their_messages_tell_nothing() -> None:
    found = [message for path in CHATS.glob("*.chat") for message in messages(read_chats(path))]
    empty = sum(not any(label.grade == "kept" for label in message.labels) for message in found)
    assert len(found) >= 3_000
    assert 0.4 < empty / len(found) < 0.8


def test_the_chats_for_the_network_have_labels_that_it_can_learn() -> None:
    """Each predicate is one that it knows, or a message would teach it that a fact is none."""
    found = [message for path in TOLD.glob("*.chat") for message in messages(read_chats(path))]
    known = set(PREDICATES)
    told = {name for message in found for label in message.labels for name in label.predicates}
    assert len(found) >= 20_000
    assert {name for name in told - known if not name.startswith("favorite_")} == set()
