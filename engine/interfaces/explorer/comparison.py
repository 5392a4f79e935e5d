"""Two looks at the facts side by side: the differences between two moments, as known at two others."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, get_args

from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.facts.views import Fact
from chronomem.graph_schema.facts.vocabulary import FactVocabulary

Kind = Literal["replaced", "ended", "corrected", "began", "learned"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
_Key = tuple[str, str, str]


@dataclass(frozen=True)
class Look:
    """A look at the facts.

    Attributes:
        at: the moment at which they hold in the world.
        known_at: the moment by which the memory knew of them; None for its present knowledge.
    """

    at: datetime
    known_at: datetime | None = None


@dataclass(frozen=True)
class FactDifference:
    """A fact that only one look finds, or the fact of either look where one took the other's place.

    Attributes:
        kind: "began" and "ended": in the world, between the moments. "learned" and "corrected": the second look knows
            of it, or no longer believes it, although it lies on the same side of both moments. "replaced": another
            value took its place.
        before, after: the facts of the first and of the second look.
    """

    kind: Kind
    before: Fact | None
    after: Fact | None


@dataclass(frozen=True)
class Comparison:
    """The differences between two looks, and the number of facts that both find."""

    differences: Sequence[FactDifference]
    same: int


async def compare(memory: AsyncMemory, user: str, first: Look, second: Look, vocabulary: FactVocabulary) -> Comparison:
    """Return the differences between two looks at a user's facts; minor facts and denials are left out.

    Raises:
        UnknownUser: nothing was ever stored for this user.
    """
    before = await memory.facts(user=user, as_of=first.at, known_at=first.known_at)
    after = await memory.facts(user=user, as_of=second.at, known_at=second.known_at)
    ever = await memory.facts(user=user, include_invalid=True, known_at=second.known_at)
    return compared(before, after, ever, first.at, vocabulary)


def compared(
    before: Sequence[Fact], after: Sequence[Fact], ever: Sequence[Fact], at: datetime, vocabulary: FactVocabulary
) -> Comparison:
    """Return the differences between the facts of two looks.

    Args:
        before: the facts of the first look.
        after: those of the second look.
        ever: all facts that the second look knows of, ended ones too.
        at: the moment of the first look.
        vocabulary: tells which predicates hold one value at a time.
    """
    old, new = ({_key(fact): fact for fact in found} for found in (before, after))
    gone = [fact for key, fact in old.items() if key not in new]
    come = [fact for key, fact in new.items() if key not in old]
    places = {_place(fact): fact for fact in come if vocabulary.named(fact.predicate).single}
    over = {_key(fact) for fact in ever if fact.invalid_at not in (None, fact.valid_at)}
    found = [_parted(fact, places.get(_place(fact)), over) for fact in gone]
    taken = {difference.after.id for difference in found if difference.after is not None}
    found += [
        FactDifference("began" if fact.valid_at is not None and fact.valid_at > at else "learned", None, fact)
        for fact in come
        if fact.id not in taken
    ]
    return Comparison(sorted(found, key=_order), len(old) - len(gone))


def _parted(fact: Fact, successor: Fact | None, over: Set[_Key]) -> FactDifference:
    """Return why the second look doesn't find a fact of the first; `over` has those that it knows to have ended."""
    if successor is not None:
        return FactDifference("replaced", fact, successor)
    return FactDifference("ended" if _key(fact) in over else "corrected", fact, None)


def _key(fact: Fact) -> _Key:
    """Return the statement that a fact makes; its id depends on the knowledge at the time."""
    return (*_place(fact), (fact.value or "").casefold() if fact.object is None else fact.object.id)


def _place(fact: Fact) -> tuple[str, str]:
    return fact.subject.id, fact.predicate


def _order(difference: FactDifference) -> tuple[int, str, str, str]:
    """Order changes of known facts before new facts."""
    fact = difference.after or difference.before
    assert fact is not None, "a difference has a fact"
    return KINDS.index(difference.kind), fact.subject.name.casefold(), fact.predicate, fact.says.casefold()
