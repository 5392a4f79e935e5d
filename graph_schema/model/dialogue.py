"""The data model: the contents of nodes, and the form in which dialogue is given.

All times are aware; the graph stores them in UTC.
"""

from datetime import datetime
from typing import Annotated, Any, Self
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from chronomem.graph_schema.model.checks import check_name, check_text, invalid_input
from chronomem.graph_schema.model.times import zone_of


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", arbitrary_types_allowed=True)


def _name(what: str) -> AfterValidator:
    return AfterValidator(lambda value: check_name(value, what))


class Turn(_Record):
    """One utterance of one speaker, stored word for word.

    Attributes:
        id: the caller's id, unique within the user; if omitted, a new one is made.
        session: the conversation it belongs to; if omitted, turns that follow each other closely form one.
        speaker: who said it.
        role: "user", "assistant" or another role of a chat format.
        text: the words.
        said_at: time of utterance; a naive time is taken in the user's timezone; if omitted, it is now.
    """

    text: Annotated[str, AfterValidator(check_text)]
    speaker: Annotated[str, _name("speaker")] = "user"
    said_at: datetime | str | None = None
    role: Annotated[str, _name("role")] = "user"
    session: Annotated[str, _name("session id")] | None = None
    id: Annotated[str, _name("turn id")] | None = None

    @classmethod
    def of(cls, /, **values: Any) -> Self:
        """Validate the values and return the turn; raise `InvalidText` or `InvalidInput`, never pydantic's error."""
        try:
            return cls(**values)
        except ValidationError as error:
            raise invalid_input(error) from None


class User(_Record):
    """A person whose memories these are. Everything stored belongs to one user.

    Attributes:
        version: incremented by every transaction that writes for this user, and stamped on what it writes.
        epoch: incremented by every deletion.
        memory_epoch: like `epoch`, for memories that are deleted in order to be rebuilt.
        created_at: when the user was created, as ISO text in UTC.
        timezone: the IANA name of the zone of the calendar and of naive times.
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
        """The identity of the data that an index covers; it changes with each deletion, and with a recreated user."""
        return f"{self.created_at} {self.epoch}"


class Session(_Record):
    """Turns of one conversation.

    Attributes:
        implicit: True if the caller named no session and it was formed from turns close in time.
        next_seq: the sequence number of the session's next turn.
        last_turn: the id of the session's last turn.
    """

    id: str
    implicit: bool
    started_at: datetime
    ended_at: datetime
    next_seq: int = Field(ge=0)
    last_turn: str | None
