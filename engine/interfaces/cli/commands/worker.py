"""`chronomem worker`: the background work, in processes of its own or on a Dask cluster."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from chronomem.engine.extras import needs_extra
from chronomem.engine.interfaces.cli.logs import LogForm, begin_logs
from chronomem.engine.interfaces.cli.output import note
from chronomem.engine.interfaces.cli.place import Place, takes_place
from chronomem.graph_schema.model.counts import count_of

if TYPE_CHECKING:
    from chronomem.engine.memory.async_memory import AsyncMemory
    from chronomem.engine.workers.cluster import Dispatcher
    from chronomem.engine.workers.worker import Figures

EXAMPLES = (
    "chronomem worker",
    "chronomem worker --processes 4 --uri neo4j://host",
    "chronomem worker --dask tcp://scheduler:8786 --in-flight 64 --uri neo4j://host",
    "chronomem worker --metrics 9465 --logs json",
)

_LAST_PORT = 65_535


@takes_place
def worker(
    place: Place,
    processes: Annotated[int, typer.Option("--processes", min=1, max=1024, help="The number of processes.")] = 1,
    dask: Annotated[
        str | None,
        typer.Option("--dask", show_default="none", help="The scheduler of a Dask cluster that does the work."),
    ] = None,
    in_flight: Annotated[
        int, typer.Option("--in-flight", min=1, help="The maximum number of users submitted to the cluster at once.")
    ] = 32,
    metrics: Annotated[
        str | None,
        typer.Option(
            "--metrics",
            metavar="[HOST:]PORT",
            show_default="none",
            help="Answer Prometheus there; of several processes, each at the port after the one before.",
        ),
    ] = None,
    otlp: Annotated[
        str | None, typer.Option("--otlp", show_default="nowhere", help="An OTLP collector's URL, for metrics.")
    ] = None,
    logs: LogForm = "text",
) -> None:
    """Extract and consolidate for all users as they become due, until Ctrl-C or SIGTERM.

    Any number of workers may run, on any number of machines that reach the same memory. With --dask the work is done by
    the workers of a Dask cluster, which take the credentials of the memory from their own environment; needs the extra:
    pip install 'chronomem\\[cluster]'.
    """
    if dask is not None:
        if processes > 1:
            raise typer.BadParameter("the cluster has its own processes; leave out --processes, or --dask")
        with needs_extra("cluster"):
            import distributed  # noqa: F401
    begin_logs(logs)
    watched = _Watched(_address(metrics), otlp, logs)
    asyncio.run(_processes(place, processes, watched) if processes > 1 else _work(place, dask, in_flight, watched))


@dataclass(frozen=True)
class _Watched:
    """The destination of a process's metrics, and the form of its logs."""

    address: tuple[str, int] | None
    otlp: str | None
    logs: str

    def options(self, process: int) -> list[str]:
        """Return the options for one of several processes, counted from 0."""
        own = ["--logs", self.logs]
        if self.address is not None:
            own += ["--metrics", f"{self.address[0]}:{self.address[1] + process}"]
        return own + ([] if self.otlp is None else ["--otlp", self.otlp])


def _address(text: str | None) -> tuple[str, int] | None:
    if text is None:
        return None
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or int(port) > _LAST_PORT:
        raise typer.BadParameter(f"{text!r} is not of the form PORT or HOST:PORT", param_hint="--metrics")
    return host or "127.0.0.1", int(port)


@asynccontextmanager
async def _shown(memory: "AsyncMemory", figures: "Figures", watched: _Watched) -> AsyncIterator[None]:
    from chronomem.engine.workers.metrics import WorkMetrics, exported, served

    own = WorkMetrics(figures)
    with ExitStack() as stack:
        if watched.address is not None:
            port = stack.enter_context(served(own, *watched.address))
            note(f"metrics are at http://{watched.address[0]}:{port}/metrics")
        stack.enter_context(exported(own, watched.otlp))
        counting = asyncio.create_task(own.count(memory))
        try:
            yield
        finally:
            counting.cancel()
            await asyncio.gather(counting, return_exceptions=True)


async def _work(place: Place, address: str | None, in_flight: int, watched: _Watched) -> None:
    from chronomem.engine.workers.processes import stopped_by_signals
    from chronomem.engine.workers.worker import Worker

    with stopped_by_signals() as stop:
        async with await place.open_async() as memory:
            if address is not None:
                dispatcher = _dispatcher(place, memory, address, in_flight)
                async with _shown(memory, dispatcher.figures, watched):
                    note(f"work goes to {address}")
                    await dispatcher.run(stop)
                return
            own = Worker(memory)
            async with _shown(memory, own.figures, watched):
                await own.start()
                note("the worker runs")
                await stop.wait()
                await own.stop()
            note(
                f"the worker stopped after {count_of(own.figures.turns, 'turn')}"
                f" in {count_of(own.figures.drains, 'drain')}"
            )


def _dispatcher(place: Place, memory: "AsyncMemory", address: str, in_flight: int) -> "Dispatcher":
    from chronomem.engine.interfaces.cli.cluster import drain_at
    from chronomem.engine.workers.cluster import Dispatcher

    there = replace(place, folder=place.folder.absolute(), auth=None)
    return Dispatcher(memory, address, partial(drain_at, there), in_flight=in_flight)


async def _processes(place: Place, count: int, watched: _Watched) -> None:
    from chronomem.engine.workers.processes import program, stopped_by_signals, supervise

    with stopped_by_signals() as stop:
        note(f"{count} worker processes run")
        commands = [program("worker", *place.options, *watched.options(process)) for process in range(count)]
        await supervise(commands, stop, place.environment)
