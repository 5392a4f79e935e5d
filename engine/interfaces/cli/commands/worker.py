"""`chronomem worker`: the background work, in processes of its own or on a Dask cluster."""

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from chronomem.engine.extras import needs_extra
from chronomem.engine.interfaces.cli.output import examples, note
from chronomem.engine.interfaces.cli.place import Place, takes_place

if TYPE_CHECKING:
    from chronomem.engine.memory.async_memory import AsyncMemory

EXAMPLES = (
    "chronomem worker",
    "chronomem worker --processes 4 --uri neo4j://host",
    "chronomem worker --dask tcp://scheduler:8786 --in-flight 64 --uri neo4j://host",
)


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
    asyncio.run(_processes(place, processes) if processes > 1 else _work(place, dask, in_flight))


async def _work(place: Place, address: str | None, in_flight: int) -> None:
    from chronomem.engine.workers.processes import stopped_by_signals
    from chronomem.engine.workers.worker import Worker

    with stopped_by_signals() as stop:
        async with await place.open_async() as memory:
            if address is not None:
                await _dispatch(place, memory, address, in_flight, stop)
                return
            own = Worker(memory)
            await own.start()
            note("the worker runs")
            await stop.wait()
            await own.stop()
            note(f"the worker stopped after {own.figures.turns:,} turns in {own.figures.drains:,} drains")


async def _dispatch(place: Place, memory: "AsyncMemory", address: str, in_flight: int, stop: asyncio.Event) -> None:
    from chronomem.engine.interfaces.cli.cluster import drain_at
    from chronomem.engine.workers.cluster import dispatch

    there = replace(place, folder=place.folder.absolute(), auth=None)
    note(f"work goes to {address}")
    await dispatch(memory, address, partial(drain_at, there), in_flight=in_flight, stop=stop)


async def _processes(place: Place, count: int) -> None:
    import os

    from chronomem.engine.workers.processes import program, stopped_by_signals, supervise

    where = ["--folder", str(place.folder)] if place.uri is None else ["--uri", place.uri]
    where += ["--database", place.database] if place.database is not None else []
    own = {} if place.auth is None else dict(zip(("CHRONOMEM_USERNAME", "CHRONOMEM_PASSWORD"), place.auth, strict=True))
    with stopped_by_signals() as stop:
        note(f"{count} worker processes run")
        await supervise(program("worker", *where), count, stop, dict(os.environ) | own)


def register(app: typer.Typer) -> None:
    app.command("worker", epilog=examples(*EXAMPLES))(worker)
