"""chronomem: a temporal knowledge-graph memory engine for agents that talk with people.

from chronomem import Memory

with Memory.open("./memory") as memory:
    memory.add("I moved to Lisbon last weekend!", user="u1", said_at="2023-05-30T09:00:00+02:00")
    context = memory.recall("Where do I live?", user="u1")
    print(context.as_prompt())
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from chronomem.graph_schema.version import __version__ as __version__

if TYPE_CHECKING:
    from chronomem.exports import *  # noqa: F403 - their list is `exports.__all__`, and stands there only
else:
    # Loaded on first use, so that `chronomem --help` and whoever needs one module need not wait for all of them.

    def __getattr__(name: str) -> Any:
        exports = import_module("chronomem.exports")
        if name != "__all__" and name not in exports.__all__:
            raise AttributeError(f"module 'chronomem' has no attribute {name!r}")
        value = globals()[name] = getattr(exports, name)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *import_module("chronomem.exports").__all__})
