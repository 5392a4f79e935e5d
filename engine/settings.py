"""The settings of a memory, given to `Memory.open` or `Memory.connect`; no setting is read from the environment."""

from datetime import timedelta
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from chronomem.extractors.llm.settings import LanguageModel
from chronomem.extractors.ontology.ontology import Ontology
from chronomem.graph_schema.embedded import EmbeddedSettings
from chronomem.graph_schema.model.retention import Retention
from chronomem.graph_schema.model.times import zone_of

SUMMARISE_AFTER = 40
"""The default number of turns after which a period that isn't over is summarised."""


def _known_zone(name: str) -> str:
    return zone_of(name).key


class Settings(BaseModel):
    """The settings of a memory. Frozen; make a changed copy with `settings.model_copy(update={…})`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    timezone: Annotated[str, AfterValidator(_known_zone)] = Field(
        default="UTC",
        description="The IANA timezone of new users: naive times and calendar days are in it.",
    )
    pipeline: str | None = Field(
        default=None,
        description="The spaCy pipeline that parses turns: the name of an installed one, such as 'en_core_web_sm', or"
        " None for the bundled one.",
    )
    ontology: Ontology | None = Field(
        default=None,
        description="Your own kinds of entities and predicates, which add to the packaged vocabulary or replace it.",
    )
    embedder: Path | None = Field(
        default=None,
        description="The folder of a sentence transformer, 'model.onnx' and 'tokenizer.json', that makes the vectors of"
        " turns (needs chronomem[accurate]), or None for the bundled static embeddings. An `embedder` given to `open`"
        " or `connect` takes precedence.",
    )
    passage_words: int = Field(
        default=60,
        ge=20,
        le=1_000,
        description="The words of a passage. A turn of over one and a half times as many is indexed, found and shown by"
        " passages of about this length.",
    )
    standing_instructions: bool = Field(
        default=True,
        description="Whether a recall shows standing instructions and preferences that bear on the question.",
    )
    model: LanguageModel | None = Field(
        default=None, description="The language model to use; without one, nothing ever leaves this machine."
    )
    extraction: Literal["offline", "eager", "recurrence"] = Field(
        default="offline",
        description="Who extracts facts: the bundled language pipeline ('offline'); the model, from all turns"
        " ('eager'); or both, the model from exchanges that resemble several before them ('recurrence').",
    )
    summaries: Literal["extractive", "model"] = Field(
        default="extractive",
        description="How summaries are written: from sentences of the turns ('extractive'), or by the model ('model'),"
        " which costs tokens for every memory that a structure makes.",
    )
    judgements: Literal["cosine", "pointwise", "batched"] = Field(
        default="cosine",
        description="Who decides, for the structures segtree and recmem, which texts belong together: cosines, or the"
        " model, asked about one candidate after the other ('pointwise') or about all at once ('batched').",
    )
    structures: tuple[str, ...] = Field(
        default=("calendar", "topics", "profiles"),
        description="The structures of memories that `consolidate` keeps up to date.",
    )
    summarise_after: int = Field(
        default=SUMMARISE_AFTER,
        ge=1,
        description="A period that isn't over, such as today, is summarised whenever this many more turns have come.",
    )
    metadata_keys: tuple[str, ...] = Field(
        default=(),
        description="The keys of metadata that an index keeps for filters. A filter by another key looks at the"
        " metadata of every turn.",
    )
    retention: Retention = Field(
        default=Retention(),
        description="How long turns and facts are kept; `consolidate` applies it once a day, `retain` at once.",
    )
    session_gap: timedelta = Field(
        default=timedelta(minutes=30),
        gt=timedelta(0),
        description="A gap longer than this between turns without a session begins a new session.",
    )
    batch_turns: int = Field(
        default=500, ge=1, le=10_000, description="The maximum number of turns stored in one transaction."
    )
    cached_turns: int = Field(
        default=400_000,
        ge=0,
        description="The maximum number of turns, and nodes of the pools beside them, in all in-process indexes"
        " together, and of facts in the indexes for searching them; beyond that, the index of the least recently"
        " queried user is dropped.",
    )
    snapshot_turns: int = Field(
        default=5_000,
        ge=1,
        description="The number of turns from which on a user's index is saved to the data folder of the embedded"
        " database, so that the first recall of another process need not read all of them.",
    )
    query_timeout: timedelta = Field(
        default=timedelta(seconds=30), gt=timedelta(0), description="The longest time that read-only Cypher may run."
    )
    query_rows: int = Field(
        default=10_000, ge=1, description="The maximum number of rows that read-only Cypher returns."
    )
    embedded: EmbeddedSettings = Field(
        default=EmbeddedSettings(), description="The settings of the embedded database, where one is used."
    )
