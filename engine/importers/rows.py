"""Rows of one turn each, from any program: the mapping of columns to fields, and the parsing of times."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from chronomem.engine.importers.conversation import DEFAULT_USER, Conversation
from chronomem.engine.importers.messages import digest, moment
from chronomem.engine.importers.options import ReadOptions
from chronomem.graph_schema.errors import InvalidInput, InvalidTime
from chronomem.graph_schema.model.dialogue import Turn
from chronomem.graph_schema.model.times import read_time

ALIASES: Mapping[str, tuple[str, ...]] = {
    "text": ("text", "content", "message", "body", "utterance"),
    "speaker": ("speaker", "author", "sender", "from", "name", "role"),
    "said_at": ("said_at", "timestamp", "created_at", "time", "datetime", "date", "sent_at", "ts"),
    "session": ("session", "session_id", "conversation_id", "conversation", "thread_id", "chat_id", "channel"),
    "role": ("role",),
    "id": ("id", "turn_id", "message_id", "uuid"),
    "user": ("user", "user_id"),
}
"""The fields of a turn, and their names in various programs; the first one present is used."""
_NEEDED = ("text", "speaker", "said_at")
_MILLISECONDS = 1e11  # as seconds, the year 5138
_PIECE = 2_000

Columns = Mapping[str, str]


def columns_of(names: Iterable[str], options: ReadOptions) -> Columns:
    """Return the column of each field.

    Raises:
        InvalidInput: a named column doesn't exist, or a required field has no column; the message lists the columns.
    """
    there = [name for name in names if isinstance(name, str)]
    small = {name.strip().lower().replace(" ", "_"): name for name in reversed(there)}
    if unknown := [f for f in options.columns if f not in ALIASES]:
        raise InvalidInput(f"{unknown[0]!r} is not a field of a turn; choose from: {', '.join(ALIASES)}")
    if absent := [column for column in options.columns.values() if column not in there]:
        raise InvalidInput(f"there is no column {absent[0]!r}; the columns are: {_listed(there)}")
    found = {f: next((small[a] for a in aliases if a in small), None) for f, aliases in ALIASES.items()}
    chosen = {field: column for field, column in found.items() if column is not None} | dict(options.columns)
    if missing := [field for field in _NEEDED if field not in chosen]:
        raise InvalidInput(
            f"no column is known to be the {missing[0]} of a turn among {_listed(there)};"
            f" name it: --column {missing[0]}=NAME"
        )
    return chosen


def looks_like_turn(names: Iterable[str]) -> bool:
    """Whether the column names cover the required fields of a turn."""
    try:
        return bool(columns_of(names, ReadOptions()))
    except InvalidInput:
        return False


class RowConversations:
    """Makes turns from rows, and conversations from turns: one for each user named, in pieces."""

    def __init__(self, name: str, options: ReadOptions) -> None:
        self._name = name
        self._options = options
        self._turns: dict[str, list[Turn]] = {}
        self._count = 0
        self._same: Counter[str] = Counter()

    def take(self, row: Mapping[str, Any], columns: Columns) -> None:
        """Add a row; raise `InvalidInput` if it can't be a turn."""
        values = {field: row.get(column) for field, column in columns.items()}
        given = {field: value for field, value in values.items() if value not in (None, "")}
        for field in _NEEDED:
            if field not in given:
                raise (InvalidTime if field == "said_at" else InvalidInput)(
                    f"{field} is missing (column {columns[field]!r})"
                )
        said_at = read_moment(given["said_at"], self._options.time_format)
        names = {f: str(given[f]) for f in ("speaker", "role", "session") if f in given}
        key = given.get("id")
        turn = Turn.of(
            text=given["text"], said_at=said_at, id=self._id(given, said_at) if key is None else str(key), **names
        )
        self._turns.setdefault(str(given.get("user", DEFAULT_USER)), []).append(turn)
        self._count += 1

    def full(self) -> Iterator[Conversation]:
        """Yield the turns added so far, once there are enough."""
        if self._count >= _PIECE:
            yield from self.rest()

    def rest(self) -> Iterator[Conversation]:
        """Yield the turns added so far."""
        taken, self._turns, self._count = self._turns, {}, 0
        for user, turns in taken.items():
            yield Conversation(id=self._name, user=user, turns=tuple(turns))

    def _id(self, given: Mapping[str, Any], said_at: datetime | str) -> str:
        """Return an id that the row keeps in a longer version of the file; identical rows get distinct ids."""
        key = digest(said_at, *(given.get(field) for field in ("user", "session", "speaker", "text")))
        self._same[key] += 1
        return f"row:{key}" + (f"-{self._same[key]}" if self._same[key] > 1 else "")


def read_moment(value: Any, time_format: str | None) -> datetime | str:
    """Return a time in the form of a turn, from ISO 8601, seconds or milliseconds since 1970, or a given format."""
    if time_format is not None:
        try:
            return datetime.strptime(str(value), time_format)  # noqa: DTZ007 - the format may have no zone
        except ValueError:
            raise InvalidTime(f"the time {value!r:.60} is not of the form {time_format!r}") from None
    if isinstance(value, str):
        number = value.strip().replace(".", "", 1)
        if not (number.isascii() and number.isdigit() and len(number) >= 9):
            try:
                read_time(value, UTC, "said_at")
            except InvalidTime as error:
                raise InvalidTime(f"{error}; or give its form: --time-format '%d/%m/%Y %H:%M'") from None
            return value
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidTime(f"{value!r:.60} is not a time")
    return moment(value / 1000 if abs(value) > _MILLISECONDS else value)


def _listed(names: list[str]) -> str:
    return ", ".join(f"{name:.40}" for name in names[:20]) or "none"
