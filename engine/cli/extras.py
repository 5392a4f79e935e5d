"""What needs more than the package itself installs, as commands import it."""

from chronomem.engine.extras import needs_extra

__all__ = ["needs_extra"]
