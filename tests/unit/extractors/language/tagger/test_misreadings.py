"""A tag says nothing that the sentence around it contradicts."""

from zoneinfo import ZoneInfo

import pytest
from tests.unit.extractors.language.tagger.tagging import NOW, place, read

from chronomem.extractors.language.extracted import Utterance
from chronomem.extractors.language.tagger.tags import Tag
from chronomem.extractors.language.tagger.windows import WindowMessage
from chronomem.extractors.turns.extraction import TurnExtractor
from chronomem.extractors.turns.stored_turn import StoredTurn


def test_what_somebody_else_has_is_not_the_writers() -> None:
    text = "my gran's cat sleeps on the piano"
    assert read(text, [Tag("has_pet", "holds", place(text, "cat"), "Ann", 0.8, 0.9)]) == []


@pytest.mark.parametrize(("predicate", "told"), [("has_age", True), ("has", False)])
def test_it_may_be_an_age_but_nothing_else_of_the_writers(predicate: str, told: bool) -> None:
    text = "it's 28, thanks"
    assert bool(read(text, [Tag(predicate, "holds", place(text, "28"), "Ann", 0.8, 0.9)])) is told


def test_where_others_are_isnt_the_writers_home() -> None:
    text = "hello to everybody in Cork!"
    assert read(text, [Tag("lives_in", "holds", place(text, "Cork"), "Ann", 0.8, 0.9)]) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("My gran sold the shop. He bought a boat.", False),
        ("My gran sold the shop. She bought a boat.", True),
        ("My gran is well. The kids are too, they bought a boat.", False),
        ("My gran is with Piet now. They bought a boat.", True),
    ],
)
def test_a_pronoun_tells_whom_a_tag_cant_mean(text: str, told: bool) -> None:
    assert bool(read(text, [Tag("owns", "holds", place(text, "boat"), place(text, "gran"), 0.8, 0.9)])) is told


@pytest.mark.parametrize("text", ["renting out our flat in Hull", "congrats on the flat in Hull!"])
def test_nobody_lives_in_a_home_that_is_let_or_anothers(text: str) -> None:
    assert not read(text, [Tag("lives_in", "holds", place(text, "Hull"), "Ann", 0.8, 0.9)])


@pytest.mark.parametrize(
    ("text", "studies", "works"), [("started at Trinity", True, False), ("started at Lidl as a cashier", False, True)]
)
def test_where_somebody_started_is_a_school_or_a_job(text: str, studies: bool, works: bool) -> None:
    name = text.split()[2]
    told = read(text, [Tag("studies_at", "holds", place(text, name), "Ann", 0.8, 0.9)] if studies else [], rules=True)
    at = {each.predicate for each in told if each.object == name}
    assert (("studies_at" in at), ("works_at" in at)) == (studies, works)


@pytest.mark.parametrize(("text", "studies"), [("got a job at Kent College", False), ("got into Kent College", True)])
def test_nobody_studies_where_they_have_a_job(text: str, studies: bool) -> None:
    told = read(text, [Tag("studies_at", "holds", place(text, "Kent College"), "Ann", 0.8, 0.9)])
    assert bool(told) is studies


@pytest.mark.parametrize(
    ("text", "tag", "told"),
    [
        ("there's a cat on my balcony", ("has_pet", "cat", "Ann"), False),
        ("we have a cat on the balcony", ("has_pet", "cat", "Ann"), True),
        ("ran into Tom's ex, Ryan", ("has_partner", "Ryan", "Tom"), False),
        ("ran into Tom and his boyfriend, Ryan, with my ex", ("has_partner", "Ryan", "Tom"), True),
        ("Tom is a retired bus driver", ("has_status", "retired bus driver", "Tom"), False),
        ("Tom is well. Zadar, he runs a shop", ("runs", "shop", "Zadar"), False),
    ],
)
def test_a_tag_is_refused_that_its_sentence_excludes(text: str, tag: tuple[str, str, str], told: bool) -> None:
    predicate, thing, whom = tag
    subject = whom if whom == "Ann" else place(text, whom)
    found = read(text, [Tag(predicate, "holds", place(text, thing), subject, 0.8, 0.9)])
    assert (predicate in {each.predicate for each in found}) is told


def test_the_second_week_is_no_date() -> None:
    text = "so far so good at Arup, week 2"
    [told] = read(text, [Tag("works_at", "holds", place(text, "Arup"), "Ann", 0.8, 0.9)])
    assert told.valid_at is None


def test_what_was_started_again_is_not_stopped() -> None:
    text = "I started smoking again"
    assert not read(text, [Tag("stopped", "holds", place(text, "smoking"), "Ann", 0.8, 0.9)])


def test_a_colleague_is_no_employer() -> None:
    text = "covering for Ute till Christmas"
    assert not read(text, [Tag("works_at", "holds", place(text, "Ute"), "Ann", 0.8, 0.9)])


def test_a_course_is_no_part_of_what_is_learnt() -> None:
    text = "doing a spanish course on tuesdays"
    [told] = read(text, [Tag("studies", "holds", place(text, "spanish course"), "Ann", 0.8, 0.9)])
    assert told.value == "spanish"


def test_what_is_fine_does_no_harm() -> None:
    [told] = read(
        "Peanuts are fine.", [Tag("allergic_to", "holds", place("Peanuts are fine.", "Peanuts"), "Ann", 0.8, 0.9)]
    )
    assert told.polarity == "negated"


@pytest.mark.parametrize(
    ("text", "predicate", "words"),
    [
        ("gave the telescope to the astronomy club", "member_of", "astronomy club"),
        ("swap it for rice", "dislikes", "rice"),
        ("the singer is off to Berlin", "plans", "Berlin"),
    ],
)
def test_whom_or_what_a_thing_goes_to_is_told_of_nobody(text: str, predicate: str, words: str) -> None:
    assert not read(text, [Tag(predicate, "holds", place(text, words), "Ann", 0.8, 0.9)])


@pytest.mark.parametrize(("text", "told"), [("Lyon is 200 km from my kitchen", False), ("Lyon is home now", True)])
def test_nobody_lives_where_it_is_far_from_home(text: str, told: bool) -> None:
    assert bool(read(text, [Tag("lives_in", "holds", place(text, "Lyon"), "Ann", 0.8, 0.9)])) is told


def test_a_plan_with_somebody_doesnt_tell_who_it_is() -> None:
    text = "I'm moving in with Amir in June"
    told = read(text, [Tag("has_partner", "holds", place(text, "Amir"), "Ann", 0.8, 0.9)], rules=True)
    assert {("plans", None), ("has_partner", "Amir")} <= {(each.predicate, each.object) for each in told}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("FORWARDED: 'We are moving to Oslo and selling everything.' Anyone?", False),
        ('"We are moving to Oslo", he said', False),
        ("my parents' flat is sold, we are moving to Oslo", True),
        ("we are moving to 'Oslo'", True),
    ],
)
def test_what_is_quoted_isnt_the_writers(text: str, told: bool) -> None:
    assert bool(read(text, [Tag("plans", "holds", place(text, "Oslo"), "Ann", 0.8, 0.9)])) is told


@pytest.mark.parametrize(
    ("text", "words", "predicate", "told"),
    [
        ("if he sings that again I'm moving to Mars", "Mars", "plans", None),
        ("we're off to Skye on Friday, if the ferry runs", "Skye", "plans", "plans"),
        ("we might go to Iceland in the autumn", "Iceland", "plans", "considers"),
        ("Tromsø is like 2 hours by plane", "Tromsø", "visited", None),
        ("they asked me to be head of department", "head of department", "works_as", None),
        ("if I ever have a daughter she's called Athena", "Athena", "has_child", None),
        ("a library for when I have kids", "kids", "has_child", None),
        ("I had baby shark in my head", "baby", "has_child", None),
        ("two labradors here, house sitting for the boss", "labradors", "has_pet", None),
        ("he belongs to the Ionescus, I only feed Admiral", "Admiral", "has_pet", None),
        ("you can borrow my old tent", "tent", "owns", "owns"),
        ("we nearly moved to Leeds", "Leeds", "lives_in", None),
        ("I dreamt I lived in Leeds", "Leeds", "lives_in", None),
    ],
)
def test_what_depends_is_offered_or_anothers_isnt_so(text: str, words: str, predicate: str, told: str | None) -> None:
    found = read(text, [Tag(predicate, "holds", place(text, words), "Ann", 0.8, 0.9)])
    assert [each.predicate for each in found] == ([told] if told else [])


@pytest.mark.parametrize(
    ("asked", "reply", "told"),
    [
        ("Would you like to come to Edinburgh with us?", "That's kind but August is chaos", False),
        ("Would you come to Edinburgh with us?", "yes! count me in", True),
        ("When is Edinburgh?", "in August, booked it", True),
    ],
)
def test_who_is_asked_along_only_plans_it_if_they_say_yes(asked: str, reply: str, told: bool) -> None:
    tag = Tag("plans", "holds", place(asked, "Edinburgh", back=1), "Ann", 0.8, 0.9)
    assert bool(read(reply, [tag], before=[WindowMessage("Ben", asked)])) is told


@pytest.mark.parametrize(
    ("text", "told"),
    [("Tom is in Berlin for work", False), ("Tom is in Berlin", True), ("Tom is in Berlin for good", True)],
)
def test_who_is_somewhere_for_work_doesnt_live_there(text: str, told: bool) -> None:
    assert bool(read(text, [Tag("lives_in", "holds", place(text, "Berlin"), place(text, "Tom"), 0.8, 0.9)])) is told


def test_who_is_somewhere_till_a_day_doesnt_live_there() -> None:
    text = "in Berlin till Friday, so cold here"
    assert read(text, [Tag("lives_in", "holds", place(text, "Berlin"), "Ann", 0.8, 0.9)]) == []


def test_a_part_of_what_one_has_is_nothing_further() -> None:
    text = "the fox got two of the hens last night"
    assert read(text, [Tag("has_pet", "holds", place(text, "two of the hens"), "Ann", 0.8, 0.9)]) == []


def test_the_pet_of_somebody_unknown_isnt_the_writers() -> None:
    text = "I have to feed Mrs Alvarez's old cat first"
    assert read(text, [Tag("has_pet", "holds", place(text, "cat"), "Ann", 0.8, 0.9)]) == []


def test_what_is_offered_may_be_the_writers() -> None:
    text = "you can borrow my old Gazelle"
    assert read(text, [Tag("owns", "holds", place(text, "Gazelle"), "Ann", 0.8, 0.9)])
    text = "you can borrow the old Gazelle"
    assert read(text, [Tag("owns", "holds", place(text, "Gazelle"), "Ann", 0.8, 0.9)]) == []


def test_a_denial_may_be_about_it() -> None:
    text = "It's not nuts, says the test"
    [told] = read(text, [Tag("allergic_to", "denied", place(text, "nuts"), "Ann", 0.8, 0.9)])
    assert told.polarity == "negated"


def test_who_isnt_asked_doesnt_answer() -> None:
    said = [
        StoredTurn("t1", "Ayodele, when's your birthday?", NOW, "Ruth", "user", ("Kieran", "Ayodele"), seq=0),
        StoredTurn(
            "t2", "2 november", NOW, "Kieran", "user", ("Ruth", "Ayodele"),
            before=(Utterance("Ayodele, when's your birthday?", NOW, "Ruth", "user"),), seq=1,
        ),
    ]  # fmt: skip
    done = TurnExtractor().extract(said, ZoneInfo("UTC")).done
    assert [fact.predicate for turn in done for fact in turn.facts if fact.predicate == "has_birthday"] == []


def test_nobody_works_as_what_they_own() -> None:
    text = "I drive an old Golf"
    told = read(text, [Tag("works_as", "holds", place(text, "Golf"), "Ann", 0.8, 0.9)], rules=True)
    assert {each.predicate for each in told} == {"owns"}


def test_words_of_a_caption_are_nobodys() -> None:
    text = "Look at this! [shared image: a photo of a turtle]"
    assert read(text, [Tag("has_pet", "holds", place(text, "turtle"), "Ann", 0.8, 0.9)]) == []


@pytest.mark.parametrize(
    ("text", "told"), [("I'm making a library for when I have kids", False), ("I have kids", True)]
)
def test_what_one_will_have_one_day_one_doesnt_have(text: str, told: bool) -> None:
    assert bool(read(text, [Tag("has_child", "holds", place(text, "kids"), "Ann", 0.8, 0.9)])) is told


def test_who_does_something_for_a_living_works_as_that() -> None:
    text = "I walk dogs for a living"
    [told] = read(text, [Tag("works_as", "holds", place(text, "walk dogs"), "Ann", 0.8, 0.9)])
    assert (told.predicate, told.value) == ("works_as", "walking dogs")


def test_what_somebody_has_stopped_is_a_doing() -> None:
    text = "haven't smoked since May"
    [told] = read(text, [Tag("stopped", "holds", place(text, "smoked"), "Ann", 0.8, 0.9)])
    assert (told.predicate, told.value) == ("stopped", "smoking")


def test_a_part_of_the_body_gives_trouble() -> None:
    text = "nah, my elbow"
    [told] = read(text, [Tag("has", "holds", place(text, "elbow"), "Ann", 0.8, 0.9)])
    assert told.value == "elbow trouble"


def test_two_of_ones_own_are_animals_where_animals_are_talked_of() -> None:
    text, before = "my two keep me sane", [WindowMessage("Ben", "I'm thinking of getting a cat")]
    [told] = read(text, [Tag("has_child", "holds", place(text, "two"), "Ann", 0.8, 0.9)], before=before)
    assert (told.predicate, told.value) == ("has_pet", "two cats")


def test_what_one_doesnt_do_is_no_quality() -> None:
    text = "I don't drink"
    assert read(text, [Tag("is", "holds", place(text, "don't drink"), "Ann", 0.8, 0.9)]) == []


def test_a_weekday_is_no_birthday() -> None:
    text = "Emma is 5 on Monday"
    assert read(text, [Tag("has_birthday", "holds", place(text, "Monday"), place(text, "Emma"), 0.8, 0.9)]) == []


@pytest.mark.parametrize(
    ("text", "predicate", "thing"),
    [
        ("three guests, one is coeliac", "has", "coeliac"),
        ("is it ok to take aspirin?", "takes", "aspirin"),
        ("the middle one still sleeps", "has_child", "one"),
    ],
)
def test_what_is_said_of_one_or_asked_is_not_the_writers(text: str, predicate: str, thing: str) -> None:
    assert read(text, [Tag(predicate, "holds", place(text, thing), "Ann", 0.8, 0.9)]) == []


def test_who_is_named_to_tell_a_time_is_no_partner() -> None:
    text = "we got married the year Tom was born"
    tag = Tag("married_to", "holds", place(text, "Tom"), "Ann", 0.8, 0.9)
    assert not any(s.object == "Tom" for s in read(text, [tag]))


@pytest.mark.parametrize(("before", "told"), [("She moved to Oslo.", False), ("Where do you live?", True)])
def test_a_place_that_is_repeated_in_surprise_is_nobodys(before: str, told: bool) -> None:
    text = "Oslo, how nice!"
    tag = Tag("lives_in", "holds", place(text, "Oslo"), "Ann", 0.8, 0.9)
    assert bool(read(text, [tag], before=[WindowMessage("Ben", before)])) is told


@pytest.mark.parametrize(
    ("text", "predicate", "words", "told"),
    [
        ("Tom and I are building a shed", "has_partner", "Tom", False),
        ("Tom and I have set a date, we're getting married", "has_partner", "Tom", True),
        ("jo wants to sell, Ria's going to a home", "has_child", "Ria", False),
        ("Ria lost her first tooth", "has_child", "Ria", True),
        ("I was at the bank, they said no", "works_at", "bank", False),
        ("I've been at the bank for years", "works_at", "bank", True),
        ("Aino went back to school at thirty", "has_age", "thirty", False),
        ("He went to his father in Lyon for a week", "lives_in", "Lyon", False),
        ("Sam's bringing his friend Idris", "has_partner", "Idris", False),
        ("we had to leave the sofa at my in-laws", "lives_with", "in-laws", False),
    ],
)
def test_names_and_places_in_passing(text: str, predicate: str, words: str, told: bool) -> None:
    assert bool(read(text, [Tag(predicate, "holds", place(text, words), "Ann", 0.8, 0.9)])) is told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Guess who called. My ex-husband. Lars, who never calls", False),
        ("my ex, Lars, kept the car", False),
        ("I'm back with my ex, Lars", True),
        ("my husband Lars met my ex", True),
    ],
)
def test_an_ex_is_no_partner(text: str, told: bool) -> None:
    assert bool(read(text, [Tag("married_to", "holds", place(text, "Lars"), "Ann", 0.92, 0.9)])) is told
