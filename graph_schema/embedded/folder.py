"""The data folder of the embedded database: created, recognised, and checked before anything is started.

chronomem.json   the number of the folder's format, and the versions that created it
keeper.lock      locked while a keeper or a server is alive, even if it only waits for the next client
keeper.json      the keeper's port and token; exists while the keeper runs
java.args        the arguments of the server
config/          users and groups of the server, rewritten at every start
databases/       the data
turns/           lock files by which writers take turns
index/           indexes of users with many turns, to be mapped into memory; may be deleted, and is rebuilt
traces           exists while deleted records may have left traces in the files of databases/
scrubbed         its time is that of the last scrub of these traces
backups/         empty except while a backup is being made
log/             the logs of the keeper and the server
"""

import json
import os
import shutil
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from chronomem.graph_schema.embedded.keeper.files import KEEPER_LOG, write_privately
from chronomem.graph_schema.errors import FolderUnusable

FORMAT = 1
FORMAT_FILE = "chronomem.json"
MIN_FREE_BYTES = 64 * 1024 * 1024


def prepare_folder(folder: Path) -> Path:
    """Create the folder if it doesn't exist, and check that it is a usable data folder.

    Returns:
        Its absolute path, with links resolved, so that one folder has one name.

    Raises:
        FolderUnusable: it is not a folder, holds other files, was written by a newer version, can't be read or
            written, or is on a full disk.
    """
    try:
        folder = folder.expanduser().resolve()
        if str(folder).encode(errors="ignore").decode() != str(folder):
            raise FolderUnusable(
                f"the name of {str(folder)!r} is not UTF-8, which its database needs: rename the folder"
            )
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        check_space(folder)
        names = {entry.name for entry in os.scandir(folder) if not entry.name.startswith(FORMAT_FILE)}
        if (folder / FORMAT_FILE).exists():
            _check_format(folder)
        elif names:
            raise FolderUnusable(
                f"{folder} holds files ({', '.join(sorted(names)[:3])} …) but no {FORMAT_FILE}, so it is not"
                " a data folder of chronomem: name an empty or a new folder"
            )
        else:
            _write_format(folder)
        (folder / KEEPER_LOG).parent.mkdir(mode=0o700, exist_ok=True)
        (folder / KEEPER_LOG).touch(mode=0o600)
        if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
            raise PermissionError(f"no permission to read and write in {folder}")
    except (OSError, RuntimeError) as error:  # RuntimeError: no home for "~", or a loop of links
        raise FolderUnusable(f"{folder} can't be used as data folder: {error}") from error
    return folder


def check_space(folder: Path, least: int = MIN_FREE_BYTES) -> None:
    """Raise `FolderUnusable` if fewer than `least` bytes are free on a folder's disk."""
    free = shutil.disk_usage(folder).free
    if free < least:
        raise FolderUnusable(
            f"the disk of {folder} is full: {free // 2**20} MiB are free, {MIN_FREE_BYTES // 2**20} MiB are needed"
        )


def _check_format(folder: Path) -> None:
    path = folder / FORMAT_FILE
    try:
        number = json.loads(path.read_text(encoding="utf-8"))["format"]
    except (ValueError, KeyError, TypeError) as error:
        raise FolderUnusable(f"{path} can't be read as JSON with a format number: {error!r}") from error
    if type(number) is not int:
        raise FolderUnusable(f"{path} should hold a format number, not {number!r}")
    if number > FORMAT:
        raise FolderUnusable(
            f"{folder} was written by a newer version of chronomem (format {number}, this one knows up to"
            f" {FORMAT}): install a newer chronomem to open it"
        )


def _write_format(folder: Path) -> None:
    versions = {name: _find_version(name) for name in ("chronomem", "arcadedb-embedded")}
    write_privately(folder / FORMAT_FILE, json.dumps({"format": FORMAT, "made_by": versions}) + "\n")


def _find_version(distribution: str) -> str | None:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None
