"""Facts from what a language model tells: each of its statuses in terms of assertions."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from chronomem.extractors.language.clauses.kinds import kind_of_entity
from chronomem.extractors.llm.fact_form import ToldFact
from chronomem.extractors.llm.told_times import ToldInterval, settle
from chronomem.extractors.turns.stored_turn import StoredTurn
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.facts.given import EntityType, GivenFact
from chronomem.graph_schema.facts.predicates import Predicate
from chronomem.graph_schema.facts.vocabulary import PACKAGED, FactVocabulary
from chronomem.graph_schema.model.entity_names import normalise

_CONFIDENCE = 0.9
_MAX_WORDS, _MAX_SENTENCE = 200, 500
"""The longest name or value, and the longest sentence, that is accepted, in characters."""

_PLANS = "plans"
_SELF = frozenset({"i", "me"})
_NAMED: frozenset[EntityType] = frozenset({"person", "organization", "location"})
"""The types of entities that a capital letter shows, where the predicate takes such an object."""

_INFINITIVES = {
    "has": "have", "is": "be", "goes": "go", "went": "go", "met": "meet", "bought": "buy", "sold": "sell",
    "lost": "lose", "gave": "give", "made": "make", "won": "win", "broke": "break", "died": "die", "moved": "move",
    "received": "receive", "graduated": "graduate", "engaged": "get engaged", "took": "take", "left": "leave",
    "got": "get", "saw": "see", "retired": "retire", "began": "begin", "stopped": "stop", "wrote": "write",
    "became": "become",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class KnownFact:
    """A known fact as the model sees it.

    Attributes:
        id: the fact's.
        subject, predicate: as in `GivenFact`.
        object, value: likewise; one of them is None.
        when: the day of an event, or the days from and until which a state holds, as far as they are known.
    """

    id: str
    subject: str
    predicate: str
    object: str | None = None
    value: str | None = None
    when: str = ""

    @property
    def line(self) -> str:
        """The fact in a few words."""
        return " ".join(filter(None, (self.subject, self.predicate, self.object or self.value, self.when)))


class FactReader:
    """Makes assertions of the facts that a model tells.

    Args:
        kinds: the types of the known names, in the form that `normalise` gives them.
        known: the facts that the model was shown, in the order of their numbers.
        vocabulary: that of the facts in the graph.

    Attributes:
        disputed: how many of the model's dates the parser of time expressions disputed.
        dropped: how many of the facts can't be told by an assertion.
    """

    def __init__(
        self,
        zone: ZoneInfo,
        kinds: Mapping[str, EntityType],
        known: Sequence[KnownFact],
        vocabulary: FactVocabulary = PACKAGED,
    ) -> None:
        self._zone = zone
        self._kinds = kinds
        self._known = known
        self._vocabulary = vocabulary
        self.disputed = 0
        self.dropped = 0

    def read(self, told: ToldFact, turn: StoredTurn) -> list[GivenFact]:
        """Return the assertions that one told fact makes; none if it can't be one."""
        try:
            given = [GivenFact.of(**fields) for fields in self._told(told, turn)]
        except InvalidInput:
            given = []
        self.dropped += not given
        return given

    def _told(self, told: ToldFact, turn: StoredTurn) -> Iterator[dict[str, Any]]:
        when = self._when(told, turn)
        rule = self._vocabulary.named(_predicate(told.predicate))
        intention = _is_intention(told, rule, when, turn.said_at)
        if not (intention and told.status == "future"):  # what may come some day ends nothing yet
            yield from self._endings(told, turn, ToldInterval(None, None) if intention else when)
        if told.status in ("past", "ended") and any(link.kind == "ends" for link in told.links):
            return  # the known fact is ended under its own name
        fields = self._content(told, rule, turn)
        if intention and rule.name != _PLANS:
            fields |= {"predicate": _PLANS, "object": None, "value": _intention(rule, fields), "object_type": None}
        for times in [_intended(when, turn.said_at)] if intention else _times(told, rule, when, turn.said_at):
            dated = times.get("valid_at") is not None or times.get("invalid_at") is not None
            yield fields | times | {"grain": when.grain if dated else None}

    def _when(self, told: ToldFact, turn: StoredTurn) -> ToldInterval:
        if told.time is None:
            return ToldInterval(None, None)
        when = settle(turn, told.time.words, told.time.first, told.time.last, self._zone)
        self.disputed += when.disputed
        return when

    def _content(self, told: ToldFact, rule: Predicate, turn: StoredTurn) -> dict[str, Any]:
        words = told.object.strip()[:_MAX_WORDS] if told.object and told.object.strip() else None
        if words is None and told.status not in ("ended", "denied") and (rule.kind == "event" or rule.is_open):
            words = _infinitive(rule.name)
        subject = " ".join(told.subject.split())[:_MAX_WORDS]
        if not subject or subject.lower() in _SELF:
            subject = turn.speaker
        kind = self._kind(words, rule)
        return {
            "subject": subject,
            "predicate": rule.name,
            "object": words if kind is not None else None,
            "value": words if kind is None else None,
            "text": " ".join(told.sentence.split())[:_MAX_SENTENCE] or None,
            "turn_id": turn.id,
            "confidence": _CONFIDENCE,
            "minor": None if rule.minor else False,
            "subject_type": self._kinds.get(normalise(subject)) or kind_of_entity(subject, {}),
            "object_type": kind,
            **self._links(told),
        }

    def _kind(self, words: str | None, rule: Predicate) -> EntityType | None:
        """Return the type of the entity that words name, or None if they name none."""
        if words is None:
            return None
        named = rule.object_type in _NAMED and words[:1].isupper()
        return self._kinds.get(normalise(words), rule.object_type if named else None)

    def _links(self, told: ToldFact) -> dict[str, tuple[str, ...]]:
        return {
            name: tuple(known.id for known in self._linked(told, how))
            for how, name in (("same", "repeats"), ("refines", "refines"), ("wrong", "contradicts"))
        }

    def _linked(self, told: ToldFact, how: str) -> list[KnownFact]:
        own = [link.fact for link in told.links if link.kind == how]
        return [self._known[number - 1] for number in own if 1 <= number <= len(self._known)]

    def _endings(self, told: ToldFact, turn: StoredTurn, when: ToldInterval) -> Iterator[dict[str, Any]]:
        """Yield the endings of the known facts that a fact ends, at a time or when it is told."""
        at = when.start or when.end
        for known in self._linked(told, "ends"):
            yield {
                "subject": known.subject,
                "predicate": known.predicate,
                "object": known.object,
                "value": known.value,
                "text": " ".join(told.sentence.split())[:_MAX_SENTENCE] or None,
                "turn_id": turn.id,
                "confidence": _CONFIDENCE,
                "minor": False,
                "ended": True,
                "invalid_at": at,
                "grain": when.grain if at is not None else None,
            }


def _is_intention(told: ToldFact, rule: Predicate, when: ToldInterval, said_at: datetime) -> bool:
    """Whether a fact is a plan: as it says itself, or something to come other than a state that has its day."""
    if rule.name == _PLANS:
        return told.status in ("current", "future")
    return told.status == "future" and (rule.kind == "event" or when.start is None or when.start <= said_at)


def _intended(when: ToldInterval, said_at: datetime) -> dict[str, Any]:
    """Return the times of a plan: it holds from when it is told until its own day is over."""
    end = when.end or when.first_until
    return {"valid_at": said_at, "invalid_at": end} if end is not None and end > said_at else {}


def _times(told: ToldFact, rule: Predicate, when: ToldInterval, said_at: datetime) -> Iterator[dict[str, Any]]:
    """Yield the times and the polarity of the assertions that tell a status.

    A state that has come about, with the day on which it did, holds since then. A state of the past that has no end was
    over when it was told, at the latest.
    """
    status = told.status
    if status == "denied":
        yield {"negated": True, "valid_at": when.start, "invalid_at": when.end}
    elif rule.kind == "event" or (status == "happened" and rule.is_open):
        yield {"present": False, "valid_at": when.start, "invalid_at": when.end}
    elif status in ("current", "future", "happened"):
        end = when.end if status != "happened" and when.end is not None and when.end > said_at else None
        yield {"present": status != "future", "valid_at": when.start, "invalid_at": end}
    elif status == "ended":
        yield {"ended": True, "present": False, "invalid_at": when.start or when.end}
    else:
        if when.start is not None:
            yield {"present": False, "valid_at": when.start, "invalid_at": when.end}
        if when.start is None or when.end is None:
            yield {"ended": True, "present": False, "invalid_at": when.end}


def _predicate(words: str) -> str:
    return "_".join(re.findall(r"\w+", words.lower()))[:_MAX_WORDS] or "is"


def _intention(rule: Predicate, fields: Mapping[str, Any]) -> str:
    """Return what is intended in words: "live in Oslo"."""
    words = fields["object"] or fields["value"] or ""
    own = _infinitive(rule.name)
    return own if not words or words == own else f"{own} {words}"


def _infinitive(predicate: str) -> str:
    """Return the words of a predicate, the first one in the form after "to": "move to" for `moved_to`."""
    first, *rest = predicate.split("_")
    if first in _INFINITIVES:
        first = _INFINITIVES[first]
    elif first.endswith("ies"):
        first = f"{first[:-3]}y"
    elif first.endswith(("ches", "shes", "sses")):
        first = first[:-2]
    elif first.endswith("s") and not first.endswith("ss"):
        first = first[:-1]
    elif first.endswith("ied"):
        first = f"{first[:-3]}y"
    elif first.endswith("ed"):
        first = first[:-2]
    return " ".join([first, *rest])
