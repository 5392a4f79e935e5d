"""Building blocks of the panels. Users' texts are inserted as text, never as markup."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from nicegui import events, ui
from nicegui.element import Element
from nicegui.elements.echart import EChart
from nicegui.elements.mixins.text_element import TextElement

from chronomem.graph_schema.errors import ChronomemError

_PREPARE = """() => {
  const chart = getElement(%d).chart;
  if (chart.isPrepared) return;
  chart.isPrepared = true;
  const resize = chart.resize.bind(chart);
  chart.resize = (size) => chart.getDom().offsetWidth && resize(size);
  let rest = 0;
  const draw = (isMoved) => {
    const lines = chart.getModel().getSeriesByIndex(0).getEdgeData();
    const step = isMoved ? Math.ceil(lines.count() / %d) : 1;
    lines.eachItemGraphicEl((line, n) => { line.ignore = n %% step > 0; });
    chart.getZr().refresh();
  };
  chart.on('graphroam', () => {
    if (!rest) draw(true);
    clearTimeout(rest);
    rest = setTimeout(() => { rest = 0; if (!chart.isDisposed()) draw(false); }, 200);
  });
}"""
_MOVED_LINES = 600  # drawn while a graph is moved or zoomed, spread over all of them

T = TypeVar("T")
Handler = Callable[[], Any]


class Words(TextElement):
    """An element of any tag that holds text."""

    def __init__(self, tag: str, text: str, classes: str = "") -> None:
        super().__init__(tag=tag, text=text)
        if classes:
            self.classes(classes)


def box(classes: str, tag: str = "div", **attributes: str) -> Element:
    """Add a plain element, to be filled in a `with` block."""
    element = ui.element(tag).classes(classes)
    for name, value in attributes.items():
        element.props[name.replace("_", "-")] = value
    return element


def press(label: str, then: Handler, classes: str = "quiet", **attributes: str) -> Words:
    """Add a native button, which is accessible by keyboard."""
    button = Words("button", label, f"press {classes}")
    button.props["type"] = "button"
    for name, value in attributes.items():
        button.props[name.replace("_", "-")] = value
    button.on("click", lambda: then())
    return button


def picture(options: dict[str, Any], classes: str, told: str = "") -> EChart:
    """Add a chart, with a text for those who don't see it.

    A chart of a graph can't be fitted into nothing, which happens where its panel is hidden: it keeps its size then.
    While it is moved or zoomed, it leaves out some lines if there are very many: they take most of the time of a frame.
    """
    chart = ui.echart(options).classes(classes)
    chart.props["role"] = "img"
    chart.props["aria-label"] = told
    chart.on("chart:rendered", js_handler=_PREPARE % (chart.id, _MOVED_LINES))
    return chart


class Range(Element):
    """A native slider over the whole numbers from `least` to `most`.

    It has no `value` among its properties, because that would reset it on every redraw of the page.
    """

    def __init__(self, label: str, least: int, most: int, begin: int, moved: Handler) -> None:
        super().__init__("input")
        self._moved = moved
        self.least, self.most = least, most
        self.value = begin
        begins = {"type": "range", "min": least, "max": most, "defaultValue": begin, "aria-label": label}
        for name, value in begins.items():
            self.props[name] = value
        self.classes("range")
        self.on("input", self._take, js_handler="(event) => emit(event.target.value)", throttle=0.05)

    async def set(self, value: int) -> None:
        """Move the slider from Python."""
        self.value = value
        self.client.run_javascript(f"document.getElementById('{self.html_id}').value = {value:d}")
        await self._moved()

    async def _take(self, event: events.GenericEventArguments) -> None:
        self.value = int(event.args)
        await self._moved()


def empty(title: str, hint: str, commands: Sequence[str] = ()) -> None:
    """Show that there is nothing here, with a hint on changing that."""
    with box("state"):
        Words("h2", title)
        Words("p", hint)
        for command in commands:
            Words("code", command, "command")


def waiting(place: Element, what: str) -> None:
    """Show that data is being loaded, until the place is filled."""
    place.clear()
    with place, box("state waiting", role="status"):
        Words("p", f"{what} …")


@contextmanager
def told_in(place: Element) -> Iterator[None]:
    """Show errors of the memory in a place of the page, instead of its contents."""
    try:
        yield
    except ChronomemError as error:
        place.clear()
        with place, box("state error", role="alert"):
            Words("h2", "That did not work")
            Words("p", str(error), "error-text")


class Paged(Generic[T]):
    """A list that shows some of its entries, and more on demand."""

    def __init__(self, show: Callable[[T], Any], size: int, tag: str = "ul") -> None:
        self._show = show
        self._size = size
        self._list = box("list", tag)
        self._foot = box("foot")
        self._left: Sequence[T] = ()

    def fill(self, entries: Sequence[T]) -> None:
        """Show the first of these entries, in place of the earlier ones."""
        self._list.clear()
        self._left = entries
        self._more()

    def _more(self) -> None:
        with self._list:
            for entry in self._left[: self._size]:
                with box("entry", "li"):
                    self._show(entry)
        self._left = self._left[self._size :]
        self._foot.clear()
        if self._left:
            with self._foot:
                press(f"Show more ({len(self._left):,} left)", self._more)
