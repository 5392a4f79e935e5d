"""The controls that narrow the graph, and its legend, whose entries switch kinds of entities off and on."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from nicegui import events, ui

from chronomem.engine.interfaces.explorer.chronicle import Chronicle
from chronomem.engine.interfaces.explorer.focus import MOST_HOPS, Focus
from chronomem.engine.interfaces.explorer.known_facts import GraphEntity
from chronomem.engine.interfaces.explorer.panels.charts import kind_colour
from chronomem.engine.interfaces.explorer.panels.entity_choice import EntityChoice
from chronomem.engine.interfaces.explorer.panels.pieces import Words, box, press
from chronomem.engine.interfaces.explorer.panels.visit import Visit
from chronomem.engine.interfaces.explorer.wording import predicate_of

_CONFIDENCES = {0.0: "Any", 0.5: "50 % or more", 0.7: "70 % or more", 0.9: "90 % or more"}
_PREDICATES = 200


class Filters:
    """The controls. `narrowed` is called with the new focus when one of them changes."""

    def __init__(
        self, chronicle: Chronicle, focus: Focus, visit: Visit, narrowed: Callable[[Focus], Awaitable[None]]
    ) -> None:
        self._chronicle = chronicle
        self._focus = focus
        self._visit = visit
        self._narrowed = narrowed
        names = {thing.id: thing.name for thing in chronicle.entities}
        predicates = {"": "All"} | {
            name: f"{predicate_of(name)} ({count:,})" for name, count in chronicle.predicates[:_PREDICATES]
        }
        about, to = (one if one in names else "" for one in (focus.about, focus.to))
        predicate = focus.predicate if focus.predicate in predicates else ""
        confidence = focus.confidence if focus.confidence in _CONFIDENCES else 0.0
        with box("filters", role="group", aria_label="Filters"):
            self._about = EntityChoice("About", "Everything", names, about)
            self._hops = ui.select(
                {n: str(n) for n in range(1, MOST_HOPS + 1)}, value=focus.hops, label="Steps"
            ).classes("hops")
            self._to = EntityChoice("Path to", "Nobody", names, to)
            self._predicate = ui.select(predicates, value=predicate, label="Predicate", with_input=True).classes(
                "about"
            )
            self._confidence = ui.select(_CONFIDENCES, value=confidence, label="Confidence").classes("preset")
        for field in (self._about, self._hops, self._to, self._predicate, self._confidence):
            field.on_value_change(self._changed)
        self._sync()
        visit.on_theme(self._fill_legend)

    def show_legend(self) -> None:
        """Add the legend: a button for each kind of entity, and the meaning of the lines."""
        self._legend = box("kinds", role="group", aria_label="Kinds of entities")
        self._fill_legend()

    async def open(self, entity: GraphEntity) -> None:
        """Draw the neighbours of an entity as well."""
        await self._narrow(replace(self._focus, opened=self._focus.opened | {entity.id}))

    async def look_at(self, entity: GraphEntity) -> None:
        """Narrow to an entity; again, to one more step around it."""
        if self._about.value == entity.id:
            self._hops.value = min(self._hops.value + 1, MOST_HOPS)
        else:
            self._focus = replace(self._focus, opened=frozenset())
            self._about.value = entity.id

    def _fill_legend(self) -> None:
        self._legend.clear()
        with self._legend:
            for kind, count in self._chronicle.kinds:
                is_shown = str(kind not in self._focus.hidden_kinds).lower()
                with press("", lambda kind=kind: self._toggle(kind), "kind", aria_pressed=is_shown):  # type: ignore[misc] # mypy can't infer a lambda with a default
                    box("swatch", "span", aria_hidden="true").style(
                        f"background: {kind_colour(kind, dark=self._visit.is_dark)}"
                    )
                    Words("span", f"{kind} {count:,}")
            loose = str(self._focus.loose).lower()
            press("without relations", self._toggle_loose, "kind", aria_pressed=loose)
            for look, meaning in (("began", "began within 30 days"), ("ended", "ended within 30 days")):
                with box("kind-line", "span"):
                    box(f"stroke stroke-{look}", "span", aria_hidden="true")
                    Words("span", meaning)

    async def _toggle(self, kind: str) -> None:
        await self._narrow(replace(self._focus, hidden_kinds=self._focus.hidden_kinds ^ {kind}))

    async def _toggle_loose(self) -> None:
        await self._narrow(replace(self._focus, loose=not self._focus.loose))

    async def _changed(self, _: events.ValueChangeEventArguments[object]) -> None:
        self._sync()
        focus = replace(
            self._focus,
            about=self._about.value or None,
            hops=self._hops.value or 1,
            to=self._to.value or None,
            predicate=self._predicate.value or "",
            confidence=self._confidence.value or 0.0,
        )
        await self._narrow(focus)

    def _sync(self) -> None:
        """Show the controls that depend on an entity only where one is chosen."""
        for field in (self._hops, self._to):
            field.set_visibility(bool(self._about.value))

    async def _narrow(self, focus: Focus) -> None:
        if focus == self._focus:
            return
        self._focus = focus
        self._fill_legend()
        await self._narrowed(focus)
