"""The memory as tools and resources of the Model Context Protocol. Needs the extra `mcp`."""

from chronomem.engine.interfaces.mcp.running import serve_http, serve_stdio
from chronomem.engine.interfaces.mcp.server import create_server

__all__ = ["create_server", "serve_http", "serve_stdio"]
