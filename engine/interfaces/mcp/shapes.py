"""The results of the tools as data, for programs: as much as their text tells a model, since some show it both."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any

from mcp.types import CallToolResult, TextContent
from pydantic import BaseModel, Field

from chronomem.engine.answering.answers import Answer
from chronomem.engine.interfaces.json_values import plain
from chronomem.engine.memory.rows import Rows
from chronomem.engine.timeline.timeline import TimelinePeriod
from chronomem.graph_schema.facts.views import Change, Fact
from chronomem.retrieval.context import Context, Item

TurnIds = Annotated[list[str], Field(description="The turns that are the evidence.")]


class RememberOut(BaseModel):
    """What was stored."""

    turn_id: str


class RecallItem(BaseModel):
    """A turn, or something that was made of turns."""

    kind: str = Field(description="turn, fact, instruction, preference, event, session, week, topic …")
    text: str
    when: datetime
    speaker: str = Field(description="Empty for an item that nobody said.")
    session: str
    turn_ids: TurnIds
    holds: bool | None = Field(description="Whether it still holds; null where no change is known.")
    metadata: dict[str, Any] = Field(description="That of the turn, with that of its session below.")

    @classmethod
    def of(cls, item: Item) -> "RecallItem":
        return cls.model_validate(item, from_attributes=True)


class RecallOut(BaseModel):
    """The items that are relevant to a question, best first, and the standing instructions that bear on it."""

    items: list[RecallItem]
    standing: list[RecallItem]

    @classmethod
    def of(cls, found: Context) -> "RecallOut":
        return cls(items=[*map(RecallItem.of, found)], standing=[*map(RecallItem.of, found.standing)])


class AskOut(BaseModel):
    """An answer, or the information that is missing for one."""

    answer: str | None = Field(description="Null if the memory doesn't hold it.")
    missing: str
    turn_ids: TurnIds

    @classmethod
    def of(cls, answer: Answer) -> "AskOut":
        return cls(answer=answer.text, missing=answer.missing, turn_ids=list(answer.turn_ids))


class FactOut(BaseModel):
    """A fact, with the time over which it holds."""

    id: str
    subject: str
    predicate: str
    object: str = Field(description="The name of an entity, or a value.")
    negated: bool
    since: datetime | None
    until: datetime | None
    dated: bool = Field(description="Whether somebody said since when; otherwise it is the time of the turn.")
    turn_ids: TurnIds

    @classmethod
    def of(cls, fact: Fact) -> "FactOut":
        return cls(
            id=fact.id,
            subject=fact.subject.name,
            predicate=fact.predicate,
            object=fact.says,
            negated=fact.negated,
            since=fact.valid_at,
            until=fact.invalid_at,
            dated=fact.dated,
            turn_ids=list(fact.turn_ids),
        )


class FactsOut(BaseModel):
    """The facts at a moment."""

    facts: list[FactOut]
    waiting: int = Field(description="The number of turns from which nothing is extracted yet.")


class PeriodOut(BaseModel):
    """A period with turns."""

    start: datetime
    end: datetime = Field(description="Not included.")
    turns: int
    sessions: int
    speakers: list[str]


class TimelineOut(BaseModel):
    """The periods with turns, in order of time."""

    periods: list[PeriodOut]

    @classmethod
    def of(cls, periods: Iterable[TimelinePeriod]) -> "TimelineOut":
        return cls(periods=[PeriodOut.model_validate(each, from_attributes=True) for each in periods])


class ChangeOut(BaseModel):
    """A fact that began or ended, or that the memory learned or gave up."""

    at: datetime
    kind: str = Field(description="began, ended, learned or expired.")
    fact: FactOut


class ChangesOut(BaseModel):
    """The changes in a period, in order of time."""

    changes: list[ChangeOut]

    @classmethod
    def of(cls, changes: Iterable[Change]) -> "ChangesOut":
        return cls(changes=[ChangeOut(at=each.at, kind=each.kind, fact=FactOut.of(each.fact)) for each in changes])


class ForgetOut(BaseModel):
    """The counts of what was deleted."""

    turns: int
    assertions: int
    entities: int


class CypherOut(BaseModel):
    """The rows of a query."""

    columns: list[str]
    rows: list[dict[str, Any]]
    truncated: bool = Field(description="Whether there were more rows than are returned.")

    @classmethod
    def of(cls, rows: Rows) -> "CypherOut":
        return cls(columns=list(rows.columns), rows=[plain(row) for row in rows], truncated=rows.truncated)


def result(text: str, data: BaseModel) -> CallToolResult:
    """Return the result of a tool, as text for a model and as data for programs."""
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=data.model_dump(mode="json")
    )
