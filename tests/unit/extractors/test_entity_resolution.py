"""Which known entity a name means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chronomem.engine.extraction.entity_linking import KnownNames, similarity_by
from chronomem.extractors.embeddings.embedder import StaticEmbedder
from chronomem.extractors.entity_resolution import EntityIndex, KnownEntity, is_nickname, keys_of_meant, may_mean
from chronomem.graph_schema.facts.given import EntityType
from chronomem.graph_schema.model.entity_names import comparable_name, name_keys

KNOWN = [
    KnownEntity("p1", "Melanie", "person", speaker=True),
    KnownEntity("p2", "Caroline", "person", speaker=True),
    KnownEntity("p3", "Anna Smith", "person"),
    KnownEntity("p4", "Robert", "person", aliases=("Caroline's boss",)),
    KnownEntity("l1", "New York City", "location", aliases=("NYC",)),
    KnownEntity("o1", "Stanford University", "organization"),
    KnownEntity("w1", "iPhone 14", "product"),
]


@pytest.fixture
def index() -> EntityIndex:
    return EntityIndex(KNOWN)


@pytest.mark.parametrize(
    ("name", "kind", "expected"),
    [
        ("melanie", "person", ("same", "p1", "exact")),
        ("NYC", "location", ("same", "l1", "alias")),
        ("the New York City", "location", ("same", "l1", "exact")),
        ("Anna", "person", ("same", "p3", "words")),
        ("Anna Jones", "person", ("new", None, "none")),
        ("Smith", "person", ("new", None, "none")),
        ("Stanford", "organization", ("same", "o1", "words")),
        ("Stanfort University", "organization", ("same", "o1", "spelling")),
        ("iPhone 15", "product", ("new", None, "none")),
        ("Mel", "person", ("maybe_same", "p1", "nickname")),
        ("Bob", "person", ("maybe_same", "p4", "nickname")),
        ("Caroline's boss", "person", ("same", "p4", "alias")),
        ("Caroline's sister", "person", ("new", None, "none")),
        ("Melanie", "location", ("new", None, "none")),
        ("", "other", ("new", None, "none")),
    ],
)
def test_a_name_is_resolved(index: EntityIndex, name: str, kind: str, expected: tuple[str, str | None, str]) -> None:
    found = index.resolve(name, kind)
    assert (found.kind, found.entity_id, found.reason) == expected


def test_two_speakers_are_never_merged() -> None:
    index = EntityIndex([KnownEntity("p1", "Jon Snow", "person", speaker=True)])
    for name in ("Jon", "John Snow", "Jon Snows"):
        assert index.resolve(name, "person", speaker=True).kind != "same"
    assert index.resolve("Jon Snow", "person", speaker=True).entity_id == "p1"


def test_a_first_name_of_two_people_is_merged_with_neither() -> None:
    index = EntityIndex([KnownEntity("a", "Anna Smith", "person"), KnownEntity("b", "Anna Jones", "person")])
    assert index.resolve("Anna", "person").kind == "maybe_same"


def test_meaning_decides_where_it_is_given() -> None:
    parade = KnownEntity("e", "pride parade", "event")
    index = EntityIndex([parade], similarity=lambda *names: 0.95 if "pride parade" in names else 0.0)
    assert index.resolve("big pride march", "event").reason == "meaning"


def test_names_of_things_are_compared_by_their_meaning() -> None:
    alike = similarity_by(StaticEmbedder())
    assert alike is not None
    assert alike("harry potter", "potter") > 0.9 > alike("harry potter", "pride parade")
    own, plain = KnownNames("", lambda *_: 0.95), KnownNames("")
    for names in (own, plain):
        names.resolve("Pride parade", "event")
    assert own.resolve("big pride march", "event")[0] == "entity:pride parade"
    assert plain.resolve("big pride march", "event")[0] == "entity:big pride march"


def test_numbers_tell_things_apart_whatever_they_mean() -> None:
    index = EntityIndex([KnownEntity("e", "Game 7", "event")], similarity=lambda *_: 1.0)
    assert index.resolve("Game 6", "event").kind != "same"


def test_a_town_is_not_the_country_that_it_lies_in() -> None:
    index = EntityIndex([KnownEntity("e1", "Portugal", "location"), KnownEntity("e2", "Lake Tahoe", "location")])
    assert index.resolve("Lisbon, Portugal", "location").kind != "same"
    assert index.resolve("Tahoe", "location").entity_id == "e2"


def test_a_full_name_is_not_the_speaker_of_that_first_name() -> None:
    index = EntityIndex([KnownEntity("e", "Sam", "person", speaker=True)])
    assert index.resolve("Sam Miller", "person").kind == "maybe_same"
    assert index.resolve("Sam", "person").kind == "same"


def test_nicknames() -> None:
    assert is_nickname("mel", "melanie")
    assert is_nickname("beth", "elizabeth")
    assert is_nickname("debbie", "deborah")
    assert not is_nickname("maria", "marie")
    assert not is_nickname("marie", "maria")
    assert not is_nickname("jo", "joanna")


@given(st.text(max_size=40))
def test_normalising_twice_changes_nothing(name: str) -> None:
    assert comparable_name(comparable_name(name)) == comparable_name(name)


@given(st.permutations(KNOWN))
def test_the_order_in_which_entities_became_known_does_not_matter(known: list[KnownEntity]) -> None:
    index, reference = EntityIndex(known), EntityIndex(KNOWN)
    for name in ("Anna", "Mel", "Stanford", "nyc", "Robbie", "Carolin"):
        assert index.resolve(name, "person") == reference.resolve(name, "person")


FIRST = (
    *("Ann", "Anna", "Anne", "Bob", "Robert", "Beth", "Elizabeth", "Liz", "Lena", "Helena", "Mel", "Melanie"),
    *("Jose", "José"),
)
LAST = ("", " Smith", " Smyth", " Jones", "'s sister", "'s old car", " de la Cruz")
THINGS = (
    "The Louvre",
    "Louvre Museum",
    "iPhone 14",
    "iPhone 15",
    "Game of Thrones",
    "a game",
    "Mount Etna",
    "Etna",
    "!!",
)
KINDS: tuple[EntityType, ...] = ("person", "other", "work")


def test_what_a_name_may_mean_is_found_by_its_keys() -> None:
    """Comparing only entities that share a key gives the same as comparing all."""
    names = [*(f"{first}{last}" for first in FIRST for last in LAST), *THINGS]
    known = [KnownEntity(f"e{n}", name, KINDS[n % 3]) for n, name in enumerate(names)]

    def alike(one: str, other: str) -> float:
        return 0.95 if one[-1] == other[-1] else 0.0

    asked = (*names, "Eliza", "Dr. Ann Smith", "Auntie Ann", "Thrones", "Roberto", "elena")
    compared = possible = 0
    for held in (known, known[::2], known[1::3]):
        whole = EntityIndex(held, alike)
        for name in asked:
            found = [entity for entity in held if name_keys(entity.name) & keys_of_meant(name)]
            near = [entity for entity in found if may_mean(comparable_name(name), comparable_name(entity.name))]
            compared, possible = compared + len(near), possible + len(held)
            for kind in KINDS:
                assert EntityIndex(near, alike).resolve(name, kind) == whole.resolve(name, kind), name
    assert compared < possible / 2, "keys tell names apart"


@pytest.mark.parametrize(
    ("known", "name", "expected"),
    [
        (("Ann's brother",), "Ann's little brother", "Ann's brother"),
        (("Ann's little brother",), "Ann's brother", "Ann's little brother"),
        (("Ann's little brother",), "Ann's big brother", None),
        (("Ann's little brother", "Ann's big brother"), "Ann's brother", None),
        (("Ben's brother",), "Ann's little brother", None),
        (("Ann's brother",), "Ann's rich brother", None),
        (("O'Brien", "brother"), "Ann's brother", None),
        (("Ann's brother",), "O'Brien", None),
    ],
)
def test_an_age_tells_a_relative_only_from_another(known: tuple[str, ...], name: str, expected: str | None) -> None:
    index = EntityIndex(KnownEntity(one, one, "person") for one in known)
    assert index.resolve(name, "person").entity_id == expected
