"""The user whose memory is shown, and detection of later changes."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar
from zoneinfo import ZoneInfo

from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.database.statements import statement
from chronomem.graph_schema.errors import UnknownUser
from chronomem.graph_schema.model.times import zone_of

T = TypeVar("T")


@dataclass(frozen=True)
class Owner:
    """A user: the name, the timezone, and the version and epoch, which change with every write."""

    id: str
    zone: ZoneInfo
    version: int
    epoch: int


async def owner_of(memory: AsyncMemory, user: str) -> Owner:
    """Return a user's current state; raise `UnknownUser` if nothing was ever stored for them."""
    rows = await memory.cypher(statement("read_user"), user=user)
    if not rows:
        raise UnknownUser(f"nothing was ever stored for user {user!r}; choose another user, or add turns first")
    return Owner(user, zone_of(rows[0]["timezone"]), rows[0]["version"], rows[0]["epoch"])


class OwnerCache(Generic[T]):
    """Recently computed values for users; a value is recomputed after a write for its user."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, tuple[Owner, T]] = OrderedDict()

    async def of(self, owner: Owner, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Return the value for an owner and a key; compute it if it is missing or outdated."""
        place = (owner.id, key)
        if place not in self._kept or self._kept[place][0] != owner:
            self._kept[place] = (owner, await make())
        self._kept.move_to_end(place)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return self._kept[place][1]
