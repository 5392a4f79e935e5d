"""One page in one browser: the user shown, and the page's appearance."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from nicegui import ui

from chronomem.engine.interfaces.explorer.activity import Activities
from chronomem.engine.interfaces.explorer.chronicle import Chronicles
from chronomem.engine.memory.async_memory import AsyncMemory
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


def address(user: str, panel: str, about: str | None = None, view: Mapping[str, str] | None = None) -> str:
    """Return the address of a panel."""
    return f"/?{urlencode({'user': user, 'panel': panel} | ({'about': about} if about else {}) | dict(view or {}))}"


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
        view: what else of the page its address has, such as the days that are compared.
    """

    sources: Sources
    owner: User
    is_dark: bool = False
    is_narrow: bool = False
    panel: str = ""
    about: str | None = None
    view: Mapping[str, str] = field(default_factory=dict)
    _redraw: list[Callable[[], None]] = field(default_factory=list)

    @property
    def memory(self) -> AsyncMemory:
        return self.sources.memory

    @property
    def user(self) -> str:
        return self.owner.id

    @property
    def zone(self) -> ZoneInfo:
        return self.owner.zone

    def hint(self, command: str) -> str:
        """Return a command line for this user's memory."""
        return f"chronomem {command} --user {self.user} {self.sources.place}"

    @property
    def address(self) -> str:
        """The address of the page as it is, to be shared."""
        return address(self.user, self.panel, self.about, self.view)

    def keep_about(self, about: str | None) -> None:
        """Narrow the page to an entity, in its address as well."""
        self.about = about
        self.keep_address()

    def keep_view(self, view: Mapping[str, str]) -> None:
        """Keep what a panel shows, in the address as well."""
        self.view = view
        self.keep_address()

    def keep_address(self) -> None:
        """Have the browser show the address of the page as it is."""
        ui.run_javascript(f"history.replaceState(null, '', {json.dumps(self.address)})")

    def on_theme(self, redraw: Callable[[], None]) -> None:
        """Register a redraw for changes between dark and light."""
        self._redraw.append(redraw)

    def turn(self, *, dark: bool) -> None:
        self.is_dark = dark
        for redraw in self._redraw:
            redraw()
