"""The user whose memory is shown, and detection of later changes."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

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
        self._kept: OrderedDict[Hashable, tuple[User, T]] = OrderedDict()

    async def of(self, owner: User, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Return the value for an owner and a key; compute it if it is missing or outdated."""
        place = (owner.id, key)
        if place not in self._kept or self._kept[place][0] != owner:
            self._kept[place] = (owner, await make())
        self._kept.move_to_end(place)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return self._kept[place][1]
