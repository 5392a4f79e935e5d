"""The figures of a worker, for Prometheus and OpenTelemetry. They contain no users' names or words."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.engine.memory.consolidated import Backlog
from chronomem.engine.workers.worker import Figures
from chronomem.graph_schema.errors import ChronomemError, InvalidInput
from chronomem.graph_schema.version import __version__

if TYPE_CHECKING:
    from opentelemetry.metrics import CallbackOptions, Meter, Observation
    from prometheus_client import CollectorRegistry

_LOG = logging.getLogger("chronomem.worker")
_COUNT_S = 15.0
"""How often the work that waits is counted where nobody asks for it."""
_FIGURES = (
    ("chronomem_background_failures", "Errors of the background work that nobody foresaw.", "failures"),
    ("chronomem_drains", "Drains of users.", "drains"),
    ("chronomem_drain_seconds", "The time that drains took together.", "seconds"),
    ("chronomem_drained_turns", "Turns extracted in the background.", "turns"),
    ("chronomem_turns_set_aside", "Turns that the extraction gave up.", "set_aside"),
    ("chronomem_drains_postponed", "Drains that ended in an error.", "postponed"),
)
_BACKLOG: tuple[tuple[str, str, Callable[[Backlog], float]], ...] = (
    ("chronomem_users_waiting", "Users for whom work is due.", lambda work: work.users),
    ("chronomem_oldest_work_seconds", "How long work has been due at the most.", lambda w: w.waited.total_seconds()),
    ("chronomem_leases_taken_over", "Leases taken from workers that died.", lambda work: work.taken_over),
    ("chronomem_transactions_retried", "Transactions that were run again.", lambda work: work.retries),
)


class WorkMetrics:
    """The work of this process's worker, and the work that waits for all workers.

    Args:
        figures: the worker's.

    Attributes:
        backlog: the work that waits, as counted last; None before.
    """

    def __init__(self, figures: Figures) -> None:
        self.backlog: Backlog | None = None
        self._figures = figures

    def values(self) -> Iterator[tuple[str, str, Callable[[], float]]]:
        """Yield the name and the meaning of each metric, and a function that returns its present value."""
        for name, what, field in _FIGURES:
            yield name, what, partial(getattr, self._figures, field)
        for name, what, read in _BACKLOG:
            yield name, what, partial(self._of_backlog, read)

    def _of_backlog(self, read: Callable[[Backlog], float]) -> float:
        return 0 if self.backlog is None else read(self.backlog)

    def show_prometheus(self, registry: "CollectorRegistry") -> None:
        """Add the metrics to a registry."""
        from prometheus_client import Gauge

        for name, what, value in self.values():
            Gauge(name, what, registry=registry).set_function(value)

    def show_meter(self, meter: "Meter") -> None:
        """Add the metrics to a meter of OpenTelemetry."""
        from opentelemetry.metrics import Observation

        def observe(value: Callable[[], float], _: "CallbackOptions") -> "list[Observation]":
            return [Observation(value())]

        for name, what, value in self.values():
            meter.create_observable_gauge(name, [partial(observe, value)], description=what)

    async def count(self, memory: AsyncMemory) -> None:
        """Count the work that waits, every now and then, until cancelled."""
        while True:
            try:
                self.backlog = await memory.backlog()
            except ChronomemError as error:
                _LOG.warning("the work that waits can't be counted (%s)", type(error).__name__)
            await asyncio.sleep(_COUNT_S)


@contextmanager
def served(metrics: WorkMetrics, host: str, port: int) -> Iterator[int]:
    """Answer Prometheus at an address while the block runs; yield the port.

    Raises:
        InvalidInput: the address can't be used, or the extra `server` is not installed.
    """
    try:
        from prometheus_client import CollectorRegistry, start_http_server
    except ImportError:
        raise InvalidInput("metrics need the extra: pip install 'chronomem[server]'") from None
    registry = CollectorRegistry()
    metrics.show_prometheus(registry)
    try:
        server, thread = start_http_server(port, host, registry)
    except OSError as error:
        raise InvalidInput(f"metrics can't be served at {host}:{port}: {error}; choose another port") from error
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def exported(metrics: WorkMetrics, url: str | None) -> Iterator[None]:
    """Send metrics to an OTLP collector every minute while the block runs, and at its end; nothing without a URL.

    Raises:
        InvalidInput: the extra `traces` is not installed.
    """
    if url is None:
        yield
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
        from opentelemetry.sdk.metrics import MeterProvider
        from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
        from opentelemetry.sdk.resources import Resource
    except ImportError:
        raise InvalidInput("an OTLP collector needs the extra: pip install 'chronomem[traces]'") from None
    reader = PeriodicExportingMetricReader(OTLPMetricExporter(f"{url.rstrip('/')}/v1/metrics"))
    provider = MeterProvider([reader], Resource({"service.name": "chronomem"}), shutdown_on_exit=False)
    metrics.show_meter(provider.get_meter("chronomem", __version__))
    try:
        yield
    finally:
        provider.shutdown()
