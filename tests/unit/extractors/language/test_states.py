"""States that sentences tell in a roundabout way: jobs, homes, partners, plans, pets, prices and things."""

from datetime import UTC, datetime

import pytest
from tests.unit.extractors.language.conftest import SAID_AT, Reader

from chronomem.extractors.language.extracted import Extraction, Statement
from chronomem.extractors.semantic_time import parse_time


def told(read: Reader, text: str) -> Extraction:
    return read(text, times=parse_time(text, now=SAID_AT))


def holding(extraction: Extraction) -> set[tuple[str, str, str]]:
    """Subject, predicate, and object or value, of what holds."""
    return {(a.subject, a.predicate, a.object or a.value or "") for a in extraction.statements if not a.ended}


def over(extraction: Extraction) -> set[tuple[str, str]]:
    """Predicate, and object or value, of what is over."""
    return {(a.predicate, a.object or a.value or "") for a in extraction.statements if a.ended}


def only(extraction: Extraction, predicate: str) -> Statement:
    (found,) = [a for a in extraction.statements if a.predicate == predicate and not a.ended]
    return found


@pytest.mark.parametrize(
    ("text", "predicate", "thing"),
    [
        ("I started at Globex last month.", "works_at", "Globex"),
        ("I joined Hooli in March.", "works_at", "Hooli"),
        ("I've been at Acme since 2019.", "works_at", "Acme"),
        ("I quit, I'm at Initech now.", "works_at", "Initech"),
        ("I've been in Rome since 2020.", "lives_in", "Rome"),
        ("I'm back in Berlin.", "lives_in", "Berlin"),
        ("I live in Lisbon, Portugal.", "lives_in", "Lisbon, Portugal"),
        ("Rome was lovely, I moved there last year.", "lives_in", "Rome"),
        ("We have a new landlord, Ms Diaz.", "landlord_is", "Ms Diaz"),
        ("Sorry, blue is my favourite colour, not green.", "favorite_colour", "blue"),
        ("guess what we moved to Porto", "lives_in", "Porto"),
        ("I'm a member of the Riverside gym.", "member_of", "Riverside gym"),
        ("Carl and I got engaged today!", "engaged_to", "Carl"),
        ("My bike is blue.", "owns", "blue bike"),
        ("My birthday is on 4 May.", "has_birthday", "4 May"),
        ("Since yesterday I'm a senior engineer!", "works_as", "senior engineer"),
        ("I used to love coffee but now I hate it.", "dislikes", "coffee"),
        ("I used to love sushi, but now I can't stand it.", "dislikes", "sushi"),
        ("I really enjoy running these days.", "likes", "running"),
        ("I hate running again.", "dislikes", "running"),
        ("Carl and I are back together!", "has_partner", "Carl"),
        ("Acme hired me again!", "works_at", "Acme"),
    ],
)
def test_a_state_is_told(read: Reader, text: str, predicate: str, thing: str) -> None:
    assert ("Ann", predicate, thing) in holding(told(read, text))


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("I joined the Chess Club.", "works_at"),
        ("I'm at Acme today.", "works_at"),
        ("I'm in Rome.", "lives_in"),
        ("I'm back in Boston for two weeks.", "lives_in"),
        ("I'm back in Boston this week.", "lives_in"),
        ("My bike is broken.", "owns"),
    ],
)
def test_a_passing_stay_or_condition_is_no_state(read: Reader, text: str, predicate: str) -> None:
    assert predicate not in {predicate for _, predicate, _ in holding(told(read, text))}


@pytest.mark.parametrize(
    ("text", "thing", "price"),
    [
        ("My gym costs 30 euros a month.", "Ann's gym", "30 euros"),
        ("My rent went up to 1400 euros.", "Ann's rent", "1400 euros"),
        ("Our internet is $50 now.", "Ann's internet", "$50"),
    ],
)
def test_a_price_is_of_the_thing(read: Reader, text: str, thing: str, price: str) -> None:
    assert (thing, "costs", price) in holding(told(read, text))


def test_a_list_of_places_stays_a_list(read: Reader) -> None:
    places = {thing for _, predicate, thing in holding(told(read, "I visited Paris, Rome and Oslo."))}
    assert places == {"Paris", "Rome", "Oslo"}


def test_a_move_that_is_arranged_begins_then(read: Reader) -> None:
    move = only(told(read, "I'm moving to Vienna on 1 July."), "lives_in")
    assert (move.object, move.valid_at, move.begun) == ("Vienna", datetime(2023, 7, 1, tzinfo=UTC), True)


def test_a_time_in_front_dates_what_follows(read: Reader) -> None:
    assert only(told(read, "Yesterday I married Carl."), "married_to").valid_at == datetime(2023, 5, 7, tzinfo=UTC)


def test_a_job_without_its_subject_goes_on(read: Reader) -> None:
    assert ("Ann", "works_as", "nurse") in holding(told(read, "Been a nurse for 20 years."))
    assert "works_as" not in {predicate for _, predicate, _ in holding(told(read, "Been a pleasure."))}


def test_who_is_going_to_be_an_age_has_it_from_then_on(read: Reader) -> None:
    age = only(told(read, "Mia is going to be seven in June."), "has_age")
    assert (age.subject, age.value, age.valid_at) == ("Mia", "7", datetime(2023, 6, 1, tzinfo=UTC))
    assert not holding(told(read, "My sister is going to be a nurse.")) - {("Ann", "has_sibling", "Ann's sister")}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("My baby is 8 months old.", ("Ann's baby", "has_age", "8 months")),
        ("My daughter is 18 months.", ("Ann's daughter", "has_age", "18 months")),
        ("My son is 7 years old", ("Ann's son", "has_age", "7")),
        ("I turned 40 three years ago.", ("Ann", "has_age", "40")),
    ],
)
def test_an_age_has_its_unit(read: Reader, text: str, fact: tuple[str, str, str]) -> None:
    assert {a for a in holding(told(read, text)) if a[1] == "has_age"} == {fact}


@pytest.mark.parametrize("text", ["My sister is 12 weeks along.", "I'm 3 weeks in."])
def test_weeks_of_something_else_are_no_age(read: Reader, text: str) -> None:
    assert "has_age" not in {a[1] for a in holding(told(read, text))}


def test_what_one_has_none_of_is_not_listed_with_the_rest(read: Reader) -> None:
    facts = holding(told(read, "I've got a bike but no car."))
    assert ("Ann", "owns", "bike") in facts
    assert not {a for a in facts if "car" in a[2]}


def test_what_is_being_made_is_worked_on(read: Reader) -> None:
    facts = holding(told(read, "I'm writing a second novel."))
    assert ("Ann", "works_on", "second novel") in facts
    assert "made" not in {a[1] for a in facts}


@pytest.mark.parametrize(
    ("text", "subject"),
    [("It's been tough since my dad passed away.", "Ann's father"), ("I'm low because my dog died.", "Ann's dog")],
)
def test_a_death_is_told_as_a_reason(read: Reader, text: str, subject: str) -> None:
    assert (subject, "died") in {a[:2] for a in holding(told(read, text))}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I have two cats, three dogs and a parrot.", {("Ann", "has_pet", "three dogs"), ("Ann", "has_pet", "parrot")}),
        ("I was sent a letter.", {("Ann", "received", "letter")}),
        ("My mum's got dementia.", {("Ann's mother", "has", "dementia")}),
        ("Tom said he's moving to Oslo.", {("Tom", "plans", "move to Oslo")}),
        (
            "I'm afraid of spiders and heights.",
            {("Ann", "is", "afraid of spiders"), ("Ann", "is", "afraid of heights")},
        ),
        ("We're moving to Bristol because Dan's there.", {("Ann", "plans", "move to Bristol")}),
        ("I enjoy Roman history and baking.", {("Ann", "likes", "Roman history"), ("Ann", "likes", "baking")}),
        ("The orchestra my dad plays in is called Nord.", {("Ann's father", "member_of", "Nord")}),
        ("I was hired by the aquarium.", {("Ann", "works_at", "aquarium")}),
        ("I'm rewatching The Office.", {("Ann", "rewatch", "Office")}),
    ],
)
def test_plain_sentences(read: Reader, text: str, facts: set[tuple[str, str, str]]) -> None:
    assert facts <= holding(told(read, text))


def test_a_phrase_belongs_to_the_nearer_verb(read: Reader) -> None:
    facts = holding(told(read, "I live in Leeds and work in York."))
    assert {("Ann", "lives_in", "Leeds")} == {a for a in facts if a[1] == "lives_in"}
    assert [a for a in facts if a[2] == "York"]


def test_neither_denies(read: Reader) -> None:
    found = told(read, "Neither my brother nor I play chess.").statements
    assert all(a.polarity == "negated" for a in found if a.predicate == "plays")


def test_a_course_in_a_town_is_no_study_of_the_town(read: Reader) -> None:
    assert "studies" not in {a[1] for a in holding(told(read, "I did a course in Lisbon."))}


@pytest.mark.parametrize("text", ["Dad drove lorries, Mum's a dinner lady.", "Tom is a vet, Eva's a nurse."])
def test_who_is_what_is_of_whom_it_is_said(read: Reader, text: str) -> None:
    jobs = {(a[0], a[2]) for a in holding(told(read, text)) if a[1] in ("works_as", "is_a")}
    assert not jobs & {("Ann's father", "dinner lady"), ("Tom", "nurse")}


def test_a_year_of_school_keeps_its_number(read: Reader) -> None:
    assert ("Ann", "teaches", "Year 9") in holding(told(read, "I teach Year 9."))


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Don't laugh, but Kofi and I are back together.", ("Ann", "has_partner", "Kofi")),
        ("We're husband and wife now, Kofi and I.", ("Ann", "has_status", "married")),
        ("Zuberi is my boss.", ("Ann", "has_colleague", "Zuberi")),
        ("My brother is training for a triathlon.", ("Ann's brother", "prepares_for", "triathlon")),
        ("Fell on the stairs, my wrist is broken.", ("Ann", "has", "broken wrist")),
        ("Big news: my parents adopted a terrier called Otto!", ("Ann's parents", "has_pet", "Otto")),
        ("Quick update: Mia and I moved to Hull.", ("Mia", "moved_to", "Hull")),
        ("Back from the clinic: it's bronchitis.", ("Ann", "has", "bronchitis")),
        ("I have a girlfriend now, Mia.", ("Ann", "has_partner", "Mia")),
        ("Single and happy!", ("Ann", "has_status", "single")),
        ("We adopted a little girl.", ("Ann", "has_child", "little girl")),
        ("We had the twins baptised in June.", ("Ann", "has_child", "twins")),
        ("We had a new boiler fitted.", ("Ann", "owns", "new boiler")),
        ("I played a gig at the Crown last night.", ("Ann", "attended", "gig at the Crown")),
        ("Ida and Bo are an item.", ("Ida", "has_partner", "Bo")),
        ("I'm seeing someone.", ("Ann", "has_partner", "someone")),
        ("Bo is my other half.", ("Ann", "has_partner", "Bo")),
        ("My aunt's wedding was on Saturday.", ("Ann's aunt", "has_status", "married")),
        ("The allotment is ours!", ("Ann", "owns", "allotment")),
        ("I hate celeriac", ("Ann", "dislikes", "celeriac")),
        ("We adopted a girl from the shelter.", ("Ann", "has_pet", "girl")),
        ("My aunt is vegan so we had nut roast.", ("Ann's aunt", "is", "vegan")),
    ],
)
def test_news_in_plain_words(read: Reader, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in holding(told(read, text))


def test_a_wedding_ahead_is_no_beginning_of_the_engagement(read: Reader) -> None:
    assert only(told(read, "Tom and I are getting married in September."), "engaged_to").valid_at is None


@pytest.mark.parametrize("text", ["I'm two months into a new job.", "I'm a year into my course."])
def test_how_far_somebody_has_got_is_no_liking(read: Reader, text: str) -> None:
    assert "likes" not in {a[1] for a in holding(told(read, text))}


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("Tell me a joke about vets, I'm one.", "has_age"),
        ("Is it ok to take aspirin with coffee?", "takes"),
        ("I have three guests, one is coeliac.", "allergic_to"),
        ("NOT my cat, just feeding him.", "has_pet"),
        ("It isn't my car, it's a loaner.", "owns"),
        ("I walked the neighbour's dog.", "has_pet"),
        ("I had my phone repaired.", "has"),
        ("I signed up for a marathon.", "joined"),
        ("We got back from Crete on Monday.", "attended"),
        ("I climbed it when I turned forty.", "has_age"),
    ],
)
def test_what_is_said_of_others_or_asked_is_not_so(read: Reader, text: str, predicate: str) -> None:
    assert predicate not in {a[1] for a in holding(told(read, text))}


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Our son Emil was born yesterday at 5 in the morning.", "7 May 2023"),
        ("He's here! Emil was born 4am today.", "8 May 2023"),
        ("Emil was born in Rome.", None),
    ],
)
def test_a_birth_by_the_clock_has_a_day(read: Reader, text: str, day: str | None) -> None:
    found = [a.value for a in told(read, text).statements if a.predicate == "has_birthday"]
    assert found == ([] if day is None else [day])


@pytest.mark.parametrize(("text", "dead"), [("My gran is dying.", False), ("My gran died.", True)])
def test_the_dying_are_alive(read: Reader, text: str, dead: bool) -> None:
    assert ("died" in {a.predicate for a in told(read, text).statements}) is dead


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Ben, Mum moved to Hull", "Ann's mother"),
        ("Ben, my dog died", "Ann's dog"),
        ("Rob, my brother, moved to Hull", "Rob"),
    ],
)
def test_a_name_that_is_called_out_is_no_subject(read: Reader, text: str, who: str) -> None:
    assert {a.subject for a in told(read, text).statements if a.predicate in ("moved_to", "died")} == {who}


def test_an_offer_to_a_third_one_is_no_condition(read: Reader) -> None:
    assert ("Ann's cousin", "works_as", "plumber") in holding(told(read, "my cousin is a plumber if he needs one"))
    assert not {p for _, p, _ in holding(told(read, "I'm moving to Hull if he needs me"))} & {"lives_in", "moved_to"}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("my sister Ida has diabetes", ("Ida", "has", "diabetes")),
        ("I have asthma", ("Ann", "has", "asthma")),
        ("I work at the library in Kaunas mon to fri", ("Ann", "works_at", "library in Kaunas")),
        ("I teach at Marlowe School Mondays and Thursdays", ("Ann", "works_at", "Marlowe School")),
        ("I bought a cottage ten minutes from the sea", ("Ann", "bought", "cottage")),
        ("nah mate can't swim", ("Ann", "can", "swim")),
        ("my dad takes sumatriptan", ("Ann's father", "takes", "sumatriptan")),
    ],
)
def test_what_chat_leaves_unmarked_is_parsed(read: Reader, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in holding(told(read, text))


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("she has gone home", "has"),
        ("I go to work on foot anyway", "plans"),
        ("nah mate can't swim", "has_friend"),
        ("my last day at Green Valley Dental is 3 June", "has_age"),
        ("it's the neighbour's cat, her name is Lola", "has_pet"),
        ("the dog isn't mine. his name is Bo", "has_pet"),
    ],
)
def test_what_looks_like_a_state_is_none(read: Reader, text: str, predicate: str) -> None:
    assert predicate not in {found for _, found, _ in holding(told(read, text))}


def test_a_year_of_make_tells_not_since_when_somebody_has_a_thing(read: Reader) -> None:
    assert only(told(read, "I have a Leica from 1962"), "owns").valid_at is None
    since = only(told(read, "I've had this bike since 2011"), "owns").valid_at
    assert since is not None
    assert since.year == 2011


def test_studies_at_a_name_begin_on_their_day(read: Reader) -> None:
    extraction = told(read, "from September I'm studying law at Durham")
    assert ("Ann", "studies_at", "Durham") in holding(extraction)
    assert not {f for f in holding(told(read, "I'm studying at home from Monday")) if f[1] == "studies_at"}


def test_who_had_a_wedding_is_married(read: Reader) -> None:
    assert ("Eva", "married_to", "someone") in holding(told(read, "My sister Eva's wedding was last Saturday."))


def test_nobody_owns_a_person(read: Reader) -> None:
    assert "owns" not in {fact[1] for fact in holding(told(read, "The adoption went through, Lin is ours!"))}
