"""Plain messages whose sentences order, join or leave out their words in another way than most do."""

from datetime import date, datetime

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("it was Nadia who bought the greenhouse, not me", ("Nadia", "owns", "greenhouse")),
        ("it wasn't Leon who bought the boat, it was Karim", ("Karim", "owns", "boat")),
        ("it's liquorice I can't stand", ("Noor", "dislikes", "liquorice")),
        ("its my sister who plays the harp", ("Noor's sister", "plays", "harp")),
        ("What my brother collects is old radios", ("Noor's brother", "collects", "old radios")),
        ("Born on 3 April 1990, my brother Jesper is the oldest of us", ("Jesper", "has_birthday", "3 April 1990")),
        ("A lifelong member of the Alpine Club, my aunt still hikes", ("Noor's aunt", "member_of", "Alpine Club")),
        ("I told you I'm a vegan, didn't I?", ("Noor", "is_a", "vegan")),
        ("Tom lives in Bonn, Eva in Graz", ("Eva", "lives_in", "Graz")),
        ("my aunt collects stamps and my uncle coins", ("Noor's uncle", "collects", "coins")),
        ("Sara bought the sofa, and I the armchair", ("Noor", "bought", "armchair")),
        ("Mia is a dentist and so is her brother Paul", ("Paul", "works_as", "dentist")),
        ("my father is allergic to nuts, and so is my brother", ("Noor's brother", "allergic_to", "nuts")),
        ("I don't own a television, just a tiny radio", ("Noor", "owns", "tiny radio")),
        ("no brother, just a sister", ("Noor", "has_sibling", "sister")),
        ("The old boat belongs to my uncle", ("Noor's uncle", "owns", "old boat")),
        ("the van belongs to Tom and me", ("Tom", "owns", "van")),
        ("the house is Gregor's, I just rent a room", ("Gregor", "owns", "house")),
        ("both Mats and Henrik own motorbikes", ("Mats", "owns", "motorbikes")),
        ("April lives in Leeds", ("April", "lives_in", "Leeds")),
        ("June is a nurse", ("June", "works_as", "nurse")),
        ("my aunt June is a baker", ("June", "works_as", "baker")),
        ("Pia plays the flute", ("Pia", "plays", "flute")),
        ("Grace is a nurse", ("Grace", "works_as", "nurse")),
        ("My uncle plans to open a bakery", ("Noor's uncle", "plans", "open a bakery")),
        ("One of these days I'm going to learn the accordion", ("Noor", "plans", "learn the accordion")),
        ("my sister Elisa and her husband Jannik live in Bremen", ("Elisa", "lives_in", "Bremen")),
        ("they've hired Jonas as their new caretaker", ("Jonas", "works_as", "caretaker")),
        ("we rent a small flat above a bakery in Ghent", ("Noor", "lives_in", "Ghent")),
        ("Write a poem about my cat Miso", ("Noor", "has_pet", "Miso")),
        ("my bros called jamie not jimmy", ("Noor", "has_sibling", "Jamie")),
        ("it was my birthday yesterday", ("Noor", "has_birthday", "30 April")),
        ("im 32. no wait 33 lol", ("Noor", "has_age", "33")),
        ("we have two cats, I mean three cats", ("Noor", "has_pet", "three cats")),
        ("guess who got a puppy 🐾 ME", ("Noor", "has_pet", "puppy")),
        ("My birthday's on Friday", ("Noor", "has_birthday", "3 May")),
        ("my sister's birthday is tomorrow", ("Noor's sister", "has_birthday", "2 May")),
        ("my exam's on Monday", ("Noor", "plans", "exam")),
        ("my sister's wedding is tomorrow", ("Noor's sister", "plans", "wedding")),
        ("I had my wisdom teeth out last week", ("Noor", "has", "wisdom teeth removed")),
        ("I report to Uwe", ("Noor", "has_colleague", "Uwe")),
        ("I'm meeting Ana at 5", ("Noor", "plans", "meet Ana at 5")),
        ("I own two flats in Porto", ("Noor", "owns", "two flats in Porto")),
        ("I drive a red Fiat", ("Noor", "owns", "red Fiat")),
        ("I'm left-handed", ("Noor", "is", "left-handed")),
        ("I'm originally from Turin", ("Noor", "is_from", "Turin")),
        ("it's my last week at Bosch", ("Noor", "works_at", "Bosch")),
        ("I teach now", ("Noor", "works_as", "teaching")),
        ("I went with my step-sister", ("Noor", "has_sibling", "Noor's stepsister")),
        ("I'm thirty-two", ("Noor", "has_age", "32")),
    ],
)
def test_what_plain_messages_tell(said: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last("Sam: hi", f"Noor: {said}"))


@pytest.mark.parametrize(
    ("said", "subject", "predicate"),
    [
        ("I own two flats in Porto", "Noor", "lives_in"),
        ("it's been five years", "Noor", "is"),
        ("I have asthma", "Noor", "have"),
        ("I'm left-handed", "Noor", "feels"),
        ("I drive a red Fiat", "Noor", "works_as"),
        ("June works for me", "June", "works_at"),
        ("my sister Elisa and her husband Jannik live in Bremen", "Noor", "lives_in"),
        ("tomorrow I sell my car", "Noor", "sold"),
        ("I'm selling my accordion", "Noor", "sold"),
        ("Never in my life have I been to Paris", "Noor", "visited"),
        ("Robin and I aren't married", "Noor", "has_partner"),
        ("Rhys is just a friend, not my boyfriend", "Noor", "has_partner"),
        ("I share an office with Gudrun", "Noor", "lives_with"),
        ("I'm at the airport now", "Noor", "works_at"),
        ("My main character Lars is a 40 year old baker from Malmo", "Lars", "works_as"),
        ("Let's role-play. You are a waiter, I'm a guest who is allergic to nuts.", "Noor", "allergic_to"),
        ("My daughter isn't called Ida", "Ida", "has_parent"),
        ("the choice is yours", "Sam", "owns"),
    ],
)
def test_what_plain_messages_do_not_tell(said: str, subject: str, predicate: str) -> None:
    facts = [fact for fact in last("Sam: hi", f"Noor: {said}") if not (fact.negated or fact.ended)]
    assert (subject, predicate) not in {(fact.subject, fact.predicate) for fact in facts}


@pytest.mark.parametrize(
    ("asked", "said", "fact"),
    [
        ("so you're at Lumora now?", "yep", ("Noor", "works_at", "Lumora")),
        ("you have two kids, don't you?", "no, three", ("Noor", "has_child", "three kids")),
        ("was it Tom who broke his leg?", "no, Jim", ("Jim", "has", "broken leg")),
        ("is Karim your uncle or your cousin?", "my uncle", ("Noor", "has_relative", "Karim")),
        ("is Henrik your boyfriend?", "no, my cousin", ("Noor", "has_relative", "Henrik")),
        ("isn't Polly allergic to cats?", "no, to horses", ("Polly", "allergic_to", "horses")),
        ("you didn't buy that van, did you?", "I did, on Friday", ("Noor", "bought", "van")),
        ("so you moved to Lyon in 2020?", "2021, but yes", ("Noor", "lives_in", "Lyon")),
        ("do you live in Lyon?", "no, in Nantes", ("Noor", "lives_in", "Nantes")),
        ("whose dog is that?", "my sister's!", ("Noor's sister", "has_pet", "dog")),
        ("is that your dog?", "yes", ("Noor", "has_pet", "dog")),
        ("which one of you plays the harp?", "that would be Celia", ("Celia", "plays", "harp")),
        ("who won the raffle?", "not me! Rosalind", ("Rosalind", "won", "raffle")),
        ("where's your mother-in-law from?", "Porto, originally", ("Noor's mother-in-law", "is_from", "Porto")),
        ("I can't stand coffee", "nor can I", ("Noor", "dislikes", "coffee")),
        ("I collect stamps", "just like my uncle Willem", ("Willem", "collects", "stamps")),
        ("I've got twins", "my sister too", ("Noor's sister", "has_child", "twins")),
    ],
)
def test_what_answers_tell(asked: str, said: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(f"Sam: {asked}", f"Noor: {said}"))


@pytest.mark.parametrize(
    ("said", "predicate", "day"),
    [
        ("yesterday. the airport. i met Eliud Kipchoge", "met", date(2024, 4, 30)),
        ("I went to a concert last night", "attended", date(2024, 4, 30)),
        ("Tom and I have been together five years", "has_partner", date(2019, 1, 1)),
        ("we've been married 12 years today", "has_status", date(2012, 1, 1)),
        ("Ragna ran a half marathon in under two hours on 28 April", "attended", date(2024, 4, 28)),
    ],
)
def test_days_of_what_happened(said: str, predicate: str, day: date) -> None:
    [fact] = [fact for fact in last("Sam: hi", f"Noor: {said}") if fact.predicate == predicate and not fact.ended]
    assert isinstance(fact.valid_at, datetime)
    assert (fact.valid_at.date(), fact.valid_at.hour) == (day, 0)


@pytest.mark.parametrize(
    "said",
    [
        "I've handed in my notice, my last day is 31 May",
        "I've resigned today, my last day is 31 May",
        "I quit today. Last day is 31 May",
    ],
)
def test_a_job_goes_on_until_its_last_day(said: str) -> None:
    ends = {fact.invalid_at for fact in last("Sam: hi", f"Noor: {said}") if fact.predicate == "works_at" and fact.ended}
    assert [end.date() for end in ends if isinstance(end, datetime)] == [date(2024, 6, 1)]
    assert len(ends) == 1


@pytest.mark.parametrize(
    ("said", "predicate", "value"),
    [
        ("finished the antibiotics", "takes", "antibiotics"),
        ("no more crutches!", "is_on", "crutches"),
        ("back at work since Monday", "is_on", "maternity leave"),
        ("bought the car!", "saves_for", "car"),
        ("my parents split up", "has_status", "married"),
    ],
)
def test_what_is_over_is_told_by_what_follows_it(said: str, predicate: str, value: str) -> None:
    assert (predicate, value) in {
        (fact.predicate, fact.value) for fact in last("Sam: hi", f"Noor: {said}") if fact.ended
    }


@pytest.mark.parametrize(
    "said", ["mum's home from hospital", "mum was discharged this morning", "mum is out of hospital"]
)
def test_who_comes_home_is_in_hospital_no_more(said: str) -> None:
    ended = {(fact.subject, fact.value) for fact in last("Sam: hi", f"Noor: {said}") if fact.ended}
    assert ("Noor's mother", "hospital") in ended


def test_what_was_misspelt_in_an_answer_is_answered_again() -> None:
    facts = last("Sam: how old are u", "Noor: 72", "Sam: WHAT", "Noor: *27")
    assert ("Noor", "has_age", "27") in holds(facts)
    assert ("has_age", "72") in {(fact.predicate, fact.value) for fact in facts if fact.negated}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("so you're now?", "yes"),
        ("is it Tom who is?", "no, Jim"),
        ("you are?", "3, yes"),
        ("hi", "I don't own one, just"),
    ],
)
def test_what_breaks_off_tells_nothing(asked: str, said: str) -> None:
    assert last(f"Sam: {asked}", f"Noor: {said}") == []


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("My wife is seventy-seven.", ("Noor's wife", "has_age", "77")),
        ("my step mom is a cop", ("Noor's stepmother", "works_as", "cop")),
        ("my step-mum's a cop", ("Noor's stepmother", "works_as", "cop")),
        ("my great aunt lives in Bath", ("Noor's great aunt", "lives_in", "Bath")),
        ("my great dad lives in Bath", ("Noor's father", "lives_in", "Bath")),
        ("my boyf lives in Bath", ("Noor's boyfriend", "lives_in", "Bath")),
    ],
)
def test_relatives_by_marriage_and_birth_and_their_ages(said: str, fact: tuple[str, str, str]) -> None:
    assert fact in {
        (told.subject, told.predicate, told.object or told.value) for told in last("Sam: hi", f"Noor: {said}")
    }


def test_who_is_an_assistant_is_not_the_assistant() -> None:
    facts = last("Assistant: Noted.", "Noor: I'm on nights there as a healthcare assistant")
    assert ("works_as", "Assistant") not in {(fact.predicate, fact.object) for fact in facts}
