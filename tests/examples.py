"""How many examples a property test tries."""

from hypothesis import settings


def examples(thorough: int) -> int:
    """Return how many to try: as many as are named with `--thorough`, a fifth of them without."""
    return max(2, thorough * settings().max_examples // 100)
