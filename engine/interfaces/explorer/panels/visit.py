"""One page in one browser: the user shown, the selection, and the appearance."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from nicegui import ui

from chronomem.engine.interfaces.explorer.activity import Activities
from chronomem.engine.interfaces.explorer.chronicle import Chronicles
from chronomem.engine.interfaces.explorer.days import Days
from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.errors import ChronomemError
from chronomem.graph_schema.facts.vocabulary import PACKAGED, FactVocabulary
from chronomem.graph_schema.model.dialogue import User


class Sources:
    """The resources that all pages share.

    Attributes:
        memory: opened on the event loop of the pages.
        place: the command-line options that name the same memory.
        vocabulary: that of the memory's ontology.
    """

    def __init__(self, memory: AsyncMemory, place: str, vocabulary: FactVocabulary = PACKAGED) -> None:
        self.memory = memory
        self.place = place
        self.vocabulary = vocabulary
        self.activities = Activities(memory)
        self.chronicles = Chronicles(memory)

    async def read_ahead(self, owner: User, panel: str, view: Mapping[str, str]) -> None:
        """Read what a panel is about to show, while the browser loads the page. The panel itself tells of failures."""
        with suppress(ChronomemError):
            if panel == "Timeline":
                await self.activities.days(owner)
            elif panel in {"Facts", "Graph", "Compare"}:
                await self.chronicles.of(owner, include_minor=panel == "Graph" and "minor" in view)


class Panel(ABC):
    """One of the panels of a page."""

    @abstractmethod
    async def load(self) -> None:
        """Fill the panel, when it is shown for the first time."""

    async def come(self) -> None:  # noqa: B027 - a panel that shows the same at all times has nothing to do
        """Follow the page's selection when the panel is shown again."""


def address(user: str, panel: str, view: Mapping[str, str] | None = None) -> str:
    """Return the address of a panel."""
    return f"/?{urlencode({'user': user, 'panel': panel} | dict(view or {}))}"


@dataclass
class Visit:
    """The state that the panels of one page share.

    Attributes:
        sources: shared by all pages.
        owner: the user, as of the opening of the page.
        is_dark: whether the theme is dark; charts, which CSS doesn't reach, are drawn for it.
        is_narrow: whether the window has the width of a phone.
        panel: the panel shown.
        about: the id of the entity that the graph and the lanes are narrowed to; None for all.
        days: the days that the timeline, the lanes and the graph are narrowed to; None for all of time.
        views: the further parameters of each panel in the address, such as the days that are compared.
    """

    sources: Sources
    owner: User
    is_dark: bool = False
    is_narrow: bool = False
    panel: str = ""
    about: str | None = None
    days: Days | None = None
    views: dict[str, Mapping[str, str]] = field(default_factory=dict)
    _redraw: list[Callable[[], None]] = field(default_factory=list)
    _narrowed: list[Callable[[], None]] = field(default_factory=list)

    @property
    def memory(self) -> AsyncMemory:
        return self.sources.memory

    @property
    def user(self) -> str:
        return self.owner.id

    @property
    def zone(self) -> ZoneInfo:
        return self.owner.zone

    @property
    def view(self) -> Mapping[str, str]:
        """The parameters in the address of the panel shown."""
        return self.views.get(self.panel, {})

    def hint(self, command: str) -> str:
        """Return a command line for this user's memory."""
        return f"chronomem {command} --user {self.user} {self.sources.place}"

    @property
    def address(self) -> str:
        """The address of the page as it is, to be shared."""
        about = {"about": self.about} if self.about else {}
        return address(self.user, self.panel, {**about, **(self.days.written if self.days else {}), **self.view})

    def keep_about(self, about: str | None) -> None:
        """Narrow the page to an entity, in its address as well."""
        self.about = about
        self.keep_address()

    def keep_days(self, days: Days | None) -> None:
        """Narrow the page to some days, in its address as well."""
        if days != self.days:
            self.days = days
            self.keep_address()
            for tell in self._narrowed:
                tell()

    def keep_view(self, panel: str, view: Mapping[str, str]) -> None:
        """Keep the parameters of a panel, in the address as well; those without a value are left out."""
        self.views[panel] = {name: value for name, value in view.items() if value}
        self.keep_address()

    def keep_address(self) -> None:
        """Have the browser show the address of the page as it is."""
        ui.run_javascript(f"history.replaceState(null, '', {json.dumps(self.address)})")

    def on_theme(self, redraw: Callable[[], None]) -> None:
        """Register a redraw for changes between dark and light."""
        self._redraw.append(redraw)

    def on_days(self, tell: Callable[[], None]) -> None:
        """Register a function to call when the page is narrowed to other days."""
        self._narrowed.append(tell)

    def turn(self, *, dark: bool) -> None:
        self.is_dark = dark
        for redraw in self._redraw:
            redraw()
