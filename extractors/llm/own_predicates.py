"""An ontology in the words of an instruction for a language model, and what the model tells by it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from chronomem.extractors.language.extracted import Mention
from chronomem.extractors.ontology.conforming import fitting_ends, mentions_of
from chronomem.extractors.ontology.declarations import VALUE, EntityKind, PredicateRule
from chronomem.extractors.ontology.ontology import Ontology
from chronomem.extractors.turns.extraction import TurnExtraction
from chronomem.graph_schema.facts.given import GivenFact

_DETAIL = re.compile(r"\s*\[(\w+): ([^\]]+)\]")


def instructions_of(ontology: Ontology) -> str:
    """Return what a model is told of an ontology, after the instructions for the packaged vocabulary."""
    lines = ["These predicates come first:" if not ontology.closed else "Only these predicates:"]
    lines += map(_of_rule, ontology.rules)
    if ontology.closed and ontology.extends:
        lines[0] = "These predicates come first; beside them, only those that are listed above:"
    if any(rule.details for rule in ontology.rules):
        lines.append('Details follow the object in brackets, if they are told: "aspirin [dose: 100 mg]".')
    if ontology.kinds:
        lines += ["Kinds of names in them:", *map(_of_kind, ontology.kinds)]
    return "\n".join(lines)


def _of_rule(rule: PredicateRule) -> str:
    target = "plain words" if rule.range == VALUE else rule.range
    details = "".join(f" [{name}: {words}]" for name, words in rule.details.items())
    event = ", an event" if rule.kind == "event" else ""
    return f"{rule.name} ({rule.domain} to {target}{details}{event}): {rule.description}"


def _of_kind(kind: EntityKind) -> str:
    return f"{kind.name}: {kind.description}" + (f", such as {', '.join(kind.names[:5])}" if kind.names else "")


def conform_told(extraction: TurnExtraction, ontology: Ontology) -> TurnExtraction:
    """Return what a model told of a turn, with facts that fit the ontology."""
    facts = tuple(fitted for fact in extraction.facts if (fitted := _fitted(fact, ontology)) is not None)
    mentions = [*extraction.mentions, *_mentions(facts, extraction, ontology)]
    return replace(extraction, facts=facts, mentions=mentions)


def _fitted(fact: GivenFact, ontology: Ontology) -> GivenFact | None:
    rule = ontology.rule_named.get(fact.predicate)
    if rule is None:
        return fact if not ontology.closed or fact.predicate in ontology.vocabulary.predicates else None
    words = fact.object if fact.object is not None else fact.value
    told = {name: text for name, text in _DETAIL.findall(words or "") if name in rule.details}
    plain = None if words is None else _DETAIL.sub("", words).strip() or None
    ends = fitting_ends(rule, ontology, (fact.subject, fact.subject_type), (plain, fact.object_type))
    if ends is None:
        return None
    return fact.model_copy(update={**ends, "details": {**fact.details, **told}})


def _mentions(facts: Sequence[GivenFact], extraction: TurnExtraction, ontology: Ontology) -> Iterator[Mention]:
    known = {mention.name for mention in extraction.mentions}
    for fact in facts:
        for name, kind in ((fact.subject, fact.subject_type), (fact.object, fact.object_type)):
            if name is not None and kind is not None and kind in ontology.kind_named and name not in known:
                known.add(name)
                yield from mentions_of(name, kind, extraction.turn.text)
