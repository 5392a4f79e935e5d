"""A run of the embedded database on an empty folder, from which its Java creates the ahead-of-time cache.

    python -m chronomem.graph_schema.database.java_training [JAVA_OPTION]...

If `EmbeddedSettings.java_cache` is "make", a keeper starts it in the background once its server has stopped. It creates
a memory in a temporary folder, so that no data of a user gets into the cache. Errors are written to the file
`training.log` in the folder of the caches, because the keeper doesn't wait for the result.
"""

import asyncio
import logging
import os
import secrets
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from chronomem.graph_schema.database.connection import FolderConnection
from chronomem.graph_schema.database.schema import prepare
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.embedded.folder import check_space
from chronomem.graph_schema.embedded.java_cache import JavaCache
from chronomem.graph_schema.embedded.keeper.files import take_lock
from chronomem.graph_schema.embedded.runtime import find_cache
from chronomem.graph_schema.embedded.settings import EmbeddedSettings
from chronomem.graph_schema.errors import ChronomemError, DatabaseUnavailable

_LOG = logging.getLogger("chronomem.embedded")

_LEAST_FREE_BYTES = 256 * 1024 * 1024
_PATIENCE_S = 600.0
"""How long the server may take to start, and to stop, which writes the cache: it runs at the lowest priority."""


def make_cache(java_options: Sequence[str] = ()) -> bool:
    """Create the cache; return False if it exists, or another process is creating it.

    Raises:
        DatabaseUnavailable, FolderUnusable, OSError: the cache can't be created here.
    """
    settings = EmbeddedSettings(java_options=tuple(java_options))
    cache = find_cache(settings, to_make=True)
    if cache is None:
        raise DatabaseUnavailable("this Java can't create a cache, or there is no folder to keep it in")
    lock = take_lock(cache.folder / "training.lock")
    if lock is None:
        return False
    try:
        return not cache.file.exists() and _make(cache, settings)
    finally:
        os.close(lock)


def _make(cache: JavaCache, settings: EmbeddedSettings) -> bool:
    cache.attempt.touch(mode=0o600)
    cache.remove_old()
    check_space(cache.folder, _LEAST_FREE_BYTES)
    draft = cache.file.with_suffix(f".{secrets.token_hex(4)}.new")
    recording = settings.model_copy(
        update={
            "java_options": (*settings.java_options, f"-XX:AOTCacheOutput={draft}"),
            "java_cache": "none",
            "start_timeout_s": _PATIENCE_S,
            "stop_timeout_s": _PATIENCE_S,
        }
    )
    try:
        with TemporaryDirectory(prefix="chronomem-java-", ignore_cleanup_errors=True) as folder:
            asyncio.run(_use(Path(folder) / "memory", recording))
        draft.replace(cache.file)
    finally:
        draft.unlink(missing_ok=True)
    return True


async def _use(folder: Path, settings: EmbeddedSettings) -> None:
    """Open a memory in a new folder, so that the classes which that loads get into the cache."""
    store = GraphStore(await FolderConnection.open(folder, settings))
    try:
        for _ in range(2):  # creates the schema, then finds it
            await prepare(store, embedder="none", dimensions=1, now=datetime.now(UTC))
        await store.read("count_all")
    finally:
        await store.close()


def main() -> int:
    if hasattr(os, "nice"):
        os.nice(19)
    cache = find_cache(EmbeddedSettings(java_options=tuple(sys.argv[1:])), to_make=True)
    if cache is not None:
        logging.basicConfig(filename=cache.folder / "training.log", filemode="w", format="%(asctime)s %(message)s")
    try:
        make_cache(sys.argv[1:])
    except (ChronomemError, OSError) as error:
        _LOG.warning("no cache of the embedded database's Java: %s", error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
