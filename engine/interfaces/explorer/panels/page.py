"""The page around the panels: the choice of user, panel and theme."""

from collections.abc import Callable, Mapping
from datetime import datetime
from importlib.resources import files
from typing import Any

from fastapi import Request
from nicegui import background_tasks, events, ui

from chronomem.engine.interfaces.explorer.days import Days
from chronomem.engine.interfaces.explorer.known_facts import GraphEntity, GraphFact
from chronomem.engine.interfaces.explorer.owners import owner_of
from chronomem.engine.interfaces.explorer.panels.comparison import ComparisonPanel
from chronomem.engine.interfaces.explorer.panels.cypher import CypherPanel
from chronomem.engine.interfaces.explorer.panels.fact import open_fact
from chronomem.engine.interfaces.explorer.panels.graph import GraphPanel
from chronomem.engine.interfaces.explorer.panels.lanes import LanesPanel
from chronomem.engine.interfaces.explorer.panels.pieces import Words, box, empty, press, told_in
from chronomem.engine.interfaces.explorer.panels.recall import RecallPanel
from chronomem.engine.interfaces.explorer.panels.search_field import SearchField
from chronomem.engine.interfaces.explorer.panels.timeline import TimelinePanel
from chronomem.engine.interfaces.explorer.panels.visit import Panel, Sources, Visit, address
from chronomem.engine.interfaces.explorer.search import Target
from chronomem.graph_schema.errors import ChronomemError

_PANELS: dict[str, Callable[[Visit], Panel]] = {
    "Timeline": TimelinePanel,
    "Facts": LanesPanel,
    "Graph": GraphPanel,
    "Compare": ComparisonPanel,
    "Recall": RecallPanel,
    "Cypher": CypherPanel,
}
_ADDRESS = {"user", "panel", "about", "from", "until"}
_NARROWED = {"Timeline", "Facts", "Graph"}  # the panels that show the days that the page is narrowed to
_THEME = "chronomem_theme"  # the cookie that stores the choice
_NARROW = 700
_CHARTS = '<script type="module">import("nicegui-echart")</script>'  # otherwise loaded when the first chart comes
_ABOUT_BROWSER = f"({{dark: document.body.classList.contains('body--dark'), narrow: innerWidth < {_NARROW}}})"


def register_page(sources: Sources) -> None:
    """Register the page with the web framework, which keeps its pages for the whole process."""
    css = (files("chronomem.engine.interfaces.explorer") / "style.css").read_text(encoding="utf-8")

    @ui.page("/", response_timeout=30)
    async def page(request: Request, user: str = "", panel: str = "Timeline", about: str = "") -> None:
        ui.add_css(css)
        ui.add_body_html(_CHARTS)
        try:
            users = await sources.memory.users()
            await _Page(sources, users, user, panel, about, request.query_params, request.cookies.get(_THEME)).build()
        except ChronomemError as error:
            with box("state error", "main", role="alert"):
                Words("h1", "The memory can't be read")
                Words("p", str(error))


class _Page:
    """One page in one browser."""

    def __init__(
        self,
        sources: Sources,
        users: list[str],
        user: str,
        panel: str,
        about: str,
        view: Mapping[str, str],
        theme: str | None,
    ) -> None:
        self._sources = sources
        self._users = users
        self._user = user or (users[0] if users else "")
        self._panel = panel if panel in _PANELS else "Timeline"
        self._about = about or None
        self._view = view
        self._dark = ui.dark_mode({"dark": True, "light": False}.get(theme or ""))
        self._visit: Visit | None = None
        self._loaded: set[str] = set()
        self._panels: dict[str, Panel] = {}

    async def build(self) -> None:
        with box("top", "header"):
            Words("h1", "chronomem", "brand")
            self._head = box("head")
            if self._users:
                known = self._user if self._user in self._users else None
                choice = ui.select(self._users, value=known, label="User", with_input=True).classes("user")
                choice.on_value_change(self._choose_user)
            with press("", self._turn, "icon", title="Dark or light", aria_label="Switch between dark and light"):
                ui.icon("contrast", size="22px").props["aria-hidden"] = "true"
        with box("content", "main") as main:
            ui.skip_link("Skip to the content", target=main)
            self._content = box("inner")
            if not self._users:
                with self._content:
                    empty(
                        "No user yet",
                        "This memory is empty. Ingest a conversation first, then reload this page.",
                        [
                            f"chronomem ingest chat.zip --user me {self._sources.place}",
                            f"chronomem demo {self._sources.place}",
                        ],
                    )
                return
            with told_in(self._content):
                await self._begin()

    async def _begin(self) -> None:
        owner = await owner_of(self._sources.memory, self._user)
        view = {name: value for name, value in self._view.items() if name not in _ADDRESS}
        views: dict[str, Mapping[str, str]] = {self._panel: view}
        background_tasks.create(self._sources.read_ahead(owner, self._panel, view), name="read ahead")
        days = Days.read(self._view, owner.zone)
        self._visit = Visit(self._sources, owner, panel=self._panel, about=self._about, days=days, views=views)
        self._visit.on_days(self._show_days)
        with self._head:
            SearchField(self._visit, self._open)
        with self._content:
            with ui.tabs(on_change=self._choose_panel).classes("tabs") as tabs:
                for name in _PANELS:
                    ui.tab(name)
            self._days = box("span", role="status")
            self._show_days()
            self._spaces = ui.tab_panels(tabs, value=self._panel, animated=False, keep_alive=True).classes("panels")
            with self._spaces:
                self._rooms = {name: ui.tab_panel(name) for name in _PANELS}
        ui.timer(0.0, self._first_look, once=True)

    async def _first_look(self) -> None:
        """Draw the panel once the browser has reported its theme and width."""
        assert self._visit is not None
        about = await ui.run_javascript(_ABOUT_BROWSER, timeout=10.0)
        self._visit.is_dark, self._visit.is_narrow = about["dark"], about["narrow"]
        await self._load()

    def _show_days(self) -> None:
        """Show the days that the page is narrowed to, where the panel follows them."""
        assert self._visit is not None
        self._days.clear()
        if self._visit.days is not None and self._panel in _NARROWED:
            with self._days:
                Words("span", f"Only {self._visit.days.title}")
                press("All of time", self._widen, "small")

    async def _widen(self) -> None:
        assert self._visit is not None
        self._visit.keep_days(None)
        await self._panels[self._panel].come()

    async def _load(self) -> None:
        """Fill the panel that is shown; a panel that is filled already follows the page's selection."""
        if self._visit is None:
            return
        self._show_days()
        if self._panel in self._loaded:
            if self._panel in self._panels:
                await self._panels[self._panel].come()
            return
        self._loaded.add(self._panel)
        with self._rooms[self._panel]:
            panel = self._panels[self._panel] = _PANELS[self._panel](self._visit)
            await panel.load()

    async def _open(self, target: Target) -> None:
        """Show the hit that was chosen: an entity in the lanes or the graph, a fact, or a day on the timeline."""
        assert self._visit is not None
        match target:
            case GraphFact():
                await open_fact(target, self._visit)
            case GraphEntity():
                panel = await self._go(self._panel if self._panel in {"Facts", "Graph"} else "Graph")
                if isinstance(panel, GraphPanel | LanesPanel):
                    await panel.look_at(target)
            case datetime():
                panel = await self._go("Timeline")
                if isinstance(panel, TimelinePanel):
                    await panel.look_at(target)

    async def _go(self, name: str) -> Panel:
        """Go to a panel, and return it when it is loaded."""
        assert self._visit is not None
        self._panel = self._visit.panel = name
        self._spaces.value = name
        self._visit.keep_address()
        await self._load()
        return self._panels[name]

    async def _choose_panel(self, event: events.ValueChangeEventArguments[Any]) -> None:
        if event.value == self._panel or self._visit is None:
            return
        self._panel = self._visit.panel = event.value
        self._visit.keep_address()
        await self._load()

    def _choose_user(self, event: events.ValueChangeEventArguments[str | None]) -> None:
        if event.value and event.value != self._user:
            ui.navigate.to(address(event.value, self._panel))

    async def _turn(self) -> None:
        """Switch between dark and light, and have the browser remember it."""
        was_dark = await ui.run_javascript("document.body.classList.contains('body--dark')", timeout=10.0)
        self._dark.value = not was_dark
        name = "light" if was_dark else "dark"
        ui.run_javascript(f"document.cookie = '{_THEME}={name}; path=/; max-age=31536000; SameSite=Strict'")
        if self._visit is not None:
            self._visit.turn(dark=not was_dark)
