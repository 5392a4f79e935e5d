"""Importers: conversations from files. One module per format; `registry` lists them all."""

from chronomem.engine.importers.conversation import BenchmarkQuestion, Conversation
from chronomem.engine.importers.options import ReadOptions
from chronomem.engine.importers.registry import format_of, formats, read_conversations

__all__ = ["BenchmarkQuestion", "Conversation", "ReadOptions", "format_of", "formats", "read_conversations"]
