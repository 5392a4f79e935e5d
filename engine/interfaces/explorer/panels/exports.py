"""Downloads of a panel's contents: its chart as PNG or SVG, its rows as CSV."""

from collections.abc import Callable

from nicegui import ui
from nicegui.elements.echart import EChart

from chronomem.engine.interfaces.explorer.panels.charts import ink
from chronomem.engine.interfaces.explorer.panels.pieces import box, press
from chronomem.engine.interfaces.explorer.panels.visit import Visit
from chronomem.engine.interfaces.explorer.tables import Table, as_csv

# The SVG is drawn by a second chart, which needs no place on the page, from the state of the first.
_SAVE = """
const chart = getElement(%(id)d).chart, link = document.createElement('a');
let text;
if (%(svg)s) {
  const {echarts} = await import('nicegui-echart');
  const size = {width: chart.getWidth(), height: chart.getHeight()};
  const drawn = echarts.init(null, null, {renderer: 'svg', ssr: true, ...size});
  drawn.setOption({...chart.getOption(), animation: false, backgroundColor: '%(ground)s'});
  text = URL.createObjectURL(new Blob([drawn.renderToSVGString()], {type: 'image/svg+xml'}));
  drawn.dispose();
} else {
  text = chart.getDataURL({type: 'png', pixelRatio: 2, backgroundColor: '%(ground)s'});
}
link.href = text;
link.download = '%(name)s';
link.click();
"""


def offer_downloads(visit: Visit, name: str, chart: EChart | None, rows: Callable[[], Table] | None) -> None:
    """Add the buttons that save a chart, if there is one, and rows, if there are some, as files of this name."""
    with box("exports", role="group", aria_label=f"Save the {name}"):
        if chart is not None:
            for kind in ("png", "svg"):
                press(kind.upper(), lambda kind=kind: _save(chart, f"{name}.{kind}", visit), "small")  # type: ignore[misc] # mypy can't infer a lambda with a default
        if rows is not None:
            press("CSV", lambda: ui.download.content(as_csv(rows()), f"{name}.csv", "text/csv"), "small")


def _save(chart: EChart, name: str, visit: Visit) -> None:
    values = {"id": chart.id, "svg": str(name.endswith(".svg")).lower(), "name": name}
    ui.run_javascript(_SAVE % {**values, "ground": ink(dark=visit.is_dark).surface})
