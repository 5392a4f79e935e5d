"""The embedded database as the rest of chronomem sees it: open a folder, get an endpoint."""

import os
import threading
from pathlib import Path
from types import TracebackType
from typing import Self

from chronomem.graph_schema.embedded.folder import prepare_folder
from chronomem.graph_schema.embedded.keeper_link import KeeperGoneError, KeeperLink, is_announced, join, open_link
from chronomem.graph_schema.embedded.settings import EmbeddedSettings, Endpoint
from chronomem.graph_schema.errors import Closed, FolderUnusable

_DEFAULTS = EmbeddedSettings()


class _SharedLink:
    """The one connection of this process to the keeper of one folder, counted by those who use it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.users = 0
        self.lock = threading.Lock()
        self.link: KeeperLink | None = None
        self.keep_warm_s = 0.0

    def connect(self, settings: EmbeddedSettings) -> Endpoint:
        """The endpoint of a server that answered just now; joins or starts one where that takes it."""
        with self.lock:
            self.keep_warm_s = max(self.keep_warm_s, settings.keep_warm_s)
            if self.link is not None:
                try:
                    return self.link.ping()
                except KeeperGoneError:
                    self.link.drop()
                    self.link = None
            self.link = open_link(self.folder, settings)
            return self.link.endpoint

    def end_stay(self) -> None:
        with self.lock:
            self.keep_warm_s = 0.0
            if self.link is not None:
                self.link.end_stay()

    def leave(self) -> None:
        with self.lock:
            link, self.link = self.link, None
            if link is not None:
                link.leave(self.keep_warm_s)


_links: dict[Path, _SharedLink] = {}
_links_lock = threading.Lock()
_fork_is_watched = False


def _share_link(folder: Path) -> _SharedLink:
    global _fork_is_watched
    with _links_lock:
        if not _fork_is_watched and hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=_drop_inherited_links)
            _fork_is_watched = True
        shared = _links.setdefault(folder, _SharedLink(folder))
        shared.users += 1
        return shared


def _drop_inherited_links() -> None:
    """In a forked child: let go of the parent's connections, so that the keeper sees the parent's end."""
    global _links_lock
    _links_lock = threading.Lock()
    for shared in _links.values():
        if shared.link is not None:
            shared.link.drop()
    _links.clear()


class EmbeddedDatabase:
    """A running database server in a folder; thread-safe. All calls block.

    However many processes open a folder, one server serves them. It is stopped when the last one has
    closed, ended, or been killed.
    """

    def __init__(self, shared: _SharedLink, settings: EmbeddedSettings, endpoint: Endpoint) -> None:
        self._shared = shared
        self._settings = settings
        self._endpoint = endpoint
        self._process_id = os.getpid()
        self._is_closed = False
        self._lock = threading.Lock()

    @classmethod
    def open(cls, folder: Path, settings: EmbeddedSettings = _DEFAULTS) -> Self:
        """Join the server of a folder, or start it; makes the folder where there is none.

        Settings count only where this call starts the server.

        Raises:
            FolderUnusable: not a folder, or not one of chronomem; locked by another program; can't be read
                or written; full; written by a newer version.
            DatabaseUnavailable: no database for this platform, or it would not start (see its message).
        """
        shared = _share_link(prepare_folder(folder))
        try:
            return cls(shared, settings, shared.connect(settings))
        except BaseException:
            _release(shared)
            raise

    @property
    def folder(self) -> Path:
        """The data folder, as an absolute path."""
        return self._shared.folder

    @property
    def endpoint(self) -> Endpoint:
        """Where the server was reached last. Raises `Closed` after `close` and after a fork."""
        self._check_open()
        return self._endpoint

    def refresh(self) -> Endpoint:
        """Check that the server lives, start it again where it died, and return where it is now.

        Call it when a connection was refused or broke. It costs a millisecond where all is well; threads
        and processes that call it at the same time get the same server.

        Raises:
            Closed: after `close` and after a fork.
            FolderUnusable, DatabaseUnavailable: as `open`.
        """
        self._check_open()  # before the lock, which a fork may have copied while it was held
        with self._lock:
            self._check_open()
            self._endpoint = self._shared.connect(self._settings)
            return self._endpoint

    def end_stay(self) -> None:
        """Have the server stop with its last client, whatever `keep_warm_s` any of them had."""
        self._check_open()
        self._shared.end_stay()

    def close(self) -> None:
        """Let go of the server. May be called again.

        Waits until it has stopped, where nobody else uses it and no client wished it to stay (`keep_warm_s`).
        """
        if os.getpid() != self._process_id:
            return
        with self._lock:
            if self._is_closed:
                return
            self._is_closed = True
            _release(self._shared)

    def _check_open(self) -> None:
        if os.getpid() != self._process_id:
            raise Closed(
                f"the embedded database of {self.folder} was opened by process {self._process_id} and came"
                " here through a fork: open the folder anew in this process"
            )
        if self._is_closed:
            raise Closed(f"the embedded database of {self.folder} was closed: open the folder anew")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def stop(folder: Path) -> bool:
    """Stop the server that stayed in a folder after its last client; False where none runs.

    Raises:
        FolderUnusable: some process uses it; it stops when the last one has closed it.
    """
    folder = folder.expanduser().resolve()
    link = join(folder, _DEFAULTS.start_timeout_s) if is_announced(folder) else None
    if link is None:
        return False
    link.end_stay()
    link.leave()
    if is_announced(folder):
        raise FolderUnusable(f"the database of {folder} is in use by another process: it stops when that closes it")
    return True


def _release(shared: _SharedLink) -> None:
    with _links_lock:
        shared.users -= 1
        if shared.users:
            return
        del _links[shared.folder]
    shared.leave()
