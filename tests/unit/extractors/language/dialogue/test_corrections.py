"""Turns that correct one before: "not Porto, Braga" takes back and tells anew, "sorry, no time" does neither."""

from datetime import datetime, timedelta

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last


@pytest.mark.parametrize(
    ("said", "by", "correction", "right", "wrong"),
    [
        ("My cousin Luka lives in Porto.", "Ann", "Sorry, Braga", "Braga", "Porto"),
        ("My cousin Luka lives in Porto.", "Ann", "*Braga", "Braga", "Porto"),
        ("My cousin Luka lives in Porto.", "Ben", "not Porto, Braga", "Braga", "Porto"),
        ("My cousin Luka lives in Porto.", "Ann", "oh you're right, Bergen", "Bergen", "Porto"),
        ("My cousin Luka lives in Porto.", "Ann", "*Tomar, not Porto. oops", "Tomar", "Porto"),
        ("My cousin Luka lives in Porto.", "Ann", "scrap that, Bergen", "Bergen", "Porto"),
        ("My cousin Luka lives in Porto.", "Ann", "i meant Braga, not Porto", "Braga", "Porto"),
        ("My cousin Luka lives in Porto.", "Ann", "I said Porto but I meant Braga", "Braga", "Porto"),
    ],
)
def test_a_correction_takes_back_and_tells_anew(said: str, by: str, correction: str, right: str, wrong: str) -> None:
    facts = last(f"Ann: {said}", "Ben: ok", f"{by}: {correction}")
    assert ("Luka", "lives_in", right) in holds(facts)
    assert any(f.negated and f.object == wrong and f.predicate == "lives_in" for f in facts)


@pytest.mark.parametrize("reply", ["No, Braga", "Braga, actually", "It's Braga actually, he moved"])
def test_another_corrects_what_was_said_right_before(reply: str) -> None:
    facts = last("Ann: My cousin Luka lives in Porto.", f"Ben: {reply}")
    assert ("Luka", "lives_in", "Braga") in holds(facts)
    assert any(f.negated and f.object == "Porto" for f in facts)
    assert not any(f.negated for f in last("Ann: I live in Porto.", f"Ben: {reply}"))  # who knows better?


def test_a_name_that_is_spelt_is_corrected() -> None:
    facts = last("Ann: We called the baby Sofia.", "Ben: f or ph?", "Ann: p actually, Sophia")
    assert ("Ann", "has_child", "Sophia") in holds(facts)
    assert any(f.negated and f.object == "Sofia" for f in facts)


def test_a_whole_name_is_corrected() -> None:
    facts = last("Ann: My boss is called Marta Lund.", "Ben: It's Marta Berg actually")
    assert ("Ann", "has_colleague", "Marta Berg") in holds(facts)
    assert any(f.negated and f.object == "Marta Lund" for f in facts)


def test_a_corrected_day_replaces_the_day() -> None:
    facts = last("Ann: my birthday is on the 14th of february", "Ann: no wait, the 24th")
    assert any(f.predicate == "has_birthday" and not f.negated and "24" in (f.value or "") for f in facts)


@pytest.mark.parametrize("reply", ["sorry about your job", "sorry, no time", "wait what", "not bad, really"])
def test_what_only_looks_like_a_correction_takes_nothing_back(reply: str) -> None:
    assert not any(f.negated for f in last("Ben: I live in Bonn", "Ann: Jon quit Adidas", f"Ann: {reply}"))


@pytest.mark.parametrize(
    ("said", "correction", "right", "wrong"),
    [
        ("Dagny works at the mill", "the brewery, silly me", "brewery", "mill"),
        ("Dagny works at the old mill", "no wait, the brewery", "brewery", "old mill"),
        ("Dagny plays hockey for Kent", "make that Leeds", "Leeds", "Kent"),
    ],
)
def test_a_thing_with_an_article_is_corrected(said: str, correction: str, right: str, wrong: str) -> None:
    facts = last(f"Noor: {said}", f"Noor: {correction}")
    assert right in {thing for _, _, thing in holds(facts)}
    assert wrong in {f.object or f.value for f in facts if f.negated}


@pytest.mark.parametrize("reply", ["the tram, sorry", "sorry, a nightmare", "the brewery is closed, sorry"])
def test_another_thing_corrects_nothing(reply: str) -> None:
    assert not [f for f in last("Noor: my sister bought a van", f"Noor: {reply}") if f.negated]


@pytest.mark.parametrize(
    ("said", "correction"),
    [
        ("so you work at Lidl now", "Aldi, not Lidl"),
        ("you work at Lidl?", "it's Aldi, not Lidl"),
        ("I heard you moved and you work at Lidl. true?", "I moved, yes. And it's Aldi, not Lidl"),
    ],
)
def test_whom_it_is_about_corrects_what_another_said(said: str, correction: str) -> None:
    facts = last(f"Ben: {said}", f"Ann: {correction}")
    assert ("Ann", "works_at", "Aldi") in holds(facts)
    assert any(f.negated and f.object == "Lidl" for f in facts)


@pytest.mark.parametrize(
    "said", ["do you like Rome, or should I?", "you should move to Rome", "I'd go to Rome, you know"]
)
def test_who_corrects_advice_or_a_question_tells_nothing_of_a_home(said: str) -> None:
    assert not [f for f in last(f"Ben: {said}", "Ann: Naples, not Rome") if f.predicate in ("lives_in", "moved_to")]


@pytest.mark.parametrize("reply", ["I'm going to Kiel, not Bonn, at the weekend", "I saw Leo. I like Kiel, not Bonn"])
def test_a_sentence_with_a_verb_of_its_own_corrects_nothing(reply: str) -> None:
    assert not [
        f for f in last("Ann: I live in Bonn", "Ben: nice", f"Ann: {reply}") if f.negated and f.predicate == "lives_in"
    ]


@pytest.mark.parametrize(
    ("said", "correction", "right", "wrong"),
    [
        ("My sister Mia lives in Rome", "Oh no, I wrote nonsense. She lives in Milan, not Rome.", "Milan", "Rome"),
        ("My brother plays the viola", "Hm, I got that wrong. He plays the violin, not the viola.", "violin", "viola"),
        ("My nephew is allergic to wasps", "I asked his mum. He's allergic to bees, not wasps.", "bees", "wasps"),
    ],
)
def test_a_correction_may_follow_an_admission(said: str, correction: str, right: str, wrong: str) -> None:
    facts = last(f"Noor: {said}", "Ben: ok", f"Noor: {correction}")
    assert right in {value for _, _, value in holds(facts)}
    assert wrong in {fact.object or fact.value for fact in facts if fact.negated}


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("I work from home", "It's raining. We eat at Luigi's, not at home."),
        ("I hate coffee", "You know me. I drink tea, not coffee."),
        ("Tom plays the cello", "Eva is here too. She plays the flute, not the cello."),
        ("My cousin Ida studies law in Ghent", "Sorry Ben, I mixed up the days."),
    ],
)
def test_what_is_told_of_another_thing_corrects_nothing(said: str, reply: str) -> None:
    assert not any(fact.negated for fact in last(f"Noor: {said}", "Ben: ok", f"Noor: {reply}"))


@pytest.mark.parametrize(
    ("lines", "right", "wrong"),
    [
        (
            ("Ann: katya and dima are together now", "Ben: dima??", "Ann: aaa no sorry not dima. denis!"),
            ("Katya", "has_partner", "Denis"),
            ("Katya", "has_partner", "Dima"),
        ),
        (
            ("Ben: Where is Elif working?", "Ann: Elif is at Siemens in Stuttgart.", "Ann: Bosch I mean."),
            ("Elif", "works_at", "Bosch"),
            ("Elif", "works_at", "Siemens"),
        ),
        (
            ("Ann: Mia studies law", "Ben: medicine, actually"),
            ("Mia", "studies", "medicine"),
            ("Mia", "studies", "law"),
        ),
        (
            ("Ann: I have fourteen goats", "Ben: you have eleven", "Ann: Eleven, yes, you are right."),
            ("Ann", "has_pet", "Eleven goats"),
            ("Ann", "has_pet", "fourteen goats"),
        ),
        (
            ("Ann: Our daughter is called Nora", "Ben: Welcome Nora!", "Ann: Her name is Noortje, not Nora!"),
            ("Ann", "has_child", "Noortje"),
            ("Ann", "has_child", "Nora"),
        ),
    ],
)
def test_what_is_put_right_takes_the_place_of_what_was_wrong(
    lines: tuple[str, ...], right: tuple[str, str, str], wrong: tuple[str, str, str]
) -> None:
    facts = last(*lines)
    assert right in holds(facts)
    assert wrong in {(f.subject, f.predicate, f.object or f.value) for f in facts if f.negated}


def test_a_correction_leaves_what_it_says_nothing_of() -> None:
    facts = last(
        "Ann: we got a hamster yesterday, hes called Mr Biscuit", "Ben: nice", "Ann: sorry not a hamster, a guinea pig!"
    )
    assert "Mr Biscuit" not in {f.object for f in facts if f.negated}


@pytest.mark.parametrize(
    ("asked", "reply", "corrected"),
    [
        ("you mean Braga?", "yes sorry", True),
        ("Braga, you mean?", "yes, Braga", True),
        ("I thought it was Braga?", "oh yes", True),
        ("wasn't it Braga?", "yes", True),
        ("you mean Braga?", "no, Porto", False),
        ("isn't it nice there?", "yes", False),
        ("you mean him?", "yes", False),
    ],
)
def test_yes_accepts_what_another_puts_right(asked: str, reply: str, corrected: bool) -> None:
    facts = last("Ann: My cousin Luka lives in Porto.", f"Ben: {asked}", f"Ann: {reply}")
    assert (("Luka", "lives_in", "Braga") in holds(facts)) is corrected
    assert any(f.negated and f.object == "Porto" for f in facts) is corrected


@pytest.mark.parametrize(
    ("said", "correction", "last_day"),
    [
        ("the exam is on Friday", "I meant Thursday", "2024-05-02"),
        ("I have an exam on Thursday", "sorry, Friday", "2024-05-03"),
        ("the exam is next month", "sorry, next week", "2024-05-12"),
    ],
)
def test_a_plan_is_given_the_day_that_is_meant(said: str, correction: str, last_day: str) -> None:
    facts = last(f"Ann: {said}", f"Ann: {correction}")
    plans = [f for f in facts if f.predicate == "plans"]
    assert [f.ended for f in plans if f.ended] == [True]  # the day that was wrong
    ends = [f.invalid_at for f in plans if isinstance(f.invalid_at, datetime)]
    assert [f"{end - timedelta(days=1):%Y-%m-%d}" for end in ends] == [last_day]


def test_an_asterisk_stands_for_no_preposition() -> None:
    facts = last("Ann: I'm from Porto", "Ann: *Faro")
    assert not any("Faro Porto" in (f.text or "") for f in facts)
