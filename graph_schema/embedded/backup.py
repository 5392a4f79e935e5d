"""Back up the embedded database to one file while it is in use, and restore it to a folder.

The file is the server's own backup, a zip of its database files as of one moment, with the format file of the folder
added.
"""

import json
import shutil
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from chronomem.graph_schema.embedded.database import EmbeddedDatabase
from chronomem.graph_schema.embedded.folder import FORMAT, FORMAT_FILE, prepare_folder
from chronomem.graph_schema.embedded.http_api import run_sql
from chronomem.graph_schema.embedded.keeper.files import BACKUPS
from chronomem.graph_schema.embedded.runtime import DATABASE
from chronomem.graph_schema.errors import FolderUnusable, InvalidRecord

_DATABASES = "databases"
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError)
"""The errors that reading a damaged zip can raise."""


def back_up(database: EmbeddedDatabase, path: Path) -> None:
    """Write a backup of a folder's database to a file, which appears only when it is complete.

    Others may read and write meanwhile; the backup holds everything committed before the call.

    Raises:
        DatabaseError: the server failed to create the backup.
        FolderUnusable: the file can't be written.
    """
    made = database.folder / BACKUPS / DATABASE / str(run_sql(database.refresh(), "BACKUP DATABASE")[0]["backupFile"])
    draft = path.with_name(f"{path.name}.part")
    try:
        shutil.move(made, draft)
        with zipfile.ZipFile(draft, "a") as archive:
            archive.write(database.folder / FORMAT_FILE, FORMAT_FILE)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        made.unlink(missing_ok=True)
        raise FolderUnusable(f"{path} can't be written: {error.strerror or error}; name another file") from error


def restore(path: Path, folder: Path) -> None:
    """Restore a backup into a new data folder.

    Raises:
        InvalidRecord: the file is not a backup, is damaged, or was written by a newer version.
        FolderUnusable: the folder is not empty, or can't be written.
    """
    folder = folder.expanduser().resolve()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FolderUnusable(f"{folder} is not empty: restore into a folder that doesn't exist yet")
    draft = folder.with_name(f"{folder.name}.part")
    try:
        with zipfile.ZipFile(path) as archive:
            names = _check_backup(path, archive)
            shutil.rmtree(draft, ignore_errors=True)
            place = draft / _DATABASES / DATABASE
            place.mkdir(mode=0o700, parents=True)
            for name in names:
                with archive.open(name) as source, (place / name).open("wb") as target:
                    shutil.copyfileobj(source, target)
            archive.extract(FORMAT_FILE, draft)
        if folder.exists():
            folder.rmdir()
        draft.rename(folder)
        prepare_folder(folder)
    except _DAMAGE as error:
        shutil.rmtree(draft, ignore_errors=True)
        if isinstance(error, InvalidRecord):
            raise
        raise InvalidRecord(path, None, f"is damaged, or no backup: {error}") from error
    except OSError as error:
        shutil.rmtree(draft, ignore_errors=True)
        raise FolderUnusable(f"{path} can't be restored into {folder}: {error}") from error


def _check_backup(path: Path, archive: zipfile.ZipFile) -> list[str]:
    """Return the names of the database files in a backup; raise `InvalidRecord` if this version can't restore it."""
    names = archive.namelist()
    if FORMAT_FILE not in names:
        raise InvalidRecord(path, None, f"holds no {FORMAT_FILE}, so it is no backup of chronomem")
    number = json.loads(archive.read(FORMAT_FILE)).get("format")
    if not isinstance(number, int) or number > FORMAT:
        raise InvalidRecord(
            path,
            None,
            f"was written by a newer version of chronomem (format {number}): upgrade chronomem to restore it",
        )
    files = [name for name in names if name != FORMAT_FILE]
    if any(PurePosixPath(name).name != name or "\\" in name for name in files):
        raise InvalidRecord(path, None, "holds files outside its folder, so it is no backup of chronomem")
    return files
