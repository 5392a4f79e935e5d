"""Metrics of the service for Prometheus, and spans for OpenTelemetry. Neither contains users' names or words."""

import time
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chronomem.engine.memory.consolidated import Backlog
from chronomem.engine.workers.metrics import WorkMetrics
from chronomem.engine.workers.worker import Figures

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

_BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24)


class Metrics:
    """The metrics of one service."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        labels = ("method", "path", "status")
        own = self.registry
        self.requests = Counter("chronomem_requests", "Requests that were answered.", labels, registry=own)
        self.seconds = Histogram(
            "chronomem_request_seconds", "The duration of requests.", ("method", "path"), registry=own, buckets=_BUCKETS
        )
        self.running = Gauge("chronomem_requests_running", "Requests that are being answered.", registry=own)
        self.work: WorkMetrics | None = None

    def watch(self, figures: Figures) -> None:
        """Show the work of this process's worker, and the work that waits for all workers."""
        self.work = WorkMetrics(figures)
        self.work.show_prometheus(self.registry)

    def show(self, backlog: Backlog) -> None:
        """Show how much work waits."""
        if self.work is not None:
            self.work.backlog = backlog


class Watch:
    """Counts and times every request, and makes a span for it if there is a tracer."""

    def __init__(self, app: ASGIApp, metrics: Metrics, tracer: "Tracer | None") -> None:
        self._app = app
        self._metrics = metrics
        self._tracer = tracer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif self._tracer is None:
            await self._count(scope, receive, send)
        else:
            await self._trace(self._tracer, scope, receive, send)

    async def _count(self, scope: Scope, receive: Receive, send: Send) -> int:
        status, began = 500, time.perf_counter()

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        self._metrics.running.inc()
        try:
            await self._app(scope, receive, watched)
        finally:
            self._metrics.running.dec()
            method, path = _method(scope), _path(scope)
            self._metrics.requests.labels(method, path, str(status)).inc()
            self._metrics.seconds.labels(method, path).observe(time.perf_counter() - began)
        return status

    async def _trace(self, tracer: "Tracer", scope: Scope, receive: Receive, send: Send) -> None:
        from opentelemetry.trace import SpanKind, StatusCode
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        carrier = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        parent = TraceContextTextMapPropagator().extract(carrier)
        with tracer.start_as_current_span(_method(scope), parent, kind=SpanKind.SERVER) as span:
            status = await self._count(scope, receive, send)
            span.update_name(f"{_method(scope)} {_path(scope)}")
            span.set_attribute("http.request.method", _method(scope))
            span.set_attribute("http.route", _path(scope))
            span.set_attribute("http.response.status_code", status)
            if status >= 500:
                span.set_status(StatusCode.ERROR)


def _method(scope: Scope) -> str:
    method = scope["method"]
    return method if method in {"GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"} else "OTHER"


def _path(scope: Scope) -> str:
    """Return the template of the path; the path itself may contain people's names."""
    route = scope.get("route")
    return getattr(route, "path_format", None) or getattr(route, "path", None) or "unknown"
