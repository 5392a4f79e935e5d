"""The two grades of facts: knowledge about an entity, and minor facts, which are evidence for recall.

Opinions, moods, courtesies and details told once stay in the graph, but would bury what is worth knowing in a list.
"""

from collections.abc import Sequence

from chronomem.graph_schema.facts.assertion import Assertion
from chronomem.graph_schema.facts.predicates import Predicate

_OFTEN = 2
"""The number of turns that have to tell an undated fact with an open predicate, so that it isn't minor."""


def is_minor(supporters: Sequence[Assertion], rule: Predicate, *, dated: bool) -> bool:
    """Whether a fact is minor.

    It is if all of its supporters are marked as minor. Otherwise the rest decide: it isn't if a source gives it, or if
    one is marked as worth listing. If they come from turns, the predicate decides; an open one needs a known start or a
    second turn.
    """
    rest = [assertion for assertion in supporters if not assertion.minor]
    if not rest:
        return True
    if any(assertion.minor is False or assertion.source is not None for assertion in rest):
        return False
    if rule.is_open:
        return not dated and len({assertion.turn_id for assertion in rest}) < _OFTEN
    return rule.minor
