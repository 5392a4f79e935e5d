"""What needs more than the package itself installs."""

from collections.abc import Iterator
from contextlib import contextmanager

from chronomem.graph_schema.errors import InvalidInput


@contextmanager
def needs_extra(name: str) -> Iterator[None]:
    """Import what an extra installs; raise `InvalidInput` that says how to get it, where it isn't there."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("chronomem"):
            raise
        raise InvalidInput(f"{error.name} is not installed; get it with: pip install 'chronomem[{name}]'") from None
