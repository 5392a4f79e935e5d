"""Turns to write are taken one after the other, and a folder that can't hold their locks is said to be unusable."""

import asyncio
from pathlib import Path

import pytest

from chronomem.graph_schema.embedded.writer_turns import Turns
from chronomem.graph_schema.errors import FolderUnusable


def test_two_take_turns_for_one_name(tmp_path: Path) -> None:
    order = []

    async def hold(name: str, inside: asyncio.Event) -> None:
        async with Turns(tmp_path).wait_for("ann", "user"):
            inside.set()
            order.append(f"{name} begins")
            await asyncio.sleep(0.05)
            order.append(f"{name} ends")

    async def both() -> None:
        inside = asyncio.Event()
        first = asyncio.create_task(hold("first", inside))
        await inside.wait()
        await asyncio.gather(first, hold("second", inside))

    asyncio.run(both())
    assert order == ["first begins", "first ends", "second begins", "second ends"]


def test_a_lock_that_cant_be_opened_makes_the_folder_unusable(tmp_path: Path) -> None:
    async def take(*, everybody: bool) -> None:
        turns = Turns(tmp_path)
        async with turns.wait_for_all("user") if everybody else turns.wait_for("ann", "user"):
            pass

    asyncio.run(take(everybody=True))  # makes the files
    for file in tmp_path.glob("user-*.lock"):
        file.unlink()
        file.mkdir()
    for everybody in (True, False):
        with pytest.raises(FolderUnusable, match="no turn to write"):
            asyncio.run(take(everybody=everybody))
