"""What an error of the driver means: run it again, bring the server back, or tell the caller."""

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
_TIMEOUTS = ("Neo.ClientError.Transaction.TransactionTimedOut", "Neo.ClientError.Transaction.LockClientStopped")


def is_outage(error: Failure) -> bool:
    """Whether the server was not there, or went away. Of a commit it is then unknown whether it took place."""
    return isinstance(error, ServiceUnavailable | SessionExpired | IncompleteCommit)


def tells_of_server(error: Failure) -> bool:
    """Whether an error may come from the state that the server is in, and not from the statement."""
    internal = isinstance(error, Neo4jError) and (error.code or "").startswith(_OF_SERVER)
    return is_outage(error) or isinstance(error, AuthError) or internal


def is_conflict(error: Failure) -> bool:
    """Whether the transaction lost against another one, and may go through when it is run again.

    A `ConstraintError` is one: of two that create the same new key at the same time one gets it, and the other
    finds that node the next time. So is a record that was not there any more when its turn came to be read.
    """
    if isinstance(error, ConstraintError) or (isinstance(error, Neo4jError) and error.code == _DELETED_MEANWHILE):
        return True
    return not is_outage(error) and error.is_retryable()


def is_timeout(error: Failure) -> bool:
    """Whether the server stopped a statement because it ran longer than it may."""
    return isinstance(error, Neo4jError) and (error.code or "").startswith(_TIMEOUTS)


@contextmanager
def sending() -> Iterator[None]:
    """Raise `InvalidInput` where the driver finds a parameter that can't be sent."""
    try:
        yield
    except UnicodeEncodeError as error:
        raise InvalidInput(
            f"{error.object!r:.60} holds a lone surrogate, which is not a character; remove it"
        ) from None
    except OverflowError as error:
        raise InvalidInput(f"a number has more than 64 bits: {error}; give it as a text") from None


def translated(error: Failure) -> DatabaseError:
    """Return the error of our own that says the same."""
    words = (error.message if isinstance(error, Neo4jError) else None) or str(error)
    if isinstance(error, AuthError) and not isinstance(error, Forbidden):
        return DatabaseUnavailable(f"the database refused the credentials; check user name and password: {words}")
    if isinstance(error, Forbidden) or (isinstance(error, ClientError) and any(w in words.lower() for w in _WRITES)):
        return WriteRefused(f"the database refused to write through a read-only door: {words}")
    if is_outage(error):
        return DatabaseUnavailable(f"the database can't be reached; check that it runs and its address: {words}")
    return QueryFailed(words)
