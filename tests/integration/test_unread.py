"""The queue of what was stored and not yet read, and those who share it."""

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from tests import inside
from tests.inside import store_of

from chronomem import Memory, Turn
from chronomem.engine.extraction.queue import LEASE, ExtractionQueue, turns_of

pytestmark = pytest.mark.dialect


NOW = datetime(2023, 6, 20, 12, tzinfo=UTC)


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


def fill(memory: Memory, user: str, entries: int) -> None:
    """Store some hundred turns for each entry of the queue."""
    for entry in range(entries):
        memory.add_turns([Turn.of(id=f"{entry}-{i}", text="Hello.", said_at=NOW) for i in range(200)], user=user)


def test_what_one_has_claimed_no_other_takes(memory: Memory, user: str) -> None:
    fill(memory, user, 2)
    run, store = partial(inside.run, memory), store_of(memory)
    one, other = ExtractionQueue(store, Clock(), "1"), ExtractionQueue(store, Clock(), "1")
    first, second = run(one.claim(user)), run(other.claim(user))
    assert first is not None
    assert second is not None
    assert not first.keys() & second.keys()
    assert len(turns_of(first)) + len(turns_of(second)) == 400


def test_what_was_released_is_anybody_s(memory: Memory, user: str) -> None:
    fill(memory, user, 1)
    run, store = partial(inside.run, memory), store_of(memory)
    one, other = ExtractionQueue(store, Clock(), "1"), ExtractionQueue(store, Clock(), "1")
    first = run(one.claim(user))
    run(one.release())
    assert run(other.claim(user)) == first
    assert run(one.count())[user] == 200


def test_what_a_silent_worker_has_claimed_is_taken_over(memory: Memory, user: str) -> None:
    fill(memory, user, 1)
    run, store, clock = partial(inside.run, memory), store_of(memory), Clock()
    first = run(ExtractionQueue(store, clock, "1").claim(user))
    clock.now += LEASE + timedelta(seconds=1)
    assert run(ExtractionQueue(store, clock, "1").claim(user)) == first
    assert memory.consolidate(user=user).turns == 200
