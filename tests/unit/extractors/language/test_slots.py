"""Slots of declared phrases: what fills them, such as "Foxrock" of "we moved into Foxrock", and what doesn't."""

import pytest
from tests.unit.extractors.language.conftest import Reader
from tests.unit.extractors.language.test_tellings import begun, ended, told


@pytest.mark.parametrize("text", ["We broke up last week.", "I broke up with him.", "We split up with our drummer."])
def test_an_effect_whose_slot_stays_empty_is_left_out(read: Reader, text: str) -> None:
    assert "broke_up" not in {predicate for _, predicate, _ in begun(read, text)}


def test_no_wording_keeps_the_mark_of_a_slot(read: Reader) -> None:
    for text in ("I broke up with Luca.", "I broke my wrist.", "We have four now.", "I got into Leiden University."):
        values = [value for _, _, value in begun(read, text)]
        assert values
        assert not any("{" in (value or "") for value in values)


@pytest.mark.parametrize(
    ("text", "predicates"),
    [
        ("I bought a Kindle.", {"lives_in", "has_pet"}),
        ("I bought Bitcoin.", {"lives_in"}),
        ("Fiadh arrived this morning!", {"owns"}),
        ("My brother Fiachra was delivered.", {"owns"}),
        ("So that's a new one!", {"owns", "has", "has_pet", "has_child"}),
        ("we're 4 now", {"owns", "has", "has_pet", "has_age"}),
        ("We moved from Leeds to York.", {"likes"}),
        ("We have four hens left.", {"needs"}),
        ("I finished at Tesco on Friday.", {"graduated_from"}),
        ("I joined CityGym today.", {"works_at"}),
        ("My brother has hung up his boots.", {"is"}),
    ],
)
def test_a_slot_takes_no_name_of_another_kind(read: Reader, text: str, predicates: set[str]) -> None:
    assert not predicates & {predicate for _, predicate, _ in begun(read, text)}


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("He is down to two goats now.", set()),
        ("They had five hens until the fox came, only two left.", set()),
        ("My uncle Piet is down to two goats now.", {"Piet"}),
        ("We are down to two goats now.", {"Ann"}),
        ("Our Mia had kittens so that makes seven.", {"Ann"}),
        ("Greta is off to Lima.", {"Greta"}),
        ("My sister is off to Lima.", {"Ann's sister"}),
        ("Off to Lima!", {"Ann"}),
    ],
)
def test_what_a_sentence_tells_of_another_isnt_the_speakers(read: Reader, text: str, whose: set[str]) -> None:
    facts = begun(read, text)
    assert {subject for subject, predicate, _ in facts if predicate in ("has_pet", "plans")} == whose


def test_who_stays_with_us_stays_with_the_speaker(read: Reader) -> None:
    assert ("Ann", "lives_with", "Leo") in begun(read, "Leo's wife left him. Leo stays with us.")
    assert "lives_with" not in {
        p for s, p, _ in begun(read, "Leo's wife left him, he's staying with us.") if s != "Ann"
    }


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I bought a Kindle.", ("Ann", "owns", "Kindle")),
        ("My new desk arrived today.", ("Ann", "owns", "new desk")),
        ("We moved into Foxrock.", ("Ann", "lives_in", "Foxrock")),
        ("We adopted Biscuit.", ("Ann", "has_pet", "Biscuit")),
        ("We're both 40.", ("Ann", "has_age", "40")),
    ],
)
def test_a_slot_takes_a_name_of_its_kind(read: Reader, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in begun(read, text)


@pytest.mark.parametrize("thing", ["notice", "resignation", "keys", "badge"])
def test_only_a_work_is_done_when_it_is_handed_in(read: Reader, thing: str) -> None:
    facts = told(read, f"I handed in my {thing} yesterday.")
    assert not {s.predicate for s in facts} & {"finished", "works_on"}
    assert ("Ann", "works_on", "essay") in ended(read, "I handed in my essay yesterday.")


def test_things_that_are_joined_are_given_up_one_by_one(read: Reader) -> None:
    gone = ended(read, "We sold the kayak and the trailer last week.")
    assert {("Ann", "owns", "kayak"), ("Ann", "owns", "trailer")} <= gone


def test_a_dose_tells_a_medicine_without_a_verb(read: Reader) -> None:
    assert ("Ann", "takes", "ramipril") in begun(read, "on 5 mg of ramipril since March, it's fine")
    assert ("Ann's father", "takes", "warfarin") in begun(read, "my dad is on 2 mg of warfarin now")


def test_a_choir_or_a_band_is_joined_without_a_name(read: Reader) -> None:
    assert ("Ann", "member_of", "gospel choir") in begun(read, "I've joined a gospel choir.")
    assert not [s for s in begun(read, "I've joined the team.") if s[1] == "member_of"]


def test_a_sum_after_a_purchase_counts(read: Reader) -> None:
    assert ("Ann", "has_pet", "now eight hens") in begun(read, "bought three more so now eight hens")


def test_we_who_are_married_have_each_other(read: Reader) -> None:
    assert ("Ann", "married_to", "someone") in begun(read, "We're married!")
    assert "married_to" not in {predicate for _, predicate, _ in begun(read, "My parents are married.")}


def test_a_town_that_is_left_is_no_employer(read: Reader) -> None:
    assert ("Ann", "works_at", "Lyon") not in ended(read, "We're leaving Lyon in two weeks.")
    assert ("Ann", "works_at", "Siemens") in ended(read, "I'm leaving Siemens in two weeks.")


@pytest.mark.parametrize("others", ["my teammates", "them"])
def test_several_are_no_partner(read: Reader, others: str) -> None:
    assert "has_partner" not in {
        predicate for _, predicate, _ in begun(read, f"I felt so welcome being back with {others}.")
    }
    assert ("Ann", "has_partner", "Tom") in begun(read, "I'm back with Tom.")


def test_first_nights_tell_a_home(read: Reader) -> None:
    assert ("Ann", "lives_in", "Ribe") in begun(read, "first night in our new house in Ribe")
    assert "lives_in" not in {p for _, p, _ in begun(read, "third night in the hotel in Ribe")}


@pytest.mark.parametrize(
    ("text", "told_of"),
    [
        ("I asked Eva to marry me. She said yes!", ("Ann", "engaged_to", "Eva")),
        ("My brother proposed to Eva. She said yes!", ("Ann's brother", "engaged_to", "Eva")),
    ],
)
def test_whoever_says_yes_is_engaged_to_who_asked(read: Reader, text: str, told_of: tuple[str, str, str]) -> None:
    found = begun(read, text)
    assert told_of in found
    assert ("Eva", "engaged_to", "someone") not in found


def test_who_says_yes_to_something_else_is_not_engaged(read: Reader) -> None:
    found = begun(read, "I asked Eva to join the choir. She said yes!")
    assert "engaged_to" not in {predicate for _, predicate, _ in found}
