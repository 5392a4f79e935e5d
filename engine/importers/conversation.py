"""What every reader yields."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from chronomem.graph_schema.errors import InvalidInput, InvalidTime
from chronomem.graph_schema.facts.given import GivenFact
from chronomem.graph_schema.model.checks import invalid_input
from chronomem.graph_schema.model.dialogue import Turn
from chronomem.graph_schema.model.times import read_time

DEFAULT_USER = "me"
"""Whose memory a chat becomes that was exported by its owner, unless the caller says otherwise."""


def _asked_at(value: Any) -> datetime | None:
    return None if value is None else read_time(value, UTC, "asked_at")


class BenchmarkQuestion(BaseModel):
    """A question about a conversation, with what a good answer rests on; found in files made for measuring.

    Attributes:
        asked_at: from when the question looks back, in UTC; a time without a zone is read as UTC.
        category: what kind of question it is, in the words of the file.
        gold: the ids of the turns that hold the evidence.
        answer: the answer in words; a number is written out.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", coerce_numbers_to_str=True)

    id: str
    text: str
    asked_at: Annotated[datetime | None, BeforeValidator(_asked_at)] = None
    category: str | None = None
    gold: tuple[str, ...] = ()
    answer: str | None = None


class Conversation(BaseModel):
    """Turns that belong to one user, in the order of the file.

    Attributes:
        id: what the file calls it.
        user: whose memory it is, unless the caller says otherwise.
        turns: each with an id, a speaker and a time; a time without a zone is read in the user's timezone.
        questions: only in files made for measuring.
        facts: what is told beside the turns; those that name a turn come with it, or after it.
        left_out: how much that is no words of anybody was left out, by kind.

    A long chat comes in several pieces with the same id.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    user: str
    turns: tuple[Turn, ...]
    questions: tuple[BenchmarkQuestion, ...] = ()
    facts: tuple[GivenFact, ...] = ()
    left_out: Mapping[str, int] = {}


_TURN_FIELDS = ("id", "session", "speaker", "role", "text", "said_at")


def turn_of(values: Mapping[str, Any]) -> Turn:
    """Check one turn of a file and return it. In a file every turn has an id, a speaker and a time.

    Raises:
        InvalidInput: a value is missing or can't be used.
    """
    for field in ("id", "speaker", "text", "said_at"):
        if values.get(field) is None:
            kind = InvalidTime if field == "said_at" else InvalidInput
            raise kind(f"{field} is missing; a turn in a file needs an id, a speaker, a text and a time (said_at)")
    read_time(values["said_at"], UTC)  # one that can't be stored is found here, where its place is known
    return Turn.of(**{field: values[field] for field in _TURN_FIELDS if values.get(field) is not None})


def question_of(values: Mapping[str, Any]) -> BenchmarkQuestion:
    """Check one question of a file and return it; raise `InvalidInput` where a value can't be used."""
    try:
        return BenchmarkQuestion.model_validate(values)
    except ValidationError as error:
        raise invalid_input(error) from None
