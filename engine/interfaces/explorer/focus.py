"""The focus of the graph: an entity with its neighbourhood, a path, kinds, predicates, confidence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

MOST_HOPS = 3
_SEPARATOR = "|"

Numbers = NDArray[np.int64]
Marks = NDArray[np.bool_]


@dataclass(frozen=True)
class Focus:
    """The part of the graph to show.

    Attributes:
        about: the id of an entity; None shows all of them.
        hops: the number of steps from it, 1 to `MOST_HOPS`; with one, only facts about the entity itself are shown.
        to: the id of a second entity: only the shortest path between the two is shown.
        hidden_kinds: the types of entities that are left out.
        predicate: the only predicate shown; "" for all.
        confidence: the least confidence of facts, 0 to 1.
        loose: whether entities without a relation to another one are drawn, too.
        opened: the ids of entities that are drawn together with their neighbours, however few facts those have.
    """

    about: str | None = None
    hops: int = 1
    to: str | None = None
    hidden_kinds: frozenset[str] = frozenset()
    predicate: str = ""
    confidence: float = 0.0
    loose: bool = False
    opened: frozenset[str] = frozenset()

    @classmethod
    def read(cls, view: Mapping[str, str], about: str | None) -> Self:
        """Return the focus that an address names; parts in another form are left out."""
        steps = view.get("steps", "")
        try:
            confidence = float(view.get("confidence", 0))
        except ValueError:
            confidence = 0.0
        return cls(
            about=about,
            hops=int(steps) if steps in {str(n) for n in range(1, MOST_HOPS + 1)} else 1,
            to=view.get("to"),
            hidden_kinds=_parted(view, "hide"),
            predicate=view.get("predicate", ""),
            confidence=confidence,
            loose="loose" in view,
            opened=_parted(view, "opened"),
        )

    @property
    def written(self) -> Mapping[str, str]:
        """The focus as an address names it, but for `about`; "" where nothing is narrowed."""
        return {
            "steps": str(self.hops) if self.hops > 1 else "",
            "to": self.to or "",
            "hide": _SEPARATOR.join(sorted(self.hidden_kinds)),
            "predicate": self.predicate,
            "confidence": str(self.confidence) if self.confidence else "",
            "loose": "yes" if self.loose else "",
            "opened": _SEPARATOR.join(sorted(self.opened)),
        }


def _parted(view: Mapping[str, str], name: str) -> frozenset[str]:
    return frozenset(part for part in view.get(name, "").split(_SEPARATOR) if part)


EVERYTHING = Focus()


def within(subjects: Numbers, objects: Numbers, start: int, hops: int, entities: int) -> Marks:
    """Return which facts lie within a number of steps from an entity.

    Args:
        subjects, objects: the entities of each fact; an object of -1 is none.
        start: the entity.
        hops: at least 1.
        entities: the number of entities.
    """
    reached = np.zeros(entities + 1, dtype=bool)  # the last place serves -1, and is never reached
    reached[start] = True
    touched = np.zeros(len(subjects), dtype=bool)
    for _ in range(hops):
        touched = reached[subjects] | reached[objects]
        reached[subjects[touched]] = True
        reached[objects[touched]] = True
        reached[-1] = False
    return touched


def path(subjects: Numbers, objects: Numbers, start: int, end: int) -> Sequence[int]:
    """Return the entities on a shortest path between two, with both; empty if there is none."""
    linked: dict[int, list[int]] = {}
    for one, other in zip(subjects.tolist(), objects.tolist(), strict=True):
        if other >= 0:
            linked.setdefault(one, []).append(other)
            linked.setdefault(other, []).append(one)
    came: dict[int, int] = {start: start}
    waiting = [start]
    while waiting and end not in came:
        following: list[int] = []
        for one in waiting:
            for other in linked.get(one, ()):
                if other not in came:
                    came[other] = one
                    following.append(other)
        waiting = following
    if end not in came:
        return ()
    steps = [end]
    while steps[-1] != start:
        steps.append(came[steps[-1]])
    return steps[::-1]
