"""What language models took is counted in the graph."""

import asyncio
from pathlib import Path

import pytest
from tests.inside import ledger_of, model_of, run
from tests.integration.conftest import OpenMemory
from tests.model_server.server import FakeModelServer, Says

from chronomem import AsyncMemory, LanguageModel, Memory, Settings, UnknownUser
from chronomem.extractors.llm.reply_cache import CACHE_FILE
from chronomem.extractors.llm.usage import Account, Spent

pytestmark = pytest.mark.dialect


def test_what_was_spent_is_counted_by_purpose_and_outlasts_the_process(
    memory: Memory, open_memory: OpenMemory, user: str
) -> None:
    memory.create_user(user)

    async def spend() -> None:
        ledger = ledger_of(memory)
        extraction = Account(user, "extraction", "m")
        await asyncio.gather(*(ledger.record(extraction, Spent(1, 100, 10)) for _ in range(5)))
        await ledger.record(Account(user, "answer", "m"), Spent(cached=1, saved_tokens=70))

    run(memory, spend())
    with open_memory() as other:
        answer, extraction = other.usage(user=user)
    assert (extraction.purpose, extraction.calls, extraction.tokens, extraction.cached) == ("extraction", 5, 550, 0)
    assert (answer.purpose, answer.calls, answer.tokens, answer.cached, answer.saved_tokens) == ("answer", 0, 0, 1, 70)
    assert {own.user for own in memory.usage()} >= {user}


def test_nobody_unknown_has_spent_anything(memory: Memory, user: str) -> None:
    with pytest.raises(UnknownUser):
        memory.usage(user=user)


@pytest.mark.slow
def test_forgetting_a_turn_forgets_the_replies_that_may_speak_of_it(
    tmp_path: Path, model_server: FakeModelServer
) -> None:
    from tests.unit.extractors.llm.test_client import City

    model_server.answer_with(lambda _: Says({"name": "Unforgettable", "people": None}))
    folder = tmp_path / "memory"

    async def work() -> None:
        settings = Settings(model=LanguageModel(model="m", base_url=model_server.url, retries=0))
        async with await AsyncMemory.open(folder, settings=settings) as memory:
            await memory.add("I live in Porto.", user="u1", turn_id="t1")
            for _ in range(2):
                await model_of(memory).complete("city", "Name it.", "Porto", City, user="u1")
            assert [(own.calls, own.cached) for own in await memory.usage(user="u1")] == [(1, 1)]
            assert b"Unforgettable" in (folder / CACHE_FILE).read_bytes()
        async with await AsyncMemory.open(folder) as memory:
            await memory.forget(user="u1", turn_ids=["t1"])
        assert b"Unforgettable" not in (folder / CACHE_FILE).read_bytes()

    asyncio.run(work())
    assert len(model_server.asked) == 1
