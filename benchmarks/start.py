"""How long a command and the opening of a memory take: cold, with the cache of the embedded database's Java, and warm.

    python benchmarks/start.py [--runs 7] [--before CHECKOUT] [--json OUT.json]

Each figure is the median of its runs, which take turns with those of all the others, so that what else the machine
does falls upon all of them alike. The processor time is that of the command; the database has its own. With `--before`
the same is measured of another checkout. The cache is made first, where the user has none; a first run of each, which
doesn't count, writes the bytecode.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
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


@dataclass(frozen=True)
class Took:
    """How long something took, and the time of the processor that its process had, in seconds."""

    passed: float
    processor: float


class Checkout:
    """The commands of one checkout, on a memory of its own."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.folder = folder
        inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        self._environment = inherited | {"PYTHONPATH": str(root / "src")}
        self._command("add", "I moved to Lisbon last weekend!", "--user", "u1", "--speaker", "user")

    def stats(self) -> Took:
        return self._command("stats")[1]

    def stats_warm(self) -> Took:
        """Return how long the second of two commands took, whose database waited for it."""
        self._command("stats", linger_s=60.0)
        took = self._command("stats", linger_s=60.0)[1]
        self._command("stop")
        return took

    def open(self) -> Took:
        said, took = self._start("-c", OPEN, str(self.folder))
        return Took(float(said), took.processor)

    def open_uncached(self) -> Took:
        said, took = self._start("-c", UNCACHED, str(self.folder))
        return Took(float(said), took.processor)

    def make_cache(self) -> None:
        self._start("-m", "chronomem.graph_schema.database.java_training")

    def _command(self, *arguments: str, linger_s: float = 0.0) -> tuple[str, Took]:
        place = ("--folder", str(self.folder))
        return self._start("-m", "chronomem.engine.interfaces.cli", *arguments, *place, linger_s=linger_s)

    def _start(self, *arguments: str, linger_s: float = 0.0) -> tuple[str, Took]:
        environment = self._environment | {"CHRONOMEM_LINGER": str(linger_s)}
        began, before = time.perf_counter(), _processor_time()
        done = subprocess.run(  # noqa: S603 - our own interpreter and modules
            [sys.executable, *arguments], env=environment, stdout=subprocess.PIPE, text=True, check=True
        )
        return done.stdout, Took(time.perf_counter() - began, _processor_time() - before)


def _processor_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(cases: dict[str, Callable[[], Took]], runs: int) -> dict[str, Took]:
    """Return the medians of each case over so many runs."""
    taken: dict[str, list[Took]] = {name: [] for name in cases}
    for number in range(runs + 1):
        for name, case in cases.items():
            took = case()
            if number:
                taken[name].append(took)
        print(f"run {number} of {runs}", file=sys.stderr)
    return {name: _median(times) for name, times in taken.items()}


def _median(times: list[Took]) -> Took:
    passed, processor = (statistics.median(getattr(took, name) for took in times) for name in ("passed", "processor"))
    return Took(round(passed, 3), round(processor, 3))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--before", type=Path, help="another checkout to compare with")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="chronomem-start-") as folder:
        now = Checkout(HERE, Path(folder) / "now")
        now.make_cache()
        cases: dict[str, Callable[[], Took]] = {}
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
    for name, took in found.items():
        print(f"{name:26} {took.passed:6.2f} s, {took.processor:5.2f} s of the processor")
    if arguments.json is not None:
        arguments.json.write_text(
            json.dumps({name: asdict(took) for name, took in found.items()}, indent=2) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
