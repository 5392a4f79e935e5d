"""A progress bar: on stderr, and only on a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from chronomem.engine.interfaces.cli.output import console


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """Show the progress of work; the yielded function is called with each number of completed steps.

    Without a `total`, the steps are only counted.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    screen = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, disable=not screen.is_terminal, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda steps: bar.advance(task, steps)
