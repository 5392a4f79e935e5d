"""A language model judges what belongs together where the settings say so; where it can't, cosines do."""

from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from typing import Literal

import pytest
from tests.integration.conftest import OpenWith
from tests.integration.structures import LATER, made
from tests.model_server.server import Asked, Fails, FakeModelServer, Says

from chronomem import LanguageModel, Memory, Settings

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)

How = Literal["cosine", "pointwise", "batched"]
Configure = Callable[[str, How], Settings]


@pytest.fixture
def configure(model_server: FakeModelServer) -> Configure:
    model = LanguageModel(model="fake", base_url=model_server.url, retries=0)
    return lambda name, how: Settings(model=model, structures=(name,), judgements=how)


def say(memory: Memory, user: str, count: int, *, new: Collection[int] = ()) -> None:
    turns = [
        {
            "id": f"t{n:02}",
            "text": f"Rex loves the red ball in the park{', which is new' if n in new else ''} ({n}).",
            "speaker": "Ann" if n % 2 == 0 else "Bob",
            "said_at": NOON + timedelta(hours=n // 2, minutes=n),
            "session": f"s{n // 2}",
        }
        for n in range(count)
    ]
    memory.add_turns(turns, user=user)


def turns_of(memory: Memory, user: str, kind: str) -> list[list[str]]:
    """Return the turns of the lowest memories of a kind, in order."""
    return [row["below"] for row in made(memory, user) if row["kind"] == kind and row["level"] == "1"]


def by_news(asked: Asked) -> Says:
    return Says({"passage": 0 if "new" in asked.data["text"] else 1})


FOURS = [[f"t{n:02}" for n in range(first, first + 4)] for first in (0, 4, 8)]


@pytest.mark.parametrize(("how", "calls", "most"), [("pointwise", 11, 1), ("batched", 10, 3)])
def test_a_turn_is_put_where_the_model_judges_it_to_belong(
    open_with: OpenWith, configure: Configure, model_server: FakeModelServer, user: str, how: How, calls: int, most: int
) -> None:
    model_server.answer_with(by_news)
    with open_with(configure("segtree", how)) as memory:
        say(memory, user, 12, new={4, 8})
        done = memory.consolidate(user=user, now=LATER)
        assert turns_of(memory, user, "segment") == FOURS
    assert set(done.tokens) == {"segtree.compatibility"}
    shown = [len(asked.data["passages"]) for asked in model_server.asked]
    assert (len(shown), max(shown)) == (calls, most)
    assert model_server.asked[0].data["text"] == "Ann: Rex loves the red ball in the park (2)."


@pytest.mark.parametrize("wrong", [Fails(500), Says({"passage": 7})])
def test_where_the_model_can_not_judge_cosines_do_and_it_is_asked_again_if_it_was_away(
    open_with: OpenWith, configure: Configure, model_server: FakeModelServer, user: str, wrong: Fails | Says
) -> None:
    model_server.answer_with(lambda _: wrong)
    with open_with(configure("segtree", "batched")) as memory:
        say(memory, user, 12, new={4, 8})
        memory.consolidate(user=user, now=LATER)
        assert turns_of(memory, user, "segment") == [[f"t{n:02}" for n in range(12)]]
        model_server.answer_with(by_news)
        memory.consolidate(user=user, now=LATER + timedelta(hours=2))
        assert (turns_of(memory, user, "segment") == FOURS) is isinstance(wrong, Fails)


@pytest.mark.parametrize(("answer", "sizes"), [(1, [12]), (0, [6, 3, 3])])
def test_an_exchange_joins_an_episode_that_the_model_takes_for_the_same(
    open_with: OpenWith, configure: Configure, model_server: FakeModelServer, user: str, answer: int, sizes: list[int]
) -> None:
    model_server.answer_with(lambda _: Says({"passage": answer}))
    with open_with(configure("recmem", "batched")) as memory:
        say(memory, user, 28)
        done = memory.consolidate(user=user, now=LATER)
        episodes = turns_of(memory, user, "episode")
    assert [len(episode) // 2 for episode in episodes][: len(sizes)] == sizes
    assert set(done.tokens) == {"recmem.merge"}
    assert model_server.asked[0].data["passages"][0].count("Ann:") == 3
