"""The schedule on which an unavailable language model is tried again.

Until then its summaries are written without it, provisionally. When the model is tried again, a structure redoes its
work from the first of these turns on, as it does when a turn is forgotten; the final result is the same as if the model
had always been available. Replies that it gave before come from the cache of replies.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self

from chronomem.engine.consolidation.work import Desk
from chronomem.graph_schema.database.results import Row

_FIRST, _LONGEST = timedelta(hours=1), timedelta(days=1)
"""The delays before trying again: the first one, which doubles with each failure, and the longest."""


@dataclass(frozen=True, slots=True)
class Provisional:
    """The state of a structure's provisional work.

    Attributes:
        again_from: work on turns since then is redone now; None for nothing.
        provisional_from: work on turns since then stays provisional for now.
        ask_at: when to try the model again.
        asked: the number of failed tries in a row.
    """

    again_from: datetime | None
    provisional_from: datetime | None
    ask_at: datetime | None
    asked: int

    @classmethod
    def of(cls, row: Row, now: datetime) -> Self:
        """Return the state as stored with a structure."""
        since, ask_at = (
            None if row[key] is None else datetime.fromisoformat(row[key]) for key in ("provisional_from", "ask_at")
        )
        is_time = since is not None and ask_at is not None and ask_at <= now
        return cls(since if is_time else None, None if is_time else since, ask_at, row["asked"])

    def next(self, desk: Desk) -> tuple[datetime | None, int]:
        """Return when to try the model again after a structure's work, and the number of tries in a row by then."""
        if desk.provisional_from is None:
            return None, 0
        if self.provisional_from is not None and self.ask_at is not None:
            return self.ask_at, self.asked
        asked = self.asked + 1 if self.again_from is not None else 1
        return desk.now + min(_FIRST * 2 ** min(asked - 1, 10), _LONGEST), asked
