"""Retention of many turns: its time and memory, and the recalls of another user meanwhile.

    python benchmarks/retention.py --turns 100000

All turns of one user are older than the policy allows. Another user with 1,000 turns is asked the
same questions before and during the retention.
"""

import argparse
import resource
import statistics
import tempfile
import threading
import time

from filters import WORDS, turns

from chronomem import Memory, Retention


def _recalls(memory: Memory, until: threading.Event | None = None, most: int = 100) -> list[float]:
    """Return how many milliseconds each recall of the other user took, until an event or a number of them."""
    took: list[float] = []
    while (until is None and len(took) < most) or (until is not None and not until.is_set()):
        began = time.perf_counter()
        memory.recall(f"Who saw the {WORDS[len(took) % 12]}?", user="other")
        took.append((time.perf_counter() - began) * 1000)
        time.sleep(0.05)
    return took


def _shown(took: list[float]) -> str:
    return f"median {statistics.median(took):.1f} ms, p95 {statistics.quantiles(took, n=20)[-1]:.1f} ms of {len(took)}"


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=10_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Memory.open(folder) as memory:
        memory.add_turns(turns(given.turns), user="u")
        memory.add_turns(turns(1_000), user="other")
        before = _recalls(memory)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        over, during = threading.Event(), list[float]()
        asking = threading.Thread(target=lambda: during.extend(_recalls(memory, over)))
        asking.start()
        began = time.perf_counter()
        receipts = memory.retain(user="u", policy=Retention(turns="1 day"), now="2025-06-01")
        took = time.perf_counter() - began
        over.set()
        asking.join()
        gone = sum(receipt.turns for receipt in receipts)
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak) / 1024
        print(f"{gone:,} turns in {took:.1f} s, {len(receipts)} transactions; {grown:.0f} MB more than before")
        print(f"recalls of another user before: {_shown(before)}")
        print(f"recalls of another user meanwhile: {_shown(during)}")


if __name__ == "__main__":
    main()
