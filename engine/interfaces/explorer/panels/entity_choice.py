"""A field to choose an entity in, however many there are."""

from collections.abc import Mapping
from typing import Any

from nicegui import events, ui

MOST = 100
"""The browser gets up to so many names at a time; of more, those that contain what is typed."""


class EntityChoice(ui.select):
    """The field. Its value is the id of an entity; "" is none of them.

    Args:
        label: of the field.
        nothing: the words for none.
        names: the names of the entities by id.
        value: the id that is chosen at first.
    """

    def __init__(self, label: str, nothing: str, names: Mapping[str, str], value: str) -> None:
        self._nothing = nothing
        self._names = names
        super().__init__(self._matching("", value), value=value, label=label, with_input=True)
        self.classes("about")
        if len(names) > MOST:
            self.on("input-value", self._narrow)

    def _matching(self, text: str, chosen: str | None) -> dict[str, str]:
        """Return the choice of none, that which is chosen, and the names that contain a text."""
        shown = {"": self._nothing}
        if chosen is not None and chosen in self._names:
            shown[chosen] = self._names[chosen]
        wanted = text.casefold()
        for own, name in self._names.items():
            if len(shown) > MOST:
                break
            if wanted in name.casefold():
                shown[own] = name
        return shown

    def _narrow(self, event: events.GenericEventArguments) -> None:
        self.set_options(self._matching(event.args or "", self.value))

    def _handle_value_change(self, value: Any) -> None:
        if value in self._names and value not in self.options:
            self.options = self._matching("", value)
            self._update_values_and_labels()
            self._props["options"] = [{"value": n, "label": name} for n, name in enumerate(self._labels)]
        super()._handle_value_change(value)

    def _event_args_to_value(self, e: events.GenericEventArguments) -> Any:
        """Return the id that was chosen, by its name: the browser may have shown the names before the last ones."""
        named = [own for own, name in self._names.items() if isinstance(e.args, dict) and name == e.args.get("label")]
        return named[0] if len(named) == 1 else super()._event_args_to_value(e)
