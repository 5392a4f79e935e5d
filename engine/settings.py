"""What can be set about a memory. Given to `Memory.open` or `Memory.connect`; nothing reads the environment."""

from datetime import timedelta
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from chronomem.extractors.llm.settings import LanguageModel
from chronomem.graph_schema.embedded import EmbeddedSettings
from chronomem.graph_schema.model.times import zone_of

SUMMARISE_AFTER = 40
"""How many turns have to come before what may still go on is summarised, where the settings don't say."""


def _known_zone(name: str) -> str:
    return zone_of(name).key


class Settings(BaseModel):
    """How a memory behaves. Frozen; make a changed copy with `settings.model_copy(update={…})`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    timezone: Annotated[str, AfterValidator(_known_zone)] = Field(
        default="UTC",
        description="The IANA timezone that a new user gets: naive times are read and calendar days cut in it.",
    )
    pipeline: str | None = Field(
        default=None,
        description="The spaCy pipeline that reads turns: the name of an installed one, such as 'en_core_web_sm', or"
        " None for the one that comes with the package.",
    )
    embedder: Path | None = Field(
        default=None,
        description="The folder of a sentence transformer, 'model.onnx' and 'tokenizer.json', that makes the vectors of"
        " what is said (needs chronomem[accurate]), or None for the static embeddings that come with the package. An"
        " `embedder` that is given to `open` or `connect` comes before it.",
    )
    model: LanguageModel | None = Field(
        default=None, description="The language model that may be asked; without one, nothing ever leaves this machine."
    )
    extraction: Literal["offline", "eager", "recurrence"] = Field(
        default="offline",
        description="Who looks for facts: the language pipeline that comes with the package; the model, in every turn;"
        " or the model as well, where exchanges are like several before them.",
    )
    summaries: Literal["extractive", "model"] = Field(
        default="extractive",
        description="Who writes summaries: nobody, they are made of sentences that were said; or the model, which costs"
        " tokens for every memory that a structure makes.",
    )
    judgements: Literal["cosine", "pointwise", "batched"] = Field(
        default="cosine",
        description="Who judges, for the structures segtree and recmem, what belongs together: nobody, cosines decide;"
        " or the model, asked about one candidate after the other, or about all at once.",
    )
    structures: tuple[str, ...] = Field(
        default=("calendar", "topics", "profiles"),
        description="Which structures of memories `consolidate` keeps up to date.",
    )
    summarise_after: int = Field(
        default=SUMMARISE_AFTER,
        ge=1,
        description="What still goes on, such as today, is summarised each time that this many turns have come.",
    )
    session_gap: timedelta = Field(
        default=timedelta(minutes=30),
        gt=timedelta(0),
        description="Turns without a session that are further apart than this begin a new one.",
    )
    batch_turns: int = Field(
        default=500, ge=1, le=10_000, description="How many turns one transaction stores at the most."
    )
    cached_turns: int = Field(
        default=400_000,
        ge=0,
        description="How many turns, and nodes of pools beside them, the in-process indexes hold together before the"
        " one of the user asked about longest ago is dropped.",
    )
    snapshot_turns: int = Field(
        default=5_000,
        ge=1,
        description="From how many turns on the index of a user is kept in the data folder of the embedded database, so"
        " that the first recall of another process need not read all of them.",
    )
    query_timeout: timedelta = Field(
        default=timedelta(seconds=30), gt=timedelta(0), description="How long read-only Cypher may run."
    )
    query_rows: int = Field(default=10_000, ge=1, description="How many rows read-only Cypher returns at the most.")
    embedded: EmbeddedSettings = Field(
        default=EmbeddedSettings(), description="How the embedded database is run, where one is used."
    )
