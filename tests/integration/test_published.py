"""The configurations that papers publish can be opened, built and asked."""

from datetime import UTC, datetime, timedelta

import pytest
from tests.integration.conftest import OpenWith

from chronomem import InvalidInput, Settings
from chronomem.retrieval.presets.papers import PUBLISHED

START = datetime(2024, 5, 2, 9, tzinfo=UTC)
LATER = "2024-08-01"
SAID = (
    "The beans in my garden are up, and the soil is dry.",
    "Our choir rehearses the cantata in Porto.",
    "I planted tomatoes in the garden, next to the beans.",
    "The conductor of our choir is strict.",
    "Snails ate the beans of the garden.",
    "The choir will sing the cantata in a church in Porto.",
)


@pytest.mark.dialect
def test_every_published_configuration_is_built_and_asked(open_with: OpenWith, user: str) -> None:
    turns = [
        {"id": f"t{n}", "speaker": "Ann", "text": SAID[n % len(SAID)], "said_at": START + timedelta(days=2 * n)}
        for n in range(12)
    ]
    for paper in ("tsm", "hmem", "timem", "recmem", "segtree"):
        preset = PUBLISHED[f"{paper}-published"]
        with open_with(Settings.published(paper)) as memory:
            assert memory.add_turns(turns, user=f"{user}-{paper}").stored == len(turns)
            memory.consolidate(user=f"{user}-{paper}", now=LATER)
            found = memory.recall("Why would Ann water the beans?", user=f"{user}-{paper}", now=LATER, preset=preset)
            assert any("beans" in item.text for item in found)
            assert len(found) <= (preset.k or 0)
            if paper == "timem":  # the upper levels are what a complex question is asked for
                assert len(found) > 10
                short = memory.recall(found.question, user=f"{user}-{paper}", now=LATER, preset="timem", k=10)
                assert {"segment", "profile"} <= {item.kind for item in short}


def test_an_unknown_paper_is_named() -> None:
    with pytest.raises(InvalidInput, match="no paper 'best'; choose from: tsm"):
        Settings.published("best")
