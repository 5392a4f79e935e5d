"""The vocabulary of predicates: what it says of names, and the page that lists it."""

import re
from pathlib import Path

import pytest

from chronomem.extractors.language.frames.verb_map import VERBS
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN
from chronomem.extractors.language.tellings.declared import packaged_tellings
from chronomem.graph_schema.facts.predicates import MINOR, PATTERNS, VOCABULARY, Predicate, predicate_named

COLUMNS = 8
PAGE = Path(__file__).parents[4] / "docs" / "predicates.md"


def row(predicate: Predicate) -> str:
    """Return the line of the page that says what is declared of a predicate."""
    days = predicate.lasts.days if predicate.lasts is not None else 0
    lasts = f" for {days} day{'s' if days > 1 else ''}" if days else ""
    values = "one, fixed" if predicate.fixed else "one" if predicate.single else "many"
    values += ", by topic" if predicate.topical else ""
    refined = "yes" if predicate.refinable else "no"
    grade = "minor" if predicate.minor else ""
    kind, group, thing = predicate.kind + lasts, predicate.group, predicate.object_type
    cells = (kind, values, refined, group, thing, grade, predicate.meaning)
    return f"| `{predicate.name}` | {' | '.join(cells)} |".replace("|  |", "| |")


def test_the_page_lists_the_vocabulary() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("| `") and line.count("|") == COLUMNS + 1] == [
        row(p) for p in (*VOCABULARY.values(), *PATTERNS)
    ]


def test_the_page_gives_the_reason_for_each_minor_predicate() -> None:
    section = PAGE.read_text(encoding="utf-8").split("## Minor predicates")[1].split("## Open predicates")[0]
    reasons = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    assert sorted(re.findall(r"`(\w+)`", " ".join(reasons))) == sorted(MINOR)


def test_words_are_mapped_onto_the_vocabulary() -> None:
    of_verbs = {predicate for frames in VERBS.values() for predicate in frames.values()}
    assert of_verbs | set(RELATION_OF_NOUN.values()) <= set(VOCABULARY)


def test_phrases_tell_of_the_vocabulary() -> None:
    told = {(e.action, e.predicate) for telling in packaged_tellings() for e in telling.effects}
    assert {predicate for action, predicate in told if action != "may_end"} <= set(VOCABULARY)


def test_only_a_state_holds_one_value_at_a_time_and_only_that_is_fixed() -> None:
    for predicate in (*VOCABULARY.values(), *PATTERNS):
        assert predicate.kind == "state" or not predicate.single
        assert predicate.single or not predicate.fixed


@pytest.mark.parametrize("name", ["favorite_color", "address_is", "rent_is"])
def test_an_attribute_is_a_state_that_holds_one_value(name: str) -> None:
    known = predicate_named(name)
    assert (known.name, known.kind, known.single, known.group_name) == (name, "state", True, name)


@pytest.mark.parametrize("name", ["juggles", "run_into", "favorite", "is_in"])
def test_an_open_predicate_is_a_state_that_accumulates(name: str) -> None:
    assert predicate_named(name) == Predicate(name)
    assert (Predicate(name).kind, Predicate(name).single, Predicate(name).group_name) == ("state", False, name)
