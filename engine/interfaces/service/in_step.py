"""Bookmarks in headers: a client reads at one replica what was written or forgotten at another."""

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chronomem.engine.interfaces.http.problems import problem_response
from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.errors import InvalidInput

HEADER = "Chronomem-Bookmarks"
"""The header, of requests and of their answers: bookmarks with a comma between them."""


class InStep:
    """Lets a request wait for the states of the database that it names, and names the latest one in the answer."""

    def __init__(self, app: ASGIApp, memory: AsyncMemory) -> None:
        self._app = app
        self._memory = memory

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith("/users/"):
            await self._app(scope, receive, send)
            return
        given = [each.strip() for each in Headers(scope=scope).get(HEADER, "").split(",")]

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start" and (reached := await self._memory.bookmarks()):
                MutableHeaders(scope=message)[HEADER] = ",".join(reached)
            await send(message)

        try:
            with self._memory.after(filter(None, given)):
                await self._app(scope, receive, marked)
        except InvalidInput as error:  # of the header: those of the application are answered by it
            await problem_response(422, f"{HEADER}: {error}")(scope, receive, send)
