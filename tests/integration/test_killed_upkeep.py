"""Topics and profiles: killed after any unit, what is there in the end is what there would have been."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.integration.conftest import OpenWith
from tests.integration.structures import Killed, Mortal, sleep

from chronomem import Memory, Settings
from chronomem.engine.consolidation.registry import STRUCTURES
from chronomem.engine.consolidation.structures import profiles

pytestmark = pytest.mark.slow

FIRST = datetime(2024, 5, 1, 12, tzinfo=UTC)
SAID = ("Rex chased Maud in Lisbon.", "Maud baked a lemon cake for Rex.", "Rex loves Lisbon and the lemon cake.")


def say(memory: Memory, user: str) -> None:
    turns = [
        {
            "id": f"t{n}",
            "text": SAID[n % 3],
            "speaker": "Ann" if n % 2 == 0 else "Bob",
            "said_at": FIRST + timedelta(days=20 * (n // 3), minutes=n),
        }
        for n in range(15)
    ]
    memory.add_turns(turns, user=user)
    memory.consolidate(user=user)


def held(memory: Memory, user: str) -> list[Any]:
    topics = [(t.month, t.name, t.things, t.summary) for t in memory.topics(user=user)]
    entities = memory.cypher(
        "MATCH (e:Entity {user_id: $user}) WHERE e.summary IS NOT NULL OR e.recent IS NOT NULL"
        " RETURN e.name AS name, e.summary AS summary, e.recent AS recent ORDER BY name",
        user=user,
    )
    return [*topics, *entities]


@pytest.mark.parametrize("name", ["topics", "profiles"])
@pytest.mark.parametrize("units", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_killed_after_any_unit_is_never_killed(
    open_with: OpenWith, user: str, name: str, units: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profiles, "_AT_ONCE", 1)
    other, structure = f"{user}-other", STRUCTURES[name]
    with open_with(Settings(structures=())) as memory:
        for one in (user, other):
            say(memory, one)
        whole = sleep(memory, structure, other).memories[name]
        with pytest.raises(Killed):
            sleep(memory, Mortal(structure, units), user)
        left = sleep(memory, structure, user).memories[name]
        assert 0 < left < whole
        assert held(memory, user) == held(memory, other)
        assert sleep(memory, structure, user).memories == {}
