"""The embedded database: a server in a folder, started on first use and stopped after the last."""

from chronomem.graph_schema.embedded.database import EmbeddedDatabase, stop
from chronomem.graph_schema.embedded.settings import EmbeddedSettings, Endpoint

__all__ = ["EmbeddedDatabase", "EmbeddedSettings", "Endpoint", "stop"]
