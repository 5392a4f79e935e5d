"""Recall, with the explanation of its result."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from nicegui import ui
from nicegui.elements.echart import EChart

from chronomem.engine.interfaces.explorer.activity import span_of_turns
from chronomem.engine.interfaces.explorer.panels.charts import result_chart
from chronomem.engine.interfaces.explorer.panels.exports import offer_downloads
from chronomem.engine.interfaces.explorer.panels.pieces import Words, box, empty, picture, press, told_in, waiting
from chronomem.engine.interfaces.explorer.panels.recall_charts import HEIGHT, steps_graph, times_chart
from chronomem.engine.interfaces.explorer.panels.visit import Panel, Visit
from chronomem.engine.interfaces.explorer.questions import (
    FIRST_ITEMS,
    MOST_ITEMS,
    Asked,
    Missed,
    Recalled,
    RecalledItem,
    missed,
    presets,
    recalled,
)
from chronomem.engine.interfaces.explorer.tables import recall_table
from chronomem.engine.interfaces.explorer.wording import day_of
from chronomem.graph_schema.model.counts import count_of


class RecallPanel(Panel):
    """The panel with its question, which is part of its address."""

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._pictures: list[tuple[EChart, Callable[[], dict[str, Any]]]] = []
        visit.on_theme(self._redraw)
        first = Asked.read(visit.view)
        with box("panel ask", "form", role="search") as form:
            self._question = ui.input("Question", placeholder="What did we plan for the summer?").classes("question")
            self._question.props("stack-label").value = first.question
            self._now = ui.input("Asked on", value=first.now or "").props("type=date stack-label").classes("asked")
            self._count = ui.number("Items", value=first.k, min=1, max=MOST_ITEMS, precision=0).classes("items")
            self._preset = ui.select(presets(), value=first.preset, label="Preset").classes("preset")
            press("Recall", lambda: None, "strong", type="submit")
        form.on("submit.prevent", self._ask)
        self._answer = box("detail", aria_live="polite")

    async def load(self) -> None:
        """Ask the question of the address; without one, show a hint on the panel's use."""
        if self._question.value:
            await self._ask()
            return
        with self._answer:
            empty(
                "Ask in plain words",
                "You will see the time that the question names, the memories, and the reasons for their order.",
            )

    async def _ask(self) -> None:
        waiting(self._answer, "Looking")
        asked = Asked(
            self._question.value or "",
            self._now.value,
            int(self._count.value or FIRST_ITEMS),
            self._preset.value or presets()[0],
        )
        self._visit.keep_view("Recall", asked.written)
        self._pictures.clear()
        with told_in(self._answer):
            span = await span_of_turns(self._visit.memory, self._visit.owner)
            answer = await recalled(self._visit.memory, self._visit.user, asked, self._visit.zone)
            self._answer.clear()
            with self._answer:
                self._show(answer, span)
                self._offer_reasons(asked)

    def _offer_reasons(self, asked: Asked) -> None:
        """Offer to say why a turn isn't among the items."""
        with ui.expansion("Why not this turn?").classes("more-of"):
            with box("ask", "form", role="search") as form:
                turn = ui.input("Some words of it, or its id").props("stack-label").classes("question")
                press("Look", lambda: None, type="submit")
            place = box("detail", aria_live="polite")

        async def look() -> None:
            place.clear()
            if not (turn.value or "").strip():
                return
            with told_in(place):
                found = await missed(self._visit.memory, self._visit.user, asked, turn.value)
                with place:
                    _show_missed(found, asked.k)

        form.on("submit.prevent", look)

    def _show(self, answer: Recalled, span: tuple[datetime, datetime] | None) -> None:
        with box("section-head") as head:
            Words("h2", f"{count_of(len(answer.found), 'memory', 'memories')} found")
            Words("p", f"in {answer.milliseconds:.1f} ms", "muted")
        with box("chips"):
            for time in answer.times:
                Words("span", f"Time: {time}", "chip chip-time")
            if not answer.times:
                Words("span", "Names no time", "chip")
            for name, value in answer.plan:
                Words("span", f"{name.replace('_', ' ')}: {value}", "chip")
        if not answer.found:
            empty("No relevant memories", "Ask in other words, or browse the timeline.")
        elif span is not None:
            chart = self._draw_times(answer, *span)
            with head:
                offer_downloads(self._visit, "recall", chart, lambda: recall_table(answer))
        if answer.steps:
            self._draw_steps(answer)
        with box("list", "ol"):
            for number, found in enumerate(answer.found, 1):
                with box("entry", "li"):
                    _show_found(number, found)
        for standing in answer.standing:
            Words("p", f"Standing: {standing}", "muted")
        with ui.expansion(f"The prompt, about {count_of(answer.tokens, 'token')}").classes("more-of"):
            Words("pre", answer.prompt, "command").props["tabindex"] = "0"
        with ui.expansion("How it was found").classes("more-of"):
            _show_stages(answer)

    def _draw_times(self, answer: Recalled, first: datetime, last: datetime) -> EChart:
        with box("panel chart-box"):
            told = f"The memories by time; the question names {' and '.join(answer.times) or 'no time'}"
            return self._picture(
                lambda: times_chart(answer, first, last, dark=self._visit.is_dark), told, f"height: {HEIGHT}px"
            )

    def _draw_steps(self, answer: Recalled) -> None:
        graph = steps_graph(answer.steps)
        with ui.expansion(f"The way through the graph, {count_of(len(answer.steps), 'relation')}").classes("more-of"):
            self._picture(
                lambda: result_chart(graph, dark=self._visit.is_dark, narrow=self._visit.is_narrow),
                "; ".join(f"{one} {predicate} {other}" for one, predicate, other in answer.steps),
                "height: 320px",
            )

    def _picture(self, make: Callable[[], dict[str, Any]], told: str, style: str) -> EChart:
        chart = picture(make(), "lanes-chart", told).style(style)
        self._pictures.append((chart, make))
        return chart

    def _redraw(self) -> None:
        for chart, make in self._pictures:
            chart.options.update(make())
            chart.update()


def _show_found(number: int, found: RecalledItem) -> None:
    item = found.item
    with box("found"):
        with box("turn-head"):
            Words("strong", item.speaker or item.kind)
            Words("span", found.when, "muted")
            if item.until is not None:
                Words("span", f"until {day_of(item.until)}", "muted")
            if item.place:
                Words("span", item.place, "muted")
            with box("score", title="Share of the best score"):
                with box("lane", aria_hidden="true"):
                    box("lane-bar").style(f"left: 0; width: {found.share * 100:.1f}%")
                Words("span", f"{item.score:.2f}")
        Words("p", item.text, "said")
        if item.outdated:
            Words("p", item.outdated[0].upper() + item.outdated[1:], "over")
        for step in item.path:
            Words("p", step, "path muted")
        with ui.expansion(f"Scores of number {number}").classes("more-of"):
            _show_signs(found.signs)
            Words("p", f"Turns: {', '.join(item.turn_ids)}", "muted")


def _show_signs(signs: Sequence[tuple[str, float]]) -> None:
    most = max((abs(value) for _, value in signs), default=1.0)
    with box("pairs signs", "dl"):
        for name, value in signs:
            Words("dt", name.replace("_", " "))
            with box("sign", "dd"):
                with box("lane", "span", aria_hidden="true"):
                    side = "left: 50%" if value >= 0 else "right: 50%"
                    bar = box("lane-bar" if value >= 0 else "lane-bar minus", "span")
                    bar.style(f"{side}; width: {abs(value) / most * 50:.1f}%")
                Words("span", f"{value:+.3f}")


def _show_missed(found: Missed, k: int) -> None:
    if found.item is None:
        empty("It isn't among the first thousand", "Or no turn has these words one after the other.")
        return
    Words("h3", f"Place {found.place:,}, score {found.item.score:.2f}")
    Words("p", found.item.text, "said")
    if found.behind:
        Words("p", f"Its score against that of number {k}, which is the last one above:", "muted")
        _show_signs(found.behind)


def _show_stages(answer: Recalled) -> None:
    with box("scroll", tabindex="0", role="region", aria_label="Stages"), box("plain", "table"):
        with box("", "thead"), box("", "tr"):
            for name in ("Stage", "ms", "Candidates afterwards"):
                Words("th", name)
        with box("", "tbody"):
            for stage, milliseconds, candidates in answer.stages:
                with box("", "tr"):
                    Words("td", stage)
                    Words("td", f"{milliseconds:.1f}")
                    Words("td", f"{candidates:,}")
    for name, text, rows in answer.queries:
        Words("p", f"{name}: {count_of(rows, 'row')}", "muted")
        Words("pre", text, "command").props["tabindex"] = "0"
