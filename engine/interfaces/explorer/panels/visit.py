"""One page in one browser: whose memory it shows, and how."""

from collections.abc import Callable
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from chronomem.engine.interfaces.explorer.activity import Activities
from chronomem.engine.interfaces.explorer.chronicle import Chronicles
from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.model.dialogue import User


class Sources:
    """What all pages share.

    Attributes:
        memory: opened on the event loop of the pages.
        place: the options by which commands reach the same memory.
    """

    def __init__(self, memory: AsyncMemory, place: str) -> None:
        self.memory = memory
        self.place = place
        self.activities = Activities(memory)
        self.chronicles = Chronicles(memory)


@dataclass
class Visit:
    """What the panels of one page share.

    Attributes:
        sources: shared by all pages.
        owner: whose memory is shown, as it was when the page was opened.
        is_dark: the page is dark; charts, which are no CSS, are drawn for it.
        is_narrow: the window is that of a phone.
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
        """Return a command as it is typed for this user's memory."""
        return f"chronomem {command} --user {self.user} {self.sources.place}"

    def on_theme(self, redraw: Callable[[], None]) -> None:
        """Have something drawn anew when the page turns dark or light."""
        self._redraw.append(redraw)

    def turn(self, *, dark: bool) -> None:
        self.is_dark = dark
        for redraw in self._redraw:
            redraw()
