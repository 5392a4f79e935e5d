"""What the benchmark of retrieval measures: rows, ablations, permuted turns, how items count."""

import re
from datetime import UTC, datetime, timedelta
from types import ModuleType

import pytest
from tests.scripts import load_script

from chronomem import Context, Item, Turn
from chronomem.engine.importers import Conversation

START = datetime(2024, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    return load_script("retrieval")


def conversation(count: int) -> Conversation:
    turns = tuple(
        Turn.of(id=f"t{n}", text=f"word{n}", said_at=START + timedelta(minutes=n), session=f"s{n // 10}")
        for n in range(count)
    )
    return Conversation(id="c", user="u", turns=turns)


def test_all_presets_give_rows_and_only_what_changes_is_left_out(benchmark: ModuleType) -> None:
    names = [benchmark.row_name(preset) for preset in benchmark.presets("all", ("time", "propagation"))]
    assert [name for name in names if " " not in name] == ["chronomem", "hmem", "recmem", "segtree", "timem", "tsm"]
    assert "tsm without time" in names
    assert "segtree without propagation" in names
    assert "tsm without propagation" not in names
    assert "recmem without time" not in names


def test_permuted_turns_change_places_and_nothing_else(benchmark: ModuleType) -> None:
    before = conversation(100)
    after = benchmark.permuted(before, 0.3)
    moved = [a.id for a, b in zip(before.turns, after.turns, strict=True) if a.id != b.id]
    assert len(moved) == 30
    assert {t.id for t in after.turns} == {t.id for t in before.turns}
    assert {t.id: t.text for t in after.turns} == {t.id: t.text for t in before.turns}
    places = [(t.said_at, t.session) for t in before.turns]
    assert [(t.said_at, t.session) for t in after.turns] == places
    assert benchmark.permuted(before, 0.3) == after


def test_messages_are_the_sentences_of_turns_and_evidence_is_the_one_that_tells(benchmark: ModuleType) -> None:
    turns = [
        Turn.of(id="t1", text="So fun! I got a dog. He is Max", said_at=START),
        Turn.of(id="t2", text="Wow", said_at=START),
    ]
    questions = [{"id": "q", "text": "What is the dog called?", "gold": ["t1", "gone"], "answer": "Max"}]
    before = Conversation.model_validate({"id": "c", "user": "u", "turns": turns, "questions": questions})
    after = benchmark.in_messages(before)
    assert [t.id for t in after.turns] == ["t1/0", "t1/1", "t1/2", "t2/0"]
    assert [t.text.lower() for t in after.turns] == ["so fun!", "i got a dog.", "he is max", "wow"]
    assert after.questions[0].gold == ("t1/2", "gone")
    assert benchmark.in_messages(before) == after


def test_an_item_counts_with_at_most_two_turns_in_rank_order(benchmark: ModuleType) -> None:
    items = [
        Item("week", START, "", ("t1", "t2", "t3"), "", 2.0, kind="week"),
        Item("turn", START, "Ann", ("t2",), "s", 1.0),
        Item("turn", START, "Ann", ("t4",), "s", 0.5),
    ]
    assert benchmark.ranked_turns(Context("?", items)) == ["t1", "t2", "t4"]


def test_a_turn_is_shown_whole_or_by_half_of_the_words_that_it_shares_with_the_answer(benchmark: ModuleType) -> None:
    told, answer = "We adopted a grey cat called Miso in Leeds", "a grey cat, Miso"
    fact = Item("Ann has the cat Miso", START, "", ("t1",), "", 1.0, kind="fact")
    assert benchmark.shown([Item(told, START, "Ann", ("t1",), "s", 1.0)], "t1", told, "nothing of it")
    assert benchmark.shown([fact], "t1", told, answer)
    assert not benchmark.shown([fact], "t2", told, answer)
    assert not benchmark.shown([Item("Ann adopted", START, "", ("t1",), "", 1.0, kind="fact")], "t1", told, answer)
    assert not benchmark.shown([fact], "t1", told, "nothing of it")


def test_five_words_of_a_gold_turn_are_no_evidence(benchmark: ModuleType) -> None:
    answer = "Flask-Login 0.6.2, SQLAlchemy 2.0 and Jinja"
    told = (
        f"Let us begin by listing everything that the project needs to run. {'It takes time. ' * 40}It needs {answer}."
    )

    def part(start: int, end: int) -> Item:
        return Item(told[start:end], START, "Ann", ("t1",), "s", 1.0, passages=((start, end),), whole=told)

    words = [match.span() for match in re.finditer(r"\S+", told)]
    assert not benchmark.shown([part(words[0][0], words[4][1])], "t1", told, answer)
    assert benchmark.shown([part(told.index("It needs"), len(told))], "t1", told, answer)


def test_a_table_has_a_row_for_each(benchmark: ModuleType) -> None:
    report = {
        "recall": {"all": {"10": 71.25}},
        "within_tokens": {"300": 40.0, "600": 50.0, "1200": 60.0, "2400": 70.0},
        "context_tokens_mean": 512.4,
        "recall_ms": {"p50": 2.5},
    }
    lines = benchmark.table({"tsm": report, "tsm without time": report}).splitlines()
    assert lines[1].split() == ["tsm", "71.2", "40.0", "50.0", "60.0", "70.0", "512", "2.5"]
    assert lines[2].startswith("tsm without time ")
