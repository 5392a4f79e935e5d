"""Statements made to fit an ontology: the kinds of their ends, and objects in place of plain words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from chronomem.extractors.language.extracted import Extraction, Mention, Statement
from chronomem.extractors.ontology.declarations import VALUE, EntityKind, PredicateRule
from chronomem.extractors.ontology.ontology import Ontology
from chronomem.graph_schema.facts.given import EntityType

_SURE = 8
"""The weight of the kind that an ontology gives an entity: more than what a sentence says."""
_VAGUE = frozenset({"other", "product", "work", "event", "organization", "location"})
"""Kinds that the sentence alone may have given to an entity of any declared kind that is no person."""


def conform(extraction: Extraction, text: str, ontology: Ontology) -> Extraction:
    """Return an extraction whose statements fit the ontology; those of its predicates that can't are dropped.

    Args:
        extraction: what was extracted from a turn.
        text: the text of the turn.
        ontology: the kinds and predicates.
    """
    statements: list[Statement] = []
    mentions = list(extraction.mentions)
    for statement in extraction.statements:
        rule = ontology.rule_named.get(statement.predicate)
        if rule is None:
            if not ontology.closed or statement.predicate in ontology.vocabulary.predicates:
                statements.append(statement)
            continue
        fitted = _fitted(statement, rule, ontology)
        if fitted is not None:
            statements.append(fitted)
            mentions = [*_weighed(mentions, fitted, ontology), *_found(mentions, fitted, text, ontology)]
    return replace(extraction, statements=tuple(statements), mentions=tuple(mentions))


def _fitted(statement: Statement, rule: PredicateRule, ontology: Ontology) -> Statement | None:
    """Return a statement with the ends that its predicate demands, or None if it has others."""
    words = statement.object if statement.object is not None else statement.value
    told = None if statement.object is None else statement.object_type
    ends = fitting_ends(rule, ontology, (statement.subject, statement.subject_type), (words, told))
    return None if ends is None else replace(statement, **ends)


def fitting_ends(
    rule: PredicateRule,
    ontology: Ontology,
    subject: tuple[str, EntityType | None],
    target: tuple[str | None, EntityType | None],
) -> dict[str, Any] | None:
    """Return subject_type, object, value and object_type as a predicate demands them; None if they can't be so.

    Args:
        rule: the predicate.
        ontology: its ontology.
        subject, target: the words for each end, and the kind that the sentence gives it, if any.
    """
    about = _kind(subject[0], subject[1] or "other", rule.domain, ontology)
    if about is None:
        return None
    words, told = target
    if words is None or rule.range == VALUE:
        return {"subject_type": about, "object": None, "value": words, "object_type": None}
    kind = ontology.kind_named.get(rule.range)
    name = words if kind is None else named_in(words, kind)
    if name is None or _kind(name, told or "other", rule.range, ontology) is None:
        return None
    return {"subject_type": about, "object": name, "value": None, "object_type": rule.range}


def named_in(words: str, kind: EntityKind) -> str | None:
    """Return the name of an entity of a kind in words: "ramipril" of "the ramipril"; None if there is none."""
    if kind.known is None or kind.known.fullmatch(words):
        return words
    return next((word for word in re.findall(r"[\w-]+", words) if kind.known.fullmatch(word)), None)


def _kind(name: str, told: EntityType, wanted: str, ontology: Ontology) -> EntityType | None:
    """Return the kind of an entity where one is wanted; None if what is told of it contradicts that."""
    kind = ontology.kind_named.get(wanted)
    if kind is None:
        return wanted if told in (wanted, "other") or wanted == "other" else None
    if kind.known is not None:
        return wanted if named_in(name, kind) is not None else None
    person = kind.like == "person"
    return wanted if told in (wanted, kind.like, "other") or (told in _VAGUE and not person) else None


def _ends(statement: Statement) -> Iterator[tuple[str, EntityType]]:
    yield statement.subject, statement.subject_type
    if statement.object is not None and statement.object_type is not None:
        yield statement.object, statement.object_type


def _weighed(mentions: Sequence[Mention], statement: Statement, ontology: Ontology) -> list[Mention]:
    """Return mentions, those of the statement's entities of declared kinds with these kinds."""
    kinds = {name: kind for name, kind in _ends(statement) if kind in ontology.kind_named}
    return [
        replace(mention, type=kinds[mention.name], evidence=(kinds[mention.name], _SURE))
        if mention.name in kinds
        else mention
        for mention in mentions
    ]


def _found(mentions: Sequence[Mention], statement: Statement, text: str, ontology: Ontology) -> Iterator[Mention]:
    """Yield the places of a statement's entities of declared kinds that no mention names: "ramipril"."""
    for name, kind in _ends(statement):
        if kind not in ontology.kind_named or any(mention.name == name for mention in mentions):
            continue
        yield from mentions_of(name, kind, text)


def mentions_of(name: str, kind: EntityType, text: str) -> Iterator[Mention]:
    """Yield the places where a text names an entity of a declared kind."""
    for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE):
        yield Mention(found.start(), found.end(), found[0], name, kind, (kind, _SURE))
