"""Runs the keeper: `python -I -S` and the path of this folder.

The packages above this one are registered without being run: they import the rest of chronomem, which the keeper
doesn't need and, without site packages, can't import.
"""

import sys
from pathlib import Path
from types import ModuleType

_ABOVE = ("chronomem.graph_schema.embedded", "chronomem.graph_schema", "chronomem")

if __name__ == "__main__":
    for name, folder in zip(_ABOVE, Path(__file__).resolve().parents[1:4], strict=True):
        sys.modules[name] = ModuleType(name)
        sys.modules[name].__path__ = [str(folder)]
    from chronomem.graph_schema.embedded.keeper.clients import main

    sys.exit(main())
