"""What is done to a memory as a whole: checked, looked over, carried elsewhere, kept safe."""

import asyncio
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from chronomem.engine.dialogue.storing import Progress
from chronomem.engine.extraction.queue_states import QueuedTurns, queued_turns
from chronomem.engine.extraction.queue_states import retry as retry_queued
from chronomem.engine.memory.core import MemoryCore
from chronomem.engine.timeline.timeline import TimelinePeriod, grain_of, timeline_period
from chronomem.engine.timeline.topics import Persona, Topic, month_id, persona, topic
from chronomem.engine.upkeep.doctor import Doctor, Report
from chronomem.engine.upkeep.export_file import check_file
from chronomem.engine.upkeep.transfer import Export, Load, Transferred
from chronomem.engine.upkeep.usage import Usage
from chronomem.graph_schema.embedded import backup
from chronomem.graph_schema.model.dialogue import User
from chronomem.graph_schema.model.times import read_limit
from chronomem.graph_schema.version import extractor_version


@dataclass(frozen=True)
class Stats:
    """How much is stored: for one user, or for all."""

    turns: int
    sessions: int
    entities: int
    periods: int


class UpkeepMemory(MemoryCore):
    """The part of a memory that looks after it."""

    async def users(self) -> list[str]:
        """Return the ids of all users, sorted."""
        self._check_open()
        return [row["user"] for row in await self._store.read("list_users")]

    async def stats(self, *, user: str | None = None) -> Stats:
        """Return how much is stored for a user, or for all.

        Raises:
            UnknownUser: nothing was ever stored for this user.
        """
        self._check_open()
        if user is None:
            return Stats(**(await self._store.read("count_all"))[0])
        owner = await self._owner(user)
        return Stats(**(await self._store.read("count_user", user=owner.id))[0])

    async def queue(self, *, user: str | None = None, retry: bool = False) -> list[QueuedTurns]:
        """Return the turns that wait for extraction, by user and state, with those whose extraction failed.

        Args:
            user: the user; omitted, all users.
            retry: first make turns that failed due at once, those that were set aside included.

        Raises:
            UnknownUser: nothing was ever stored for this user.
        """
        users = await self.users() if user is None else [(await self._owner(user)).id]
        if retry:
            for one in users:
                await retry_queued(self._store, one)
        return await queued_turns(self._store, users, self._clock(), extractor_version(self._settings.pipeline))

    async def doctor(self, *, user: str | None = None, fix: bool = False) -> Report:
        """Check that all holds that has to hold in the graph: calendar, sessions, counts, versions, embeddings.

        May be called while others read and write. A healthy graph has no findings.

        Args:
            user: whose graph; left out, everybody's.
            fix: put right what is wrong. Nothing that was said is changed or lost by it.

        Raises:
            UnknownUser: nothing was ever stored for this user.
        """
        self._check_open()
        users = None if user is None else [(await self._owner(user)).id]
        doctor = Doctor(self._store, self._embedder, timezone=self._settings.timezone, now=self._clock())
        return await doctor.run(users, fix=fix)

    async def usage(self, *, user: str | None = None) -> list[Usage]:
        """Return what language models were asked and what it took in tokens, by user, purpose and model.

        It is counted in the graph, from the first call on; what came from the cache is counted apart. What an embedder
        takes is not in it.

        Args:
            user: for whom; left out, for everybody.

        Raises:
            UnknownUser: nothing was ever stored for this user.
        """
        self._check_open()
        return await self._ledger.usage(None if user is None else (await self._owner(user)).id)

    async def timeline(
        self,
        *,
        user: str,
        grain: str = "month",
        since: datetime | str | None = None,
        until: datetime | str | None = None,
    ) -> list[TimelinePeriod]:
        """Return the periods in which something was said, in their order, with how much was said by whom.

        Args:
            user: whose memory it is.
            grain: day, week, month or year.
            since, until: only periods that this time touches, `until` not included; a naive time is read in the
                user's timezone.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            InvalidInput, InvalidTime: `grain`, `since` or `until` can't be used.
        """
        owner = await self._owner(user)
        limits = {
            "since": read_limit(since, owner.zone, "since"),
            "until": read_limit(until, owner.zone, "until"),
        }
        rows = await self._store.read("timeline", user=owner.id, grain=grain_of(grain).value, **limits)
        return [timeline_period(row, owner.zone) for row in rows]

    async def topics(self, *, user: str, month: str | None = None) -> list[Topic]:
        """Return what months were about, in order of time, what came up most in a month first.

        They are made by `consolidate` where the settings name the structure `topics`.

        Args:
            user: whose memory it is.
            month: only this one, such as `2024-05`.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            InvalidTime: `month` is none.
        """
        owner, month = await self._month(user, month)
        return [topic(row, owner.zone) for row in await self._store.read("read_topics", user=owner.id, month=month)]

    async def personas(self, *, user: str, month: str | None = None) -> list[Persona]:
        """Return how the speakers showed themselves in the topics of months; otherwise as `topics`."""
        owner, month = await self._month(user, month)
        return [persona(row, owner.zone) for row in await self._store.read("read_personas", user=owner.id, month=month)]

    async def export(
        self,
        path: str | Path,
        *,
        user: str | None = None,
        embeddings: bool = True,
        progress: Progress | None = None,
    ) -> Transferred:
        """Write everything of a user, or of all, into a file of JSON lines, which `load` reads.

        The same graph gives the same bytes. Each user is written as it was at one moment, whoever writes meanwhile.

        Args:
            path: the file; one that is there is replaced when the new one is complete.
            user: whose; left out, everybody's.
            embeddings: include the vectors. Without them the file is about a third of the size, and they are made
                anew on loading.
            progress: called after each user with the number of lines so far.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            InvalidInput: the file can't be written.
        """
        users = sorted(await self.users()) if user is None else [(await self._owner(user)).id]
        export = Export(self._store, self._embedder, embeddings=embeddings)
        return await export.run(Path(path), users, progress)

    async def load(self, path: str | Path, *, progress: Progress | None = None) -> Transferred:
        """Read what `export` wrote into this memory.

        A user who is here already just as in the file is left alone; after an interruption, run it again. Store nothing
        else for a user until it is loaded.

        Args:
            path: the file.
            progress: called with 1 after each line.

        Raises:
            InvalidRecord: the file was written by a newer version, is damaged, or has a user of whom there are
                other memories here; the message names the line.
        """
        self._check_open()
        return await Load(self._store, self._embedder).run(Path(path), progress)

    async def backup(self, path: str | Path) -> None:
        """Copy the embedded database into one file while it is in use; `restore` makes a folder from it.

        Raises:
            DatabaseError: the database is a server's, which has ways of its own for this, or the backup failed.
            InvalidInput, FolderUnusable: the file can't be written.
        """
        self._check_open()
        await self._store.connection.back_up(check_file(Path(path)))

    @staticmethod
    async def restore(path: str | Path, folder: str | Path) -> None:
        """Make a data folder, which must not be there yet, from a backup; then `open` it.

        Raises:
            InvalidRecord: the file is no backup, is damaged, or was written by a newer version.
            FolderUnusable: the folder holds something already, or can't be written.
        """
        await asyncio.to_thread(backup.restore, Path(path), Path(folder))

    async def _month(self, user: str, month: str | None) -> tuple[User, str | None]:
        owner = await self._owner(user)
        return owner, None if month is None else month_id(month, owner.zone)
