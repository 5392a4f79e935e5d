"""The server of a language model, by the official client: one request, made again where that helps."""

import asyncio
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from chronomem.extractors.model.settings import OPENAI_URL, AnswerFormat, LanguageModel
from chronomem.extractors.model.tokens import estimate_tokens
from chronomem.graph_schema.errors import ModelUnavailable

if TYPE_CHECKING:
    from openai import AsyncOpenAI
    from openai.types.chat import ChatCompletion

_SIMPLER: dict[AnswerFormat, AnswerFormat] = {"json_schema": "json_object", "json_object": "text"}
_REFUSES_REQUEST = frozenset({400, 404, 422, 501})
"""Statuses with which servers answer to a form of answer that they don't know."""
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

    async def ask(self, messages: list[Message], schema: dict[str, Any], *, name: str) -> Outcome:
        """Make a request, in a simpler form where the server refuses one.

        Raises:
            ModelUnavailable: see `ModelClient.complete`.
        """
        import openai

        form = self._format
        while True:
            try:
                completion = await self._request(messages, schema, name, form)
            except openai.APIStatusError as error:
                if error.status_code in _REFUSES_REQUEST and form in _SIMPLER and _may_be_about_form(error.message):
                    form = _SIMPLER[form]
                    continue
                raise ModelUnavailable(self._said(error.status_code, error.message)) from error
            except openai.APITimeoutError as error:
                seconds = self._settings.timeout.total_seconds()
                raise ModelUnavailable(f"{self._where} gave no answer within {seconds:g} s; {_AGAIN}") from error
            except openai.OpenAIError as error:
                raise ModelUnavailable(f"{self._where} can't be reached or understood: {error}; {_AGAIN}") from error
            self._format = form
            return self._outcome(completion, messages, schema)

    async def close(self) -> None:
        if self._client is not None:
            client, self._client = self._client, None
            await client.close()

    async def _request(
        self, messages: list[Message], schema: dict[str, Any], name: str, form: AnswerFormat
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
        if self._client is None:
            self._client = await asyncio.to_thread(self._connect)
        completion: ChatCompletion = await self._client.chat.completions.create(
            **fields, extra_body=settings.extra or None
        )
        return completion

    def _connect(self) -> "AsyncOpenAI":
        from openai import AsyncOpenAI  # half a second that only those wait who use a model

        settings = self._settings
        if settings.api_key is None and settings.base_url == OPENAI_URL:
            raise ModelUnavailable("OpenAI asks for a key; give LanguageModel an api_key, or the base_url of a server")
        client = AsyncOpenAI(
            api_key=settings.api_key.get_secret_value() if settings.api_key is not None else _NO_KEY,
            base_url=settings.base_url,
            timeout=settings.timeout.total_seconds(),
            max_retries=settings.retries,
        )
        client.organization, client.project = settings.organization, settings.project  # it would ask the environment
        return client

    def _outcome(self, completion: "ChatCompletion", messages: list[Message], schema: dict[str, Any]) -> Outcome:
        if not getattr(completion, "choices", None):  # something else than a model answers at this address
            raise ModelUnavailable(f"{self._where} gave an answer without content; check LanguageModel.base_url")
        choice, usage = completion.choices[0], completion.usage
        text = choice.message.content or ""
        asked = sum(estimate_tokens(m.content) for m in messages) + estimate_tokens(json.dumps(schema))
        refused = choice.finish_reason == "content_filter"
        return Outcome(
            text=text,
            refusal=choice.message.refusal or ("the provider's filter stopped it" if refused else None),
            truncated=choice.finish_reason == "length",
            prompt_tokens=usage.prompt_tokens if usage is not None else asked,
            answer_tokens=usage.completion_tokens if usage is not None else estimate_tokens(text),
        )

    @property
    def _where(self) -> str:
        return f"{self._settings.model} at {self._settings.base_url}"

    def _said(self, status: int, words: str) -> str:
        if status in (401, 403):
            return f"{self._where} refuses the key (status {status}); check LanguageModel.api_key"
        if status == 404:
            return f"{self._where} is not there (status 404: {words:.200}); check LanguageModel.model and base_url"
        if status == 429 or status >= 500:
            return f"{self._where} keeps failing (status {status}: {words:.200}); {_AGAIN}"
        return f"{self._where} refuses the request (status {status}: {words:.300})"


_AGAIN = "try again later; nothing was lost"


def _may_be_about_form(words: str) -> bool:
    return "context_length" not in words and "maximum context" not in words and "model_not_found" not in words


def _sent(messages: list[Message], schema: dict[str, Any], form: AnswerFormat) -> list[dict[str, str]]:
    sent = [{"role": m.role, "content": m.content} for m in messages]
    if form != "json_schema":
        sent[0]["content"] += _FORM + json.dumps(schema, separators=(",", ":"))
    return sent


def _identifier(name: str) -> str:
    return "".join(c if c.isascii() and c.isalnum() else "_" for c in name)[:64] or "answer"
