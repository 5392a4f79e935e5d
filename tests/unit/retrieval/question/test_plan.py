"""What planning by rules reads from questions."""

import pytest
from tests.unit.retrieval.views import days, run, said, view_of

from chronomem.retrieval.question.plan import Complexity, Scope, Tense
from chronomem.retrieval.stages.plan import complexity_of, scope_of, sub_queries_of


@pytest.mark.parametrize(
    ("question", "complexity", "scope"),
    [
        ("Where does Ann work?", "simple", "short"),
        ("When did Ann go to the lake?", "simple", "short"),
        ("Who gave Ben the kite?", "simple", "short"),
        ("What activities did Ann take part in?", "hybrid", "mixed"),
        ("How many times did Ann visit Rome?", "hybrid", "mixed"),
        ("Where has Ben been?", "hybrid", "short"),
        ("What do Ann and Ben have in common?", "hybrid", "mixed"),
        ("Would Ann enjoy a week by the sea?", "complex", "mixed"),
        ("Why did Ben leave his job?", "complex", "mixed"),
        ("Can you recommend a book for Ann?", "complex", "mixed"),
        ("What does Ann usually have for breakfast?", "simple", "long"),
        ("What is Ben's favourite band?", "simple", "long"),
    ],
)
def test_complexity_and_scope(question: str, complexity: Complexity, scope: Scope) -> None:
    assert complexity_of(question) == complexity
    assert scope_of(question, complexity) == scope


@pytest.mark.parametrize(
    ("question", "tense"),
    [
        ("Where does Ann live?", "now"),
        ("Where did Ann use to live before she moved?", "then"),
        ("What was her previous job?", "then"),
        ("What changed since May?", "changes"),
        ("What has changed for Ann since she moved?", "changes"),
        ("Anything new since last week?", "changes"),
        ("How has the price changed since June?", "changes"),
    ],
)
def test_the_time_of_which_facts_are_wanted(question: str, tense: Tense) -> None:
    assert run(view_of([said(0, "tea")]), question, "plan").plan.tense == tense


def test_a_time_in_the_past_asks_about_then_and_one_that_lasts_about_now() -> None:
    view = view_of([said(0, "tea")])
    assert run(view, "Where did Ann live in March?", "plan", times=(days(60, 91),)).plan.tense == "then"
    assert run(view, "Where does Ann live since March?", "plan", times=(days(60, None),)).plan.tense == "now"


def test_keywords_are_the_rarest_words_and_never_names() -> None:
    turns = [said(n, text) for n, text in enumerate(["tea and bread", "tea and boat", "tea, tea, Zoltan", "chess"])]
    plan = run(view_of(turns), "Does Ann or Zoltan drink tea on the boat with bread and cheese?", "plan").plan
    assert plan.keywords == ("boat", "bread", "tea")


def test_a_question_about_two_people_is_one_about_each() -> None:
    parts = sub_queries_of("What have both Ann and Ben painted?", ["Ann", "Ben"])
    assert [part.text for part in parts] == ["What have Ann painted?", "What have Ben painted?"]
    assert [part.needs for part in parts] == [(), ()]
    assert sub_queries_of("What did Marks and Spencer sell?", ["Ann", "Ben"]) == ()


def test_a_time_that_is_told_by_an_event_is_looked_up_first() -> None:
    event, rest = sub_queries_of("Where did Ann live before she changed jobs?", ["Ann"])
    assert event.text == "When did this happen: she changed jobs?"
    assert rest.needs == (0,)
    assert sub_queries_of("Where does Ann live?", ["Ann"]) == ()
