"""The server of a language model, by the official client: one request, made again where that helps."""

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from chronomem.extractors.llm.settings import OPENAI_URL, AnswerFormat, LanguageModel
from chronomem.extractors.llm.tokens import estimate_tokens
from chronomem.graph_schema.errors import ModelUnavailable

if TYPE_CHECKING:
    from openai import APIStatusError, AsyncOpenAI, OpenAIError
    from openai.types.chat import ChatCompletion

_SIMPLER: dict[AnswerFormat, AnswerFormat] = {"json_schema": "json_object", "json_object": "text"}
_REFUSES_FORM = frozenset({400, 422, 501})
"""Statuses with which servers answer to a form of answer that they don't know."""
_OTHER_REASONS = ("context_length", "maximum context", "model_not_found", "content_policy")
_AGAIN = "try again later; nothing was lost"
_FORM = "\n\nReply with one JSON object of this schema, and nothing else:\n"
_NO_KEY = "none"
"""What is sent to servers that ask for no key, since the client wants one."""


class Message(NamedTuple):
    """One message of a chat."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a request brought.

    Attributes:
        text: the reply.
        refusal: the model's words where it would not answer.
        truncated: the reply was cut off.
        prompt_tokens, answer_tokens: as the server counts, or estimated where it doesn't.
    """

    text: str
    refusal: str | None
    truncated: bool
    prompt_tokens: int
    answer_tokens: int


class ModelServer:
    """Makes requests. Remembers in which way the server takes to be asked for structured answers."""

    def __init__(self, settings: LanguageModel) -> None:
        self._settings = settings
        self._format: AnswerFormat = settings.answer_format
        self._client: AsyncOpenAI | None = None
        self._connecting = asyncio.Lock()

    async def ask(self, messages: list[Message], schema: dict[str, Any], *, name: str) -> Outcome:
        """Make a request, in a simpler form where the server refuses one.

        Raises:
            ModelUnavailable: see `ModelClient.complete`.
        """
        async with self._connecting:
            if self._client is None:
                self._client = await asyncio.to_thread(self._connect)
            client = self._client
        import openai  # was loaded by the thread

        form = self._format
        while True:
            try:
                completion = await self._request(client, messages, schema, name, form)
            except openai.APIStatusError as error:
                if not (form in _SIMPLER and _may_be_about_form(error)):
                    raise failure(self._settings, error) from error
                form = _SIMPLER[form]
            except openai.OpenAIError as error:
                raise failure(self._settings, error) from error
            else:
                self._format = form
                return self._outcome(completion, messages, schema)

    async def close(self) -> None:
        if self._client is not None:
            client, self._client = self._client, None
            await client.close()

    async def _request(
        self, client: "AsyncOpenAI", messages: list[Message], schema: dict[str, Any], name: str, form: AnswerFormat
    ) -> "ChatCompletion":
        settings = self._settings
        fields: dict[str, Any] = {"model": settings.model, "messages": _sent(messages, schema, form)}
        if form == "json_schema":
            described = {"name": _identifier(name), "strict": True, "schema": schema}
            fields["response_format"] = {"type": form, "json_schema": described}
        elif form == "json_object":
            fields["response_format"] = {"type": form}
        if settings.temperature is not None:
            fields["temperature"] = settings.temperature
        if settings.max_answer_tokens is not None:
            fields["max_completion_tokens"] = settings.max_answer_tokens
        completion: ChatCompletion = await client.chat.completions.create(**fields, extra_body=settings.extra or None)
        return completion

    def _connect(self) -> "AsyncOpenAI":
        from openai import AsyncOpenAI  # half a second that only those wait who use a model

        # With each request the client looks for httpx among the loaded modules, and fails on one that another thread
        # is in the middle of importing, as spaCy's pipeline does. Imported here, it is there as a whole or not at all.
        with suppress(ImportError):
            import httpx  # noqa: F401

        client = AsyncOpenAI(**openai_options(self._settings))
        # Left out, the client would take them from the environment.
        client.organization, client.project = self._settings.organization, self._settings.project
        return client

    def _outcome(self, completion: "ChatCompletion", messages: list[Message], schema: dict[str, Any]) -> Outcome:
        if not getattr(completion, "choices", None):  # something else than a model answers at this address
            raise ModelUnavailable(
                f"{self._settings.base_url} gave an answer without content; check LanguageModel.base_url"
            )
        choice, usage = completion.choices[0], completion.usage
        text = choice.message.content or ""
        asked = sum(estimate_tokens(m.content) for m in messages) + estimate_tokens(
            json.dumps(schema, separators=(",", ":"))
        )
        refused = choice.finish_reason == "content_filter"
        return Outcome(
            text=text,
            refusal=choice.message.refusal or ("the provider's filter stopped it" if refused else None),
            truncated=choice.finish_reason == "length",
            prompt_tokens=usage.prompt_tokens if usage is not None else asked,
            answer_tokens=usage.completion_tokens if usage is not None else estimate_tokens(text),
        )


def openai_options(settings: LanguageModel) -> dict[str, Any]:
    """Return what the official client is made with.

    Raises:
        ModelUnavailable: OpenAI's own server, and no key.
    """
    if settings.api_key is None and settings.base_url == OPENAI_URL:
        raise ModelUnavailable("OpenAI asks for a key; give LanguageModel an api_key, or the base_url of a server")
    return {
        "api_key": settings.api_key.get_secret_value() if settings.api_key is not None else _NO_KEY,
        "base_url": settings.base_url,
        "timeout": settings.timeout.total_seconds(),
        "max_retries": settings.retries,
    }


def failure(settings: LanguageModel, error: "OpenAIError") -> ModelUnavailable:
    """Return an error of the official client as one of ours, which says what to do."""
    import openai

    where = f"{settings.model} at {settings.base_url}"
    if isinstance(error, openai.APITimeoutError):
        return ModelUnavailable(f"{where} gave no answer within {settings.timeout.total_seconds():g} s; {_AGAIN}")
    if not isinstance(error, openai.APIStatusError):
        return ModelUnavailable(f"{where} can't be reached, or not understood: {error}; {_AGAIN}")
    status, words = error.status_code, error.message[:300]
    if status in (401, 403):
        return ModelUnavailable(f"{where} refuses the key (status {status}); check LanguageModel.api_key")
    if status == 404:
        return ModelUnavailable(f"{where} is not there (status 404: {words}); check LanguageModel.model and base_url")
    if status in (408, 409, 429) or status >= 500:
        return ModelUnavailable(f"{where} keeps failing (status {status}: {words}); {_AGAIN}")
    return ModelUnavailable(f"{where} refuses the request (status {status}: {words})")


def _may_be_about_form(error: "APIStatusError") -> bool:
    """Whether a server may have refused the form of the answer: few of them name it, so it is enough that none of
    the usual other reasons is named."""
    words = f"{error.code} {error.message}"
    return error.status_code in _REFUSES_FORM and not any(reason in words for reason in _OTHER_REASONS)


def _sent(messages: list[Message], schema: dict[str, Any], form: AnswerFormat) -> list[dict[str, str]]:
    sent = [{"role": m.role, "content": m.content} for m in messages]
    if form != "json_schema":
        sent[0]["content"] += _FORM + _compact(schema)
    return sent


def _compact(schema: dict[str, Any]) -> str:
    return json.dumps(schema, separators=(",", ":"))


def _identifier(name: str) -> str:
    return "".join(c if c.isascii() and c.isalnum() else "_" for c in name)[:64] or "answer"
