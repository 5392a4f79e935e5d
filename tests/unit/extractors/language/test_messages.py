"""What people tell in short messages: news in passing, what is left out, and what was only a manner of speaking."""

from datetime import date, datetime

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I got fired in May", ("Noor", "lost", "job")),
        ("I've just been promoted", ("Noor", "received", "promotion")),
        ("someone nicked my bike", ("Noor", "lost", "bike")),
        ("they stole my sister's car", ("Noor's sister", "lost", "car")),
        ("my dads knees are done", ("Noor's father", "has", "bad knees")),
        ("I did my hamstring on Sunday", ("Noor", "has", "injured hamstring")),
        ("my mum is in hospital", ("Noor's mother", "is_in", "hospital")),
        ("nan had a fall on Wednesday", ("Noor's grandmother", "has", "fall")),
        ("we had a picnic with the kids on Sunday", ("Noor", "attended", "picnic")),
        ("omg hannibal is my comfort show", ("Noor", "likes", "hannibal")),
        ("I'm more of a hurling person", ("Noor", "likes", "hurling")),
        ("I got a 5.4 for neurology", ("Noor", "received", "5.4 for neurology")),
        ("im 1m58", ("Noor", "is", "158 cm tall")),
        ("my brother is 6'2", ("Noor's brother", "is", "6ft2 tall")),
        ("watched past lives finally", ("Noor", "watched", "past lives")),
        ("The cousin of my boss has a café", ("Noor's boss's cousin", "has", "café")),
        ("lotte (housemate) turned 21", ("Lotte", "has_age", "21")),
        ("she's called Lola. Lola's 90 on the 20th of January", ("Lola", "has_age", "90")),
        ("my mum is 60 on 3 June", ("Noor's mother", "has_birthday", "3 June 1964")),
        ("if I get leave I might fly to Lisbon in June", ("Noor", "considers", "fly to Lisbon in June")),
        ("I could maybe learn Italian", ("Noor", "considers", "learn Italian")),
        ("Jorrit left, he's a nurse now", ("Jorrit", "works_as", "nurse")),
        ("Nice to meet you. Noor, Almaty.", ("Noor", "lives_in", "Almaty")),
        ("Hi, it's Noor, Mathis's mum", ("Mathis", "has_parent", "Noor")),
        ("oh n sioned's mam had a fall", ("Sioned's mother", "has", "fall")),
        ("our house is sold btw", ("Noor", "sold", "house")),
        ("I failed statistics", ("Noor", "failed", "statistics")),
        ("knee's gone, so I swim instead", ("Noor", "has", "bad knee")),
        ("Lottie and I are official", ("Noor", "has_partner", "Lottie")),
        ("Reshma set up this new phone for me", ("Reshma", "set_up", "new phone")),
        ("Tom's taken up padel. Sold his racket", ("Tom", "sold", "his racket")),
        ("we had Nan's ninetieth on Saturday", ("Noor", "attended", "Nan's ninetieth")),
        ("my dad had his hip done in jan", ("Noor's father", "has", "hip operation")),
    ],
)
def test_news_in_passing(said: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last("Sam: hi", f"Noor: {said}"))


@pytest.mark.parametrize(
    ("before", "said", "fact"),
    [
        ("Noor: saw my cousin Leo yesterday", "loves his job", ("Leo", "likes", "his job")),
        ("Sam: all set for Porto?", "It's been pushed to October", ("Noor", "plans", "go to Porto")),
        ("Sam: when's your driving test?", "it's been moved to the 19th", ("Noor", "plans", "driving test")),
        ("Noor: guess who proposed", "she did!! i said yes", ("Noor", "has_status", "engaged")),
        ("Noor: my aunt Bríd wants her in a home", "Fionn was sound, he's a vet now", ("Fionn", "works_as", "vet")),
    ],
)
def test_who_is_meant_without_being_named(before: str, said: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(before, f"Noor: {said}"))


@pytest.mark.parametrize(
    ("said", "predicate"),
    [
        ("he stole a traffic cone from every town we played", "lost"),
        ("she brings me soup as though I were dying", "died"),
        ("I died laughing", "died"),
        ("said yes to fintan also, training starts the 8th", "engaged_to"),
        ("my mum makes us watch in separate rooms", "made"),
        ("I went back to work on the 5th", "plays"),
        ("I was at the bank yesterday", "attended"),
        ("my daughter Aino went back to school at thirty", "has_age"),
        ("teach my kids responsibility", "studies"),
        ("we had a ticket for that concert", "attended"),
        ("jo, ria's going to a home in schiedam", "has_child"),
        ("my mother is over from Douala", "feels"),
        ("sent you the money. i have never been further north than inverness", "lives_in"),
        ("Back from Skye since Friday night", "lives_in"),
        ("Turned the Bristol job down by the way", "works_at"),
        ("I gave up meat in October, my child", "has_child"),
        ("HAPPY BIRTHDAY TO MILA three years old!", "has_child"),
        ("I'm here, came over from Izmir yesterday", "is_from"),
        ("The landlord is selling. We have to be out by August", "sold"),
        ("quit that job!", "stopped"),
        ("six mornings a week, I'm the taxi", "works_as"),
        ("the younger one plays. Now she's in second year at Stellenbosch", "studies_at"),
        ("Since Léa's birthday, the 3rd. Her name is Brioche.", "has_name"),
        ("we're still going strong, 6 years in may", "plans"),
    ],
)
def test_manners_of_speaking(said: str, predicate: str) -> None:
    assert predicate not in {fact[1] for fact in holds(last("Sam: hi", f"Noor: {said}"))}


def test_who_is_called_mother_for_nagging_is_none() -> None:
    assert "has_parent" not in {fact[1] for fact in holds(last("Sam: check for damp", "Noor: yes mother"))}


@pytest.mark.parametrize(
    ("said", "predicate", "day"),
    [
        ("I just launched an ad campaign", "started", date(2024, 4, 29)),
        ("I'm currently participating in a tournament", "attended", date(2024, 5, 1)),
        ("I went to the market this morning and bought a fan", "bought", date(2024, 5, 1)),
        ("I live in Leipzig since two years", "lives_in", date(2022, 1, 1)),
        ("We moved to Hull. like three weeks ago", "moved_to", date(2024, 4, 8)),
        ("I bought a ticket to Bristol on Monday, for the 8th of June", "bought", date(2024, 4, 29)),
    ],
)
def test_times_in_passing(said: str, predicate: str, day: date) -> None:
    [fact] = [fact for fact in last("Sam: hi", f"Noor: {said}") if fact.predicate == predicate]
    assert isinstance(fact.valid_at, datetime)
    assert fact.valid_at.date() == day


def test_a_figure_is_no_age_if_none_was_asked_for() -> None:
    assert "has_age" not in {fact[1] for fact in holds(last("Sam: wat u weigh now", "Noor: 84. I was 93 in September"))}


def test_what_is_mine_is_of_the_kind_that_was_named() -> None:
    told = holds(last("Sam: my mum still asks when I'm coming home", "Noor: mine lives in Hull"))
    assert ("Noor's mother", "lives_in", "Hull") in told


def test_a_reason_has_a_time_of_its_own() -> None:
    facts = last("Sam: hi", "Noor: im bringing the meat cos last year he bought too little")
    assert {fact.valid_at for fact in facts if fact.predicate == "bring"} <= {None}


def test_what_is_well_again_is_over() -> None:
    facts = last("Sam: How's the knee?", "Noor: fine again, il be there tuesday")
    assert ("has", "knee") in {(fact.predicate, fact.value) for fact in facts if fact.ended}


def test_friends_who_say_yes_mum_are_no_children() -> None:
    assert "has_parent" not in {fact[1] for fact in holds(last("Sam: say hi to your nan", "Noor: ok mom"))}


def test_whom_something_is_made_for_is_not_made() -> None:
    assert ("Noor", "gave", "lasagne") in holds(last("Sam: hi", "Noor: I've made you a lasagne"))


def test_a_ticket_is_a_plan_for_its_own_day() -> None:
    facts = last("Sam: hi", "Noor: I bought a ticket to Bristol on Monday, for the 8th of June")
    [plan] = [fact for fact in facts if fact.predicate == "plans"]
    assert isinstance(plan.invalid_at, datetime)
    assert plan.invalid_at.date() == date(2024, 6, 9)
