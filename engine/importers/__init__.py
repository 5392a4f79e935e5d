"""Reading conversations out of files. One module per format; `registry` knows them all."""

from chronomem.engine.importers.conversation import Conversation, Question
from chronomem.engine.importers.options import ReadOptions
from chronomem.engine.importers.registry import format_of, formats, read_conversations

__all__ = ["Conversation", "Question", "ReadOptions", "format_of", "formats", "read_conversations"]
