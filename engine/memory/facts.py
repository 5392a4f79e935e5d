"""The part of a memory that deals in facts and entities."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from chronomem.engine.dialogue.forgetting import Forgetting, Forgotten
from chronomem.engine.facts.merging import EntityMerging
from chronomem.engine.facts.queries import FactQueries
from chronomem.engine.facts.writing import FactBook, check_times
from chronomem.engine.memory.core import MemoryCore
from chronomem.graph_schema.database.scrubbing import scrub as scrub_files
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.facts.fact_filter import FactFilter
from chronomem.graph_schema.facts.given import GivenFact
from chronomem.graph_schema.facts.views import Axis, Change, Entity, Fact, Operation
from chronomem.graph_schema.model.checks import check_name
from chronomem.graph_schema.model.times import read_limit, read_time


class FactMemory(MemoryCore):
    """Facts of users: given, asked for, taken back. `AsyncMemory` has all of it."""

    async def add_fact(
        self,
        /,
        *,
        user: str,
        subject: str,
        predicate: str,
        object: str | None = None,  # noqa: A002 - the field's own term: subject, predicate, object
        value: str | None = None,
        valid_at: datetime | str | None = None,
        invalid_at: datetime | str | None = None,
        said_at: datetime | str | None = None,
        source: str | None = None,
        **more: Any,
    ) -> Operation:
        """Add a fact without a sentence, and return what it did to the facts that were there.

        Adding the same fact from the same source again changes nothing.

        Args:
            user: whose memory it is.
            subject: whom or what it is about: a name, an alias or an id.
            predicate: such as `lives_in`; any name may be used.
            object: name, alias or id of the entity that the subject is related to.
            value: words, where that is no entity; one of object and value is given.
            valid_at, invalid_at: when it holds, half-open. Without `valid_at` it is dated by `said_at`, with low
                confidence, and loses to dated facts; with `invalid_at` alone, it held until then.
            said_at: when it was said; left out, now. It decides between two that can't both hold from one moment on,
                so give it when you load history.
            source: where it comes from.
            more: the other fields of `GivenFact`.

        Raises:
            InvalidInput, InvalidText, InvalidTime: nothing was stored.
        """
        given = GivenFact.of(
            subject=subject,
            predicate=predicate,
            object=object,
            value=value,
            valid_at=valid_at,
            invalid_at=invalid_at,
            said_at=said_at,
            source=source,
            **more,
        )
        return (await self.add_facts([given], user=user))[0]

    async def add_facts(self, facts: Sequence[GivenFact | Mapping[str, Any]], *, user: str) -> list[Operation]:
        """Add many facts in few transactions, and return what each one did, in the order given.

        Raises:
            InvalidInput, InvalidText, InvalidTime: as `add_fact`; every fact is checked before the first is stored.
        """
        self._check_open()
        user, now = check_name(user, "user"), self._clock()
        given = [fact if isinstance(fact, GivenFact) else GivenFact.of(**fact) for fact in facts]
        zone = await self._ingest.zone(user, now, check=lambda zone: check_times(given, zone))
        return await FactBook(self._store).add(user, zone, given, now)

    async def facts(
        self,
        *,
        user: str,
        about: str | None = None,
        predicate: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        include_invalid: bool = False,
        include_negated: bool = False,
        include_opinions: bool = False,
    ) -> list[Fact]:
        """Return facts, ordered by the time at which they begin to hold.

        Args:
            user: whose memory is asked.
            about: Only facts with this entity as subject or object: a name, an alias or an id.
            predicate: Only facts with this predicate, such as lives_in.
            as_of: Only facts that hold at this time, in ISO 8601; left out, those that are not over.
            known_at: As the memory knew them at this time, except for what was forgotten since; left out, now.
            include_invalid: Also facts that were over by then, and those that were corrected or replaced.
            include_negated: Also denials: facts that are known not to be so.
            include_opinions: Also what people think, say and advise; a predicate that is asked for is given without it.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            InvalidInput, InvalidTime: a name or a time that can't be used.
        """
        wanted = FactFilter.of(
            about=about,
            predicate=predicate,
            as_of=as_of,
            known_at=known_at,
            include_invalid=include_invalid,
            include_negated=include_negated,
            include_opinions=include_opinions,
        )
        return await FactQueries(self._store).facts(await self._owner(user), wanted, now=self._clock())

    async def history(self, subject: str, predicate: str, *, user: str) -> list[Fact]:
        """Return all that was ever believed of a subject in one respect, by time, denials and corrections with it.

        Raises:
            UnknownUser: nothing was ever stored for this user.
        """
        owner = await self._owner(user)
        return await FactQueries(self._store).history(owner.id, subject, predicate)

    async def changes(
        self, since: datetime | str, until: datetime | str | None = None, *, user: str, axis: Axis = "world"
    ) -> list[Change]:
        """Return what changed from `since` up to, but not including, `until`, by time.

        Args:
            since, until: the window; without an end, up to now.
            user: whose memory is asked.
            axis: "world" for facts that began or ended; "memory" for facts that were learned, or learned to be over.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            InvalidInput, InvalidTime: an axis or a time that can't be used.
        """
        owner = await self._owner(user)
        if axis not in ("world", "memory"):
            raise InvalidInput(f"axis must be 'world' or 'memory', not {axis!r:.60}")
        start = read_time(since, owner.zone, "since")
        end = read_limit(until, owner.zone, "until") or self._clock()
        return await FactQueries(self._store).changes(owner.id, start, end, axis)

    async def entity(self, name: str, *, user: str) -> Entity | None:
        """Return an entity by its name, an alias or its id; None where there is none.

        Of one that was merged into another, the other is returned.

        Raises:
            UnknownUser: nothing was ever stored for this user.
        """
        owner = await self._owner(user)
        return await FactQueries(self._store).entity(owner.id, check_name(name, "entity"))

    async def merge_entities(self, keep: str, other: str, *, user: str) -> Entity:
        """Record that `other` is the same as `keep`, and return the entity that both are now.

        What was said of either is said of it from now on. `other` may be a name that nobody has used yet. It can be
        undone by `split_entity`.

        Args:
            keep, other: names or ids.
            user: whose memory it is.

        Raises:
            InvalidInput: there is no entity `keep`.
            UnknownUser: nothing was ever stored for this user.
        """
        owner = await self._owner(user)
        names = check_name(keep, "entity"), check_name(other, "entity")
        return await EntityMerging(self._store).merge(owner.id, *names, self._clock())

    async def split_entity(self, entity: str, *, user: str) -> Entity:
        """Undo the merge of an entity into another, and return it: what was said under its name is its own again.

        Args:
            entity: the name or id of the one that was merged into another.
            user: whose memory it is.

        Raises:
            InvalidInput: it was not merged.
            UnknownUser: nothing was ever stored for this user.
        """
        owner = await self._owner(user)
        return await EntityMerging(self._store).split(owner.id, check_name(entity, "entity"))

    async def forget(
        self,
        *,
        user: str,
        turn_ids: Sequence[str] = (),
        source: str | None = None,
        everything: bool = False,
        scrub: bool = True,
    ) -> Forgotten:
        """Take back turns, or a source, with all that only they said; or everything of a user.

        Facts that nothing else supports go; facts that only they had ended hold again. What isn't there is passed
        over. `known_at` doesn't see it any more either. What was exported or backed up before is yours to delete.

        Args:
            user: whose memory it is.
            turn_ids: the turns.
            source: the name of a source of facts.
            everything: all that there is of the user, and the user; nothing else may be named then.
            scrub: also take out of the embedded database's files what deleted records leave there. Without, that is
                left to the next call with it, or to whoever opens the folder next.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            InvalidInput: `everything` together with turns or a source.
        """
        owner = await self._owner(user)
        if everything and (turn_ids or source is not None):
            raise InvalidInput("everything is forgotten with its turns and sources; name either, not both")
        forgetting = Forgetting(self._store, self._replies)
        if everything:
            gone = await forgetting.forget_user(owner.id)
            self._indexes.drop(owner.id)
        else:
            gone = await forgetting.forget(owner.id, list(turn_ids), source)
        if scrub and (gone or everything):
            await scrub_files(self._store)
        return gone
