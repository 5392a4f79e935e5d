"""Which language model is asked, and how. Passed explicitly; nothing of it comes from the environment."""

from datetime import timedelta
from pathlib import Path
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from chronomem.graph_schema.errors import InvalidInput

OPENAI_URL = "https://api.openai.com/v1"

AnswerFormat = Literal["json_schema", "json_object", "text"]


class Budgets(BaseModel):
    """How many tokens may be spent, in and out together. None is without limit.

    What a call may cost at the most is judged before it is made, so that a limit is not passed by more than the
    length of one answer. Replies from the cache cost nothing.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    per_run: int | None = Field(
        default=None, ge=0, description="In one call of consolidate, or of another method that asks the model."
    )
    per_user: int | None = Field(default=None, ge=0, description="For one user, ever.")
    total: int | None = Field(default=None, ge=0, description="For all users together, ever.")


class LanguageModel(BaseModel):
    """A language model behind an OpenAI-compatible server."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str = Field(min_length=1, description="Its name on the server, such as 'gpt-4.1-mini'.")
    base_url: str = Field(default=OPENAI_URL, description="Where the server answers, up to and with its version.")
    api_key: SecretStr | None = Field(default=None, description="Left out where the server asks for none.")
    organization: str | None = Field(default=None, description="Whom OpenAI counts the calls to, if not the default.")
    project: str | None = Field(default=None, description="The project on OpenAI that the calls count to.")
    answer_format: AnswerFormat = Field(
        default="json_schema",
        description="How structured answers are asked for. A server that refuses is asked in the next simpler way:"
        " a strict schema, any JSON object, or plain text that says what is wanted.",
    )
    temperature: float | None = Field(default=None, ge=0, le=2, description="Left out, the server's own.")
    max_answer_tokens: int | None = Field(
        default=None, ge=16, description="The longest answer; left out, what the server allows."
    )
    concurrency: int = Field(default=4, ge=1, le=256, description="How many calls are under way at once.")
    timeout: timedelta = Field(
        default=timedelta(seconds=120), gt=timedelta(0), description="How long one attempt of a call may take."
    )
    retries: int = Field(
        default=4,
        ge=0,
        le=100,
        description="How often a call is made again after 408, 409, 429, 5xx, a time-out or a lost connection, with"
        " pauses that double up to 8 seconds, or as long as the server asks for.",
    )
    cache: Path | None = Field(
        default=None,
        description="Folder in which replies are kept, so that the same question is not paid for twice. Left out, the"
        " embedded database keeps them in its own folder, and with a server none are kept.",
    )
    budgets: Budgets = Field(default=Budgets(), description="How many tokens may be spent.")
    extra: dict[str, object] = Field(
        default_factory=dict, description="Further fields of the request, as a server of another make may take."
    )

    @classmethod
    def of(cls, **values: object) -> Self:
        """Check the values and return the settings; raise `InvalidInput`, never pydantic's error."""
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            first = error.errors(include_input=False)[0]
            raise InvalidInput(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None
