"""The settings of a memory, given to `Memory.open` or `Memory.connect`; no setting is read from the environment."""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from chronomem.extractors.embeddings.passages import PASSAGE_WORDS
from chronomem.extractors.llm.settings import LanguageModel
from chronomem.extractors.ontology.ontology import Ontology
from chronomem.graph_schema.database.credentials import ServerTLS
from chronomem.graph_schema.embedded import EmbeddedSettings
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.model.retention import Retention
from chronomem.graph_schema.model.times import zone_of
from chronomem.retrieval.index.languages import check_language

SUMMARISE_AFTER = 40
"""The default number of turns after which a period that isn't over is summarised."""

STRUCTURES = ("calendar", "topics", "profiles", "hmem", "timem", "segtree", "recmem")
"""The names of all structures, in the order in which they are updated."""


def _known_zone(name: str) -> str:
    return zone_of(name).key


def _known_language(name: str | None) -> str | None:
    return None if name is None else check_language(name)


def _known_structures(names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        if name not in STRUCTURES:
            raise InvalidInput(f"unknown structure {name!r}; choose from: {', '.join(STRUCTURES)}")
    return names


class StructureShapes(BaseModel):
    """How the structures that follow papers decide what belongs together.

    Where nothing is given, the values are those that give the shapes of the papers with the memory's embedder
    (`engine/consolidation/calibration.py`), for a cosine of one embedder says little about another's.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    hmem_similarity: tuple[float, float, float] | None = Field(
        default=None, description="H-Mem: the cosine from which on a node joins a memory of its week, month and year."
    )
    recmem_similarity: float | None = Field(
        default=None, ge=-1, le=1, description="RecMem: the cosine from which on two exchanges are similar."
    )
    recmem_count: int = Field(
        default=5, ge=1, description="RecMem: the number of similar earlier exchanges that begin an episode."
    )
    recmem_merge: float | None = Field(
        default=None, ge=-1, le=1, description="RecMem: the cosine from which on an exchange joins an episode."
    )
    segtree_choice: Literal["lowest", "nearest"] = Field(
        default="lowest",
        description="SegTreeMem: whether a turn goes to the lowest segment that is near enough, by the mean of its"
        " turns, or to the nearest of those, by its annotation.",
    )
    segtree_limits: bool = Field(
        default=True, description="SegTreeMem: whether a segment's parts and the tree's height are limited."
    )


_PUBLISHED: Mapping[str, Mapping[str, Any]] = {
    "tsm": {"structures": ("profiles", "topics")},
    "hmem": {"structures": ("hmem", "profiles"), "shapes": StructureShapes(hmem_similarity=(0.8, 0.7, 0.6))},
    "timem": {"structures": ("timem",)},
    "recmem": {
        "structures": ("recmem",),
        "shapes": StructureShapes(recmem_similarity=0.7, recmem_count=5, recmem_merge=0.7),
    },
    "segtree": {"structures": ("segtree",), "shapes": StructureShapes(segtree_choice="nearest", segtree_limits=False)},
}
_BY_MODEL: Mapping[str, Mapping[str, str]] = {
    "tsm": {"extraction": "eager", "summaries": "model"},
    "hmem": {"extraction": "eager", "summaries": "model"},
    "timem": {"summaries": "model"},
    "recmem": {"summaries": "model", "judgements": "batched"},
    "segtree": {"summaries": "model", "judgements": "batched"},
}


class Settings(BaseModel):
    """The settings of a memory. Frozen; make a changed copy with `settings.model_copy(update={…})`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    timezone: Annotated[str, AfterValidator(_known_zone)] = Field(
        default="UTC", description="The IANA timezone of new users: naive times and calendar days are in it."
    )
    language: Annotated[str | None, AfterValidator(_known_language)] = Field(
        default=None,
        description="The language of texts whose words don't show one, such as 'german'; None for the language that"
        " most turns of a user show. Turns and questions in other languages are recognised by their words.",
    )
    pipeline: str | None = Field(
        default=None,
        description="The spaCy pipeline that parses turns: the name of an installed one, such as 'en_core_web_sm', or"
        " None for the bundled one.",
    )
    network: bool = Field(
        default=True,
        description="Whether the bundled neural network looks for facts besides the rules. Without it, extraction finds"
        " fewer facts, in half the time.",
    )
    ontology: Ontology | None = Field(
        default=None,
        description="Your own kinds of entities and predicates, which add to the packaged vocabulary or replace it.",
    )
    embedder: Path | None = Field(
        default=None,
        description="The folder of a sentence transformer, 'model.onnx' and 'tokenizer.json', that makes the vectors of"
        " turns, or None for the bundled static embeddings. An `embedder` given to `open`"
        " or `connect` takes precedence.",
    )
    passage_words: int = Field(
        default=PASSAGE_WORDS,
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
    structures: Annotated[tuple[str, ...], AfterValidator(_known_structures)] = Field(
        default=("calendar", "topics", "profiles"),
        description="The structures of memories that `consolidate` keeps up to date.",
    )
    shapes: StructureShapes = Field(
        default=StructureShapes(),
        description="How the structures that follow papers decide what belongs together; by default, as calibrated.",
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
    cached_bytes: int = Field(
        default=1 << 30,
        ge=0,
        description="The memory, in bytes, that the in-process indexes of all users may take together, with the pools"
        " of memories, facts and topics beside them; beyond that, the index of the user who was asked about longest ago"
        " is dropped. The user asked about now always has one.",
    )
    snapshot_turns: int = Field(
        default=5_000,
        ge=1,
        description="The number of turns from which on a user's index is saved to the data folder of the embedded"
        " database, or to `index_folder`, so that the first recall of another process need not read all of them.",
    )
    index_folder: Path | None = Field(
        default=None,
        description="A folder of this machine to which the indexes of users with many turns are saved where the memory"
        " is on a server; None saves none. They hold the words of the turns. Each database has a folder in it.",
    )
    query_timeout: timedelta = Field(
        default=timedelta(seconds=30), gt=timedelta(0), description="The longest time that read-only Cypher may run."
    )
    query_rows: int = Field(
        default=10_000, ge=1, description="The maximum number of rows that read-only Cypher returns."
    )
    tls: ServerTLS | None = Field(
        default=None,
        description="How connections to a Neo4j server are encrypted, beyond what its address says: authorities of your"
        " own, and a certificate for mutual TLS.",
    )
    embedded: EmbeddedSettings = Field(
        default=EmbeddedSettings(), description="The settings of the embedded database, where one is used."
    )

    @classmethod
    def published(cls, paper: str, *, model: LanguageModel | None = None, **others: Any) -> "Settings":
        """Return the configuration that a paper publishes; recall by the preset of the same name with "-published".

        Args:
            paper: the name of a preset that follows a paper: tsm, hmem, timem, recmem or segtree.
            model: the language model that does what the paper leaves to one. Without it, rules and cosines do that,
                with the thresholds of the paper.
            others: further settings, which take precedence.

        Raises:
            InvalidInput: no paper has this name.
        """
        if paper not in _PUBLISHED:
            raise InvalidInput(f"no paper {paper!r}; choose from: {', '.join(_PUBLISHED)}")
        by_model = {**_BY_MODEL[paper], "model": model} if model is not None else {}
        return cls(**{**_PUBLISHED[paper], **by_model, **others})
