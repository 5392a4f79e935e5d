"""What the explorer's page shows, asked of a memory."""

from collections.abc import Callable, Coroutine
from datetime import datetime
from functools import partial
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import pytest
from tests import inside
from tests.inside import async_memory

from chronomem import InvalidInput, Memory, QueryFailed, UnknownUser
from chronomem.engine.interfaces.explorer.activity import Activities, all_time, turns_during, turns_of, zoomed
from chronomem.engine.interfaces.explorer.chronicle import Chronicle, Chronicles
from chronomem.engine.interfaces.explorer.comparison import Look, compare
from chronomem.engine.interfaces.explorer.console import Result, parameters_of, run
from chronomem.engine.interfaces.explorer.days import Days
from chronomem.engine.interfaces.explorer.evidence import Evidence, evidence
from chronomem.engine.interfaces.explorer.lanes import FactLanes, lanes_of, within
from chronomem.engine.interfaces.explorer.owners import owner_of
from chronomem.engine.interfaces.explorer.queries import Names, cookbook, names_in, samples
from chronomem.engine.interfaces.explorer.questions import Asked, missed, recalled
from chronomem.engine.interfaces.explorer.search import search
from chronomem.engine.interfaces.explorer.tables import Table, as_csv, comparison_table, facts_table
from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.facts.vocabulary import PACKAGED
from chronomem.graph_schema.model.periods import Grain

T = TypeVar("T")
Ask = Callable[[Callable[[AsyncMemory], Coroutine[Any, Any, T]]], T]


@pytest.fixture
def ask(memory: Memory) -> Ask[Any]:
    """Runs a view over the memory on the loop that it belongs to."""
    return lambda view: inside.run(memory, view(async_memory(memory)))


@pytest.fixture
def mover(memory: Memory, user: str) -> str:
    """A user who moves house, in a timezone of their own."""
    memory.create_user(user, timezone="Asia/Tokyo")
    said = (("I moved to Lisbon today!", "2023-03-01"), ("I moved to Porto today!", "2023-09-01"))
    for number, (text, day) in enumerate(said):
        memory.add(text, user=user, speaker="Ann", said_at=f"{day}T00:30:00+09:00", turn_id=f"t{number}")
    memory.consolidate(user=user)
    return user


@pytest.mark.dialect
def test_a_timeline_is_zoomed_from_the_year_to_the_turn(ask: Ask[Any], mover: str) -> None:
    async def look(memory: AsyncMemory) -> list[Any]:
        owner, activities, window = await owner_of(memory, mover), Activities(memory), all_time(Grain.YEAR)
        for _ in range(2):
            shown = await activities.of(owner, window)
            inner = zoomed(shown.periods[-1])
            assert inner is not None
            window = inner
        shown = await activities.of(owner, window)
        turns = await turns_of(memory, mover, shown.periods[0])
        return [window.title, len(shown.bars), [(t.text, t.said_at.hour) for t in turns]]

    assert ask(look) == ["March 2023", 31, [("I moved to Lisbon today!", 0)]]


@pytest.mark.dialect
def test_the_periods_of_the_page_are_those_of_the_timeline(ask: Ask[Any], memory: Memory, user: str) -> None:
    """Weeks end with their month, and a session that goes on over midnight counts once in each period."""
    memory.create_user(user, timezone="Asia/Tokyo")
    told = ("2024-05-30T23:50", "2024-05-31T00:10", "2024-06-01T00:10", "2024-06-02T09:00", "2025-01-01T08:00")
    for number, said_at in enumerate(told):
        session, speaker = ("late" if number < 3 else None), ("Bo" if number % 2 else "Ann")
        text = f"We met the new neighbours from number {number} and had a long talk about the garden."
        memory.add(text, user=user, speaker=speaker, session=session, said_at=said_at)
    memory.consolidate(user=user, now="2025-06-01T00:00:00Z")
    shown = ("id", "grain", "start", "end", "turns", "sessions", "speakers", "summary")
    zone = ZoneInfo("Asia/Tokyo")
    for grain in Grain:
        for since, until in ((None, None), (datetime(2024, 5, 31, tzinfo=zone), datetime(2024, 6, 2, tzinfo=zone))):

            async def look(
                memory: AsyncMemory, grain: Grain = grain, since: Any = since, until: Any = until
            ) -> list[Any]:
                return await Activities(memory).periods(await owner_of(memory, user), grain, since, until)

            expected = memory.timeline(user=user, grain=grain, since=since, until=until)
            found = ask(look)
            assert len(found) > 0
            assert [[getattr(one, name) for name in shown] for one in found] == [
                [getattr(one, name) for name in shown] for one in expected
            ]
    months = memory.timeline(user=user, grain="month")
    assert [one.sessions for one in months] == [1, 2, 1]
    assert any(one.summary for one in months), "so the summaries are compared, too"


def test_a_chronicle_is_kept_until_something_is_stored(ask: Ask[Any], memory: Memory, mover: str) -> None:
    chronicles = Chronicles(async_memory(memory))

    async def look(memory: AsyncMemory) -> Chronicle | None:
        return await chronicles.of(await owner_of(memory, mover))

    first = ask(look)
    assert ask(look) is first
    memory.add_fact(user=mover, subject="Ann", predicate="owns", value="a boat", valid_at="2023-05-01")
    assert "a boat" in [one.says for one in ask(look).moment(first.last, most=9).facts]
    with pytest.raises(UnknownUser):
        ask(lambda memory: owner_of(memory, f"{mover}-absent"))


def test_the_facts_of_a_moment_are_those_of_the_memory(ask: Ask[Any], memory: Memory, mover: str) -> None:
    memory.add_fact(user=mover, subject="Ann", predicate="knows", object="Bo", negated=True)
    memory.add_fact(user=mover, subject="Ann", predicate="thinks", value="it rains", valid_at="2023-03-15", minor=True)

    for include_minor in (False, True):

        async def look(memory: AsyncMemory, include_minor: bool = include_minor) -> Chronicle | None:
            return await Chronicles(memory).of(await owner_of(memory, mover), include_minor=include_minor)

        chronicle = ask(look)
        for moment in ("2023-02-01T00:00:00Z", "2023-04-01T00:00:00Z", "2023-10-01T00:00:00Z"):
            shown = {one.id for one in chronicle.moment(datetime.fromisoformat(moment), most=9).facts}
            assert shown == {one.id for one in memory.facts(user=mover, as_of=moment, include_minor=include_minor)}


@pytest.mark.dialect
def test_a_fact_has_its_turns_and_its_history(ask: Ask[Any], memory: Memory, mover: str) -> None:
    async def look(memory: AsyncMemory) -> list[Evidence | None]:
        owner = await owner_of(memory, mover)
        chronicle = await Chronicles(memory).of(owner)
        assert chronicle is not None
        home = next(one for one in chronicle.moment(chronicle.last, most=9).facts if one.predicate == "lives_in")
        return [await evidence(memory, mover, one, owner.zone) for one in (home, home._replace(id="absent"))]

    found, absent = ask(look)
    assert absent is None
    assert [turn.text for turn in found.turns] == ["I moved to Porto today!"]
    assert [(step.says, step.is_this) for step in found.steps] == [("Lisbon", False), ("Porto", True)]
    history = memory.history("Ann", "lives_in", user=mover)
    assert [(step.valid_at, step.invalid_at) for step in found.steps] == [(f.valid_at, f.invalid_at) for f in history]


def test_a_recall_is_explained(ask: Ask[Any], mover: str) -> None:
    question = "Where did Ann move in March 2023?"
    asked = Asked(question, None, 2, "chronomem")
    found = ask(lambda memory: recalled(memory, mover, asked, ZoneInfo("Asia/Tokyo")))
    assert found.times == ["1 March 2023 up to 1 April 2023"]
    assert found.found[0].item.turn_ids == ("t0",)
    assert (found.found[0].share, found.milliseconds > 0) == (1.0, True)
    assert found.found[0].signs[0][1] == max(value for _, value in found.found[0].signs)


def test_a_turn_that_was_not_shown_has_its_place_and_what_it_lacks(ask: Ask[Any], mover: str) -> None:
    asked = Asked("Where did Ann move in March 2023?", None, 1, "chronomem")
    last, first, nowhere = (
        ask(partial(missed, user=mover, asked=asked, turn=words))
        for words in ("to PORTO  today", "t0", "a word that nobody said")
    )
    assert (last.place, last.item and last.item.turn_ids) == (2, ("t1",))
    assert last.behind[0][1] < 0
    assert (first.place, first.behind, nowhere.place) == (1, [], None)


@pytest.mark.dialect
def test_every_query_that_the_console_offers_runs_and_two_are_graphs(ask: Ask[Any], mover: str) -> None:
    async def look(memory: AsyncMemory) -> dict[str, Result]:
        return {title: await run(memory, mover, query) for title, query in samples().items()}

    results: dict[str, Result] = ask(look)
    assert all(result.rows for result in results.values()), {t: len(r.rows) for t, r in results.items()}
    graphs = [result.graph for result in results.values() if result.graph is not None]
    assert len(graphs) == 2
    assert all(graph.relations and len(graph.nodes) > 1 for graph in graphs)


def test_a_query_takes_parameters_from_its_field_or_from_its_first_line(ask: Ask[Any], mover: str) -> None:
    query = '// {"id": "t1"}\nMATCH (t:Turn {user_id: $user, id: $id}) RETURN t.text AS said'
    for given, said in (("", "I moved to Porto today!"), ('{"id": "t0"}', "I moved to Lisbon today!")):

        async def look(memory: AsyncMemory, given: str = given) -> Result:
            return await run(memory, mover, query, parameters_of(given, query))

        found = ask(look)
        assert as_csv(Table(found.columns, found.rows)).splitlines() == ["said", said]
    assert parameters_of("", "// a remark\nRETURN 1") == {}
    for wrong in ("[1]", "{", '{"user": "another"}'):
        with pytest.raises(InvalidInput, match="JSON object"):
            parameters_of(wrong, query)


def test_a_search_finds_names_facts_days_and_turns(ask: Ask[Any], mover: str) -> None:
    async def look(memory: AsyncMemory) -> dict[str, list[str]]:
        owner = await owner_of(memory, mover)
        texts = ("lisbn", "porto", "in march 2023", "x")
        found = [hits for text in texts for hits in await search(memory, owner, text)]
        return {kind: [hit.title for hits in found if hits.kind == kind for hit in hits.hits] for kind in kinds}

    kinds = ("People, places and things", "Facts", "Days", "Turns")
    found = ask(look)
    assert {"Lisbon", "Porto"} <= set(found["People, places and things"])
    assert "Ann lives in Porto" in found["Facts"]
    assert "1 March 2023" in found["Days"]
    assert "I moved to Porto today!" in found["Turns"]


def test_facts_are_drawn_in_lanes_homes_first(ask: Ask[Any], memory: Memory, mover: str) -> None:
    memory.add_fact(user=mover, subject="Ann", predicate="likes", value="tiles", valid_at="2023-04-01")

    async def look(memory: AsyncMemory) -> tuple[FactLanes, list[str]]:
        chronicle = await Chronicles(memory).of(await owner_of(memory, mover))
        assert chronicle is not None
        spring = within(chronicle, datetime.fromisoformat("2023-04-01T00:00:00Z"), chronicle.last)
        return lanes_of(chronicle, PACKAGED, most=1), [fact.says for fact in spring]

    lanes, spring = ask(look)
    (home,) = lanes.lanes
    assert (home.respect, [[fact.says for fact in row] for row in home.rows]) == ("lives in", [["Lisbon", "Porto"]])
    assert lanes.left_out > 0
    assert {"Lisbon", "tiles"} <= set(spring)


@pytest.mark.dialect
def test_the_turns_of_a_span_follow_its_days_and_its_entity(ask: Ask[Any], mover: str) -> None:
    zone = ZoneInfo("Asia/Tokyo")
    spring = Days.read({"from": "2023-03-01", "until": "2023-06-30"}, zone)
    assert spring is not None
    assert Days.of(spring.start, spring.end, zone) == spring

    async def look(memory: AsyncMemory, days: Days | None, about: str | None) -> list[str]:
        return [turn.id for turn in await turns_during(memory, await owner_of(memory, mover), days, about)]

    cases = ((None, None), (spring, None), (None, "entity:porto"), (spring, "entity:porto"))
    found = [ask(partial(look, days=days, about=about)) for days, about in cases]
    assert found == [["t0", "t1"], ["t0"], ["t1"], []]


@pytest.mark.dialect
def test_the_console_knows_the_names_in_the_graph_and_the_plan_of_a_query(ask: Ask[Any], mover: str) -> None:
    names: Names = ask(lambda memory: names_in(memory, mover))
    assert {"text", "said_at", "speaker"} <= set(names.properties["Turn"])
    assert names.properties["Event"] or names.properties["Fact"]
    assert {"SAID_ON", "RELATES_TO"} <= set(names.types)
    for query in (
        "EXPLAIN MATCH (t:Turn {user_id: $user}) RETURN t",
        f"EXPLAIN {cookbook()['7. What was said on one day?']}",
    ):
        planned: Result = ask(partial(run, user=mover, query=query, parameters={"day": "day:2023-03-01"}))
        assert (planned.rows, "Turn" in planned.plan or "Period" in planned.plan) == ([], True)
    assert ask(partial(run, user=mover, query="MATCH (t:Turn {user_id: $user}) RETURN t.id")).plan == ""


def test_what_is_shown_can_be_saved_as_a_table(ask: Ask[Any], mover: str) -> None:
    zone = ZoneInfo("Asia/Tokyo")
    spring, winter = (datetime(2023, month, 15, tzinfo=zone) for month in (4, 12))

    async def look(memory: AsyncMemory) -> tuple[str, str]:
        chronicle = await Chronicles(memory).of(await owner_of(memory, mover))
        assert chronicle is not None
        found = await compare(memory, mover, Look(spring), Look(winter), PACKAGED)
        return as_csv(facts_table(chronicle.facts, zone)), as_csv(comparison_table(found))

    facts, differences = ask(look)
    assert any("Ann,lives_in,Lisbon,2023-03-01,2023-09-01,True" in line for line in facts.splitlines())
    assert "replaced,Ann,lives_in,Lisbon,Porto" in differences.splitlines()


@pytest.mark.dialect
def test_a_path_and_a_list_of_nodes_are_graphs_as_well(ask: Ask[Any], mover: str) -> None:
    query = "MATCH p = (:Turn {user_id: $user})-[:SAID_ON]->(:Period) RETURN p, collect(nodes(p)) AS all"
    graph = ask(lambda memory: run(memory, mover, query)).graph
    assert sorted({node.label for node in graph.nodes}) == ["Period", "Turn"]
    assert [kind for _, kind, _ in graph.relations] == ["SAID_ON", "SAID_ON"]
    with pytest.raises(QueryFailed):
        ask(lambda memory: run(memory, mover, "MATCH (n RETURN n"))
