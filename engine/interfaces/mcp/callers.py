"""The user whose memory a model may reach. A model never names a user; the program that connects it does."""

from collections.abc import Callable, Mapping

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from chronomem.engine.interfaces.http.problems import problem_response
from chronomem.engine.interfaces.http.tokens import Caller, Tokens
from chronomem.graph_schema.errors import InvalidInput

WhoIs = Callable[[Mapping[str, str] | None], Caller]
"""Returns the caller of a request, by its headers, which exist over HTTP only."""


def always(user: str) -> WhoIs:
    """Return the same caller for every request."""
    caller = Caller(user)
    return lambda headers: caller  # noqa: ARG005 - one user for every request


def by_token(tokens: Tokens) -> WhoIs:
    """Return callers by their bearer tokens."""

    def who_is(headers: Mapping[str, str] | None) -> Caller:
        caller = tokens.caller(_token(headers or {}))
        if caller is None:
            raise InvalidInput("unknown token; send one from the server's file of tokens")
        return caller

    return who_is


class TokenGuard:
    """Refuses requests without a known token, before any of the protocol is processed."""

    def __init__(self, app: ASGIApp, tokens: Tokens) -> None:
        self._app = app
        self._tokens = tokens

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self._tokens.caller(_token(Headers(scope=scope))) is None:
            refusal = problem_response(
                401, "send a known token: Authorization: Bearer …", headers={"WWW-Authenticate": "Bearer"}
            )
            await refusal(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _token(headers: Mapping[str, str]) -> str:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
