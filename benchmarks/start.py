"""How long a command and the opening of a memory take: cold, with the cache of the embedded database's Java, and warm.

    python benchmarks/start.py [--runs 7] [--before CHECKOUT] [--json OUT.json]

Each figure is the median of its runs, which take turns with those of all the others, so that what else the machine does
falls upon all of them alike. With `--before` the same is measured of another checkout. The cache is made first, where
the user has none; bytecode is written by a first run of each that doesn't count.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parents[1]
OPEN = """
import sys, time
from chronomem import Memory
began = time.perf_counter()
memory = Memory.open(sys.argv[1])
print(time.perf_counter() - began)
memory.close()
"""
UNCACHED = """
import sys, time
from chronomem import EmbeddedSettings, Memory, Settings
began = time.perf_counter()
memory = Memory.open(sys.argv[1], settings=Settings(embedded=EmbeddedSettings(java_cache="none")))
print(time.perf_counter() - began)
memory.close()
"""


class Checkout:
    """The commands of one checkout, on a memory of its own."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.folder = folder
        inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        self._environment = inherited | {"PYTHONPATH": str(root / "src")}
        self.run("add", "I moved to Lisbon last weekend!", "--user", "u1", "--speaker", "user")

    def run(self, *arguments: str, linger_s: float = 0.0) -> float:
        """Return how long a command took, in seconds."""
        began = time.perf_counter()
        self._start(
            "-m", "chronomem.engine.interfaces.cli", *arguments, "--folder", str(self.folder), linger_s=linger_s
        )
        return time.perf_counter() - began

    def stats(self) -> float:
        return self.run("stats")

    def stats_warm(self) -> float:
        """Return how long the second of two commands took, whose database waited for it."""
        self.run("stats", linger_s=60.0)
        took = self.run("stats", linger_s=60.0)
        self.run("stop")
        return took

    def open(self) -> float:
        return float(self._start("-c", OPEN, str(self.folder)))

    def open_uncached(self) -> float:
        return float(self._start("-c", UNCACHED, str(self.folder)))

    def make_cache(self) -> None:
        self._start("-m", "chronomem.graph_schema.database.java_training")

    def _start(self, *arguments: str, linger_s: float = 0.0) -> str:
        environment = self._environment | {"CHRONOMEM_LINGER": str(linger_s)}
        done = subprocess.run(  # noqa: S603 - our own interpreter and modules
            [sys.executable, *arguments], env=environment, stdout=subprocess.PIPE, text=True, check=True
        )
        return done.stdout


def measure(cases: dict[str, Callable[[], float]], runs: int) -> dict[str, float]:
    """Return the median of each case over so many runs."""
    taken: dict[str, list[float]] = {name: [] for name in cases}
    for number in range(runs + 1):
        for name, case in cases.items():
            seconds = case()
            if number:
                taken[name].append(seconds)
        print(f"run {number} of {runs}", file=sys.stderr)
    return {name: round(statistics.median(seconds), 3) for name, seconds in taken.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--before", type=Path, help="another checkout to compare with")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="chronomem-start-") as folder:
        now = Checkout(HERE, Path(folder) / "now")
        now.make_cache()
        cases: dict[str, Callable[[], float]] = {}
        if arguments.before is not None:
            before = Checkout(arguments.before.resolve(), Path(folder) / "before")
            cases |= {"stats, before": before.stats, "open, before": before.open}
        cases |= {
            "stats, cold, cache made": now.stats,
            "stats, within a minute": now.stats_warm,
            "open, without the cache": now.open_uncached,
            "open, cache made": now.open,
        }
        found = measure(cases, arguments.runs)
    for name, seconds in found.items():
        print(f"{name:26} {seconds:6.2f} s")
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
