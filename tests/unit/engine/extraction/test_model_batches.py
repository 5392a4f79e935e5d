"""Turns are put into batches for a language model: in order of time, of about equal size, cut at silences."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from chronomem.engine.extraction.model_batches import batches_of
from chronomem.extractors.turns.stored_turn import StoredTurn

BEGAN = datetime(2024, 1, 1, tzinfo=UTC)


def session(name: str, day: int, turns: int, *, silences: tuple[int, ...] = ()) -> list[StoredTurn]:
    """Return a session with a turn a minute, and an hour's pause before some of them."""
    return [
        StoredTurn(
            f"{name}-{n}",
            "Hello there.",
            BEGAN + timedelta(days=day, minutes=n, hours=sum(n >= silence for silence in silences)),
            "Ann",
            "user",
            (),
            session=name,
            seq=n,
        )
        for n in range(turns)
    ]


def test_sessions_come_in_the_order_in_which_they_began() -> None:
    turns = [*session("session_10", 9, 2), *session("session_2", 1, 2), *session("8f", 5, 2)]
    [batch] = batches_of(turns, 80)
    assert [turn.session for turn in batch] == ["session_2"] * 2 + ["8f"] * 2 + ["session_10"] * 2


def test_turns_of_one_moment_keep_their_order() -> None:
    said = [StoredTurn(f"t{n}", "Hi.", BEGAN, "Ann", "user", (), session="s", seq=n) for n in (10, 2, 1)]
    assert [turn.seq for turn in batches_of(said, 80)[0]] == [1, 2, 10]


def test_a_long_session_is_cut_into_equal_parts_at_silences() -> None:
    batches = batches_of(session("s", 0, 123, silences=(7, 66)), 80)
    assert [len(batch) for batch in batches] == [66, 57]
    assert [len(batch) for batch in batches_of(session("s", 0, 160), 80)] == [80, 80]
    assert [len(batch) for batch in batches_of(session("s", 0, 160), 40)] == [40] * 4


def test_batches_end_between_sessions_where_they_can() -> None:
    batches = batches_of([turn for n in range(8) for turn in session(f"s{n}", n, 25)], 80)
    assert [len(batch) for batch in batches] == [75, 75, 50] or [len(batch) for batch in batches] == [75, 50, 75]
    assert all(one[-1].session != other[0].session for one, other in pairwise(batches))


def test_long_turns_fill_a_batch_sooner() -> None:
    long = [StoredTurn(f"t{n}", "word " * 3_500, BEGAN, "Ann", "user", (), session="s", seq=n) for n in range(3)]
    assert [len(batch) for batch in batches_of(long, 80)] == [2, 1] or [len(b) for b in batches_of(long, 80)] == [1, 2]
    assert batches_of([], 80) == []
