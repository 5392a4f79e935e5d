"""The background work goes on after any error, and says which without anybody's words."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest

from chronomem import AsyncMemory, Consolidated, DatabaseUnavailable
from chronomem.engine.interfaces.http import background
from chronomem.engine.interfaces.http.background import Consolidation

SECRET = "what Ann wrote"


class _Memory:
    """A memory of two users, whose consolidation does as a test says."""

    def __init__(self, consolidate: Callable[[str], Awaitable[Consolidated]]) -> None:
        self._consolidate = consolidate

    async def users(self) -> list[str]:
        return ["ann", "ben"]

    async def consolidate(self, *, user: str) -> Consolidated:
        return await self._consolidate(user)


async def _until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not happened():  # noqa: ASYNC110 - what is waited for is seen from outside only
            await asyncio.sleep(0.005)


def _consolidation(consolidate: Callable[[str], Awaitable[Consolidated]]) -> Consolidation:
    return Consolidation(cast("AsyncMemory", _Memory(consolidate)), quiet_s=0, is_on=True)


def test_an_unforeseen_error_stops_no_other_user_and_is_told_without_words(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(background, "_FIRST_PAUSE_S", 0.01)
    monkeypatch.setattr(background, "_PAUSE_S", 0.05)
    done: list[str] = []
    broken = True

    async def consolidate(user: str) -> Consolidated:
        if user == "ann" and broken:
            raise ValueError(SECRET)
        done.append(user)
        return Consolidated()

    async def play() -> None:
        nonlocal broken
        work = _consolidation(consolidate)
        await work.start()
        await _until(lambda: "ben" in done and work.failures > 0)
        seen: Any = work.problem
        await _until(lambda: work.problem is not None)
        assert seen is None or "ValueError" in seen
        broken = False
        await _until(lambda: "ann" in done)
        await _until(lambda: work.problem is None)
        await work.stop()

    asyncio.run(play())
    assert "ValueError" in caplog.text
    assert "in consolidate" in caplog.text, "the log tells where"
    assert SECRET not in caplog.text


def test_a_database_that_is_away_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "_PAUSE_S", 0.01)
    tried: list[str] = []

    async def consolidate(user: str) -> Consolidated:
        tried.append(user)
        if tried.count(user) < 3:
            raise DatabaseUnavailable("gone")
        return Consolidated()

    async def play() -> int:
        work = _consolidation(consolidate)
        await work.start()
        await _until(lambda: tried.count("ann") == tried.count("ben") == 3)
        await work.stop()
        return work.failures

    assert asyncio.run(play()) == 0


def test_turns_that_failed_are_tried_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "_RETRY_S", 0.01)
    tried: list[str] = []

    async def consolidate(user: str) -> Consolidated:
        tried.append(user)
        return Consolidated(failed=1 if tried.count(user) < 3 else 0)

    async def play() -> None:
        work = _consolidation(consolidate)
        await work.start()
        await _until(lambda: tried.count("ann") == tried.count("ben") == 3)
        await work.stop()

    asyncio.run(play())
