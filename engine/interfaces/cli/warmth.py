"""How long the embedded database stays after a command, for the next one."""

import math
from collections.abc import Mapping
from pathlib import Path

from chronomem.graph_schema.errors import InvalidInput

VARIABLE = "CHRONOMEM_LINGER"
LINGER_S = 60.0

_CONTAINER_FILES = (Path("/.dockerenv"), Path("/run/.containerenv"))
_CONTAINER_VARIABLES = ("container", "KUBERNETES_SERVICE_HOST", "CI")
"""What container engines, and services that build and test, set for the processes that they run."""


def linger_s(environment: Mapping[str, str]) -> float:
    """Return the seconds that the environment asks for, or else `LINGER_S`, and 0 in what is thrown away afterwards.

    Raises:
        InvalidInput: the variable holds no number of seconds.
    """
    asked = environment.get(VARIABLE, "").strip()
    if not asked:
        return 0.0 if _is_thrown_away(environment) else LINGER_S
    try:
        seconds = float(asked)
    except ValueError:
        seconds = -1.0
    if not math.isfinite(seconds) or seconds < 0:
        raise InvalidInput(f"{VARIABLE} is {asked!r}: give a number of seconds, 0 for none")
    return seconds


def _is_thrown_away(environment: Mapping[str, str]) -> bool:
    return any(environment.get(name) for name in _CONTAINER_VARIABLES) or any(map(Path.exists, _CONTAINER_FILES))
