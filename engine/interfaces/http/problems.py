"""Errors as problem details (RFC 9457), with one table from error class to status."""

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from chronomem.graph_schema.errors import (
    BudgetExceeded,
    ChronomemError,
    Closed,
    DatabaseError,
    InvalidInput,
    ModelError,
    ModelUnavailable,
    QueryFailed,
    QueryTimedOut,
    TurnConflict,
    UnknownUser,
    WriteRefused,
)

MEDIA_TYPE = "application/problem+json"
_LOG = logging.getLogger("chronomem.service")

STATUSES: Mapping[type[ChronomemError], int] = {
    TurnConflict: 409,
    InvalidInput: 422,
    UnknownUser: 404,
    WriteRefused: 403,
    QueryTimedOut: 504,
    QueryFailed: 422,
    BudgetExceeded: 429,
    ModelUnavailable: 503,
    ModelError: 502,
    DatabaseError: 503,
    Closed: 503,
    ChronomemError: 500,
}
"""The status of each error class; others have that of their nearest ancestor."""

_TITLES = {
    400: "Bad request",
    401: "No valid token",
    403: "Not allowed",
    404: "Not found",
    405: "Method not allowed",
    409: "Conflict",
    413: "Too large",
    415: "Unsupported media type",
    422: "Can't be used",
    429: "Too many requests",
    500: "Internal error",
    502: "No answer from a language model",
    503: "Not available",
    504: "Timed out",
}


class Problem(BaseModel):
    """The problem details of an error."""

    type: str = Field(description="The class of the error, as `urn:chronomem:error:UnknownUser`.")
    title: str
    status: int
    detail: str = Field(description="The wrong value, and what to do next.")


def status_of(error: ChronomemError) -> int:
    """Return the status of an error."""
    return next(STATUSES[kind] for kind in type(error).__mro__ if kind in STATUSES)


def problem_of(error: ChronomemError) -> Problem:
    """Return an error as problem details."""
    return _problem(status_of(error), str(error), type(error).__name__)


def problem_response(status: int, detail: str, *, headers: Mapping[str, str] | None = None) -> Response:
    """Return a response for a refusal by the service itself."""
    return _response(_problem(status, detail), headers)


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI documentation of these statuses."""
    return {s: {"model": Problem, "description": _TITLES[s], "content": {MEDIA_TYPE: {}}} for s in statuses}


def handle_errors(app: FastAPI) -> None:
    """Make an application return all its errors as problem details."""

    async def ours(request: Request, error: Exception) -> Response:  # noqa: ARG001 - a handler's signature
        assert isinstance(error, ChronomemError)
        problem = problem_of(error)
        if problem.status >= 500:
            _LOG.error("%s", error, exc_info=error)
        return _response(problem)

    async def wrong_request(request: Request, error: Exception) -> Response:  # noqa: ARG001 - as above
        assert isinstance(error, RequestValidationError)
        told = [f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()[:5]]
        return _response(_problem(422, _storable("; ".join(told))))

    async def refused(request: Request, error: Exception) -> Response:  # noqa: ARG001 - as above
        assert isinstance(error, HTTPException)
        return _response(_problem(error.status_code, str(error.detail)), error.headers)

    async def unexpected(request: Request, error: Exception) -> Response:  # noqa: ARG001 - as above
        _LOG.error("a request failed", exc_info=error)
        return _response(_problem(500, "the service failed unexpectedly; see its log"))

    app.add_exception_handler(ChronomemError, ours)
    app.add_exception_handler(RequestValidationError, wrong_request)
    app.add_exception_handler(HTTPException, refused)
    app.add_exception_handler(Exception, unexpected)


def _problem(status: int, detail: str, kind: str | None = None) -> Problem:
    name = f"urn:chronomem:error:{kind}" if kind else "about:blank"
    return Problem(type=name, title=_TITLES.get(status, "Refused"), status=status, detail=_storable(detail))


def _response(problem: Problem, headers: Mapping[str, str] | None = None) -> Response:
    return JSONResponse(problem.model_dump(), problem.status, dict(headers or {}), MEDIA_TYPE)


def _storable(text: str) -> str:
    return text.encode("utf-8", errors="replace").decode("utf-8")
