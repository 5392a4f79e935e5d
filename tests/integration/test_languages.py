"""Memories in other languages than English: what their questions find, and the language that a memory is in."""

import statistics
from types import ModuleType

import pytest
from tests.scripts import load_script

from chronomem import InvalidInput, Memory

FOUND = 5
"""The items among which evidence must be; of so short a dialogue, ten would be an eighth."""


@pytest.fixture(scope="module")
def suite() -> ModuleType:
    return load_script("languages")


@pytest.mark.parametrize("language", ["german", "french", "spanish", "russian", "japanese", "chinese"])
def test_questions_in_another_language_find_their_evidence(
    memory: Memory, user: str, suite: ModuleType, language: str
) -> None:
    told = suite.conversation(suite.FOLDER / f"{language}.txt")
    memory.add_turns(told.turns, user=user)
    shares = []
    for question in told.questions:
        items = memory.recall(question.text, user=user, now=question.asked_at, k=FOUND)
        found = {item.turn_ids[0] for item in items}
        shares.append(len(found.intersection(question.gold)) / len(question.gold))
    assert statistics.fmean(shares) >= 0.85


def matches(memory: Memory, user: str) -> bool:
    """Whether "Haus" is found in the only turn that says "Häuser", a form of it in German."""
    (item,) = memory.recall("Haus?", user=user, k=1, where={"about": "houses"}, explain=True)
    return "turn_words" in item.scores


def test_the_language_of_a_memory_is_that_of_most_turns_that_show_one(memory: Memory, user: str) -> None:
    memory.add_turns([{"text": "Alte Häuser!", "metadata": {"about": "houses"}}], user=user)
    assert not matches(memory, user), "it is taken to be English"
    memory.add_turns([{"text": "Ich bin jetzt in der Stadt.", "id": "town"}], user=user)
    assert matches(memory, user)
    memory.forget(user=user, turn_ids=["town"])
    assert not matches(memory, user)


def test_a_user_is_created_with_a_language(memory: Memory, user: str) -> None:
    assert memory.create_user(user, language="polish").language == "polish"
    with pytest.raises(InvalidInput, match="language 'pl' is unknown"):
        memory.create_user(user, language="pl")


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Was habe ich im März 2024 gemacht?", "march"),
        ("Что я делал в феврале 2024 года?", "february"),
        ("2024年2月に何がありましたか。", "february"),
        ("Qu'est-ce que j'ai fait hier ?", "yesterday"),
        ("昨日、何をしましたか。9999年12月31日ですか。", "yesterday"),
    ],
)
def test_times_in_questions_of_other_languages_are_found(memory: Memory, user: str, question: str, found: str) -> None:
    days = {"february": "2024-02-10", "march": "2024-03-10", "yesterday": "2024-06-14", "last": "2024-06-01"}
    turns = [{"text": "OK", "id": name, "session": name, "said_at": f"{day}T10:00"} for name, day in days.items()]
    memory.add_turns(turns, user=user)
    assert memory.recall(question, user=user, now="2024-06-15T12:00")[0].turn_ids == (found,)
