"""What people give of themselves by numbers, addresses, sizes and sums."""

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last

from chronomem.extractors.turns.particulars import particulars_in


@pytest.mark.parametrize(
    ("text", "predicate", "value"),
    [
        ("My phone number is 555-0199.", "phone_number_is", "555-0199"),
        ("my new number is +44 7700 900123, text me", "phone_number_is", "+44 7700 900123"),
        ("my email's ann.lee@mail.com", "email_is", "ann.lee@mail.com"),
        ("our address is 12 Elm Road, Leeds and the door is red", "address_is", "12 Elm Road, Leeds"),
        ("my address: 5 High St", "address_is", "5 High St"),
        ("my postcode is LS1 4AB", "postcode_is", "LS1 4AB"),
        ("My passport number is X1234567", "passport_number_is", "X1234567"),
        ("my shoe size is now 6.5", "shoe_size_is", "6.5"),
        ("my t-shirt size is XL", "t_shirt_size_is", "XL"),
        ("my blood type is O negative", "blood_type_is", "O negative"),
        ("my reg is AB12 CDE", "licence_plate_is", "AB12 CDE"),
        ("my rent is £950 a month", "rent_is", "£950 a month"),
        ("they've raised the rent to 950", "rent_is", "950"),
        ("my rent went up to £980", "rent_is", "£980"),
    ],
)
def test_particulars_are_read_as_they_are_written(text: str, predicate: str, value: str) -> None:
    assert [(told.predicate, told.value) for told in particulars_in(text)] == [(predicate, value)]


@pytest.mark.parametrize(
    "text",
    [
        "my number is busy",
        "my address is wrong",
        "my rent is due on 3 May",
        "I pay the rent to Mrs Lee",
        "is my number 555-0199?",
        'He said "my number is 555-0199"',
        "Your number is 555-0199",
        "my lucky number is 7",
        "my password is hunter2",
        "my PIN is 4821",
    ],
)
def test_what_only_resembles_them_is_none(text: str) -> None:
    assert particulars_in(text) == []


def test_a_particular_may_be_another_ones() -> None:
    told = holds(last("Sam: hi", "Noor: Lupe's number is 555-0184 now"))
    assert {fact for fact in told if "555" in (fact[2] or "")} == {("Lupe", "phone_number_is", "555-0184")}


def test_a_particular_takes_the_place_of_what_the_parser_makes_of_it() -> None:
    told = holds(last("Sam: hi", "Noor: my address is 12 Elm Road, Leeds"))
    assert {fact for fact in told if fact[1] == "address_is"} == {("Noor", "address_is", "12 Elm Road, Leeds")}
