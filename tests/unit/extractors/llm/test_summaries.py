"""What a language model is shown for a summary, and what becomes of one that it doesn't write."""

import asyncio
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from tests.model_server.server import Fails, FakeModelServer, Says

from chronomem.extractors.embeddings.embedder import StaticEmbedder
from chronomem.extractors.llm.client import ModelClient
from chronomem.extractors.llm.settings import LanguageModel
from chronomem.extractors.llm.summaries import ModelSummariser
from chronomem.extractors.summaries.extractive import ExtractiveSummariser
from chronomem.extractors.summaries.summariser import Source, Summary, SummaryRequest

SAID = [Source(f"t{n}", "Ann lives in Porto.", datetime(2024, 5, n, tzinfo=UTC)) for n in (1, 2)]


def summarise(server: FakeModelServer, *requests: SummaryRequest) -> list[Summary]:
    async def run() -> list[Summary]:
        client = ModelClient(LanguageModel(model="fake", base_url=server.url, retries=0))
        try:
            other = ExtractiveSummariser(StaticEmbedder())
            return await ModelSummariser(client, other).summarise(requests, user="ann")
        finally:
            await client.close()

    return asyncio.run(run())


def test_dates_are_shown_unless_none_are_to_be_told(model_server: FakeModelServer) -> None:
    model_server.answer_with(lambda _: Says({"summary": "Ann lives in Porto."}))
    for is_dated in (True, False):
        request = SummaryRequest("profiles.persistent", SAID, 60, ZoneInfo("UTC"), subject="Ann", dated=is_dated)
        summarise(model_server, request)
    dated, undated = (asked.data["texts"] for asked in model_server.asked)
    assert dated == ["Wed 2024-05-01", "Ann lives in Porto.", "Thu 2024-05-02", "Ann lives in Porto."]
    assert undated == ["Ann lives in Porto."] * 2


def test_turns_of_a_day_are_lines_and_little_is_summarised_in_few_words(model_server: FakeModelServer) -> None:
    model_server.answer_with(lambda _: Says({"summary": "Ann talked."}))
    said = datetime(2024, 5, 1, 9, tzinfo=UTC)
    for words in (3, 80, 1_000):
        sources = [Source(f"t{n}", "word " * words, said, "Ann") for n in range(2)]
        summarise(model_server, SummaryRequest("calendar.day", sources, 100, ZoneInfo("UTC")))
    assert model_server.asked[0].data["texts"] == ["Wed 2024-05-01", *["Ann: word word word"] * 2]
    assert [asked.data["words"] for asked in model_server.asked] == [25, 80, 100]


@pytest.mark.parametrize("is_extractive", [True, False])
@pytest.mark.parametrize("purpose", ["calendar.month", "topics.topic", "profiles.persistent"])
def test_a_single_part_or_fact_is_its_summary(model_server: FakeModelServer, purpose: str, is_extractive: bool) -> None:
    only = Source("day:2024-05-01", "Ann moved.", datetime(2024, 5, 1, tzinfo=UTC), extractive=is_extractive)
    [summary] = summarise(model_server, SummaryRequest(purpose, [only], 160, ZoneInfo("UTC")))
    assert summary == Summary("Ann moved.", is_extractive, ("day:2024-05-01",))
    assert model_server.asked == []


def test_a_single_turn_is_summarised(model_server: FakeModelServer) -> None:
    model_server.answer_with(lambda _: Says({"summary": "Ann moved."}))
    only = Source("t1", "I moved, you know.", datetime(2024, 5, 1, tzinfo=UTC), "Ann")
    [summary] = summarise(model_server, SummaryRequest("topics.topic", [only], 160, ZoneInfo("UTC")))
    assert (summary.text, len(model_server.asked)) == ("Ann moved.", 1)


@pytest.mark.parametrize(
    ("answer", "is_provisional"),
    [(Fails(500), True), (Says("", refusal="I'd rather not."), False), (Says("no JSON"), False)],
)
def test_what_can_not_be_asked_is_asked_again_and_what_is_not_answered_is_not(
    model_server: FakeModelServer, answer: Any, is_provisional: bool
) -> None:
    model_server.answer_with(lambda _: answer)
    [summary] = summarise(model_server, SummaryRequest("calendar.day", SAID[:1], 60, ZoneInfo("UTC")))
    assert (summary.text, summary.extractive, summary.provisional) == ("Ann lives in Porto.", True, is_provisional)
