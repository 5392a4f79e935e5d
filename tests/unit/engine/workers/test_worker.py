"""The background work goes on after any error, and says which without anybody's words."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import cast

import pytest

from chronomem import AsyncMemory, Consolidated, DatabaseUnavailable, Drained
from chronomem.engine.workers import worker
from chronomem.engine.workers.worker import Worker
from chronomem.graph_schema.database.event_log import hashed

SECRET = "what Ann wrote"


class _Memory:
    """A memory of two users, for whom work is due until a drain leaves nothing."""

    def __init__(self, drain: Callable[[str], Awaitable[Drained]]) -> None:
        self._drain = drain
        self.due = {"ann", "ben"}
        self.postponed: list[str] = []

    async def due_users(self, *, limit: int, quiet: timedelta) -> list[str]:  # noqa: ARG002 - as the memory's
        return sorted(self.due)[:limit]

    async def drain(self, user: str) -> Drained:
        drained = await self._drain(user)
        if not drained.more:
            self.due.discard(user)
        return drained

    async def postpone(self, user: str, pause: timedelta) -> None:
        assert pause > timedelta(0)
        self.postponed.append(user)


async def _until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not happened():  # noqa: ASYNC110 - what is waited for is seen from outside only
            await asyncio.sleep(0.005)


def _worker(drain: Callable[[str], Awaitable[Drained]]) -> tuple[Worker, _Memory]:
    memory = _Memory(drain)
    return Worker(cast("AsyncMemory", memory)), memory


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    for pause in ("_FIRST_PAUSE_S", "_POLL_S"):
        monkeypatch.setattr(worker, pause, 0.01)


def test_an_unforeseen_error_stops_no_other_user_and_is_told_without_words(caplog: pytest.LogCaptureFixture) -> None:
    broken = True

    async def drain(user: str) -> Drained:
        if user == "ann" and broken:
            raise ValueError(SECRET)
        return Drained(Consolidated(turns=1))

    async def play() -> Worker:
        nonlocal broken
        work, memory = _worker(drain)
        await work.start()
        await _until(lambda: memory.due == {"ann"} and "ann" in memory.postponed)
        await _until(lambda: work.problem is not None)
        assert "ValueError" in (work.problem or "")
        broken = False
        await _until(lambda: not memory.due)
        await _until(lambda: work.problem is None)
        await work.stop()
        return work

    figures = asyncio.run(play()).figures
    assert figures.turns == figures.drains == 2
    assert figures.failures == figures.postponed > 0
    assert "in drain" in caplog.text, "the log tells where"
    assert SECRET not in caplog.text


def test_a_user_whose_work_fails_waits_and_is_not_named(caplog: pytest.LogCaptureFixture) -> None:
    tried: list[str] = []

    async def drain(user: str) -> Drained:
        tried.append(user)
        if tried.count(user) < 3:
            raise DatabaseUnavailable(SECRET)
        return Drained(Consolidated())

    async def play() -> tuple[Worker, _Memory]:
        work, memory = _worker(drain)
        await work.start()
        await _until(lambda: not memory.due)
        await work.stop()
        return work, memory

    work, memory = asyncio.run(play())
    assert sorted(memory.postponed) == ["ann", "ann", "ben", "ben"]
    assert work.figures.failures == 0
    assert hashed("ann") in caplog.text
    assert "ann" not in caplog.text.replace(hashed("ann"), "")
    assert SECRET not in caplog.text


def test_a_database_that_is_away_is_asked_again() -> None:
    class Away(_Memory):
        asked = 0

        async def due_users(self, *, limit: int, quiet: timedelta) -> list[str]:
            self.asked += 1
            if self.asked < 3:
                raise DatabaseUnavailable("gone")
            return await super().due_users(limit=limit, quiet=quiet)

    async def drain(user: str) -> Drained:  # noqa: ARG001 - as the memory's
        return Drained(Consolidated())

    async def play() -> int:
        memory = Away(drain)
        work = Worker(cast("AsyncMemory", memory))
        await work.start()
        await _until(lambda: not memory.due)
        await work.stop()
        return work.figures.failures

    assert asyncio.run(play()) == 0
