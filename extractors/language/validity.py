"""When a statement holds, and whether it is over: what its tense, its predicate and its time expression tell."""

from datetime import datetime

from chronomem.extractors.language.clauses.clauses import Clause
from chronomem.extractors.language.extracted import Modality, Tense, TimeExpression
from chronomem.extractors.language.frames.frames import Frame
from chronomem.graph_schema.facts.predicates import Predicate

IN_VIEW = {"looks_forward_to", "prepares_for", "saves_for"}
"""Predicates of what a person has in view from now on, until its day is over."""


def interval(
    frame: Frame, rule: Predicate, tense: Tense, modality: Modality, ended: bool, time: TimeExpression | None
) -> tuple[datetime | None, datetime | None]:
    """Return the half-open interval in which the statement holds, as far as the time expression tells.

    An event holds during the time. A present state holds from the start of the time; a past state during it; a state
    that has ended, until the start of it.
    """
    if time is None or rule.fixed:
        return None, None  # a birthday is told as a value, and nobody becomes a native of a place later
    is_state = rule.kind == "state"
    if frame.through and time.end is not None:
        return None, time.end
    if ended and time.kind == "range":
        return time.start, _last_begins(time)
    if ended:
        return None, time.start if time.start is not None else time.end
    if time.kind == "range" and tense == "past" and is_state:
        return time.start, _last_begins(time)
    if (
        is_state
        and modality in ("actual", "planned")
        and tense == "present"
        and frame.predicate not in ("plans", *IN_VIEW)
    ):
        return time.start, time.end if time.kind in ("open", "range") else None
    return time.start, time.end


def _last_begins(time: TimeExpression) -> datetime | None:
    """Return when the last period of a range begins: a person who lived in Rome from 2012 to 2014 left in 2014."""
    ends = (other.end for other in time.alternatives if other.start == time.start and other.end is not None)
    earliest = min((end for end in (*ends, time.end) if end is not None), default=None)
    return earliest if earliest is not None and (time.start is None or earliest > time.start) else time.end


def is_over(frame: Frame, rule: Predicate, clause: Clause, modality: Modality) -> bool:
    """Whether a simple past ("I worked at Google") means that a state has ended: ongoing states are in the present."""
    lasting = (rule.single and not rule.fixed) or frame.predicate in ("owns", "has_pet")
    return lasting and modality == "actual" and clause.tense == "past" and not clause.perfect and not frame.begins
