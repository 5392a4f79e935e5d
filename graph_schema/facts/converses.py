"""Relations told from the side of their object: Rohan, whom Priya has as a child, has Priya as a parent.

A relation is stored once, from the side from which it was told.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from chronomem.graph_schema.facts.claims import BEGINNING
from chronomem.graph_schema.facts.fact import FactRecord
from chronomem.graph_schema.facts.vocabulary import FactVocabulary


def from_side_of(entity: str, records: Iterable[FactRecord], vocabulary: FactVocabulary) -> list[FactRecord]:
    """Return the facts about an entity, with it as the subject of all relations that have a converse.

    A relation that was told from both sides is returned as the entity's own side has it. What is told of the entity
    itself counts more: by the other side, it has no partner from a time before that of a partner of its own.

    Args:
        entity: the id of the entity.
        records: the facts whose subject or object it is.
        vocabulary: the predicates and their converses.
    """
    every = list(records)
    own = [record for record in every if record.subject == entity]
    turned = [_turned(record, vocabulary) for record in every if record.subject != entity]
    return [*own, *(record for record in turned if record.subject != entity or not _is_told(record, own, vocabulary))]


def _turned(record: FactRecord, vocabulary: FactVocabulary) -> FactRecord:
    """Return a relation from the side of its object, or as it is if there is no converse."""
    converse = vocabulary.named(record.predicate).converse
    if not converse or record.object is None:
        return record
    return replace(record, subject=record.object, object=record.subject, predicate=converse)


def _is_told(turned: FactRecord, own: Sequence[FactRecord], vocabulary: FactVocabulary) -> bool:
    rule = vocabulary.named(turned.predicate)
    for record in own:
        if (record.predicate, record.object) == (turned.predicate, turned.object):
            return True
        later = (record.valid_at or BEGINNING) >= (turned.valid_at or BEGINNING)
        if rule.single and later and vocabulary.named(record.predicate).group_name == rule.group_name:
            return True
    return False
