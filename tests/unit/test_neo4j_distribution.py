"""Getting Neo4j for the tests: what is missing is said, and what is fetched is fetched once and whole."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.neo4j.distribution import Neo4jMissing, cache_folder, find_java, require_neo4j, resolve_jars

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="stands programs in with shell scripts")


# What Maven does with -DoutputDirectory=FOLDER, in a shell's words.
_COPY_ONE_JAR = """
for argument; do
    case "$argument" in
        -DoutputDirectory=*) mkdir "${argument#*=}" && touch "${argument#*=}/neo4j.jar" ;;
    esac
done
""".strip()


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the whole PATH, but for a shell's own tools."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    return folder


def _stand_in(folder: Path, name: str, script: str) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n")
    program.chmod(0o755)


@pytest.mark.usefixtures("programs")
def test_no_java_is_said() -> None:
    with pytest.raises(Neo4jMissing, match="no java in the PATH"):
        find_java()


@pytest.mark.parametrize(
    ("version", "accepted"), [("1.8.0_402", False), ("11.0.2", False), ("17.0.15", True), ("21", True)]
)
def test_java_must_be_17_or_later(programs: Path, version: str, accepted: bool) -> None:
    _stand_in(programs, "java", f"echo 'openjdk version \"{version}\"' >&2")
    if accepted:
        assert find_java() == str(programs / "java")
    else:
        with pytest.raises(Neo4jMissing, match="is not Java 17 or later"):
            find_java()


@pytest.mark.usefixtures("programs")
def test_no_maven_is_said(tmp_path: Path) -> None:
    with pytest.raises(Neo4jMissing, match="no mvn on the PATH"):
        resolve_jars(tmp_path / "cache")


def test_a_failed_download_says_what_maven_said_and_is_tried_again_next_time(programs: Path, tmp_path: Path) -> None:
    _stand_in(programs, "mvn", f"{_COPY_ONE_JAR}; echo Unknown host; exit 1")
    for _ in range(2):
        with pytest.raises(Neo4jMissing, match="Unknown host"):
            resolve_jars(tmp_path / "cache")
    assert not [path for path in (tmp_path / "cache").iterdir() if path.is_dir()]


def test_runs_that_ask_at_once_download_once(programs: Path, tmp_path: Path) -> None:
    calls = tmp_path / "calls"
    _stand_in(programs, "mvn", f"echo call >> {calls}; sleep 0.3; {_COPY_ONE_JAR}")
    with ThreadPoolExecutor(4) as pool:
        folders = set(pool.map(resolve_jars, [tmp_path / "cache"] * 4))
    assert len(folders) == 1
    assert [jar.name for jar in folders.pop().iterdir()] == ["neo4j.jar"]
    assert calls.read_text().splitlines() == ["call"]


def test_the_cache_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CHRONOMEM_TEST_CACHE", str(tmp_path / "jars"))
    assert cache_folder() == tmp_path / "jars"


@pytest.mark.usefixtures("programs")
@pytest.mark.parametrize(("ci", "outcome"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)])
def test_without_neo4j_its_tests_are_skipped_but_fail_in_ci(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ci: str, outcome: type[BaseException]
) -> None:
    monkeypatch.setenv("CI", ci)
    with pytest.raises(outcome, match="no java in the PATH"):
        require_neo4j(tmp_path / "cache")
