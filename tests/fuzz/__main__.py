"""Fuzz for as long as one likes: `python -m tests.fuzz --minutes 60`; see `targets`."""

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from contextlib import ExitStack

from hypothesis import HealthCheck, given, seed, settings

from tests.fuzz.targets import TARGETS, Check, Target


def run_round(target: Target, check: Check, examples: int, number: int) -> tuple[int, BaseException | None]:
    """Try some examples; return how many were tried, and the first failure in its smallest form."""
    tried = 0

    @seed(number)
    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(given_it=target.given)
    def try_it(given_it: object) -> None:
        nonlocal tried
        tried += 1
        check(given_it)

    try:
        try_it()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the result
        return tried, error
    return tried, None


def main() -> int:
    """Take the targets in turns until the time is over; return 1 if one of them failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long (default: 10)")
    parser.add_argument("--only", choices=TARGETS, nargs="+", default=list(TARGETS), help="the targets (default: all)")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="the seed of the first round")
    asked = parser.parse_args()
    began, rounds = time.monotonic(), 0
    tried: Counter[str] = Counter()
    spent: Counter[str] = Counter()
    failures: dict[str, str] = {}
    with ExitStack() as opened:
        checks = {name: opened.enter_context(TARGETS[name].opened()) for name in asked.only}
        while time.monotonic() - began < asked.minutes * 60:
            for name, check in checks.items():
                number, at = asked.seed + rounds, time.monotonic()
                found, error = run_round(TARGETS[name], check, 10 * TARGETS[name].share, number)
                tried[name] += found
                spent[name] += round(time.monotonic() - at)
                if error is not None and failures.setdefault(f"{name}: {_place(error)}", str(number)) == str(number):
                    _say(f"\n{name} failed with seed {number}:", *traceback.format_exception(error, limit=-6))
            rounds += 1
    for name in asked.only:
        _say(f"{name:12} {tried[name]:9,} examples {spent[name]:6,} s")
    minutes = (time.monotonic() - began) / 60
    _say(f"{sum(tried.values()):,} examples in {minutes:.0f} minutes, {len(failures)} failures")
    return 1 if failures else 0


def _say(*lines: str) -> None:
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


def _place(error: BaseException) -> str:
    """Return where an error was raised, so that each place is shown once."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} {frame.filename}:{frame.lineno}"


if __name__ == "__main__":
    sys.exit(main())
