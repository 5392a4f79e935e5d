"""Retention with its receipts, and the change feed."""

from datetime import datetime, timedelta

from chronomem.engine.memory.facts import FactMemory
from chronomem.engine.upkeep.feed import KEPT_VERSIONS, SLACK, Feed, FeedPage
from chronomem.engine.upkeep.retention import Receipt, Retainer
from chronomem.graph_schema.database.scrubbing import scrub as scrub_files
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.model.dialogue import User
from chronomem.graph_schema.model.retention import Retention
from chronomem.graph_schema.model.times import read_time, zone_of

APPLIED_EVERY = timedelta(days=1)


class RetentionMemory(FactMemory):
    """The methods of `AsyncMemory` that apply retention policies, and that list changes."""

    async def retain(
        self,
        *,
        user: str | None = None,
        policy: Retention | None = None,
        dry_run: bool = False,
        now: datetime | str | None = None,
        only_due: bool = False,
    ) -> list[Receipt]:
        """Forget data that is older than the policies allow, or has expired; return a receipt for each batch.

        Data is forgotten as by `forget`, some hundred turns or assertions at a time; others read and write meanwhile.
        If it is interrupted, call it again. `consolidate` does the same once a day with the policies of the settings.

        Args:
            user: the user; omitted, all users.
            policy: the retention periods; omitted, `Settings.retention`.
            dry_run: only return the receipts, one for each policy, of the data that would be forgotten; nothing is
                written.
            now: the time as of which ages are counted; omitted, the current time.
            only_due: leave out users to whom the policies were applied in the last 24 hours, unless something expired.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            InvalidTime: `now` is invalid.
        """
        self._check_open()
        wanted = self._settings.retention if policy is None else policy
        moment = self._clock() if now is None else read_time(now, zone_of(self._settings.timezone), "now")
        users = [user] if user is not None else [row["user"] for row in await self._store.read("list_users")]
        if only_due:
            asked = {"now": moment.isoformat(), "since": (moment - APPLIED_EVERY).isoformat(), "users": users}
            rows = await self._store.read("find_users_due", policies=wanted != Retention(), **asked)
            users = [row["user"] for row in rows]
        done: list[Receipt] = []
        for one in users:
            owner = await self._owner(one)
            done += await Retainer(self._store, self._forgetting()).run(owner, wanted, moment, dry_run=dry_run)
        if done and not dry_run:
            await scrub_files(self._store)
        return done

    async def receipts(self, *, user: str | None = None) -> list[Receipt]:
        """Return the receipts of data that retention has erased, of a user or of all users, in order of time.

        Raises:
            UnknownUser: nothing was ever stored for this user.
        """
        self._check_open()
        one = None if user is None else (await self._owner(user)).id
        rows = await self._store.read("read_receipts", user=one)
        return [Receipt(**(row | {"hashes": tuple(row["hashes"])})) for row in rows]

    async def feed(self, *, user: str, after: str | None = None, limit: int = 1_000) -> FeedPage:
        """Return the changes after a cursor, in the order of versions: turns, facts, merges and summaries.

        Store the `cursor` of a page once its entries are dealt with, and pass it as `after`: a reader that is
        killed and comes back misses nothing. The feed reaches back over 10,000 transactions of the user at least, and
        holds no words of its own: those of facts are looked up, and forgotten data is in no page any more.

        Args:
            user: the user whose memory is read.
            after: the cursor of the page before; omitted, the beginning of the feed.
            limit: the number of entries from which on a page ends; it ends with a whole transaction.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            InvalidInput: the cursor is none of this user's feed, or older than the feed; or `limit` is not positive.
        """
        owner = await self._owner(user)
        if limit < 1:
            raise InvalidInput(f"limit must be at least 1, not {limit}")
        return await Feed(self._store).page(owner, after, limit)

    async def _prune_feed(self, owner: User) -> None:
        """Delete the events that are older than the feed reaches back, once there are many of them."""
        if owner.version - owner.feed_from > KEPT_VERSIONS + SLACK:
            before = owner.version - KEPT_VERSIONS
            await self._store.write(lambda tx: tx.run("prune_events", user=owner.id, before=before), user=owner.id)
