"""Then and now: the facts of two moments side by side, in the world and in the memory's knowledge."""

from datetime import datetime, timedelta

from nicegui import events, ui
from nicegui.elements.echart import EChart
from nicegui.elements.input import Input

from chronomem.engine.interfaces.explorer.chronicle import Chronicle
from chronomem.engine.interfaces.explorer.comparison import Comparison, FactDifference, Look, compare
from chronomem.engine.interfaces.explorer.known_facts import graph_fact
from chronomem.engine.interfaces.explorer.lanes import lanes_among
from chronomem.engine.interfaces.explorer.panels.exports import offer_downloads
from chronomem.engine.interfaces.explorer.panels.fact import open_fact, show_fact_line, show_no_facts
from chronomem.engine.interfaces.explorer.panels.lane_chart import Axis, bars_of, height_of, lane_chart
from chronomem.engine.interfaces.explorer.panels.pieces import Paged, Words, box, empty, press, told_in, waiting
from chronomem.engine.interfaces.explorer.panels.visit import Panel, Visit
from chronomem.engine.interfaces.explorer.tables import comparison_table
from chronomem.engine.interfaces.explorer.wording import day_of
from chronomem.graph_schema.model.counts import count_of
from chronomem.graph_schema.model.times import read_limit

_ROWS = 40
_LANES = 12
_FIELDS = {"then": "Then", "then_known": "as known on", "now": "Now", "now_known": "as known on"}


class ComparisonPanel(Panel):
    """The panel, with the days of both looks. They are part of its address."""

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._fields: dict[str, Input] = {}
        self._chronicle: Chronicle | None = None
        self._form = box("graph-panel")
        self._answer = box("detail", aria_live="polite")

    async def load(self) -> None:
        """Compare the days of the address; without any, the middle of the known time with its end."""
        waiting(self._form, "Loading the facts")
        with told_in(self._form):
            chronicle = await self._visit.sources.chronicles.of(self._visit.owner)
            self._form.clear()
            with self._form:
                if chronicle is None:
                    show_no_facts(self._visit)
                    return
                self._chronicle = chronicle
                self._build(chronicle)
            await self._compare()

    def _build(self, chronicle: Chronicle) -> None:
        zone = self._visit.zone
        first, last = chronicle.first.astimezone(zone), chronicle.last.astimezone(zone)
        days = {"then": first + (last - first) / 2, "now": last + timedelta(days=1)}
        if self._visit.days is not None:
            days = {"then": self._visit.days.start, "now": self._visit.days.end}
        with box("panel ask", "form", role="search") as form:
            for name, label in _FIELDS.items():
                given = self._visit.view.get(name) or (f"{days[name]:%Y-%m-%d}" if name in days else "")
                field = ui.input(label, value=given).props("type=date stack-label").classes("asked")
                self._fields[name] = field
            press("Compare", lambda: None, "strong", type="submit")
            Words("span", "Empty days of knowledge: as known now.", "muted")
        form.on("submit.prevent", self._compare)

    async def _compare(self) -> None:
        days = {name: field.value or "" for name, field in self._fields.items()}
        self._visit.keep_view("Compare", days)
        waiting(self._answer, "Comparing")
        with told_in(self._answer):
            first, second = self._look(days["then"], days["then_known"]), self._look(days["now"], days["now_known"])
            vocabulary = self._visit.sources.vocabulary
            found = await compare(self._visit.memory, self._visit.user, first, second, vocabulary)
            self._answer.clear()
            with self._answer:
                self._show(found, first, second)

    def _look(self, day: str, known: str) -> Look:
        zone = self._visit.zone
        at = read_limit(day or datetime.now(zone), zone, "the day to compare")
        assert at is not None, "a day was given"
        return Look(at, read_limit(known or None, zone, "the day of knowledge"))

    def _show(self, found: Comparison, first: Look, second: Look) -> None:
        with box("section-head") as head:
            Words("h2", count_of(len(found.differences), "difference"))
            Words("p", f"{count_of(found.same, 'fact')} on both sides", "muted")
        if not found.differences:
            empty("The same on both sides", "Choose days further apart, or another day of knowledge.")
            return
        chart = self._draw(found, first.at, second.at)
        with head:
            offer_downloads(self._visit, "comparison", chart, lambda: comparison_table(found))
        with box("compared-head", aria_hidden="true"):
            for look in (first, second):
                Words("h3", self._title(look))
        Paged(self._show_difference, _ROWS).fill(found.differences)

    def _draw(self, found: Comparison, then: datetime, now: datetime) -> EChart | None:
        """Draw the states among the differences as lanes, with a line at each day; None if there are none."""
        assert self._chronicle is not None
        zone = self._visit.zone
        both = (side for one in found.differences for side in (one.before, one.after) if side is not None)
        first = min(self._chronicle.first, then, now).astimezone(zone)
        last = max(self._chronicle.last, then, now).astimezone(zone) + timedelta(days=1)
        vocabulary = self._visit.sources.vocabulary
        lanes = lanes_among([graph_fact(fact) for fact in both], first, vocabulary, most=_LANES).lanes
        if not lanes:
            return None
        axis = Axis(first, last, marks={"Then": then, "Now": now})
        facts = [fact for _, fact in bars_of(lanes)]

        async def click(event: events.EChartPointClickEventArguments) -> None:
            await open_fact(facts[event.data_index], self._visit)

        with box("panel chart-box"):
            options = lane_chart(lanes, None, axis, dark=self._visit.is_dark, narrow=self._visit.is_narrow)
            chart = ui.echart(options, on_point_click=click).classes("lanes-chart")
            chart.style(f"height: {height_of(lanes, marked=True)}px").props["role"] = "img"
            chart.props["aria-label"] = f"{count_of(len(lanes), 'lane')} of facts that differ; they are listed below"
        return chart

    def _title(self, look: Look) -> str:
        zone = self._visit.zone
        known = "" if look.known_at is None else f", as known on {day_of(look.known_at.astimezone(zone))}"
        return day_of(look.at.astimezone(zone)) + known

    def _show_difference(self, difference: FactDifference) -> None:
        with box("compared"):
            for fact in (difference.before, difference.after):
                with box("compared-side"):
                    if fact is not None:
                        show_fact_line(graph_fact(fact), self._visit)
            Words("span", difference.kind, f"badge badge-{difference.kind}")
