"""What deleted records leave behind in the files of the embedded database, and whether it is still there.

A deleted record's bytes may stay in its page, its keys in an index, and all of it in the log of transactions until the
database is closed. A file in the folder says that there is such a thing, so that what a killed process could not
scrub is scrubbed by the next one that opens the folder.
"""

import shutil
import time
from pathlib import Path
from typing import Literal

from chronomem.graph_schema.embedded.http_api import order, run_sql
from chronomem.graph_schema.embedded.keeper import BACKUPS, write_privately
from chronomem.graph_schema.embedded.settings import Endpoint

Left = Literal["names", "users"]
"""Of what traces are left: of turns and what they name, or of whole users."""

TRACES_FILE = "traces"
SCRUBBED_FILE = "scrubbed"
_DISTURBANCE_S = 30.0
_COMPRESS = (
    "CHECK DATABASE TYPE Entity, Fact, Memory, Merge, Period, Persona, Session, Structure, Topic, Unread COMPRESS"
)
"""The records that are ever written anew with fewer words; of a deleted one the page keeps nothing."""


class Traces:
    """The traces in one folder."""

    def __init__(self, folder: Path) -> None:
        self._marker = folder / TRACES_FILE
        self._stamp = folder / SCRUBBED_FILE
        self._backups = folder / BACKUPS

    def note(self, left: Left) -> None:
        """Remember that there are some from now on."""
        if left == "users" or self.left() is None:
            write_privately(self._marker, left)

    def left(self) -> Left | None:
        """Return what the traces are of; None where there are none."""
        try:
            return "users" if self._marker.read_text(encoding="utf-8") == "users" else "names"
        except FileNotFoundError:
            return None

    def disturb(self) -> None:
        """Note that what others ask of the database may fail about now."""
        self._stamp.touch(mode=0o600)

    def are_being_scrubbed(self) -> bool:
        """Whether somebody has scrubbed within the last seconds, which may have broken off what others did."""
        try:
            return time.time() - self._stamp.stat().st_mtime < _DISTURBANCE_S
        except FileNotFoundError:
            return False

    def wipe(self, endpoint: Endpoint) -> None:
        """Press the holes out of the pages, and end the log by closing the database, which its next use opens again."""
        self.disturb()
        run_sql(endpoint, _COMPRESS)
        self.disturb()
        order(endpoint, f"close database {endpoint.database}")
        order(endpoint, f"open database {endpoint.database}")
        self.disturb()
        shutil.rmtree(self._backups, ignore_errors=True)  # copies that backups left which were killed
        self._marker.unlink(missing_ok=True)
