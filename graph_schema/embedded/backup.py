"""A copy of the embedded database in one file, made while it is in use, and a folder made from such a file.

The file is the server's own backup, a zip of its database files as they were at one moment, with the file beside them
that says what kind of folder they came from.
"""

import base64
import json
import shutil
import urllib.error
import urllib.request
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from chronomem.graph_schema.embedded.database import EmbeddedDatabase
from chronomem.graph_schema.embedded.folder import FORMAT, FORMAT_FILE, prepare_folder
from chronomem.graph_schema.embedded.runtime import DATABASE
from chronomem.graph_schema.embedded.settings import Endpoint
from chronomem.graph_schema.errors import DatabaseError, DatabaseUnavailable, FolderUnusable, InvalidRecord

_TIMEOUT_S = 3600.0
_BACKUPS = "backups"
_DATABASES = "databases"
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError)
"""What reading a zip with wrong bytes in it can end in."""


def back_up(database: EmbeddedDatabase, path: Path) -> None:
    """Write a backup of a folder's database into a file, which is there only when it is complete.

    Others may read and write meanwhile; what was committed before the call is in it.

    Raises:
        DatabaseError: the server could not make it.
        FolderUnusable: the file can't be written.
    """
    made = database.folder / _BACKUPS / DATABASE / _order_backup(database.refresh())
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


def _order_backup(endpoint: Endpoint) -> str:
    """Have the server make a backup; return the name of its file."""
    password = base64.b64encode(f"{endpoint.username}:{endpoint.password}".encode()).decode()
    request = urllib.request.Request(  # noqa: S310 - the loopback address of our own server
        f"{endpoint.http_url}/api/v1/command/{endpoint.database}",
        data=json.dumps({"language": "sql", "command": "BACKUP DATABASE"}).encode(),
        headers={"Authorization": f"Basic {password}", "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as answer:  # noqa: S310 - as above
            return str(json.load(answer)["result"][0]["backupFile"])
    except urllib.error.HTTPError as error:
        raise DatabaseError(f"the backup failed: {error.read().decode(errors='replace')[:1000]}") from error
    except OSError as error:
        raise DatabaseUnavailable(f"the database went away during the backup: {error}; try again") from error


def restore(path: Path, folder: Path) -> None:
    """Make a data folder from a backup.

    Raises:
        InvalidRecord: the file is no backup, is damaged, or was written by a newer version.
        FolderUnusable: the folder holds something already, or can't be written.
    """
    folder = folder.expanduser().resolve()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FolderUnusable(f"{folder} is not empty: name a folder that is not there yet to restore into")
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
    """Return the names of the database's files in a backup; raise `InvalidRecord` where it is none that we know."""
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
