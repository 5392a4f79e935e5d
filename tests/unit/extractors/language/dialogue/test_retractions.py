"""Turns that call off or settle what was planned or told: "just kidding", "it's off", "no Berlin for me"."""

from datetime import UTC, datetime

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import NOON, last


def test_jokes_are_taken_back() -> None:
    facts = last("Ann: I bought a donkey", "Ben: WHAT", "Ann: just kidding")
    assert any(f.negated and f.predicate == "bought" for f in facts)


def test_a_plan_is_called_off_by_it() -> None:
    facts = last("Ann: I'm flying to Reykjavik in July", "Ben: nice", "Ann: it's off, the airline went bust")
    assert any(f.ended and f.predicate == "plans" and "Reykjavik" in (f.value or "") for f in facts)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("PASSED!!! only two minors", "exam"),
        ("ok so we're not going after all", "plan"),
        ("sorry, I can't make it on Saturday after all", "plan"),
        ("we can't come tomorrow after all", "plan"),
        ("singer is ill, they pulled it", "plan"),
        ("had to cancel, the kids are sick", "plan"),
        ("Submitted. 23:58.", "paper"),
        ("we're back!!", "trip"),
        ("they gave me a solo. im staying", "leaving"),
        ("no Berlin for me", "Berlin"),
        ("No Crete for us after all, Mia has the flu", "Crete"),
        ("looks like no concert for me then.", "concert"),
        ("I'm out of the half", "half"),
    ],
)
def test_a_plan_of_another_session_ends_by_its_kind(text: str, kind: str) -> None:
    assert ("plans", kind) in {(f.predicate, f.value) for f in last(f"Ann: {text}") if f.ended}


@pytest.mark.parametrize(
    "text",
    [
        "my gran passed away",
        "back at work on Monday",
        "they pulled it forward",
        "is it off?",
        "home with a cold",
        "can't make it up",
    ],
)
def test_what_only_looks_settled_ends_no_plan(text: str) -> None:
    assert not [f for f in last(f"Ann: {text}") if f.predicate == "plans" and f.ended]


def test_nobody_prepares_for_what_is_off() -> None:
    over = {f.predicate for f in last("Ann: the marathon is off") if f.ended}
    assert {"plans", "prepares_for", "looks_forward_to"} <= over


def test_who_prepares_for_a_day_has_done_with_it_after_that() -> None:
    [view] = [f for f in last("Ann: I'm training for the Vienna marathon on 21 June") if f.predicate == "prepares_for"]
    assert (view.valid_at, view.invalid_at) == (NOON, datetime(2024, 6, 22, tzinfo=UTC))
