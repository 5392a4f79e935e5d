"""Where others live and work, told of them beside somebody else or after them."""

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last

from chronomem.graph_schema.facts.claims import PLANNED

Fact = tuple[str, str, str]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Cleo works at Bosch, Ida at Siemens, and Tom still studies.", {("Ida", "works_at", "Siemens")}),
        ("Cleo lives in Oslo and Ida in Rome.", {("Cleo", "lives_in", "Oslo"), ("Ida", "lives_in", "Rome")}),
        (
            "Both my daughters, Cleo and Ida, live abroad: Cleo in Oslo, Ida in Rome.",
            {("Cleo", "lives_in", "Oslo"), ("Ida", "lives_in", "Rome")},
        ),
        (
            "My sisters both moved away, Cleo to Oslo and Ida to Rome.",
            {("Cleo", "lives_in", "Oslo"), ("Ida", "lives_in", "Rome")},
        ),
        (
            "Tom works at Bosch and Eva works at Siemens.",
            {("Tom", "works_at", "Bosch"), ("Eva", "works_at", "Siemens")},
        ),
        (
            "Sterre studies law and Bram studies physics.",
            {("Sterre", "studies", "law"), ("Bram", "studies", "physics")},
        ),
        (
            "I went to Rome with Tom and Eva last week.",
            {("Ann", "visited", "Rome"), ("Tom", "visited", "Rome"), ("Eva", "visited", "Rome")},
        ),
        ("I sold my bike to Tom.", {("Tom", "owns", "bike"), ("Tom", "bought", "bike")}),
        ("My brother is a nurse and my sister a teacher.", {("Ann's sister", "works_as", "teacher")}),
        (
            "Dora's a postwoman, her twin Nora a police officer.",
            {("Nora", "works_as", "police officer"), ("Dora", "has_sibling", "Nora")},
        ),
        ("I'm 34, my sister 31.", {("Ann's sister", "has_age", "31")}),
        ("Ida lives in Rome.", {("Ida", "lives_in", "Rome")}),
        (
            "Our au pair Lucía lives with us in Aarhus.",
            {("Lucía", "lives_in", "Aarhus"), ("Ann", "lives_in", "Aarhus")},
        ),
        ("Sofie married Lars and they live in Oslo.", {("Sofie", "lives_in", "Oslo"), ("Lars", "lives_in", "Oslo")}),
        ("My gran moved to a residence in Monza.", {("Ann's grandmother", "lives_in", "Monza")}),
        ("My ex moved to Madrid.", {("Ann's ex", "lives_in", "Madrid")}),
        ("Tom's home is in Busan.", {("Tom", "lives_in", "Busan")}),
        ("Home is Cork these days.", {("Ann", "lives_in", "Cork")}),
        ("Tom never left London.", {("Tom", "lives_in", "London")}),
        ("Jean is not budging from Perth.", {("Jean", "lives_in", "Perth")}),
        ("Since Tom won't tell you: I moved to Cardiff.", {("Ann", "lives_in", "Cardiff")}),
        ("Yasmin lives on a boat in Amsterdam.", {("Yasmin", "lives_in", "Amsterdam")}),
        ("I am registered in Leipzig now.", {("Ann", "lives_in", "Leipzig")}),
        ("It's Tom's first day at Spotify tomorrow.", {("Tom", "works_at", "Spotify")}),
        ("Constance is the lawyer. Verity is my sister, she runs a café.", {("Verity", "runs", "café")}),
        ("Tash is still with Rob.", {("Tash", "has_partner", "Rob")}),
        ("I got a stomach bug.", {("Ann", "has", "stomach bug")}),
        ("Tom caught a cold.", {("Tom", "has", "cold")}),
        ("still got my old switch", {("Ann", "has", "old switch")}),
        ("My sister gave me her bike.", {("Ann", "owns", "her bike")}),
        ("I gave the farm to Sander.", {("Sander", "owns", "farm")}),
        ("I still drive the old Twingo.", {("Ann", "owns", "old Twingo")}),
        ("did my 50th parkrun this morning", {("Ann", "attended", "50th parkrun")}),
    ],
)
def test_it_is_told(text: str, facts: set[Fact]) -> None:
    assert facts <= holds(last(f"Ann: {text}"))


@pytest.mark.parametrize(
    ("turns", "facts"),
    [
        (("Ben: Who was it that likes marzipan, Rosa or Luigi?", "Ann: Luigi."), {("Luigi", "likes", "marzipan")}),
        (("Ben: how did the driving tests go?", "Ann: failed mine"), {("Ann", "failed", "test")}),
        (("Ben: I live in Utrecht", "Ann: small world, my ex lives there"), {("Ann's ex", "lives_in", "Utrecht")}),
        (("Ben: I work at Siemens", "Ann: no way, my cousin Lia works there"), {("Lia", "works_at", "Siemens")}),
        (("Ann: I'm off to Tartu next week", "Ann: my brother lives there"), {("Ann's brother", "lives_in", "Tartu")}),
        (
            ("Ben: how's Danny?", "Ann: He's in Leeds now, got a job with the council."),
            {("Danny", "works_at", "council")},
        ),
        (
            ("Ben: Eva lives in Turku. And Jonas likes it in Oslo?", "Ann: Yes, he's been living there for years."),
            {("Jonas", "lives_in", "Oslo")},
        ),
        (
            ("Ann: Urs lives in Basel", "Ann: When I told you where Urs lives I meant Bern, not Basel."),
            {("Urs", "lives_in", "Bern")},
        ),
        (
            ("Ben: is it Tom who farms, or Leo?", "Ann: Tom. He's the farmer. Leo's an actuary, he lives in Dublin."),
            {("Leo", "lives_in", "Dublin")},
        ),
    ],
)
def test_it_is_told_after_another(turns: tuple[str, ...], facts: set[Fact]) -> None:
    assert facts <= holds(last(*turns))


@pytest.mark.parametrize(
    "text",
    [
        "We didn't leave Rome until Monday.",
        "home is where the heart is",
        "Tom's home, he's watching TV.",
        "I called my lawyer in Rome.",
        "We bought a flat in Lund for our daughter.",
        "We bought a flat in Lund to rent out.",
    ],
)
def test_it_is_no_home(text: str) -> None:
    assert "lives_in" not in {predicate for _, predicate, _ in holds(last(f"Ann: {text}"))}


@pytest.mark.parametrize("answer", ["Lanzarote for a week", "in Lanzarote till Sunday"])
def test_a_stay_is_no_home(answer: str) -> None:
    told = holds(last("Ben: where's Hanna?", f"Ann: {answer}"))
    assert ("Hanna", "lives_in", "Lanzarote") not in told


def test_a_wish_tells_of_no_day_to_come() -> None:
    told = last("Ann: I want to move to Porto in September.")
    assert not [fact for fact in told if fact.predicate == "lives_in" and fact.grain != PLANNED]


def test_a_husband_is_no_employer() -> None:
    assert "works_at" not in {predicate for _, predicate, _ in holds(last("Ann: Tash is still with Rob."))}


@pytest.mark.parametrize(
    "text",
    ["I've been with Siemens for years.", "Fenwick Printing took me back and I've been working there since June."],
)
def test_an_employer_is_no_partner(text: str) -> None:
    assert "has_partner" not in {predicate for _, predicate, _ in holds(last(f"Ann: {text}"))}


def test_what_somebody_drives_is_no_work() -> None:
    assert "works_as" not in {predicate for _, predicate, _ in holds(last("Ann: I drive a Clio now, a yellow one."))}


def test_a_home_goes_on_until_a_time_to_come() -> None:
    told = last("Ann: Matt's still in Vancouver till his contract's up at Christmas.")
    [stay] = [fact for fact in told if fact.object == "Vancouver"]
    assert str(stay.invalid_at)[:10] == "2024-12-25"


def test_two_jobs_are_told_with_the_times_of_the_day() -> None:
    told = holds(
        last("Ann: I work at Linden Primary School in the mornings and at the Bluebird Cafe in the afternoons.")
    )
    assert {("Ann", "works_at", "Linden Primary School"), ("Ann", "works_at", "Bluebird Cafe")} <= told


def test_the_day_of_the_wedding_begins_the_marriage() -> None:
    told = last("Ann: The garden was full. Ilse and I got married on 8 May 1999 in Innsbruck.")
    assert {str(fact.valid_at)[:10] for fact in told if fact.predicate in ("married", "married_to")} == {"1999-05-08"}


def test_a_mother_and_an_owner_are_no_possessions() -> None:
    assert ("Ann", "has_child", "Mirjam") not in holds(last("Ann: Mirjam gave birth on Monday"))
    assert ("Ann", "has_pet", "Bram") not in holds(last("Ben: whose dog is that?", "Ann: Bram's."))
