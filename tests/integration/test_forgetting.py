"""After some turns are forgotten, a memory is what it would be if they had never been said."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.examples import examples
from tests.graphs import graph_of

from chronomem import Memory, Settings, Turn
from chronomem.graph_schema.model.entity_names import words_of

NOW = "2024-09-01T00:00:00+00:00"
BEGINNING = datetime(2024, 3, 4, 9, tzinfo=UTC)
PEOPLE = ("Caro", "Dan")
NAMES = (
    "Ann Quixoticus",
    "Ann",
    "Anna Smith",
    "Anna Jones",
    "Anna",
    "Blorp Corp",
    "Blorp",
    "Vandertown",
    "Annie",
    "Dan Brown",
)
SAYINGS = (
    "My doctor is {}.", "{} helped me a lot.", "I married {} on 3 May 2019.", "My wife is {}.", "I live in {}.",
    "I moved to {} last week.", "{} moved to Porto.", "I work at {}.", "I left {}.", "My sister {} lives in Bern.",
    "She is a nurse.", "Yes, I love it.", "I saw {} and {} yesterday.", "I have a dog called {}.",
)  # fmt: skip
RARE = {word for name in NAMES for word in words_of(name)} | {"2019", "porto", "bern", "nurse"}


@dataclass(frozen=True)
class Story:
    """Turns in order of time, with the numbers of those to forget, one set after the other."""

    turns: Sequence[Turn]
    forgotten: Sequence[Sequence[int]]

    @property
    def left(self) -> list[Turn]:
        gone = {n for numbers in self.forgotten for n in numbers}
        return [turn for n, turn in enumerate(self.turns) if n not in gone]

    @property
    def lost_words(self) -> set[str]:
        """The rare words that only forgotten turns held, in their texts or as names of who spoke."""
        said = [[f"{turn.speaker}: {turn.text}" for turn in turns] for turns in (self.turns, self.left)]
        told, left = ({word for text in texts for word in words_of(text)} for texts in said)
        return (told - left) & RARE


def said(day: str, text: str, speaker: str = "Caro") -> Turn:
    return Turn(id=day, session=day, speaker=speaker, text=text, said_at=f"2024-{day}T10:00:00")


def test_an_entity_is_called_after_the_turns_that_are_left(memory: Memory, user: str) -> None:
    memory.add_turns([said("05-01", "My doctor is Ann Quixoticus.")], user=user)
    memory.consolidate(user=user, now=NOW)
    memory.add_turns([said("06-01", "Ann helped me a lot.")], user=user)
    memory.consolidate(user=user, now=NOW)
    memory.forget(user=user, turn_ids=["05-01"])
    assert "quixoticus" not in repr(memory.cypher("MATCH (n {user_id: $user}) RETURN n", user=user)[:]).lower()
    memory.consolidate(user=user, now=NOW)
    ann = memory.entity("Ann", user=user)
    assert ann is not None
    assert (ann.id, ann.name, ann.first_seen) == ("entity:ann", "Ann", datetime(2024, 6, 1, 10, tzinfo=UTC))
    assert memory.doctor(user=user).findings == ()


def test_what_a_forgotten_turn_first_called_by_a_name_is_no_longer_meant_by_it(memory: Memory, user: str) -> None:
    story = [
        said("03-04", "I work at Anna Smith."),
        said("03-24", "I have a dog called Anna."),
        said("04-16", "I saw Anna and Anna Jones yesterday.", "Dan"),
    ]
    memory.add_turns(story, user=user)
    memory.consolidate(user=user, now=NOW)
    seen = "MATCH (:Turn {user_id: $user, id: '04-16'})-[:MENTIONS]->(e:Entity) RETURN e.name AS name"
    before = {row["name"] for row in memory.cypher(seen, user=user)}
    memory.forget(user=user, turn_ids=["03-24"])
    memory.consolidate(user=user, now=NOW)
    after = {row["name"] for row in memory.cypher(seen, user=user)}
    assert before - {"Dan"} == {"Anna Smith", "Anna Jones"}
    assert after - {"Dan"} == {"Anna"}


def test_a_topic_tells_no_day_that_is_forgotten(memory: Memory, user: str) -> None:
    memory.add_turns([said("05-01", "I married Ann on 3 May 2019."), said("06-01", "My wife is Ann.")], user=user)
    memory.consolidate(user=user, now=NOW)
    memory.forget(user=user, turn_ids=["05-01"])
    memory.consolidate(user=user, now=NOW)
    told = repr((memory.topics(user=user), memory.personas(user=user), memory.entity("Ann", user=user)))
    assert "2019" not in told
    assert "Ann" in told


def test_what_a_caller_named_stays_though_the_turn_that_named_it_first_is_forgotten(memory: Memory, user: str) -> None:
    memory.add_turns([said("05-01", "My doctor is Ann Quixoticus."), said("06-01", "Ann helped me a lot.")], user=user)
    memory.consolidate(user=user, now=NOW)
    memory.add_fact(user=user, subject="Ann Quixoticus", predicate="lives_in", object="Bern")
    memory.forget(user=user, turn_ids=["05-01"])
    memory.consolidate(user=user, now=NOW)
    ann = memory.entity("Ann Quixoticus", user=user)
    assert ann is not None
    assert [fact.says for fact in memory.facts(user=user, about="Ann Quixoticus")] == ["Bern"]


@pytest.mark.slow
def test_no_file_holds_a_word_that_only_forgotten_turns_held(tmp_path: Path) -> None:
    folder = tmp_path / "memory"
    story = [
        said("05-01", "My doctor is Ann Quixoticus."),
        said("05-02", "Ann helped me a lot, and Quixoticus is a good name."),
        said("05-03", "I moved to Vandertown last week with Zebulonia Smith."),
        said("05-04", "Zebulonia works at Blorp Corp.", "Dan"),
        said("05-05", "Ann saw Smith and Blorp yesterday.", "Dan"),
    ]
    with Memory.open(folder, settings=Settings(snapshot_turns=2)) as memory:
        memory.add_turns(story, user="u")
        memory.consolidate(user="u", now=NOW)
        memory.recall("Who is the doctor in Vandertown?", user="u")
        memory.forget(user="u", turn_ids=["05-01", "05-02"])
        memory.forget(user="u", turn_ids=["05-03", "05-04"])
        memory.consolidate(user="u", now=NOW)
    for path in folder.rglob("*"):
        text = path.read_bytes().lower() if path.is_file() else b""
        assert not [word for word in (b"quixoticus", b"vandertown", b"zebulonia", b"corp") if word in text], path


@st.composite
def stories(draw: st.DrawFn) -> Story:
    count = draw(st.integers(2, 10))
    turns, said_at = [], BEGINNING
    for n in range(count):
        said_at += timedelta(minutes=draw(st.sampled_from([1, 2, 60 * 24 * 3, 60 * 24 * 20])))
        saying = draw(st.sampled_from(SAYINGS))
        names = [draw(st.sampled_from(NAMES)) for _ in range(saying.count("{}"))]
        text, speaker = saying.format(*names), draw(st.sampled_from(PEOPLE))
        session = f"s{said_at:%m%d}"
        turns.append(Turn(id=f"t{n:02d}", session=session, speaker=speaker, text=text, said_at=said_at))
    gone = draw(st.lists(st.integers(0, count - 1), unique=True, min_size=1, max_size=count))
    cut = draw(st.integers(0, len(gone)))
    return Story(turns, [part for part in (gone[:cut], gone[cut:]) if part])


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Memory]:
    """A memory without the users of other tests, whose number slows the forgetting of whole users."""
    with Memory.open(tmp_path / "alone") as opened:
        yield opened


@pytest.mark.slow
@given(story=stories())
@settings(max_examples=examples(20), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_a_memory_that_forgot_is_as_one_that_never_knew(alone: Memory, tmp_path: Path, story: Story) -> None:
    memory, graphs = alone, []
    for user, turns in (("forgot", story.turns), ("never knew", story.left)):
        memory.create_user(user, timezone="UTC")
        memory.add_turns(turns, user=user)
        memory.consolidate(user=user, now=NOW)
        if user == "forgot":
            for numbers in story.forgotten:
                memory.forget(user=user, turn_ids=[story.turns[n].id or "" for n in numbers], scrub=False)
            told = json.dumps(graph_of(memory, user, tmp_path)).lower()
            memory.consolidate(user=user, now=NOW)
            assert memory.doctor(user=user).findings == ()
        graphs.append(graph_of(memory, user, tmp_path))
        memory.forget(user=user, everything=True, scrub=False)
    assert graphs[0] == graphs[1]
    assert not set(re.findall(r"[a-z]+|\d+", told)) & story.lost_words, "words are gone before it is consolidated"
