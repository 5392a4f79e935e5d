"""The data model: what the nodes of the graph hold, and how dialogue comes in.

All times are aware; the graph stores them in UTC.
"""

from datetime import datetime, tzinfo
from typing import Annotated, Any, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from chronomem.graph_schema.errors import InvalidInput, InvalidText, InvalidTime
from chronomem.graph_schema.periods import check_supported

MAX_TEXT = 100_000
"""The longest text of one turn, in characters; longer ones are documents, to be cut up by who knows their parts."""
MAX_NAME = 512
"""The longest id or name, in characters."""


def check_text(text: str, what: str = "text", *, limit: int = MAX_TEXT) -> str:
    """Return a text that can be stored; raise `InvalidText` for one that can't."""
    if not isinstance(text, str):
        raise InvalidText(f"{what} must be a string, not {type(text).__name__} ({text!r:.80})")
    if not text.strip():
        raise InvalidText(f"{what} is empty or blank ({text!r:.80}); give at least one character that shows")
    if len(text) > limit:
        raise InvalidText(f"{what} has {len(text):,} characters, and {limit:,} is the most; cut it into parts")
    if "\0" in text:
        raise InvalidText(f"{what} holds a NUL character at position {text.index(chr(0))}; remove it")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InvalidText(
            f"{what} holds a lone surrogate at position {error.start}, which is not a character; decode the text"
            " with errors='replace', or remove it"
        ) from None
    return text


def check_count(what: str, value: int) -> None:
    """Raise `InvalidInput` where a number is no whole number from 0."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise InvalidInput(f"{what} must be a whole number from 0, not {value!r:.60}")


def check_name(name: str, what: str) -> str:
    """Return an id or name that can be stored, with white space around it removed."""
    return check_text(name, what, limit=MAX_NAME).strip()


def zone_of(name: str) -> ZoneInfo:
    """Return the timezone of an IANA name; raise `InvalidTime` where there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InvalidTime(f"unknown timezone {name!r}; give an IANA name such as 'Europe/Lisbon'") from None


def read_time(value: datetime | str, zone: tzinfo, what: str = "said_at") -> datetime:
    """Return a time in UTC. A naive time is read in `zone`; strings are ISO 8601.

    Of a local time that the end of daylight saving repeats, the first is taken; one that its beginning skips is
    moved on by the hour that was skipped.

    Raises:
        InvalidTime: not a time, or outside the supported years.
    """
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value.strip())
        except ValueError:
            raise InvalidTime(
                f"{what} {value!r:.80} is not an ISO 8601 time such as '2024-05-31T14:30:00+02:00'"
            ) from None
    if not isinstance(value, datetime):
        raise InvalidTime(f"{what} must be a datetime or an ISO 8601 string, not {type(value).__name__}")
    return check_supported(value if value.tzinfo else value.replace(tzinfo=zone))


def invalid_input(error: ValidationError) -> InvalidInput:
    """Return the first thing that pydantic found wrong as an error of ours, which names the field and the value."""
    first = error.errors()[0]
    if isinstance(cause := first.get("ctx", {}).get("error"), InvalidInput):
        return cause
    field = ".".join(map(str, first["loc"])) or "value"
    return InvalidInput(f"{field}: {first['msg']} (got {first['input']!r:.80})")


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", arbitrary_types_allowed=True)


def _name(what: str) -> AfterValidator:
    return AfterValidator(lambda value: check_name(value, what))


class Turn(_Record):
    """One thing that one person said, kept word for word.

    Attributes:
        id: the caller's id, unique within the user; left out, a new one is made.
        session: the conversation it belongs to; left out, the turns that follow each other closely are one.
        speaker: who said it.
        role: "user", "assistant" or what else a chat format calls the speaker's part.
        text: what was said.
        said_at: when; a naive time is read in the user's timezone; left out, it is now.
    """

    text: Annotated[str, AfterValidator(check_text)]
    speaker: Annotated[str, _name("speaker")] = "user"
    said_at: datetime | str | None = None
    role: Annotated[str, _name("role")] = "user"
    session: Annotated[str, _name("session id")] | None = None
    id: Annotated[str, _name("turn id")] | None = None

    @classmethod
    def of(cls, /, **values: Any) -> Self:
        """Check the values and return the turn; raise `InvalidText` or `InvalidInput`, never pydantic's error."""
        try:
            return cls(**values)
        except ValidationError as error:
            raise invalid_input(error) from None


class User(_Record):
    """A person whose memories these are. All that is stored belongs to one user.

    Attributes:
        version: counted up by every transaction that writes for this user, and stamped on what it writes.
        epoch: counted up by every deletion.
        memory_epoch: as epoch, for memories that are deleted when they are made anew.
        created_at: when the user was made, as ISO text in UTC.
        timezone: the IANA name of the zone in which the calendar is cut and naive times are read.
    """

    id: str
    version: int
    epoch: int
    memory_epoch: int = 0
    timezone: str
    created_at: str | None = None

    @property
    def zone(self) -> ZoneInfo:
        return zone_of(self.timezone)

    @property
    def memory(self) -> str:
        """What an index is of: another one after a deletion, and of another user who was given the name later."""
        return f"{self.created_at} {self.epoch}"


class Session(_Record):
    """Turns that were said in one go.

    Attributes:
        implicit: the caller named no session; it grew from turns that are close in time.
        next_seq: the number that the next turn of this session gets.
        last_turn: the id of the turn that comes last in it.
    """

    id: str
    implicit: bool
    started_at: datetime
    ended_at: datetime
    next_seq: int = Field(ge=0)
    last_turn: str | None
