"""The total of two records of counts."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


def total(one: T, other: T) -> T:
    """Return a record with the sum of each field: mappings by key, sequences end to end, truth where either is true."""
    return type(one)(**{each.name: _sum(getattr(one, each.name), getattr(other, each.name)) for each in fields(one)})


def _sum(one: Any, other: Any) -> Any:
    match one:
        case bool():
            return one or other
        case Mapping():
            return dict(Counter(one) + Counter(other))
        case list() | tuple():
            return (*one, *other)
        case _:
            return one + other
