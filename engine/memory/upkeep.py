"""Maintenance: totals and usage, overviews, checks, export and load, backup and restore."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

from chronomem.engine.dialogue.storing import Progress
from chronomem.engine.extraction.queue_states import QueuedTurns, queued_turns
from chronomem.engine.extraction.queue_states import retry as retry_queued
from chronomem.engine.memory.core import MemoryCore
from chronomem.engine.timeline.timeline import TimelinePeriod, filtered_timeline, grain_of, timeline_period
from chronomem.engine.timeline.topics import Persona, Topic, month_id, persona, topic
from chronomem.engine.upkeep.derived import Derived
from chronomem.engine.upkeep.doctor import Doctor, Report
from chronomem.engine.upkeep.export_file import check_file
from chronomem.engine.upkeep.transfer import Export, Load, Transferred
from chronomem.engine.upkeep.usage import Usage
from chronomem.graph_schema.embedded import backup
from chronomem.graph_schema.model.checks import check_count
from chronomem.graph_schema.model.dialogue import User
from chronomem.graph_schema.model.times import read_limit
from chronomem.graph_schema.model.turn_filter import TurnFilter
from chronomem.graph_schema.version import extractor_version


@dataclass(frozen=True)
class Stats:
    """The number of stored turns, sessions, entities, facts that are believed, and periods, of one user or of all."""

    turns: int
    sessions: int
    entities: int
    facts: int
    periods: int


class UpkeepMemory(MemoryCore):
    """The methods of `AsyncMemory` for overviews and maintenance."""

    async def ping(self) -> None:
        """Raise `DatabaseUnavailable` unless the database answers."""
        self._check_open()
        await self._store.read("read_schema")

    async def users(self) -> list[str]:
        """Return the ids of all users, sorted."""
        self._check_open()
        return [row["user"] for row in await self._store.read("list_users")]

    async def stats(self, *, user: str | None = None) -> Stats:
        """Return the totals of a user, or of all users.

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

    async def derive(self, *, dry_run: bool = False, limit: int = 50) -> Derived:
        """Derive the facts of all users anew by the ontology of the settings, from the assertions that are there.

        Do so after the ontology changed; until then, nothing that derives facts can be written. Turns that may tell
        other things now are queued, and the next `consolidate` extracts them again. After an interruption, call it
        again.

        Args:
            dry_run: only return the changes that would be made; nothing is written.
            limit: the maximum number of differences to return as facts; all are counted.

        Raises:
            InvalidInput: `limit` is negative.
        """
        self._check_open()
        check_count("limit", limit)
        from chronomem.engine.upkeep.rederivation import Rederivation  # imports the language rules

        return await Rederivation(self._store, self._settings.ontology, self._clock).run(dry_run=dry_run, limit=limit)

    async def doctor(self, *, user: str | None = None, fix: bool = False) -> Report:
        """Check the integrity of the graph: calendar, sessions, counts, versions, embeddings.

        It may run while others read and write. A healthy graph has no findings.

        Args:
            user: the user whose graph is checked; omitted, all users.
            fix: repair the findings. No turn is changed or lost by it.

        Raises:
            UnknownUser: nothing was ever stored for this user.
        """
        self._check_open()
        users = None if user is None else [(await self._owner(user)).id]
        doctor = Doctor(self._store, self._embedder, timezone=self._settings.timezone, now=self._clock())
        return await doctor.run(users, fix=fix)

    async def usage(self, *, user: str | None = None) -> list[Usage]:
        """Return the usage of language models, in requests and tokens, by user, purpose and model.

        The graph holds the totals since the first call. Replies from the cache are counted separately. Embedders are
        not included.

        Args:
            user: only the usage for this user; omitted, for all users.

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
        where: Mapping[str, Any] | str | None = None,
        speakers: Sequence[str] | None = None,
        roles: Sequence[str] | None = None,
    ) -> list[TimelinePeriod]:
        """Return the periods that have turns, in order, with the number of turns and the speakers.

        Args:
            user: the user whose memory is asked.
            grain: day, week, month or year.
            since, until: only periods that overlap this half-open time range; a naive time is in the user's timezone.
            where, speakers, roles: count only the turns that pass this filter, as for `recall`; then periods have no
                summaries, which are of all turns.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            InvalidInput, InvalidTime: `grain`, `since` or `until` is invalid.
        """
        owner = await self._owner(user)
        limits = {"since": read_limit(since, owner.zone, "since"), "until": read_limit(until, owner.zone, "until")}
        size = grain_of(grain)
        wanted = TurnFilter.of(where={} if where is None else where, speakers=speakers, roles=roles)
        if not wanted.is_open:
            async with self._indexes.current(owner.id) as (owner, index, _):
                admitted = await self._indexes.admitted(owner, index, wanted)
                turns = [index.turns[number] for number in np.flatnonzero(admitted).tolist()]
            return filtered_timeline({turn.id: turn for turn in turns}.values(), size, owner.zone, **limits)
        rows = await self._store.read("timeline", user=owner.id, grain=size.value, **limits)
        return [timeline_period(row, owner.zone) for row in rows]

    async def topics(self, *, user: str, month: str | None = None) -> list[Topic]:
        """Return the topics of each month, in order of time, the most frequent of a month first.

        `consolidate` creates them if the settings name the structure `topics`.

        Args:
            user: the user whose memory is asked.
            month: only this month, such as `2024-05`.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            InvalidTime: `month` is not a month.
        """
        owner, month = await self._month(user, month)
        return [topic(row, owner.zone) for row in await self._store.read("read_topics", user=owner.id, month=month)]

    async def personas(self, *, user: str, month: str | None = None) -> list[Persona]:
        """Return the personas of the speakers in the topics of each month; otherwise like `topics`."""
        owner, month = await self._month(user, month)
        return [persona(row, owner.zone) for row in await self._store.read("read_personas", user=owner.id, month=month)]

    async def export(
        self, path: str | Path, *, user: str | None = None, embeddings: bool = True, progress: Progress | None = None
    ) -> Transferred:
        """Write all data of a user, or of all users, to a JSON Lines file, which `load` reads.

        The same graph gives the same bytes. The data of each user is a consistent snapshot, even while others write.

        Args:
            path: the file; an existing file is replaced once the new one is complete.
            user: only this user; omitted, all users.
            embeddings: include the vectors. Without them the file is about a third of the size, and `load` computes
                them anew.
            progress: called after each user with the number of lines so far.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            InvalidInput: the file can't be written.
        """
        users = sorted(await self.users()) if user is None else [(await self._owner(user)).id]
        export = Export(self._store, self._embedder, embeddings=embeddings)
        return await export.run(Path(path), users, progress)

    async def load(self, path: str | Path, *, progress: Progress | None = None) -> Transferred:
        """Load a file that `export` wrote into this memory.

        A user whose data is already here, identical to the file, is skipped; so repeat the call after an interruption.
        Store nothing else for a user until its data is loaded.

        Args:
            path: the file.
            progress: called with 1 after each line.

        Raises:
            InvalidRecord: a newer version wrote the file, it is damaged, or it holds a user for whom this memory holds
                other data; the message names the line.
        """
        self._check_open()
        return await Load(self._store, self._embedder).run(Path(path), progress)

    async def backup(self, path: str | Path) -> None:
        """Back up the embedded database to one file, while it is in use; `restore` turns the file into a folder.

        Raises:
            DatabaseError: the backup failed, or the database is on a server, which has its own backup tools.
            InvalidInput, FolderUnusable: the file can't be written.
        """
        self._check_open()
        await self._store.connection.back_up(check_file(Path(path)))

    @staticmethod
    async def restore(path: str | Path, folder: str | Path) -> None:
        """Restore a backup into a new data folder, which you can then `open`.

        Raises:
            InvalidRecord: the file is not a backup, is damaged, or was written by a newer version.
            FolderUnusable: the folder is not empty, or can't be written.
        """
        await asyncio.to_thread(backup.restore, Path(path), Path(folder))

    async def _month(self, user: str, month: str | None) -> tuple[User, str | None]:
        owner = await self._owner(user)
        return owner, None if month is None else month_id(month, owner.zone)
