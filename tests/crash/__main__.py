"""Kill and disturb memories at length: `python -m tests.crash --rounds 10`; see `killing` and `disturbances`."""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.crash.disturbances import DISTURBANCES
from tests.crash.killing import Campaign, operations


def main() -> int:
    """Run the parts one after the other; an error of any ends all."""
    names = [*operations(1), *DISTURBANCES]
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=names, default=names, help="the parts (default: all)")
    parser.add_argument("--rounds", type=int, default=10, help="how often each operation is killed (default: 10)")
    parser.add_argument("--turns", type=int, default=200, help="the turns of each of two users (default: 200)")
    parser.add_argument("--scale", type=float, default=1.0, help="the size of the disturbances (default: 1)")
    parser.add_argument("--seed", type=int, default=0, help="chooses the moments of the kills (default: 0)")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="chronomem-crash-") as name:
        place = Path(name)
        campaign = None
        for part in asked.only:
            began = time.monotonic()
            if part in DISTURBANCES:
                (place / part).mkdir()
                outcome = DISTURBANCES[part](place / part, asked.scale)
            else:
                campaign = campaign or Campaign(place, turns=asked.turns, seed=asked.seed)
                outcome = f"{campaign.run(part, asked.rounds)} of {asked.rounds} kills hit it"
            sys.stdout.write(f"{part}: {outcome}; {time.monotonic() - began:.0f} s\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
