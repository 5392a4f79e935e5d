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

        def advance(steps: int) -> None:
            done = bar.tasks[task].completed + steps
            # Steps may be more than foreseen: a turn that changes the meaning of others has them extracted again.
            bar.update(task, completed=done, total=None if total is None else max(total, int(done)))

        yield advance
