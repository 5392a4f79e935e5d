"""A bar on long work: on stderr, and only where a person watches."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from chronomem.engine.interfaces.cli.output import console


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """Show how far the work is; what it yields is called with each number of steps that was done.

    Without a `total` the steps are counted only.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    screen = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, disable=not screen.is_terminal, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda steps: bar.advance(task, steps)
