"""The note at a fact that an operator stated or retracted."""

from datetime import datetime


def operator_note(valid_at: datetime | None, invalid_at: datetime | None, reason: str | None) -> str:
    """Return an operator's action on a fact, with the reason; a retracted fact holds for no time."""
    done = "retracted" if invalid_at is not None and valid_at == invalid_at else "stated"
    return f"{done}: {reason}" if reason else done
