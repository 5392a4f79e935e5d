"""Facts in the graph: derived again, group by group, in the transaction that changed the assertions."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from chronomem.engine.facts.entities import Merges
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import Transaction
from chronomem.graph_schema.facts.assertion import Assertion, group_key
from chronomem.graph_schema.facts.derivation import derive
from chronomem.graph_schema.facts.fact import FactRecord
from chronomem.graph_schema.facts.rows import assertion_of, fact_properties, fingerprint, relation_row
from chronomem.graph_schema.facts.vocabulary import FactVocabulary
from chronomem.graph_schema.model.times import utc_text, utc_time


@dataclass(frozen=True, slots=True, order=True)
class Group:
    """A subject with a group of predicates.

    Attributes:
        subject: the id of the canonical entity.
        name: the name of the group of predicates.
    """

    subject: str
    name: str

    @property
    def key(self) -> str:
        return f"{self.subject}|{self.name}"


def group_of(assertion: Assertion, merges: Merges, vocabulary: FactVocabulary) -> Group:
    """Return the group that an assertion belongs to."""
    return group_about(assertion.subject, assertion.predicate, merges, vocabulary)


def group_about(subject: str, predicate: str, merges: Merges, vocabulary: FactVocabulary) -> Group:
    """Return the group of the assertions with a subject and predicate."""
    return Group(merges.canonical(subject), vocabulary.named(predicate).group_name)


async def read_groups(
    tx: Transaction, user: str, groups: Iterable[Group], merges: Merges
) -> dict[Group, dict[str, Assertion]]:
    """Return the assertions of groups by id, including those about merged entities."""
    home = {f"{member}|{g.name}": g for g in groups for member in merges.members(g.subject)}
    found: dict[Group, dict[str, Assertion]] = {group: {} for group in groups}
    if home:
        for row in await tx.run("find_assertions", user=user, keys=sorted(home)):
            assertion = assertion_of(row["assertion"])
            found[home[group_key(assertion.subject, assertion.predicate, tx.vocabulary)]][assertion.id] = assertion
    return found


def draw(assertions: Iterable[Assertion], merges: Merges, vocabulary: FactVocabulary) -> list[FactRecord]:
    """Return the facts derived from the assertions of a group, about canonical entities."""
    return derive((canonical(a, merges) for a in assertions), vocabulary=vocabulary)


def canonical(assertion: Assertion, merges: Merges) -> Assertion:
    """Return an assertion with its entities replaced by the canonical ones."""
    subject = merges.canonical(assertion.subject)
    target = merges.canonical(assertion.object) if assertion.object is not None else None
    if subject == assertion.subject and target == assertion.object:
        return assertion
    return replace(assertion, subject=subject, object=target)


async def redraw(
    tx: Transaction,
    user: str,
    version: int,
    groups: Iterable[Group],
    merges: Merges,
    *,
    anew: Collection[str] = (),
) -> tuple[list[Assertion], list[FactRecord]]:
    """Derive the facts of groups again from the assertions in the graph, and return both.

    Args:
        anew: the ids of facts that are to be written anew with their relations, though they stay.
    """
    read = await read_groups(tx, user, sorted(set(groups)), merges)
    drawn = {group: draw(members.values(), merges, tx.vocabulary) for group, members in read.items()}
    await rewrite(tx, user, version, drawn, anew=anew)
    assertions = [assertion for members in read.values() for assertion in members.values()]
    return assertions, [fact for facts in drawn.values() for fact in facts]


async def rewrite(
    tx: Transaction,
    user: str,
    version: int,
    drawn: Mapping[Group, Sequence[FactRecord]],
    *,
    anew: Collection[str] = (),
) -> None:
    """Replace the facts of groups in the graph by the derived ones; write only the difference.

    Args:
        anew: as for `redraw`.
    """
    if not drawn:
        return
    rows = await tx.run("find_facts_of_groups", user=user, keys=[group.key for group in sorted(drawn)])
    old = {row["id"]: row for row in rows}
    new = {record.id: record for members in drawn.values() for record in members}
    stays = {i for i in old.keys() & new.keys() if i not in anew and _is_about_the_same(old[i], new[i])}
    if gone := sorted(old.keys() - stays):
        await tx.run("delete_facts", user=user, ids=gone)
    made = [i for i in sorted(new) if i not in stays]
    changed = [i for i in sorted(stays) if old[i]["fingerprint"] != fingerprint(new[i])]
    _log(tx, old, new, gone=gone, made=made, changed=changed)
    written = {i: fact_properties(new[i], tx.vocabulary) for i in (*made, *changed)}
    if changed:
        await tx.run("store_facts", user=user, version=version, rows=[written[i] for i in changed])
    if made:
        await tx.run("make_facts", user=user, version=version, rows=[written[i] for i in made])
        await _attach(tx, user, [new[i] for i in made])
    if timed := [relation_row(new[i]) for i in written if new[i].is_relation]:
        await tx.run("time_relations", user=user, rows=timed)
    for what in ("supporters", "supersedes"):
        kept = {i: old[i][what] for i in stays}
        await _rewire(tx, user, what, kept, {i: getattr(fact, what) for i, fact in new.items()})


_LOGGED_TIMES = ("valid_at", "invalid_at", "expired_at")
_LOGGED = ("confidence", "reinforcements", *_LOGGED_TIMES)


def _log(
    tx: Transaction,
    old: Mapping[str, Row],
    new: Mapping[str, FactRecord],
    *,
    gone: Sequence[str],
    made: Sequence[str],
    changed: Sequence[str],
) -> None:
    """Note the changes for the feed, with the times and counts of facts before and after."""
    for fact in gone:
        if fact not in new:
            tx.log.change("DELETE", fact, _logged(old[fact]), None)
    for fact in made:
        was, now = _logged(old[fact]) if fact in old else None, _logged_record(new[fact])
        if was != now or not _is_about_the_same(old[fact], new[fact]):
            tx.log.change("ADD" if was is None else "UPDATE", fact, was, now)
    for fact in changed:
        before, after = _logged(old[fact]), _logged_record(new[fact])
        told = {name for name in _LOGGED if before[name] != after[name]}
        closed = after["invalid_at"] is not None and told & {"invalid_at", "expired_at"}
        again = bool(told) and told <= {"confidence", "reinforcements"}
        tx.log.change("INVALIDATE" if closed else "DUPLICATE" if again else "UPDATE", fact, before, after)


def _logged(row: Row) -> dict[str, Any]:
    times = {name: utc_text(utc_time(row[name])) for name in _LOGGED_TIMES}
    return {name: row[name] for name in _LOGGED if name not in times} | times


def _logged_record(record: FactRecord) -> dict[str, Any]:
    times = {name: utc_text(getattr(record, name)) for name in _LOGGED_TIMES}
    return {name: getattr(record, name) for name in _LOGGED if name not in times} | times


def _is_about_the_same(row: Row, record: FactRecord) -> bool:
    """Whether a stored fact has the same edges to entities as a derived one."""
    return all(row[name] == getattr(record, name) for name in ("subject", "object", "predicate", "negated"))


async def _attach(tx: Transaction, user: str, made: Sequence[FactRecord]) -> None:
    if objects := [_picked(fact, "id", "object") for fact in made if fact.object is not None]:
        await tx.run("relate_objects", user=user, rows=objects)
    if related := [_picked(fact, "id", "subject", "object", "predicate") for fact in made if fact.is_relation]:
        await tx.run("create_relations", user=user, rows=related)


async def _rewire(
    tx: Transaction, user: str, what: str, old: Mapping[str, Collection[str]], new: Mapping[str, Collection[str]]
) -> None:
    less = [{"fact": i, "other": o} for i in sorted(old) for o in sorted(set(old[i]) - set(new[i]))]
    more = [{"fact": i, "other": o} for i in sorted(new) for o in sorted(set(new[i]) - set(old.get(i, ())))]
    add, remove = _EDGES[what]
    if less:
        await tx.run(remove, user=user, pairs=less)
    if more:
        await tx.run(add, user=user, pairs=more)


_EDGES = {"supporters": ("add_supporters", "remove_supporters"), "supersedes": ("add_superseded", "remove_superseded")}


def _picked(fact: FactRecord, *names: str) -> dict[str, object]:
    return {name: getattr(fact, name) for name in names}
