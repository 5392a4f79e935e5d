"""What can't go on beside what a message tells: who is divorced has no spouse, who is retired no job.

The other fact was told in another turn, if it was told at all, so these endings are inferred: an ending closes a
matching fact, and states nothing if no fact matches.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from chronomem.extractors.language.extracted import Statement
from chronomem.extractors.language.frames.fulfilments import INFERRED
from chronomem.extractors.language.frames.occupations import occupation_of

_IDLE = (("is", "unemployed"), ("is", "jobless"), ("has_status", "unemployed"))
_SEARCHES = tuple(("look_for", what) for what in ("job", "new job", "work"))
_COUPLED = ("married_to", "engaged_to", "has_partner")
_EMPLOYED = ("works_at", "works_as")
_WITH = {
    **dict.fromkeys(_COUPLED, (("has_status", "single"),)),
    **dict.fromkeys(_EMPLOYED, (*_IDLE, *_SEARCHES)),
    "lives_in": (("is", "homeless"), ("has_status", "homeless")),
}
"""The statuses and searches, as predicates and values, that are over with a partner, a job or a home."""
_STATUSES = {
    **dict.fromkeys(("single", "divorced", "widowed"), _COUPLED),
    **dict.fromkeys(("retired", "unemployed", "jobless"), _EMPLOYED),
}
"""The predicates of which nothing goes on with a status."""
_IN_PASSING = {"possessive", "presupposed"}
"""Rules that find a partner in "my husband", who has been there before."""


def with_consequences(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """Return statements with the ends of what can't go on beside them.

    A partner who is only named in passing, as by "my husband", has been there before. What the message itself dates
    the end of goes on until then: "I'm retiring, my last day is 31 January".
    """
    dated = {(s.subject, s.predicate) for s in statements if s.ended and s.invalid_at is not None}
    ended = (
        replace(
            told, predicate=predicate, object=None, object_type=None, value=value, ended=True, begun=False,
            invalid_at=told.valid_at, valid_at=None, confidence=min(told.confidence, INFERRED),
        )
        for told in statements
        if (told.holds or (told.modality == "planned" and not told.ended)) and told.rule not in _IN_PASSING
        for predicate, value in _over(told)
        if value is not None or (told.subject, predicate) not in dated
    )  # fmt: skip
    return (*statements, *ended)


def _over(told: Statement) -> Iterator[tuple[str, str | None]]:
    """Yield what is over with a statement, as a predicate and a value, or None for whatever it is."""
    yield from _WITH.get(told.predicate, ())
    value = (told.value or told.object or "").lower()
    if told.predicate in ("has_status", "is") and told.tense == "present" and told.modality == "actual":
        yield from ((predicate, None) for predicate in _STATUSES.get(value, ()))
    elif told.predicate == "prefers" and " to " in value:
        one, other = value.split(" to ", 1)
        yield "prefers", f"{other} to {one}"
    elif told.predicate == "stopped" and (occupation := occupation_of(value.split(" ")[0])) is not None:
        yield "works_as", occupation
