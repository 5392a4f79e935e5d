"""Which language model to use, and how. Passed explicitly; nothing is taken from the environment."""

from datetime import timedelta
from pathlib import Path
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from chronomem.graph_schema.errors import InvalidInput

OPENAI_URL = "https://api.openai.com/v1"

AnswerFormat = Literal["json_schema", "json_object", "text"]


class Budgets(BaseModel):
    """Limits on tokens, prompt and answer together. None means no limit.

    The maximum cost of a call is estimated before the call is made, so a limit is exceeded by no more than the length
    of one answer. Replies from the cache cost nothing.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    per_run: int | None = Field(
        default=None, ge=0, description="Limit for one call of consolidate, or of another method that uses the model."
    )
    per_user: int | None = Field(default=None, ge=0, description="Limit for one user, ever.")
    total: int | None = Field(default=None, ge=0, description="Limit for all users together, ever.")


class LanguageModel(BaseModel):
    """A language model behind an OpenAI-compatible server."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str = Field(min_length=1, description="The model's name on the server, such as 'gpt-4.1-mini'.")
    base_url: str = Field(default=OPENAI_URL, description="Base URL of the API, including its version.")
    api_key: SecretStr | None = Field(default=None, description="API key; omit it if the server needs none.")
    organization: str | None = Field(default=None, description="OpenAI organization to bill, if not the default.")
    project: str | None = Field(default=None, description="OpenAI project to bill.")
    answer_format: AnswerFormat = Field(
        default="json_schema",
        description="Format of structured answers. If the server rejects it, the next simpler one is used:"
        " a strict schema, any JSON object, or instructions in plain text.",
    )
    temperature: float | None = Field(
        default=0.0,
        ge=0,
        le=2,
        description="Sampling temperature; None, or a model that rejects it, means the server's own.",
    )
    max_answer_tokens: int | None = Field(
        default=None, ge=16, description="Longest answer, in tokens; by default, the server's limit."
    )
    batch_turns: int = Field(
        default=80,
        ge=1,
        le=1000,
        description="The most turns whose facts are asked for in one request, or 75 tokens of them for each. With more,"
        " the instructions are paid for less often; requests and answers grow longer.",
    )
    concurrency: int = Field(default=4, ge=1, le=256, description="Number of concurrent calls.")
    timeout: timedelta = Field(
        default=timedelta(seconds=120), gt=timedelta(0), description="Time-out for one attempt of a call."
    )
    retries: int = Field(
        default=4,
        ge=0,
        le=100,
        description="How often a call is retried after status 408, 409, 429 or 5xx, a time-out or a lost connection,"
        " with pauses that double up to 8 seconds, or last as long as the server asks for.",
    )
    cache: Path | None = Field(
        default=None,
        description="Folder in which replies are cached, so that the same question is not paid for twice. By default,"
        " the embedded database caches them in its own folder, and a database server caches none.",
    )
    budgets: Budgets = Field(default=Budgets(), description="Limits on the tokens spent.")
    extra: dict[str, object] = Field(
        default_factory=dict, description="Additional request fields, for servers that accept them."
    )

    @classmethod
    def of(cls, **values: object) -> Self:
        """Validate the values and return the settings; raises `InvalidInput` instead of pydantic's error."""
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            first = error.errors(include_input=False)[0]
            raise InvalidInput(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None
