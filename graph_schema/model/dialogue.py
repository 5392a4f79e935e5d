"""The data model: what the nodes of the graph hold, and how dialogue comes in.

All times are aware; the graph stores them in UTC.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Self
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, ConfigDict, Field

from chronomem.graph_schema.errors import UnknownUser
from chronomem.graph_schema.model.checks import CheckedModel, check_text, is_name
from chronomem.graph_schema.model.times import zone_of


class _Record(CheckedModel):
    model_config = ConfigDict(strict=True, arbitrary_types_allowed=True)


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
    speaker: Annotated[str, is_name("speaker")] = "user"
    said_at: datetime | str | None = None
    role: Annotated[str, is_name("role")] = "user"
    session: Annotated[str, is_name("session id")] | None = None
    id: Annotated[str, is_name("turn id")] | None = None


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

    @classmethod
    def found(cls, name: str, rows: Sequence[Mapping[str, Any]]) -> Self:
        """Return the user in what the statement `read_user` found; raise `UnknownUser` where that is nobody."""
        if not rows:
            raise UnknownUser(f"nothing was ever stored for user {name!r}; add turns first, or check the name")
        return cls(id=name, **rows[0])

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
