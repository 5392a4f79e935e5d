"""Facts and summaries stand in a recall beside turns, within the same number of items and tokens."""

import pytest

from chronomem import Memory
from chronomem.retrieval.presets.presets import preset

LINES = [
    ("dog", "Ann", "2023-01-10T10:00", "I have a dog called Biscuit."),
    ("tennis", "Bea", "2023-02-01T10:00", "I play tennis every Monday."),
    ("lisbon", "Ann", "2023-03-10T10:00", "We moved to Lisbon last weekend, and the lift was broken all day."),
    ("rain", "Bea", "2023-05-10T10:00", "It has been raining on our roof for days."),
]
LIVES = "Where does Ann live?"
NOW = "2023-09-01"


@pytest.fixture
def stocked(memory: Memory, user: str) -> str:
    memory.add_turns([{"id": i, "speaker": s, "said_at": at, "text": text} for i, s, at, text in LINES], user=user)
    memory.consolidate(user=user, now=NOW)
    return user


def test_a_fact_that_says_what_is_asked_stands_behind_its_turn(memory: Memory, stocked: str) -> None:
    context = memory.recall(LIVES, user=stocked, now=NOW)
    [place] = [number for number, item in enumerate(context) if item.kind == "fact"]
    turn, fact = context[place - 1], context[place]
    assert (turn.turn_ids, fact.turn_ids) == (("lisbon",), ("lisbon",))
    assert (f"{fact.since:%Y-%m-%d}", fact.when, fact.holds) == ("2023-03-04", turn.when, None)
    assert fact.as_line() == f"- [fact from 2023-03-04] {fact.text} (lisbon)"
    assert [item.kind for item in memory.recall(LIVES, user=stocked, now=NOW, k=1)] == ["turn"]


def test_a_fact_that_says_no_more_than_its_turn_is_left_out(memory: Memory, stocked: str) -> None:
    for question in ("Does Ann have a dog?", "Does Bea play tennis?", "Where does Bea live?", "Does it rain?"):
        context = memory.recall(question, user=stocked, now=NOW)
        assert {item.kind for item in context} == {"turn"}, question


@pytest.mark.parametrize("when", ["before she moved", "in July 2022"])
def test_a_fact_of_the_time_asked_about_needs_no_words_for_the_time(memory: Memory, user: str, when: str) -> None:
    said = [
        ("oslo", "Ann", "2022-02-01T10:00", "I've lived in Oslo since 2019 and I still can't ski."),
        ("plan", "Ann", "2023-04-02T10:00", "I plan to move in June."),
        ("rome", "Ann", "2023-06-05T10:00", "I moved to Rome on Saturday."),
        ("bea", "Bea", "2021-03-01T10:00", "I moved to Bergen yesterday."),
    ]
    memory.add_turns([{"id": i, "speaker": s, "said_at": at, "text": text} for i, s, at, text in said], user=user)
    memory.consolidate(user=user, now=NOW)
    context = memory.recall(f"Where did Ann live {when}?", user=user, now=NOW)
    assert context[0].turn_ids == ("oslo",)
    assert [item.turn_ids for item in context if item.kind == "fact"] == [("oslo",)]


def test_facts_take_the_tokens_that_turns_leave(memory: Memory, stocked: str) -> None:
    every = memory.recall(LIVES, user=stocked, now=NOW)
    turns = list(memory.recall(LIVES, user=stocked, now=NOW, preset=preset("chronomem").without("graph")))
    assert [item for item in every if item.kind == "turn"] == turns
    bare = every.of(turns)
    budgeted = memory.recall(LIVES, user=stocked, now=NOW, max_tokens=bare.tokens)
    assert [item.text for item in budgeted] == [item.text for item in turns]
    assert len(memory.recall(LIVES, user=stocked, now=NOW, max_tokens=every.tokens)) == len(every)


def test_a_fact_stands_for_a_turn_that_is_too_long_for_a_budget(memory: Memory, user: str) -> None:
    rain = "It rains on the roof and in the yard and on the road. " * 3
    said = [("Ann", f"I bought a kayak in Porto. {rain}"), ("Bea", "Where do you live?")]
    turns = [{"id": f"t{n}", "speaker": s, "said_at": NOW, "text": text} for n, (s, text) in enumerate(said)]
    memory.add_turns(turns, user=user)
    memory.consolidate(user=user, now=NOW)
    asked = "Which red kayak did Ann buy?"
    [fact] = [item for item in memory.recall(asked, user=user, now=NOW, max_tokens=40) if item.kind == "fact"]
    assert (fact.text, fact.turn_ids) == ("Ann bought a kayak in Porto", ("t0",))
    assert not any(item.kind == "fact" for item in memory.recall(asked, user=user, now=NOW, max_tokens=5_000))


def test_facts_are_looked_up_only_where_a_turn_may_tell_them(memory: Memory, stocked: str) -> None:
    def looked_up(question: str) -> bool:
        explained = memory.recall(question, user=stocked, now=NOW, explain=True).explanation
        assert explained is not None
        return "find_told_facts" in [query["name"] for query in explained.queries]

    assert looked_up(LIVES)
    assert not looked_up("Which opera does Ann admire?")


def test_a_filter_keeps_facts_and_summaries_of_other_turns_out(memory: Memory, stocked: str) -> None:
    for question in (LIVES, "What happened in March 2023?"):
        context = memory.recall(question, user=stocked, now=NOW, until="2023-03-01")
        assert {item.kind for item in context} == {"turn"}


@pytest.mark.dialect
@pytest.mark.parametrize(
    ("question", "kind", "turns"),
    [
        ("What happened in March 2023?", "month", ("lisbon",)),
        ("What happened on 10 March 2023?", "day", ("lisbon",)),
        ("Give me an overview of 2023.", "month", ("rain",)),  # the year isn't over, so it has no summary yet
    ],
)
def test_a_question_for_an_overview_is_shown_the_summary_first(
    memory: Memory, stocked: str, question: str, kind: str, turns: tuple[str, ...]
) -> None:
    first, *others = memory.recall(question, user=stocked, now=NOW)
    assert (first.kind, {*first.turn_ids} <= {*turns}, bool(first.turn_ids)) == (kind, True, True)
    assert first.text == next(p.summary for p in memory.timeline(user=stocked, grain=kind) if p.start == first.when)
    assert {item.kind for item in others} <= {"turn", "fact", kind}


def test_an_overview_of_no_time_is_of_the_last_months(memory: Memory, stocked: str) -> None:
    context = memory.recall("Catch me up!", user=stocked, now=NOW)
    assert [f"{item.when:%Y-%m}" for item in context if item.kind == "month"] == ["2023-05", "2023-03"]
    only = preset("chronomem").without("summaries")
    assert {item.kind for item in memory.recall("Catch me up!", user=stocked, now=NOW, preset=only)} == {"turn"}
