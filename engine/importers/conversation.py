"""The values that every reader yields."""

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
"""The default user for a chat exported by its owner."""


def _asked_at(value: Any) -> datetime | None:
    return None if value is None else read_time(value, UTC, "asked_at")


class BenchmarkQuestion(BaseModel):
    """A question about a conversation, with the expected answer and its evidence; found in benchmark files.

    Attributes:
        asked_at: the time from which the question looks back, in UTC; a time without a zone is taken as UTC.
        category: the kind of question, in the file's words.
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
        id: its id in the file.
        user: the user whose memory it belongs to, unless the caller names another.
        turns: turns with an id, a speaker and a time; a time without a zone is in the user's timezone.
        questions: only in benchmark files.
        facts: facts given beside the turns; a fact that names a turn comes with it, or after it.
        left_out: the number of records without anybody's words that were left out, by kind.

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
    """Validate one turn of a file and return it. In a file every turn has an id, a speaker and a time.

    Raises:
        InvalidInput: a value is missing or unusable.
    """
    for field in ("id", "speaker", "text", "said_at"):
        if values.get(field) is None:
            kind = InvalidTime if field == "said_at" else InvalidInput
            raise kind(f"{field} is missing; a turn in a file needs an id, a speaker, a text and a time (said_at)")
    read_time(values["said_at"], UTC)  # report an unstorable time here, where its place in the file is known
    return Turn.of(**{field: values[field] for field in _TURN_FIELDS if values.get(field) is not None})


def question_of(values: Mapping[str, Any]) -> BenchmarkQuestion:
    """Validate one question of a file and return it; raise `InvalidInput` for an unusable value."""
    try:
        return BenchmarkQuestion.model_validate(values)
    except ValidationError as error:
        raise invalid_input(error) from None
