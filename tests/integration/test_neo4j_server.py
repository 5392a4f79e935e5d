"""The Neo4j server that the tests start: it answers, keeps to itself, and leaves nothing behind."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from neo4j import GraphDatabase
from tests.neo4j.server import Neo4jEndpoint, Neo4jServer

_ROOT = Path(__file__).parents[2]

# What a test run does that is killed while its server is up.
_RUN_TO_BE_KILLED = """
import sys, time
from pathlib import Path
from tests.neo4j.server import Neo4jServer
server = Neo4jServer.start(Path(sys.argv[1]))
print(server.uri, server.home, server.java_pid, flush=True)
time.sleep(600)
"""


def _is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def _answers(uri: str) -> bool:
    address = urlsplit(uri)
    try:
        socket.create_connection((address.hostname, address.port), timeout=5).close()
    except OSError:
        return False
    return True


def test_the_endpoint_is_a_neo4j_that_we_support(neo4j_endpoint: Neo4jEndpoint) -> None:
    with GraphDatabase.driver(neo4j_endpoint.uri, auth=neo4j_endpoint.auth) as driver:
        found = driver.execute_query("CALL dbms.components() YIELD name, versions RETURN name, versions[0] AS version")
    versions = {record["name"]: record["version"] for record in found.records}
    assert tuple(int(part) for part in versions["Neo4j Kernel"].split(".")[:2]) >= (5, 26)


@pytest.mark.thorough  # as is the next: it starts a server of its own, to test what the tests use
def test_a_server_takes_settings_routes_and_is_gone_after_stop(neo4j_cache: Path) -> None:
    with Neo4jServer.start(neo4j_cache, {"db.transaction.timeout": "70s"}) as server:
        java = server.java_pid
        with GraphDatabase.driver(server.routing_uri, auth=server.auth) as driver:
            nodes = driver.execute_query("MATCH (n) RETURN count(n) AS nodes").records
            settings = driver.execute_query("SHOW SETTINGS 'db.transaction.timeout' YIELD value").records
        assert nodes[0]["nodes"] == 0
        assert settings[0]["value"] in ("70s", "1m10s")
    assert _is_gone(java)
    assert not server.home.exists()
    assert not _answers(server.uri)


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_killed_run_leaves_no_java_and_no_store_and_other_runs_alone(
    neo4j_cache: Path, neo4j_endpoint: Neo4jEndpoint
) -> None:
    command = [sys.executable, "-c", _RUN_TO_BE_KILLED, str(neo4j_cache)]
    environment = os.environ | {"PYTHONPATH": "."}
    run = subprocess.Popen(command, cwd=_ROOT, env=environment, stdout=subprocess.PIPE, start_new_session=True)
    assert run.stdout is not None
    with run.stdout:
        uri, home, java = run.stdout.readline().decode().split()
    assert _answers(uri)
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and not (_is_gone(int(java)) and not Path(home).exists()):
        time.sleep(0.05)
    assert _is_gone(int(java))
    assert not Path(home).exists()
    with GraphDatabase.driver(neo4j_endpoint.uri, auth=neo4j_endpoint.auth) as driver:
        assert driver.execute_query("RETURN 1 AS one").records[0]["one"] == 1
