"""Numbers with their nouns, in messages."""


def count_of(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun: `1 turn`, `2,345 turns`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
