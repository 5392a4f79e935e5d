"""How many there are since there is another: who gets a third cat has three."""

import re
from collections.abc import Sequence
from dataclasses import replace

from chronomem.extractors.language.extracted import Statement

_NUMBERS = {"third": "three", "fourth": "four", "fifth": "five", "sixth": "six", "seventh": "seven"}
_KEPT = ("has_pet", "has_child")
"""Predicates of those that are counted."""
_PLURALS = {"child": "children", "baby": "kids", "puppy": "puppies", "pony": "ponies", "fish": "fish", "mouse": "mice"}
_ORDINAL = re.compile(rf"(?:^|'s )(?:new )?(?P<number>{'|'.join(_NUMBERS)}) (?P<noun>[a-z]+)$", re.IGNORECASE)


def with_counts(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """Return statements with the number of those that somebody has, in place of "a third cat" and "our third baby"."""
    return tuple(_counted(each) for each in statements)


def _counted(statement: Statement) -> Statement:
    found = _ORDINAL.search(statement.object or statement.value or "") if statement.predicate in _KEPT else None
    if found is None or statement.ended or statement.polarity == "negated":
        return statement
    noun = found["noun"].lower()
    several = f"{_NUMBERS[found['number'].lower()]} {_PLURALS.get(noun, f'{noun}s')}"
    return replace(statement, object=None, object_type=None, value=several)
