"""When a language model that could not be asked is asked again.

What it was to write is written without it meanwhile, for the time being. When it is asked again, a structure makes anew
what it made of turns since the first of these, as it does where a turn is forgotten: in the end there is what there
would be, had the model been there all the time. What it answered before is in the cache of replies.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self

from chronomem.engine.consolidation.work import Desk
from chronomem.graph_schema.database.results import Row

_FIRST, _LONGEST = timedelta(hours=1), timedelta(days=1)
"""How long it is left alone; twice as long each time that it could still not be asked."""


@dataclass(frozen=True, slots=True)
class Provisional:
    """Whether a structure asks a model again.

    Attributes:
        again_from: what was made of turns since then is made anew now; None where nothing is.
        provisional_from: what was made of turns since then stays for the time being.
        ask_at: when the model is to be asked again about that.
        asked: how many times in a row it could not be asked.
    """

    again_from: datetime | None
    provisional_from: datetime | None
    ask_at: datetime | None
    asked: int

    @classmethod
    def of(cls, row: Row, now: datetime) -> Self:
        """Return it as a structure was left."""
        since, ask_at = (
            None if row[key] is None else datetime.fromisoformat(row[key]) for key in ("provisional_from", "ask_at")
        )
        is_time = since is not None and ask_at is not None and ask_at <= now
        return cls(since if is_time else None, None if is_time else since, ask_at, row["asked"])

    def next(self, desk: Desk) -> tuple[datetime | None, int]:
        """Return when the model is to be asked again after a structure's work, and for which time in a row."""
        if desk.provisional_from is None:
            return None, 0
        if self.provisional_from is not None and self.ask_at is not None:
            return self.ask_at, self.asked
        asked = self.asked + 1 if self.again_from is not None else 1
        return desk.now + min(_FIRST * 2 ** min(asked - 1, 10), _LONGEST), asked
