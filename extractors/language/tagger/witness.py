"""The network as a witness: the numbers by which it bears out, or doesn't, that a message tells a statement."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from chronomem.extractors.language.extracted import Statement
from chronomem.extractors.language.tagger.network import Floats, WindowReading, log_odds
from chronomem.extractors.language.tagger.tags import PREDICATES, are_alike
from chronomem.extractors.language.tagger.wording import stems

_WORD = re.compile(r"[^\W_]+")
UNPLACED = "net unplaced"
"""The name of the number that is 1 where the words of an object stand nowhere in the message."""
_NOTHING = -8.0
"""The log-odds of what the network has no number for."""
_SURE = 1e-4
"""What is added to a share before its logarithm is taken."""
_SHORT = 2
"""Words of so many letters alone don't tell where an object stands."""
_NEAR = 40
"""How many characters after the first of its words another word of an object may stand."""
_HOLDS, _OVER, _DENIED = range(3)


@dataclass(frozen=True)
class Witness:
    """What the network makes of a message.

    Attributes:
        text: the message.
        readings: those of its windows, of which a long message has several.
    """

    text: str
    readings: Sequence[WindowReading]

    def of(self, statement: Statement) -> dict[str, float]:
        """Return the numbers for a statement, by name; a name that is missing stands for 0.

        Of the words of its object, they are the log-odds that an object begins and ends there, under a predicate like
        that of the statement and under any; the log-odds that it is worth keeping; and the logarithms of the shares of
        the statement's status and subject. Of the message, they are the greatest log-odds of any object in it.
        """
        alike = _alike(statement.predicate)
        found = {
            "net declared": float(bool(alike)),
            "net message": self._any,
            "net message alike": max((float(reading[list(alike)].max()) for reading in self._best), default=_NOTHING)
            if alike
            else _NOTHING,
        }
        place = self._place(statement)
        pieces = [] if place is None else [_inside(reading, place) for reading in self.readings]
        which = next((number for number, inside in enumerate(pieces) if inside), None)
        if which is None:
            return {**found, UNPLACED: 1.0}
        return found | self._of_object(statement, self.readings[which], pieces[which], alike)

    def _of_object(
        self, statement: Statement, reading: WindowReading, inside: Sequence[int], alike: Sequence[int]
    ) -> dict[str, float]:
        own = slice(inside[0], inside[-1] + 1)
        starts, ends = reading.starts[own].max(0), reading.ends[own].max(0)
        both = np.sqrt(starts * ends)
        best = int(both.argmax())
        predicate = alike[int(both[list(alike)].argmax())] if alike else best
        statuses, subjects, kept = reading.heads.weigh(reading.states, inside[0], inside[-1], predicate)
        status = _OVER if statement.ended else _DENIED if statement.polarity == "negated" else _HOLDS
        return {
            "net placed": 1.0,
            "net start": log_odds(float(starts.max())),
            "net end": log_odds(float(ends.max())),
            "net score": log_odds(float(both.max())),
            "net start alike": log_odds(float(starts[predicate])) if alike else _NOTHING,
            "net end alike": log_odds(float(ends[predicate])) if alike else _NOTHING,
            "net score alike": log_odds(float(both[predicate])) if alike else _NOTHING,
            "net best alike": float(best in alike),
            "net kept": kept,
            "net status": math.log(float(statuses[status]) + _SURE),
            "net subject": math.log(self._share_of_subject(statement, reading, subjects) + _SURE),
        }

    def _share_of_subject(self, statement: Statement, reading: WindowReading, subjects: Floats) -> float:
        """Return the share of the pieces that name the subject; if none does, of all that name no participant."""
        window = reading.window
        if statement.subject in window.people:
            return float(subjects[window.marks[window.people.index(statement.subject)]])
        named = _located(self.text, _last_name(statement.subject), (0, len(self.text)))
        inside = [] if named is None else _inside(reading, named)
        return float(subjects[inside].sum()) if inside else max(0.0, 1 - float(subjects[window.marks].sum()))

    def _place(self, statement: Statement) -> tuple[int, int] | None:
        thing = statement.object if statement.object is not None else statement.value or ""
        return _located(self.text, thing, statement.span) or _located(self.text, _last_name(thing), statement.span)

    @cached_property
    def _best(self) -> list[Floats]:
        """The greatest log-odds of each predicate in each window."""
        best = (np.sqrt(reading.starts.max(0) * reading.ends.max(0)) for reading in self.readings)
        return [np.array([log_odds(float(share)) for share in shares]) for shares in best]

    @cached_property
    def _any(self) -> float:
        scores = [np.sqrt(r.starts[1:].max(0) * r.ends[1:].max(0)).max() for r in self.readings if len(r.starts) > 1]
        return max((log_odds(float(score)) for score in scores), default=_NOTHING)


@lru_cache(maxsize=1000)
def _alike(predicate: str) -> tuple[int, ...]:
    """Return the numbers of the network's predicates that say nearly the same."""
    name = "favorite_*" if predicate.startswith("favorite_") else predicate
    return tuple(number for number, known in enumerate(PREDICATES) if are_alike(name, known))


def _last_name(name: str) -> str:
    """Return "sister" of "Ann's sister"."""
    return name.rsplit("'s ", 1)[-1]


def _inside(reading: WindowReading, place: tuple[int, int]) -> list[int]:
    """Return the pieces of the message itself that stand in a place of it."""
    start, end = place
    return [
        number
        for number, own in enumerate(reading.window.places)
        if own is not None and own.back == 0 and own.start < end and start < own.end
    ]


def _located(text: str, phrase: str, span: tuple[int, int]) -> tuple[int, int] | None:
    """Return where a phrase stands: as it is, best within a span; or else where its longer words do."""
    wanted = [word for word, _, _ in _words(phrase)]
    if not wanted:
        return None
    words, size = list(_words(text)), len(wanted)
    whole = [
        (words[i][1], words[i + size - 1][2])
        for i in range(len(words) - size + 1)
        if [word for word, _, _ in words[i : i + size]] == wanted
    ]
    if whole:
        return next((place for place in whole if span[0] <= place[0] < span[1]), whole[0])
    longer = stems(" ".join(word for word in wanted if len(word) > _SHORT))
    parts = [(start, end) for word, start, end in words if not longer.isdisjoint(stems(word))]
    parts = [part for part in parts if span[0] <= part[0] < span[1]] or parts
    if not parts:
        return None
    first = parts[0][0]
    return first, max(end for start, end in parts if start <= first + _NEAR)


def _words(text: str) -> Iterator[tuple[str, int, int]]:
    return ((found.group().lower(), found.start(), found.end()) for found in _WORD.finditer(text))
