"""States that were announced with a plan: who isn't going to Aldi after all won't work there from Monday."""

import re
from collections.abc import Sequence
from dataclasses import replace

from chronomem.extractors.language.clauses.phrases import TIME_NOUNS
from chronomem.extractors.language.extracted import Statement
from chronomem.extractors.language.frames.fulfilments import INFERRED
from chronomem.graph_schema.facts.predicates import predicate_named

_ANNOUNCED = ("lives_in", "works_at", "studies_at")
"""States of which people tell on which day they will begin."""
_UNNAMED = {
    "move": ("lives_in",),
    **dict.fromkeys(("start date", "first day", "start", "begin"), ("works_at", "studies_at")),
}
"""Those that are meant by plans without a name."""
_WORD = re.compile(r"[^\W\d_][\w'-]*")


def with_announced_states(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """Return statements with the ends of what was announced along with the plans that are off.

    If a plan has got another day, what was announced begins on that day.
    """
    events = [s for s in statements if predicate_named(s.predicate).kind == "event"]
    done = {(s.subject, name) for s in events for name in _names(s)}
    known = {(s.subject, s.predicate) for s in statements if _stands(s)}
    plans = [s for s in statements if s.predicate == "plans"]
    days = {(s.subject, s.value): s.valid_at or s.invalid_at for s in plans if _stands(s)}
    off = [
        s for s in plans if s.ended and s.rule != "fulfilment" and done.isdisjoint((s.subject, n) for n in _names(s))
    ]
    ends = (
        replace(
            s, predicate=name, object=None, object_type=None, value=" ".join(("coming", *_names(s))), valid_at=None,
            invalid_at=days.get((s.subject, s.value)), confidence=INFERRED, modality="actual",
        )
        for s in off
        for name in (_ANNOUNCED if _names(s) else _UNNAMED.get(s.value or "", ()))
        if (s.subject, name) not in known
    )  # fmt: skip
    return (*statements, *ends)


def _names(statement: Statement) -> list[str]:
    words = _WORD.findall(statement.object or statement.value or "")
    return [word for word in words if word[0].isupper() and word.lower() not in TIME_NOUNS]


def _stands(statement: Statement) -> bool:
    return statement.polarity == "affirmed" and not statement.ended
