"""The ahead-of-time cache of the server's Java: used, refused, made."""

from __future__ import annotations

import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.integration.embedded.conftest import wait_until

from chronomem.graph_schema.database.java_training import make_cache
from chronomem.graph_schema.embedded import EmbeddedDatabase, EmbeddedSettings, runtime
from chronomem.graph_schema.embedded.java_cache import JavaCache
from chronomem.graph_schema.embedded.keeper.files import take_lock

if TYPE_CHECKING:
    from tests.integration.embedded.conftest import Watched

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="names the folder of caches as Linux does")


@pytest.fixture
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user's caches, empty."""
    folder = tmp_path / "the user's caches"
    folder.mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


def find_cache() -> JavaCache:
    found = runtime.find_cache(EmbeddedSettings(), to_make=True)
    assert found is not None
    return found


def read_options(watched: Watched) -> str:
    return (watched.path / "java.args").read_text(encoding="utf-8")


@pytest.mark.thorough  # Java takes 3 s to write the cache
def test_a_cache_that_was_made_is_used_and_a_damaged_one_is_removed(
    watched: Watched, caches: Path, tmp_path: Path
) -> None:
    assert make_cache()
    assert not make_cache(), "there is one"
    cache = find_cache()
    made = sorted(path.name for path in cache.folder.iterdir())
    assert made == sorted([cache.file.name, cache.attempt.name, "training.lock"])
    assert caches in cache.file.parents

    os.utime(cache.file, (0, 0))
    EmbeddedDatabase.open(watched.path).close()
    assert f"-XX:AOTCache={cache.file}" in read_options(watched)
    assert "[aot]" not in (watched.path / "log" / "server.log").read_text(encoding="utf-8")
    assert cache.file.stat().st_mtime > 0, "what is used is not taken for old"

    whole = shutil.copyfile(cache.file, tmp_path / "whole.aot")
    size = whole.stat().st_size
    for offset in (300, size // 2, size - 5000):  # the header; classes; objects, without which Java doesn't start
        shutil.copyfile(whole, cache.file)
        with cache.file.open("r+b") as file:
            file.seek(offset)
            file.write(b"\xff" * 64)
        EmbeddedDatabase.open(watched.path).close()
        assert not cache.file.exists(), f"damaged at {offset}"


@pytest.mark.parametrize("content", [b"", pytest.param(b"no cache" * 1000, marks=pytest.mark.thorough)])
def test_a_file_that_is_no_cache_is_removed_and_the_server_starts(
    watched: Watched, caches: Path, content: bytes
) -> None:
    cache = find_cache()
    assert caches in cache.file.parents
    cache.file.write_bytes(content)
    with EmbeddedDatabase.open(watched.path):
        assert not cache.file.exists()
        watched.read_state()
    assert watched.has_stopped()


def test_options_that_a_cache_does_not_go_with_are_started_without_it(watched: Watched, caches: Path) -> None:
    settings = EmbeddedSettings(java_options=("-Xshare:off",))
    cache = runtime.find_cache(settings, to_make=True)
    assert cache is not None
    assert caches in cache.file.parents
    cache.file.write_bytes(b"a cache")
    EmbeddedDatabase.open(watched.path, settings).close()
    assert "AOTCache" not in read_options(watched)


def test_a_cache_is_made_after_the_server_has_stopped_and_only_if_asked(
    watched: Watched, caches: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told = tmp_path / "told"
    command = [sys.executable, "-c", f"open({str(told)!r}, 'w').close()"]
    monkeypatch.setattr(runtime, "training_command", lambda _options: command)
    with EmbeddedDatabase.open(watched.path, EmbeddedSettings(java_cache="make")):
        watched.read_state()
        assert not told.exists()
    assert wait_until(told.exists)

    for settings in (EmbeddedSettings(java_cache="none"), EmbeddedSettings()):
        assert (runtime.make_plan(watched.path, settings)["cache"] or {}).get("maker") is None
    find_cache().attempt.touch()
    assert runtime.make_plan(watched.path, EmbeddedSettings(java_cache="make"))["cache"]["maker"] is None, "once a day"
    assert caches.exists()


def test_two_makers_do_not_meet(caches: Path) -> None:
    cache = find_cache()
    assert caches in cache.file.parents
    lock = take_lock(cache.folder / "training.lock")
    assert lock is not None
    try:
        with ThreadPoolExecutor(2) as pool:
            assert list(pool.map(make_cache, [(), ()])) == [False, False]
    finally:
        os.close(lock)
    assert not cache.attempt.exists()


def test_without_a_folder_for_caches_the_server_starts(watched: Watched, caches: Path) -> None:
    caches.rmdir()
    caches.write_text("no folder")  # as good as a home that is read only, and holds for root as well
    EmbeddedDatabase.open(watched.path, EmbeddedSettings(java_cache="make")).close()
    assert "AOTCache" not in read_options(watched)


def test_who_only_uses_caches_writes_nothing_beside_the_data_folder(watched: Watched, caches: Path) -> None:
    EmbeddedDatabase.open(watched.path).close()
    assert list(caches.iterdir()) == []
