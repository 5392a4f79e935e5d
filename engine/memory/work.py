"""Consolidation: of one user, of all, and in pieces, by workers that come back."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from chronomem.engine.dialogue.storing import Progress
from chronomem.engine.extraction.extracted import Extracted
from chronomem.engine.memory.consolidated import Backlog, Consolidated, Drained
from chronomem.engine.memory.retention import APPLIED_EVERY, RetentionMemory
from chronomem.graph_schema.database.migrations import make_all_due
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.schema import read_schema
from chronomem.graph_schema.database.scrubbing import scrub
from chronomem.graph_schema.errors import InvalidInput, UnknownUser
from chronomem.graph_schema.model.batches import Allowance
from chronomem.graph_schema.model.checks import check_count, check_name
from chronomem.graph_schema.model.dialogue import User
from chronomem.graph_schema.model.retention import Retention
from chronomem.graph_schema.model.times import milliseconds, read_time, utc_time
from chronomem.graph_schema.version import extractor_version

if TYPE_CHECKING:
    from chronomem.engine.memory.consolidator import Consolidator

_RETRY = timedelta(minutes=11)
"""When turns that failed are tried again: after every pause of the extraction queue."""
_LEFT = timedelta(seconds=5)
"""When work that was left to another worker is looked at again: that worker may have been killed."""
_AT_ONCE = 50
"""The number of due users that are looked up together."""
_ANY_ZONE = timedelta(hours=15)
"""No local time is further ahead of UTC."""


class WorkMemory(RetentionMemory):
    """The methods of `AsyncMemory` that make long-term memory of stored turns."""

    @cached_property
    def _consolidator(self) -> "Consolidator":
        # The parser takes longer to import than everything else together, and most calls don't need it.
        from chronomem.engine.memory.consolidator import Consolidator

        return Consolidator(self._store, self._settings, self._embedder, self._clock, self._model)

    async def consolidate(
        self,
        *,
        user: str | None = None,
        now: datetime | str | None = None,
        budget: int | None = None,
        rewrite: bool = False,
        progress: Progress | None = None,
    ) -> Consolidated:
        """Build long-term memory from the stored turns.

        First, times, entities and facts are extracted from new turns. Then the structures that the settings name are
        brought up to date. It may be called at any time, by several processes at once, and again after a crash; if
        nothing is due, nothing is written.

        Args:
            user: the user to consolidate; omitted, all users.
            now: the time as of which the structures are brought up to date; omitted, the current time.
            budget: the maximum number of tokens to spend on language models; the rest is done without them.
            rewrite: have the language model write the summaries that were made without it. A budget that is spent
                leaves the rest as they are, until the model is asked again.
            progress: called after each batch of extraction with the number of its turns, and after each unit of a
                structure with the number of memories that it created.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            InvalidTime, InvalidInput: `now` or `budget` is invalid, or `rewrite` is asked for and the settings don't
                say that a model writes the summaries.
        """
        self._check_open()
        if budget is not None:
            check_count("budget", budget)
        if rewrite and (self._model is None or self._settings.summaries != "model"):
            raise InvalidInput("rewrite needs a language model that writes summaries: Settings(summaries='model', …)")
        one = None if user is None else check_name(user, "user")
        if self._model is None:
            return await self._consolidate(one, now, progress)
        with self._model.run(budget) as run:
            if rewrite:
                await self._reopen(one, now)
            done = await self._consolidate(one, now, progress)
        return replace(done, tokens=dict(run.by_purpose))

    async def drain(self, user: str, *, turns: int = 500, seconds: float = 30.0) -> Drained:
        """Do some of the work that is due for one user: extract from new turns, then bring the structures up to date.

        Workers call it for one user after the other. Several may call it at once, and each may be killed at any time:
        a lease in the graph leaves each piece of work to one of them, and the next call goes on after the last unit.

        Args:
            user: the user.
            turns: the number of turns from which on no further batch is extracted; a batch has up to 250.
            seconds: the time after which no further unit of work begins.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            InvalidInput: `turns` is not a whole number from 0.
        """
        check_count("turns", turns)
        owner = await self._owner(user)
        if self._model is None:
            drained = await self._drain(owner, Allowance(turns, seconds))
        else:
            with self._model.run(None) as run:
                drained = await self._drain(owner, Allowance(turns, seconds))
            drained = replace(drained, done=replace(drained.done, tokens=dict(run.by_purpose)))
        await scrub(self._store)  # memories of forgotten turns were deleted
        return drained

    async def due_users(self, *, limit: int = 100, quiet: timedelta = timedelta(0)) -> list[str]:
        """Return the users for whom work is due, those first that have waited longest.

        Args:
            limit: the maximum number of users.
            quiet: leave out users for whom it is due no longer than that.
        """
        self._check_open()
        check_count("limit", limit)
        await self._note_settings()
        until = milliseconds(self._clock() - quiet)
        return [row["user"] for row in await self._page(until, 0, "", limit)]

    async def postpone(self, user: str, pause: timedelta) -> None:
        """Let the work for a user wait: it can't be done at the moment."""
        self._check_open()
        values = {"user": user, "due_at": milliseconds(self._clock() + pause)}
        await self._store.write(lambda tx: tx.run("postpone_user", **values), user=user)

    async def backlog(self) -> Backlog:
        """Return how much work is due, and since when; its cost doesn't depend on users for whom nothing is."""
        self._check_open()
        now = self._clock()
        due = (await self._store.read("count_due_users", until=milliseconds(now)))[0]
        waited = 0 if due["since"] is None else milliseconds(now) - int(due["since"])
        return Backlog(int(due["users"]), timedelta(milliseconds=waited), self._store.taken_over, self._store.retries)

    async def _consolidate(
        self, user: str | None, now: datetime | str | None, progress: Progress | None
    ) -> Consolidated:
        if user is None:
            done = await self._consolidate_all(now, progress)
        else:
            owner = await self._indexes.user(user)
            done = (await self._drain(owner, Allowance(), now, progress, patient=True)).done
        await scrub(self._store)  # memories of forgotten turns were deleted
        return done

    async def _reopen(self, user: str | None, now: datetime | str | None) -> None:
        """Make the summaries due that were written without a language model."""
        from chronomem.engine.consolidation.rewriting import reopen_extractive  # it imports all structures

        every = [row["user"] for row in await self._store.read("list_users")] if user is None else [user]
        for each in every:
            owner = await self._owner(each)
            await reopen_extractive(self._store, owner.id, self._consolidator.sleep.names, self._moment(now, owner))
            await self.postpone(owner.id, timedelta(0))

    async def _consolidate_all(self, now: datetime | str | None, progress: Progress | None) -> Consolidated:
        """Consolidate whoever has work due, some users at a time; last those on whom another process works."""
        await self._note_settings()
        # Without a model, one user at a time: whom this process holds back, another could have consolidated meanwhile.
        at_once = 1 if self._model is None else self._model.settings.concurrency
        slots, found, left = asyncio.Semaphore(at_once), list[Consolidated](), list[str]()

        async def drain(user: str, *, patient: bool) -> None:
            async with slots:
                try:
                    owner = await self._indexes.user(user)
                    drained = await self._drain(owner, Allowance(), now, progress, patient=patient)
                except UnknownUser:
                    return  # was forgotten meanwhile
                if drained.left and not patient:
                    left.append(user)
                    drained = replace(drained, done=replace(drained.done, slept=replace(drained.done.slept, left=())))
                found.append(drained.done)

        async for page in self._due_pages(now):
            await _all_of(drain(row["user"], patient=False) for row in page)
        await _all_of(drain(user, patient=True) for user in left)
        return sum(found, Consolidated())

    async def _due_pages(self, now: datetime | str | None) -> AsyncIterator[list[Row]]:
        moment = self._clock()
        if now is not None:
            moment = max(moment, read_time(now, UTC, "now") + _ANY_ZONE)
        until, after, last = milliseconds(moment), 0, ""
        while page := await self._page(until, after, last, _AT_ONCE):
            yield page
            after, last = page[-1]["due_at"], page[-1]["user"]

    async def _page(self, until: int, after: int, last: str, limit: int) -> list[Row]:
        return await self._store.read("list_due_users", until=until, after=after, last=last, limit=limit)

    async def _drain(
        self,
        owner: User,
        allowance: Allowance,
        now: datetime | str | None = None,
        progress: Progress | None = None,
        *,
        patient: bool = False,
    ) -> Drained:
        work = self._consolidator
        await self.retain(user=owner.id, now=now, only_due=True)
        extracted, left = await work.extraction.drain(owner.id, allowance, progress, patient=patient)
        await self._prune_feed(owner)
        slept = await work.sleep.run(owner, self._moment(now, owner), progress, allowance)
        left = left or bool(slept.left)
        more = slept.unfinished or (allowance.is_spent and await work.extraction.is_due(owner.id))
        await self._settle(owner.id, extracted, left=left)
        return Drained(Consolidated.of(extracted, slept), left=left, more=more)

    async def _settle(self, user: str, extracted: Extracted, *, left: bool) -> None:
        """Note when there is work for a user next, unless something came in since it was looked for."""
        structures = self._consolidator.sleep.names
        rows = await self._store.read("read_due", user=user, structures=structures, extractor=self._extractor)
        if not rows:
            return
        row, now = rows[0], self._clock()
        moments = [utc_time(row[what]) for what in ("entry", "structure", "expiry")]
        if row["waiting"] or row["current"] < len(structures):  # left, failed, or come in meanwhile
            pause = _RETRY if extracted.failed else _LEFT if left else timedelta(0)
            moments.append(now + pause)
        if self._settings.retention != Retention():
            moments.append(now if row["retained"] is None else utc_time(row["retained"]) + APPLIED_EVERY)
        due = min((moment for moment in moments if moment is not None), default=None)
        due_at = None if due is None else milliseconds(due)
        if due_at == row["due_at"]:
            return  # nothing is written where nothing was due
        # The worker that has what was left knows better when something is due next; it may have ended just now.
        before = row["due_at"] if left else None
        values = {"user": user, "touched": row["touched"], "due_at": due_at, "before": before}
        await self._store.write(lambda tx: tx.run("settle_user", **values), user=user)

    async def _note_settings(self) -> None:
        """Make every user due where the settings ask for other work than those that were in use before.

        A process looks once, so that two with different settings don't wake everybody in turns.
        """
        if self._has_noted_settings:
            return
        structures = ",".join(self._settings.structures)
        work = f"{self._extractor}|{structures}|{self._settings.retention.model_dump_json()}"
        schema = await read_schema(self._store)
        if schema is not None and schema["work"] != work:
            await make_all_due(self._store)
            await self._store.execute("write_work", work=work)
        self._has_noted_settings = True

    @property
    def _extractor(self) -> str:
        return extractor_version(self._settings.pipeline)


async def _all_of(work: Iterable[Awaitable[None]]) -> None:
    """Wait for all; raise the first error in the end, since what is cancelled in a statement costs its connection."""
    for error in await asyncio.gather(*work, return_exceptions=True):
        if error is not None:
            raise error
