"""The components of a memory that its settings choose: the embedder, and what a language model does."""

import asyncio

from chronomem.engine.extraction.by_model import ModelExtractionWorker
from chronomem.engine.settings import Settings
from chronomem.extractors.embeddings.embedder import Embedder, StaticEmbedder
from chronomem.extractors.embeddings.onnx import OnnxEmbedder
from chronomem.extractors.judgements import Judge, OneByOne
from chronomem.extractors.llm.client import ModelClient
from chronomem.extractors.llm.judgements import ModelJudge
from chronomem.extractors.llm.summaries import ModelSummariser
from chronomem.extractors.summaries.extractive import ExtractiveSummariser
from chronomem.extractors.summaries.summariser import Summariser
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.model.times import Clock


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


async def load_embedder(given: Embedder | None, settings: Settings) -> Embedder:
    """Return the embedder that was given, or else the one of the settings, read from disk."""
    if given is None and settings.embedder is not None:
        return await asyncio.to_thread(OnnxEmbedder, settings.embedder)
    embedder = given or StaticEmbedder()
    if isinstance(embedder, StaticEmbedder):
        await asyncio.to_thread(embedder.load)
    return embedder


def summariser_of(settings: Settings, model: ModelClient | None, embedder: Embedder) -> Summariser:
    """Return what writes summaries."""
    extractive = ExtractiveSummariser(embedder, settings.pipeline)
    if model is None or settings.summaries == "extractive":
        return extractive
    return ModelSummariser(model, extractive)


def judge_of(settings: Settings, model: ModelClient | None) -> Judge | None:
    """Return the language model as a judge; None where similarities decide."""
    if model is None or settings.judgements == "cosine":
        return None
    judge = ModelJudge(model)
    return judge if settings.judgements == "batched" else OneByOne(judge)


def model_extraction_of(
    settings: Settings, model: ModelClient | None, store: GraphStore, embedder: Embedder, clock: Clock
) -> ModelExtractionWorker | None:
    """Return the worker by which a language model extracts facts; None where it is to extract none."""
    if settings.extraction == "offline" or model is None:
        return None
    return ModelExtractionWorker(
        store,
        model,
        settings.extraction,
        embedder=embedder.name,
        dimensions=embedder.dimensions,
        clock=clock,
    )
