"""The console: read-only Cypher, queries saved in the browser, and results as a table or a graph."""

import json
from functools import partial

from nicegui import events, ui

from chronomem.engine.interfaces.explorer.console import Result, as_csv, parameters_of, run, samples
from chronomem.engine.interfaces.explorer.panels.charts import result_chart
from chronomem.engine.interfaces.explorer.panels.pieces import Words, box, empty, press, told_in, waiting
from chronomem.engine.interfaces.explorer.panels.visit import Visit
from chronomem.engine.interfaces.explorer.wording import count_of

_KEPT = "chronomem-queries"  # the key under which the browser stores them
_OWN = "Own: "
_WIDEST_COLUMN = 420


class CypherPanel:
    """The panel with its query and its result."""

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._queries = samples()
        self._result: Result | None = None
        self._as_graph = False
        visit.on_theme(self._redraw)
        titles = list(self._queries)
        with box("panel console"):
            with box("console-head"):
                self._choice = ui.select(titles, value=titles[0], label="Saved queries").classes("saved")
                self._choice.on_value_change(self._choose)
                self._name = ui.input("Save as").classes("save-as")
                press("Save", self._save)
                press("Delete", self._delete)
            self._query = ui.textarea("Cypher", value=self._queries[titles[0]]).classes("query")
            self._query.props["input-class"] = "code"
            self._query.props["autogrow"] = True
            self._query.props["spellcheck"] = "false"
            self._query.on("keydown.ctrl.enter", self._run)
            self._parameters = ui.input("Parameters, as JSON", placeholder='{"who": "entity:ines"}').classes("query")
            self._parameters.props("stack-label input-class=code spellcheck=false")
            self._parameters.on("keydown.enter", self._run)
            with box("console-foot"):
                press("Run", self._run, "strong", title="Ctrl+Enter")
                Words("span", "$user is the user chosen above. The database refuses to write.", "muted")
        self._answer = box("detail")

    async def load(self) -> None:
        """Load the queries saved in the browser."""
        with self._answer:
            empty("No result yet", "Run the query above, or choose another one.")
        kept = await ui.run_javascript(f"localStorage.getItem({_KEPT!r}) || '{{}}'")
        try:
            own = json.loads(kept)
        except ValueError:
            own = {}
        if isinstance(own, dict):
            self._queries |= {f"{_OWN}{name}": str(query) for name, query in own.items()}
            self._choice.set_options(list(self._queries))

    async def _run(self) -> None:
        self._result = None
        waiting(self._answer, "Running")
        with told_in(self._answer):
            query = self._query.value or ""
            parameters = parameters_of(self._parameters.value or "", query)
            self._result = await run(self._visit.memory, self._visit.user, query, parameters)
            self._as_graph = self._result.graph is not None and bool(self._result.graph.relations)
            self._show()

    def _show(self) -> None:
        result = self._result
        assert result is not None
        self._answer.clear()
        with self._answer:
            with box("section-head"):
                Words("h2", count_of(len(result.rows), "row"))
                more = "; the limit cut off further rows" if result.truncated else ""
                Words("p", f"in {result.seconds * 1000:.0f} ms{more}", "muted")
                if result.rows:
                    press("CSV", lambda: ui.download.content(as_csv(result), "result.csv", "text/csv"))
                if result.graph is not None:
                    with box("segmented", role="group", aria_label="Result as"):
                        for name, is_graph in (("Table", False), ("Graph", True)):
                            pressed = str(self._as_graph == is_graph).lower()
                            press(name, partial(self._turn, is_graph), "segment", aria_pressed=pressed)
            if not result.rows:
                empty("No rows", "The query ran, and nothing matched.")
            elif self._as_graph:
                self._show_graph(result)
            else:
                _show_table(result)

    def _turn(self, as_graph: bool) -> None:
        self._as_graph = as_graph
        self._show()

    def _redraw(self) -> None:
        if self._result is not None:
            self._show()

    def _show_graph(self, result: Result) -> None:
        graph = result.graph
        assert graph is not None
        with box("panel"):
            chart = ui.echart(result_chart(graph, dark=self._visit.is_dark, narrow=self._visit.is_narrow))
            chart.classes("graph-chart").props["role"] = "img"
            told = f"{count_of(len(graph.nodes), 'node')}, {count_of(len(graph.relations), 'relation')}"
            chart.props["aria-label"] = told
            Words("p", told + (f"; {graph.left_out:,} nodes are left out" if graph.left_out else ""), "legend muted")

    def _choose(self, event: events.ValueChangeEventArguments[str | None]) -> None:
        if event.value in self._queries:
            self._query.value = self._queries[event.value]

    def _save(self) -> None:
        name = (self._name.value or "").strip()
        if not name:
            ui.notify("Give the query a name first", type="warning")
            return
        title = f"{_OWN}{name}"
        self._queries[title] = self._query.value or ""
        self._choice.set_options(list(self._queries), value=title)
        self._name.value = ""
        self._keep()

    def _delete(self) -> None:
        title = self._choice.value or ""
        if not title.startswith(_OWN):
            ui.notify("Only queries of your own can be deleted", type="warning")
            return
        del self._queries[title]
        self._choice.set_options(list(self._queries), value=next(iter(self._queries)))
        self._keep()

    def _keep(self) -> None:
        own = {title.removeprefix(_OWN): query for title, query in self._queries.items() if title.startswith(_OWN)}
        ui.run_javascript(f"localStorage.setItem({_KEPT!r}, {json.dumps(json.dumps(own))})")


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
