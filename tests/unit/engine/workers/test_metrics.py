"""The figures of a worker reach Prometheus and OpenTelemetry, and its log lines are JSON where that is asked for."""

import asyncio
import io
import json
import logging
import socket
import urllib.request
from datetime import timedelta
from typing import cast

import pytest
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader

from chronomem import AsyncMemory, Backlog, DatabaseUnavailable, InvalidInput
from chronomem.engine.interfaces.cli.logs import begin_logs
from chronomem.engine.workers import metrics as module
from chronomem.engine.workers.metrics import WorkMetrics, served
from chronomem.engine.workers.worker import Figures

SHOWN = {
    "chronomem_drained_turns": 12,
    "chronomem_drains": 3,
    "chronomem_drain_seconds": 1.5,
    "chronomem_turns_set_aside": 1,
    "chronomem_users_waiting": 7,
    "chronomem_oldest_work_seconds": 90,
    "chronomem_leases_taken_over": 2,
    "chronomem_transactions_retried": 4,
}


@pytest.fixture
def metrics() -> WorkMetrics:
    found = WorkMetrics(Figures(turns=12, drains=3, seconds=1.5, set_aside=1))
    found.backlog = Backlog(7, timedelta(seconds=90), 2, 4)
    return found


def test_prometheus_reads_them(metrics: WorkMetrics) -> None:
    with served(metrics, "127.0.0.1", 0) as port:
        text = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").read().decode()
        with pytest.raises(InvalidInput, match="choose another port"), served(metrics, "127.0.0.1", port):
            pass
    told = dict(line.split() for line in text.splitlines() if not line.startswith("#"))
    assert {name: float(told[name]) for name in SHOWN} == SHOWN
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", port))


def test_opentelemetry_gets_them(metrics: WorkMetrics) -> None:
    reader = InMemoryMetricReader()
    provider = MeterProvider([reader], shutdown_on_exit=False)
    metrics.show_meter(provider.get_meter("test"))
    data = reader.get_metrics_data()
    provider.shutdown()
    assert data is not None
    told = {
        each.name: next(iter(each.data.data_points))
        for resource in data.resource_metrics
        for scope in resource.scope_metrics
        for each in scope.metrics
    }
    assert {name: getattr(told[name], "value") for name in SHOWN} == SHOWN  # noqa: B009 - of a union of types


def test_the_backlog_is_counted_again_after_the_database_was_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_COUNT_S", 0.0)
    counted, metrics = asyncio.Event(), WorkMetrics(Figures())

    class Away:
        asked = 0

        async def backlog(self) -> Backlog:
            self.asked += 1
            if self.asked == 1:
                raise DatabaseUnavailable("away")
            counted.set()
            return Backlog(5, timedelta(0), 0, 0)

    async def work() -> None:
        counting = asyncio.create_task(metrics.count(cast("AsyncMemory", Away())))
        await counted.wait()
        counting.cancel()
        await asyncio.gather(counting, return_exceptions=True)

    asyncio.run(work())
    assert {name: value() for name, _, value in metrics.values()}["chronomem_users_waiting"] == 5


def test_log_lines_are_json_without_the_words_of_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    logger = logging.getLogger("chronomem")
    for name in ("handlers", "propagate", "level"):
        monkeypatch.setattr(logger, name, getattr(logger, name))
    lines = io.StringIO()
    monkeypatch.setattr("sys.stderr", lines)
    begin_logs("json")
    try:
        raise ValueError("what Ann wrote")
    except ValueError:
        logging.getLogger("chronomem.worker").warning("user %s waits", "0123", exc_info=True)
    told = json.loads(lines.getvalue())
    assert (told["level"], told["logger"], told["message"]) == ("warning", "chronomem.worker", "user 0123 waits")
    assert told["error"] == "ValueError"
    assert "Ann" not in lines.getvalue()
