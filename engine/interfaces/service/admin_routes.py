"""Routes for administrators, and for monitoring."""

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request, Response
from fastapi.responses import JSONResponse

from chronomem.engine.interfaces.http.problems import documented
from chronomem.engine.interfaces.json_values import plain
from chronomem.engine.interfaces.service.access import Admin
from chronomem.engine.interfaces.service.metrics import Metrics
from chronomem.engine.interfaces.service.routes import Background, Opened
from chronomem.engine.interfaces.service.shapes import CypherIn, Name, RowsOut, Status
from chronomem.engine.memory.upkeep import Stats
from chronomem.engine.upkeep.doctor import Report
from chronomem.engine.upkeep.usage import Usage

admin_router = APIRouter(responses=documented(401, 403, 404, 413, 422, 429, 503))
watch_router = APIRouter(tags=["service"])

_LARGEST = 2**63


@admin_router.get("/users", tags=["users"])
async def users(admin: Admin, memory: Opened) -> list[str]:  # noqa: ARG001 - admits administrators only
    """Return the ids of all users."""
    return await memory.users()


@admin_router.get("/stats", tags=["users"])
async def stats(admin: Admin, memory: Opened) -> Stats:  # noqa: ARG001 - as above
    """Return the amount of data stored for all users."""
    return await memory.stats()


@admin_router.get("/usage", tags=["users"])
async def usage(admin: Admin, memory: Opened) -> list[Usage]:  # noqa: ARG001 - as above
    """Return the usage of language models, in requests and tokens."""
    return await memory.usage()


@admin_router.get("/doctor", tags=["users"])
async def doctor(
    admin: Admin,  # noqa: ARG001 - as above
    memory: Opened,
    user: Annotated[Name | None, Query(description="The user to check; omitted, all users.")] = None,
) -> Report:
    """Check the invariants of the graph."""
    return await memory.doctor(user=user)


@admin_router.post("/cypher", tags=["questions"], response_model=RowsOut, responses=documented(504))
async def cypher(admin: Admin, given: CypherIn, memory: Opened) -> Response:  # noqa: ARG001 - as above
    """Run read-only Cypher over the whole graph, including all users; time and rows are limited."""
    if given.user is not None and "user" in given.parameters:
        raise HTTPException(422, "user is given twice; name it once")
    parameters = given.parameters | ({"user": given.user} if given.user is not None else {})
    if not _is_sendable(parameters):
        raise HTTPException(
            422, "a parameter holds an integer of more than 64 bits, or a text with NUL or surrogates; change it"
        )
    rows = await memory.cypher(given.query, **parameters)
    return JSONResponse(plain({"columns": rows.columns, "rows": list(rows), "truncated": rows.truncated}))


def _is_sendable(value: Any) -> bool:
    match value:
        case bool() | None | float():
            return True
        case int():
            return -_LARGEST <= value < _LARGEST
        case str():
            return "\0" not in value and value.encode(errors="replace").decode() == value
        case dict():
            return all(_is_sendable(key) and _is_sendable(own) for key, own in value.items())
        case _:
            return all(map(_is_sendable, value))


@watch_router.head("/health", include_in_schema=False)
@watch_router.get("/health", response_model_exclude_none=True)
async def health() -> Status:
    """Answer as long as the service runs."""
    return Status(status="ok")


@watch_router.head("/ready", include_in_schema=False)
@watch_router.get("/ready", responses=documented(503), response_model_exclude_none=True)
async def ready(memory: Opened, background: Background) -> Status:
    """Answer whether the database does, and whether turns are extracted in the background.

    The status is "degraded" while the background work recovers from an error; requests are answered all the same.
    """
    await memory.ping()
    if background.problem is not None:
        return Status(status="degraded", reason=background.problem)
    return Status(status="ok")


@admin_router.get(
    "/metrics", tags=["service"], response_class=Response, responses={200: {"content": {"text/plain": {}}}}
)
async def metrics(admin: Admin, memory: Opened, request: Request) -> Response:  # noqa: ARG001 - as above
    """Return metrics for Prometheus."""
    from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

    own: Metrics = request.app.state.metrics
    own.show(await memory.backlog())
    return Response(generate_latest(own.registry), media_type=CONTENT_TYPE_LATEST)
