"""The facts as lanes over time, by person and predicate, with the topics and the turns of the same days."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from nicegui import events, ui

from chronomem.engine.interfaces.explorer.activity import MOST_TURNS, SaidTurn, turns_during
from chronomem.engine.interfaces.explorer.chronicle import Chronicle
from chronomem.engine.interfaces.explorer.days import Days
from chronomem.engine.interfaces.explorer.known_facts import GraphEntity, GraphFact
from chronomem.engine.interfaces.explorer.lanes import FactLanes, lanes_of, within
from chronomem.engine.interfaces.explorer.panels.charts import ink
from chronomem.engine.interfaces.explorer.panels.entity_choice import EntityChoice
from chronomem.engine.interfaces.explorer.panels.exports import offer_downloads
from chronomem.engine.interfaces.explorer.panels.fact import open_fact, show_fact_line, show_no_facts
from chronomem.engine.interfaces.explorer.panels.lane_chart import Axis, band_colour, bars_of, height_of, lane_chart
from chronomem.engine.interfaces.explorer.panels.pieces import Paged, Words, box, press, told_in, waiting
from chronomem.engine.interfaces.explorer.panels.visit import Panel, Visit
from chronomem.engine.interfaces.explorer.streams import TopicStream, stream_of
from chronomem.engine.interfaces.explorer.tables import facts_table, turns_table
from chronomem.engine.interfaces.explorer.wording import day_of, moment_of
from chronomem.graph_schema.model.counts import count_of

_LANES = 24
_FACTS = 20
_TURNS = 20
_SPAN = "(event) => emit((event.batch?.[0] ?? event).start ?? 0, (event.batch?.[0] ?? event).end ?? 100)"
_ALL = (0.05, 99.95)  # percent: a zoom beyond both is all of time


class LanesPanel(Panel):
    """The panel. The page is narrowed to the visible part of the axis."""

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._most = _LANES
        self._about = visit.about
        self._days = visit.days
        self._chronicle: Chronicle | None = None
        self._stream: TopicStream | None = None
        self._shown: FactLanes | None = None
        self._found: Sequence[GraphFact] = ()
        self._said: Sequence[SaidTurn] = ()
        visit.on_theme(self._draw)
        self._place = box("graph-panel")

    async def load(self) -> None:
        """Show the days of the page."""
        waiting(self._place, "Loading the facts")
        with told_in(self._place):
            chronicle = await self._visit.sources.chronicles.of(self._visit.owner)
            self._place.clear()
            with self._place:
                if chronicle is None:
                    show_no_facts(self._visit)
                    return
                self._stream = stream_of(await self._visit.memory.topics(user=self._visit.user))
                self._chronicle = chronicle
                self._build(chronicle)
            self._draw()
            await self._list()

    async def come(self) -> None:
        if self._chronicle is None or (self._days, self._about) == (self._visit.days, self._visit.about):
            return
        self._days = self._visit.days
        if self._about != self._visit.about:
            self._choice.value = self._visit.about or ""  # draws and lists
            return
        self._draw()
        await self._list()

    async def look_at(self, entity: GraphEntity) -> None:
        """Show the lanes of one entity."""
        if self._chronicle is not None:
            self._choice.value = entity.id

    def _build(self, chronicle: Chronicle) -> None:
        names = {thing.id: thing.name for thing in chronicle.entities}
        with box("filters", role="group", aria_label="Filters"):
            chosen = self._about if self._about in names else ""
            self._choice = EntityChoice("About", "Everybody", names, chosen)
            self._choice.on_value_change(self._choose)
            self._more = press("More lanes", self._show_more)
            Words("span", "Wheel or pinch to zoom, drag to move; pale: dated only by when it was said.", "muted")
        with box("panel chart-box"):
            self._chart = ui.echart({}, on_point_click=self._click).classes("lanes-chart")
            self._chart.props["role"] = "img"
            self._chart.on("chart:datazoom", self._zoomed, js_handler=_SPAN, throttle=0.3)
            self._bands = box("kinds", role="group", aria_label="Topics")
        with box("split"):
            with box("side"):
                with box("section-head"):
                    self._title = Words("h2", "")
                    offer_downloads(
                        self._visit, "facts", self._chart, lambda: facts_table(self._found, self._visit.zone)
                    )
                self._facts: Paged[GraphFact] = Paged(lambda fact: show_fact_line(fact, self._visit), _FACTS)
            with box("side"):
                with box("section-head"):
                    self._turns_title = Words("h2", "")
                    offer_downloads(self._visit, "turns", None, lambda: turns_table(self._said))
                self._turns: Paged[SaidTurn] = Paged(_show_turn, _TURNS, "ol")

    @property
    def _span(self) -> tuple[datetime, datetime]:
        """The first and the last moment of the axis, in the user's timezone."""
        assert self._chronicle is not None
        zone = self._chronicle.owner.zone
        return self._chronicle.first.astimezone(zone), self._chronicle.last.astimezone(zone) + timedelta(days=1)

    def _axis(self) -> Axis:
        first, last = self._span
        if self._days is None:
            return Axis(first, last)
        start, end = ((day - first) / (last - first) * 100 for day in (self._days.start, self._days.end))
        return Axis(first, last, max(start, 0.0), min(end, 100.0))

    def _draw(self) -> None:
        if self._chronicle is None:
            return
        vocabulary = self._visit.sources.vocabulary
        self._shown = lanes_of(self._chronicle, vocabulary, most=self._most, about=self._about)
        lanes = self._shown.lanes
        self._chart.style(f"height: {height_of(lanes, self._stream)}px")
        self._chart.options.clear()
        look = {"dark": self._visit.is_dark, "narrow": self._visit.is_narrow}
        self._chart.options.update(lane_chart(lanes, self._stream, self._axis(), **look))
        self._chart.props["aria-label"] = (
            f"{count_of(len(lanes), 'lane')} of facts over time, and topics; facts and turns are listed below"
        )
        self._chart.update()
        self._chart.run_chart_method("resize")
        self._more.set_visibility(self._shown.left_out > 0)
        self._name_bands()

    def _name_bands(self) -> None:
        self._bands.clear()
        if self._stream is None:
            return
        with self._bands:
            Words("span", "Topics:")
            for number, band in enumerate(self._stream.bands):
                fill = band_colour(number, self._stream, ink(dark=self._visit.is_dark))
                with box("kind-line", "span"):
                    box("swatch", "span", aria_hidden="true").style(f"background: {fill}")
                    Words("span", band.name)

    async def _list(self) -> None:
        """List the facts and the turns of the visible part of the axis."""
        assert self._chronicle is not None
        first, last = self._span
        days, about = self._days, self._about
        since, until = (first, last) if days is None else (days.start, days.end)
        self._found = within(self._chronicle, since, until, self._about)
        span = "" if days is None else f" from {day_of(since)} to {day_of(until - timedelta(hours=12))}"
        self._title.text = f"{count_of(len(self._found), 'fact')}{span}"
        self._facts.fill(self._found)
        said = await turns_during(self._visit.memory, self._visit.owner, days, about)
        if (days, about) != (self._days, self._about):
            return  # overtaken by a newer zoom
        self._said = said
        self._turns_title.text = (
            f"The first {MOST_TURNS} turns" if len(said) == MOST_TURNS else count_of(len(said), "turn")
        )
        self._turns.fill(said)

    async def _zoomed(self, event: events.GenericEventArguments) -> None:
        start, end = map(float, event.args)
        first, last = self._span
        days = None
        if start > _ALL[0] or end < _ALL[1]:
            since, until = (first + (last - first) * share / 100 for share in (start, end))
            days = Days.of(since, until, self._visit.zone)
        if days != self._days:
            self._days = days
            self._visit.keep_days(days)
            with told_in(self._place):
                await self._list()

    def _show_more(self) -> None:
        self._most += _LANES
        self._draw()

    async def _choose(self, event: events.ValueChangeEventArguments[str | None]) -> None:
        self._about = event.value or None
        self._visit.keep_about(self._about)
        self._draw()
        with told_in(self._place):
            await self._list()

    async def _click(self, event: events.EChartPointClickEventArguments) -> None:
        """Open the fact of a bar; narrow the page to the month of a topic."""
        if self._shown is not None and event.series_index == 0:
            await open_fact(bars_of(self._shown.lanes)[event.data_index][1], self._visit)
        elif self._stream is not None:
            self._visit.keep_days(Days.of(*self._stream.months[event.data_index], self._visit.zone))
            await self.come()


def _show_turn(turn: SaidTurn) -> None:
    with box("turn"):
        with box("turn-head"):
            Words("strong", turn.speaker)
            Words("time", moment_of(turn.said_at), "muted")
        Words("p", turn.text, "said")
