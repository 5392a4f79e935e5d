"""Every error that chronomem raises on purpose.

ChronomemError
├── InvalidInput (also a ValueError)   a value given by the caller can't be used
│   ├── InvalidText                    empty, blank, too long, or not text a database can hold
│   ├── InvalidTime                    no time, not a time, or outside the supported years
│   ├── InvalidRecord                  a line of a file can't be used; names the file and the line
│   └── TurnConflict                   a turn id that is taken by a turn with another text, time or speaker
├── UnknownUser                        nothing was ever stored for this user
├── Closed                             the memory was closed, or was inherited through a fork
├── ModelError
│   ├── ModelUnavailable               the model can't be reached, refuses the key or the request, or keeps failing
│   ├── ModelRefused                   the model refused to answer
│   ├── ModelAnswerInvalid             the answer, corrected once, is not of the requested form
│   │   └── ModelAnswerTruncated       the answer was cut off at the longest length allowed
│   └── BudgetExceeded                 the call would have exceeded a token budget
└── DatabaseError
    ├── DatabaseUnavailable            the database can't be started or reached, or is busy for minutes
    ├── FolderUnusable                 a data folder that is locked, unreadable, full or not ours
    ├── SchemaMismatch                 the data was written by a newer version
    │   └── OntologyMismatch           the facts follow another ontology than that of the settings
    └── QueryFailed                    Cypher that the database refused
        ├── QueryTimedOut              Cypher that exceeded its time limit
        └── WriteRefused               Cypher that would have done more than read the graph
"""

from pathlib import Path


class ChronomemError(Exception):
    """The root of every error that chronomem raises on purpose."""


class InvalidInput(ChronomemError, ValueError):
    """A value given by the caller can't be used; the message names it and a valid alternative."""


class InvalidText(InvalidInput):
    """A text is empty, blank, too long, or holds characters that no database can store."""


class InvalidTime(InvalidInput):
    """A time is missing, can't be parsed, or lies outside the supported years."""


class InvalidRecord(InvalidInput):
    """A line of a file can't be parsed as a turn.

    Attributes:
        path: the file.
        line: the line's number, counted from 1, or None if the error concerns the whole file.
    """

    def __init__(self, path: Path, line: int | None, reason: str) -> None:
        where = f"{path}, line {line}" if line is not None else f"{path}"
        super().__init__(f"{where}: {reason}")
        self.path = path
        self.line = line


class TurnConflict(InvalidInput):
    """A turn id is already taken by a turn with other content."""


class UnknownUser(ChronomemError, LookupError):
    """Nothing was ever stored for this user."""


class Closed(ChronomemError):
    """The memory was closed, or was inherited through a fork."""


class ModelError(ChronomemError):
    """A language model was not available, or gave no usable answer."""


class ModelUnavailable(ModelError):
    """The server of the language model can't be reached, refuses the key, keeps failing, or replies without sense."""


class ModelRefused(ModelError):
    """The language model refused to answer; the message carries its words."""


class ModelAnswerInvalid(ModelError):
    """The language model's answer is not of the requested form, and neither was its corrected answer."""


class ModelAnswerTruncated(ModelAnswerInvalid):
    """The language model's answer was cut off at the longest length allowed; ask for less at once."""


class BudgetExceeded(ModelError):
    """A call was not made, because it would have exceeded a token budget."""


class DatabaseError(ChronomemError):
    """The database failed."""


class DatabaseUnavailable(DatabaseError):
    """The database can't be started or reached, or a transaction went on losing against others for two minutes."""


class FolderUnusable(DatabaseError):
    """A data folder is locked by something else, unreadable, full, or not a chronomem folder."""


class SchemaMismatch(DatabaseError):
    """The data was written by a newer version of chronomem than this one."""


class OntologyMismatch(SchemaMismatch):
    """The facts of the memory follow another ontology than that of the settings; the message says what to do."""


class QueryFailed(DatabaseError):
    """The database refused a Cypher statement; the message carries the database's words."""


class QueryTimedOut(QueryFailed):
    """A Cypher statement exceeded its time limit and was stopped."""


class WriteRefused(QueryFailed):
    """A Cypher statement sent for reading only would have written, read files or administered the server."""
