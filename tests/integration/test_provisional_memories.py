"""What a language model was to write, and could not, is made anew when it can be asked again: by every structure."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from tests.integration.conftest import OpenWith
from tests.integration.structures import LATER, Echo, made, sleep

from chronomem import Memory, Settings
from chronomem.engine.consolidation.registry import STRUCTURES
from chronomem.extractors.summaries.summariser import Summary, SummaryRequest

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
HOURS_2 = timedelta(hours=2)
HOURS_1 = timedelta(minutes=61)


class Moody(Echo):
    """Writes as long as it is well; otherwise somebody stands in."""

    def __init__(self, well: int) -> None:
        super().__init__()
        self.well = well

    async def summarise(self, requests: Sequence[SummaryRequest], *, user: str) -> list[Summary]:
        found = []
        for request, summary in zip(requests, await super().summarise(requests, user=user), strict=True):
            self.well -= 1
            stand_in = Summary("Somebody said something.", True, summary.rests_on, provisional=True)
            found.append(summary if self.well >= 0 or not request.sources else stand_in)
        return found


def say(memory: Memory, user: str) -> None:
    texts = ("Rex loves the red ball in the park.", "Aunt Maud baked a lemon cake.", "I play Bach on the violin.")
    turns = [
        {
            "id": f"t{n}",
            "text": texts[n // 6 % 3] + f" It is number {n}.",
            "speaker": "AB"[n % 2],
            "said_at": NOON + timedelta(hours=9 * (n // 6), minutes=n),
            "session": f"s{n // 6}",
        }
        for n in range(36)
    ]
    memory.add_turns(turns, user=user)


@pytest.mark.parametrize("name", ["timem", "hmem", "segtree", "recmem"])
def test_when_the_model_is_back_there_is_what_there_would_be_had_it_never_been_away(
    memory: Memory, user: str, name: str
) -> None:
    other, structure = f"{user}-other", STRUCTURES[name]
    say(memory, other)
    assert sleep(memory, structure, other, summariser=Echo()).memories
    say(memory, user)
    sleep(memory, structure, user, summariser=Moody(2))
    held = made(memory, user)
    assert any(row["text"] == "Somebody said something." for row in held)
    assert sleep(memory, structure, user, summariser=Echo()).memories == {}
    assert made(memory, user) == held
    sleep(memory, structure, user, now=LATER + HOURS_1, summariser=Moody(0))
    assert any(row["text"] == "Somebody said something." for row in made(memory, user))
    assert sleep(memory, structure, user, now=LATER + HOURS_1 + HOURS_1, summariser=Echo()).memories == {}
    assert sleep(memory, structure, user, now=LATER + HOURS_1 + HOURS_2, summariser=Echo()).memories
    assert made(memory, user) == made(memory, other)
    assert sleep(memory, structure, user, now=LATER + 99 * HOURS_2, summariser=Echo()).memories == {}


@pytest.mark.parametrize("name", ["calendar", "topics", "profiles"])
def test_summaries_of_months_and_entities_are_written_when_the_model_is_back(
    open_with: OpenWith, user: str, name: str
) -> None:
    with open_with(Settings(structures=())) as memory:
        say(memory, user)
        memory.consolidate(user=user)
        sleep(memory, STRUCTURES[name], user, summariser=Moody(0))
        assert "Somebody said something." in words(memory, user)
        assert sleep(memory, STRUCTURES[name], user, summariser=Echo()).memories == {}
        assert sleep(memory, STRUCTURES[name], user, now=LATER + HOURS_2, summariser=Echo()).memories
        assert not {text for text in words(memory, user) if text.startswith("Somebody")}
        assert {text for text in words(memory, user) if text.startswith(name)}


def words(memory: Memory, user: str) -> set[str]:
    rows = memory.cypher(
        "MATCH (n {user_id: $user}) WHERE n.summary IS NOT NULL OR n.recent IS NOT NULL"
        " RETURN n.summary AS summary, n.recent AS recent",
        user=user,
    )
    return {text for row in rows for text in row.values() if text}
