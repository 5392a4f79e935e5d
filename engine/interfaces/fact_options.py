"""The facts filter as parameters of functions, for frameworks that derive their options from a signature."""

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from pydantic.fields import FieldInfo

from chronomem.graph_schema.facts.fact_filter import FactFilter

F = TypeVar("F", bound=Callable[..., Any])


def with_fact_options(annotate: Callable[[str, FieldInfo], Any]) -> Callable[[F], F]:
    """Replace `**options` in a function's signature by the fields of `FactFilter`, after the required parameters.

    Args:
        annotate: returns the annotation of an option, given the field's name and the field.
    """

    def show(function: F) -> F:
        declared = inspect.signature(function)
        own = [p for p in declared.parameters.values() if p.kind is not p.VAR_KEYWORD]
        options = [
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=annotate(name, field)
            )
            for name, field in FactFilter.model_fields.items()
        ]
        required = [p for p in own if p.default is p.empty]
        optional = [p.replace(kind=p.KEYWORD_ONLY) for p in own if p.default is not p.empty]
        shown = declared.replace(parameters=[*required, *options, *optional])
        function.__signature__ = shown  # type: ignore[attr-defined] # read by inspect
        return function

    return show
