"""Every question about a labelled chat has evidence that is there, and is put to people as recall puts it."""

from pathlib import Path

import pytest

from chronomem.extractors.language.training.questions import (
    AskedQuestion,
    asked_files,
    chats_of,
    put_to,
    read_questions,
)


def test_the_evidence_of_every_question_is_there() -> None:
    files = asked_files()
    assert len(files) > 800
    for file in files:
        chats = chats_of(file)
        sizes = [sum(map(len, chat.sessions)) for chat in chats]
        for question in read_questions(file):
            for dialogue, message in question.evidence:
                assert 1 <= message <= sizes[dialogue - 1], (file.name, question)


def test_a_question_for_things_of_a_kind_has_evidence_in_several_dialogues(tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    file.write_text("Where does Ann live? | 2:1, 2:3\nWhat pets do you have? | 1:4, 3:7\n", encoding="utf-8")
    one, kind = read_questions(file)
    assert one == AskedQuestion("Where does Ann live?", ((2, 1), (2, 3)))
    assert one.is_of_one_dialogue
    assert not kind.is_of_one_dialogue


@pytest.mark.parametrize("line", ["Where does Ann live?", "Where? | 2", "Where? | 2:1,3:1", " | 2:1"])
def test_a_line_that_is_no_question_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "some.txt"
    file.write_text(f"Where does Ann live? | 2:1\n{line}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"some\.txt:2: no question"):
        list(read_questions(file))


@pytest.mark.parametrize(
    ("question", "put"),
    [
        ("Where does Ann live?", "Where does you live?"),
        ("What did Ann's brother tell Big Al?", "What did your brother tell you?"),
        ("Did Al meet Anna?", "Did you meet Anna?"),
        ("What animals do you have?", "What animals do you have?"),
    ],
)
def test_the_names_of_the_people_are_you(question: str, put: str) -> None:
    assert put_to(["Ann", "Big Al"], question) == put


def test_a_question_to_nobody_stays_as_it_is() -> None:
    assert put_to([], "Where does Ann live?") == "Where does Ann live?"
