"""Every error that chronomem raises on purpose.

ChronomemError
├── InvalidInput (also a ValueError)   a value given by the caller can't be used
│   ├── InvalidText                    empty, blank, too long, or not text a database can hold
│   ├── InvalidTime                    no time, not a time, or outside the years that are supported
│   ├── InvalidRecord                  a line of a file; names the file and the line
│   └── TurnConflict                   a turn id that is taken by another text, time or speaker
├── UnknownUser                        nothing was ever stored for this user
├── Closed                             the memory was closed, or was inherited through a fork
├── ModelError
│   ├── ModelUnavailable               it can't be reached, refuses the key or the request, or keeps failing
│   ├── ModelRefused                   it would not answer
│   ├── ModelAnswerInvalid             its answer, mended once, isn't what was asked for
│   │   └── ModelAnswerTruncated       it was cut off at the longest answer that is allowed
│   └── BudgetExceeded                 the call would have spent more tokens than a budget has left
└── DatabaseError
    ├── DatabaseUnavailable            it can't be started or reached
    ├── FolderUnusable                 a data folder that is locked, unreadable, full or not ours
    ├── SchemaMismatch                 the data was written by a newer version
    └── QueryFailed                    Cypher that the database refused
        ├── QueryTimedOut              Cypher that was stopped after the time it may take
        └── WriteRefused               Cypher that would have written, through a read-only door
"""

from pathlib import Path


class ChronomemError(Exception):
    """The root of every error that chronomem raises on purpose."""


class InvalidInput(ChronomemError, ValueError):
    """A value given by the caller can't be used; the message names it and says what would do."""


class InvalidText(InvalidInput):
    """A text is empty, blank, too long, or holds characters that no database can store."""


class InvalidTime(InvalidInput):
    """A time is missing, can't be read, or lies outside the years that are supported."""


class InvalidRecord(InvalidInput):
    """A line of a file can't be read as a turn.

    Attributes:
        path: the file.
        line: the line's number, counted from 1, or None where the whole file is at fault.
    """

    def __init__(self, path: Path, line: int | None, reason: str) -> None:
        where = f"{path}, line {line}" if line is not None else f"{path}"
        super().__init__(f"{where}: {reason}")
        self.path = path
        self.line = line


class TurnConflict(InvalidInput):
    """A turn id is already taken by a turn that says something else."""


class UnknownUser(ChronomemError, LookupError):
    """Nothing was ever stored for this user."""


class Closed(ChronomemError):
    """The memory was closed, or came into this process through a fork."""


class ModelError(ChronomemError):
    """A language model could not be asked, or gave no answer that can be used."""


class ModelUnavailable(ModelError):
    """The server of the language model can't be reached, refuses the key, keeps failing, or replies without sense."""


class ModelRefused(ModelError):
    """The language model would not answer, or its server refuses this request; the message carries their words."""


class ModelAnswerInvalid(ModelError):
    """The language model's answer isn't what was asked for, nor was the one that it gave when told so."""


class ModelAnswerTruncated(ModelAnswerInvalid):
    """The language model's answer was cut off at the longest that is allowed; ask for less at once."""


class BudgetExceeded(ModelError):
    """A call was not made, since it would have spent more tokens than a budget has left."""


class DatabaseError(ChronomemError):
    """The database failed."""


class DatabaseUnavailable(DatabaseError):
    """The database can't be started or reached."""


class FolderUnusable(DatabaseError):
    """A data folder is locked by something else, unreadable, full, or not a chronomem folder."""


class SchemaMismatch(DatabaseError):
    """The data was written by a newer version of chronomem than this one."""


class QueryFailed(DatabaseError):
    """The database refused a Cypher statement; the message carries its words."""


class QueryTimedOut(QueryFailed):
    """A Cypher statement ran longer than it may, and was stopped."""


class WriteRefused(QueryFailed):
    """A Cypher statement would have written, read files or administered the server through a read-only door."""
