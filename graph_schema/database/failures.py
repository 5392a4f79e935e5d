"""Classify errors of the driver: retry the transaction, bring the server back, or report to the caller."""

from collections.abc import Iterator
from contextlib import contextmanager

from neo4j.exceptions import (
    AuthError,
    ClientError,
    ConstraintError,
    DriverError,
    Forbidden,
    IncompleteCommit,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
)

from chronomem.graph_schema.errors import DatabaseError, DatabaseUnavailable, InvalidInput, QueryFailed, WriteRefused

Failure = Neo4jError | DriverError

_WRITES = ("access mode", "does not have permission", "not allowed to")
_DELETED_MEANWHILE = "Neo.ClientError.Statement.EntityNotFound"
_OF_SERVER = ("Neo.DatabaseError", "Neo.ClientError.Transaction.TransactionNotFound")
_BEHIND = "Neo.TransientError.Transaction.BookmarkTimeout"
_NO_BOOKMARK = "Neo.ClientError.Transaction.InvalidBookmark"
_TIMEOUTS = ("Neo.ClientError.Transaction.TransactionTimedOut", "Neo.ClientError.Transaction.LockClientStopped")


def is_outage(error: Failure) -> bool:
    """Whether the server was unreachable or went away. It is then unknown whether a commit took place."""
    return isinstance(error, ServiceUnavailable | SessionExpired | IncompleteCommit)


def tells_of_server(error: Failure) -> bool:
    """Whether an error may stem from the state of the server rather than from the statement."""
    internal = isinstance(error, Neo4jError) and (error.code or "").startswith(_OF_SERVER)
    return is_outage(error) or isinstance(error, AuthError) or internal


def is_conflict(error: Failure) -> bool:
    """Whether the transaction lost against another one and may succeed when it is retried.

    A `ConstraintError` counts: of two transactions that create the same new key, one succeeds, and the other finds the
    node on its next attempt. So does a record that no longer existed when it was to be read.
    """
    if isinstance(error, ConstraintError) or (isinstance(error, Neo4jError) and error.code == _DELETED_MEANWHILE):
        return True
    return not is_outage(error) and error.is_retryable() and not _is_behind(error)


def _is_behind(error: Failure) -> bool:
    """Whether a server waited in vain for the state that a bookmark names."""
    return isinstance(error, Neo4jError) and error.code == _BEHIND


def is_timeout(error: Failure) -> bool:
    """Whether the server stopped a statement because it exceeded its time limit."""
    return isinstance(error, Neo4jError) and (error.code or "").startswith(_TIMEOUTS)


@contextmanager
def sending() -> Iterator[None]:
    """Raise `InvalidInput` if the driver finds a parameter that can't be sent."""
    try:
        yield
    except UnicodeEncodeError as error:
        raise InvalidInput(
            f"{error.object!r:.60} holds a lone surrogate, which is not a character; remove it"
        ) from None
    except OverflowError as error:
        raise InvalidInput(f"a number has more than 64 bits: {error}; give it as text") from None


def translated(error: Failure) -> DatabaseError | InvalidInput:
    """Convert an error of the driver to one of ours."""
    words = (error.message if isinstance(error, Neo4jError) else None) or str(error)
    if isinstance(error, AuthError) and not isinstance(error, Forbidden):
        return DatabaseUnavailable(f"the database refused the credentials; check user name and password: {words}")
    if isinstance(error, Forbidden) or (isinstance(error, ClientError) and any(w in words.lower() for w in _WRITES)):
        return WriteRefused(f"the database refused to write in a read-only query: {words}")
    if isinstance(error, Neo4jError) and (error.code or "").startswith(_NO_BOOKMARK):
        return InvalidInput(f"the database doesn't know a bookmark; give those of a memory in the same one: {words}")
    if _is_behind(error):
        return DatabaseUnavailable(f"the database has not reached the state that a bookmark names; try again: {words}")
    if error.is_retryable() and not is_outage(error):
        return DatabaseUnavailable(f"the database went on failing in ways that pass; try again later: {words}")
    if is_outage(error):
        return DatabaseUnavailable(f"the database can't be reached; check its address, and that it is running: {words}")
    return QueryFailed(words)
