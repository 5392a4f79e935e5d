"""With honest replies of a model, ten natural dialogues end right, and thirty questions are answered at once."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from tests.integration.conftest import OpenWith
from tests.model_server.played import Dialogue, Played, load_dialogues
from tests.model_server.server import FakeModelServer

from chronomem import LanguageModel, Memory, Settings

pytestmark = pytest.mark.slow

DIALOGUES = load_dialogues()
MOST_CALLS, MOST_TOKENS = 1.3, 1_500
"""The most calls and tokens that a question takes, on average."""


class PlayedMemory(NamedTuple):
    """A memory that a played model read, the model's server, and how the dialogues were read."""

    memory: Memory
    server: FakeModelServer
    how: str

    def user(self, dialogue: Dialogue) -> str:
        """Return whose memory has a dialogue."""
        return f"{dialogue.name}, {self.how}"


@pytest.fixture(scope="module", params=["session by session", "in one request"])
def played(open_with: OpenWith, request: pytest.FixtureRequest) -> Iterator[PlayedMemory]:
    """Each dialogue, read session by session or in one request: one user for each."""
    with FakeModelServer.running() as server:
        server.answer_with(Played(DIALOGUES))
        model = LanguageModel(model="played", base_url=server.url, retries=0)
        with open_with(Settings(model=model, extraction="eager", structures=())) as memory:
            played = PlayedMemory(memory, server, request.param)
            for dialogue in DIALOGUES:
                for number, session in enumerate(dialogue.sessions, 1):
                    turns = [
                        {"text": turn["says"], "speaker": turn["by"], "said_at": turn["at"]}
                        for turn in session["turns"]
                    ]
                    memory.add_session(turns, user=played.user(dialogue), session=turns[0]["said_at"])
                    if request.param == "session by session" or number == len(dialogue.sessions):
                        done = memory.consolidate(user=played.user(dialogue))
                        assert (done.failures, done.dropped_facts) == ({}, 0)
            asked = sum(
                len(dialogue.sessions) if request.param == "session by session" else 1 for dialogue in DIALOGUES
            )
            assert len(server.asked) == asked
            yield played


@pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda dialogue: dialogue.name)
def test_dialogues_end_right(played: PlayedMemory, dialogue: Dialogue) -> None:
    memory = played.memory
    missed = []
    for wanted in dialogue.expect:
        facts = memory.facts(
            user=played.user(dialogue), about=wanted["of"], predicate=wanted["predicate"], as_of=str(wanted["at"]),
            include_minor=True,
        )  # fmt: skip
        own = [fact.says for fact in facts if wanted["of"] in (fact.subject.name, *fact.subject.aliases)]
        right = all(any(words in said for said in own) for words in wanted.get("holds", ()))
        wrong = any(words in said for said in own for words in wanted.get("not", ()))
        if not right or wrong or (wanted.get("none") and own):
            missed.append((dict(wanted), own))
    assert missed == []
    for name, other in dialogue.about.items():
        found, same = (
            [fact.id for fact in memory.facts(user=played.user(dialogue), about=each, include_invalid=True)]
            for each in (name, other)
        )
        assert found == same != []
    for name, kind in dialogue.kinds.items():
        entity = memory.entity(name, user=played.user(dialogue))
        assert entity is not None
        assert (name, entity.type) == (name, kind)


def test_questions_are_answered_at_once_from_what_is_shown(played: PlayedMemory) -> None:
    memory, server = played.memory, played.server
    asked = [(played.user(dialogue), question) for dialogue in DIALOGUES for question in dialogue.questions]
    assert (len(asked), len({question["asks"] for _, question in asked})) == (30, 30)
    server.asked.clear()
    wrong = {}
    for user, question in asked:
        answer = memory.ask(question["asks"], user=user, now=question["at"])
        if answer.text != question["answer"]:
            wrong[question["asks"]] = (answer.text, server.asked[-1].data)
    assert wrong == {}
    spent = [usage for user in {user for user, _ in asked} for usage in memory.usage(user=user)]
    spent = [usage for usage in spent if usage.purpose == "answer"]
    assert sum(usage.calls for usage in spent) / len(asked) <= MOST_CALLS
    assert sum(usage.tokens for usage in spent) / len(asked) <= MOST_TOKENS
