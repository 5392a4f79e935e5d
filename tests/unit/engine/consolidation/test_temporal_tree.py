"""The temporal memory tree holds each turn once, in order, and takes back what came after a late turn."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from chronomem.engine.consolidation.structures.timem.shape import HISTORY, PlannedMemory, TemporalLevel, TreeState
from chronomem.graph_schema.model.exchanges import Exchange, TurnPlace, cut
from chronomem.graph_schema.model.periods import Grain, branch, local_day

BERLIN = ZoneInfo("Europe/Berlin")
GAP = timedelta(minutes=30)
EPOCH = datetime(2024, 5, 1, 12, tzinfo=UTC)
END = EPOCH + timedelta(days=500)

GRAINS = {TemporalLevel.DAY: Grain.DAY, TemporalLevel.WEEK: Grain.WEEK, TemporalLevel.PROFILE: Grain.MONTH}

MOMENTS = st.one_of(st.integers(0, 300), st.integers(0, 60 * 24 * 80)).map(lambda n: EPOCH + timedelta(minutes=n))
TURNS = st.lists(st.tuples(MOMENTS, st.sampled_from("rst"), st.sampled_from("AB")), min_size=1, max_size=25)


def exchanges(turns: Sequence[tuple[datetime, str, str]]) -> list[Exchange]:
    places = [
        TurnPlace(f"t{number}", session, number, speaker, "user", moment, 1)
        for number, (moment, session, speaker) in enumerate(sorted(turns))
    ]
    sessions = [[place for place in places if place.session == session] for session in "rst"]
    return sorted((exchange for own in sessions for exchange in cut(own)), key=lambda exchange: exchange.key)


def grown(tree: TreeState, found: Sequence[Exchange], until: datetime = END) -> list[PlannedMemory]:
    return [node for exchange in found for node in tree.add(exchange)] + list(tree.close(until))


def whole(turns: Sequence[tuple[datetime, str, str]]) -> list[PlannedMemory]:
    return grown(TreeState(BERLIN, GAP), exchanges(turns))


def say(*minutes: int, session: str = "r") -> list[tuple[datetime, str, str]]:
    return [(EPOCH + timedelta(minutes=minute), session, "AB"[n % 2]) for n, minute in enumerate(minutes)]


def count(nodes: Sequence[PlannedMemory]) -> list[int]:
    return [sum(node.level is level for node in nodes) for level in TemporalLevel]


def test_a_session_holds_its_exchanges_and_a_day_its_sessions() -> None:
    nodes = whole([*say(0, 1, 2, 3), *say(60, 61, session="s"), *say(60 * 24, 60 * 24 + 1, session="t")])
    assert count(nodes) == [4, 3, 2, 1, 1]
    assert next(node.below for node in nodes if node.level is TemporalLevel.DAY) == (
        "timem:session:t0",
        "timem:session:t4",
    )


def test_a_session_that_goes_on_over_midnight_is_two() -> None:
    midnight = 10 * 60  # noon is 14:00 in Berlin
    nodes = whole(say(midnight - 2, midnight - 1, midnight + 1, midnight + 2))
    assert count(nodes) == [2, 2, 2, 1, 1]
    nodes = whole(say(midnight - 1, midnight + 1))
    assert [node.below for node in nodes if node.level is TemporalLevel.SEGMENT] == [("t0",), ("t1",)]
    assert count(nodes) == [2, 2, 2, 1, 1]


def test_a_week_over_a_months_end_is_two_and_each_month_has_its_profile() -> None:
    last_of_may = 30 * 24 * 60
    nodes = whole([*say(last_of_may, session="r"), *say(last_of_may + 24 * 60, session="s")])
    assert [node.id for node in nodes if node.level >= TemporalLevel.WEEK] == [
        "timem:week:2024-05-27",
        "timem:month:2024-05",
        "timem:week:2024-06-01",
        "timem:month:2024-06",
    ]


def test_what_is_not_over_is_not_closed() -> None:
    tree = TreeState(BERLIN, GAP)
    found = exchanges(say(0, 1))
    assert count(grown(tree, found, EPOCH + timedelta(minutes=30))) == [1, 0, 0, 0, 0]
    assert count(list(tree.close(EPOCH + timedelta(minutes=31)))) == [0, 1, 0, 0, 0]
    assert count(list(tree.close(EPOCH + timedelta(hours=10)))) == [0, 0, 1, 0, 0]
    assert count(list(tree.close(EPOCH + timedelta(days=40)))) == [0, 0, 0, 1, 1]


@given(TURNS)
def test_every_turn_is_in_one_segment_and_every_memory_in_one_above_it(turns: list[tuple[datetime, str, str]]) -> None:
    nodes = whole(turns)
    by_id = {node.id: node for node in nodes}
    assert len(by_id) == len(nodes)
    below = [member for node in nodes for member in node.below]
    assert len(below) == len(set(below))
    assert set(below) == {f"t{n}" for n in range(len(turns))} | {
        n.id for n in nodes if n.level is not TemporalLevel.PROFILE
    }
    for node in nodes:
        for member in node.below if node.level is not TemporalLevel.SEGMENT else ():
            assert by_id[member].level == node.level - 1
            assert by_id[member].above == node.id
            assert node.start <= by_id[member].start <= by_id[member].end <= node.end


@given(TURNS)
def test_each_lies_within_its_period_and_there_are_never_more_above(turns: list[tuple[datetime, str, str]]) -> None:
    nodes = whole(turns)
    for node in nodes:
        day, *_ = path = branch(local_day(node.start, BERLIN), BERLIN)
        period = next((p for p in path if p.grain is GRAINS.get(node.level)), day)
        assert period.start <= node.start <= node.end < period.end
    assert all(lower >= upper for lower, upper in pairwise(count(nodes)))
    for level in (TemporalLevel.DAY, TemporalLevel.WEEK, TemporalLevel.PROFILE):
        own = [node for node in nodes if node.level is level]
        assert all(a.end < b.start for a, b in pairwise(own))


@given(TURNS)
def test_each_has_the_last_of_its_level_in_view_and_nothing_later(turns: list[tuple[datetime, str, str]]) -> None:
    nodes = whole(turns)
    for level in TemporalLevel:
        own = [node for node in nodes if node.level is level]
        assert [node.ordinal for node in own] == list(range(len(own)))
        for number, node in enumerate(own):
            assert node.history == tuple(before.id for before in own[max(0, number - HISTORY) : number])


@given(TURNS, st.data())
def test_taking_back_and_going_on_gives_the_same(turns: list[tuple[datetime, str, str]], data: st.DataObject) -> None:
    found = exchanges(turns)
    whole_nodes = whole(turns)
    place = data.draw(st.integers(0, len(found) - 1))
    tree, gone = TreeState.kept(BERLIN, GAP, data.draw(st.permutations(whole_nodes)), found[place].key)
    kept = [node for node in whole_nodes if node.id not in gone]
    assert kept + grown(tree, found[place:]) == whole_nodes


@given(TURNS, MOMENTS, st.data())
def test_a_tree_that_was_put_away_goes_on_as_it_was(
    turns: list[tuple[datetime, str, str]], now: datetime, data: st.DataObject
) -> None:
    found = exchanges(turns)
    place = data.draw(st.integers(0, len(found)))
    tree = TreeState(BERLIN, GAP)
    nodes = grown(tree, found[:place], min([now, *(e.start for e in found[place:])]))
    tree = TreeState.loaded(BERLIN, GAP, tree.stored())
    assert nodes + grown(tree, found[place:]) == whole(turns)


@given(TURNS, MOMENTS)
def test_whatever_was_written_with_words_in_view_ends_after_they_were_said(
    turns: list[tuple[datetime, str, str]], since: datetime
) -> None:
    """Forgetting takes the words out of what ends after the session that they were said in began."""
    nodes = whole(turns)
    said = {place.id for exchange in exchanges(turns) for place in exchange.places if exchange.start >= since}
    tainted: set[str] = set(said)
    for node in nodes:
        if tainted.intersection((*node.below, *node.history)):
            tainted.add(node.id)
            assert node.end >= since
