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
    dated, undated = ([set(text) for text in asked.data["texts"]] for asked in model_server.asked)
    assert dated == [{"text", "when"}] * 2
    assert undated == [{"text"}] * 2


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
