"""Every public name of the package; `chronomem` itself loads them from here on first use."""

from chronomem.engine.answering.answers import Answer, SubAnswer
from chronomem.engine.dialogue.forgetting import Forgotten
from chronomem.engine.dialogue.storing import Added
from chronomem.engine.extraction.queue_states import QueuedTurns
from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.engine.memory.consolidated import Backlog, Consolidated, Drained
from chronomem.engine.memory.memory import Memory
from chronomem.engine.memory.rows import Rows
from chronomem.engine.memory.upkeep import Stats
from chronomem.engine.settings import Settings, StructureShapes
from chronomem.engine.timeline.timeline import TimelinePeriod
from chronomem.engine.timeline.topics import Persona, Topic
from chronomem.engine.upkeep.derived import Derived, Difference
from chronomem.engine.upkeep.doctor import Finding, Report
from chronomem.engine.upkeep.feed import FeedEntry, FeedPage
from chronomem.engine.upkeep.reembedding import Reembedded
from chronomem.engine.upkeep.retention import Receipt
from chronomem.engine.upkeep.transfer import Transferred
from chronomem.engine.upkeep.usage import Usage
from chronomem.extractors.embeddings.embedder import Embedder, StaticEmbedder
from chronomem.extractors.embeddings.onnx import OnnxEmbedder
from chronomem.extractors.llm.embedding import OpenAIEmbedder
from chronomem.extractors.llm.settings import Budgets, LanguageModel
from chronomem.extractors.ontology.declarations import EntityKind, PredicateRule
from chronomem.extractors.ontology.files import read_ontology
from chronomem.extractors.ontology.ontology import Ontology
from chronomem.graph_schema.database.credentials import ServerTLS
from chronomem.graph_schema.database.results import GraphNode, GraphPath, GraphRelation
from chronomem.graph_schema.embedded import EmbeddedSettings
from chronomem.graph_schema.errors import (
    BudgetExceeded,
    ChronomemError,
    Closed,
    DatabaseError,
    DatabaseUnavailable,
    FolderUnusable,
    InvalidInput,
    InvalidRecord,
    InvalidText,
    InvalidTime,
    ModelAnswerInvalid,
    ModelAnswerTruncated,
    ModelError,
    ModelRefused,
    ModelUnavailable,
    OntologyMismatch,
    QueryFailed,
    QueryTimedOut,
    SchemaMismatch,
    TurnConflict,
    UnknownUser,
    WriteRefused,
)
from chronomem.graph_schema.facts.given import GivenFact
from chronomem.graph_schema.facts.views import Change, Entity, Fact, Operation
from chronomem.graph_schema.model.dialogue import Turn, User
from chronomem.graph_schema.model.retention import Retention
from chronomem.retrieval.context import Context, Explanation, Item
from chronomem.retrieval.presets.preset import Preset

__all__ = [
    "Added",
    "Answer",
    "AsyncMemory",
    "Backlog",
    "BudgetExceeded",
    "Budgets",
    "Change",
    "ChronomemError",
    "Closed",
    "Consolidated",
    "Context",
    "DatabaseError",
    "DatabaseUnavailable",
    "Derived",
    "Difference",
    "Drained",
    "EmbeddedSettings",
    "Embedder",
    "Entity",
    "EntityKind",
    "Explanation",
    "Fact",
    "FeedEntry",
    "FeedPage",
    "Finding",
    "FolderUnusable",
    "Forgotten",
    "GivenFact",
    "GraphNode",
    "GraphPath",
    "GraphRelation",
    "InvalidInput",
    "InvalidRecord",
    "InvalidText",
    "InvalidTime",
    "Item",
    "LanguageModel",
    "Memory",
    "ModelAnswerInvalid",
    "ModelAnswerTruncated",
    "ModelError",
    "ModelRefused",
    "ModelUnavailable",
    "OnnxEmbedder",
    "Ontology",
    "OntologyMismatch",
    "OpenAIEmbedder",
    "Operation",
    "Persona",
    "PredicateRule",
    "Preset",
    "QueryFailed",
    "QueryTimedOut",
    "QueuedTurns",
    "Receipt",
    "Reembedded",
    "Report",
    "Retention",
    "Rows",
    "SchemaMismatch",
    "ServerTLS",
    "Settings",
    "StaticEmbedder",
    "Stats",
    "StructureShapes",
    "SubAnswer",
    "TimelinePeriod",
    "Topic",
    "Transferred",
    "Turn",
    "TurnConflict",
    "UnknownUser",
    "Usage",
    "User",
    "WriteRefused",
    "read_ontology",
]
