"""A real Neo4j Community server on a free loopback port, for as long as a test run lasts."""

import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from neo4j import GraphDatabase
from tests.neo4j.distribution import find_java, resolve_jars

_WATCHDOG = Path(__file__).with_name("watchdog.py")
_MAIN_CLASS = "org.neo4j.server.CommunityEntryPoint"
_START_SECONDS = 180.0  # a loaded machine takes ten times what an idle one does
_STOP_SECONDS = 30.0
_START_ATTEMPTS = 3  # another program may take the port between our choosing and Neo4j's binding it
_JAVA_OPTIONS = ("-Xms128m", "-Xmx512m", "-XX:+UseSerialGC")
# The first compiler alone: starts in two thirds of the time.
_QUICK_START = ("-XX:TieredStopAtLevel=1",)
# A store that grows from nothing has all plans made again and again. One that keeps them scans more the more it holds.
_QUICK_SETTINGS = {"dbms.cypher.min_replan_interval": "1h"}

_SETTINGS = {
    "server.http.enabled": "false",
    "server.https.enabled": "false",
    "dbms.usage_report.enabled": "false",
    "server.memory.pagecache.size": "64m",
    "db.tx_log.preallocate": "false",  # 256 MiB for each database otherwise
}


class Neo4jFailed(Exception):
    """Neo4j was there but did not start; the message ends with what it wrote."""


@dataclass(frozen=True)
class Neo4jEndpoint:
    """Where a Neo4j server answers, and the account that owns its data."""

    uri: str
    username: str
    password: str = field(repr=False)

    @property
    def auth(self) -> tuple[str, str]:
        """What the driver takes as `auth`."""
        return (self.username, self.password)


class Neo4jServer:
    """A running server with an empty store; `stop`, or the end of this process, deletes it.

    Attributes:
        endpoint: where it answers, by `bolt://`; `routing_uri` is the same address by `neo4j://`.
        home: the folder with its store and logs.
    """

    def __init__(self, endpoint: Neo4jEndpoint, home: Path, watchdog: "subprocess.Popen[bytes]") -> None:
        self.endpoint = endpoint
        self.home = home
        self._watchdog = watchdog

    @classmethod
    def start(cls, cache: Path, settings: Mapping[str, str] | None = None, *, quick: bool = True) -> Self:
        """Start a server and wait until it answers.

        Args:
            cache: the folder where Neo4j's jars are kept between runs.
            settings: lines of neo4j.conf beside or instead of our own.
            quick: compile and plan less, for an earlier start; False where speed is measured.

        Raises:
            Neo4jMissing: Java, Maven or the jars can't be had.
            Neo4jFailed: the server ended, or did not answer in time.
        """
        java, jars = find_java(), resolve_jars(cache)
        options = _JAVA_OPTIONS + (_QUICK_START if quick else ())
        for attempt in range(_START_ATTEMPTS):
            home = Path(tempfile.mkdtemp(prefix="chronomem-neo4j-"))
            port = _free_port()
            _write_settings(home, port, (_QUICK_SETTINGS if quick else {}) | dict(settings or {}))
            command = [
                *(java, *options, "-cp", f"{jars}/*", _MAIN_CLASS),
                *(f"--home-dir={home}", f"--config-dir={home}"),
            ]
            server = cls(Neo4jEndpoint(f"bolt://127.0.0.1:{port}", "neo4j", ""), home, _spawn(home, command))
            try:
                server._await_start()
                server.endpoint = _take_over(server.endpoint.uri)
            except BaseException as error:
                server.stop()
                if isinstance(error, _PortTaken) and attempt + 1 < _START_ATTEMPTS:
                    continue
                raise
            return server
        raise AssertionError("the last attempt returns or raises")

    @property
    def uri(self) -> str:
        """The address for one server, `bolt://…`."""
        return self.endpoint.uri

    @property
    def routing_uri(self) -> str:
        """The address for a driver that asks for a routing table, as in a cluster: `neo4j://…`."""
        return self.endpoint.uri.replace("bolt://", "neo4j://")

    @property
    def auth(self) -> tuple[str, str]:
        """What the driver takes as `auth`."""
        return self.endpoint.auth

    @property
    def java_pid(self) -> int:
        """The process id of the server itself."""
        return int((self.home / "java.pid").read_text())

    def stop(self) -> None:
        """Kill the server and delete its store; does nothing the second time."""
        assert self._watchdog.stdin is not None
        self._watchdog.stdin.close()
        self._watchdog.wait(_STOP_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def _await_start(self) -> None:
        # Its own log, not the port, says that it is up: on the port another run's server may answer.
        deadline = time.monotonic() + _START_SECONDS
        log = self.home / "logs" / "neo4j.log"
        while time.monotonic() < deadline:
            if log.exists() and "INFO  Started." in log.read_text(errors="replace"):
                return
            if (self.home / "exit-code").exists() or self._watchdog.poll() is not None:
                reason = self._last_words()
                raise (_PortTaken if "already in use" in reason else Neo4jFailed)(f"Neo4j ended: {reason}")
            time.sleep(0.05)
        raise Neo4jFailed(f"Neo4j did not start within {_START_SECONDS:.0f} s: {self._last_words()}")

    def _last_words(self) -> str:
        logs = (self.home / "console.log", self.home / "logs" / "neo4j.log")
        return "\n".join(log.read_text(errors="replace")[-2000:] for log in logs if log.exists())


class _PortTaken(Neo4jFailed):
    """Another program took the port before Neo4j did."""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _write_settings(home: Path, port: int, more: dict[str, str]) -> None:
    address = f"127.0.0.1:{port}"
    own = {"server.bolt.listen_address": address, "server.bolt.advertised_address": address}
    lines = [f"{name}={value}" for name, value in (own | _SETTINGS | more).items()]
    (home / "neo4j.conf").write_text("\n".join(lines) + "\n")


def _spawn(home: Path, command: list[str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-I", str(_WATCHDOG), str(home), *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )


def _take_over(uri: str) -> Neo4jEndpoint:
    """Give the first account of a new server a password of its own, as Neo4j demands, and wait for its store."""
    password = secrets.token_urlsafe(16)
    with GraphDatabase.driver(uri, auth=("neo4j", "neo4j")) as driver:
        driver.execute_query(
            "ALTER CURRENT USER SET PASSWORD FROM 'neo4j' TO $password", password=password, database_="system"
        )
    with GraphDatabase.driver(uri, auth=("neo4j", password)) as driver:
        driver.execute_query("RETURN 1")
    return Neo4jEndpoint(uri, "neo4j", password)
