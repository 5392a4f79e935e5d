"""Questions that nobody should ask, to every preset: an empty result or a sensible one, never another error."""

from collections.abc import Iterator

import pytest
from tests.integration.conftest import OpenWith

from chronomem import Memory, Settings
from chronomem.engine.consolidation.registry import STRUCTURES
from chronomem.retrieval.presets.presets import PRESETS

pytestmark = pytest.mark.dialect


MAINTAINED = [name for name, preset in PRESETS.items() if set(preset.structures) <= set(STRUCTURES)]
ODD = [
    "?",
    "the of and",
    "¿Dónde vive Ana ahora?",
    "アンナさんはどこに住んでいますか。",
    "Где живёт Анна?",
    "🐕🐕🐕",
    "What happened on 30 February 2023?",
    "What did Ann do on 45 May in the year 20233?",
    "What changed since the year 1?",
    "What did Ann say before the world began and after it ended?",
    "'; MATCH (n) DETACH DELETE n; //",
    "Ann " * 2_000,
    "\N{COMBINING ACUTE ACCENT}\u200b!",
]


@pytest.fixture(scope="module")
def maintained(open_with: OpenWith) -> Iterator[Memory]:
    """A memory that maintains what every preset needs."""
    structures = tuple(dict.fromkeys(name for preset in MAINTAINED for name in PRESETS[preset].structures))
    with open_with(Settings(structures=structures)) as opened:
        yield opened


def test_the_structures_of_presets_are_known() -> None:
    assert {name for preset in PRESETS.values() for name in preset.structures} <= {*STRUCTURES, "hmem"}


def test_every_preset_answers_odd_questions(maintained: Memory, user: str) -> None:
    lines = ["I live in Porto.", "My dog barks at night.", "I moved to Lisbon yesterday.", "Ana toca el piano."]
    maintained.add_turns(
        [
            {"id": f"t{n}", "speaker": "Ann" if n % 2 else "Ben", "text": text, "said_at": f"2023-05-{n + 1:02}T10:00"}
            for n, text in enumerate(lines)
        ],
        user=user,
    )
    maintained.consolidate(user=user, now="2023-08-01")
    for preset in MAINTAINED:
        for question in ODD:
            context = maintained.recall(question, user=user, now="2023-08-01", preset=preset)
            assert len(context) <= (PRESETS[preset].k or 10)
            assert all(set(item.turn_ids) <= {"t0", "t1", "t2", "t3"} for item in context)
            assert all(item.as_line() in context.as_prompt() for item in context)
        assert len(maintained.recall("Who?", user=user, preset=preset, k=0)) == 0
        everything = maintained.recall("Where is the dog?", user=user, preset=preset, k=1_000_000)
        assert 0 < len(everything) <= 40
        assert len({(item.kind, item.turn_ids, item.text) for item in everything}) == len(everything)
        plain = maintained.recall("Where does Ann live?", user=user, now="2023-08-01", preset=preset)
        shown = maintained.recall("Where does Ann live?", user=user, now="2023-08-01", preset=preset, explain=True)
        assert [item.turn_ids for item in shown] == [item.turn_ids for item in plain]
        assert shown.as_dict()["explanation"]["preset"] == preset


def test_every_preset_finds_nothing_in_a_memory_without_turns(maintained: Memory, user: str) -> None:
    maintained.create_user(user)
    maintained.consolidate(user=user)
    for preset in MAINTAINED:
        assert list(maintained.recall("Where does Ann live since May?", user=user, preset=preset)) == []


def test_a_question_in_another_language_finds_what_was_said_in_it(maintained: Memory, user: str) -> None:
    for number, text in enumerate(["Ana toca el piano en casa.", "The weather was dull.", "東京に引っ越しました。"]):
        maintained.add(text, user=user, turn_id=f"t{number}", said_at="2023-05-01")
    assert maintained.recall("¿Quién toca el piano?", user=user)[0].turn_ids == ("t0",)
    assert maintained.recall("東京はいつですか", user=user)[0].turn_ids == ("t2",)
