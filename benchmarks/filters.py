"""The cost of filters: recall with conditions on an indexed key, on another key, and on time, against recall without.

    python benchmarks/filters.py --turns 10000

Turns of a synthetic year alternate between ten channels. Recalls of the same questions with each filter take turns, so
that whatever else the machine does slows all of them; the median and the 95th percentile are shown in milliseconds.
"""

import argparse
import statistics
import tempfile
import time
from datetime import UTC, datetime, timedelta
from typing import Any

from chronomem import Memory, Settings

WORDS = [
    "tea",
    "coffee",
    "garden",
    "train",
    "violin",
    "kitchen",
    "letter",
    "bicycle",
    "winter",
    "museum",
    "bread",
    "river",
]
FILTERS: dict[str, dict[str, Any]] = {
    "no filter": {},
    "an indexed key": {"where": {"channel": "c3"}},
    "another key": {"where": {"topic": "c3"}},
    "time and speaker": {"since": "2024-03-01", "until": "2024-09-01", "speakers": ["Ann"]},
}


def turns(count: int) -> list[dict[str, Any]]:
    """Return turns of a year, four to a conversation."""
    start, step = datetime(2024, 1, 1, tzinfo=UTC), timedelta(days=365) / count
    return [
        {
            "id": f"t{n}",
            "session": f"s{n // 4}",
            "speaker": "Ann" if n % 2 else "Ben",
            "said_at": (start + n * step).isoformat(),
            "text": f"I saw the {WORDS[n % 12]} by the {WORDS[n // 12 % 12]} with {WORDS[n // 144 % 12]} number {n}.",
            "metadata": {"channel": f"c{n % 10}", "topic": f"c{n % 10}", "url": f"https://example.org/messages/{n}"},
        }
        for n in range(count)
    ]


def _recall(memory: Memory, question: str, conditions: dict[str, Any]) -> float:
    """Return how many milliseconds a recall took."""
    began = time.perf_counter()
    memory.recall(question, user="u", **conditions)
    return (time.perf_counter() - began) * 1000


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--questions", type=int, default=60)
    given = parser.parse_args()
    asked = [f"Who saw the {WORDS[n % 12]} by the {WORDS[n // 12 % 12]}?" for n in range(given.questions)]
    took: dict[str, list[float]] = {name: [] for name in FILTERS}
    settings = Settings(metadata_keys=("channel",))
    with tempfile.TemporaryDirectory() as folder, Memory.open(folder, settings=settings) as memory:
        memory.add_turns(turns(given.turns), user="u")
        for name, conditions in FILTERS.items():
            print(f"first with {name}: {_recall(memory, asked[0], conditions):.0f} ms")
        for question in asked:
            for name, conditions in FILTERS.items():
                took[name].append(_recall(memory, question, conditions))
    base = statistics.median(took["no filter"])
    for name, times in took.items():
        middle, high = statistics.median(times), statistics.quantiles(times, n=20)[-1]
        print(f"{name:>18}: median {middle:6.2f} ms ({middle / base:.2f} x), p95 {high:6.2f} ms")


if __name__ == "__main__":
    main()
