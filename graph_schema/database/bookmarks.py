"""Bookmarks: the states of a cluster's database that reads wait for.

Any member of a Neo4j cluster answers reads, and a follower may lag behind. Each transaction yields a bookmark, a name
for the state that it left or saw; a read that is given one waits until its member has reached that state. Within a
process, the store gives every read the bookmarks of what came before. This module carries them between processes.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from chronomem.graph_schema.errors import InvalidInput

_AWAITED: ContextVar[frozenset[str]] = ContextVar("chronomem_bookmarks", default=frozenset())
_BOOKMARK = re.compile(r"[\w:./+=-]{1,500}", re.ASCII)
_MOST = 50


@contextmanager
def reading_after(bookmarks: Iterable[str]) -> Iterator[None]:
    """Let all that this task or thread does in the block wait for some states; others aren't held up.

    Raises:
        InvalidInput: there are too many, or one is of no form that bookmarks have.
    """
    given = _AWAITED.get() | set(bookmarks)
    if len(given) > _MOST:
        raise InvalidInput(f"{len(given)} bookmarks; give those of the latest result, at most {_MOST}")
    if wrong := [each for each in given if not _BOOKMARK.fullmatch(each)]:
        raise InvalidInput(f"{min(wrong)!r:.60} is no bookmark; give it as a result or a header had it")
    token = _AWAITED.set(given)
    try:
        yield
    finally:
        _AWAITED.reset(token)


def awaited() -> frozenset[str]:
    """Return the bookmarks of all blocks that the caller is in."""
    return _AWAITED.get()
