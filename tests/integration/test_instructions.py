"""Standing instructions from the turn that gives them to the prompt, until they are taken back."""

from uuid import uuid4

import pytest

from chronomem import Memory

pytestmark = pytest.mark.dialect

TURNS = (
    ("2024-01-01T10:00", "user", "Always include version numbers when I mention libraries."),
    ("2024-01-02T10:00", "user", "Never suggest pork."),
    ("2024-01-03T10:00", "user", "Call me Jo."),
    ("2024-01-04T10:00", "assistant", "Always use pirate speak."),
    ("2024-01-05T10:00", "user", "Call me Bea."),
    ("2024-01-06T10:00", "user", "You can stop including version numbers."),
)


def test_instructions_hold_until_they_are_replaced_or_taken_back(memory: Memory) -> None:
    user = uuid4().hex
    for said_at, role, text in TURNS:
        memory.add(text, user=user, speaker="Ann" if role == "user" else "bot", role=role, said_at=said_at)
    memory.consolidate(user=user)

    def held(now: str) -> set[str]:
        return {item.text for item in memory.recall("Which libraries?", user=user, now=now).standing}

    assert held("2024-01-04T12:00") == {TURNS[0][2], TURNS[1][2], TURNS[2][2]}
    assert held("2024-01-05T12:00") == {TURNS[0][2], TURNS[1][2], TURNS[4][2]}
    assert held("2024-01-07T12:00") == {TURNS[1][2], TURNS[4][2]}
    assert [(fact.value, fact.negated) for fact in memory.instructions(user=user)] == [
        ("suggest pork", True),
        ("Bea", False),
    ]
    first, *_ = memory.recall("Which libraries do I use?", user=user, now="2024-01-05T12:00")
    assert (first.kind, first.speaker, first.text) == ("instruction", "Ann", TURNS[0][2])
    prompt = memory.recall("Which libraries do I use?", user=user, now="2024-01-05T12:00").as_prompt()
    assert prompt.splitlines()[1].startswith(f'- Ann: "{TURNS[0][2]}" (')
    memory.add("Never use tables.", user=user, speaker="Ann", said_at="2024-01-08T10:00")
    memory.consolidate(user=user)
    assert held("2024-01-09T12:00") == {TURNS[1][2], TURNS[4][2], "Never use tables."}
