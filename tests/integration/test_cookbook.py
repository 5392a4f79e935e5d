"""The queries of docs/cypher.md give the answers that stand below them, on each database."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from uuid import uuid4

import pytest
from tests.inside import is_embedded, run, store_of
from tests.integration.conftest import OpenWith
from tests.integration.cookbook import PAGE, Question, prepare, questions

from chronomem import Memory, Settings
from chronomem.engine.interfaces.plots.picture import description_of, read_timeline
from chronomem.graph_schema.database.statements import explained

pytestmark = [pytest.mark.slow, pytest.mark.dialect]


QUESTIONS = questions()


@pytest.fixture(scope="module")
def asked(open_with: OpenWith) -> Iterator[tuple[Memory, str]]:
    """A memory with the conversation of the page, and something of another user; and who is asked for."""
    user, other = (f"user-{uuid4().hex}" for _ in range(2))
    with open_with(Settings(structures=("topics",))) as memory:  # which the questions need, and no others
        prepare(memory, user)
        memory.add("Soup club is in May.", user=other, speaker="Ines", said_at="2024-05-01T10:00:00Z")
        memory.consolidate(user=other)
        yield memory, user


def test_the_cookbook_has_25_questions_with_an_answer_each() -> None:
    assert [q.title.partition(".")[0] for q in QUESTIONS] == [str(number) for number in range(1, 26)]
    assert [q.title for q in QUESTIONS if q.table.count("\n") < 2] == []


@pytest.mark.parametrize("question", [pytest.param(q, id=q.title) for q in QUESTIONS])
def test_a_query_gives_the_answer_below_it(asked: tuple[Memory, str], question: Question) -> None:
    memory, user = asked
    assert question.ask(memory, user) == question.table, "python -m tests.integration.cookbook writes the page anew"


def test_the_picture_of_the_pages_shows_what_is_read_from_the_bundled_chat(asked: tuple[Memory, str]) -> None:
    drawn = ET.parse(PAGE.parent / "images" / "timeline.svg").getroot()  # noqa: S314 - our own
    described = [element.text for element in drawn.iter("{http://purl.org/dc/elements/1.1/}description")]
    again = description_of(read_timeline(*asked))
    assert described == [again], "python -m tests.integration.cookbook draws the picture anew"


def test_every_query_begins_at_one_user(asked: tuple[Memory, str]) -> None:
    memory, user = asked
    for question in QUESTIONS:
        first_match = re.search(r"MATCH .*", question.query)
        assert first_match is not None
        assert "{user_id: $user" in first_match[0], question.title
    if is_embedded(memory):
        return  # tells no plan by EXPLAIN
    for question in QUESTIONS:
        plan = plan_of(memory, question, user)
        assert "AllNodesScan@neo4j" not in plan, question.title
        if '"who"' in question.query or '"day"' in question.query:
            assert "NodeUniqueIndexSeek@neo4j" in plan, question.title


def plan_of(memory: Memory, question: Question, user: str) -> list[str]:
    """Return the operators of the plan that the server makes for a query."""
    connection = store_of(memory).connection

    async def plan() -> list[str]:
        driver = await connection.driver()
        async with driver.session(database=connection.database) as session:
            ran = await session.run(explained(question.query), {"user": user, **question.parameters})
            summary = await ran.consume()
        waiting, found = [summary.plan or {}], []
        while waiting:
            operator = waiting.pop()
            found.append(str(operator["operatorType"]))
            waiting += operator.get("children", [])
        return found

    return run(memory, plan())
