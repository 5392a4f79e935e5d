"""What is done to a memory as a whole: checked, looked over, carried elsewhere, kept safe."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from chronomem.engine.memory.core import Closable
from chronomem.engine.settings import Settings
from chronomem.engine.timeline.timeline import TimelinePeriod, grain_of, timeline_period
from chronomem.engine.timeline.topics import Persona, Topic, month_id, persona, topic
from chronomem.engine.upkeep.doctor import Doctor, Report
from chronomem.engine.upkeep.export_file import check_file
from chronomem.engine.upkeep.transfer import Export, Load, Transferred
from chronomem.engine.upkeep.usage import GraphLedger, Usage
from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.embedded import backup
from chronomem.graph_schema.errors import UnknownUser
from chronomem.graph_schema.model.checks import check_name
from chronomem.graph_schema.model.times import read_limit, zone_of

Clock = Callable[[], datetime]
Progress = Callable[[int], None]


class Upkeep(Closable):
    """The part of a memory that looks after it."""

    _store: GraphStore
    _settings: Settings
    _embedder: Embedder
    _clock: Clock
    _ledger: GraphLedger

    async def doctor(self, *, user: str | None = None, fix: bool = False) -> Report:
        """Check that all holds that has to hold in the graph: calendar, sessions, counts, versions, embeddings.

        May be called while others read and write. A healthy graph has no findings.

        Args:
            user: whose graph; left out, everybody's.
            fix: put right what is wrong. Nothing that was said is changed or lost by it.

        Raises:
            UnknownUser: nothing was ever stored for this user.
        """
        users = None if user is None else [await self._known(user)]
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
        return await self._ledger.usage(None if user is None else await self._known(user))

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
        user, zone = await self._zone_of(user)
        limits = {what: read_limit(value, zone, what) for what, value in (("since", since), ("until", until))}
        rows = await self._store.read("timeline", user=user, grain=grain_of(grain).value, **limits)
        return [timeline_period(row, zone) for row in rows]

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
        user, zone, month = await self._month(user, month)
        return [topic(row, zone) for row in await self._store.read("read_topics", user=user, month=month)]

    async def personas(self, *, user: str, month: str | None = None) -> list[Persona]:
        """Return how the speakers showed themselves in the topics of months; otherwise as `topics`."""
        user, zone, month = await self._month(user, month)
        return [persona(row, zone) for row in await self._store.read("read_personas", user=user, month=month)]

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
        if user is not None:
            users = [await self._known(user)]
        else:
            self._check_open()
            users = sorted(row["user"] for row in await self._store.read("list_users"))
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

    async def _month(self, user: str, month: str | None) -> tuple[str, ZoneInfo, str | None]:
        user, zone = await self._zone_of(user)
        return user, zone, None if month is None else month_id(month, zone)

    async def _zone_of(self, user: str) -> tuple[str, ZoneInfo]:
        """Return a user's name as it is stored, and the user's timezone."""
        user = await self._known(user)
        return user, zone_of((await self._store.read("read_user", user=user))[0]["timezone"])

    async def _known(self, user: str) -> str:
        """Return a user's name as it is stored; raise `UnknownUser` where nothing is."""
        self._check_open()
        user = check_name(user, "user")
        if not await self._store.read("read_user", user=user):
            raise UnknownUser(f"nothing was ever stored for user {user!r}; add turns first, or check the name")
        return user
