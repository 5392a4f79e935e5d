"""The user whose memory is shown, and detection of later changes."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.database.statements import statement
from chronomem.graph_schema.model.dialogue import User

T = TypeVar("T")


async def owner_of(memory: AsyncMemory, user: str) -> User:
    """Return a user as they are now; raise `UnknownUser` where nothing was ever stored."""
    return User.found(user, await memory.cypher(statement("read_user"), user=user))


class OwnerCache(Generic[T]):
    """Recently computed values for users; a value is recomputed after a write for its user."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, tuple[User, asyncio.Future[T]]] = OrderedDict()

    async def of(self, owner: User, key: Hashable, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the value for an owner and a key; compute it if it is missing or outdated.

        Callers that come while it is computed wait for it together. A computation that fails is not kept.
        """
        place = (owner.id, key)
        if place not in self._kept or self._kept[place][0] != owner:
            self._kept[place] = (owner, asyncio.ensure_future(make()))
        self._kept.move_to_end(place)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        made = self._kept[place][1]
        try:
            return await asyncio.shield(made)  # a caller that is cancelled leaves it to the others
        finally:
            is_kept = place in self._kept and self._kept[place][1] is made
            if is_kept and made.done() and (made.cancelled() or made.exception() is not None):
                del self._kept[place]
