"""Leases: at most one worker does one thing for one user, and one that was taken for dead can write nothing more.

A lease is a node of the graph. It is taken by compare-and-set and expires by the server's clock, so workers need no
common time. Each taking raises its fencing number. A worker checks the number in every transaction that it commits: if
another has taken over meanwhile, the transaction is rolled back.
"""

import asyncio
import logging
import os
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TypeVar
from uuid import uuid4

from chronomem.graph_schema.database.store import GraphStore, Transaction, ended
from chronomem.graph_schema.embedded.keeper.files import is_running

T = TypeVar("T")

_LOG = logging.getLogger("chronomem.leases")

LEASE_S = 30.0
"""How long the lease of a silent worker lasts. A worker whose process ended on this machine is replaced at once."""
_POLL_S = 0.1


class LeaseLost(Exception):
    """Another worker has taken over after a silence, or something was forgotten that this one may have read."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to do one thing for one user.

    Attributes:
        user: the user.
        purpose: `extraction`, or the name of a structure.
        holder: the worker's name.
        fence: the fencing number, which rises whenever the lease is taken.
        taken_over: whether it was taken from a worker that did not release it.
    """

    user: str
    purpose: str
    holder: str
    fence: int
    taken_over: bool = False
    _writing: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False, compare=False)

    async def write(self, store: GraphStore, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run `work`, which checks this lease, in a transaction of its own, as `GraphStore.write` does for the user.

        The lease isn't renewed meanwhile. On a database whose writers don't wait for each other, each renewal would
        make a transaction that takes longer than the pause between two of them begin again, for ever.
        """
        async with store.connection.turn_of(self.user), self._writing:
            return await store.write(work)

    async def renew(self, store: GraphStore) -> None:
        """Extend the lease; wait for a write under it, which extends it too."""
        async with self._writing:
            await store.write(self.check)

    async def check(self, tx: Transaction) -> None:
        """Extend the lease within a transaction; raise `LeaseLost` if it is held no more."""
        own = {"user": self.user, "purpose": self.purpose, "holder": self.holder, "fence": self.fence}
        if not await tx.run("keep_lease", ms=_milliseconds(), **own):
            raise LeaseLost


async def take_lease(store: GraphStore, user: str, purpose: str) -> Lease | None:
    """Take a lease that is free, has expired, or belongs to a process of this machine that ended; else return None."""
    if (lease := await _take(store, user, purpose, dead=None)) is not None:
        return lease
    rows = await store.read("read_lease", user=user, purpose=purpose)
    if not rows or not is_dead(rows[0]["holder"]):
        return None
    return await _take(store, user, purpose, dead=rows[0]["holder"])


@asynccontextmanager
async def leased(store: GraphStore, user: str, purpose: str, *, patient: bool = False) -> AsyncIterator[Lease | None]:
    """Hold a lease, renewed for as long as the block runs; yield None if another worker has it.

    Args:
        patient: wait for the other worker instead.
    """
    lease = await take_lease(store, user, purpose)
    while lease is None and patient:
        await asyncio.sleep(_POLL_S)
        lease = await take_lease(store, user, purpose)
    if lease is None:
        yield None
        return
    over = asyncio.Event()
    renewing = asyncio.create_task(_renew(store, lease, over))
    try:
        yield lease
    finally:
        over.set()
        await ended(renewing)  # if a renewal failed, the lease may be lost; the next transaction finds out
        own = {"user": user, "purpose": purpose, "holder": lease.holder, "fence": lease.fence}
        await store.write(lambda tx: tx.run("release_lease", **own))


async def _take(store: GraphStore, user: str, purpose: str, dead: str | None) -> Lease | None:
    holder = new_holder()
    own = {"user": user, "purpose": purpose, "holder": holder, "dead": dead, "ms": _milliseconds()}
    # Not in the user's queue of writers, who hold their turn for as long as they write.
    rows = await store.write(lambda tx: tx.run("take_lease", **own))
    if not rows:
        return None
    if rows[0]["before"] is not None:
        store.taken_over += 1
        _LOG.info("a lease for %s was taken over", purpose)
    return Lease(user, purpose, holder, int(rows[0]["fence"]), rows[0]["before"] is not None)


async def _renew(store: GraphStore, lease: Lease, over: asyncio.Event) -> None:
    while not over.is_set():
        with suppress(TimeoutError):
            await asyncio.wait_for(over.wait(), LEASE_S / 4)
            return
        await lease.renew(store)


def _milliseconds() -> int:
    return round(LEASE_S * 1000)


def new_holder() -> str:
    """Return a name for a worker of this process."""
    return f"{socket.gethostname()}/{os.getpid()}/{uuid4().hex}"


def is_dead(holder: str | None) -> bool:
    """Whether a worker's process ran on this machine and has ended.

    A process in another container may look dead; its lease is then taken over, and it can write nothing more.
    """
    if holder is None or sys.platform == "win32":  # on Windows the check would do harm
        return False
    host, _, rest = holder.partition("/")
    pid = rest.partition("/")[0]
    if host != socket.gethostname() or not pid.isdecimal():
        return False
    try:
        return not is_running(int(pid))
    except OSError:  # it belongs to another operating system user
        return False
