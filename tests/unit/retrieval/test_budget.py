"""A budget of tokens is filled with the best pieces, and what had no room is counted."""

from collections.abc import Sequence
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from chronomem.extractors.llm.tokens import estimate_tokens
from chronomem.retrieval.budget import Budget, ItemDraft
from chronomem.retrieval.context import Context, Item, LeftOut

NOON = datetime(2024, 1, 1, 12, tzinfo=UTC)


def draft(number: int, *texts: str, day: int = 1) -> ItemDraft:
    def made(pieces: Sequence[int]) -> Item:
        text = " … ".join(texts[piece] for piece in sorted(pieces))
        return Item(text, NOON.replace(day=day), "Ann", (f"t{number}",), "s", 1.0)

    return ItemDraft(list(range(len(texts))), made)


def fill(budget: int, *drafts: ItemDraft) -> tuple[list[Item], LeftOut]:
    return Budget(budget).fill(drafts, [(place, piece) for place, one in enumerate(drafts) for piece in one.pieces])


@given(st.lists(st.tuples(st.integers(1, 5), st.text(max_size=60)), max_size=12), st.integers(0, 120))
def test_a_budget_is_kept_by_the_prompt_itself(said: list[tuple[int, str]], budget: int) -> None:
    drafts = [draft(number, text, day=day) for number, (day, text) in enumerate(said)]
    taken, left_out = fill(budget, *drafts)
    assert estimate_tokens(Context("?", taken).as_prompt()) <= budget
    assert len(taken) + left_out.no_room + left_out.repeated == len(drafts)
    everything, rest = fill(10**6, *drafts)
    assert (len(everything) + rest.repeated, rest.no_room) == (len(drafts), 0)


def test_one_more_passage_costs_its_own_words_only() -> None:
    whole = draft(0, "Miso likes tuna.", "Miso sleeps all day.")
    first, _ = fill(10**6, draft(0, "Miso likes tuna."))
    room = Context("?", first).tokens + estimate_tokens("… Miso sleeps all day.")
    (both,), _ = fill(room, whole)
    assert both.text == "Miso likes tuna. … Miso sleeps all day."
    (one,), left_out = fill(room - 1, whole)
    assert (one.text, left_out) == ("Miso likes tuna.", LeftOut(no_room=1))


def test_what_was_said_before_is_shown_once() -> None:
    told = "We adopted a grey cat called Miso in Leeds"
    items, left_out = fill(
        500, draft(0, told), draft(1, f"{told}!"), draft(2, "Thanks a lot"), draft(3, "Thanks a lot")
    )
    assert [item.turn_ids for item in items] == [("t0",), ("t2",), ("t3",)]
    assert left_out == LeftOut(repeated=1)


def test_what_had_no_room_hides_nothing_that_says_the_same() -> None:
    told = "We adopted a grey cat called Miso in Leeds"
    long = draft(0, f"{told} {'.,' * 40}")
    short = draft(1, told)
    (only,), left_out = fill(Context("?", fill(500, short)[0]).tokens, long, short)
    assert (only.turn_ids, left_out) == (("t1",), LeftOut(no_room=1))


def test_a_stand_in_takes_the_place_of_what_has_no_room() -> None:
    turns = [draft(0, "Miso likes tuna."), draft(1, "Miso sleeps all day " + "and all night " * 20), draft(2, "Fine.")]
    fact, other = draft(1, "Miso sleeps"), draft(1, "Miso is sleepy")
    drafts, stand_ins = [*turns, fact, other], {3, 4}
    room = Context("?", fill(500, turns[0], turns[2], fact, other)[0]).tokens

    def filled(budget: int, places: Sequence[int]) -> list[str]:
        return [item.text for item in Budget(budget).fill(drafts, [(n, 0) for n in places], stand_ins)[0]]

    assert filled(room, [0, 1, 3, 4, 2]) == ["Miso likes tuna.", "Fine.", "Miso sleeps"]
    assert filled(room, [0, 3, 1, 2]) == ["Miso likes tuna.", "Fine."], "nothing had no room before it"
    assert filled(5_000, [0, 1, 3, 4, 2]) == [item.text for item in fill(5_000, *turns)[0]]
