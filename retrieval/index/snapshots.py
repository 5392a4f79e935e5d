"""Snapshots of large indexes in a folder, so that a new process need not read everything from the graph.

Forgetting deletes the user's snapshots before it reports success, and no writer can bring them back. A writer holds
a lock from before it reads the user's epoch until the file is in place; forgetting commits its transaction, waits for
that lock, and then deletes. A writer that came first has therefore finished a file that is then deleted. A writer that
comes later finds another epoch, another user of that name, or none, and writes nothing. Files left by killed writers
are deleted with the rest. Where the graph is on a server, other machines have folders of their own: their snapshots are
of another epoch from then on, so nobody uses them, and they are deleted when their user is asked about or the memory is
opened there.
"""

import asyncio
import hashlib
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from chronomem.extractors.embeddings.embedder import Embedder, StaticEmbedder
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.errors import FolderUnusable
from chronomem.graph_schema.model.dialogue import User
from chronomem.graph_schema.version import __version__
from chronomem.retrieval.index.arrays.array_file import UnusableSnapshotError, read, write
from chronomem.retrieval.index.arrays.columns import Arrays
from chronomem.retrieval.index.user_index import UserIndex

_LOG = logging.getLogger("chronomem.index")

_SHARE, _SHARE_AT_CLOSE = 0.2, 0.02
"""An index is saved when its snapshot lacks more than this share of it."""


class Snapshots:
    """The snapshots of a memory; none where it has no folder for them.

    Args:
        store: the graph that is indexed.
        embedder: makes the vectors of turns.
        least: an index of fewer turns isn't saved, because reading it from the graph is fast.
        passage_words: the number of words of a passage.
        context_space: the name of the space of context vectors, or None where there are none.
    """

    def __init__(
        self, store: GraphStore, embedder: Embedder, least: int, passage_words: int, context_space: str | None = None
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._least = least
        self._passage_words = passage_words
        self._context_space = context_space

    def is_due(self, index: UserIndex, *, closing: bool = False) -> bool:
        """Whether saving an index pays."""
        share = _SHARE_AT_CLOSE if closing else _SHARE
        return (
            self._least <= len(index)
            and index.unkept > share * len(index)
            and self._store.connection.index_folder is not None
        )

    async def find(self, user: User) -> UserIndex | None:
        """Return a user's saved index, or None if there is no usable one."""
        folder = self._store.connection.index_folder
        if folder is None or not (path := _path(folder, user.id)).exists():
            return None
        return await asyncio.to_thread(self._read, path, user)

    def _read(self, path: Path, user: User) -> UserIndex | None:
        try:
            about, kept = read(path)
            version, language = about.pop("version"), about.pop("language")
            about.pop("id", None)
            if about != self._about(user.id, user.memory) or version > user.version:
                raise UnusableSnapshotError("belongs to another user, embedder or version")
            index = UserIndex(self._embedder.dimensions, memory=user.memory, language=language)
            index.restore(kept)
        except (OSError, UnusableSnapshotError, KeyError) as error:
            _LOG.debug("%s %s; the index is read from the graph", path, error)
            _delete(path)
            return None
        index.version = version
        return index

    async def keep(self, user_id: str, memory: str, language: str, version: int, arrays: Arrays) -> None:
        """Write an index as of a version, unless the user has forgotten something since or has no data folder."""
        connection = self._store.connection
        folder = connection.index_folder
        if folder is None:
            return
        async with connection.turn_of(user_id, kind="snapshot"):
            rows = await self._store.decide("read_user", user=user_id)
            if not rows or User(id=user_id, **rows[0]).memory != memory:
                return
            about = self._about(user_id, memory) | {"version": version, "language": language, "id": user_id}
            await _to_the_end(lambda: _write(_path(folder, user_id), about, arrays))

    def _about(self, user_id: str, memory: str) -> dict[str, Any]:
        """Return the attributes that must match for a snapshot to be usable."""
        return {
            "made_by": __version__,
            "user": _digest(user_id),
            "memory": memory,
            "embedder": self._embedder.name,
            "dimensions": self._embedder.dimensions,
            "words": StaticEmbedder.name,
            "passage_words": self._passage_words,
            "context_space": self._context_space,
        }


async def delete_outdated_snapshots(store: GraphStore) -> None:
    """Delete the snapshots of users who have forgotten something since, where the graph is on a server.

    Other machines may have such copies too: who forgets can't reach them, so each machine looks when it opens a memory.
    """
    folder = store.connection.index_folder
    if folder is None or store.connection.dialect.is_embedded:
        return
    for path in await asyncio.to_thread(lambda: sorted(folder.glob("*.index"))):
        found = await asyncio.to_thread(_about, path)
        if found is None:
            continue
        user = str(found.get("id"))
        rows = await store.decide("read_user", user=user)
        if not rows or User(id=user, **rows[0]).memory != found.get("memory"):
            await delete_snapshots(store, user)
            await asyncio.to_thread(_delete, path)


def _about(path: Path) -> dict[str, Any] | None:
    """Return the description of a snapshot, empty if it is unusable; None if it has just been deleted."""
    try:
        return read(path)[0]
    except FileNotFoundError:
        return None
    except (OSError, UnusableSnapshotError):
        return {}


async def delete_snapshots(store: GraphStore, user: str) -> None:
    """Delete a user's snapshots; afterwards none holds anything that was forgotten before the call."""
    folder = store.connection.index_folder
    if folder is None:
        return
    async with store.connection.turn_of(user, kind="snapshot"):
        try:
            for path in folder.glob(f"{_digest(user)}.*"):
                path.unlink(missing_ok=True)
        except OSError as error:
            raise FolderUnusable(
                f"index snapshots with forgotten turns can't be deleted from {folder}: {error}; delete them by hand"
            ) from error


async def _to_the_end(work: Callable[[], None]) -> None:
    """Run work in a thread, and wait for its end even if the waiting task is cancelled."""
    running = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        await asyncio.shield(running)
    except asyncio.CancelledError:
        await running
        raise


def _write(path: Path, about: dict[str, Any], arrays: Arrays) -> None:
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        for left in path.parent.glob(f"{path.name}.*.new"):  # left by writers that were killed
            left.unlink()
        write(path, about, arrays)
    except OSError as error:
        _LOG.debug("%s can't be written: %s", path, error)


def _path(folder: Path, user: str) -> Path:
    return folder / f"{_digest(user)}.index"


def _delete(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        _LOG.debug("%s can't be deleted: %s", path, error)


def _digest(user: str) -> str:
    return hashlib.sha256(user.encode()).hexdigest()
