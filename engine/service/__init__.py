"""The memory over HTTP: `create_app` makes the ASGI application, `serve` runs it. Needs the extra `server`."""

from chronomem.engine.service.application import create_app
from chronomem.engine.service.server import serve
from chronomem.engine.service.settings import ServiceSettings
from chronomem.engine.service.tokens import Tokens

__all__ = ["ServiceSettings", "Tokens", "create_app", "serve"]
