"""Turns as a stream: received line by line, stored batch by batch, answered line by line."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import suppress
from datetime import UTC
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from chronomem.engine.interfaces.http.guards import SPEND, STREAMS
from chronomem.engine.interfaces.http.problems import problem_of
from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.errors import ChronomemError, Closed, InvalidInput, TurnConflict
from chronomem.graph_schema.model.dialogue import Turn
from chronomem.graph_schema.model.times import read_time

_BATCH = 500
_LAST_WORDS_S = 1.0
"""How long a service that stops waits for the next piece of a stream, and for its last results to be taken."""
_MOST_UNTAKEN = 4 * 2**20
"""The maximum number of bytes of results that wait for the client, those of one batch not counted."""
_STOPS = "the service is stopping; later, send the unanswered lines again"

Numbered = tuple[int, Turn]


class _Stopping(Exception):
    """The service stops, and the client sends nothing."""


class IngestStream(Response):
    """Takes turns from the body of its request, and sends results meanwhile.

    Results that the client hasn't taken yet are queued, up to 4 MiB: enough for a client that sends some 50,000 lines
    before it reads the first result. Beyond that, nothing more is received until the client takes some.
    """

    media_type = STREAMS

    def __init__(
        self, memory: AsyncMemory, user: str, *, longest: int, stored: Callable[[str], None], stopping: asyncio.Event
    ) -> None:
        super().__init__()
        del self.headers["content-length"]
        self._memory = memory
        self._user = user
        self._longest = longest
        self._woken = stored
        self._stopping = stopping
        self._counts = {"stored": 0, "known": 0, "refused": 0}
        self._answers: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._untaken = 0
        self._taken = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        taking = asyncio.create_task(self._take(Request(scope, receive)))
        try:
            while (answer := await self._answers.get()) is not None:
                await send({"type": "http.response.body", "body": answer, "more_body": True})
                self._untaken -= len(answer)
                self._taken.set()
            await taking
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except asyncio.CancelledError:  # the service is stopping, and has waited as long as it may
            taking.cancel()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._break_off(send), _LAST_WORDS_S)
        finally:
            taking.cancel()

    async def _break_off(self, send: Send) -> None:
        """Send the remaining results, and the reason why there will be no more."""
        self._answer([{**self._counts, "error": problem_of(Closed(_STOPS)).model_dump()}])
        rest = [self._answers.get_nowait() or b"" for _ in range(self._answers.qsize())]
        await send({"type": "http.response.body", "body": b"".join(rest), "more_body": False})

    async def _take(self, request: Request) -> None:
        batch: list[Numbered] = []
        try:
            try:
                await self._take_lines(request, batch)
                await self._store(batch)
            except _Stopping:
                await self._store(batch)
                raise Closed(_STOPS) from None
            self._answer([{"lines": sum(self._counts.values()), **self._counts}])
        except ClientDisconnect:
            pass  # stored turns stay, and count as known when they are sent again
        except ChronomemError as error:
            self._answer([{**self._counts, "error": problem_of(error).model_dump()}])
        finally:
            self._answers.put_nowait(None)

    async def _take_lines(self, request: Request, batch: list[Numbered]) -> None:
        """Store the lines batch by batch; the last batch is left to the caller."""
        spend, counted = request.scope.get(SPEND), 0
        async for number, line in _lines(_until(self._stopping, request.stream()), self._longest):
            if spend is not None and number - counted >= _BATCH:
                await spend(number - counted)
                counted = number
            if line is not None and not line.strip():
                continue
            try:
                batch.append((number, _turn(line)))
            except InvalidInput as error:
                self._refuse(number, error)
                await self._wait_for_client()
            if len(batch) >= _BATCH:
                await self._store(batch)
                batch.clear()
                await self._wait_for_client()

    async def _wait_for_client(self) -> None:
        """Let other requests run, and wait while the client has too many results to take."""
        await asyncio.sleep(0)
        while self._untaken > _MOST_UNTAKEN:
            self._taken.clear()
            await self._taken.wait()

    async def _store(self, batch: Sequence[Numbered]) -> None:
        """Store a batch; if one of its turns is in conflict, find it by bisection and store the others."""
        if not batch:
            return
        try:
            added = await self._memory.add_turns([turn for _, turn in batch], user=self._user)
        except TurnConflict as error:
            if len(batch) == 1:
                self._refuse(batch[0][0], error)
                return
            await self._store(batch[: len(batch) // 2])
            await self._store(batch[len(batch) // 2 :])
            return
        self._woken(self._user)
        answers, new = [], set(added.new_ids)
        for (number, _), key in zip(batch, added.turn_ids, strict=True):
            status = "stored" if key in new else "known"
            new.discard(key)
            self._counts[status] += 1
            answers.append({"line": number, "status": status, "id": key})
        self._answer(answers)

    def _refuse(self, number: int, error: InvalidInput) -> None:
        self._counts["refused"] += 1
        self._answer([{"line": number, "status": "refused", "detail": str(error)}])

    def _answer(self, answers: Sequence[dict[str, Any]]) -> None:
        lines = "".join(f"{json.dumps(answer)}\n" for answer in answers).encode()
        self._untaken += len(lines)
        self._answers.put_nowait(lines)


async def _until(stopping: asyncio.Event, pieces: AsyncGenerator[bytes]) -> AsyncIterator[bytes]:
    """Yield the pieces of a body until its end; raise `_Stopping` if the service stops and none comes for a while."""
    stop, piece = asyncio.create_task(stopping.wait()), asyncio.ensure_future(anext(pieces, None))
    try:
        while True:
            await asyncio.wait([stop, piece], return_when=asyncio.FIRST_COMPLETED)
            if not piece.done():
                await asyncio.wait([piece], timeout=_LAST_WORDS_S)
            if not piece.done():
                raise _Stopping
            if (got := piece.result()) is None:
                return
            yield got
            piece = asyncio.ensure_future(anext(pieces, None))
    finally:
        stop.cancel()
        piece.cancel()  # until it is done, the pieces can't be closed
        await asyncio.gather(stop, piece, return_exceptions=True)
        await pieces.aclose()


async def _lines(pieces: AsyncIterator[bytes], longest: int) -> AsyncIterator[tuple[int, bytes | None]]:
    """Yield the lines with their numbers; for one that is too long, None."""
    number, rest, is_too_long = 1, b"", False
    async for piece in pieces:
        *whole, rest = (rest + piece).split(b"\n")
        for line in whole:
            if is_too_long or len(line) > longest:
                yield number, None
            else:
                yield number, line
            number, is_too_long = number + 1, False
        if len(rest) > longest:
            rest, is_too_long = b"", True
    if is_too_long:
        yield number, None
    elif rest.strip():
        yield number, rest


def _turn(line: bytes | None) -> Turn:
    if line is None:
        raise InvalidInput("the line is too long")
    try:
        values = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"not JSON: {error}") from None
    if not isinstance(values, dict):
        raise InvalidInput(f"a turn is a JSON object, not {type(values).__name__}")
    turn = Turn.of(**values)
    if turn.said_at is not None:
        read_time(turn.said_at, UTC)
    return turn
