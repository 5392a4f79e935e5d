"""The field for Cypher, which colours it and completes the names in the graph."""

import json
from collections.abc import Callable
from dataclasses import asdict
from importlib.resources import files
from typing import Any

from nicegui import ui

from chronomem.engine.interfaces.explorer.panels.visit import Visit
from chronomem.engine.interfaces.explorer.queries import Names

_LABEL = "Cypher; Escape, then Tab leaves the field"
_THEMES = {False: "vscodeLight", True: "vscodeDark"}


class Editor:
    """The field. `run` is called at Ctrl+Enter."""

    def __init__(self, visit: Visit, query: str, run: Callable[[], Any]) -> None:
        self._visit = visit
        self._field = ui.codemirror(
            query,
            language="Cypher",
            theme=_THEMES[visit.is_dark],  # type: ignore[arg-type] # the names are members of a long literal
            line_wrapping=True,
            keymap={"Mod-Enter": lambda _: run()},
        ).classes("editor")
        visit.on_theme(self._turn)

    @property
    def query(self) -> str:
        return self._field.value or ""

    @query.setter
    def query(self, text: str) -> None:
        self._field.value = text

    def complete(self, names: Names) -> None:
        """Complete these names from now on."""
        script = (files("chronomem.engine.interfaces.explorer") / "completion.js").read_text(encoding="utf-8")
        known = json.dumps(asdict(names))
        ui.run_javascript(f"({script.partition(chr(10))[2].rstrip()})({self._field.id}, {json.dumps(_LABEL)}, {known})")

    def _turn(self) -> None:
        self._field.theme = _THEMES[self._visit.is_dark]  # type: ignore[assignment] # as above
