"""The models of requests and responses that aren't the library's own records."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from chronomem.graph_schema.facts.given import MAX_VALUE, GivenFact
from chronomem.graph_schema.model.checks import MAX_NAME, MAX_TEXT
from chronomem.retrieval.question.question import MAX_QUESTION

MOST_TURNS = 1_000
MOST_FACTS = 1_000
MOST_ITEMS = 1_000

Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
Time = Annotated[
    str, Field(description="ISO 8601; without a zone, in the user's own.", examples=["2023-05-30T09:00:00Z"])
]


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TurnIn(_Shape):
    """One turn of dialogue."""

    text: Annotated[str, Field(min_length=1, max_length=MAX_TEXT, examples=["I moved to Lisbon last weekend!"])]
    speaker: Name = "user"
    role: Name = "user"
    said_at: Time | None = None
    session: Name | None = None
    metadata: dict[str, Any] | None = Field(
        default=None, description="A flat object of up to 4 kB, kept word for word.", examples=[{"channel": "sales"}]
    )
    expires_at: Time | None = None
    id: Name | None = Field(
        default=None, description="Your own id; storing the same turn under it again changes nothing."
    )


class TurnsIn(_Shape):
    """Turns to store."""

    turns: Annotated[list[TurnIn], Field(min_length=1, max_length=MOST_TURNS)]


class SessionIn(_Shape):
    """The turns of one conversation."""

    session: Name
    turns: Annotated[list[TurnIn], Field(min_length=1, max_length=MOST_TURNS, description="Each is of the session.")]
    metadata: dict[str, Any] | None = Field(
        default=None,
        description="What describes the session: all its turns have it, below their own; omitted, it stays as it is.",
        examples=[{"channel": "support"}],
    )


class AddedOut(BaseModel):
    """The result of storing turns."""

    turn_ids: list[str] = Field(description="The id of each turn given, in the order given.")
    stored: int = Field(description="The number of new turns.")
    known: int


class _Asked(_Shape):
    now: Time | None = Field(default=None, description="The time from which the question looks back; omitted, now.")
    max_tokens: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    preset: Name = "chronomem"


class QuestionIn(_Asked):
    """A question to a memory."""

    question: Annotated[str, Field(min_length=1, max_length=MAX_QUESTION, examples=["Where do I live since May?"])]
    k: Annotated[
        int | None,
        Field(ge=0, le=MOST_ITEMS, description="The maximum number of items; omitted, 10, or as the preset says."),
    ] = None
    explain: bool = Field(default=False, description="Also explain how the items were found.")
    where: dict[str, Any] = Field(
        default={},
        description="Only turns whose metadata has these values; for each key, one value or a list of them.",
        examples=[{"channel": "sales"}],
    )
    since: Time | None = Field(default=None, description="Only turns said from this time on.")
    until: Time | None = Field(default=None, description="Only turns said before this time.")
    speakers: Annotated[list[Name], Field(max_length=MOST_ITEMS)] | None = None
    roles: Annotated[list[Name], Field(max_length=MOST_ITEMS)] | None = None


class AskIn(_Asked):
    """A question to be answered by the language model."""

    question: Annotated[str, Field(min_length=1, max_length=MAX_QUESTION, examples=["Where did Ann live before?"])]
    k: Annotated[
        int | None,
        Field(
            ge=0,
            le=MOST_ITEMS,
            description="The maximum number of items; omitted, 20, and 10 for each part of a thorough answer.",
        ),
    ] = None
    thorough: bool | None = Field(
        default=None, description="Plan the question and answer it in parts; omitted, as the preset says."
    )
    gate: bool | None = Field(
        default=None,
        description="Of a thorough answer, let the model drop unhelpful memories before it answers; omitted, as the"
        " preset says.",
    )


class ItemOut(BaseModel):
    """One memory that is relevant to the question."""

    model_config = ConfigDict(extra="allow")

    text: str
    when: datetime
    speaker: str
    turn_ids: list[str]
    session: str
    metadata: dict[str, Any] = Field(description="The metadata of the turn, with that of its session below.")
    score: float
    tokens: int


class ContextOut(BaseModel):
    """The memories relevant to a question, best first."""

    model_config = ConfigDict(extra="allow")

    question: str
    tokens: int
    items: list[ItemOut]


class StepOut(BaseModel):
    """The result for one part of a question."""

    question: str
    needs: list[int] = Field(description="The numbers of the parts whose answers it was given.")
    answer: str | None
    follow_up: str | None
    turn_ids: list[str]
    items: list[ItemOut]


class AnswerOut(BaseModel):
    """An answer with the turns that are its evidence, or the missing information."""

    question: str
    answer: str | None = Field(description="Null if the memory doesn't hold it.")
    turn_ids: list[str]
    missing: str
    steps: list[StepOut]


class FactsIn(_Shape):
    """Facts to add."""

    facts: Annotated[list[GivenFact], Field(min_length=1, max_length=MOST_FACTS)]


class RetractIn(_Shape):
    """A fact that is wrong."""

    fact_id: Name
    reason: Annotated[str, Field(min_length=1, max_length=MAX_VALUE)] | None = None


class CorrectIn(RetractIn):
    """A fact that is wrong, and the fields that differ in what holds instead."""

    subject: Name | None = None
    predicate: Name | None = None
    object: Name | None = None
    value: Annotated[str, Field(min_length=1, max_length=MAX_VALUE)] | None = None
    valid_at: Time | None = None
    invalid_at: Time | None = None
    negated: bool | None = None
    details: dict[str, str] | None = None


class ForgetIn(_Shape):
    """Turns or a source to forget."""

    turn_ids: Annotated[list[Name], Field(max_length=MOST_TURNS)] = []
    source: Name | None = None
    everything: bool = Field(
        default=False, description="Forget all data of the user, and the user; name nothing else then."
    )


class RetainIn(_Shape):
    """Whether to forget what is due."""

    dry_run: bool = Field(default=False, description="Only return what would be forgotten.")


class MergeIn(_Shape):
    """Two entities that are one."""

    keep: Name
    other: Name


class SplitIn(_Shape):
    """An entity that was merged into another."""

    entity: Name


class UserIn(_Shape):
    """The settings of a new user."""

    timezone: str | None = Field(default=None, examples=["Europe/Lisbon"])
    language: str | None = Field(default=None, examples=["german"])


class UserOut(BaseModel):
    """A user."""

    id: str
    timezone: str
    language: str | None = None


class CypherIn(_Shape):
    """A query over the whole graph."""

    query: Annotated[str, Field(min_length=1, max_length=MAX_TEXT, examples=["RETURN 1 AS one"])]
    user: Name | None = Field(default=None, description="Bound to $user. It doesn't restrict the query.")
    parameters: dict[str, Any] = {}


class RowsOut(BaseModel):
    """The rows of a query."""

    columns: list[str]
    rows: list[dict[str, Any]]
    truncated: bool = Field(description="Whether there were more rows than are returned.")


class LineOut(BaseModel):
    """The result for one line of a stream. The last line of the response is a summary."""

    line: int
    status: str = Field(description="stored, known or refused.", examples=["stored"])
    id: str | None = None
    detail: str | None = Field(default=None, description="The reason for a refusal.")


class Status(BaseModel):
    """Whether the service works."""

    status: str = Field(examples=["ok"])
    reason: str | None = Field(default=None, description="The problem, if the status is not ok.")
