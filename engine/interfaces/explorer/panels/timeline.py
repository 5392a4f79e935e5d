"""The timeline: turns over time, with summaries, down to the turns of a day."""

from dataclasses import replace
from datetime import datetime
from functools import partial

from nicegui import events, ui

from chronomem.engine.interfaces.explorer.activity import (
    ActivePeriod,
    Activity,
    SaidTurn,
    Window,
    all_time,
    first_grain,
    span_of_turns,
    turns_of,
    zoomed,
)
from chronomem.engine.interfaces.explorer.days import Days
from chronomem.engine.interfaces.explorer.panels.charts import activity_chart
from chronomem.engine.interfaces.explorer.panels.exports import offer_downloads
from chronomem.engine.interfaces.explorer.panels.pieces import Paged, Words, box, empty, press, told_in, waiting
from chronomem.engine.interfaces.explorer.panels.visit import Panel, Visit
from chronomem.engine.interfaces.explorer.tables import periods_table, turns_table
from chronomem.engine.interfaces.explorer.wording import period_of
from chronomem.graph_schema.model.counts import count_of
from chronomem.graph_schema.model.periods import Grain

_PERIODS = 12
_TURNS = 40
_LINES = 4


class TimelinePanel(Panel):
    """The panel and its zoom level, which narrows the other panels to its days."""

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._whole = all_time(Grain.MONTH)
        self._path: list[Window] = []
        self._days: Days | None = None
        self._activity: Activity | None = None
        visit.on_theme(self._draw)
        with box("toolbar"):
            self._crumbs = box("crumbs", "nav", aria_label="Zoom")
            self._grains = box("segmented", role="group", aria_label="Divided into")
        with box("panel chart-box"):
            self._chart = ui.echart({}, on_point_click=self._click).classes("activity-chart")
            self._chart.props["role"] = "img"
            self._chart.props["aria-label"] = "Turns over time"
        self._detail = box("detail")

    async def load(self) -> None:
        """Show the days of the page; all of time at the grain that suits its length."""
        waiting(self._detail, "Counting the turns")
        with told_in(self._detail):
            span = await span_of_turns(self._visit.memory, self._visit.owner)
            if span is None:
                self._chart.set_visibility(False)
                self._detail.clear()
                with self._detail:
                    empty(
                        "No turns yet",
                        "This user exists, but has no turns.",
                        [self._visit.hint("ingest chat.zip")],
                    )
                return
            self._whole = all_time(first_grain(*span))
            await self._show_days(self._visit.view.get("grain"))

    async def come(self) -> None:
        if self._path and self._visit.days != self._days:
            await self._show_days(None)

    async def look_at(self, moment: datetime) -> None:
        """Open the day of a moment; without turns on that day, its month."""
        day = moment.astimezone(self._visit.zone)
        await self._open_day(Days(day.date(), day.date(), self._visit.zone))

    async def _show_days(self, grain: str | None) -> None:
        days = self._visit.days
        if days is not None and days.first == days.last:
            await self._open_day(days)
            return
        window = self._whole
        if days is not None:
            window = Window(days.title, days.start, days.end, first_grain(days.start, days.end))
        if grain in set(Grain):
            window = replace(window, grain=Grain(grain))
        await self._go([window] if days is None else [self._whole, window])

    async def _open_day(self, day: Days) -> None:
        for grain in (Grain.MONTH, Grain.DAY):
            periods = await self._visit.sources.activities.periods(self._visit.owner, grain, day.start, day.end)
            if not periods:
                break
            if grain is Grain.MONTH:
                await self._go([self._whole])
            await self._open(periods[0])
        if not self._path:
            await self._go([self._whole])

    async def _go(self, path: list[Window]) -> None:
        self._path = path
        window = path[-1]
        self._keep(None if window.start is None or window.end is None else (window.start, window.end))
        with told_in(self._detail):
            self._activity = await self._visit.sources.activities.of(self._visit.owner, window)
            self._show_path()
            self._draw()
            self._show_periods(self._activity)

    def _keep(self, span: tuple[datetime, datetime] | None) -> None:
        """Narrow the page to a span, and keep it in the address."""
        self._days = None if span is None else Days.of(*span, self._visit.zone)
        self._visit.keep_days(self._days)
        window = self._path[-1]
        usual = self._whole.grain if window.start is None or window.end is None else None
        self._visit.keep_view(
            "Timeline", {"grain": "" if window.grain == usual or window.divides else window.grain.value}
        )

    def _draw(self) -> None:
        if self._activity is None:
            return
        self._chart.options.clear()
        self._chart.options.update(activity_chart(self._activity.bars, dark=self._visit.is_dark))
        told = f"{count_of(self._activity.turns, 'turn')} in {self._activity.window.title}, by {self._path[-1].grain}"
        self._chart.props["aria-label"] = told
        self._chart.update()

    def _show_path(self, day: ActivePeriod | None = None) -> None:
        self._crumbs.clear()
        with self._crumbs:
            last = len(self._path) - (day is None)
            for number, window in enumerate(self._path):
                if number < last:
                    press(window.title, partial(self._go, self._path[: number + 1]))
                else:
                    Words("span", window.title, "here")
            if day is not None:
                Words("span", period_of(day.grain, day.start, day.end), "here")
        self._grains.clear()
        window = self._path[-1]
        finer = list(Grain)[: list(Grain).index(window.divides)] if window.divides else list(Grain)
        with self._grains:
            for grain in reversed(finer):
                again = Window(window.title, window.start, window.end, grain, window.divides)
                press(
                    grain.capitalize(),
                    partial(self._go, [*self._path[:-1], again]),
                    "segment",
                    aria_pressed=str(grain == window.grain and day is None).lower(),
                )

    def _show_periods(self, shown: Activity) -> None:
        self._detail.clear()
        with self._detail:
            with box("section-head"):
                Words("h2", f"{count_of(shown.turns, 'turn')} in {_periods(shown)}")
                Words("p", "the latest first", "muted")
                offer_downloads(self._visit, "timeline", self._chart, lambda: periods_table(shown.periods))
            Paged(self._show_period, _PERIODS).fill(shown.periods)

    def _show_period(self, period: ActivePeriod) -> None:
        with box("period"):
            with box("period-head"):
                press(period_of(period.grain, period.start, period.end), lambda: self._open(period), "title")
                Words("span", f"{count_of(period.turns, 'turn')}, {count_of(period.sessions, 'session')}", "muted")
                Words("span", ", ".join(period.speakers[:4]), "muted")
            if period.summary:
                _show_summary(period.summary)

    async def _click(self, event: events.EChartPointClickEventArguments) -> None:
        if self._activity is not None and (period := self._activity.bars[event.data_index].period) is not None:
            await self._open(period)

    async def _open(self, period: ActivePeriod) -> None:
        inner = zoomed(period)
        if inner is not None:
            await self._go([*self._path, inner])
            return
        with told_in(self._detail):
            turns = await turns_of(self._visit.memory, self._visit.user, period)
            self._keep((period.start, period.end))
            self._show_path(period)
            self._detail.clear()
            with self._detail:
                with box("section-head"):
                    Words("h2", period_of(period.grain, period.start, period.end))
                    Words("p", count_of(len(turns), "turn"), "muted")
                    offer_downloads(self._visit, "turns", None, lambda: turns_table(turns))
                if period.summary:
                    with box("panel", "section", aria_label="Summary"):
                        _show_summary(period.summary)
                Paged(show_turn, _TURNS, "ol").fill(turns)


def _show_summary(text: str) -> None:
    """Show a summary, with the end of a long one collapsed."""
    lines = text.splitlines()
    Words("p", "\n".join(lines[:_LINES]), "summary")
    if len(lines) > _LINES:
        with box("rest", "details"):
            Words("summary", f"{len(lines) - _LINES} more lines")
            Words("p", "\n".join(lines[_LINES:]), "summary")


def show_turn(turn: SaidTurn) -> None:
    """Show a turn with its speaker and its time of day."""
    with box("turn"):
        with box("turn-head"):
            Words("strong", turn.speaker)
            Words("time", f"{turn.said_at:%H:%M}", "muted")
        Words("p", turn.text, "said")


def _periods(shown: Activity) -> str:
    return count_of(len(shown.periods), shown.window.grain.value)
