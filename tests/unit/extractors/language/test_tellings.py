"""Declared phrases: how they are written, where they are found, and what they tell."""

import tomllib
from datetime import UTC, datetime, timedelta

import pytest
from tests.unit.extractors.language.conftest import SAID_AT, Reader

from chronomem.extractors.language.extracted import Statement
from chronomem.extractors.language.tellings.declared import Slot, Telling, Word, declared_tellings, packaged_tellings
from chronomem.extractors.semantic_time import parse_time
from chronomem.graph_schema.errors import InvalidInput

CLINIC = """
[[telling]]
phrases = ["be put on {item} [by {person}]"]
begins.takes = "{item}"
may_end.takes = ["old", "{person}|*"]
"""


def declared(text: str) -> list[Telling]:
    return list(declared_tellings(tomllib.loads(text)))


def told(read: Reader, text: str) -> list[Statement]:
    return list(read(text, times=parse_time(text, now=SAID_AT)).statements)


def ended(read: Reader, text: str) -> set[tuple[str, str, str | None]]:
    return {(s.subject, s.predicate, s.object or s.value) for s in told(read, text) if s.ended}


def begun(read: Reader, text: str) -> set[tuple[str, str, str | None]]:
    return {(s.subject, s.predicate, s.object or s.value) for s in told(read, text) if not s.ended}


@pytest.mark.parametrize("name", ["Mira", "Saira"])
def test_a_divorce_that_came_through_ends_a_marriage(read: Reader, name: str) -> None:
    text = f"{name}'s divorce came through last week"
    assert (name, "married_to", None) in ended(read, text)
    assert (name, "has_status", "divorced") in begun(read, text)


def test_a_part_in_brackets_makes_two_phrases() -> None:
    long, short = declared(CLINIC)
    assert [type(element) for element in short.elements] == [Word, Word, Word, Slot]
    assert long.elements[: len(short.elements)] == short.elements
    assert len(long.elements) == 6


def test_each_source_of_a_list_is_an_effect_of_its_own() -> None:
    effects = declared(CLINIC)[0].effects
    assert [(e.action, e.predicate, e.objects) for e in effects] == [
        ("begins", "takes", ("{item}",)),
        ("may_end", "takes", ("old",)),
        ("may_end", "takes", ("{person}", "*")),
    ]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('[[telling]]\nphrases = ["buy {gadget}"]', "gadget"),
        ('[[telling]]\nphrases = ["{person} {item}"]', "no word"),
        ('[[telling]]\nphrases = ["buy {item}"]\nstarts.owns = "{item}"', "starts"),
        ('[[telling]]\nphrases = ["buy {item}"]\nbegins.owns = "{pet}"', "pet"),
        ('[[telling]]\nphrases = ["buy {item}"]\nof = "{pet}"', "pet"),
        ('[[telling]]\nphrases = ["buy {item}", "get a deal"]\nbegins.owns = "{item}"', "tell nothing"),
    ],
)
def test_what_is_declared_wrongly_is_refused(text: str, wrong: str) -> None:
    with pytest.raises(InvalidInput, match=wrong):
        declared(text)


def test_hundreds_of_phrases_ship() -> None:
    assert len(packaged_tellings()) > 500


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("Got let go today.", ("Ann", "works_at", None)),
        ("They let me go on Friday.", ("Ann", "works_at", None)),
        ("My sister got laid off from Intel.", ("Ann's sister", "works_at", "Intel")),
        ("We had to put Biscuit to sleep.", ("Ann", "has_pet", "Biscuit")),
        ("Some idiot wrote off my vespa.", ("Ann", "owns", "vespa")),
        ("I gave my nephew my bike.", ("Ann", "owns", "bike")),
        ("I gave my son my bike.", ("Ann", "owns", "bike")),
        ("My egg allergy is gone.", ("Ann", "allergic_to", "egg")),
        ("I outgrew my milk allergy.", ("Ann", "allergic_to", "milk")),
        ("My ankle is as good as new.", ("Ann", "has", "ankle")),
        ("My doctor took me off metformin.", ("Ann", "takes", "metformin")),
        ("I swapped football for padel.", ("Ann", "likes", "football")),
        ("Crossfit is history.", ("Ann", "likes", "Crossfit")),
        ("I sold my car.", ("Ann", "owns", "car")),
        ("Luca and I called it quits.", ("Ann", "has_partner", "Luca")),
        ("I dropped out.", ("Ann", "studies_at", None)),
        ("I eat meat again.", ("Ann", "is", "vegetarian")),
        ("Handed in my thesis!", ("Ann", "works_on", "thesis")),
        ("The wedding is off.", ("Ann", "engaged_to", None)),
        ("Lisbon is off.", ("Ann", "plans", "Lisbon")),
        ("Corsica isn't happening.", ("Ann", "plans", "Corsica")),
        ("They cancelled my scan.", ("Ann", "plans", "scan")),
        ("I've decided against the boat.", ("Ann", "considers", "boat")),
        ("No Corsica this year.", ("Ann", "plans", "Corsica")),
        ("So Bosch withdrew the offer.", ("Ann", "works_at", "Bosch")),
        ("We're driving to Bruges instead of Paris.", ("Ann", "plans", "Paris")),
        ("Paris is too dear, so we're going to Bruges instead.", ("Ann", "plans", "Paris")),
        ("We're not doing the marathon anymore.", ("Ann", "plans", "marathon")),
        ("I was going to visit Rome.", ("Ann", "plans", "visit Rome")),
        ("I'm off the crutches.", ("Ann", "has", "crutches")),
        ("My whole team at Nokia got cut this morning.", ("Ann", "works_at", "Nokia")),
        ("Lidl gave me the boot.", ("Ann", "works_at", "Lidl")),
        ("No Delft this year.", ("Ann", "studies_at", "Delft")),
        ("I deferred my place.", ("Ann", "studies_at", None)),
        ("We're renting out our flat in Hull.", ("Ann", "lives_in", "Hull")),
        ("I changed my major to history.", ("Ann", "studies", None)),
        ("The van money went on the roof.", ("Ann", "saves_for", None)),
        ("Me and Tom are done.", ("Ann", "has_partner", "Tom")),
        ("My ex Tom still has my keys.", ("Ann", "has_partner", "Tom")),
        ("He gave the ring back.", ("Ann", "engaged_to", None)),
        ("The divorce is final.", ("Ann", "married_to", None)),
        ("We lost the baby.", ("Ann", "expects", None)),
        ("Robyn and I don't speak anymore.", ("Ann", "has_friend", "Robyn")),
        ("I'm not friends with Robyn anymore.", ("Ann", "has_friend", "Robyn")),
        ("Aldi didn't renew my contract.", ("Ann", "works_at", "Aldi")),
        ("They didn't renew my contract.", ("Ann", "works_at", None)),
        ("I stopped teaching.", ("Ann", "works_as", None)),
        ("I stopped running in April.", ("Ann", "likes", "running")),
        ("I had to stop running because of my heel.", ("Ann", "likes", "running")),
        ("I haven't done yoga since the move.", ("Ann", "plays", "yoga")),
        ("The bees didn't survive the winter.", ("Ann", "has_pet", "bees")),
        ("I eat bread again.", ("Ann", "is", "gluten-free")),
        ("My mother closed the bakery.", ("Ann's mother", "owns", "bakery")),
        ("Moonrise broke up.", ("Ann", "member_of", "Moonrise")),
        ("The Panda is gone.", ("Ann", "owns", "Panda")),
        ("Sam's gone, we had to say goodbye.", ("Ann", "has_pet", "Sam")),
        ("We swapped the violin for the drums.", ("Ann", "plays", "violin")),
        ("I've been smoke-free since May.", ("Ann", "is", "smoker")),
        ("We dropped Netflix.", ("Ann", "has", "Netflix")),
        ("My knee is much better since May.", ("Ann", "has", "knee")),
        ("I came off the booze in April.", ("Ann", "drinks", "booze")),
        ("My contract wasn't extended.", ("Ann", "works_at", None)),
        ("Mia gave the ring back.", ("Mia", "engaged_to", None)),
        ("Kiwi flew away.", ("Ann", "has_pet", "Kiwi")),
        ("We had to rehome biscuit.", ("Ann", "has_pet", "biscuit")),
        ("I eat cheese and fish again.", ("Ann", "is", "vegan")),
        ("My brother has hung up his boots.", ("Ann's brother", "plays", "rugby")),
        ("I don't want to do karate anymore.", ("Ann", "plays", "karate")),
        ("My graduation was on Friday.", ("Ann", "studies_at", None)),
        ("Grandma got the all-clear!", ("Ann's grandmother", "has", "cancer")),
        ("Tonight is my last practice with the Harbour Singers.", ("Ann", "member_of", "Harbour Singers")),
        ("I've handed the choir over to Will.", ("Ann", "teaches", "choir")),
        ("Omar took over from me as treasurer.", ("Ann", "works_as", "treasurer")),
        ("Gran's home again.", ("Ann's grandmother", "is_in", "hospital")),
        ("My brother got out on Friday.", ("Ann's brother", "is_in", "prison")),
        ("My mum passed away in May.", ("Ann's mother", "takes", None)),
        ("The cottage burned down.", ("Ann", "owns", "cottage")),
        ("Jo left Pete for her yoga teacher.", ("Jo", "married_to", "Pete")),
        ("I have a new therapist.", ("Ann", "has_mentor", "former therapist counsellor counselor")),
    ],
)
def test_a_phrase_ends_a_state(read: Reader, text: str, over: tuple[str, str, str | None]) -> None:
    assert over in ended(read, text)


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("Landed a job at Nokia.", ("Ann", "works_at", "Nokia")),
        ("My niece is doing law at uni.", ("Ann's niece", "studies", "law")),
        ("She is fine, and my aunt got a job at the town archive.", ("Ann's aunt", "works_at", "town archive")),
        ("Got the keys to our house in Ennis!", ("Ann", "lives_in", "Ennis")),
        ("Found a flat in Nantes! Moved in yesterday.", ("Ann", "lives_in", "Nantes")),
        ("My daughter Josie went vegan.", ("Josie", "is", "vegan")),
        ("That makes five.", ("Ann", "owns", "now five")),
        ("Fox got one. Four left.", ("Ann", "has_pet", "now four")),
        ("I turned 41 yesterday.", ("Ann", "has_age", "41")),
        ("Make that 4.", ("Ann", "has_child", "now 4")),
        ("Sade and I are giving it another go.", ("Ann", "has_partner", "Sade")),
        ("I've been seeing a guy called Oli.", ("Ann", "has_partner", "Oli")),
        ("My husband and I celebrated our tenth anniversary.", ("Ann", "married_to", "Ann's husband")),
        ("Tom and I set a date for the wedding.", ("Ann", "engaged_to", "Tom")),
        ("Wendy has a baby on the way.", ("Wendy", "expects", "baby")),
        ("We're expecting a baby.", ("Ann", "expects", "baby")),
        ("I commute from Slough every day.", ("Ann", "lives_in", "Slough")),
        ("Kiel feels like home already.", ("Ann", "lives_in", "Kiel")),
        ("Started at Kerry Group.", ("Ann", "works_at", "Kerry Group")),
        ("I do weekends at the library.", ("Ann", "also_works_at", "library")),
        ("I joined CityGym today.", ("Ann", "member_of", "CityGym")),
        ("My niece found something at Ernst.", ("Ann's niece", "works_at", "Ernst")),
        ("I had to stop running because of my heel.", ("Ann", "stopped", "running")),
        ("I got promoted to head chef last week.", ("Ann", "works_as", "head chef")),
        ("My cousin got a job with the council in May.", ("Ann's cousin", "works_at", "council")),
        ("I traded running for swimming because of the noise.", ("Ann", "likes", "swimming")),
        ("One died, so I have two left.", ("Ann", "has_pet", "now two")),
        ("It was lovely, I'm officially Mrs Larsen!", ("Ann", "married_to", "someone")),
        ("I subscribed to Spotify.", ("Ann", "has", "Spotify")),
        ("We picked up a kitten yesterday.", ("Ann", "has_pet", "kitten")),
        ("He proposed to me and I said yes, Tom is my fiancé.", ("Ann", "engaged_to", "Tom")),
        ("I'm seeing someone called Rafael.", ("Ann", "has_partner", "Rafael")),
        ("I'm dating somebody named Lena.", ("Ann", "has_partner", "Lena")),
        ("I've come to like olives.", ("Ann", "likes", "olives")),
    ],
)
def test_a_phrase_begins_a_state(read: Reader, text: str, state: tuple[str, str, str | None]) -> None:
    assert state in begun(read, text)


@pytest.mark.parametrize("text", ["We're done with the kitchen.", "I don't talk to strangers.", "Jo set the date."])
def test_no_couple_and_no_friendship_ends_or_begins_by_alike_words(read: Reader, text: str) -> None:
    relations = {"has_partner", "engaged_to", "has_friend"}
    assert not {s.predicate for s in read(text).statements} & relations


def test_a_time_may_stand_inside_of_a_phrase(read: Reader) -> None:
    text = "I got engaged last night to Oli."
    [engaged] = [s for s in read(text, times=parse_time(text, now=SAID_AT)).statements if s.predicate == "engaged_to"]
    assert engaged.object == "Oli"
    assert engaged.valid_at is not None
    assert engaged.valid_at.date() == (SAID_AT - timedelta(days=1)).date()


def test_a_child_on_the_way_is_none_yet(read: Reader) -> None:
    predicates = {s.predicate for s in read("Eva and Tom have a baby on the way.").statements}
    assert "expects" in predicates
    assert "has_child" not in predicates


def test_whose_funeral_it_is_has_died(read: Reader) -> None:
    assert ("Ann's grandmother", "died") in {
        (s.subject, s.predicate) for s in read("My gran's funeral was lovely.").statements
    }


@pytest.mark.parametrize(
    "text",
    [
        "If I get fired I'll cry.",
        "Did you quit your job?",
        "I'd never hand in my notice.",
        "I want to quit my job.",
        "I might sell my car.",
        "I almost got fired.",
        "I handed in my notice today.",
        "I'm selling my car.",
        "Let it go.",
        "That makes two of us.",
        "We put Nell to bed.",
        "I gave notice on the flat yesterday.",
    ],
)
def test_what_has_not_happened_ends_nothing(read: Reader, text: str) -> None:
    assert not {predicate for _, predicate, _ in ended(read, text)} & {"works_at", "owns", "has_pet"}
    assert not {value for _, predicate, value in begun(read, text) if predicate == "owns"}


@pytest.mark.parametrize(
    "text",
    [
        "I didn't sell my boat.",
        "I'm not selling our boat.",
        "I've decided to keep the boat.",
        "We're hanging on to our boat.",
    ],
)
def test_what_is_not_sold_is_still_owned(read: Reader, text: str) -> None:
    assert ("Ann", "owns", "boat") in begun(read, text)
    assert not {predicate for _, predicate, _ in ended(read, text)} & {"owns"}


@pytest.mark.parametrize(
    ("text", "predicate", "start", "end"),
    [
        ("My last day is 30 June.", "works_at", None, datetime(2023, 7, 1, tzinfo=UTC)),
        ("Yesterday was my last day at the hospital.", "works_at", None, datetime(2023, 5, 8, tzinfo=UTC)),
        ("From 1 July I'm at Lumora.", "works_at", datetime(2023, 7, 1, tzinfo=UTC), None),
        ("I start at Klarna on 4 June.", "works_at", datetime(2023, 6, 4, tzinfo=UTC), None),
        ("I got fired yesterday.", "works_at", None, datetime(2023, 5, 7, tzinfo=UTC)),
    ],
)
def test_a_change_takes_effect_on_its_date(
    read: Reader, text: str, predicate: str, start: datetime | None, end: datetime | None
) -> None:
    times = {(s.valid_at, s.invalid_at) for s in told(read, text) if s.predicate == predicate}
    assert times == {(start, end)}


def test_a_move_that_is_off_ends_the_home_that_was_announced(read: Reader) -> None:
    assert ("Ann", "lives_in", "Cork") in ended(read, "The move to Cork is off.")
    assert ("Ann", "lives_in", "Vienna") in ended(read, "I decided not to move to Vienna.")


def test_relatives_are_no_couple(read: Reader) -> None:
    assert not {predicate for _, predicate, _ in ended(read, "My mum kicked me out.")} & {"has_partner", "married_to"}


def test_who_is_their_own_boss_has_none(read: Reader) -> None:
    states = begun(read, "I'm my own boss now.")
    assert ("Ann", "is", "self-employed") in states
    assert "has_colleague" not in {predicate for _, predicate, _ in states}


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("My last day is Friday.", "day_is"),
        ("I handed in my thesis.", "hand_in"),
        ("I broke up with Luca.", "break_up_with"),
    ],
)
def test_the_words_of_a_phrase_make_no_predicate_of_their_own(read: Reader, text: str, predicate: str) -> None:
    facts = told(read, text)
    assert facts
    assert predicate not in {s.predicate for s in facts}


def test_a_car_that_failed_its_test_is_kept(read: Reader) -> None:
    assert "owns" not in {predicate for _, predicate, _ in ended(read, "My Volvo failed its MOT again.")}


def test_who_cannot_come_has_no_plan_to(read: Reader) -> None:
    assert ("Ann", "plans", "party") in ended(read, "I can't come to the party.")
    assert ("Ann", "plans", "party") not in ended(read, "Ben can't come to the party.")


def test_a_thing_that_was_dropped_is_kept(read: Reader) -> None:
    assert ("Ann", "owns", "phone") not in ended(read, "I dropped my phone.")


def test_a_ring_that_is_given_back_ends_an_engagement(read: Reader) -> None:
    assert ("Ann", "engaged_to", "Tom") in ended(read, "I gave Tom the ring back on Sunday")
    assert not {p for _, p, _ in ended(read, "my aunt left me her ring")} & {"engaged_to", "has_partner"}


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("that job's over", True),
        ("my summer job is over", True),
        ("the job isn't over yet", False),
        ("if this job is over I'll travel", False),
        ("the painting job is done", False),
    ],
)
def test_a_job_may_be_over(read: Reader, text: str, over: bool) -> None:
    assert (("Ann", "works_at", None) in ended(read, text)) is over


@pytest.mark.parametrize(
    ("text", "who"),
    [("my husband died in May", "Ann"), ("my brother's wife passed away", "Ann's brother"), ("my uncle died", None)],
)
def test_whose_spouse_died_is_widowed(read: Reader, text: str, who: str | None) -> None:
    assert {s for s, p, v in begun(read, text) if (p, v) == ("has_status", "widowed")} == ({who} if who else set())


@pytest.mark.parametrize(
    ("text", "off"),
    [
        ("We're not moving any more", True),
        ("we're not moving after all!", True),
        ("My sister decided not to move", True),
        ("The move is off", True),
        ("the flat fell through", True),
        ("I'm staying put", True),
        ("We're not moving yet", False),
        ("We're not moving until the 10th of June", False),
        ("We still haven't moved", False),
        ("I'm not moving from this sofa", False),
        ("I'm not moving my car any more", False),
        ("The van isn't moving", False),
    ],
)
def test_a_move_that_is_off_ends_what_was_announced(read: Reader, text: str, off: bool) -> None:
    assert off == any(value == "coming" for _, _, value in ended(read, text))


def test_a_wedding_within_the_month_lies_ahead(read: Reader) -> None:
    text = "Tom and I are getting married in May!"  # told in May
    assert "married_to" not in {predicate for _, predicate, _ in begun(read, text)}
    assert ("Ann", "engaged_to", "Tom") in begun(read, text)
