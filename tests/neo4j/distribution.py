"""Neo4j Community for the tests: its jars, copied once by Maven into a cache folder, and a Java to run them."""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from filelock import FileLock

_POM = Path(__file__).with_name("pom.xml")
_OLDEST_JAVA = 17  # Neo4j 5.26 runs on Java 17 and 21
_DOWNLOAD_SECONDS = 900.0


class Neo4jMissing(Exception):
    """There is no Neo4j to test with; the message says what is missing and what would help."""


def cache_folder() -> Path:
    """Where jars are kept between runs: CHRONOMEM_TEST_CACHE, or chronomem-tests in the user's cache folder."""
    if chosen := os.environ.get("CHRONOMEM_TEST_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "chronomem-tests"


def find_java() -> str:
    """The Java of JAVA_HOME, or else of the PATH.

    Raises:
        Neo4jMissing: there is none, or it is older than Neo4j needs.
    """
    home = os.environ.get("JAVA_HOME")
    java = shutil.which("java", path=str(Path(home) / "bin")) if home else shutil.which("java")
    if java is None:
        where = f"JAVA_HOME={home}" if home else "the PATH"
        raise Neo4jMissing(f"no java in {where}: install Java {_OLDEST_JAVA} or 21, or set NEO4J_URI")
    answer = subprocess.run([java, "-version"], capture_output=True, text=True, timeout=60, check=False).stderr
    version = re.search(r'version "(\d+)', answer)
    if version is None or int(version[1]) < _OLDEST_JAVA:
        raise Neo4jMissing(f"{java} is not Java {_OLDEST_JAVA} or later ({answer.splitlines()[:1]})")
    return java


def resolve_jars(cache: Path) -> Path:
    """The folder with Neo4j's jars, filled by Maven with the user's own settings when it isn't there yet.

    Runs that ask at the same time wait for the first one; a folder is complete or absent.

    Raises:
        Neo4jMissing: Maven is not installed or could not get the jars.
    """
    jars = cache / f"neo4j-{hashlib.sha256(_POM.read_bytes()).hexdigest()[:12]}"
    if jars.is_dir():
        return jars
    cache.mkdir(parents=True, exist_ok=True)
    with FileLock(jars.with_suffix(".lock")):
        if not jars.is_dir():
            with tempfile.TemporaryDirectory(dir=cache, prefix="download-") as unfinished:
                filled = Path(unfinished) / "jars"
                _download(filled)
                filled.rename(jars)
    return jars


def require_neo4j(cache: Path) -> None:
    """Skip the test where Neo4j can't be had, saying what is missing; with CI=true, fail it."""
    try:
        find_java()
        resolve_jars(cache)
    except Neo4jMissing as missing:
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(f"Neo4j must be tested here: {missing}", pytrace=False)
        pytest.skip(f"without Neo4j: {missing}")


def _download(folder: Path) -> None:
    maven = shutil.which("mvn")
    if maven is None:
        raise Neo4jMissing("no mvn on the PATH to fetch Neo4j with: install Maven, or set NEO4J_URI")
    command = [
        *(maven, "--batch-mode", "--quiet", "--file", str(_POM), "dependency:copy-dependencies"),
        *(f"-DoutputDirectory={folder}", "-DincludeScope=runtime"),
    ]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=_DOWNLOAD_SECONDS, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise Neo4jMissing(f"Maven did not fetch Neo4j within {_DOWNLOAD_SECONDS:.0f} seconds") from error
    if done.returncode != 0:
        raise Neo4jMissing(f"Maven could not fetch Neo4j: {(done.stdout + done.stderr).strip()[:500]}")
