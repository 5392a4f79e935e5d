"""What a turn says that may be remembered by itself, and what of it is only talk."""

import pytest

from chronomem.extractors.summaries.events import said_events


def test_each_sentence_that_says_something_is_one_with_who_said_it() -> None:
    assert said_events("Hey Bob! I moved to Lisbon in March. My sister opened a bakery there.", "Ann") == [
        "Ann: I moved to Lisbon in March.",
        "Ann: My sister opened a bakery there.",
    ]


@pytest.mark.parametrize(
    "text",
    ["Hey! How are you?", "Wow, that's awesome!", "Thanks, I really appreciate it.", "Yes.", "Good luck with that!"],
)
def test_small_talk_is_none(text: str) -> None:
    assert said_events(text, "Ann") == []


def test_a_question_is_none_beside_what_is_told() -> None:
    told = "Ann: The garden needs a new fence."
    assert said_events("Did you see the storm damage? The garden needs a new fence.", "Ann") == [told]


def test_a_question_that_is_all_that_is_said_and_says_something_is_kept_whole() -> None:
    text = "Did you see the storm damage at the harbour in Porto?"
    assert said_events(text, "Ann") == [f"Ann: {text}"]


def test_lines_and_what_is_shared_stand_by_themselves() -> None:
    text = "Our fence blew down\n[shared image: a photo of a broken fence]"
    assert said_events(text, "Ann") == ["Ann: Our fence blew down", "Ann: [shared image: a photo of a broken fence]"]
