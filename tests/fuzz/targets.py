"""Everything that reads texts, files or replies of others, each with the odd input that it must get over."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from chronomem import ChronomemError, InvalidInput, InvalidTime, LanguageModel, Memory, Settings
from chronomem.engine.importers import read_conversations
from chronomem.extractors.embeddings.embedder import StaticEmbedder
from chronomem.extractors.semantic_time import TimeSettings, parse_time
from chronomem.extractors.turns.extraction import TurnExtractor
from chronomem.extractors.turns.stored_turn import StoredTurn
from chronomem.retrieval.index.vocabulary import Vocabulary
from chronomem.retrieval.question.question import read_question
from chronomem.retrieval.stages.plan import complexity_of, scope_of, sub_queries_of
from tests.acceptance.service import ADMIN, TOKENS, serving
from tests.fuzz.files import damaged_files
from tests.fuzz.replies import BODIES, odd_answers
from tests.fuzz.texts import STORABLE, TEXTS
from tests.model_server.server import Body, FakeModelServer, Sends

Check = Callable[[Any], None]

CLOCKS = tuple(datetime(year, 5, 8, 12, tzinfo=UTC) for year in (2, 1583, 2024, 9998))
ZONES = ("UTC", "Asia/Tokyo", "Pacific/Apia", "America/Los_Angeles", "Australia/Lord_Howe")
SPEAKERS = ("Ann", "Bo Lee", "ß", "The Rock", "?")
_NOW = CLOCKS[2]


@dataclass(frozen=True)
class Target:
    """Something that is fuzzed.

    Attributes:
        given: what it is given.
        opened: makes ready what all examples share, and gives the check of one; the check raises where it fails.
        share: how many examples it gets for one of the slowest.
        reads_texts: whether it is given one text, so that a text that broke another one may be tried.
    """

    given: st.SearchStrategy[Any]
    opened: Callable[[], AbstractContextManager[Check]]
    share: int
    reads_texts: bool = False


def _always(check: Check) -> Callable[[], AbstractContextManager[Check]]:
    @contextmanager
    def opened() -> Iterator[Check]:
        yield check

    return opened


def _read_times(text: str) -> None:
    for number, now in enumerate(CLOCKS):
        for prefer in ("past", "future", "auto"):
            settings = TimeSettings.model_validate(
                {"timezone": ZONES[len(text + prefer) % len(ZONES)], "prefer": prefer}
            )
            try:
                spans = parse_time(text, now=now, settings=settings)
            except InvalidTime:
                assert number != CLOCKS.index(_NOW)
                continue
            for span in spans:
                assert text[span.start_char : span.end_char] == span.text
                assert 0 <= span.weight <= 1
                for reading in span.readings():
                    assert reading.start is None or reading.end is None or reading.start < reading.end


@contextmanager
def _extracting() -> Iterator[Check]:
    extractor = TurnExtractor()

    def check(said: list[tuple[str, str]]) -> None:
        turns = [
            StoredTurn(str(number), text, _NOW + timedelta(minutes=number), speaker, "user", SPEAKERS, "s")
            for number, (speaker, text) in enumerate(said)
        ]
        found = extractor.extract(turns, ZoneInfo("Europe/Berlin"))
        assert dict(found.failed) == {}
        assert [each.turn.id for each in found.done] == [turn.id for turn in turns]

    yield check


@contextmanager
def _asking() -> Iterator[Check]:
    vocabulary, embedder = Vocabulary(), StaticEmbedder()

    def check(text: str) -> None:
        question = read_question(text, speakers=SPEAKERS, vocabulary=vocabulary, embedder=embedder)
        assert question.vector.shape == (embedder.dimensions,)
        scope_of(text, complexity_of(text))
        for part in sub_queries_of(text, SPEAKERS):
            assert part.text
        parse_time(text, now=_NOW, settings=TimeSettings(prefer="past"))

    yield check


@contextmanager
def _importing() -> Iterator[Check]:
    with TemporaryDirectory(prefix="chronomem-fuzz-") as folder:
        path = Path(folder) / "export"

        def check(given: tuple[str, bytes]) -> None:
            kind, content = given
            path.write_bytes(content)
            for format_name in (kind, None):
                for skip in (None, lambda _: None):
                    try:
                        for conversation in read_conversations(path, format_name, skip_bad=skip):
                            assert all(turn.text.strip() for turn in conversation.turns)
                    except InvalidInput as error:
                        if str(path) not in str(error):
                            raise AssertionError(f"it doesn't name the file: {error}") from error

        yield check


@contextmanager
def _hearing_a_model() -> Iterator[Check]:
    with TemporaryDirectory(prefix="chronomem-fuzz-") as folder, FakeModelServer.running() as server:
        model = LanguageModel(model="m", base_url=server.url, retries=0, timeout=timedelta(seconds=5))
        with Memory.open(Path(folder) / "memory", settings=Settings(model=model, extraction="eager")) as memory:
            numbers = count()

            def check(reply: str | Sends) -> None:
                user = f"u{next(numbers)}"
                server.answer_with(lambda _: reply)
                turns = [
                    {"text": text, "speaker": "Ann", "said_at": _NOW + timedelta(minutes=minute), "session": "s"}
                    for minute, text in enumerate(("I live in Porto.", "I like tea."))
                ]
                memory.add_turns(turns, user=user)
                done = memory.consolidate(user=user)
                assert done.turns == 2
                with suppress(ChronomemError):
                    memory.ask("Where does Ann live?", user=user)

            yield check
            assert memory.doctor().findings == ()


@contextmanager
def _serving() -> Iterator[Check]:
    with TemporaryDirectory(prefix="chronomem-fuzz-") as name:
        folder, numbers = Path(name), count()
        (folder / "tokens.toml").write_text(TOKENS, encoding="utf-8")
        options = ("--tokens", str(folder / "tokens.toml"), "--rate", "100000", "--query-timeout", "5")
        with serving(folder / "memory", *options) as service, service.client(ADMIN) as client:

            def check(given: tuple[list[str], str, bytes]) -> None:
                texts, question, raw = given
                user = f"/users/u{next(numbers)}"

                def post(path: str, body: Any) -> Body:
                    answer = client.post(user + path, json=body)
                    assert answer.status_code in (200, 400, 404, 422), f"{path}: {answer.status_code} {answer.text}"
                    return answer.json() if answer.status_code == 200 else {}

                turns = [
                    {"text": text, "speaker": SPEAKERS[number % 3], "said_at": (_NOW + timedelta(number)).isoformat()}
                    for number, text in enumerate(texts)
                ]
                assert post("/turns", {"turns": turns})["stored"] == len(texts)
                assert not post("/consolidate", {})["failed"]
                post("/recall", {"question": question[:10_000]})
                for text in texts:
                    client.get(f"{user}/history", params={"subject": text[:100] or "?", "predicate": question[:100]})
                answer = client.post(f"{user}/ingest", content=raw, headers={"Content-Type": "application/x-ndjson"})
                assert answer.status_code == 200
                assert client.post("/cypher", json={"query": question}).status_code in (200, 400, 403, 422)
                if len(question) % 16 == 0:  # it rewrites files, which takes longer than the rest together
                    assert "turns" in post("/forget", {"everything": True})
                assert client.get("/ready").json()["status"] == "ok"

            yield check


_LINES = st.binary(max_size=30) | STORABLE.map(
    lambda text: f'{{"text": "{text}", "speaker": "Ann", "id": "x"}}\n'.encode(errors="replace")
)
TARGETS = {
    "times": Target(TEXTS, _always(_read_times), 200, reads_texts=True),
    "extraction": Target(
        st.lists(st.tuples(st.sampled_from(SPEAKERS), TEXTS), min_size=1, max_size=5), _extracting, 30
    ),
    "questions": Target(TEXTS, _asking, 100, reads_texts=True),
    "files": Target(damaged_files(), _importing, 100),
    "replies": Target(odd_answers() | BODIES.map(Sends), _hearing_a_model, 3),
    "service": Target(st.tuples(st.lists(STORABLE, min_size=1, max_size=4), STORABLE, _LINES), _serving, 2),
}
