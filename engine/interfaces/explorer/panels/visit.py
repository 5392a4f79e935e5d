"""One page in one browser: the user shown, and the page's appearance."""

from collections.abc import Callable
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from chronomem.engine.interfaces.explorer.activity import Activities
from chronomem.engine.interfaces.explorer.chronicle import Chronicles
from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.model.dialogue import User


class Sources:
    """The resources that all pages share.

    Attributes:
        memory: opened on the event loop of the pages.
        place: the command-line options that name the same memory.
    """

    def __init__(self, memory: AsyncMemory, place: str) -> None:
        self.memory = memory
        self.place = place
        self.activities = Activities(memory)
        self.chronicles = Chronicles(memory)


@dataclass
class Visit:
    """The state that the panels of one page share.

    Attributes:
        sources: shared by all pages.
        owner: the user, as of the opening of the page.
        is_dark: whether the theme is dark; charts, which CSS doesn't reach, are drawn for it.
        is_narrow: whether the window has the width of a phone.
    """

    sources: Sources
    owner: User
    is_dark: bool = False
    is_narrow: bool = False
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

    def on_theme(self, redraw: Callable[[], None]) -> None:
        """Register a redraw for changes between dark and light."""
        self._redraw.append(redraw)

    def turn(self, *, dark: bool) -> None:
        self.is_dark = dark
        for redraw in self._redraw:
            redraw()
