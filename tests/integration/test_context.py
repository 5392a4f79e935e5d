"""What is extracted from a turn depends on the stored session alone: on no batch, no order of arrival, no crash."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
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
from tests.integration.conftest import OpenWith
from tests.model_server.server import FakeModelServer, Says

from chronomem import LanguageModel, Memory, Settings, Turn
from chronomem.engine.extraction.extraction import ExtractionWorker
from chronomem.extractors.language.extracted import Mention
from chronomem.extractors.turns.extraction import Extractions, TurnExtraction, TurnExtractor
from chronomem.extractors.turns.stored_turn import StoredTurn
from chronomem.graph_schema.errors import Closed
from chronomem.graph_schema.facts.given import GivenFact
from chronomem.graph_schema.model.dialogue import SILENT_ROLES

BEGINNING = datetime(2024, 5, 1, 10, tzinfo=UTC)
PEOPLE = ("Ada", "Bruno", "Chloe", "helper")
WORDS = ("Lisbon", "Oslo", "Quito", "Tartu")
BY_ARRIVAL = {
    *("created_at", "expired_at", "closed_by", "fingerprint"),  # when the memory learned it
    *("version", "added", "epoch", "memory_epoch", "touched", "news", "news_at"),  # how many transactions there were
    "dirty",  # what waits for the structures
    "named_in",  # the turn by which the memory came to know an entity
    *("seq", "next_seq"),  # the order of turns that were said at the same moment
}
"""The properties that depend on when, and in which order, turns and facts arrived."""


class ContextExtractor:
    """Extracts facts that tell all of a turn's context, and the names of the turn before as if by a pronoun."""

    version = "of context"

    def __init__(self, meanwhile: Callable[[], object] | None = None) -> None:
        self._meanwhile = meanwhile

    def extract(self, turns: Sequence[StoredTurn], zone: ZoneInfo) -> Extractions:  # noqa: ARG002 - as the extractor's
        happens, self._meanwhile = self._meanwhile, None
        if happens is not None:
            happens()
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


def extract(memory: Memory, user: str, meanwhile: Callable[[], object] | None = None) -> None:
    """Extract from all queued turns of a user; something may happen while the first of them are extracted."""
    extractor = cast("TurnExtractor", ContextExtractor(meanwhile))
    worker = ExtractionWorker(store_of(memory), extractor, embedder_of(memory), lambda: datetime.now(UTC))
    run(memory, worker.drain(user))


def die() -> None:
    raise Closed("the worker ends here")


def graph_of(memory: Memory, user: str, folder: Path) -> list[Any]:
    """All that an export holds of a user, but for what depends on arrival."""
    path = folder / f"{uuid4().hex}.jsonl"
    memory.export(path, user=user)
    found = []
    for line in path.read_text(encoding="utf-8").splitlines()[1:-1]:
        row = json.loads(line.replace(user, "USER"))
        if row.get("node") == "Event":  # the history of arrival
            continue
        if "properties" in row:
            row["properties"] = {k: v for k, v in row["properties"].items() if k not in BY_ARRIVAL}
            row["properties"].get("names", []).sort()
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
    calls: Sequence[tuple[Sequence[int], Sequence[int], str]]

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
        calls.append((own, gone, draw(st.sampled_from(["later", "now", "dies"]))))
    return Story(turns, calls)


@given(story=stories())
@settings(max_examples=examples(30), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_the_graph_is_a_function_of_the_turns_that_are_stored(memory: Memory, tmp_path: Path, story: Story) -> None:
    one, other = uuid4().hex, uuid4().hex
    for user in (one, other):
        memory.create_user(user, timezone="UTC")
    for own, gone, extracted in story.calls:
        memory.add_turns([story.turns[n] for n in own], user=one)
        if extracted == "dies":
            with suppress(Closed):
                extract(memory, one, die)
        elif extracted == "now":
            extract(memory, one)
        if gone:
            memory.forget(user=one, turn_ids=[story.turns[n].id or "" for n in gone], scrub=False)
    memory.add_turns(story.left, user=other)
    for user in (one, other):
        extract(memory, user)
    assert graph_of(memory, one, tmp_path) == graph_of(memory, other, tmp_path)
    assert memory.doctor(user=one).is_healthy


def turn(number: int, speaker: str, text: str) -> Turn:
    said_at = BEGINNING + timedelta(minutes=number)
    return Turn(id=f"t{number}", session="x", speaker=speaker, text=text, said_at=said_at)


ASKED, ANSWERED, WENT_ON = turn(1, "Ada", "Oslo 1"), turn(2, "Bruno", "hm"), turn(3, "Ada", "hm")
LATE, STRANGER = turn(0, "Ada", "Quito 0"), turn(4, "Chloe", "hm")


def test_late_turns_new_speakers_and_forgotten_turns_change_what_is_extracted_from_others(
    memory: Memory, user: str, tmp_path: Path
) -> None:
    one, other = user, f"{user}-too"
    memory.add_turns([ASKED, ANSWERED, WENT_ON], user=one)
    extract(memory, one)
    before = memory.facts(user=one, about="Bruno", predicate="heard")
    memory.add_turns([LATE, STRANGER], user=one)
    extract(memory, one)
    (heard,) = memory.facts(user=one, about="Bruno", predicate="heard")
    assert heard.value == "Ada: Quito 0 / Ada: Oslo 1; ('Ada', 'Chloe')"
    assert [fact.value for fact in before] == ["Ada: Oslo 1; ('Ada',)"]
    memory.forget(user=one, turn_ids=["t1", "t4"])
    assert not memory.facts(user=one, about="Bruno"), "what the forgotten turn helped to extract is gone at once"
    memory.add_turns([LATE, ANSWERED, WENT_ON], user=other)
    for each in (one, other):
        extract(memory, each)
    assert graph_of(memory, one, tmp_path) == graph_of(memory, other, tmp_path)
    assert memory.doctor(user=one).findings == ()


def test_a_late_turn_while_a_worker_is_at_those_after_it_is_in_their_context(memory: Memory, user: str) -> None:
    memory.add_turns([ASKED, ANSWERED], user=user)
    extract(memory, user, lambda: memory.add_turns([LATE], user=user))
    assert {fact.value for fact in memory.facts(user=user, predicate="heard")} == {
        "nothing; ('Bruno',)",
        "Ada: Quito 0; ('Bruno',)",
        "Ada: Quito 0 / Ada: Oslo 1; ('Ada',)",
    }


def test_a_fact_changes_no_type_that_mentions_tell(memory: Memory, user: str) -> None:
    memory.add_turns([turn(1, "Ada", "Tartu 1")], user=user)
    extract(memory, user)
    (lives,) = memory.facts(user=user, predicate="lives_in")
    assert lives.object is not None
    assert lives.object.type == "other", "no sentence said that it is a place, and no list knows its name"


def test_what_a_caller_says_of_a_turn_outlives_its_extraction(memory: Memory, user: str) -> None:
    memory.add_turns([ASKED, ANSWERED], user=user)
    extract(memory, user)
    for place in ("Oslo", "Rome"):  # the first is what the extractor found as well
        memory.add_fact(user=user, subject="Bruno", predicate="visited", object=place, turn_id="t2", confidence=0.9)
    memory.add_turns([LATE], user=user)
    memory.forget(user=user, turn_ids=["t1"])
    extract(memory, user)
    visits = {fact.says: fact.confidence for fact in memory.facts(user=user, about="Bruno", predicate="visited")}
    assert visits.keys() == {"Oslo", "Rome", "Quito"}
    assert visits["Oslo"] == visits["Rome"], "it is the caller's, not the extractor's"


def test_a_model_is_paid_for_a_turn_once_unless_its_context_was_forgotten(
    open_with: OpenWith, model_server: FakeModelServer, user: str
) -> None:
    model_server.answer_with(lambda _: Says({"facts": [], "entities": []}))
    model = LanguageModel(model="m", base_url=model_server.url, retries=0)
    with open_with(Settings(model=model, extraction="eager")) as memory:

        def asked() -> list[str]:
            model_server.asked.clear()
            memory.consolidate(user=user)
            return [line for each in model_server.asked for line in each.data["turns"] if line[0].isdigit()]

        memory.add_turns([ASKED, ANSWERED, WENT_ON], user=user)
        assert asked() == ["1 Ada: Oslo 1", "2 Bruno: hm", "3 Ada: hm"]
        memory.add_turns([LATE], user=user)
        assert asked() == ["1 Ada: Quito 0"]
        memory.forget(user=user, turn_ids=["t1"])
        assert asked() == ["1 Bruno: hm", "2 Ada: hm"]
