"""The search field of the page, which "/" focuses, and its results."""

from collections.abc import Awaitable, Callable

from nicegui import events, ui

from chronomem.engine.interfaces.explorer.panels.pieces import Words, box, told_in
from chronomem.engine.interfaces.explorer.panels.visit import Visit
from chronomem.engine.interfaces.explorer.search import SHORTEST, Hit, Target, search
from chronomem.graph_schema.model.counts import count_of

_WAIT_MS = 250
_KEYS = """
document.addEventListener('keydown', (event) => {
  const field = document.querySelector('.search input');
  const writes = event.target.closest('input, textarea, select, [contenteditable]');
  if (event.key === '/' && !writes && field) { event.preventDefault(); field.focus(); field.select(); }
});
"""


class SearchField:
    """The field. `opened` is called with the target of the chosen hit."""

    def __init__(self, visit: Visit, opened: Callable[[Target], Awaitable[None]]) -> None:
        self._visit = visit
        self._opened = opened
        self._asked = ""
        with box("search", role="search"):
            self._field = ui.input("Search", placeholder="press /").props(f"debounce={_WAIT_MS} clearable stack-label")
            self._field.on_value_change(self._search)
            self._field.on("keydown.escape", self._close)
            self._results = box("search-results", aria_live="polite")
        ui.run_javascript(_KEYS)

    async def _search(self, event: events.ValueChangeEventArguments[str | None]) -> None:
        """Show the hits of the text; an answer that a newer text has overtaken is dropped."""
        asked = self._asked = event.value or ""
        if len(asked.strip()) < SHORTEST:
            self._results.clear()
            return
        if not self._results.default_slot.children:
            with self._results:
                Words("p", "Searching …", "muted")
        with told_in(self._results):
            found = await search(self._visit.memory, self._visit.owner, asked)
            if asked != self._asked:
                return
            self._results.clear()
            with self._results:
                if not found:
                    Words("p", f"Nothing is found for {asked!r}.", "muted")
                for hits in found:
                    Words("h2", f"{hits.kind} · {count_of(len(hits.hits), 'hit')}", "search-kind")
                    with box("list", "ul"):
                        for hit in hits.hits:
                            self._show(hit)

    def _show(self, hit: Hit) -> None:
        with box("hit", "li"):
            button = box("fact", "button", type="button")
            button.on("click", lambda: self._choose(hit))
            with button:
                Words("span", hit.title, "hit-title")
                Words("span", hit.detail, "muted")

    async def _choose(self, hit: Hit) -> None:
        with self._field:  # the button itself is gone with the results
            self._close()
            await self._opened(hit.opens)

    def _close(self) -> None:
        self._asked = ""
        self._field.value = ""
        self._results.clear()
