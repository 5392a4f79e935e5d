"""The grades belong to messages of their chats, and a line in no form is refused with its place."""

from pathlib import Path

import pytest

from chronomem.extractors.language.training.labels import GRADED, read_chats
from chronomem.extractors.turns.training.verdicts import graded_chats, read_grades


@pytest.mark.parametrize("chat", graded_chats(), ids=lambda path: path.stem)
def test_every_grade_is_of_a_message(chat: Path) -> None:
    chats = read_chats(chat)
    grades = read_grades(GRADED / f"{chat.stem}.grades")
    assert grades
    for number, session, message in {place for place, _ in grades}:
        assert message < len(chats[number].sessions[session])


@pytest.mark.parametrize("line", ["0.0.1 | Ann | likes | tea | k", "0.0.1 | Ann | likes | tea |  | x"])
def test_a_line_that_is_no_grade_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "odd.grades"
    file.write_text(f"0.0.0 | Ann | likes | tea |  | k\n{line}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"odd\.grades:2: no grade"):
        read_grades(file)
