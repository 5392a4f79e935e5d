"""Sentence embeddings from an OpenAI-compatible server."""

import weakref
from collections.abc import Iterator, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from chronomem.extractors.embeddings.embedder import Vectors
from chronomem.extractors.llm.server import failure, openai_options
from chronomem.extractors.llm.settings import LanguageModel
from chronomem.graph_schema.errors import InvalidInput, ModelUnavailable

if TYPE_CHECKING:
    from openai import OpenAI

_LONGEST_BYTES = 16_000
"""Bytes of a text that are embedded: servers refuse more than 8,191 tokens, and hardly any text has one per two."""
_TEXTS_AT_ONCE = 128
_BYTES_AT_ONCE = 400_000
_NATIVE = {"text-embedding-3-small": 1536, "text-embedding-3-large": 3072, "text-embedding-ada-002": 1536}
"""Dimensions of OpenAI's own models. All but the last one return shorter vectors on request."""


class OpenAIEmbedder:
    """Embeddings of a model behind an OpenAI-compatible server.

    Args:
        server: its address, key, time-out and retries; its `model` is the embedding model.
        dimensions: the length of a vector. Optional for OpenAI's own models; if it is less than theirs, shorter vectors
            are requested.

    Raises:
        InvalidInput: `dimensions` is missing and not known for the model.
    """

    def __init__(self, server: LanguageModel, dimensions: int | None = None) -> None:
        native = _NATIVE.get(server.model)
        if dimensions is None and native is None:
            raise InvalidInput(
                f"the vector length of {server.model!r} is unknown; give it as OpenAIEmbedder(…, dimensions=…)"
            )
        self.dimensions = dimensions or native or 0
        self.name = f"{server.model}-{self.dimensions}"
        self.tokens = 0
        self._server = server
        self._shortens = native is not None and self.dimensions != native
        self._client: OpenAI | None = None
        self._lock = Lock()

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector per text; a blank text gives zeros.

        Raises:
            ModelUnavailable: the server can't be reached, refuses the request, or keeps failing.
        """
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        clipped = {n: _clipped(text) for n, text in enumerate(texts) if text.strip()}
        for numbers in _batches(clipped):
            vectors[numbers] = self._embedded([clipped[n] for n in numbers])
        return vectors

    def _embedded(self, texts: Sequence[str]) -> Vectors:
        import openai

        fields: dict[str, Any] = {"model": self._server.model, "input": list(texts), "encoding_format": "float"}
        if self._shortens:
            fields["dimensions"] = self.dimensions
        try:
            reply = self._connected().embeddings.create(**fields)
        except openai.OpenAIError as error:
            raise failure(self._server, error) from error
        with self._lock:
            self.tokens += reply.usage.total_tokens if reply.usage is not None else 0
        rows = np.asarray([own.embedding for own in sorted(reply.data, key=lambda own: own.index)], dtype=np.float32)
        if rows.shape != (len(texts), self.dimensions):
            raise ModelUnavailable(
                f"{self._server.model} returned vectors of shape {rows.shape} instead of"
                f" {(len(texts), self.dimensions)}; give OpenAIEmbedder its dimensions"
            )
        lengths: Vectors = np.sqrt(np.einsum("ij,ij->i", rows, rows))
        lengths[lengths == 0] = 1
        return rows / lengths[:, None]

    def _connected(self) -> "OpenAI":
        from openai import OpenAI

        with self._lock:
            if self._client is None:
                self._client = OpenAI(**openai_options(self._server))
                weakref.finalize(self, self._client.close)
                self._client.organization, self._client.project = self._server.organization, self._server.project
            return self._client


def _clipped(text: str) -> str:
    return text.encode()[:_LONGEST_BYTES].decode(errors="ignore")


def _batches(texts: dict[int, str]) -> Iterator[list[int]]:
    """Yield the indices of the texts for each request."""
    batch: list[int] = []
    size = 0
    for number, text in texts.items():
        length = len(text.encode())
        if batch and (len(batch) == _TEXTS_AT_ONCE or size + length > _BYTES_AT_ONCE):
            yield batch
            batch, size = [], 0
        batch.append(number)
        size += length
    if batch:
        yield batch
