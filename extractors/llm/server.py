"""The server of a language model, called through the official client: one request, retried where that can help."""

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from pydantic import BaseModel, Field, NonNegativeInt, ValidationError

from chronomem.extractors.llm.settings import OPENAI_URL, AnswerFormat, LanguageModel
from chronomem.extractors.llm.tokens import estimate_tokens
from chronomem.graph_schema.errors import ModelError, ModelRefused, ModelUnavailable

if TYPE_CHECKING:
    from openai import APIStatusError, AsyncOpenAI, OpenAIError
    from openai.types.chat import ChatCompletion

_SIMPLER: dict[AnswerFormat, AnswerFormat] = {"json_schema": "json_object", "json_object": "text"}
_REFUSES_FORM = frozenset({400, 422, 501})
"""Status codes with which servers reject an answer format that they don't know."""
_OTHER_REASONS = ("context_length", "maximum context", "model_not_found", "content_policy")
_AGAIN = "try again later; nothing was lost"
_FORM = "\n\nReply with one JSON object of this schema, and nothing else:\n"
_LONGEST_PAUSE_S = 60.0
"""The longest pause before a retry that a server is granted."""
_NO_KEY = "none"
"""The placeholder for servers that require no key; the client insists on one."""


class ChatMessage(NamedTuple):
    """One message of a chat."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class ModelReply:
    """The result of a request.

    Attributes:
        text: the reply.
        refusal: the model's words if it refused to answer.
        truncated: whether the reply was cut off.
        prompt_tokens, answer_tokens: as counted by the server, or estimated if it doesn't count.
    """

    text: str
    refusal: str | None
    truncated: bool
    prompt_tokens: int
    answer_tokens: int


class _Message(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Usage(BaseModel):
    prompt_tokens: NonNegativeInt
    completion_tokens: NonNegativeInt


class _Completion(BaseModel):
    """The parts of a completion that are used; the official client doesn't check their types."""

    choices: Annotated[list[_Choice], Field(min_length=1)]
    usage: _Usage | None = None


class ModelServer:
    """Makes requests. Remembers which answer format the server accepts, and whether it accepts a temperature."""

    def __init__(self, settings: LanguageModel) -> None:
        self._settings = settings
        self._format: AnswerFormat = settings.answer_format
        self._temperature = settings.temperature
        self._client: AsyncOpenAI | None = None
        self._connecting = asyncio.Lock()

    async def ask(self, messages: list[ChatMessage], schema: dict[str, Any], *, name: str) -> ModelReply:
        """Make a request; fall back to a simpler answer format, or to the server's temperature, if it rejects one.

        Raises:
            ModelUnavailable: see `ModelClient.complete`.
        """
        async with self._connecting:
            if self._client is None:
                self._client = await asyncio.to_thread(self._connect)
            client = self._client
        import openai  # already loaded by the thread

        form = self._format
        while True:
            try:
                async with asyncio.timeout(self._longest_s):  # the client's own time-out begins anew with each byte
                    completion = await self._request(client, messages, schema, name, form)
            except TimeoutError:
                raise ModelUnavailable(
                    f"{self._settings.model} at {self._settings.base_url} didn't end its answer within"
                    f" {self._longest_s:g} s; {_AGAIN}"
                ) from None
            except openai.APIStatusError as error:
                if self._temperature is not None and _is_about_temperature(error):
                    self._temperature = None
                elif form in _SIMPLER and _may_be_about_form(error):
                    form = _SIMPLER[form]
                else:
                    raise failure(self._settings, error) from error
            except openai.OpenAIError as error:
                raise failure(self._settings, error) from error
            except ValueError as error:  # of the client, which takes every body for JSON in UTF-8
                raise ModelUnavailable(
                    f"{self._settings.model} at {self._settings.base_url} gave a reply that is no JSON"
                    f" ({type(error).__name__}); {_AGAIN}"
                ) from None
            else:
                self._format = form
                return self._outcome(completion, messages, schema)

    @property
    def _longest_s(self) -> float:
        """How long all attempts of a call may take together, with the pauses between them."""
        attempts = self._settings.retries + 1
        return 2 * attempts * self._settings.timeout.total_seconds() + (attempts - 1) * _LONGEST_PAUSE_S

    async def close(self) -> None:
        if self._client is not None:
            client, self._client = self._client, None
            await client.close()

    async def _request(
        self, client: "AsyncOpenAI", messages: list[ChatMessage], schema: dict[str, Any], name: str, form: AnswerFormat
    ) -> "ChatCompletion":
        settings = self._settings
        fields: dict[str, Any] = {"model": settings.model, "messages": _sent(messages, schema, form)}
        if form == "json_schema":
            described = {"name": _identifier(name), "strict": True, "schema": schema}
            fields["response_format"] = {"type": form, "json_schema": described}
        elif form == "json_object":
            fields["response_format"] = {"type": form}
        if self._temperature is not None:
            fields["temperature"] = self._temperature
        if settings.max_answer_tokens is not None:
            fields["max_completion_tokens"] = settings.max_answer_tokens
        completion: ChatCompletion = await client.chat.completions.create(**fields, extra_body=settings.extra or None)
        return completion

    def _connect(self) -> "AsyncOpenAI":
        from openai import AsyncOpenAI  # the import takes half a second, paid only by those who use a model

        # With each request the client looks for httpx among the loaded modules, and fails on one that another thread
        # is in the middle of importing, as spaCy's pipeline does. Imported here, it is there as a whole or not at all.
        with suppress(ImportError):
            import httpx  # noqa: F401

        client = AsyncOpenAI(**openai_options(self._settings))
        # If they were omitted, the client would take them from the environment.
        client.organization, client.project = self._settings.organization, self._settings.project
        return client

    def _outcome(self, completion: "ChatCompletion", messages: list[ChatMessage], schema: dict[str, Any]) -> ModelReply:
        try:
            checked = _Completion.model_validate(completion, from_attributes=True)
        except ValidationError:  # this address is served by something other than a model
            raise ModelUnavailable(
                f"{self._settings.base_url} gave an answer that is no completion; check LanguageModel.base_url"
            ) from None
        choice, usage = checked.choices[0], checked.usage
        text = choice.message.content or ""
        asked = sum(estimate_tokens(m.content) for m in messages) + estimate_tokens(
            json.dumps(schema, separators=(",", ":"))
        )
        refused = choice.finish_reason == "content_filter"
        return ModelReply(
            text=text,
            refusal=choice.message.refusal or ("the provider's filter stopped it" if refused else None),
            truncated=choice.finish_reason == "length",
            prompt_tokens=usage.prompt_tokens if usage is not None else asked,
            answer_tokens=usage.completion_tokens if usage is not None else estimate_tokens(text),
        )


def openai_options(settings: LanguageModel) -> dict[str, Any]:
    """Return the arguments for the official client.

    Raises:
        ModelUnavailable: the server is OpenAI's own, and no key is given.
    """
    if settings.api_key is None and settings.base_url == OPENAI_URL:
        raise ModelUnavailable(
            "OpenAI requires a key; give LanguageModel an api_key, or the base_url of another server"
        )
    return {
        "api_key": settings.api_key.get_secret_value() if settings.api_key is not None else _NO_KEY,
        "base_url": settings.base_url,
        "timeout": settings.timeout.total_seconds(),
        "max_retries": settings.retries,
    }


def failure(settings: LanguageModel, error: "OpenAIError") -> ModelError:
    """Convert an error of the official client to a `ModelError` that says what to do."""
    import openai

    where = f"{settings.model} at {settings.base_url}"
    if isinstance(error, openai.APITimeoutError):
        return ModelUnavailable(f"{where} gave no answer within {settings.timeout.total_seconds():g} s; {_AGAIN}")
    if not isinstance(error, openai.APIStatusError):
        return ModelUnavailable(f"{where} can't be reached, or its answer can't be parsed: {error}; {_AGAIN}")
    status, words = error.status_code, error.message[:300]
    if status in (401, 403):
        return ModelUnavailable(f"{where} refuses the key (status {status}); check LanguageModel.api_key")
    if status == 404:
        return ModelUnavailable(f"{where} does not exist (status 404: {words}); check LanguageModel.model and base_url")
    if status in (408, 409, 429) or status >= 500:
        return ModelUnavailable(f"{where} keeps failing (status {status}: {words}); {_AGAIN}")
    return ModelRefused(f"{where} refuses the request (status {status}: {words})")


def _is_about_temperature(error: "APIStatusError") -> bool:
    return error.status_code in _REFUSES_FORM and "temperature" in error.message


def _may_be_about_form(error: "APIStatusError") -> bool:
    """Whether a server may have rejected the answer format.

    Few servers name the format in the error, so it is enough that the error names none of the usual other reasons.
    """
    words = f"{error.code} {error.message}"
    return error.status_code in _REFUSES_FORM and not any(reason in words for reason in _OTHER_REASONS)


def _sent(messages: list[ChatMessage], schema: dict[str, Any], form: AnswerFormat) -> list[dict[str, str]]:
    sent = [{"role": m.role, "content": m.content} for m in messages]
    if form != "json_schema":
        sent[0]["content"] += _FORM + _compact(schema)
    return sent


def _compact(schema: dict[str, Any]) -> str:
    return json.dumps(schema, separators=(",", ":"))


def _identifier(name: str) -> str:
    return "".join(c if c.isascii() and c.isalnum() else "_" for c in name)[:64] or "answer"
