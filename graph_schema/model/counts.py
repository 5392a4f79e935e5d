"""Numbers with their nouns, in messages."""


def count_of(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun: `1 turn`, `2,345 turns`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def waiting_turns(number: int) -> str:
    """Return that facts are missing, since so many turns wait for extraction."""
    turns = count_of(number, "turn is", "turns are")
    return f"{turns} not extracted yet, so that {'its' if number == 1 else 'their'} facts are missing"
