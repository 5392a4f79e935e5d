"""The entities and facts at a moment, which a slider moves through time."""

import asyncio
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from nicegui import events, ui

from chronomem.engine.interfaces.explorer.chronicle import Chronicle, Moment, is_new
from chronomem.engine.interfaces.explorer.focus import Focus
from chronomem.engine.interfaces.explorer.known_facts import GraphEntity, GraphFact
from chronomem.engine.interfaces.explorer.panels.charts import CORNERS, moment_chart
from chronomem.engine.interfaces.explorer.panels.exports import offer_downloads
from chronomem.engine.interfaces.explorer.panels.fact import open_fact, show_fact_line, show_no_facts
from chronomem.engine.interfaces.explorer.panels.filters import Filters
from chronomem.engine.interfaces.explorer.panels.pieces import (
    Paged,
    Range,
    Words,
    box,
    picture,
    press,
    told_in,
    waiting,
)
from chronomem.engine.interfaces.explorer.panels.visit import Panel, Visit
from chronomem.engine.interfaces.explorer.tables import Table, facts_table
from chronomem.engine.interfaces.explorer.wording import day_of
from chronomem.graph_schema.model.counts import count_of

_ENTITIES = 40
_FACTS = 25
_PAUSE_S = 0.06  # between two redraws while the slider moves
_STEP_S = 0.6  # between two changes during playback
_DOUBLE_S = 0.3  # within which a second click makes a double one
_PART = (
    "(event) => emit(event.dataType, event.dataIndex)"  # a dot has no value, without which the library reports no click
)


class GraphPanel(Panel):
    """The panel, its selected day, and the moment shown."""

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._chronicle: Chronicle | None = None
        self._moment: Moment | None = None
        view = visit.view
        more = view.get("more", "")
        self._most = int(more) if more.isdecimal() and len(more) < 6 else _ENTITIES
        self._focus = Focus.read(view, visit.about)
        self._days = visit.days
        self._first_look: str | None = view.get("day")
        self._is_drawing = False
        self._wants_more = False
        self._include_minor = "minor" in view
        self._clicked: object = None
        visit.on_theme(self._draw)
        self._place = box("graph-panel")

    async def come(self) -> None:
        about, days = self._visit.about, self._visit.days
        if self._chronicle is None or (days, about) == (self._days, self._focus.about):
            return
        self._days = days
        self._focus = replace(self._focus, about=about)
        await self.load()

    async def load(self) -> None:
        """Show the latest moment, or that of the address."""
        waiting(self._place, "Loading the facts")
        with told_in(self._place):
            chronicles = self._visit.sources.chronicles
            self._chronicle = await chronicles.of(self._visit.owner, include_minor=self._include_minor)
            self._place.clear()
            with self._place:
                if self._chronicle is None:
                    show_no_facts(self._visit)
                    return
                self._build(self._chronicle)
            await self._show()

    def _build(self, chronicle: Chronicle) -> None:
        first, last = (moment.astimezone(chronicle.owner.zone).date() for moment in (chronicle.first, chronicle.last))
        self._first_day = first
        least, most = 0, max((last - first).days, 1)
        if self._days is not None:
            most = min(max((self._days.last - first).days, 0), most)
            least = min(max((self._days.first - first).days, 0), most)
        begin, self._first_look = self._begin(least, most), None
        with box("panel time-bar"):
            with box("time-head"):
                self._day = Words("h2", "", "day")
                self._day.props["aria-live"] = "polite"
                with box("buttons"):
                    press("Previous", lambda: self._to_change(forward=False), title="To the previous change")
                    self._play = press("Play", self._toggle_play)
                    press("Next", lambda: self._to_change(forward=True), title="To the next change")
            self._slider = Range("Moment", least, most, begin, self._show)
            self._clock = ui.timer(_STEP_S, self._tick, active=False, immediate=False)
            with box("time-ends muted"):
                for number in (least, most):
                    Words("span", day_of(datetime.combine(first + timedelta(days=number), time())))
        self._filters = Filters(chronicle, self._focus, self._visit, self._narrow)
        with box("graph-columns"):
            with box("panel graph-side"):
                self._chart = picture({}, "graph-chart")
                self._chart.on("chart:click", self._click, js_handler=_PART)
                self._chart.on("chart:dblclick", self._double_click, js_handler=_PART)
                with box("legend muted"):
                    self._count = Words("span", "")
                    offer_downloads(self._visit, "graph", self._chart, self._table)
                    self._more = press("Show more", self._show_more)
                self._filters.show_legend()
            with box("facts-side"):
                with box("facts-head"):
                    self._facts_title = Words("h2", "")
                    label = "Hide minor facts" if self._include_minor else "Show minor facts"
                    press(label, self._toggle_minor, title="Opinions, moods, courtesies and details told once")
                self._facts: Paged[tuple[GraphFact, str]] = Paged(self._show_fact, _FACTS)

    def _begin(self, least: int, most: int) -> int:
        """Return the first position of the slider: the day of the address, or the last."""
        try:
            day = date.fromisoformat(self._first_look or "")
        except ValueError:
            return most
        return min(max((day - self._first_day).days, least), most)

    @property
    def _at(self) -> datetime:
        """The end of the day selected by the slider."""
        assert self._chronicle is not None
        day = self._first_day + timedelta(days=self._slider.value)
        return datetime.combine(day + timedelta(days=1), time(), self._chronicle.owner.zone) - timedelta(seconds=1)

    async def _show(self) -> None:
        """Show the slider's moment; while one is drawn, only the last one requested is drawn next."""
        self._wants_more = True
        if self._is_drawing:
            return
        self._is_drawing = True
        try:
            while self._wants_more:
                self._wants_more = False
                self._look()
                await asyncio.sleep(_PAUSE_S)
        finally:
            self._is_drawing = False
        self._list()
        self._keep()

    def _keep(self) -> None:
        """Keep the differences from the first look in the address."""
        assert self._moment is not None
        is_last = self._slider.value == self._slider.most
        view = {
            **self._focus.written,
            "day": "" if is_last else self._moment.at.date().isoformat(),
            "minor": "yes" if self._include_minor else "",
            "more": str(self._most) if self._most != _ENTITIES else "",
        }
        self._visit.keep_view("Graph", view)

    def _table(self) -> Table:
        assert self._moment is not None
        return facts_table(self._moment.facts, self._visit.zone)

    def _look(self) -> None:
        assert self._chronicle is not None
        self._moment = self._chronicle.moment(self._at, most=self._most, focus=self._focus)
        self._day.text = day_of(self._moment.at)
        shown, there = len(self._moment.dots), self._moment.entities
        among = "" if shown == there else f"{shown:,} of "
        self._count.text = f"{among}{count_of(there, 'entity', 'entities')}"
        self._more.set_visibility(shown < there)
        self._facts_title.text = f"{count_of(len(self._moment.facts), 'fact')} then"
        self._draw()

    def _draw(self) -> None:
        if self._moment is None:
            return
        options = moment_chart(self._moment, dark=self._visit.is_dark, narrow=self._visit.is_narrow)
        self._chart.options.clear()
        self._chart.options.update(options)
        entities, facts = count_of(len(self._moment.dots), "entity", "entities"), len(self._moment.facts)
        self._chart.props["aria-label"] = f"{entities} and {facts} facts on {day_of(self._moment.at)}"
        self._chart.update()

    def _list(self) -> None:
        """List the facts of the moment, which intermediate redraws skip."""
        moment = self._moment
        assert moment is not None
        lines = [(fact, "new" if is_new(fact, moment.at) else "") for fact in moment.facts]
        self._facts.fill([*((fact, "ended") for fact in moment.ended), *lines])

    def _show_fact(self, entry: tuple[GraphFact, str]) -> None:
        show_fact_line(entry[0], self._visit, badge=entry[1])

    async def _narrow(self, focus: Focus) -> None:
        """Show another part of the graph, and keep it in the address."""
        self._focus = focus
        self._visit.keep_about(focus.about)
        await self._show()

    async def look_at(self, entity: GraphEntity) -> None:
        """Narrow the graph to an entity, such as one that was searched for."""
        if self._chronicle is not None:
            await self._filters.look_at(entity)

    async def _toggle_minor(self) -> None:
        """Show the graph with the minor facts, or without them."""
        self._include_minor = not self._include_minor
        self._first_look = self._at.date().isoformat()
        await self.load()

    async def _show_more(self) -> None:
        self._most += _ENTITIES
        await self._show()

    async def _click(self, event: events.GenericEventArguments) -> None:
        """Open the newest fact of a clicked line; show the neighbours of a clicked dot, unless a second click comes."""
        kind, number = event.args
        if self._moment is None:
            return
        if kind == "edge":
            await open_fact(self._moment.lines[number].facts[0], self._visit)
        elif (entity := self._entity(kind, number)) is not None:
            own = self._clicked = object()
            await asyncio.sleep(_DOUBLE_S)
            if self._clicked is own:
                await self._filters.open(entity)

    async def _double_click(self, event: events.GenericEventArguments) -> None:
        """Narrow graph and list to a dot that was clicked twice; again, to one more step around it."""
        self._clicked = None
        if (entity := self._entity(*event.args)) is not None:
            await self._filters.look_at(entity)

    def _entity(self, kind: str, number: int) -> GraphEntity | None:
        """Return the entity of a part of the chart, if it is a dot."""
        place = number - len(CORNERS)
        if self._moment is None or kind != "node" or not 0 <= place < len(self._moment.dots):
            return None
        return self._moment.dots[place].entity

    async def _to_change(self, *, forward: bool) -> bool:
        """Go to the day of the next change; return whether there is one."""
        assert self._chronicle is not None
        day_begins = self._at - timedelta(days=1) + timedelta(seconds=1)
        change = self._chronicle.change_after(self._at) if forward else self._chronicle.change_before(day_begins)
        if change is None:
            return False
        day = (change.astimezone(self._chronicle.owner.zone).date() - self._first_day).days
        is_within = self._slider.least <= day <= self._slider.most
        if is_within:
            await self._slider.set(day)
        return is_within

    async def _toggle_play(self) -> None:
        """Play from change to change, from the start if at the end; or pause."""
        if not self._clock.active and not await self._to_change(forward=True):
            await self._slider.set(self._slider.least)
        self._set_playing(not self._clock.active)

    async def _tick(self) -> None:
        self._set_playing(await self._to_change(forward=True) and self._clock.active)

    def _set_playing(self, is_playing: bool) -> None:
        self._clock.active = is_playing
        self._play.text = "Pause" if is_playing else "Play"
