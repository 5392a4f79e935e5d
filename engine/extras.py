"""Features that need an extra installed."""

from collections.abc import Iterator
from contextlib import contextmanager

from chronomem.graph_schema.errors import InvalidInput


@contextmanager
def needs_extra(name: str) -> Iterator[None]:
    """Import packages that an extra installs; raise `InvalidInput` with the command to install it if one is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("chronomem"):
            raise
        raise InvalidInput(f"{error.name} is not installed; get it with: pip install 'chronomem[{name}]'") from None
