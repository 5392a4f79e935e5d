"""The console: read-only Cypher, queries kept in the browser, and results as a table, a graph or a chart."""

import json
from functools import partial
from typing import Any

from nicegui import events, ui
from nicegui.elements.echart import EChart

from chronomem.engine.interfaces.explorer.console import Result, parameters_of, run
from chronomem.engine.interfaces.explorer.panels.charts import columns_chart, result_chart
from chronomem.engine.interfaces.explorer.panels.editor import Editor
from chronomem.engine.interfaces.explorer.panels.exports import offer_downloads
from chronomem.engine.interfaces.explorer.panels.pieces import Words, box, empty, picture, press, told_in, waiting
from chronomem.engine.interfaces.explorer.panels.visit import Panel, Visit
from chronomem.engine.interfaces.explorer.queries import cookbook, names_in, samples
from chronomem.engine.interfaces.explorer.tables import Table
from chronomem.graph_schema.model.counts import count_of

_KEPT, _RAN = "chronomem-queries", "chronomem-ran"  # the keys under which the browser stores them
_LOAD = f"['{_KEPT}', '{_RAN}'].map((key) => localStorage.getItem(key) || 'null')"
_MOST_EARLIER = 30
_OWN = "Own: "
_SIDES = ("Cookbook", "Earlier")
_WIDEST_COLUMN = 420


class CypherPanel(Panel):
    """The panel with its query, which is part of its address, and its result."""

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._queries = samples()
        self._earlier: list[str] = []
        self._result: Result | None = None
        self._look = "Table"
        visit.on_theme(self._redraw)
        titles = list(self._queries)
        with box("console-columns"):
            with box("panel console"):
                with box("console-head"):
                    self._choice = ui.select(titles, value=titles[0], label="Saved queries").classes("saved")
                    self._choice.on_value_change(self._choose)
                    self._name = ui.input("Save as").classes("save-as")
                    press("Save", self._save)
                    press("Delete", self._delete)
                self._editor = Editor(visit, visit.view.get("query") or self._queries[titles[0]], self._run)
                self._parameters = ui.input(
                    "Parameters, as JSON", value=visit.view.get("parameters", ""), placeholder='{"who": "entity:ines"}'
                ).classes("query")
                self._parameters.props("stack-label input-class=code spellcheck=false")
                self._parameters.on("keydown.enter", self._run)
                with box("console-foot"):
                    press("Run", self._run, "strong", title="Ctrl+Enter")
                    press("Plan", self._plan, title="How the database would run it")
                    Words("span", "$user is the user chosen above. The database refuses to write.", "muted")
            with box("panel beside"):
                with box("segmented", role="group", aria_label="Queries of"):
                    self._sides = {name: press(name, partial(self._show_side, name), "segment") for name in _SIDES}
                self._side = box("queries", tabindex="0", role="region", aria_label="Queries to choose from")
        self._answer = box("detail")

    async def load(self) -> None:
        """Load the queries that the browser keeps, and run the query of the address."""
        self._show_side("Cookbook")
        with self._answer:
            empty("No result yet", "Run the query above, or choose another one.")
        own, earlier = [_read(text) for text in await ui.run_javascript(_LOAD, timeout=10.0)]
        if isinstance(own, dict):
            self._queries |= {f"{_OWN}{name}": str(query) for name, query in own.items()}
            self._choice.set_options(list(self._queries))
        if isinstance(earlier, list):
            self._earlier = list(map(str, earlier))
        with told_in(self._answer):
            self._editor.complete(await names_in(self._visit.memory, self._visit.user))
        if self._visit.view.get("query"):
            await self._run()

    def _show_side(self, name: str) -> None:
        """List the queries of the cookbook, or those that ran earlier."""
        for other, button in self._sides.items():
            button.props["aria-pressed"] = str(other == name).lower()
            button.update()
        found = cookbook() if name == "Cookbook" else {" ".join(query.split())[:120]: query for query in self._earlier}
        self._side.clear()
        with self._side:
            if not found:
                Words("p", "The queries that you run are listed here.", "muted")
            for title, query in found.items():
                press(title, partial(self._take, query), "choice")

    def _take(self, query: str) -> None:
        self._editor.query = query
        self._parameters.value = ""

    async def _run(self) -> None:
        await self._ask(self._editor.query)

    async def _plan(self) -> None:
        """Ask the database how it would run the query."""
        await self._ask(f"EXPLAIN {self._editor.query}" if self._editor.query.strip() else "")

    async def _ask(self, query: str) -> None:
        self._result = None
        waiting(self._answer, "Running")
        self._visit.keep_view("Cypher", {"query": self._editor.query, "parameters": self._parameters.value or ""})
        with told_in(self._answer):
            parameters = parameters_of(self._parameters.value or "", self._editor.query)
            self._result = await run(self._visit.memory, self._visit.user, query, parameters)
            self._look = "Graph" if self._result.graph is not None and self._result.graph.relations else "Table"
            self._show()
            self._remember(self._editor.query)

    def _remember(self, query: str) -> None:
        """Keep a query among those that ran, the last one first."""
        self._earlier = [query, *(other for other in self._earlier if other != query)][:_MOST_EARLIER]
        _keep(_RAN, self._earlier)
        if self._sides["Earlier"].props["aria-pressed"] == "true":
            self._show_side("Earlier")

    def _show(self) -> None:
        result = self._result
        assert result is not None
        self._answer.clear()
        with self._answer:
            if result.plan:
                Words("h2", "Plan")
                Words("pre", result.plan, "command").props["tabindex"] = "0"
                return
            looks = ["Table", *(["Graph"] if result.graph else []), *(["Chart"] if result.series else [])]
            with box("section-head") as head:
                Words("h2", count_of(len(result.rows), "row"))
                more = "; the limit cut off further rows" if result.truncated else ""
                Words("p", f"in {result.seconds * 1000:.0f} ms{more}", "muted")
                if len(looks) > 1:
                    with box("segmented", role="group", aria_label="Result as"):
                        for name in looks:
                            pressed = str(self._look == name).lower()
                            press(name, partial(self._turn, name), "segment", aria_pressed=pressed)
            if not result.rows:
                empty("No rows", "The query ran, and nothing matched.")
                return
            chart = None
            if self._look == "Graph":
                chart = self._show_graph(result)
            elif self._look == "Chart":
                chart = self._show_chart(result)
            else:
                _show_table(result)
            with head:
                offer_downloads(self._visit, "result", chart, lambda: Table(result.columns, result.rows))

    def _turn(self, look: str) -> None:
        self._look = look
        self._show()

    def _redraw(self) -> None:
        if self._result is not None:
            self._show()

    def _show_graph(self, result: Result) -> EChart:
        graph = result.graph
        assert graph is not None
        with box("panel"):
            told = f"{count_of(len(graph.nodes), 'node')}, {count_of(len(graph.relations), 'relation')}"
            options = result_chart(graph, dark=self._visit.is_dark, narrow=self._visit.is_narrow)
            chart = picture(options, "graph-chart", told)
            Words("p", told + (f"; {graph.left_out:,} nodes are left out" if graph.left_out else ""), "legend muted")
        return chart

    def _show_chart(self, result: Result) -> EChart:
        with box("panel"):
            told = f"{', '.join(name for name, _ in result.series)} by {result.columns[0]}"
            return picture(columns_chart(result, dark=self._visit.is_dark), "activity-chart", told)

    def _choose(self, event: events.ValueChangeEventArguments[str | None]) -> None:
        if event.value in self._queries:
            self._take(self._queries[event.value])

    def _save(self) -> None:
        name = (self._name.value or "").strip()
        if not name:
            ui.notify("Give the query a name first", type="warning")
            return
        title = f"{_OWN}{name}"
        self._queries[title] = self._editor.query
        self._choice.set_options(list(self._queries), value=title)
        self._name.value = ""
        self._keep_own()

    def _delete(self) -> None:
        title = self._choice.value or ""
        if not title.startswith(_OWN):
            ui.notify("Only queries of your own can be deleted", type="warning")
            return
        del self._queries[title]
        self._choice.set_options(list(self._queries), value=next(iter(self._queries)))
        self._keep_own()

    def _keep_own(self) -> None:
        own = {title.removeprefix(_OWN): query for title, query in self._queries.items() if title.startswith(_OWN)}
        _keep(_KEPT, own)


def _keep(key: str, value: object) -> None:
    """Have the browser keep a value."""
    ui.run_javascript(f"localStorage.setItem({key!r}, {json.dumps(json.dumps(value))})")


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _show_table(result: Result) -> None:
    """Show rows as a table. Fields get generated names: the library would execute a name that begins with a colon."""
    fields = [f"c{number}" for number in range(len(result.columns))]
    columns = [
        {"headerName": name, "field": field, "sortable": True, "resizable": True, "tooltipField": field}
        for name, field in zip(result.columns, fields, strict=True)
    ]
    grid = {
        "columnDefs": columns,
        "rowData": [dict(zip(fields, row, strict=True)) for row in result.rows],
        "autoSizeStrategy": {"type": "fitCellContents", "defaultMaxWidth": _WIDEST_COLUMN},
        "enableCellTextSelection": True,
    }
    ui.aggrid(grid, auto_size_columns=False).classes("result-table")
