"""The beginnings and endings that an assertion implies: a prescription begins the taking of the medicine."""

from collections.abc import Iterator
from dataclasses import replace

from chronomem.graph_schema.facts.assertion import Assertion
from chronomem.graph_schema.facts.vocabulary import FactVocabulary


def implied(assertion: Assertion, vocabulary: FactVocabulary) -> Iterator[Assertion]:
    """Yield an assertion, and those about other predicates that it implies by what its own begins and ends.

    They have the same id, for they are the same statement. A denial and an ending imply nothing.
    """
    yield assertion
    rule = vocabulary.named(assertion.predicate)
    if assertion.negated or assertion.ended:
        return
    for name in rule.begins:
        begun = replace(
            assertion,
            predicate=name,
            invalid_at=None if rule.kind == "event" else assertion.invalid_at,
            details=tuple(d for d in assertion.details if d.partition("=")[0] in vocabulary.named(name).details),
        )
        yield from implied(begun, vocabulary)
    for name in rule.ends:
        ended = replace(assertion, predicate=name, valid_at=None, invalid_at=assertion.valid_at, ended=True, details=())
        if vocabulary.named(name).object_type != rule.object_type:
            ended = replace(ended, object=None, object_name=None, value=None)
        yield ended
