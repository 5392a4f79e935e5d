"""Whose memory is looked at, and whether anything was stored or deleted since."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar
from zoneinfo import ZoneInfo

from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.database.statements import statement
from chronomem.graph_schema.model.dialogue import User

T = TypeVar("T")


@dataclass(frozen=True)
class Owner:
    """A user: the name, the timezone, and the version and epoch that change with all that is stored for them."""

    id: str
    zone: ZoneInfo
    version: int
    epoch: int


async def owner_of(memory: AsyncMemory, user: str) -> Owner:
    """Return a user as they are now; raise `UnknownUser` where nothing was ever stored."""
    found = User.found(user, await memory.cypher(statement("read_user"), user=user))
    return Owner(found.id, found.zone, found.version, found.epoch)


class OwnerCache(Generic[T]):
    """What was made of users' memories lately; it is made anew for a user of whom something was stored since."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, tuple[Owner, T]] = OrderedDict()

    async def of(self, owner: Owner, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Return what was made for an owner under a key, and make it where it isn't there."""
        place = (owner.id, key)
        if place not in self._kept or self._kept[place][0] != owner:
            self._kept[place] = (owner, await make())
        self._kept.move_to_end(place)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return self._kept[place][1]
