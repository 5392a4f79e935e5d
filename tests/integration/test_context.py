"""What is extracted from a turn depends on the stored session alone: on no batch, no order of arrival, no crash."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast
from uuid import uuid4
from zoneinfo import ZoneInfo

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.examples import examples
from tests.inside import embedder_of, run, store_of

from chronomem import Memory, Turn
from chronomem.engine.extraction.extraction import ExtractionWorker
from chronomem.extractors.language.extracted import Mention
from chronomem.extractors.turns.extraction import SILENT_ROLES, Extractions, StoredTurn, TurnExtraction, TurnExtractor
from chronomem.graph_schema.facts.given import GivenFact

BEGINNING = datetime(2024, 5, 1, 10, tzinfo=UTC)
PEOPLE = ("Ada", "Bruno", "Chloe", "helper")
WORDS = ("Lisbon", "Oslo", "Quito", "Tartu")
BY_ARRIVAL = {
    *("created_at", "expired_at", "closed_by", "fingerprint"),  # when the memory learned it
    *("version", "added", "epoch", "memory_epoch", "touched", "news", "news_at"),  # how many transactions there were
    "dirty",  # what waits for the structures
    *("seq", "next_seq"),  # the order of turns that were said at the same moment
}
"""The properties that depend on when, and in which order, turns and facts arrived."""


class ContextExtractor:
    """Extracts facts that tell all of a turn's context, and the names of the turn before as if by a pronoun."""

    version = "of context"

    def extract(self, turns: Sequence[StoredTurn], zone: ZoneInfo) -> Extractions:  # noqa: ARG002 - as the extractor's
        return Extractions([self._one(turn) for turn in turns])

    @staticmethod
    def _one(turn: StoredTurn) -> TurnExtraction:
        if turn.role in SILENT_ROLES:
            return TurnExtraction(turn, (), (), (), ())
        known = [word for utterance in turn.before for word in utterance.text.split() if word in WORDS]
        own = [word for word in turn.text.split() if word in WORDS]
        heard = " / ".join(f"{u.speaker}: {u.text}" for u in turn.before) or "nothing"
        facts = [
            GivenFact(subject=turn.speaker, predicate="heard", value=f"{heard}; {turn.others}", turn_id=turn.id),
            *(GivenFact(subject=turn.speaker, predicate="lives_in", object=w, turn_id=turn.id) for w in own[:1]),
            *(GivenFact(subject=turn.speaker, predicate="visited", object=w, turn_id=turn.id) for w in known[-1:]),
        ]
        mentions = [Mention(0, 1, word, word, "location") for word in (*own, *known[-1:])]
        return TurnExtraction(turn, (), mentions, facts, ())


def extract(memory: Memory, user: str) -> None:
    """Extract from all queued turns of a user."""
    extractor = cast("TurnExtractor", ContextExtractor())
    worker = ExtractionWorker(store_of(memory), extractor, embedder_of(memory), lambda: datetime.now(UTC))
    run(memory, worker.drain([user]))


def graph_of(memory: Memory, user: str, folder: Path) -> list[Any]:
    """All that an export holds of a user, but for what depends on arrival."""
    path = folder / f"{uuid4().hex}.jsonl"
    memory.export(path, user=user)
    found = []
    for line in path.read_text(encoding="utf-8").splitlines()[1:-1]:
        row = json.loads(line.replace(user, "USER"))
        if "properties" in row:
            row["properties"] = {k: v for k, v in row["properties"].items() if k not in BY_ARRIVAL}
        elif "user" in row:
            row = {k: v for k, v in row["user"].items() if k not in BY_ARRIVAL}
        found.append(row)
    return found


@dataclass(frozen=True)
class Story:
    """Turns with the order in which they arrive, where that is cut into calls, and which are forgotten when.

    Attributes:
        turns: in order of time.
        calls: the numbers of the turns of each call; a forgotten turn is one of an earlier call.
    """

    turns: Sequence[Turn]
    calls: Sequence[tuple[Sequence[int], Sequence[int], bool]]

    @property
    def left(self) -> list[Turn]:
        gone = {n for _, forgotten, _ in self.calls for n in forgotten}
        return [turn for n, turn in enumerate(self.turns) if n not in gone]


@st.composite
def stories(draw: st.DrawFn) -> Story:
    count = draw(st.integers(2, 12))
    turns = []
    for n in range(count):
        speaker = draw(st.sampled_from(PEOPLE))
        turns.append(
            Turn(
                id=f"t{n:02d}",
                session=draw(st.sampled_from("xxy")),
                speaker=speaker,
                role="assistant" if speaker == "helper" else "user",
                text=draw(st.sampled_from(["hm", "no {n}", *(f"{word} {{n}}" for word in WORDS)])).format(n=n),
                said_at=BEGINNING + timedelta(minutes=n),
            )
        )
    arrival = draw(st.permutations(range(count)))
    calls, there = [], list[int]()
    while arrival:
        size = draw(st.integers(1, len(arrival)))
        own, arrival = arrival[:size], arrival[size:]
        there += own
        gone = draw(st.lists(st.sampled_from(there), unique=True, max_size=3))
        there = [n for n in there if n not in gone]
        calls.append((own, gone, draw(st.booleans())))
    return Story(turns, calls)


@given(story=stories())
@settings(max_examples=examples(200), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_the_graph_is_a_function_of_the_turns_that_are_stored(memory: Memory, tmp_path: Path, story: Story) -> None:
    one, other = uuid4().hex, uuid4().hex
    for user in (one, other):
        memory.create_user(user, timezone="UTC")
    for own, gone, extracted in story.calls:
        memory.add_turns([story.turns[n] for n in own], user=one)
        if extracted:
            extract(memory, one)
        if gone:
            memory.forget(user=one, turn_ids=[story.turns[n].id or "" for n in gone], scrub=False)
    memory.add_turns(story.left, user=other)
    for user in (one, other):
        extract(memory, user)
    assert graph_of(memory, one, tmp_path) == graph_of(memory, other, tmp_path)
    assert memory.doctor(user=one).is_healthy
