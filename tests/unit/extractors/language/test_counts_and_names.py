"""A further one is counted, and what a message names right after is told once."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from spacy.language import Language
from tests.unit.extractors.language.conftest import Reader
from tests.unit.extractors.language.test_states import holding, told

from chronomem.extractors.language.apposed import with_names
from chronomem.extractors.language.counts import with_counts
from chronomem.extractors.language.parsing.syntax import tree_of


@pytest.mark.parametrize(
    ("text", "predicate", "several"),
    [
        ("We got a third cat.", "has_pet", "three cats"),
        ("I've adopted a fourth dog.", "has_pet", "four dogs"),
        ("I've adopted a second dog.", "has_pet", "second dog"),
        ("Our third baby was born yesterday.", "has_child", "three kids"),
        ("I have a dog.", "has_pet", "dog"),
        ("I bought a third bike.", "owns", "third bike"),
    ],
)
def test_who_gets_a_third_has_three(read: Reader, text: str, predicate: str, several: str) -> None:
    statements = with_counts(told(read, text).statements)
    assert several in {s.value for s in statements if s.predicate == predicate and not s.ended}


_PEOPLE = ("Ann", "Ben")
Named = Callable[[str, str, str], set[str]]


@pytest.fixture
def named(read: Reader, nlp: Language) -> Named:
    """Return what a message tells under a predicate, of which the network has found the name."""

    def find(text: str, predicate: str, name: str) -> set[str]:
        extraction = told(read, text)
        found = replace(extraction.statements[0], predicate=predicate, object=name, value=None, ended=False)
        both = replace(extraction, statements=(*extraction.statements, found))
        return {
            thing
            for _, told_of, thing in holding(with_names(both, tree_of(nlp(text)), _PEOPLE))
            if told_of == predicate
        }

    return find


@pytest.mark.parametrize(
    ("text", "predicate", "name"),
    [
        ("We adopted a puppy, Bo.", "has_pet", "Bo"),
        ("I run a bakery called Crumb.", "runs", "Crumb"),
        ("We had a baby, a girl called Zoe.", "has_child", "Zoe"),
        ("I own a boat, the Mary Jane.", "owns", "Mary Jane"),
    ],
)
def test_what_is_named_right_after_is_one_fact(named: Named, text: str, predicate: str, name: str) -> None:
    assert named(text, predicate, name) == {name}


@pytest.mark.parametrize(
    ("text", "predicate", "name", "kept"),
    [
        ("We have a dog, a cat called Mia and two fish.", "has_pet", "Mia", "dog"),
        ("I bought a bike, a helmet and a lock.", "owns", "helmet", "bike"),
    ],
)
def test_what_is_listed_stays(named: Named, text: str, predicate: str, name: str, kept: str) -> None:
    assert kept in named(text, predicate, name)


def test_a_thing_is_told_in_the_words_that_say_most(read: Reader, nlp: Language) -> None:
    text = "I bought a car, a Fiat Panda."
    assert ("Ann", "owns", "Fiat Panda") in holding(with_names(told(read, text), tree_of(nlp(text)), _PEOPLE))


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("We adopted a puppy, Bo.", ("Ann", "has_pet", "Bo")),
        ("I started my own company, Nimbus.", ("Ann", "started", "Nimbus")),
        ("We adopted a puppy, Ben.", ("Ann", "has_pet", "puppy")),
    ],
)
def test_what_follows_a_comma_is_a_name_unless_it_is_who_is_spoken_to(
    read: Reader, nlp: Language, text: str, fact: tuple[str, str, str]
) -> None:
    assert fact in holding(with_names(told(read, text), tree_of(nlp(text)), _PEOPLE))
