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
    ],
)
def test_a_sentence_without_a_verb_says_what_it_would_in_full(said: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last("Sam: hi", f"Noor: {said}"))


def test_what_only_begins_like_a_fragment_says_nothing_in_full() -> None:
    said = "Noor: seven years in leeds and that's how they remember me"
    assert "lives_in" not in {predicate for _, predicate, _ in holds(last("Sam: hi", said))}


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
