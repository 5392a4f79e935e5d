"""Which fact dates the event that a question counts its time from."""

import asyncio
from datetime import UTC, datetime

from tests.unit.retrieval.views import said, view_of

from chronomem.extractors.semantic_time import Anchor
from chronomem.retrieval.question.asked_time import FactAnchors

NOW = datetime(2024, 3, 20, tzinfo=UTC)
FACTS = [
    ("tries", "Ann tried on the wedding dress at the shop", "2023-04-15"),
    ("married", "Ann married Ben", "2023-05-06"),
    ("moved_to", "Ann moved to Porto", "2022-03-13"),
    ("plans", "Ann plans moving", "2022-02-01"),
    ("moved_to", "Olga moved to Rome", "2021-07-04"),
    ("went_to", "Ann went to the shop", "2023-06-01"),
]
ROWS = [
    {"id": str(n), "predicate": predicate, "text": text, "valid_at": f"{day}T00:00:00+00:00"}
    | {"invalid_at": None, "occurred_until": None}
    for n, (predicate, text, day) in enumerate(FACTS)
]


def dated(event: str, *names: str) -> str | None:
    """The day on which an event began, as the facts have it."""
    reading = FactAnchors(ROWS, names)(Anchor(event, "before"), now=NOW)
    return reading.start.date().isoformat() if reading and reading.start else None


def test_an_event_is_known_by_its_other_name() -> None:
    assert dated("the wedding") == "2023-05-06"
    assert dated("she got married") == "2023-05-06"


def test_a_word_that_only_describes_another_dates_an_event_that_nothing_else_does() -> None:
    assert FactAnchors(ROWS[:1])(Anchor("the wedding", "before"), now=NOW) is not None
    assert dated("the wedding dress") == "2023-04-15"


def test_of_facts_that_fit_the_one_with_the_fewest_other_words_is_taken() -> None:
    assert dated("the shop") == "2023-06-01"
    assert dated("I moved to Porto") == "2022-03-13"


def test_a_move_dates_itself_and_the_plan_to_move_does_not() -> None:
    assert dated("the move", "ann") == "2022-03-13"


def test_what_happened_to_a_person_whom_the_question_names_comes_first() -> None:
    assert dated("she moved", "ann") == "2022-03-13"
    assert dated("she moved", "olga") == "2021-07-04"


def test_what_no_fact_tells_has_no_date() -> None:
    assert dated("the war") is None


def test_words_that_name_a_time_and_nothing_else_have_places() -> None:
    view = view_of([said(0, "tea")])
    text = "What did Ann paint in May 2022?"
    named = asyncio.run(view.times.read(text, view.user, NOW))
    assert [text[start:end] for start, end in named.places] == ["May 2022"]
    assert not asyncio.run(view.times.read("What did Ann paint?", view.user, NOW)).places
