"""The embedded database: a server for a data folder, started by its first client and stopped after its last."""

from chronomem.graph_schema.embedded.database import EmbeddedDatabase, stop
from chronomem.graph_schema.embedded.settings import EmbeddedSettings, Endpoint

__all__ = ["EmbeddedDatabase", "EmbeddedSettings", "Endpoint", "stop"]
