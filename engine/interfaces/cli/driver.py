"""The database's driver, without what it imports for things that no command asks of it."""

import sys

_HEAVY = ("pandas", "pyarrow")
"""Where they are installed, importing them takes the driver longer than most commands take altogether."""


def load_driver() -> None:
    """Import the driver as if the heavy packages were not there; whoever imports them later gets them."""
    spared = [name for name in _HEAVY if name not in sys.modules]
    sys.modules.update(dict.fromkeys(spared))  # type: ignore[arg-type] # None lets an import fail
    try:
        import neo4j  # noqa: F401
    finally:
        for name in spared:
            del sys.modules[name]
