"""The interface of the embedded database to the rest of chronomem: open a folder, get an endpoint."""

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
    """This process's only connection to the keeper of a folder, with a count of its users."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.users = 0
        self.lock = threading.Lock()
        self.link: KeeperLink | None = None
        self.keep_warm_s = 0.0

    def connect(self, settings: EmbeddedSettings) -> Endpoint:
        """Return the endpoint of a server that has just answered; join or start one if necessary."""
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
    """In a forked child, close the inherited connections, so that the keeper notices when the parent ends."""
    global _links_lock
    _links_lock = threading.Lock()
    for shared in _links.values():
        if shared.link is not None:
            shared.link.drop()
    _links.clear()


class EmbeddedDatabase:
    """A running database server for a folder; thread-safe. All calls block.

    One server serves all processes that open a folder. It stops when the last of them has closed, ended, or been
    killed.
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
        """Join the server of a folder, or start it; create the folder if it doesn't exist.

        The settings take effect only if this call starts the server.

        Raises:
            FolderUnusable: the path is not a folder, or not a data folder; another program has locked it; it can't be
                read or written; its disk is full; a newer version wrote it.
            DatabaseUnavailable: there is no database for this platform, or it didn't start (see the message).
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
        """The last known endpoint of the server. Raises `Closed` after `close` and after a fork."""
        self._check_open()
        return self._endpoint

    def refresh(self) -> Endpoint:
        """Check that the server is alive, restart it if it died, and return its endpoint.

        Call it after a connection was refused or broken. It takes a millisecond if the server is healthy. Threads and
        processes that call it at the same time get the same server.

        Raises:
            Closed: after `close` and after a fork.
            FolderUnusable, DatabaseUnavailable: as for `open`.
        """
        self._check_open()  # before the lock, which a fork may have copied while it was held
        with self._lock:
            self._check_open()
            self._endpoint = self._shared.connect(self._settings)
            return self._endpoint

    def end_stay(self) -> None:
        """Make the server stop with its last client, regardless of any client's `keep_warm_s`."""
        self._check_open()
        self._shared.end_stay()

    def close(self) -> None:
        """Disconnect from the server. May be called again.

        If nobody else uses the server and no client asked it to stay (`keep_warm_s`), wait until it has stopped.
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
                f"the embedded database of {self.folder} was opened by process {self._process_id} and"
                " inherited through a fork: open the folder anew in this process"
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
    """Stop the server that keeps running for a folder after its last client; return False if there is none.

    Raises:
        FolderUnusable: another process uses the server; it stops when the last one closes it.
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
