"""What noun phrases take for granted: homes, employers, schools, children and relatives who are called by name."""

import pytest
from tests.unit.extractors.language.conftest import Reader

from chronomem.extractors.language.extracted import Extraction


def holding(extraction: Extraction) -> set[tuple[str, str, str]]:
    return {(s.subject, s.predicate, s.object or s.value or "") for s in extraction.statements if not s.ended}


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("Our landlord in Ghent won't mend the boiler.", ("Ann", "lives_in", "Ghent")),
        ("It's pouring here in Hull.", ("Ann", "lives_in", "Hull")),
        ("My boss at Siemens sent cake.", ("Ann", "works_at", "Siemens")),
        ("My coworkers at the clinic sent cake.", ("Ann", "works_at", "clinic")),
        ("My professor at Durham sings.", ("Ann", "studies_at", "Durham")),
        ("I rang my brother in Perth.", ("Ann's brother", "lives_in", "Perth")),
        ("I called my parents in Bielefeld.", ("Ann's parents", "lives_in", "Bielefeld")),
        ("I dropped Nora at kindergarten.", ("Ann", "has_child", "Nora")),
        ("My supervisor Phil wears clogs to meetings.", ("Ann", "has_colleague", "Phil")),
        ("Tom from accounting wears clogs.", ("Ann", "has_colleague", "Tom")),
        ("My hairdresser Paula says it's too dry.", ("Paula", "works_as", "hairdresser")),
        ("My dentist, Dr Venter, is retiring.", ("Dr Venter", "works_as", "dentist")),
        ("My mother in law Jean ironed it all.", ("Ann", "has_relative", "Jean")),
        ("The wife, Carol, has hidden the biscuits.", ("Ann", "married_to", "Carol")),
        ("I clocked out of Walmart at ten.", ("Ann", "works_at", "Walmart")),
        ("Hamster escaped last night.", ("Ann", "has_pet", "hamster")),
        ("Car failed its MOT.", ("Ann", "owns", "car")),
        ("Can't risk it with my asthma.", ("Ann", "has", "asthma")),
        ("My brompton got a flat.", ("Ann", "owns", "brompton")),
    ],
)
def test_a_noun_phrase_takes_a_fact_for_granted(read: Reader, text: str, statement: tuple[str, str, str]) -> None:
    assert statement in holding(read(text))


def test_an_old_street_is_no_home_any_more(read: Reader) -> None:
    (left,) = [s for s in read("Our old street in Antwerp is all bars now.").statements if s.predicate == "lives_in"]
    assert (left.object, left.ended) == ("Antwerp", True)


@pytest.mark.parametrize(
    "text",
    [
        "It's sunny here in Lisbon, our hotel is lovely.",
        "Our rental house in Lisbon was lovely.",
        "I met my brother in Perth.",
        "I rang my cousins in Perth.",
        "His second year at Durham was hard.",
        "We're at Mum's from the 23rd.",
        "My late wife Ruth kept bees.",
        "Four weeks left!",
        "Bernard married a dentist's daughter.",
        "Dog is a great film.",
        "The hamster next door escaped.",
        "Van got stolen.",
        "My goldfish lasted three weeks.",
    ],
)
def test_other_noun_phrases_do_not(read: Reader, text: str) -> None:
    predicates = {"lives_in", "works_at", "studies_at", "married_to", "owns", "has_child", "has_pet"}
    assert not {s for s in holding(read(text)) if s[0].startswith("Ann") and s[1] in predicates}


@pytest.mark.parametrize(
    "text", ["My job at Lidl is over.", "My apprenticeship at Lidl ended.", "My internship at Lidl is done."]
)
def test_a_job_that_is_told_to_be_over_is_none(read: Reader, text: str) -> None:
    jobs = [s for s in read(text).statements if s.predicate == "works_at"]
    assert jobs
    assert all(s.ended for s in jobs)


def test_what_goes_on_and_what_is_judged(read: Reader) -> None:
    assert ("Ann", "works_at", "Lidl") in holding(read("My job at Lidl isn't over yet."))
    assert "works_as" not in {predicate for _, predicate, _ in holding(read("My job at Lidl is great."))}


@pytest.mark.parametrize(
    "text",
    ["My old dentist Paula moved away.", "My dentist, London and the rain.", "Paula from the bakery wears clogs."],
)
def test_who_is_only_named_beside_it_has_no_occupation(read: Reader, text: str) -> None:
    assert not [s for s in read(text).statements if s.predicate in ("works_as", "has_colleague")]


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("I'm at my mum's in Hull until I find something.", ("Ann's mother", "lives_in", "Hull")),
        ("Crashing at Leo's place in Camden for now.", ("Leo", "lives_in", "Camden")),
        ("My place in Brixton got broken into.", ("Ann", "lives_in", "Brixton")),
        ("The landlord in Lyon won't mend the boiler.", ("Ann", "lives_in", "Lyon")),
        ("The boss at Carrefour is a nightmare.", ("Ann", "works_at", "Carrefour")),
        ("I'm thinking of leaving Rome.", ("Ann", "lives_in", "Rome")),
        ("Rangi lives with my cousin in Leeds now.", ("Rangi", "lives_in", "Leeds")),
        ("I'm on the tills at Lidl.", ("Ann", "works_at", "Lidl")),
        ("My Bamse has a harness.", ("Ann", "has_pet", "Bamse")),
        ("My Ella starts school on Monday.", ("Ann", "has_child", "Ella")),
        ("I'm the mum of Leo and Mia.", ("Mia", "has_parent", "Ann")),
        ("I'm Ann, mum of Leo and Mia.", ("Ann", "has_child", "Mia")),
        ("I drink oat milk.", ("Ann", "drinks", "oat milk")),
        ("I eat honey every morning.", ("Ann", "eats", "honey")),
        ("I prefer the window.", ("Ann", "prefers", "window")),
        ("Failed the practical yesterday.", ("Ann", "failed", "practical")),
    ],
)
def test_what_is_told_by_the_way_counts(read: Reader, text: str, statement: tuple[str, str, str]) -> None:
    assert statement in holding(read(text))


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("My favourite place in Rome is the garden.", ("Ann", "lives_in", "Rome")),
        ("I'm not thinking of leaving Rome.", ("Ann", "lives_in", "Rome")),
        ("I'm at Leo's tonight.", ("Leo", "owns", "Ann")),
        ("My Denise would say the same about our dog.", ("Ann", "has_pet", "Denise")),
        ("My Denise took the dog to the vet.", ("Ann", "has_pet", "Denise")),
        ("A landlord in Leeds got fined.", ("Ann", "lives_in", "Leeds")),
        ("Landlords in Leeds raise rents.", ("Ann", "lives_in", "Leeds")),
        ("Some boss at Lidl got fired.", ("Ann", "works_at", "Lidl")),
        ("Mia texted me: big news. I moved to Oslo!", ("Ann", "lives_in", "Oslo")),
        ("I ate honey yesterday.", ("Ann", "eats", "honey")),
        ("I was teaching French there.", ("Ann", "teaches", "French")),
    ],
)
def test_what_is_told_of_somebody_or_something_else_does_not(
    read: Reader, text: str, statement: tuple[str, str, str]
) -> None:
    assert statement not in holding(read(text))
