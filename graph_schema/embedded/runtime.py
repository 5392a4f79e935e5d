"""The plan from which a keeper starts the server: Java and the jars of the wheel, options, users."""

import base64
import hashlib
import importlib.util
import json
import os
import platform
import secrets
import sys
from pathlib import Path
from typing import Any

from chronomem.graph_schema.embedded.java_cache import JavaCache, locate, training_command
from chronomem.graph_schema.embedded.settings import EmbeddedSettings
from chronomem.graph_schema.errors import DatabaseUnavailable
from chronomem.graph_schema.version import __version__

DATABASE = "chronomem"
USERNAME = "root"
READER_USERNAME = "reader"

# The passwords are 256 random bits, so stretching them gains nothing and would cost each connection 50 ms.
_PASSWORD_ITERATIONS = 1000

_JVM_OPTIONS = (
    "-XX:+UseSerialGC",
    "-XX:+UseCompactObjectHeaders",
    # The first compiler only: half the processor time to start and to warm up, 60 MB less, and faster than
    # with the second one until some 50,000 turns have been written.
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",  # otherwise a killed Java leaves a file in the folder for temporary files
    "-XX:+ExitOnOutOfMemoryError",  # a dead server is restarted; one that limps goes unnoticed
    "--enable-native-access=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
    "--add-opens=java.base/java.nio.channels.spi=ALL-UNNAMED",
    "--add-opens=java.base/java.lang=ALL-UNNAMED",
    "-Djava.awt.headless=true",
    "-Dfile.encoding=UTF-8",
    "-XX:ErrorFile=log/java-crash.log",
)

# Parts of the server that chronomem doesn't use. They would slow down each start, and add attack surface.
_UNUSED_JARS = (
    "arcadedb-console",
    "arcadedb-graphql",
    "arcadedb-mcp",
    "arcadedb-postgresw",
    "arcadedb-python-bridge",
    "arcadedb-redisw",
)

# Everything goes to standard output, which the keeper writes to one file. A failed statement is reported to its client
# only: in the log, it would leave the words of users behind.
_LOGGING_FILE = "config/logging.properties"
_LOGGING = """\
handlers = java.util.logging.ConsoleHandler
.level = INFO
java.util.logging.ConsoleHandler.level = INFO
java.util.logging.ConsoleHandler.formatter = com.arcadedb.utility.AnsiLogFormatter
com.arcadedb.bolt.BoltNetworkExecutor.level = SEVERE
io.undertow.level = WARNING
org.xnio.level = WARNING
org.jboss.level = WARNING
"""

_PROPERTIES = {
    "txWalFlush": "2",  # a commit is on disk before it is acknowledged
    "dateTimeImplementation": "java.time.ZonedDateTime",  # otherwise a stored datetime is returned without its timezone
    "server.plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
    "server.defaultDatabases": f"{DATABASE}[{USERNAME}]",
    "server.httpIncomingHost": "127.0.0.1",
    "server.httpIncomingPort": "{http_port}",
    "bolt.host": "127.0.0.1",
    "bolt.port": "{bolt_port}",
    "serverMetrics": "false",
    "support.autoRegister": "false",
    "polyglotEngineEnabled": "false",
    "opencypher.loadCsv.allowFileUrls": "false",
    "opencypher.loadCsv.allowRemoteUrls": "false",
    "server.saltIterations": str(_PASSWORD_ITERATIONS),
}


def make_plan(folder: Path, settings: EmbeddedSettings) -> dict[str, Any]:
    """Return everything a keeper needs to know, as JSON-compatible data, with new passwords each time."""
    java, arguments = _command(folder, settings)
    password, reader_password = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    return {
        "folder": str(folder),
        "identity": identify(folder, settings),
        "linger_s": settings.linger_s,
        "start_timeout_s": settings.start_timeout_s,
        "stop_timeout_s": settings.stop_timeout_s,
        "java": str(java),
        "arguments": arguments,
        "cache": _plan_cache(settings),
        "files": {
            "config/server-groups.json": json.dumps(_describe_groups(), indent=2),
            _LOGGING_FILE: _LOGGING,
            "config/server-users.jsonl": _describe_users(password, reader_password),
        },
        "public": {
            "database": DATABASE,
            "username": USERNAME,
            "password": password,
            "reader_username": READER_USERNAME,
            "reader_password": reader_password,
        },
    }


def identify(folder: Path, settings: EmbeddedSettings) -> str:
    """Return a digest of the server that this version of chronomem would start with these settings."""
    java, arguments = _command(folder, settings)
    return hashlib.sha256(json.dumps([__version__, str(java), arguments]).encode()).hexdigest()


def find_cache(settings: EmbeddedSettings, *, to_make: bool = False) -> JavaCache | None:
    """Return the ahead-of-time cache for the server's Java; None if there can be none, or no folder for it.

    With `to_make`, the folder is created.

    Raises:
        DatabaseUnavailable: as for `find_java`.
    """
    java, jars = find_java()
    return locate(java, jars, [*_JVM_OPTIONS, *settings.java_options], to_make=to_make)


def _plan_cache(settings: EmbeddedSettings) -> dict[str, Any] | None:
    may_make = settings.java_cache == "make"
    cache = None if settings.java_cache == "none" else find_cache(settings, to_make=may_make)
    if cache is None:
        return None
    maker = training_command(settings.java_options) if may_make and cache.is_to_be_made() else None
    return {"file": str(cache.file), "maker": maker}


def _command(folder: Path, settings: EmbeddedSettings) -> tuple[Path, list[str]]:
    """Return the Java program and its arguments, with placeholders for the ports that the keeper fills in."""
    java, jars = find_java()
    properties = {
        **_PROPERTIES,
        "server.rootPath": str(folder),
        "command.timeout": str(round(settings.command_timeout_s * 1000)),
    }
    return java, [
        f"-Xmx{settings.heap_mb}m",
        *_JVM_OPTIONS,
        f"-Djava.util.logging.config.file={_LOGGING_FILE}",
        *settings.java_options,
        *(f"-Darcadedb.{name}={value}" for name, value in properties.items()),
        "-cp",
        os.pathsep.join(str(jar) for jar in jars),
        "com.arcadedb.server.ArcadeDBServer",
    ]


def find_java() -> tuple[Path, list[Path]]:
    """Return the Java program and the jars of the wheel `arcadedb-embedded`, without importing it.

    Raises:
        DatabaseUnavailable: the wheel is not installed, or not for this platform.
    """
    spec = importlib.util.find_spec("arcadedb_embedded")
    if spec is not None and spec.origin is not None:
        home = Path(spec.origin).parent
        java = home / "jre" / "bin" / ("java.exe" if sys.platform == "win32" else "java")
        jars = sorted(jar for jar in (home / "jars").glob("*.jar") if not jar.name.startswith(_UNUSED_JARS))
        if java.is_file() and jars:
            return java, jars
    raise DatabaseUnavailable(
        "the embedded database is not installed: the package arcadedb-embedded with its own Java was not"
        f" found for Python {platform.python_version()} on {sys.platform} {platform.machine()}. Its wheels"
        " exist for CPython 3.10 to 3.14 on Linux x86-64 and arm64 (glibc 2.34 or later), macOS arm64 and"
        " Windows x64. Elsewhere, start a Neo4j server and use Memory.connect"
    )


def _describe_groups() -> dict[str, Any]:
    def group(database: list[str], records: list[str]) -> dict[str, Any]:
        return {"resultSetLimit": -1, "readTimeout": -1, "access": database, "types": {"*": {"access": records}}}

    everything = group(
        ["updateSecurity", "updateSchema", "updateDatabaseSettings"],
        ["createRecord", "readRecord", "updateRecord", "deleteRecord"],
    )
    groups = {"admin": everything, "reader": group([], ["readRecord"]), "*": group([], [])}
    return {"databases": {"*": {"groups": groups}}, "version": 2}


def _describe_users(password: str, reader_password: str) -> str:
    users = [
        {"name": USERNAME, "databases": {"*": ["admin"]}, "password": _hash_password(password)},
        {"name": READER_USERNAME, "databases": {DATABASE: ["reader"]}, "password": _hash_password(reader_password)},
    ]
    return "".join(json.dumps(user) + "\n" for user in users)


def _hash_password(password: str) -> str:
    """Return the hash of a password in the server's format: algorithm, iterations, salt and hash."""
    salt = base64.b64encode(secrets.token_bytes(32)).decode()
    digest = hashlib.pbkdf2_hmac("sha256", password.encode(), salt.encode(), _PASSWORD_ITERATIONS)
    return f"PBKDF2WithHmacSHA256${_PASSWORD_ITERATIONS}${salt}${base64.b64encode(digest).decode()}"
