"""The facts as lanes over time, by person and predicate."""

from datetime import datetime, timedelta

from nicegui import events, ui

from chronomem.engine.interfaces.explorer.chronicle import Chronicle
from chronomem.engine.interfaces.explorer.known_facts import GraphEntity, GraphFact
from chronomem.engine.interfaces.explorer.lanes import FactLanes, lanes_of, within
from chronomem.engine.interfaces.explorer.panels.fact import open_fact, show_fact_line, show_no_facts
from chronomem.engine.interfaces.explorer.panels.lane_chart import bars_of, height_of, lane_chart
from chronomem.engine.interfaces.explorer.panels.pieces import Paged, Words, box, press, told_in, waiting
from chronomem.engine.interfaces.explorer.panels.visit import Visit
from chronomem.engine.interfaces.explorer.wording import count_of, day_of

_LANES = 24
_FACTS = 20
_SPAN = "(event) => emit((event.batch?.[0] ?? event).start ?? 0, (event.batch?.[0] ?? event).end ?? 100)"


class LanesPanel:
    """The panel, with the span of time that its axis is zoomed to."""

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._most = _LANES
        self._about = visit.about
        self._chronicle: Chronicle | None = None
        self._shown: FactLanes | None = None
        visit.on_theme(self._draw)
        self._place = box("graph-panel")

    async def load(self) -> None:
        """Show all of time."""
        waiting(self._place, "Loading the facts")
        with told_in(self._place):
            self._chronicle = await self._visit.sources.chronicles.of(self._visit.owner)
            self._place.clear()
            with self._place:
                if self._chronicle is None:
                    show_no_facts(self._visit)
                    return
                self._build(self._chronicle)
            self._draw()
            self._list(0.0, 100.0)

    async def look_at(self, entity: GraphEntity) -> None:
        """Show the lanes of one entity."""
        if self._chronicle is not None:
            self._choice.value = entity.id

    def _build(self, chronicle: Chronicle) -> None:
        names = {"": "Everybody"} | {thing.id: thing.name for thing in chronicle.entities}
        with box("filters", role="group", aria_label="Filters"):
            chosen = self._about if self._about in names else ""
            self._choice = ui.select(names, value=chosen, label="About", with_input=True).classes("about")
            self._choice.on_value_change(self._choose)
            self._more = press("More lanes", self._show_more)
            Words("span", "Wheel or pinch to zoom, drag to move; pale: dated only by when it was said.", "muted")
        with box("panel chart-box"):
            self._chart = ui.echart({}, on_point_click=self._click).classes("lanes-chart")
            self._chart.props["role"] = "img"
            self._chart.on("chart:datazoom", self._zoomed, js_handler=_SPAN, throttle=0.3)
        self._title = Words("h2", "")
        self._facts: Paged[GraphFact] = Paged(lambda fact: show_fact_line(fact, self._visit), _FACTS)

    @property
    def _span(self) -> tuple[datetime, datetime]:
        """The first and the last day of the axis, in the user's timezone."""
        assert self._chronicle is not None
        zone = self._chronicle.owner.zone
        return self._chronicle.first.astimezone(zone), self._chronicle.last.astimezone(zone) + timedelta(days=1)

    def _draw(self) -> None:
        if self._chronicle is None:
            return
        vocabulary = self._visit.sources.vocabulary
        self._shown = lanes_of(self._chronicle, vocabulary, most=self._most, about=self._about)
        lanes = self._shown.lanes
        self._chart.style(f"height: {height_of(lanes)}px")
        self._chart.options.clear()
        first, last = self._span
        self._chart.options.update(
            lane_chart(lanes, first, last, dark=self._visit.is_dark, narrow=self._visit.is_narrow)
        )
        self._chart.props["aria-label"] = (
            f"{count_of(len(lanes), 'lane')} of facts over time; the facts are listed below"
        )
        self._chart.update()
        self._chart.run_chart_method("resize")
        self._more.set_visibility(self._shown.left_out > 0)

    def _list(self, start: float, end: float) -> None:
        """List the facts of a part of the axis, in percent."""
        assert self._chronicle is not None
        first, last = self._span
        since, until = (first + (last - first) * share / 100 for share in (start, end))
        found = within(self._chronicle, since, until, self._about)
        self._title.text = f"{count_of(len(found), 'fact')} from {day_of(since)} to {day_of(until)}"
        self._facts.fill(found)

    def _zoomed(self, event: events.GenericEventArguments) -> None:
        start, end = event.args
        self._list(float(start), float(end))

    def _show_more(self) -> None:
        self._most += _LANES
        self._draw()

    def _choose(self, event: events.ValueChangeEventArguments[str | None]) -> None:
        self._about = event.value or None
        self._visit.keep_about(self._about)
        self._draw()
        self._list(0.0, 100.0)

    async def _click(self, event: events.EChartPointClickEventArguments) -> None:
        """Open the fact of a bar."""
        if self._shown is not None:
            await open_fact(bars_of(self._shown.lanes)[event.data_index][1], self._visit)
