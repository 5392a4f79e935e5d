"""Profiles of entities that matter, as they are kept in the graph."""

from datetime import UTC, datetime, timedelta

from chronomem import Memory

MARCH = datetime(2024, 3, 4, 9, tzinfo=UTC)
SAID = (
    "I live in Porto.",
    "I work at Aireside, as a data analyst.",
    "I have a dog, his name is Custard.",
    "Yesterday I met Tom in Lisbon, and Custard came along.",
)


def say(memory: Memory, user: str, *texts: str, start: datetime = MARCH, prefix: str = "t") -> None:
    turns = [
        {"id": f"{prefix}{n}", "text": text, "speaker": "Ines", "said_at": start + timedelta(days=n), "session": prefix}
        for n, text in enumerate(texts)
    ]
    memory.add_turns(turns, user=user)


def profile(memory: Memory, user: str, name: str) -> str:
    entity = memory.entity(name, user=user)
    assert entity is not None
    return f"{entity.summary or ''} | {entity.recent or ''}"


def test_a_profile_tells_what_lasts_and_what_is_new(memory: Memory, user: str) -> None:
    say(memory, user, *SAID)
    memory.consolidate(user=user, now="2024-06-01")
    entity = memory.entity("Ines", user=user)
    assert entity is not None
    assert "lives in Porto" in (entity.summary or "")
    assert "Custard" in (entity.recent or "")
    assert "profiles" not in memory.consolidate(user=user, now="2024-06-01").slept.memories


def test_who_was_hardly_spoken_of_has_none(memory: Memory, user: str) -> None:
    say(memory, user, *SAID)
    memory.consolidate(user=user, now="2024-06-01")
    assert profile(memory, user, "Tom") == " | "


def test_a_month_that_is_not_over_waits_for_its_end(memory: Memory, user: str) -> None:
    say(memory, user, *SAID)
    memory.consolidate(user=user, now="2024-03-20")
    assert profile(memory, user, "Ines") == " | "
    memory.consolidate(user=user, now="2024-04-01")
    assert "Porto" in profile(memory, user, "Ines")


def test_what_no_longer_holds_does_not_last(memory: Memory, user: str) -> None:
    say(memory, user, *SAID)
    memory.consolidate(user=user, now="2024-06-01")
    say(memory, user, "I moved to Lisbon.", "I live in Lisbon now.", start=MARCH + timedelta(days=60), prefix="u")
    memory.consolidate(user=user, now="2024-06-01")
    entity = memory.entity("Ines", user=user)
    assert entity is not None
    assert "Porto" not in (entity.summary or "")
    assert "Lisbon" in (entity.summary or "")


def test_a_forgotten_turn_is_in_no_profile(memory: Memory, user: str) -> None:
    say(memory, user, *SAID, "I also live in Xanadu.")
    memory.consolidate(user=user, now="2024-06-01")
    assert "Xanadu" in profile(memory, user, "Ines")
    memory.forget(user=user, turn_ids=["t4"])
    assert "Xanadu" not in profile(memory, user, "Ines")
    memory.consolidate(user=user, now="2024-06-01")
    assert "Xanadu" not in profile(memory, user, "Ines")
    assert "Porto" in profile(memory, user, "Ines")
