"""What deriving facts anew changed, or would change."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from chronomem.graph_schema.facts.views import Fact

DifferenceKind = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class Difference:
    """A fact that is another one after deriving anew.

    Attributes:
        user: the user.
        kind: "added", "removed", or "changed" in anything, such as its end or its grade.
        before: the fact as it is; None for an added one.
        after: the fact as it will be, or is now; None for a removed one.
    """

    user: str
    kind: DifferenceKind
    before: Fact | None
    after: Fact | None


@dataclass(frozen=True, slots=True)
class Derived:
    """What deriving anew changed, or would change.

    Attributes:
        applied: whether it was done, rather than only shown.
        users: the number of users.
        facts: the number of their facts afterwards.
        added, removed, changed: the number of facts.
        queued: the number of turns that the next `consolidate` extracts again, as phrases may tell other things now.
        differences: some of the facts that differ, by user and time.
    """

    applied: bool
    users: int = 0
    facts: int = 0
    added: int = 0
    removed: int = 0
    changed: int = 0
    queued: int = 0
    differences: Sequence[Difference] = field(default=())
