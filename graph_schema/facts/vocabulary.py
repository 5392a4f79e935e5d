"""The vocabulary of a memory: the packaged one, or that of an ontology."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from chronomem.graph_schema.facts.given import EntityType, PackagedType
from chronomem.graph_schema.facts.predicates import VOCABULARY, Predicate, predicate_named

PACKAGED_TYPES: tuple[EntityType, ...] = get_args(PackagedType)


@dataclass(frozen=True, eq=False)
class FactVocabulary:
    """The predicates and the kinds of entities of a memory. It never changes.

    Attributes:
        predicates: the declared predicates by name; any other name is an open predicate.
        types: the kinds of entities.
        declared: the names of the predicates that an ontology declares.
        fingerprint: what the facts in a graph depend on; "" for the packaged vocabulary.
        extends: whether the packaged patterns of names apply besides.
    """

    predicates: Mapping[str, Predicate]
    types: tuple[EntityType, ...] = PACKAGED_TYPES
    declared: frozenset[str] = frozenset()
    fingerprint: str = ""
    extends: bool = True

    def named(self, name: str) -> Predicate:
        """Return the predicate with a name: a declared one, or else one by a pattern, or else an open predicate."""
        known = self.predicates.get(name)
        if known is not None:
            return known
        return predicate_named(name) if self.extends else Predicate(name)


PACKAGED = FactVocabulary(VOCABULARY)
"""The vocabulary that ships with the package."""
