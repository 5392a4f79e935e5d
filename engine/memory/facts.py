"""Adding, querying and forgetting facts, and merging entities."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from chronomem.engine.dialogue.forgetting import Forgetting, Forgotten
from chronomem.engine.facts.correcting import CHANGEABLE, Corrections
from chronomem.engine.facts.merging import EntityMerging
from chronomem.engine.facts.queries import FactQueries
from chronomem.engine.facts.writing import FactBook, check_times, check_words
from chronomem.engine.memory.searching import SearchingMemory
from chronomem.graph_schema.database.scrubbing import scrub as scrub_files
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.facts.claims import BEGINNING
from chronomem.graph_schema.facts.fact_filter import FactFilter
from chronomem.graph_schema.facts.given import MAX_VALUE, GivenFact
from chronomem.graph_schema.facts.predicates import STANDING
from chronomem.graph_schema.facts.views import Axis, Change, Entity, Fact, Operation
from chronomem.graph_schema.model.checks import check_name, check_text
from chronomem.graph_schema.model.times import read_limit, read_time
from chronomem.graph_schema.model.turn_filter import metadata_text


class FactMemory(SearchingMemory):
    """The methods of `AsyncMemory` that deal with facts and entities."""

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
        """Add a fact directly, without a turn, and return its effect on the existing facts.

        Adding the same fact from the same source again changes nothing.

        Args:
            user: the user whose memory stores the fact.
            subject: the entity that the fact is about: a name, an alias or an id.
            predicate: a predicate such as `lives_in`; any name is allowed.
            object: the entity that the subject is related to: a name, an alias or an id.
            value: a text in place of an entity; give either `object` or `value`.
            valid_at, invalid_at: the half-open interval in which the fact holds. Without `valid_at`, the fact is dated
                by `said_at`, with low confidence, and loses to dated facts; with `invalid_at` alone, it held until
                then.
            said_at: when the fact was stated; omitted, now. Of two facts that can't both hold from the same moment on,
                the one stated later wins, so pass it when you load history.
            source: the name of the fact's source.
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
        """Add many facts in few transactions, and return the operation of each, in the order given.

        Raises:
            InvalidInput, InvalidText, InvalidTime: as for `add_fact`; every fact is checked before the first is stored.
        """
        self._check_open()
        user, now = check_name(user, "user"), self._clock()
        given = [fact if isinstance(fact, GivenFact) else GivenFact.of(**fact) for fact in facts]
        check_words(given, self._store.vocabulary)
        zone = await self._ingest.zone(user, now, check=lambda zone: check_times(given, zone))
        return await FactBook(self._store).add(user, zone, given, now)

    async def correct(self, fact_id: str, /, *, user: str, reason: str | None = None, **changes: Any) -> Operation:
        """Replace a wrong fact by the right one, and return the operation.

        The correction is an assertion of the source `operator`. It outranks assertions of turns said before it, and it
        stays when those turns are extracted again. The wrong fact holds for no time any more; `history` shows it with
        the reason. The correction is forgotten together with the last of the turns and sources that stated the fact.

        Args:
            fact_id: the `id` of the fact.
            user: the user whose fact it is.
            reason: why the fact is wrong; it is kept with both facts.
            changes: the fields that differ: `subject`, `predicate`, `object` or `value`, `valid_at`, `invalid_at`,
                `negated`, `details`; as for `add_fact`.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            InvalidInput, InvalidText, InvalidTime: there is no such fact, it was retracted before, nothing differs, or
                a change is invalid. Nothing was stored.
        """
        if unknown := sorted(changes.keys() - set(CHANGEABLE)):
            raise InvalidInput(f"a correction can't change {unknown[0]!r:.60}; it can change {', '.join(CHANGEABLE)}")
        if not changes:
            raise InvalidInput("name the fields that differ, or retract the fact")
        return await self._correct(fact_id, user, changes, reason)

    async def retract(self, fact_id: str, /, *, user: str, reason: str | None = None) -> Operation:
        """Retract a wrong fact without stating another; otherwise like `correct`.

        Facts that it had ended hold again.
        """
        return await self._correct(fact_id, user, None, reason)

    async def _correct(
        self, fact_id: str, user: str, changes: Mapping[str, Any] | None, reason: str | None
    ) -> Operation:
        owner = await self._owner(user)
        why = None if reason is None else check_text(reason, "reason", limit=MAX_VALUE)
        corrections = Corrections(self._store)
        return await corrections.correct(
            owner.id, owner.zone, check_name(fact_id, "fact id"), changes, why, self._clock()
        )

    async def facts(
        self,
        *,
        user: str,
        matching: str | None = None,
        limit: int | None = None,
        about: str | None = None,
        predicate: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        include_invalid: bool = False,
        include_negated: bool = False,
        include_minor: bool | None = None,
        where: Mapping[str, Any] | str | None = None,
        said_since: datetime | str | None = None,
        said_until: datetime | str | None = None,
        said_by: str | None = None,
        said_as: str | None = None,
    ) -> list[Fact]:
        """Return facts, ordered by the time at which they start to hold; those that match a text, by their scores.

        Args:
            user: The user whose memory is asked.
            matching: Only facts that match this text, by their words or by their meaning, the best first, with scores.
            limit: At most this many facts; omitted, the 10 best that match a text, and all without a text.
            about: Only facts with this entity as subject or object: a name, an alias or an id. Relations that have a
                converse have it as their subject: whose child somebody is, is their parent.
            predicate: Only facts with this predicate, such as lives_in.
            as_of: Only facts that hold at this time (ISO 8601); omitted, facts that have not ended.
            known_at: Facts as the memory knew them at this time, without what was forgotten since; omitted, now.
            include_invalid: Also facts that had ended by then, and facts that were corrected or replaced.
            include_negated: Also denials: facts known not to be true.
            include_minor: Whether minor facts are among them: opinions, moods, courtesies and details told once;
                omitted, where a text is matched, or if the predicate is minor or open.
            where: Only facts stated in a turn whose metadata has these values, as a JSON object of one value or a list
                of values for each key.
            said_since: Only facts stated in a turn said from this time on.
            said_until: Only facts stated in a turn said before this time.
            said_by: Only facts stated in a turn of this speaker.
            said_as: Only facts stated in a turn of this role, such as user.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            InvalidInput, InvalidTime: a name, a time or a condition is invalid.
        """
        wanted = FactFilter.of(
            matching=matching,
            limit=limit,
            about=about,
            predicate=predicate,
            as_of=as_of,
            known_at=known_at,
            include_invalid=include_invalid,
            include_negated=include_negated,
            include_minor=include_minor,
            where=metadata_text(where) if isinstance(where, Mapping) else where,
            said_since=said_since,
            said_until=said_until,
            said_by=said_by,
            said_as=said_as,
        )
        owner, now = await self._owner(user), self._clock()
        if wanted.matching is None:
            return await FactQueries(self._store).facts(owner, wanted, now=now)
        return await self._matching(wanted.matching, owner, wanted, now)

    async def instructions(self, *, user: str, as_of: datetime | str | None = None) -> list[Fact]:
        """Return what a user asked for in every answer and hasn't taken back: instructions, and names to be called by.

        A fact that is negated is an instruction never to do something.

        Args:
            user: the user whose memory is asked.
            as_of: those that hold at this time (ISO 8601); omitted, those that have not ended.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            InvalidTime: the time is invalid.
        """
        found = [
            fact
            for predicate in sorted(STANDING - {"prefers"})
            for fact in await self.facts(user=user, predicate=predicate, as_of=as_of, include_negated=True)
        ]
        return sorted(found, key=lambda fact: (fact.valid_at or BEGINNING, fact.id))

    async def history(self, subject: str, predicate: str, *, user: str) -> list[Fact]:
        """Return every fact ever believed about a subject and predicate, by time, with denials and corrections.

        Predicates of the same group, such as `likes` and `dislikes`, are included.

        Raises:
            UnknownUser: nothing was ever stored for this user.
        """
        owner = await self._owner(user)
        return await FactQueries(self._store).history(owner, subject, predicate)

    async def changes(
        self,
        since: datetime | str,
        until: datetime | str | None = None,
        *,
        user: str,
        axis: Axis = "world",
        include_minor: bool = False,
    ) -> list[Change]:
        """Return the changes from `since` until `until`, by time.

        Args:
            since, until: the half-open time range; `until` omitted, up to now.
            user: the user whose memory is asked.
            axis: "world" for facts that began or ended then; "memory" for facts that the memory learned then, or
                learned to have ended.
            include_minor: also those of minor facts.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            InvalidInput, InvalidTime: `axis` or a time is invalid.
        """
        owner = await self._owner(user)
        if axis not in ("world", "memory"):
            raise InvalidInput(f"axis must be 'world' or 'memory', not {axis!r:.60}")
        start = read_time(since, owner.zone, "since")
        end = read_limit(until, owner.zone, "until") or self._clock()
        queries = FactQueries(self._store)
        return await queries.changes(owner, start, end, axis, include_minor=include_minor)

    async def entity(self, name: str, *, user: str) -> Entity | None:
        """Return the entity with a name, an alias or an id; None if there is none.

        For an entity that was merged into another, the other is returned.

        Raises:
            UnknownUser: nothing was ever stored for this user.
        """
        owner = await self._owner(user)
        return await FactQueries(self._store).entity(owner.id, check_name(name, "entity"))

    async def entities(self, matching: str, *, user: str, limit: int = 10) -> list[Entity]:
        """Return the entities with a name or an alias like a text, misspelt or a part of it, the most similar first.

        Args:
            matching: the text, such as "Siemnes".
            user: the user whose memory is asked.
            limit: the maximum number of entities.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            InvalidInput: `matching` is no name, or `limit` is not positive.
        """
        owner = await self._owner(user)
        if limit < 1:
            raise InvalidInput(f"limit must be at least 1, not {limit}")
        return await FactQueries(self._store).similar_entities(owner.id, check_name(matching, "matching"), limit)

    async def merge_entities(self, keep: str, other: str, *, user: str) -> Entity:
        """Record that `other` and `keep` are one entity, and return it.

        The facts of both become facts of this entity. `other` may be a name that has not been used yet.
        `split_entity` undoes the merge.

        Args:
            keep, other: names or ids.
            user: the user whose entities they are.

        Raises:
            InvalidInput: there is no entity `keep`.
            UnknownUser: nothing was ever stored for this user.
        """
        owner = await self._owner(user)
        names = check_name(keep, "entity"), check_name(other, "entity")
        return await EntityMerging(self._store).merge(owner.id, *names, self._clock())

    async def split_entity(self, entity: str, *, user: str) -> Entity:
        """Undo the merge of an entity into another, and return the entity.

        The facts that were stated under its name are its own again.

        Args:
            entity: the name or id of the entity that was merged into another.
            user: the user whose entity it is.

        Raises:
            InvalidInput: the entity was not merged into another.
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
        """Delete turns or a source, with everything that only they stated; or everything about a user.

        Facts that nothing else supports are deleted; facts that only they had ended hold again. Queries with `known_at`
        no longer see them either. Turns and sources that don't exist are ignored. Exports and backups made before are
        yours to delete.

        Args:
            user: the user whose data is deleted.
            turn_ids: the ids of the turns.
            source: the name of a source of facts.
            everything: delete all data of the user, and the user; turns and source must then be omitted.
            scrub: also remove the traces that deleted records leave in the files of the embedded database. If False,
                that is left to the next call with it, or to the next process that opens the folder.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            InvalidInput: `everything` is combined with turns or a source.
        """
        owner = await self._owner(user)
        if everything and (turn_ids or source is not None):
            raise InvalidInput("everything includes all turns and sources; name either, not both")
        forgetting = self._forgetting()
        if everything:
            gone = await forgetting.forget_user(owner.id)
            self._indexes.drop(owner.id)
            self._fact_indexes.drop(owner.id)
        else:
            gone = await forgetting.forget(owner.id, list(turn_ids), source)
        if scrub and (gone or everything):
            await scrub_files(self._store)
        return replace(gone, bookmarks=await self._store.bookmarks())

    def _forgetting(self) -> Forgetting:
        from chronomem.engine.extraction.entity_linking import similarity_by  # imports all that extracts

        return Forgetting(self._store, self._replies, self._clock, similarity_by(self._embedder))
