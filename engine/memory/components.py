"""The embedder that the settings choose, and the check that they name a language model if they need one."""

import asyncio

from chronomem.engine.settings import Settings
from chronomem.extractors.embeddings.embedder import Embedder, StaticEmbedder
from chronomem.extractors.embeddings.onnx import OnnxEmbedder
from chronomem.graph_schema.database.connection import FolderConnection
from chronomem.graph_schema.errors import InvalidInput

_JOINED_S = 0.1
"""If the database isn't open by then, it is being started, which leaves time to load the embedder."""


def check_model(settings: Settings) -> None:
    """Raise `InvalidInput` if the settings need a language model and name none."""
    if settings.model is not None:
        return
    for name, value, without in (
        ("extraction", settings.extraction, "offline"),
        ("summaries", settings.summaries, "extractive"),
    ):
        if value != without:
            raise InvalidInput(
                f"{name}={value!r} needs a language model; name one with Settings(model=LanguageModel(…)), or keep"
                f" {name}={without!r}"
            )


async def load_embedder(
    given: Embedder | None, settings: Settings, opening: asyncio.Task[FolderConnection] | None = None
) -> Embedder:
    """Return the given embedder, or else the embedder of the settings.

    The static embedder is loaded from disk while the database starts. If the database is open at once, it is loaded on
    first use instead.
    """
    if given is None and settings.embedder is not None:
        return await asyncio.to_thread(OnnxEmbedder, settings.embedder)
    embedder = given or StaticEmbedder()
    if isinstance(embedder, StaticEmbedder):
        joined, _ = await asyncio.wait([opening], timeout=_JOINED_S) if opening is not None else (None, None)
        if not joined:
            await asyncio.to_thread(embedder.load)
    return embedder
