"""The data model: the contents of nodes, and the form in which dialogue is given.

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
from chronomem.graph_schema.model.turn_filter import check_metadata

SILENT_ROLES = frozenset({"assistant", "system", "tool"})
"""Roles whose words are no evidence: an assistant's explanations and inventions are not a person's statements."""


class _Record(CheckedModel):
    model_config = ConfigDict(strict=True, arbitrary_types_allowed=True)


class Turn(_Record):
    """One utterance of one speaker, stored word for word.

    Attributes:
        metadata: a flat JSON object of up to 4 kB, kept word for word; recalls filter by it.
        expires_at: when it is to be forgotten; the upkeep does so.
        id: the caller's id, unique within the user; if omitted, a new one is made.
        session: the conversation it belongs to; if omitted, turns that follow each other closely form one.
        speaker: who said it.
        role: "user", "assistant" or another role of a chat format.
        text: the words.
        said_at: time of utterance; a naive time is taken in the user's timezone; if omitted, it is now.
    """

    text: Annotated[str, AfterValidator(check_text)]
    speaker: Annotated[str, is_name("speaker")] = "user"
    said_at: datetime | str | None = None
    role: Annotated[str, is_name("role")] = "user"
    session: Annotated[str, is_name("session id")] | None = None
    id: Annotated[str, is_name("turn id")] | None = None
    metadata: Annotated[Mapping[str, Any], AfterValidator(check_metadata)] | None = None
    expires_at: datetime | str | None = None


class User(_Record):
    """A person whose memories these are. Everything stored belongs to one user.

    Attributes:
        version: incremented by every transaction that writes for this user, and stamped on what it writes.
        epoch: incremented by every deletion.
        memory_epoch: like `epoch`, for memories that are deleted in order to be rebuilt.
        created_at: when the user was created, as ISO text in UTC.
        timezone: the IANA name of the zone of the calendar and of naive times.
        embedder: the name of the embedder that made the vectors; None for a user of an older version.
        language: the language of the memory, as PyStemmer names it, if one was given.
        feed_from: the version after which the change feed begins.
        described: whether a turn or a session was ever stored with metadata.
    """

    id: str
    version: int
    epoch: int
    memory_epoch: int = 0
    timezone: str
    created_at: str | None = None
    embedder: str | None = None
    language: str | None = None
    feed_from: int = 0
    described: bool = False

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
        """The identity of the data that an index covers; it changes with each deletion, and with a recreated user."""
        return f"{self.created_at} {self.epoch}"


class Session(_Record):
    """Turns of one conversation.

    Attributes:
        implicit: True if the caller named no session and it was formed from turns close in time.
        next_seq: the sequence number of the session's next turn.
        last_turn: the id of the session's last turn.
        speakers: the names of those who speak in it.
    """

    id: str
    implicit: bool
    started_at: datetime
    ended_at: datetime
    next_seq: int = Field(ge=0)
    last_turn: str | None
    speakers: list[str]
