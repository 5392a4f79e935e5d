"""The database's driver, without its imports for features that no command uses."""

import sys

_HEAVY = ("pandas", "pyarrow")
"""Where these packages are installed, importing them takes the driver longer than most commands take altogether."""


def load_driver() -> None:
    """Import the driver as if the heavy packages were not installed; later imports of them work."""
    spared = [name for name in _HEAVY if name not in sys.modules]
    sys.modules.update(dict.fromkeys(spared))  # type: ignore[arg-type] # None lets an import fail
    try:
        import neo4j  # noqa: F401
    finally:
        for name in spared:
            del sys.modules[name]
