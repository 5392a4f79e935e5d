"""The structures of memories, by their names in the settings."""

from collections.abc import Mapping, Sequence

from chronomem.engine.consolidation.structures.calendar.structure import Calendar
from chronomem.engine.consolidation.structures.hmem.structure import TreeOfMeaning
from chronomem.engine.consolidation.structures.profiles import Profiles
from chronomem.engine.consolidation.structures.recmem.structure import Recurrences
from chronomem.engine.consolidation.structures.segtree.structure import SegmentTree
from chronomem.engine.consolidation.structures.timem.structure import TemporalTree
from chronomem.engine.consolidation.structures.topics.structure import Topics
from chronomem.engine.consolidation.work import Structure

_ALL: Sequence[Structure] = (
    Calendar(),
    Topics(),
    Profiles(),
    TreeOfMeaning(),
    TemporalTree(),
    SegmentTree(),
    Recurrences(),
)
STRUCTURES: Mapping[str, Structure] = {structure.name: structure for structure in _ALL}
"""All structures, in the order in which they are updated."""


def structures_named(names: Sequence[str]) -> list[Structure]:
    """Return the structures of these names, in the order of `STRUCTURES`."""
    return [structure for name, structure in STRUCTURES.items() if name in names]
