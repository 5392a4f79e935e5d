"""What ends a state that is known, and what only sounds like it."""

import pytest
from tests.unit.extractors.language.conftest import Reader
from tests.unit.extractors.language.dialogue.test_dialogue import last


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


@pytest.mark.parametrize(
    ("said", "subject", "predicate", "value"),
    [
        ("Eva's left the choir", "Eva", "member_of", "choir"),
        ("Callum's left Tesco", "Callum", "works_at", "Tesco"),
        ("Eva's given up coffee", "Eva", "drinks", "coffee"),
        ("somebody stole Eva's bike last night", "Eva", "owns", "bike"),
        ("it's over between Hamish and Mirren", "Hamish", "has_partner", None),
        ("the divorce from Helmut came through", "Noor", "married_to", "Helmut"),
        ("Mirren dumped Hamish", "Hamish", "has_partner", "Mirren"),
        ("my sister quit last week", "Noor's sister", "works_at", None),
        ("we picked mum up from the hospital", "Noor's mother", "is_in", "hospital"),
    ],
)
def test_what_others_lose_or_leave_ends(said: str, subject: str, predicate: str, value: str | None) -> None:
    ended = {
        (fact.subject, fact.predicate, fact.object or fact.value)
        for fact in last("Sam: hi", f"Noor: {said}")
        if fact.ended
    }
    assert (subject, predicate, value) in ended


@pytest.mark.parametrize("said", ["I quit my job", "I sold the flat", "I left school", "I quit", "we broke up"])
def test_what_ends_whatever_there_was_ends_nothing_of_another_kind(said: str) -> None:
    ended = {
        fact.predicate
        for fact in last("Sam: hi", f"Noor: {said}")
        if fact.ended and fact.object is None and fact.value is None
    }
    assert ended
    assert ended.isdisjoint({"likes", "owns", "has", "has_pet", "plays", "drinks", "eats", "member_of", "speaks"})


@pytest.mark.parametrize(
    "said", ["I dropped out of the book club", "we dropped the idea of a dog", "I left Tom at the station"]
)
def test_who_leaves_one_thing_keeps_the_others(said: str) -> None:
    ended = {(fact.predicate, fact.object or fact.value) for fact in last("Sam: hi", f"Noor: {said}") if fact.ended}
    assert ended.isdisjoint({("studies", None), ("plans", "plan"), ("plans", "idea"), ("has_partner", "Tom")})
