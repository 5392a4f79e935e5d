"""One page in one browser: whose memory it shows, and how."""

from collections.abc import Callable
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from chronomem.engine.explorer.chronicle import Chronicles
from chronomem.engine.memory import AsyncMemory


@dataclass
class Visit:
    """What the panels of one page share.

    Attributes:
        memory, chronicles: shared by all pages.
        user: whose memory is shown.
        zone: the user's timezone.
        place: the options by which commands reach the same memory.
        is_dark: the page is dark; charts, which are no CSS, are drawn for it.
        is_narrow: the window is that of a phone.
    """

    memory: AsyncMemory
    chronicles: Chronicles
    user: str
    zone: ZoneInfo
    place: str
    is_dark: bool = False
    is_narrow: bool = False
    _redraw: list[Callable[[], None]] = field(default_factory=list)

    def on_theme(self, redraw: Callable[[], None]) -> None:
        """Have something drawn anew when the page turns dark or light."""
        self._redraw.append(redraw)

    def turn(self, *, dark: bool) -> None:
        self.is_dark = dark
        for redraw in self._redraw:
            redraw()
