"""The traces that deleted records leave in the files of the embedded database, and their removal.

The bytes of a deleted record may remain in its page, its keys in an index, and all of it in the transaction log until
the database is closed. A marker file in the folder records that there are traces: if a process is killed before it has
scrubbed them, the next one that opens the folder does.
"""

import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import Literal

from chronomem.graph_schema.embedded.http_api import order, run_sql
from chronomem.graph_schema.embedded.keeper.files import BACKUPS, write_privately
from chronomem.graph_schema.embedded.settings import Endpoint
from chronomem.graph_schema.errors import FolderUnusable

Left = Literal["names", "users"]
"""The kind of the traces: of turns and the names in them, or of whole users."""

TRACES_FILE = "traces"
SCRUBBED_FILE = "scrubbed"
_DISTURBANCE_S = 30.0
_COMPRESS = (
    "CHECK DATABASE TYPE Entity, Fact, Memory, Merge, Period, Persona, Session, Structure, Topic, Unread COMPRESS"
)
"""Covers the types whose records may be rewritten with less text. A deleted record leaves nothing in its page."""


class Traces:
    """The traces in one folder."""

    def __init__(self, folder: Path) -> None:
        self._marker = folder / TRACES_FILE
        self._stamp = folder / SCRUBBED_FILE
        self._backups = folder / BACKUPS

    def note(self, left: Left) -> None:
        """Record that there are traces from now on.

        Raises:
            FolderUnusable: the record can't be written; nothing must be deleted then.
        """
        try:
            if left == "users" or self.left() is None:
                write_privately(self._marker, left)
        except OSError as error:
            raise FolderUnusable(
                f"{self._marker} can't be written ({error.strerror or error}), so nothing was forgotten"
            ) from error

    def left(self) -> Left | None:
        """Return the kind of the traces; None if there are none."""
        try:
            return "users" if self._marker.read_text(encoding="utf-8") == "users" else "names"
        except FileNotFoundError:
            return None

    def disturb(self) -> None:
        """Record that requests of others to the database may fail at about this time."""
        with suppress(OSError):  # requests of others may then fail that would have been tried again
            self._stamp.touch(mode=0o600)

    def are_being_scrubbed(self) -> bool:
        """Whether a scrub within the last seconds may have interrupted requests of others."""
        try:
            return time.time() - self._stamp.stat().st_mtime < _DISTURBANCE_S
        except FileNotFoundError:
            return False

    def wipe(self, endpoint: Endpoint) -> None:
        """Compress the pages, and close and reopen the database, which discards the transaction log."""
        self.disturb()
        run_sql(endpoint, _COMPRESS)
        self.disturb()
        order(endpoint, f"close database {endpoint.database}")
        order(endpoint, f"open database {endpoint.database}")
        self.disturb()
        shutil.rmtree(self._backups, ignore_errors=True)  # copies that backups left which were killed
        self._marker.unlink(missing_ok=True)
