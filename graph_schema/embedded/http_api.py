"""Commands that the embedded server accepts over HTTP only: its own SQL, and server commands."""

import base64
import json
import urllib.error
import urllib.request
from typing import Any

from chronomem.graph_schema.embedded.settings import Endpoint
from chronomem.graph_schema.errors import DatabaseError, DatabaseUnavailable

_TIMEOUT_S = 3600.0


def run_sql(endpoint: Endpoint, sql: str) -> list[dict[str, Any]]:
    """Run a statement of the server's own SQL.

    Raises:
        DatabaseError: the server rejected it.
        DatabaseUnavailable: the connection broke.
    """
    answer = _post(endpoint, f"/api/v1/command/{endpoint.database}", {"language": "sql", "command": sql})
    return list(answer["result"])


def order(endpoint: Endpoint, command: str) -> None:
    """Run a server command, such as closing a database; raises as `run_sql` does."""
    _post(endpoint, "/api/v1/server", {"command": command})


def _post(endpoint: Endpoint, path: str, document: dict[str, str]) -> dict[str, Any]:
    password = base64.b64encode(f"{endpoint.username}:{endpoint.password}".encode()).decode()
    request = urllib.request.Request(  # noqa: S310 - the loopback address of our own server
        f"{endpoint.http_url}{path}",
        data=json.dumps(document).encode(),
        headers={"Authorization": f"Basic {password}", "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as answer:  # noqa: S310 - as above
            return dict(json.load(answer))
    except urllib.error.HTTPError as error:
        words = error.read().decode(errors="replace")[:1000]
        raise DatabaseError(f"the database refused {document['command']!r}: {words}") from error
    except OSError as error:
        raise DatabaseUnavailable(
            f"the database went away during {document['command']!r}: {error}; try again"
        ) from error
