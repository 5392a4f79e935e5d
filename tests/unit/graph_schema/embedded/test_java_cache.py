"""Where the cache of the server's Java lies, and which are removed; no Java is started here."""

import logging
import os
import sys
import time
from pathlib import Path

import pytest

from chronomem.graph_schema.embedded.java_cache import JavaCache, locate

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="names the folder of caches as Linux does")


@pytest.fixture
def java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Java of version 25 with a jar beside it, and an empty folder of caches."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "jre" / "bin").mkdir(parents=True)
    (tmp_path / "jre" / "release").write_text('JAVA_VERSION="25.0.1"\n')
    (tmp_path / "a.jar").write_text("jar")
    java = tmp_path / "jre" / "bin" / "java"
    java.touch()
    return java


def locate_with(java: Path, *options: str) -> JavaCache | None:
    return locate(java, [java.parents[2] / "a.jar"], options, to_make=True)


def test_the_name_of_a_cache_is_that_of_java_its_jars_and_its_options(java: Path, tmp_path: Path) -> None:
    found = {locate_with(java), locate_with(java, "-a"), locate_with(java, "-a", "-b")}
    (tmp_path / "a.jar").write_text("another jar")
    found.add(locate_with(java))
    (tmp_path / "jre" / "release").write_text('JAVA_VERSION="26"\n')
    found.add(locate_with(java))
    assert len(found) == 5
    assert {cache.folder for cache in found if cache} == {tmp_path / "cache" / "chronomem" / "java"}
    assert (tmp_path / "cache" / "chronomem" / "java").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("release", ['JAVA_VERSION="24.0.2"', 'JAVA_VERSION="1.8.0_402"', 'JAVA_VERSION="?"', ""])
def test_an_older_java_goes_without(java: Path, release: str) -> None:
    (java.parents[1] / "release").write_text(release)
    assert locate_with(java) is None


def test_a_folder_in_which_others_may_write_is_not_used(
    java: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "cache" / "chronomem" / "java"
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    with caplog.at_level(logging.DEBUG, "chronomem.embedded"):
        assert locate_with(java) is None
    assert "others may write in it" in caplog.text


def test_a_relative_folder_for_caches_does_not_count(
    java: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    monkeypatch.setenv("HOME", str(tmp_path))
    found = locate_with(java)
    assert found is not None
    assert found.folder == tmp_path / ".cache" / "chronomem" / "java"


def test_the_caches_used_last_are_kept_and_what_was_left_behind_is_removed(java: Path) -> None:
    cache = locate_with(java)
    assert cache is not None
    now = time.time()
    ages = {cache.file.name: 0, "a.aot": 60, "b.aot": 120, "c.aot": 180, "d.aot": 30 * 86400, "e.1.new": 90000}
    for name, age in ages.items():
        (cache.folder / name).touch()
        os.utime(cache.folder / name, (now - age, now - age))
    cache.remove_old()
    assert {path.name for path in cache.folder.iterdir()} == {cache.file.name, "a.aot", "b.aot"}


def test_one_attempt_a_day_is_made(java: Path) -> None:
    cache = locate_with(java)
    assert cache is not None
    assert cache.is_to_be_made()
    cache.attempt.touch()
    assert not cache.is_to_be_made()
    os.utime(cache.attempt, (0, 0))
    assert cache.is_to_be_made()
    cache.file.touch()
    assert not cache.is_to_be_made()
