"""Extraction of facts from turns, and the structures of long-term memory built on them."""

from chronomem.engine.consolidation.registry import structures_named
from chronomem.engine.consolidation.scheduler import Sleep
from chronomem.engine.extraction.by_model import ModelExtractionWorker
from chronomem.engine.extraction.extraction import ExtractionWorker
from chronomem.engine.settings import Settings
from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.extractors.judgements import Judge, OneByOne
from chronomem.extractors.llm.client import ModelClient
from chronomem.extractors.llm.judgements import ModelJudge
from chronomem.extractors.llm.summaries import ModelSummariser
from chronomem.extractors.summaries.extractive import ExtractiveSummariser
from chronomem.extractors.summaries.summariser import Summariser
from chronomem.extractors.turns.extraction import TurnExtractor
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.model.times import Clock


class Consolidator:
    """The two steps of `AsyncMemory.consolidate`, assembled from the settings.

    Attributes:
        extraction: extracts facts from stored turns.
        sleep: brings the structures of long-term memory up to date.
    """

    def __init__(
        self, store: GraphStore, settings: Settings, embedder: Embedder, clock: Clock, model: ModelClient | None
    ) -> None:
        by_model = _extraction_by_model(store, settings, embedder, clock, model)
        self.extraction = ExtractionWorker(
            store,
            TurnExtractor(
                settings.pipeline, settings.ontology, network=settings.network, passage_words=settings.passage_words
            ),
            embedder,
            clock,
            by_model,
        )
        self.sleep = Sleep(
            store,
            structures_named(settings.structures),
            embedder,
            _summariser(settings, embedder, model),
            session_gap=settings.session_gap,
            clock=clock,
            summarise_after=settings.summarise_after,
            judge=_judge(settings, model),
            shapes=settings.shapes,
        )


def _judge(settings: Settings, model: ModelClient | None) -> Judge | None:
    if model is None or settings.judgements == "cosine":
        return None
    judge = ModelJudge(model)
    return judge if settings.judgements == "batched" else OneByOne(judge)


def _summariser(settings: Settings, embedder: Embedder, model: ModelClient | None) -> Summariser:
    extractive = ExtractiveSummariser(embedder, settings.pipeline)
    if model is None or settings.summaries == "extractive":
        return extractive
    return ModelSummariser(model, extractive)


def _extraction_by_model(
    store: GraphStore, settings: Settings, embedder: Embedder, clock: Clock, model: ModelClient | None
) -> ModelExtractionWorker | None:
    if settings.extraction == "offline" or model is None:
        return None
    return ModelExtractionWorker(
        store, model, settings.extraction, embedder=embedder, clock=clock, ontology=settings.ontology
    )
