"""The memory over HTTP: `create_app` makes the ASGI application, `serve` runs it. Needs the extra `server`."""

from chronomem.engine.interfaces.http.settings import ServiceSettings
from chronomem.engine.interfaces.http.tokens import Tokens
from chronomem.engine.interfaces.service.application import create_app
from chronomem.engine.interfaces.service.serving import serve

__all__ = ["ServiceSettings", "Tokens", "create_app", "serve"]
