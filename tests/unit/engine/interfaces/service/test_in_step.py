"""Bookmarks travel in headers: a request waits for those that it names, and its answer has the latest."""

import asyncio
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Any, cast

import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from chronomem import AsyncMemory, InvalidInput
from chronomem.engine.interfaces.service.in_step import HEADER, InStep
from chronomem.graph_schema.database.bookmarks import awaited, reading_after


class Marked:
    """What the guard needs of a memory."""

    def __init__(self, *bookmarks: str) -> None:
        self._bookmarks = bookmarks

    def after(self, bookmarks: Iterable[str]) -> AbstractContextManager[None]:
        return reading_after(bookmarks)

    async def bookmarks(self) -> tuple[str, ...]:
        return self._bookmarks


async def tell(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse(" ".join(sorted(awaited())))(scope, receive, send)


def ask(memory: Marked, path: str = "/users/ann/recall", **headers: str) -> httpx.Response:
    async def run() -> httpx.Response:
        transport = httpx.ASGITransport(InStep(tell, cast("AsyncMemory", memory)))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    return asyncio.run(run())


def test_a_request_waits_for_the_states_that_it_names() -> None:
    answer = ask(Marked("FB:kcwQ9", "FB:kcwQ8"), Chronomem_Bookmarks="FB:kcwQ1==, FB:kcwQ2")
    assert answer.text == "FB:kcwQ1== FB:kcwQ2"
    assert answer.headers[HEADER] == "FB:kcwQ9,FB:kcwQ8"


def test_without_bookmarks_nothing_is_waited_for_and_none_are_sent() -> None:
    for answer in (ask(Marked()), ask(Marked("FB:1"), "/health", Chronomem_Bookmarks="FB:2")):
        assert (answer.text, answer.headers.get(HEADER)) == ("", None)


@pytest.mark.parametrize("header", ["no bookmark", "a'b", "x" * 600, ",".join(f"FB:{n}" for n in range(51))])
def test_what_is_no_bookmark_is_refused(header: str) -> None:
    answer = ask(Marked(), Chronomem_Bookmarks=header)
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(f"{HEADER}: ")


def test_only_the_block_waits() -> None:
    async def other(seen: list[Any]) -> None:
        seen.append(awaited())

    async def work() -> list[Any]:
        seen: list[Any] = []
        task = asyncio.create_task(other(seen))
        with reading_after(["FB:1"]), reading_after(["FB:2"]):
            await task
            await other(seen)
        await other(seen)
        return seen

    assert asyncio.run(work()) == [set(), {"FB:1", "FB:2"}, set()]
    with pytest.raises(InvalidInput, match="50"), reading_after(map(str, range(51))):
        pass
