"""The kind of a name: by its words, and by what is said of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.extractors.language.conftest import Reader

from chronomem.extractors.language.clauses.kinds import kind_of_entity, kind_of_words
from chronomem.graph_schema.facts.given import EntityType

KINDS: list[EntityType] = ["person", "location", "organization", "product", "work", "event", "other"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Marek", "person"),
        ("Zoe", "person"),
        ("Auntie Mercy", "person"),
        ("J. Cole", "person"),
        ("Kraków", "location"),
        ("Krakow", "location"),
        ("Lake Tahoe", "location"),
        ("Mercy Hospital", "organization"),
        ("Harvest Festival", "event"),
        ("Gatorade", "other"),
        ("OMG", "other"),
        ("iPhone", "other"),
        ("Lord of the Rings", "other"),
        ("Orange", "other"),
        ("f(x)", "other"),
    ],
)
def test_the_words_of_a_name_speak_for_a_kind(name: str, kind: str) -> None:
    assert kind_of_words(name)[0] == kind


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Ann's sister", "person"),
        ("Ann's little sisters", "person"),
        ("Ann's boss", "person"),
        ("Ann's children", "person"),
        ("Ann's brother-in-law", "person"),
        ("Ann's doctor", "person"),
        ("User 2's landlord", "person"),
        ("Ann's dog", "other"),
        ("Ann's band", "organization"),
        ("Ann's bike", "other"),
    ],
)
def test_whoever_is_called_by_a_role_is_of_its_kind(name: str, kind: str) -> None:
    """A graph that forgot a turn weighs kinds anew, by the names alone."""
    assert kind_of_entity(name, {}) == kind


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("I have a dog named Max.", "Max", "other"),
        ("I took Oscar, my guinea pig, to the vet.", "Oscar", "other"),
        ("My dog, Barnaby, is old.", "Barnaby", "other"),
        ("I got a turtle. His name is Spike.", "Spike", "other"),
        ("I met this producer, Bryan, in May.", "Bryan", "person"),
        ("I sold the Octavia on Saturday.", "Octavia", "other"),
        ("I love the Mario series.", "Mario", "other"),
        ("I moved to Olive last year.", "Olive", "location"),
        ("My brother lives in Tyler.", "Tyler", "location"),
        ("Tyler and I split up today.", "Tyler", "person"),
        ("Somebody in Minneapolis wants him.", "Minneapolis", "location"),
        ("My name is User 2.", "User", "other"),
    ],
)
def test_a_sentence_speaks_for_a_kind(read: Reader, text: str, name: str, kind: str) -> None:
    assert [m.type for m in read(text).mentions if m.name == name] == [kind]


@pytest.mark.parametrize("text", ["I've been to Mexico, Canada and Spain.", "I know Toronto, Vancouver and Oslo."])
def test_places_in_a_list_stay_apart(read: Reader, text: str) -> None:
    assert not [m for m in read(text).mentions if "," in m.name]


def test_code_names_nobody(read: Reader) -> None:
    assert {m.name for m in read("Can you fix this? ```class Marek(Greta): pass```").mentions} <= {"Ann", "Ben"}


@given(st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 4)), max_size=8))
def test_the_order_of_what_is_said_doesn_t_matter(told: list[tuple[EntityType, int]]) -> None:
    assert kind_of_entity("Olive", dict(told)) == kind_of_entity("Olive", dict(sorted(dict(told).items())))
