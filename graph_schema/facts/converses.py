"""Relations told from the side of their object: Rohan, whom Priya has as a child, has Priya as a parent.

A relation is stored once, from the side from which it was told.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

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
    told = {(record.predicate, record.object) for record in own}
    last: dict[str, datetime] = {}
    for record in own:
        group = vocabulary.named(record.predicate).group_name
        last[group] = max(last.get(group, BEGINNING), record.valid_at or BEGINNING)

    def counts(record: FactRecord) -> bool:
        rule = vocabulary.named(record.predicate)
        later = rule.group_name in last and last[rule.group_name] >= (record.valid_at or BEGINNING)
        return (record.predicate, record.object) not in told and not (rule.single and later)

    turned = [_turned(record, vocabulary) for record in every if record.subject != entity]
    return [*own, *(record for record in turned if record.subject != entity or counts(record))]


def _turned(record: FactRecord, vocabulary: FactVocabulary) -> FactRecord:
    """Return a relation from the side of its object, or as it is if there is no converse."""
    converse = vocabulary.named(record.predicate).converse
    if not converse or record.object is None:
        return record
    return replace(record, subject=record.object, object=record.subject, predicate=converse)
