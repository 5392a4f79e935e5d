"""How long the embedded database keeps running after a command, for the next one."""

import math
from collections.abc import Mapping
from pathlib import Path

from chronomem.graph_schema.errors import InvalidInput

VARIABLE = "CHRONOMEM_LINGER"
LINGER_S = 60.0

_CONTAINER_FILES = (Path("/.dockerenv"), Path("/run/.containerenv"))
_CONTAINER_VARIABLES = ("container", "KUBERNETES_SERVICE_HOST", "CI")
"""Variables that container engines and CI services set for the processes they run."""


def linger_s(environment: Mapping[str, str]) -> float:
    """Return the number of seconds set in the environment; by default `LINGER_S`, or 0 in a container or CI job.

    Raises:
        InvalidInput: the variable is not a number of seconds.
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
