"""Sentences without a verb, wishes, dates alone and accepted invitations, as the facts that they tell."""

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("ten years in Ghent this week", ("Noor", "lives_in", "Ghent")),
        ("go me, two years at Monzo today", ("Noor", "works_at", "Monzo")),
        ("month 2 in Melbourne, still not over the coffee", ("Noor", "lives_in", "Melbourne")),
        ("10 yrs with DHL this month", ("Noor", "works_at", "DHL")),
        ("4 months in at KPMG and i still can't find the printer", ("Noor", "works_at", "KPMG")),
        ("20 years married to Istvan today", ("Noor", "married_to", "Istvan")),
        ("back from two weeks in Greece", ("Noor", "visited", "Greece")),
        ("mum of three here", ("Noor", "has_child", "three children")),
        ("coeliac here", ("Noor", "is", "coeliac")),
        ("40 tomorrow, someone hold me", ("Noor", "has_birthday", "2 May 1984")),
        ("one year without cigarettes today!", ("Noor", "stopped", "smoking")),
        ("thirty years in the Tredegar Town Band", ("Noor", "member_of", "Tredegar Town Band")),
        ("week three of no sugar", ("Noor", "stopped", "sugar")),
        ("Liverpool till i die", ("Noor", "likes", "Liverpool")),
        ("can't come in, migraine again", ("Noor", "has", "migraine")),
        ("car sold. finally", ("Noor", "sold", "car")),
        ("kayak bought!", ("Noor", "owns", "kayak")),
        ("anyone want a road bike? canyon, size M", ("Noor", "owns", "road bike")),
        ("guess who just bought a kayak", ("Noor", "bought", "kayak")),
        ("guess who's got a new puppy", ("Noor", "has_pet", "new puppy")),
    ],
)
def test_a_sentence_without_a_verb_says_what_it_would_in_full(said: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last("Sam: hi", f"Noor: {said}"))


def test_what_only_begins_like_a_fragment_says_nothing_in_full() -> None:
    said = "Noor: seven years in leeds and that's how they remember me"
    assert "lives_in" not in {predicate for _, predicate, _ in holds(last("Sam: hi", said))}


@pytest.mark.parametrize(
    "said",
    [
        "anyone want a coffee?",
        "guess who i saw",
        "guess who bought a kayak? Tom!",
        "guess who called",
        "ok sold",
        "migraine again?",
    ],
)
def test_what_is_asked_or_guessed_of_others_isnt_the_speakers(said: str) -> None:
    told = {"owns", "bought", "sold", "has", "has_pet"}
    assert not {predicate for _, predicate, _ in holds(last("Sam: hi", f"Noor: {said}"))} & told


@pytest.mark.parametrize(
    ("before", "said", "fact"),
    [
        ("thinking about a vespa, any good?", "mine is from 1982", ("Noor", "owns", "vespa")),
        ("my sister drives me nuts", "mine lives in Oslo", ("Noor's sister", "lives_in", "Oslo")),
        ("our dog ate a shoe", "mine is scared of shoes", ("Noor", "has_pet", "Noor's dog")),
        ("any dietary stuff i should know?", "lactose here", ("Noor", "allergic_to", "lactose")),
        ("is there anything you can't eat?", "no gluten for me", ("Noor", "allergic_to", "gluten")),
        ("how many plants are you at now?", "34. send help", ("Noor", "has", "34 plants")),
        ("what year are you from?", "88, you?", ("Noor", "has_birthday", "1988")),
        ("what year are you from?", "04, you?", ("Noor", "has_birthday", "2004")),
        ("what's your favourite film?", "Heat. no wait, Collateral", ("Noor", "favorite_film", "Collateral")),
        ("anyone up for bouldering thursday?", "I'm in!", ("Noor", "plans", "go bouldering Thursday")),
    ],
)
def test_a_reply_takes_up_what_was_named(before: str, said: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(f"Sam: {before}", f"Noor: {said}"))


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("thinking about a vespa, any good?", "mine died years ago"),
        ("thinking about a vespa, any good?", "a friend of mine has one"),
        ("thinking about a vespa, any good?", "is mine any good?"),
        ("tea for everyone?", "no milk for me"),
        ("any allergies?", "none here"),
    ],
)
def test_a_reply_that_only_sounds_like_it_does_not(before: str, said: str) -> None:
    told = holds(last(f"Sam: {before}", f"Noor: {said}"))
    assert not {predicate for who, predicate, _ in told if who == "Noor"} & {"owns", "allergic_to"}


def test_a_date_alone_is_a_birthday_where_birthdays_are_asked_for() -> None:
    asked = "Coach: birthdays for the list please"
    assert ("Elin", "has_birthday", "14 feb") in holds(last(asked, "Elin: 14 feb, yes valentines"))
    assert ("Joost", "has_birthday", "august 3rd") in holds(last(asked, "Joost: mine's august 3rd"))
    assert not holds(last("Coach: when do we meet", "Elin: 14 feb"))


def test_a_wish_on_the_day_tells_a_birthday() -> None:
    assert ("Jens", "has_birthday", "1 May") in holds(last("Jens: morning", "Ulla: Happy birthday Jens!!!"))
    assert not holds(last("Jens: morning", "Ulla: happy belated birthday Jens"))


def test_who_accepts_an_invitation_plans_to_come() -> None:
    invited = "Fay: camping this weekend, who's in?"
    assert ("Gus", "plans", "go camping this weekend") in holds(last(invited, "Gus: count me in"))
    assert not holds(last(invited, "Gus: can't, working"))


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("youngest of seven here", "6 siblings"),
        ("I'm the middle of three", "2 siblings"),
        ("I'm the youngest of four sisters", "3 sisters"),
        ("one of five kids", "4 siblings"),
    ],
)
def test_a_rank_among_siblings_tells_how_many_there_are(said: str, number: str) -> None:
    assert ("Noor", "has_sibling", number) in holds(last("Sam: hi", f"Noor: {said}"))


def test_an_age_that_still_holds_is_the_speakers_where_ages_are_talked_of() -> None:
    still = "Hana: mine's not till may, still 28"
    assert ("Hana", "has_age", "28") in holds(last("Olek: I'm turning 30 and my mum is flying in", still))
    assert not holds(last("Olek: how many are left", "Hana: still 28"))
    assert ("Hana", "has_age", "16") not in holds(last("Olek: how old is your brother?", "Hana: still 16"))


@pytest.mark.parametrize("wish", ["happy birthday!! 30 finally", "happy 30th!!", "happy 30th birthday"])
def test_an_age_in_a_birthday_wish_is_the_others(wish: str) -> None:
    told = holds(last("Noor: hi", f"Ben: {wish}"))
    assert ("Noor", "has_age", "30") in told
    assert not any(subject == "Ben" for subject, _, _ in told)


def test_a_number_in_a_wish_is_no_age() -> None:
    told = holds(last("Noor: hi", "Ben: happy 10th anniversary!!"))
    assert "has_age" not in {predicate for _, predicate, _ in told}


def test_mine_too_tells_of_ones_own() -> None:
    assert ("Ben", "has_child", "Ben's son") in holds(last("Noor: my son is six", "Ben: mine too!"))
    assert ("Ben's son", "has_age", "6") in holds(last("Noor: my son is six", "Ben: mine too!"))


def test_what_one_used_to_play_is_no_answer_to_what_one_plays() -> None:
    told = holds(last("Noor: what instrument do you play?", "Ben: used to play cello, now just a bit of ukulele"))
    assert {thing for _, predicate, thing in told if predicate == "plays"} == {"ukulele"}


@pytest.mark.parametrize(
    ("question", "answer", "thing"),
    [
        ("What music do you like?", "mostly techno, some jazz", "techno"),
        ("Which games do you enjoy?", "chess", "chess"),
    ],
)
def test_who_is_asked_for_a_kind_likes_what_they_name(question: str, answer: str, thing: str) -> None:
    assert ("Ben", "likes", thing) in holds(last(f"Noor: {question}", f"Ben: {answer}"))


@pytest.mark.parametrize("answer", ["All sorts", "anything really", "depends"])
def test_who_names_nothing_likes_nothing(answer: str) -> None:
    assert not holds(last("Noor: What music do you like?", f"Ben: {answer}"))


def test_what_one_has_had_since_a_time_of_life_is_not_over() -> None:
    facts = last("Noor: how long have you had diabetes?", "Ben: since I was 12")
    assert not {fact.predicate for fact in facts if fact.ended}


def test_an_examination_told_before_explains_the_illness() -> None:
    assert ("Ben", "has", "asthma") in holds(last("Noor: what did the doctor say?", "Ben: it's asthma. got an inhaler"))


@pytest.mark.parametrize(
    ("said", "predicate"),
    [("I quit! three years at Lidl", "works_at"), ("we broke up. six years with Leo", "has_partner")],
)
def test_a_length_beside_leaving_is_over(said: str, predicate: str) -> None:
    assert {f.ended for f in last("Sam: hi", f"Noor: {said}") if f.predicate == predicate} == {True}


def test_a_length_beside_staying_goes_on() -> None:
    assert ("Noor", "works_at", "Lidl") in holds(last("Sam: hi", "Noor: I'd never quit! three years at Lidl today"))


@pytest.mark.parametrize("said", ["Ann: ten years married today!", "Ann: happily married for 10 years now"])
def test_years_of_marriage_tell_its_beginning(said: str) -> None:
    assert any(str(f.valid_at).startswith("2014") for f in last(said) if f.predicate == "has_status")


def test_years_of_anothers_marriage_are_none_of_the_speakers() -> None:
    facts = last("Ann: my parents, 40 years married, live in Bari")
    assert not [f for f in facts if f.subject == "Ann" and f.predicate in ("has_status", "married_to")]
