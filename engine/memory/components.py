"""The embedder that the settings choose, and the check that they name a language model if they need one."""

import asyncio

from chronomem.engine.settings import Settings
from chronomem.extractors.embeddings.checked import CheckedEmbedder
from chronomem.extractors.embeddings.embedder import Embedder, StaticEmbedder
from chronomem.extractors.embeddings.onnx import OnnxEmbedder
from chronomem.graph_schema.errors import InvalidInput


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


async def load_embedder(given: Embedder | None, settings: Settings) -> Embedder:
    """Return the embedder that was given, or else the one of the settings.

    The packaged one reads its files with the first text that it embeds: many commands embed none.
    """
    if given is None and settings.embedder is not None:
        return await asyncio.to_thread(OnnxEmbedder, settings.embedder)
    if given is None or isinstance(given, StaticEmbedder):
        return given or StaticEmbedder()
    return CheckedEmbedder(given)
