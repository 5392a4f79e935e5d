"""Messages with the facts that they end: the files, and what labelled chats give."""

import random
from pathlib import Path

import pytest

from chronomem.extractors.language.tagger.windows import WindowMessage
from chronomem.extractors.language.training.endings import BelievedFact, ended_files, of_chat, read_ended
from chronomem.extractors.language.training.labels import read_chats

EXAMPLE = """
= Ann, Ben
* Ann | lives_in | flat in Leeds | over
* Ann's sister | allergic_to | nuts | never
* Ben | plays | guitar
Ben: how's the packing
Ann: done!! and it was sesame all along
"""


def test_every_file_can_be_read_and_has_facts_that_end_and_facts_that_stay() -> None:
    files = ended_files()
    assert len(files) == 29
    for file in files:
        examples = read_ended(file)
        assert len(examples) >= 240
        assert all(example.messages and example.facts for example in examples)
        fates = {fate for example in examples for _, fate in example.facts}
        assert fates == {"believed", "over", "never"}, file.name


def test_an_example_has_people_facts_and_messages(tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    file.write_text(EXAMPLE, encoding="utf-8")
    [example] = read_ended(file)
    assert example.people == ("Ann", "Ben")
    assert example.facts == [
        (BelievedFact("Ann", "lives_in", "flat in Leeds"), "over"),
        (BelievedFact("Ann's sister", "allergic_to", "nuts"), "never"),
        (BelievedFact("Ben", "plays", "guitar"), "believed"),
    ]
    assert example.messages[-1] == WindowMessage("Ann", "done!! and it was sesame all along")


@pytest.mark.parametrize(
    "line",
    [
        "* Ann | owns",
        "* Ann | smokes | over",
        "* Ann | owns | car | gone",
        "* Ann | owns | car | over | now",
        "Cleo: hi",
        "nobody said this",
    ],
)
def test_a_line_in_no_form_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "some.txt"
    file.write_text(f"= Ann, Ben\n* Ann | owns | bike\n{line}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"some\.txt:3: "):
        read_ended(file)


def test_a_fact_after_a_message_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    file.write_text("= Ann, Ben\nAnn: hi\n* Ann | owns | bike\n", encoding="utf-8")
    with pytest.raises(ValueError, match="a fact after a message"):
        read_ended(file)


def test_later_messages_of_a_labelled_chat_end_what_earlier_ones_told(tmp_path: Path) -> None:
    file = tmp_path / "some.chat"
    file.write_text(
        "= 2024-03-02 19:10 | Nia, Owen\n"
        "Nia: I'm at Tesco and I live in Cardiff\n"
        "+ me; works_at; Tesco\n"
        "+ me; lives_in; Cardiff\n"
        "-- 2024-05-02 19:10\n"
        "Nia: last shift today! and we're in Swansea now\n"
        "+ me; works_at; *; over\n"
        "+ me; lives_in; Swansea\n",
        encoding="utf-8",
    )
    [chat] = read_chats(file)
    first, last = of_chat(chat, random.Random(1))
    assert set(first.facts) == {
        (BelievedFact("Nia", "works_at", "Tesco"), "believed"),
        (BelievedFact("Nia", "lives_in", "Cardiff"), "believed"),
    }
    assert set(last.facts) == {
        (BelievedFact("Nia", "works_at", "Tesco"), "over"),
        (BelievedFact("Nia", "lives_in", "Cardiff"), "over"),
        (BelievedFact("Nia", "lives_in", "Swansea"), "believed"),
    }
    assert last.messages[-1].text == "last shift today! and we're in Swansea now"
