"""Marked sentences: every file can be read, and the measure tells what is found, missed and wrong."""

from pathlib import Path

import pytest

from chronomem.extractors.turns.training.clauses import CLAUSES, Mark, measure, read_clauses
from chronomem.graph_schema.facts.predicates import VOCABULARY


def test_the_marks_of_every_file_name_predicates_of_the_vocabulary() -> None:
    marks = [mark for file in CLAUSES.glob("*.txt") for sentence in read_clauses(file) for mark in sentence.marks]
    assert len(marks) > 800
    assert {mark.predicate for mark in marks} <= set(VOCABULARY)


def test_a_fact_counts_if_subject_predicate_object_and_ending_agree(tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    file.write_text(
        "# a comment\nI work at [Siemens](works_at)\nmy sister lives in [Leith](lives_in of sister)\n"
        "I live in [Leith](lives_in over)\nthe trains were packed\nI live in Norwich\n"
    )
    sentences = read_clauses(file)
    assert sentences[1].text == "my sister lives in Leith"
    assert sentences[1].marks == (Mark("Leith", "lives_in", False, "sister"),)
    assert measure(sentences) == {
        "found": {"works_at": [1, 1], "lives_in": [1, 2], "all": [2, 3]},
        "empty": 2,
        "empty_with_facts": 1,
    }


def test_a_mark_that_cannot_be_read_names_its_line(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("fine\n[Leith](lives_in\n")
    with pytest.raises(ValueError, match=r"bad\.txt:2"):
        read_clauses(tmp_path / "bad.txt")
