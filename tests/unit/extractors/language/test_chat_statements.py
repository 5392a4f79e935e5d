"""Which statements the constructions of chat make, and which they only seem to make."""

import pytest
from tests.unit.extractors.language.conftest import SAID_AT, Reader
from tests.unit.extractors.language.test_statements import brief, only

from chronomem.extractors.semantic_time import parse_time


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Losing my job was tough but it gave me a push.", ("Ann", "lost", "job")),
        ("Moving to Berlin was the best decision ever.", ("Ann", "moved_to", "Berlin")),
        ("I just wanted to let you know that I moved to Oslo.", ("Ann", "moved_to", "Oslo")),
        ("I have to tell you that my sister moved to Oslo.", ("Ann's sister", "moved_to", "Oslo")),
        ("I'm getting creative too, just learning the piano.", ("Ann", "studies", "piano")),
        ("I'm at home, writing my thesis.", ("Ann", "works_on", "thesis")),
        ("My brother had a hard year, losing his job and breaking his leg.", ("Ann's brother", "has", "broken leg")),
        ("I'm off to do some karate.", ("Ann", "plans", "do some karate")),
        ("I'm determined to learn Dutch.", ("Ann", "plans", "learn Dutch")),
        ("I'm dying to see Rome.", ("Ann", "wants", "see Rome")),
        ("My goal is to run a marathon.", ("Ann", "plans", "run a marathon")),
        ("My dream is to open a bakery.", ("Ann", "wants", "open a bakery")),
        ("I'm friends with Priya now.", ("Ann", "has_friend", "Priya")),
        ("My team won first place at the regionals.", ("Ann", "won", "first place")),
        ("My dance crew took home first in a local comp.", ("Ann", "won", "first place")),
        ("We organized a toy drive for kids in need.", ("Ann", "organize", "toy drive")),
        ("I donated my old car to a shelter.", ("Ann", "gave", "old car")),
        ("I took a creative writing class.", ("Ann", "attended", "creative writing class")),
        ("I've been taking a poetry class.", ("Ann", "studies", "poetry class")),
        ("I went on a hiking trip with some workmates.", ("Ann", "attended", "hiking trip with some workmates")),
        ("I love creating a safe, inviting place.", ("Ann", "likes", "creating a safe, inviting place")),
        ("Me and the missus went to Bath.", ("Ann's wife", "visited", "Bath")),
        ("I cherish my morning walks.", ("Ann", "likes", "morning walks")),
        ("I'm lactose intolerant.", ("Ann", "is", "lactose intolerant")),
        ("I'm at a private clinic now and home by 5.", ("Ann", "works_at", "private clinic")),
        ("I'm stuck at the ministry for life.", ("Ann", "works_at", "ministry")),
        ("I've got eleven students on Tuesdays.", ("Ann", "teaches", "eleven students")),
        ("Zosia's suddenly into mushrooms.", ("Zosia", "likes", "mushrooms")),
        ("My late wife Ruth kept a list of every bird.", ("Ruth", "died", "die")),
        ("so he proposed and I said yes", ("Ann", "engaged_to", "someone")),
        ("I don't eat meat any more, remember?", ("Ann", "is", "vegetarian")),
    ],
)
def test_tellings_of_friendly_chat(read: Reader, text: str, expected: tuple[str, str, str]) -> None:
    assert expected in brief(read(text))


@pytest.mark.parametrize(
    ("text", "predicates"),
    [
        ("Sorry about your job, but starting your own business sounds awesome!", {"started", "sound"}),
        ("Losing your mum must have been hard.", {"lost"}),
        ("Seeing my students succeed motivates me.", {"see"}),
        ("I'd love to tell you I won, but I didn't.", {"won"}),
        ("I wanted to tell you how I got the job.", {"received", "works_at"}),
        ("I'm dying to see Rome.", {"died"}),
        ("I had a great time last weekend.", {"attended"}),
        ("We learn a lot from our struggles.", {"studies"}),
        ("I spent the summer working at a bakery.", {"works_at"}),
        ("I'm at home, writing my thesis.", {"made"}),
    ],
)
def test_misreadings_of_friendly_chat(read: Reader, text: str, predicates: set[str]) -> None:
    assert predicates.isdisjoint(predicate for _, predicate, _ in brief(read(text)))


def test_a_participle_is_told_as_going_on(read: Reader) -> None:
    told = only(read("I'm getting creative too, just learning the piano."), "studies")
    assert told.text.startswith("Ann is ")


def test_what_is_organised_for_a_day_to_come_is_a_plan(read: Reader) -> None:
    text = "I organised a party for Saturday."
    assert ("Ann", "plans", "party") in brief(read(text, times=parse_time(text, now=SAID_AT)))


def test_a_last_day_after_a_comma_has_its_own_date(read: Reader) -> None:
    text = "handed in my notice today, last day at the bank is 31 july"
    ends = [
        a.invalid_at for a in read(text, times=parse_time(text, now=SAID_AT)).statements if a.predicate == "works_at"
    ]
    assert {f"{end:%m-%d}" for end in ends if end is not None} == {"08-01"}


def test_a_stay_on_a_day_is_on_the_coming_one(read: Reader) -> None:
    text = "I'm in Bristol on the 22nd."
    stay = only(read(text, times=parse_time(text, now=SAID_AT)), "is_in")
    assert stay.valid_at is not None
    assert stay.valid_at > SAID_AT


def test_who_is_pregnant_is_so_before_the_day_on_which_the_child_is_due(read: Reader) -> None:
    text = "I'm pregnant, due in September."
    told = read(text, times=parse_time(text, now=SAID_AT))
    assert only(told, "expects").valid_at is None
    assert not {a.predicate for a in told.statements} & {"feels", "is"}, "a phrase tells whom she expects"


def test_who_plays_susanna_is_not_called_so(read: Reader) -> None:
    assert "has_name" not in {a.predicate for a in read("I'll be Susanna in Figaro in June!").statements}


def test_what_ended_ages_ago_had_ended_by_then_at_the_latest(read: Reader) -> None:
    text = "I sold the car a while ago."
    sold = next(a for a in read(text, times=parse_time(text, now=SAID_AT)).statements if a.predicate == "owns")
    assert sold.ended
    assert sold.invalid_at is not None
    assert (SAID_AT - sold.invalid_at).days < 60


@pytest.mark.parametrize(
    ("text", "who", "food"),
    [
        ("Piotr isn't gluten free anymore, turns out it was IBS.", "Piotr", "gluten"),
        ("I'm not lactose intolerant anymore.", "Ann", "lactose"),
    ],
)
def test_who_is_no_longer_on_a_diet_can_eat_that_again(read: Reader, text: str, who: str, food: str) -> None:
    ended = {(a.subject, a.predicate, a.value) for a in read(text).statements if a.ended}
    assert (who, "allergic_to", food) in ended


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("my gran was a nurse in Riga, had a piano", ("Ann's grandmother", "owns", "piano")),
        ("my sister moved to Oslo in May, got a job at Equinor", ("Ann's sister", "works_at", "Equinor")),
        ("next year I want to see Peru", ("Ann", "wants", "see Peru")),
        ("I love bouldering and board games", ("Ann", "likes", "board games")),
        ("I love baking and eating cakes", ("Ann", "likes", "eating cakes")),
        ("Mia and I are the proud owners of a yellow canoe", ("Mia", "owns", "yellow canoe")),
        ("The ham went to Monsieur Barbier.", ("Monsieur Barbier", "received", "ham")),
        ("Ran into Paul Schmidt today.", ("Ann", "met", "Paul Schmidt")),
        ("Priya quit Google", ("Priya", "works_at", "Google")),
        ("Omar speaks German", ("Omar", "speaks", "German")),
        ("that tent is my sister's", ("Ann's sister", "owns", "tent")),
    ],
)
def test_a_construction_of_chat_is_read(read: Reader, text: str, expected: tuple[str, str, str]) -> None:
    extraction = read(text)
    told = {(s.subject, s.predicate, s.object or s.value or "") for s in extraction.statements}
    assert expected in told, extraction.statements


@pytest.mark.parametrize(
    ("text", "unwanted"),
    [
        ("mum rang, forgot her birthday", ("Ann's mother", "forget")),
        ("my sister's in hospital, had to cancel the trip", ("Ann's sister", "cancel")),
        ("my cousin is a plumber, got a quote from him", ("Ann's cousin", "received")),
        ("The last train went to Leeds.", ("Leeds", "received")),
        ("My son is a shepherd in the school play.", ("Ann's son", "works_as")),
        ("I sold a photo of my trip to Rome", ("Rome", "received")),
    ],
)
def test_what_is_of_another_is_not_told(read: Reader, text: str, unwanted: tuple[str, str]) -> None:
    assert unwanted not in {(s.subject, s.predicate) for s in read(text).statements}


def test_a_part_that_is_sold_is_sold_without_its_buyer(read: Reader) -> None:
    told = only(read("I sold my half of the van to Lars."), "sold")
    assert told.value == "half of the van"


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("training for the Cork half marathon, my knees hate me", ("prepares_for", "Cork half marathon")),
        ("prepping for my viva", ("prepares_for", "viva")),
        ("we might go to Iceland in June if we can afford it", ("considers", "go to Iceland in June")),
        ("I'm allergic to wasps", ("allergic_to", "wasps")),
    ],
)
def test_what_follows_belongs_to_what_is_told(read: Reader, text: str, statement: tuple[str, str]) -> None:
    assert statement in {(s.predicate, s.object or s.value) for s in read(text).statements}


@pytest.mark.parametrize("text", ["Training for the team starts at 8.", "No training for me today"])
def test_a_training_is_nothing_that_one_prepares_for(read: Reader, text: str) -> None:
    assert "prepares_for" not in {s.predicate for s in read(text).statements}


def test_whoever_tells_of_themselves_is_meant_whatever_their_name(read: Reader) -> None:
    statements = read("Ola told me he moved to Bergen").statements
    assert ("Ola", "lives_in", "Bergen") in {(s.subject, s.predicate, s.object) for s in statements}
    assert not any(s.object == "Bergen" for s in read("Ola told me Nils moved to Bergen").statements)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm electrician in Muscat.", {("Ann", "works_as", "electrician")}),
        ("I'm cook there.", {("Ann", "works_as", "cook")}),
        ("My father is geologist too.", {("Ann's father", "works_as", "geologist")}),
        ("My brother is executive now.", set()),
        ("Beto is my student.", set()),
        ("I drive the school bus now.", {("Ann", "works_as", "bus driver")}),
        ("I drive bus 12.", {("Ann", "works_as", "bus driver")}),
        ("I drive the bus to school.", set()),
        ("I drive my taxi.", set()),
    ],
)
def test_an_occupation_needs_no_article(read: Reader, text: str, expected: set[tuple[str, str, str]]) -> None:
    assert {fact for fact in brief(read(text)) if fact[1] == "works_as"} == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm Fumi, 22, from Kobe.", {("Fumi", "has_age", "22")}),
        ("We stayed in Porto, 53.", set()),
        ("Bernie, Paul, and the Hegartys (4).", set()),
        ("I bought a shirt for Tariro, 2.", set()),
        ("My daughters Ella (11) and Ruth (8) swim.", {("Ella", "has_age", "11"), ("Ruth", "has_age", "8")}),
        (
            "Mine are Tom 12, Mia 9 and Leo 4",
            {(name, "has_age", age) for name, age in zip(("Tom", "Mia", "Leo"), ("12", "9", "4"), strict=True)},
        ),
        ("We met Mia 9 times and Leo 4 times", set()),
        ("Lea has 2 tents, Tom 3 and Mia 4", set()),
        ("I'm eighty-six", {("Ann", "has_age", "86")}),
        ("Tom is forty", {("Tom", "has_age", "40")}),
    ],
)
def test_an_age_is_told_by_itself_or_beside_a_name(
    read: Reader, text: str, expected: set[tuple[str, str, str]]
) -> None:
    assert {fact for fact in brief(read(text)) if fact[1] == "has_age"} == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm in Rue's band now.", {("Ann", "member_of", "Rue's band")}),
        ("My sister is in three bands.", {("Ann's sister", "member_of", "three bands")}),
        ("I'm in quiz club with all the uncles.", {("Ann", "member_of", "quiz club")}),
        ("I told my whole choir.", {("Ann", "member_of", "choir")}),
        ("I like our choir.", {("Ann", "member_of", "choir")}),
        ("I've joined a second club.", {("Ann", "member_of", "second club")}),
        ("I joined the rowing team last week.", {("Ann", "member_of", "rowing team")}),
        ("I want to join a group.", set()),
        ("I like your choir.", set()),
        ("We lost against our rival club.", set()),
    ],
)
def test_a_group_is_ones_own(read: Reader, text: str, expected: set[tuple[str, str, str]]) -> None:
    assert {fact for fact in brief(read(text)) if fact[1] == "member_of"} == expected


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("I live in Cork no more.", True),
        ("I'm a chef no more.", True),
        ("I live no more than a mile from Cork.", False),
        ("I live in Cork and want no more kids.", False),
    ],
)
def test_no_more_ends_what_it_follows(read: Reader, text: str, ended: bool) -> None:
    told = [fact for fact in read(text).statements if fact.predicate in ("lives_in", "works_as")]
    assert any(fact.ended for fact in told) is ended
