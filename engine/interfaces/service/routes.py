"""The routes of one user's memory. Each path is one method of `AsyncMemory`."""

import tempfile
from pathlib import Path as FilePath
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, HTTPException, Query, Request, Response
from fastapi.responses import FileResponse, JSONResponse
from starlette.background import BackgroundTask

from chronomem.engine.dialogue.forgetting import Forgotten
from chronomem.engine.interfaces.http.guards import STREAMS
from chronomem.engine.interfaces.http.problems import documented
from chronomem.engine.interfaces.json_values import plain
from chronomem.engine.interfaces.service.access import UserName
from chronomem.engine.interfaces.service.feed_stream import EVENTS, EventStream
from chronomem.engine.interfaces.service.shapes import (
    AddedOut,
    AnswerOut,
    AskIn,
    ContextOut,
    CorrectIn,
    FactsIn,
    ForgetIn,
    LineOut,
    MergeIn,
    Name,
    QuestionIn,
    RetainIn,
    RetractIn,
    SessionIn,
    SplitIn,
    Time,
    TurnsIn,
    UserIn,
    UserOut,
)
from chronomem.engine.interfaces.service.stream import IngestStream
from chronomem.engine.interfaces.unknown_names import SHOWN, unknown_name
from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.engine.memory.consolidated import Consolidated
from chronomem.engine.memory.upkeep import Stats
from chronomem.engine.timeline.timeline import TimelinePeriod
from chronomem.engine.timeline.topics import Persona, Topic
from chronomem.engine.upkeep.feed import FeedPage
from chronomem.engine.upkeep.retention import Receipt
from chronomem.engine.upkeep.usage import Usage
from chronomem.engine.workers.worker import Worker
from chronomem.graph_schema.facts.fact_filter import FactFilter
from chronomem.graph_schema.facts.views import Axis, Change, Entity, Fact, Operation

router = APIRouter(prefix="/users/{user}", responses=documented(401, 403, 404, 409, 413, 422, 429, 502, 503))


async def memory_of(request: Request) -> AsyncMemory:
    """Return the memory that the service has open."""
    memory: AsyncMemory = request.app.state.memory
    return memory


async def worker_of(request: Request) -> Worker:
    """Return the background worker."""
    worker: Worker = request.app.state.worker
    return worker


Opened = Annotated[AsyncMemory, Depends(memory_of)]
Background = Annotated[Worker, Depends(worker_of)]


@router.put("", tags=["users"])
async def create_user(user: UserName, given: UserIn, memory: Opened) -> UserOut:
    """Create a user before the first turn, to set a timezone; an existing user stays unchanged."""
    made = await memory.create_user(user, timezone=given.timezone, language=given.language)
    return UserOut(id=made.id, timezone=made.timezone, language=made.language)


@router.post("/turns", tags=["turns"])
async def add(user: UserName, given: TurnsIn, memory: Opened, background: Background) -> AddedOut:
    """Store turns. They can be recalled when this returns; facts are extracted from them soon afterwards."""
    added = await memory.add_turns([turn.model_dump(exclude_none=True) for turn in given.turns], user=user)
    background.wake(user)
    return AddedOut(turn_ids=list(added.turn_ids), stored=added.stored, known=added.known)


@router.post("/sessions", tags=["turns"])
async def add_session(user: UserName, given: SessionIn, memory: Opened, background: Background) -> AddedOut:
    """Store the turns of one conversation, and the metadata that describes it; otherwise like `POST …/turns`."""
    turns = [turn.model_dump(exclude_none=True) for turn in given.turns]
    added = await memory.add_session(turns, user=user, session=given.session, metadata=given.metadata)
    background.wake(user)
    return AddedOut(turn_ids=list(added.turn_ids), stored=added.stored, known=added.known)


_ANSWERED = {
    "model": LineOut,
    "content": {STREAMS: {}},
    "description": "A result line for each line, then a summary line.",
}
_NDJSON = {
    "requestBody": {
        "required": True,
        "content": {
            STREAMS: {
                "schema": {"type": "string", "description": "One turn per line, as in POST /turns."},
                "example": '{"id": "t1", "speaker": "Ann", "text": "Hello", "said_at": "2023-05-30T09:00:00Z"}\n',
            }
        },
    }
}


@router.post(
    "/ingest",
    tags=["turns"],
    response_class=Response,
    responses={200: _ANSWERED, **documented(415)},
    openapi_extra=_NDJSON,
)
async def ingest(user: UserName, request: Request, memory: Opened, background: Background) -> Response:
    """Store a stream of turns of any length, one JSON object per line, and return a result for each line.

    An invalid line is refused by itself; the others are stored. Results are sent while the stream is received.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != STREAMS:
        raise HTTPException(415, f"send the turns as {STREAMS}")
    state = request.app.state
    return IngestStream(memory, user, longest=state.settings.max_body, stored=background.wake, stopping=state.stopping)


@router.post("/recall", tags=["questions"], response_model=ContextOut)
async def recall(user: UserName, asked: QuestionIn, memory: Opened) -> Response:
    """Return the memories relevant to a question, best first."""
    context = await memory.recall(user=user, **asked.model_dump())
    found = context.as_dict()
    return JSONResponse(plain(found) if asked.explain else found)


@router.post("/ask", tags=["questions"], response_model=AnswerOut)
async def ask(user: UserName, asked: AskIn, memory: Opened) -> Response:
    """Answer a question with the language model that the service was started with, and name the turns as evidence."""
    answer = await memory.ask(user=user, **asked.model_dump())
    return JSONResponse(answer.as_dict())


@router.get("/facts", tags=["facts"])
async def facts(user: UserName, memory: Opened, wanted: Annotated[FactFilter, Query()]) -> list[Fact]:
    """Return facts, ordered by the time at which they begin to hold."""
    return await memory.facts(user=user, **dict(wanted))


@router.post("/facts", tags=["facts"])
async def add_facts(user: UserName, given: FactsIn, memory: Opened) -> list[Operation]:
    """Add facts that no turn states, and return the operation that each caused."""
    return await memory.add_facts(given.facts, user=user)


@router.post("/correct", tags=["facts"])
async def correct(user: UserName, given: CorrectIn, memory: Opened) -> Operation:
    """Replace a fact that is wrong by what holds instead; a field that is null there has no value any more."""
    changes = given.model_dump(exclude_unset=True, exclude={"fact_id", "reason"})
    return await memory.correct(given.fact_id, user=user, reason=given.reason, **changes)


@router.post("/retract", tags=["facts"])
async def retract(user: UserName, given: RetractIn, memory: Opened) -> Operation:
    """Take back a fact that is wrong; what it had closed holds again."""
    return await memory.retract(given.fact_id, user=user, reason=given.reason)


@router.get("/history", tags=["facts"])
async def history(
    user: UserName,
    memory: Opened,
    subject: Annotated[Name, Query(examples=["Ann"])],
    predicate: Annotated[Name, Query(examples=["lives_in"])],
) -> list[Fact]:
    """Return all facts ever believed about a subject and predicate."""
    return await memory.history(subject, predicate, user=user)


@router.get("/changes", tags=["facts"])
async def changes(
    user: UserName,
    memory: Opened,
    since: Annotated[Time, Query()],
    until: Annotated[Time | None, Query()] = None,
    axis: Annotated[
        Axis, Query(description="The time in the world, or the time at which the memory learned of it.")
    ] = "world",
    include_minor: Annotated[bool, Query(description="Also changes of minor facts.")] = False,
) -> list[Change]:
    """Return the facts that began or ended from `since` up to `until`."""
    return await memory.changes(since, until, user=user, axis=axis, include_minor=include_minor)


@router.get("/timeline", tags=["questions"])
async def timeline(
    user: UserName,
    memory: Opened,
    grain: Literal["day", "week", "month", "year"] = "month",
    since: Annotated[Time | None, Query()] = None,
    until: Annotated[Time | None, Query()] = None,
    where: Annotated[
        str | None, Query(description="Count only turns whose metadata has these values, as a JSON object.")
    ] = None,
    speakers: Annotated[list[Name] | None, Query(description="Count only turns of these speakers.")] = None,
) -> list[TimelinePeriod]:
    """Return the periods with turns, with the number of turns and the speakers."""
    return await memory.timeline(user=user, grain=grain, since=since, until=until, where=where, speakers=speakers)


Month = Annotated[str | None, Query(description="Only this month.", examples=["2024-05"])]


@router.get("/topics", tags=["questions"])
async def topics(user: UserName, memory: Opened, month: Month = None) -> list[Topic]:
    """Return the topics of months."""
    return await memory.topics(user=user, month=month)


@router.get("/personas", tags=["questions"])
async def personas(user: UserName, memory: Opened, month: Month = None) -> list[Persona]:
    """Return how the speakers showed themselves in the topics of months."""
    return await memory.personas(user=user, month=month)


@router.get("/instructions", tags=["facts"])
async def instructions(user: UserName, memory: Opened, as_of: Annotated[Time | None, Query()] = None) -> list[Fact]:
    """Return what the user asked for in every answer and hasn't taken back."""
    return await memory.instructions(user=user, as_of=as_of)


@router.get("/entities", tags=["facts"])
async def entities(
    user: UserName,
    memory: Opened,
    matching: Annotated[Name, Query(examples=["Siemnes"])],
    limit: Annotated[int, Query(ge=1, le=100)] = 10,
) -> list[Entity]:
    """Return the entities with a name or an alias like a text, the most similar first."""
    return await memory.entities(matching, user=user, limit=limit)


@router.get("/entities/{name:path}", tags=["facts"])
async def entity(user: UserName, name: str, memory: Opened) -> Entity:
    """Return an entity by its name, an alias or its id."""
    found = await memory.entity(name, user=user)
    if found is None:
        raise HTTPException(404, unknown_name(name, await memory.entities(name, user=user, limit=SHOWN)))
    return found


@router.post("/merge_entities", tags=["facts"])
async def merge_entities(user: UserName, given: MergeIn, memory: Opened) -> Entity:
    """Record that two entities are one, and return it."""
    return await memory.merge_entities(given.keep, given.other, user=user)


@router.post("/split_entity", tags=["facts"])
async def split_entity(user: UserName, given: SplitIn, memory: Opened) -> Entity:
    """Undo a merge, and return the separated entity."""
    return await memory.split_entity(given.entity, user=user)


@router.post("/forget", tags=["turns"])
async def forget(user: UserName, given: ForgetIn, memory: Opened) -> Forgotten:
    """Forget turns, or a source of facts, with everything that only they state; or all data of the user."""
    return await memory.forget(user=user, **given.model_dump())


@router.post("/retain", tags=["users"])
async def retain(user: UserName, given: RetainIn, memory: Opened) -> list[Receipt]:
    """Forget what has expired, or is older than the policies of the service allow; return a receipt for each batch."""
    return await memory.retain(user=user, dry_run=given.dry_run)


@router.get("/receipts", tags=["users"])
async def receipts(user: UserName, memory: Opened) -> list[Receipt]:
    """Return the receipts of what retention has erased, with hashes of ids in place of words."""
    return await memory.receipts(user=user)


_FED = {"content": {EVENTS: {"schema": {"type": "string"}}}, "description": "A page, or server-sent events."}


@router.get("/feed", tags=["users"], response_model=FeedPage, responses={200: _FED})
async def feed(
    user: UserName,
    request: Request,
    memory: Opened,
    after: Annotated[Name | None, Query(description="The cursor of the page before; omitted, the beginning.")] = None,
    limit: Annotated[int, Query(ge=1, le=10_000)] = 1_000,
) -> Any:
    """Return what has changed behind a cursor, in order; as server-sent events if `Accept` asks for them.

    A stream of events goes on until the client leaves. It begins behind `Last-Event-ID`, or else `after`.
    """
    if EVENTS not in request.headers.get("accept", ""):
        return await memory.feed(user=user, after=after, limit=limit)
    begin = request.headers.get("last-event-id") or after
    first = await memory.feed(user=user, after=begin, limit=limit)
    return EventStream(memory, user, first, stopping=request.app.state.stopping)


@router.post("/consolidate", tags=["users"])
async def consolidate(user: UserName, memory: Opened) -> Consolidated:
    """Consolidate the user's turns into long-term memory, and return when it is done."""
    return await memory.consolidate(user=user)


@router.get("/stats", tags=["users"])
async def stats(user: UserName, memory: Opened) -> Stats:
    """Return the amount of data stored for the user."""
    return await memory.stats(user=user)


@router.get("/usage", tags=["users"])
async def usage(user: UserName, memory: Opened) -> list[Usage]:
    """Return the user's usage of language models, in requests and tokens."""
    return await memory.usage(user=user)


@router.get(
    "/export",
    tags=["users"],
    response_class=Response,
    responses={200: {"content": {STREAMS: {"schema": {"type": "string"}}}, "description": "JSON lines."}},
)
async def export(user: UserName, memory: Opened, embeddings: bool = True) -> Response:
    """Return all data of the user as JSON lines, for `chronomem load`."""
    folder = tempfile.TemporaryDirectory(prefix="chronomem-export-")
    path = FilePath(folder.name) / "export.jsonl"
    try:
        await memory.export(path, user=user, embeddings=embeddings)
    except BaseException:
        folder.cleanup()
        raise
    return FileResponse(path, media_type=STREAMS, background=BackgroundTask(folder.cleanup))
