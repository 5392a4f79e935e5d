"""What ends a state that is known, and what only sounds like it."""

import pytest
from tests.unit.extractors.language.conftest import Reader


def ended(read: Reader, text: str) -> set[tuple[str, str, str]]:
    """Subject, predicate, and object or value, of what is over."""
    return {(a.subject, a.predicate, a.object or a.value or "") for a in read(text).statements if a.ended}


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("I've packed in Tesco.", ("Ann", "works_at", "Tesco")),
        ("I'm done with Tesco, finally.", ("Ann", "works_at", "Tesco")),
        ("Tesco is history.", ("Ann", "works_at", "Tesco")),
        ("I jumped ship from Tesco.", ("Ann", "works_at", "Tesco")),
        ("I retired from nursing in March.", ("Ann", "works_as", "")),
        ("My teaching days are over.", ("Ann", "works_as", "")),
        ("Karim ended things with me.", ("Ann", "has_partner", "Karim")),
        ("I stopped seeing Karim.", ("Ann", "has_partner", "Karim")),
        ("We're not together any more.", ("Ann", "has_partner", "partner")),
        ("My marriage to Olga is over.", ("Ann", "married_to", "Olga")),
        ("Olga and I divorced this month.", ("Ann", "married_to", "Olga")),
        ("I got back from holiday last night.", ("Ann", "is_on", "holiday")),
        ("I packed up and left Leeds.", ("Ann", "lives_in", "Leeds")),
        ("I traded Leeds for the countryside.", ("Ann", "lives_in", "Leeds")),
        ("We rehomed Bruno.", ("Ann", "has_pet", "Bruno")),
        ("Bruno went to live with my aunt.", ("Ann", "has_pet", "Bruno")),
        ("I traded in the Honda Civic.", ("Ann", "owns", "Honda Civic")),
        ("I let my brother have the Honda Civic.", ("Ann", "owns", "Honda Civic")),
        ("I ditched Spanish.", ("Ann", "studies", "Spanish")),
        ("I'm not doing the vegan thing any more.", ("Ann", "is", "vegan")),
        ("I've got the flat to myself since Tom left.", ("Ann", "lives_with", "")),
        ("I grew out of my asthma.", ("Ann", "has", "asthma")),
        ("I gave up Dutch this year.", ("Ann", "studies", "Dutch")),
        ("I left McDonald's last week.", ("Ann", "works_at", "McDonald's")),
        ("I passed my driving test.", ("Ann", "studies", "drive")),
        ("I can eat nuts again.", ("Ann", "allergic_to", "nuts")),
        ("My lease in Delft ended last month.", ("Ann", "lives_in", "Delft")),
        ("I replaced my Honda Civic with a van.", ("Ann", "owns", "Honda Civic")),
        ("I finished therapy last month.", ("Ann", "is_in", "therapy")),
        ("I gave the Honda Civic back.", ("Ann", "lease", "Honda Civic")),
        ("I got a dog!", ("Ann", "wants", "dog")),
        ("Rex's ear infection has cleared up.", ("Rex", "has", "ear infection")),
        ("I've gone off Pulp.", ("Ann", "favorite_band", "Pulp")),
    ],
)
def test_a_known_state_is_over(read: Reader, text: str, over: tuple[str, str, str]) -> None:
    assert over in ended(read, text)


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("I walked out of Tesco with two bags.", "works_at"),
        ("I dropped my phone.", "owns"),
        ("I'm not done with Tesco.", "works_at"),
        ("I don't want to see Karim any more than you do.", "has_partner"),
        ("Karim stopped seeing double.", "has_partner"),
        ("I left Leeds at nine.", "lives_in"),
        ("Is Tesco history?", "works_at"),
        ("Neither of us lives in Berlin any more, but I'm in Mainz.", "is_in"),
        ("I moved back in with my parents in Pécs.", "has_parent"),
        ("I let my brother drive the Honda Civic.", "owns"),
    ],
)
def test_what_only_sounds_like_an_end(read: Reader, text: str, predicate: str) -> None:
    assert not [over for over in ended(read, text) if over[1] == predicate]


def test_a_shop_and_a_language_are_no_partners(read: Reader) -> None:
    assert not [s for s in read("I ditched Spanish.").statements if s.predicate == "broke_up"]
