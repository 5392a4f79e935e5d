"""The location of the ahead-of-time cache of the server's Java.

Java stores the classes that a run loaded, ready to be mapped, in a file that later runs pass as `-XX:AOTCache`; with it
the server starts in half the time. The file is valid for one Java with its jars and options, from which its name is
derived. It is kept in the user's cache folder and may be deleted at any time. It holds no data of any memory: a run on
an empty folder creates it (`database.java_training`). If it can't be kept, the server starts without it.
"""

import contextlib
import hashlib
import json
import logging
import os
import platform
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_LOG = logging.getLogger("chronomem.embedded")

FIRST_JAVA = 25
"""The first version that creates such a cache in one run. The wheel ships it; an older Java starts without a cache."""

_TRAINING = "chronomem.graph_schema.database.java_training"
_RETRY_S = 86400.0
_KEPT = 3
_KEPT_S = 14 * 86400.0
_LEFT_OVER_S = 3600.0


@dataclass(frozen=True)
class JavaCache:
    """The cache for one Java with its jars and options, whether or not it exists yet."""

    file: Path

    @property
    def folder(self) -> Path:
        return self.file.parent

    @property
    def attempt(self) -> Path:
        """The file whose time is that of the last attempt to create the cache."""
        return self.file.with_suffix(".tried")

    def is_to_be_made(self) -> bool:
        """Whether the cache doesn't exist, and nobody tried to create it within the last day."""
        if self.file.exists():
            return False
        try:
            return time.time() - self.attempt.stat().st_mtime > _RETRY_S
        except FileNotFoundError:
            return True

    def remove_old(self) -> None:
        """Remove caches of other versions that are no longer used, and the leftovers of failed attempts."""
        found = [(_used_at(path), path) for path in self.folder.iterdir() if path != self.file]
        others = sorted(((used, path) for used, path in found if path.suffix == ".aot"), reverse=True)
        for rank, (used, path) in enumerate(others, start=1):
            if rank >= _KEPT or time.time() - used > _KEPT_S:
                _remove(path)
                _remove(path.with_suffix(".tried"))
        for used, path in found:
            if ".new" in path.suffixes and time.time() - used > _LEFT_OVER_S:
                _remove(path)


def locate(java: Path, jars: Sequence[Path], options: Sequence[str], *, to_make: bool = False) -> JavaCache | None:
    """Return the cache for a Java; None if this Java can't create one, or there is no folder for it.

    Args:
        java: the Java program.
        jars: the jars that it runs, in order.
        options: the options that it is started with.
        to_make: create the folder if it doesn't exist, because the cache is about to be created.
    """
    try:
        release = (java.parents[1] / "release").read_text(encoding="utf-8")
        if _major_version(release) < FIRST_JAVA:
            return None
        folder = _user_folder() / "chronomem" / "java"
        if to_make:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _check_owner(folder)
        stamps = [(str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in (java, *jars)]
        made_of = [platform.machine(), release, stamps, list(options)]
        return JavaCache(folder / f"{hashlib.sha256(json.dumps(made_of).encode()).hexdigest()[:32]}.aot")
    except (OSError, RuntimeError, ValueError) as error:  # RuntimeError: the user has no home
        _LOG.debug("the embedded database starts without a cache of its Java: %s", error)
        return None


def training_command(java_options: Sequence[str]) -> list[str]:
    """Return the command that creates the cache for the server's Java, with further Java options."""
    return [sys.executable, "-P", "-m", _TRAINING, *java_options]


def _major_version(release: str) -> int:
    """Return the version in the `release` file of a Java; raise `ValueError` if it has none."""
    _, found, version = release.partition('JAVA_VERSION="')
    if not found:
        raise ValueError("this Java doesn't say which version it is")
    return int(version.partition('"')[0].partition(".")[0])


def _user_folder() -> Path:
    """Return the platform's folder for the user's caches."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return named if named.is_absolute() else Path.home() / ".cache"


def _check_owner(folder: Path) -> None:
    """Raise `PermissionError` if somebody else could plant code for our Java in the folder."""
    if sys.platform == "win32":  # there the parent folder belongs to the user alone
        return
    found = folder.stat()
    if found.st_uid != os.geteuid() or found.st_mode & 0o022:
        raise PermissionError(f"{folder} doesn't belong to the user, or others may write in it")


def _used_at(path: Path) -> float:
    try:
        return path.stat().st_mtime  # each start that uses the cache updates it
    except OSError:
        return 0.0


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):  # on Windows, a file that a Java has mapped can't be deleted
        path.unlink(missing_ok=True)
