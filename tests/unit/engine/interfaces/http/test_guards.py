"""What stands before requests: rates, spans, and one status for each error."""

import asyncio
from typing import Any

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from starlette.types import ASGIApp, Receive, Scope, Send

from chronomem import exports
from chronomem.engine.interfaces.http.guards import STREAMS, LoopbackOnly, RateLimit, SizeLimit, is_loopback
from chronomem.engine.interfaces.http.problems import STATUSES, status_of
from chronomem.engine.interfaces.http.tokens import Tokens
from chronomem.engine.interfaces.service.metrics import Metrics, Watch
from chronomem.graph_schema.errors import ChronomemError

TOKEN = "a-token-that-is-long-enough"


async def answer(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001 - what an application is given
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def ask(
    app: ASGIApp,
    client: str = "10.0.0.1",
    kind: str = "http",
    *,
    method: str = "GET",
    path: str = "/users/ann",
    **headers: str,
) -> dict[str, Any]:
    """Send a request and return the beginning of its answer."""
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": kind, "method": method, "path": path, "headers": encoded, "client": (client, 1)}

    async def run() -> None:
        await app(scope, receive, send)

    asyncio.run(run())
    first: dict[str, Any] = sent[0]
    return first


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("POST", "/users/ann/ingest", 204),
        ("POST", "/users/ann/recall", 413),
        ("PUT", "/users/ingest", 413),
        ("POST", "/users/ann/x/ingest", 413),
    ],
)
def test_only_where_turns_are_streamed_a_body_may_be_of_any_size(method: str, path: str, status: int) -> None:
    headers = {"Content-Type": STREAMS, "Content-Length": "2000"}
    assert ask(SizeLimit(answer, 1024), method=method, path=path, **headers)["status"] == status


def test_a_bucket_fills_up_steadily_and_each_caller_has_their_own() -> None:
    now = [0.0]
    app = RateLimit(answer, 2.0, 3, Tokens({"ann": [TOKEN]}), clock=lambda: now[0])
    assert [ask(app)["status"] for _ in range(4)] == [204, 204, 204, 429]
    assert dict(ask(app)["headers"])[b"retry-after"] == b"1"
    assert ask(app, client="10.0.0.2")["status"] == 204
    assert ask(app, Authorization=f"Bearer {TOKEN}")["status"] == 204
    assert ask(app, Authorization="Bearer of-nobody-at-all-here")["status"] == 429, "known by the address"
    now[0] = 1.0
    assert [ask(app)["status"] for _ in range(3)] == [204, 204, 429]
    now[0] = 1000.0
    assert [ask(app)["status"] for _ in range(4)] == [204, 204, 204, 429], "no more than the burst is saved up"


def test_a_span_is_made_within_the_callers_trace_and_names_nobody() -> None:
    exporter = InMemorySpanExporter()
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    app = Watch(answer, Metrics(), provider.get_tracer("test"))
    trace = "0af7651916cd43dd8448eb211c80319c"
    assert ask(app, traceparent=f"00-{trace}-b7ad6b7169203331-01")["status"] == 204
    [span] = exporter.get_finished_spans()
    assert span.context is not None
    assert f"{span.context.trace_id:032x}" == trace
    assert dict(span.attributes or {})["http.response.status_code"] == 204
    assert "ann" not in span.to_json()


@pytest.mark.parametrize(
    ("host", "own"),
    [("localhost", True), ("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("[::1]", True), ("", False),
     ("evil.example", False), ("::", False), ("localhost.evil.example", False), ("10.0.0.1", False)],
)  # fmt: skip
def test_a_loopback_address_is_told_from_others(host: str, own: bool) -> None:
    assert is_loopback(host) is own


def test_every_error_has_a_status_that_says_whose_fault_it_is() -> None:
    public = [getattr(exports, name) for name in exports.__all__]
    errors = [each for each in public if isinstance(each, type) and issubclass(each, ChronomemError)]
    statuses = {each.__name__: status_of(each.__new__(each)) for each in errors}
    assert {name for name, status in statuses.items() if status == 500} == {"ChronomemError"}
    assert statuses["InvalidTime"] == 422
    assert statuses["TurnConflict"] == 409
    assert statuses["DatabaseUnavailable"] == 503
    assert (statuses["BudgetExceeded"], statuses["ModelRefused"], statuses["ModelUnavailable"]) == (429, 502, 503)
    assert set(STATUSES.values()) <= {403, 404, 409, 422, 429, 500, 502, 503, 504}


def test_a_page_of_another_host_gets_neither_an_answer_nor_a_socket() -> None:
    passed: list[str] = []

    async def inner(scope: Scope, receive: Receive, send: Send) -> None:
        passed.append(scope["type"])
        await answer(scope, receive, send)

    app = LoopbackOnly(inner)
    assert ask(app, Host="localhost:8070", Origin="http://127.0.0.1:8070")["status"] == 204
    assert ask(app, Host="evil.example")["status"] == 403
    assert ask(app, Host="localhost:8070", Origin="http://evil.example")["status"] == 403
    refused = ask(app, kind="websocket", Host="localhost:8070", Origin="http://evil.example")
    assert refused == {"type": "websocket.close", "code": 1008}
    assert passed == ["http"]
    ask(app, kind="websocket", Host="localhost:8070")
    assert passed == ["http", "websocket"]
