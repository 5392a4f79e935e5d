"""The embedder that settings choose, and the check that they name a language model where they need one."""

import asyncio

from chronomem.engine.settings import Settings
from chronomem.extractors.embeddings.checked import CheckedEmbedder
from chronomem.extractors.embeddings.embedder import Embedder, StaticEmbedder
from chronomem.extractors.embeddings.onnx import OnnxEmbedder
from chronomem.graph_schema.database.connection import FolderConnection
from chronomem.graph_schema.errors import InvalidInput

_JOINED_S = 0.1
"""A database that is not there by then is being started, which leaves time to load the embedder."""


def check_model(settings: Settings) -> None:
    """Raise `InvalidInput` where a model is to do something, and none is named."""
    if settings.model is not None:
        return
    for name, value, without in (
        ("extraction", settings.extraction, "offline"),
        ("summaries", settings.summaries, "extractive"),
    ):
        if value != without:
            raise InvalidInput(
                f"{name}={value!r} takes a language model; say which by Settings(model=LanguageModel(…)), or leave"
                f" {name} {without!r}"
            )


async def load_embedder(
    given: Embedder | None, settings: Settings, opening: asyncio.Task[FolderConnection] | None = None
) -> Embedder:
    """Return the embedder that was given, or else the one of the settings.

    The static one is read from disk, unless the database is there at once: then whoever needs it first reads it.
    """
    if given is None and settings.embedder is not None:
        return await asyncio.to_thread(OnnxEmbedder, settings.embedder)
    embedder = given or StaticEmbedder()
    if isinstance(embedder, StaticEmbedder):
        joined, _ = await asyncio.wait([opening], timeout=_JOINED_S) if opening is not None else (None, None)
        if not joined:
            await asyncio.to_thread(embedder.load)
        return embedder
    return CheckedEmbedder(embedder)
