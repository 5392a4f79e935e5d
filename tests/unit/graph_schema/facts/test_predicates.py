"""What facts know of predicates agrees with what is read out of sentences."""

from chronomem.extractors.language.frames import verb_map as read
from chronomem.graph_schema.facts.predicates import VOCABULARY, predicate_named


def test_every_predicate_that_is_read_is_known_and_behaves_as_it_was_read() -> None:
    known = {name: (p.single, p.kind) for name, p in VOCABULARY.items() if name in read.VOCABULARY}
    assert known == {name: (p.single, p.kind) for name, p in read.VOCABULARY.items()}


def test_a_predicate_that_nobody_knows_is_a_state_that_accumulates() -> None:
    unknown = predicate_named("collects")
    assert (unknown.kind, unknown.single, unknown.group_name) == ("state", False, "collects")
    assert predicate_named("favorite_color").single
