"""The command line: `chronomem`. Its commands are the methods of `Memory`.

Nothing heavy is imported before a command needs it, so that `chronomem --help` answers at once.
"""

from chronomem.engine.interfaces.cli.application import main

__all__ = ["main"]
