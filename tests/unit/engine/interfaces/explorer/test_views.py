"""What the explorer's page is told to show, without a page."""

import asyncio
import math
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from chronomem.engine.interfaces.explorer.activity import (
    MOST_BARS,
    ActivePeriod,
    Window,
    all_time,
    bars_of,
    first_grain,
    zoomed,
)
from chronomem.engine.interfaces.explorer.chronicle import Chronicle
from chronomem.engine.interfaces.explorer.days import Days
from chronomem.engine.interfaces.explorer.evidence import steps_of
from chronomem.engine.interfaces.explorer.focus import Focus
from chronomem.engine.interfaces.explorer.known_facts import GraphEntity, GraphFact
from chronomem.engine.interfaces.explorer.owners import OwnerCache
from chronomem.engine.interfaces.explorer.positions import Position, positions, satellites
from chronomem.engine.interfaces.explorer.streams import stream_of
from chronomem.engine.interfaces.explorer.wording import period_of, span_of
from chronomem.engine.timeline.topics import Topic
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.model.dialogue import User
from chronomem.graph_schema.model.periods import Grain, branch

LISBON = ZoneInfo("Europe/Lisbon")
OWNER = User(id="ann", version=1, epoch=0, timezone=LISBON.key)
ANN, BO, PORTO, LONDON = (GraphEntity(name.lower(), name) for name in ("Ann", "Bo", "Porto", "London"))


def at(day: str) -> datetime:
    return datetime.fromisoformat(day).replace(tzinfo=UTC)


def period(day: str, grain: Grain = Grain.DAY, turns: int = 3) -> ActivePeriod:
    node = branch(datetime.fromisoformat(day).date(), LISBON)[list(Grain).index(grain)]
    start, end = node.start.astimezone(LISBON), node.end.astimezone(LISBON)
    return ActivePeriod(node.id, grain, start, end, turns, 1, ("Ann",))


def fact(
    subject: GraphEntity, said: GraphEntity | str, since: str, until: str | None = None, *, dated: bool = True
) -> GraphFact:
    thing = said if isinstance(said, GraphEntity) else None
    says = said.name if isinstance(said, GraphEntity) else said
    name = f"{subject.name} {says} {since}"
    return GraphFact(name, subject, "lives_in", thing, says, at(since), None if until is None else at(until), dated)


def row(known: GraphFact) -> Row:
    """Return a fact as the statement of its history gives it."""
    since, until = (None if time is None else time.isoformat() for time in (known.valid_at, known.invalid_at))
    return {
        "id": known.id,
        "says": known.says,
        "negated": False,
        "valid_at": since,
        "invalid_at": until,
        "expired_at": None,
    }


def test_the_time_in_which_nothing_was_said_has_bars_too_across_the_change_of_clocks() -> None:
    bars = bars_of([period("2024-03-30"), period("2024-04-02")], all_time(Grain.DAY))
    assert [(bar.label, bar.turns) for bar in bars] == [
        ("30 Mar 2024", 3),
        ("31 Mar 2024", 0),
        ("1 Apr 2024", 0),
        ("2 Apr 2024", 3),
    ]


def test_weeks_are_clipped_at_the_end_of_a_month() -> None:
    bars = bars_of([period("2024-05-20", Grain.WEEK), period("2024-06-05", Grain.WEEK)], all_time(Grain.WEEK))
    assert [bar.label for bar in bars] == ["20 May 2024", "27 May 2024", "1 Jun 2024", "3 Jun 2024"]


def test_a_window_is_filled_to_its_ends() -> None:
    month = zoomed(period("2024-02-10", Grain.MONTH))
    assert month is not None
    assert (month.title, month.grain) == ("February 2024", Grain.DAY)
    bars = bars_of([period("2024-02-10")], month)
    assert len(bars) == 29
    assert [number for number, bar in enumerate(bars) if bar.period is not None] == [9]
    assert zoomed(period("2024-02-10")) is None, "a day is looked at turn by turn"


def test_a_history_of_centuries_has_no_more_bars_than_can_be_drawn() -> None:
    bars = bars_of([period("1700-01-01"), period("2024-01-01")], Window("All time", None, None, Grain.DAY))
    assert len(bars) == 2 < MOST_BARS


@pytest.mark.parametrize(("days", "grain"), [(10, "day"), (100, "week"), (1000, "month"), (9000, "year")])
def test_a_timeline_begins_at_the_grain_that_suits_its_length(days: int, grain: str) -> None:
    assert first_grain(at("2024-01-01"), at("2024-01-01") + timedelta(days=days)) == grain


def chronicle() -> Chronicle:
    facts = [
        fact(ANN, LONDON, "2023-01-01", "2023-06-01"),
        fact(ANN, PORTO, "2023-06-01"),
        fact(BO, "a boat", "2023-03-01", dated=False),
        fact(BO, "a bike", "2023-03-02", "2023-03-20", dated=False),
    ]
    return Chronicle(sorted(facts, key=lambda one: str(one.valid_at)), OWNER, at("2023-01-01"), at("2024-01-01"))


def test_facts_appear_and_end_as_the_moment_moves() -> None:
    spring, june, august = (chronicle().moment(at(day), most=10) for day in ("2023-04-01", "2023-06-02", "2023-08-01"))
    assert [one.says for one in spring.facts] == ["a boat", "London"]
    assert [one.says for one in june.facts] == ["Porto", "a boat"]
    assert [one.says for one in june.ended] == ["London"]
    assert [(line.target, line.began, line.ended) for line in june.lines] == [
        ("porto", True, False),
        ("london", False, True),
    ]
    assert (august.ended, [line.began for line in august.lines]) == ([], [False])


def test_an_entity_stands_at_the_same_place_at_every_moment() -> None:
    places = {
        (dot.entity.id, dot.at)
        for month in range(1, 12)
        for dot in chronicle().moment(at(f"2023-{month:02}-15"), most=10, focus=Focus(loose=True)).dots
    }
    assert len(places) == len({name for name, _ in places}) == 4


def test_the_graph_shows_the_entities_with_the_most_facts() -> None:
    moment = chronicle().moment(at("2023-07-01"), most=1, focus=Focus(loose=True))
    assert (len(moment.dots), moment.entities, moment.lines) == (1, 3, [])
    about_bo = chronicle().moment(at("2023-07-01"), most=9, focus=Focus(about="bo"))
    assert [one.says for one in about_bo.facts] == ["a boat"]


def test_an_entity_without_relations_is_drawn_on_request_or_where_there_are_no_others() -> None:
    july = at("2023-07-01")
    assert {dot.entity.name for dot in chronicle().moment(july, most=9).dots} == {"Ann", "Porto"}
    assert {dot.entity.name for dot in chronicle().moment(july, most=9, focus=Focus(loose=True)).dots} == {
        *("Ann", "Porto", "Bo")
    }
    alone = Chronicle([fact(BO, "a boat", "2023-03-01")], OWNER, at("2023-01-01"), at("2024-01-01"))
    assert [dot.entity.name for dot in alone.moment(july, most=9).dots] == ["Bo"]


def test_the_graph_is_narrowed_to_a_neighbourhood_a_path_a_kind_a_predicate_and_a_confidence() -> None:
    cy, oslo = GraphEntity("cy", "Cy", "person"), GraphEntity("oslo", "Oslo", "location")
    facts = [
        fact(ANN, BO, "2023-01-01"),
        fact(BO, cy, "2023-01-02")._replace(predicate="knows"),
        fact(cy, oslo, "2023-01-03")._replace(confidence=0.3),
        fact(ANN, PORTO, "2023-01-04"),
    ]
    known = Chronicle(facts, OWNER, at("2023-01-01"), at("2024-01-01"))

    def says(**focus: object) -> list[str]:
        shown = known.moment(at("2023-06-01"), most=9, focus=Focus(**focus))  # type: ignore[arg-type] # fields of several types
        return sorted(one.says for one in shown.facts)

    assert says(about="ann") == ["Bo", "Porto"]
    assert says(about="ann", hops=2) == ["Bo", "Cy", "Porto"]
    assert says(about="ann", to="oslo") == ["Bo", "Cy", "Oslo"]
    assert says(about="porto", to="absent", hops=1) == ["Porto"]
    assert says(hidden_kinds=frozenset({"location"})) == ["Bo", "Cy", "Porto"]
    assert says(predicate="knows") == ["Cy"]
    assert says(confidence=0.5) == ["Bo", "Cy", "Porto"]
    assert known.kinds == [("other", 3), ("person", 1), ("location", 1)]


def test_an_entity_that_was_opened_is_drawn_with_its_neighbours() -> None:
    cy, oslo = GraphEntity("cy", "Cy"), GraphEntity("oslo", "Oslo")
    facts = [fact(ANN, thing, "2023-01-01") for thing in (BO, PORTO, LONDON)] + [fact(cy, oslo, "2023-01-02")]
    known = Chronicle(facts, OWNER, at("2023-01-01"), at("2024-01-01"))

    def names(*opened: str) -> set[str]:
        moment = known.moment(at("2023-06-01"), most=2, focus=Focus(opened=frozenset(opened)))
        assert {end for line in moment.lines for end in (line.source, line.target)} <= {
            d.entity.id for d in moment.dots
        }
        return {dot.entity.name for dot in moment.dots}

    assert len(names()) == 2
    assert names("cy") == names() | {"Cy", "Oslo"}
    assert names("ann", "absent") == {"Ann", "Bo", "Porto", "London"}


def test_a_focus_survives_its_address_and_odd_addresses_narrow_nothing() -> None:
    focus = Focus("ann", 2, "bo", frozenset({"person", "place"}), "knows", 0.7, loose=True, opened=frozenset({"cy"}))
    assert Focus.read({name: value for name, value in focus.written.items() if value}, "ann") == focus
    assert not any(Focus().written.values())
    assert Focus.read({"steps": "9", "confidence": "high"}, None) == Focus()
    for odd in (
        {"from": "2024-05-02", "until": "2024-05-01"},
        {"from": "May", "until": "June"},
        {"from": "2024-05-01"},
    ):
        assert Days.read(odd, LISBON) is None


def test_topics_that_recur_are_bands_and_all_others_are_one() -> None:
    def topic(month: int, name: str, turns: int) -> Topic:
        start, end = (datetime(2024, number, 1, tzinfo=LISBON) for number in (month, month + 1))
        ids = tuple(f"{name} {month} {number}" for number in range(turns))
        return Topic(f"{name} {month}", "", start, end, name, (name,), (), "", True, ids)

    stream = stream_of([topic(1, "Tea", 3), topic(1, "Boats", 1), topic(3, "Tea", 2), topic(3, "Rain", 4)])
    assert stream is not None
    assert [start.month for start, _ in stream.months] == [1, 3]
    assert [(band.name, list(band.turns)) for band in stream.bands] == [("Tea", [3, 2]), ("other topics", [1, 4])]
    assert stream_of([]) is None


def test_changes_lead_from_one_to_the_next() -> None:
    known = chronicle()
    assert known.change_after(at("2023-01-01")) == at("2023-03-01")
    assert known.change_before(at("2023-03-01")) == at("2023-01-01")
    assert known.change_before(at("2023-01-01")) is None
    assert known.change_after(at("2023-06-01")) is None


def test_the_lanes_of_a_history_show_which_part_of_it_each_fact_took() -> None:
    london, porto = fact(ANN, LONDON, "2023-01-01", "2023-06-01"), fact(ANN, PORTO, "2023-06-01")
    first, second = steps_of(porto.id, [row(london), row(porto)])
    assert first.begin == 0
    assert (second.is_this, first.is_this) == (True, False)
    assert first.width + second.width == pytest.approx(100, abs=0.1)
    assert 0 < second.begin == pytest.approx(first.width, abs=0.1)


def test_names_get_places_in_the_square_that_are_apart_and_stay() -> None:
    names = [f"n{number}" for number in range(60)]
    pairs = [("n0", name) for name in names[1:30]]
    placed = positions(pairs, names)
    assert placed == positions(pairs, names)
    assert all(abs(x) <= 1 and abs(y) <= 1 for x, y in placed.values())
    assert len(set(placed.values())) == 60
    assert positions([], []) == {}
    assert len(positions([], ["alone"])) == 1


def test_names_beyond_those_that_are_laid_out_stand_around_their_relations() -> None:
    hubs = {"one": Position(-0.5, 0.0), "two": Position(0.5, 0.0)}
    pairs = [("one", f"name {n}") for n in range(9)] + [("both", "one"), ("two", "both"), ("alone", "also alone")]
    found = satellites(hubs, pairs, [*(f"name {n}" for n in range(9)), "both", "alone"])
    assert found.keys() == {*(f"name {n}" for n in range(9)), "both"}
    assert len(set(found.values())) == 10
    assert all(math.dist(found[f"name {n}"], hubs["one"]) < 0.2 for n in range(9))
    assert abs(found["both"].x) < 0.2


def test_times_are_worded_in_the_timezone_of_the_user() -> None:
    evening = datetime(2024, 6, 30, 23, 30, tzinfo=UTC)
    assert span_of(evening, None, LISBON) == "since 1 July 2024"
    assert span_of(None, evening, UTC) == "until 30 June 2024"
    assert span_of(evening, evening, UTC) == "never, as it turned out"
    week = period("2024-05-29", Grain.WEEK)
    assert period_of(week.grain, week.start, week.end) == "27 to 31 May 2024"


def test_what_is_kept_is_made_anew_when_something_was_stored_and_the_oldest_goes() -> None:
    made: list[int] = []

    async def make() -> int:
        made.append(len(made))
        return len(made)

    async def look() -> list[int]:
        kept: OwnerCache[int] = OwnerCache(2)
        later = OWNER.model_copy(update={"version": 2})
        asked = [(OWNER, "a"), (OWNER, "a"), (later, "a"), (later, "b"), (later, "c"), (later, "b"), (later, "a")]
        return [await kept.of(owner, key, make) for owner, key in asked]

    assert asyncio.run(look()) == [1, 1, 2, 3, 4, 3, 5]


def test_a_value_that_is_being_read_is_read_once_for_all_and_a_failure_is_not_kept() -> None:
    made: list[int] = []

    async def make() -> int:
        made.append(len(made))
        await asyncio.sleep(0)
        if len(made) == 1:
            raise ConnectionError
        return len(made)

    async def look() -> list[int | BaseException]:
        kept: OwnerCache[int] = OwnerCache(2)
        both = [await asyncio.gather(*(kept.of(OWNER, "a", make) for _ in "ab"), return_exceptions=True) for _ in "ab"]
        return [*both[0], *both[1]]

    found = asyncio.run(look())
    assert [type(one) for one in found] == [ConnectionError, ConnectionError, int, int]
    assert (found[2:], len(made)) == ([2, 2], 2)


def test_an_owner_who_leaves_does_not_end_a_reading_for_others() -> None:
    async def look() -> str:
        kept: OwnerCache[str] = OwnerCache(2)
        begin = asyncio.Event()

        async def make() -> str:
            await begin.wait()
            return "read"

        gone, stays = (asyncio.create_task(kept.of(OWNER, "a", make)) for _ in "ab")
        await asyncio.sleep(0)
        gone.cancel()
        begin.set()
        return await stays

    assert asyncio.run(look()) == "read"
