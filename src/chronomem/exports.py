"""Every public name of the package; `chronomem` itself loads them from here on first use."""

from chronomem.engine.answers import Answer, SubAnswer
from chronomem.engine.blocking import Memory
from chronomem.engine.consolidated import Consolidated
from chronomem.engine.doctor import Finding, Report
from chronomem.engine.forgetting import Forgotten
from chronomem.engine.ingest import Added
from chronomem.engine.memory import AsyncMemory, Rows, Stats
from chronomem.engine.settings import Settings
from chronomem.engine.timeline import TimelinePeriod
from chronomem.engine.topics import Persona, Topic
from chronomem.engine.transfer import Transferred
from chronomem.engine.usage import Usage
from chronomem.extractors.embedding import Embedder, StaticEmbedder
from chronomem.extractors.model.embedding import OpenAIEmbedder
from chronomem.extractors.model.settings import Budgets, LanguageModel
from chronomem.extractors.onnx_embedding import OnnxEmbedder
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
    QueryFailed,
    QueryTimedOut,
    SchemaMismatch,
    TurnConflict,
    UnknownUser,
    WriteRefused,
)
from chronomem.graph_schema.facts.given import GivenFact
from chronomem.graph_schema.facts.views import Change, Entity, Fact, Operation
from chronomem.graph_schema.model import Turn, User
from chronomem.graph_schema.results import GraphNode, GraphPath, GraphRelation
from chronomem.retrieval.context import Context, Explanation, Item
from chronomem.retrieval.preset import Preset

__all__ = [
    "Added",
    "Answer",
    "AsyncMemory",
    "BudgetExceeded",
    "Budgets",
    "Change",
    "ChronomemError",
    "Closed",
    "Consolidated",
    "Context",
    "DatabaseError",
    "DatabaseUnavailable",
    "EmbeddedSettings",
    "Embedder",
    "Entity",
    "Explanation",
    "Fact",
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
    "OpenAIEmbedder",
    "Operation",
    "Persona",
    "Preset",
    "QueryFailed",
    "QueryTimedOut",
    "Report",
    "Rows",
    "SchemaMismatch",
    "Settings",
    "StaticEmbedder",
    "Stats",
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
]
