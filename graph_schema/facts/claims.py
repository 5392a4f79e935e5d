"""Claims about time that assertions make: that something holds over an interval, or is over at a moment."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from chronomem.graph_schema.facts.assertion import Assertion
from chronomem.graph_schema.facts.meaning import VALUE, counted, undetailed
from chronomem.graph_schema.facts.predicates import OPINIONS, PARTNERS, Predicate
from chronomem.graph_schema.model.entity_names import words_of

BEGINNING = datetime.min.replace(tzinfo=UTC)
"""Stands for an unknown start."""
END = datetime.max.replace(tzinfo=UTC)
"""Stands for an end that is unknown or still to come."""

_YEAR = timedelta(days=365.25)

_PERIODS = {"season": timedelta(days=92), "quarter": timedelta(days=92), "year": timedelta(days=366)}
"""The periods that a date in words may stand for, which is the first moment of one: "this year", "in the spring"."""
_PERIOD = timedelta(days=31)
"""The period for other dates: "this week", "in March", "on the 3rd"."""

EVER = "ever"
"""The grain of a denial for all of time: "he has never worked there"."""

PLANNED = "planned"
"""The grain of a state that is planned, for a day that nobody has told: it begins once somebody tells that it has."""
ARRIVED = "arrived"
"""The grain of a claim that a planned state has begun. It says nothing if no such plan is known."""

_OCCASION = timedelta(days=3)
"""Longest time of an occasion."""

FORMER = f"{VALUE}former "
"""The beginning of the meaning of an ending that concerns all who had a role before: "former boss manager"."""

COMING = f"{VALUE}coming"
"""The beginning of the meaning of an ending that concerns only what was announced for a day to come: "coming" of any
move that is off, "coming porto" of one to Porto. If it has a day to come itself, the announced state begins then."""

Key = tuple[str, str, bool]
"""The content of a fact: predicate, meaning, and whether it is negated."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that something holds.

    Attributes:
        assertion: the assertion that makes the claim.
        meaning: the meaning of the object or value; it differs from the assertion's own if a more precise claim took it
            in.
        start, end: half-open; `END` if no end is known.
        dated: the start is known, rather than inferred from the time of utterance.
        rule: the predicate.
        ends_by_itself: the end was stated, rather than inferred from how long such states last.
        denied: for a denial, the more precise meanings that it denies as well.
        taken_in: a more precise claim took it in, so that it no longer has its own meaning.
        moved_by: what gave an announced state another day.
    """

    assertion: Assertion
    meaning: str
    start: datetime
    end: datetime
    dated: bool
    rule: Predicate
    ends_by_itself: bool = False
    denied: frozenset[str] = frozenset()
    taken_in: bool = False
    moved_by: Assertion | None = None

    @property
    def supporters(self) -> tuple[Assertion, ...]:
        return (self.assertion,) if self.moved_by is None else (self.assertion, self.moved_by)

    @property
    def predicate(self) -> str:
        return self.assertion.predicate

    @property
    def negated(self) -> bool:
        return self.assertion.negated

    @property
    def key(self) -> Key:
        return self.predicate, self.meaning, self.negated

    @property
    def is_never(self) -> bool:
        """Whether it denies that something ever held, so that whoever said so before was mistaken."""
        return self.negated and self.assertion.grain == EVER

    @property
    def is_occasion(self) -> bool:
        """Whether it tells of a day or so in the past, and so not when a habit begins or ends: "I played on Friday"."""
        return self.dated and self.ends_by_itself and not self.assertion.present and self.end - self.start <= _OCCASION

    @property
    def is_certain_now(self) -> bool:
        """Whether it holds when it is told: in the present, or a state whose length is known, as an age is."""
        return self.assertion.present or (self.rule.lasts is not None and not self.assertion.ended)

    @property
    def weight(self) -> tuple[bool, bool, tuple[datetime, int], float, str, str, str]:
        """The rank of the claim among claims that can't hold together from one moment on: the greatest holds.

        An operator's claims come first, then dated ones, then later utterances, then higher confidence. The remaining
        keys are content, so that the result doesn't depend on the order of arrival.
        """
        a = self.assertion
        return a.is_by_operator, self.dated, a.order, a.confidence, self.meaning, a.predicate, a.id

    def is_within(self, moment: datetime, later: Assertion) -> bool:
        """Whether it is undated and was made in the period whose first moment a later assertion names in words."""
        period = _PERIODS.get(later.grain or "", _PERIOD)
        told = not self.dated and later.dating == "words" and later.order > self.assertion.order
        return told and timedelta(0) <= self.start - moment < period

    def moved(self, meaning: str, start: datetime, end: datetime) -> "Claim":
        """Return the claim as part of a more precise one."""
        return replace(self, meaning=meaning, start=start, end=end, taken_in=True)


@dataclass(frozen=True, slots=True)
class Ending:
    """A claim that something is over.

    Attributes:
        assertion: the assertion that makes the claim.
        meaning: the meaning that is over; None for any.
        at: the moment by which it is over.
        dated: the moment is known, rather than inferred from the time of utterance.
        rule: the predicate.
    """

    assertion: Assertion
    meaning: str | None
    at: datetime
    dated: bool
    rule: Predicate

    def ends(self, claim: Claim) -> bool:
        """Whether the ending concerns the content of a claim, regardless of times."""
        if claim.negated:
            return False
        if claim.rule.roles and self.meaning is not None and self.meaning.startswith(FORMER):
            return self._replaces(claim)
        if self.is_of_coming:
            off = self.calls_off(claim) or (self.postpones and self._is_announced(claim))
            return off and self._is_of(claim)
        if self.meaning not in (None, claim.meaning) and self.meaning != self._regardless(claim):
            return False
        return claim.predicate == self.assertion.predicate or claim.rule.group == PARTNERS

    def is_off(self, plan: Claim) -> bool:
        """Whether it calls off what is planned, without a day."""
        return self.is_of_coming and not self.postpones and self._is_of(plan)

    def _is_of(self, claim: Claim) -> bool:
        """Whether what was announced is what is claimed, by its words; without any, whatever was announced is meant."""
        told = words_of(claim.assertion.text)
        named = all(word in told for word in (self.meaning or "").removeprefix(COMING).split())
        return named and claim.predicate == self.assertion.predicate

    @property
    def is_of_coming(self) -> bool:
        """Whether it concerns only what was announced for a day to come."""
        return self.meaning is not None and f"{self.meaning} ".startswith(f"{COMING} ")

    @property
    def postpones(self) -> bool:
        """Whether it gives what was announced another day."""
        return self.is_of_coming and self.dated and self.at > self.assertion.said_at

    def _regardless(self, claim: Claim) -> str:
        """Return the meaning of a claim without its details, which an ending need not name."""
        return undetailed(claim.meaning) if claim.rule.details else claim.meaning

    def _replaces(self, claim: Claim) -> bool:
        """Whether the ending is of those who had a role before, and the claim's own sentence names the role."""
        assert self.meaning is not None
        told = set(words_of(claim.assertion.text))
        same = claim.predicate == self.assertion.predicate and claim.assertion.turn_id != self.assertion.turn_id
        before = claim.assertion.order < self.assertion.order
        return same and before and not told.isdisjoint(self.meaning.removeprefix(FORMER).split())

    def calls_off(self, claim: Claim) -> bool:
        """Whether the ending falls between the announcement of a claim and its start.

        One that is itself announced for a day to come ends what holds then: the last day of the old job is before the
        first of the new one.
        """
        if self.dated and self.at > self.assertion.said_at:
            return False
        return self._is_announced(claim) and claim.assertion.said_at < self.at <= claim.start

    def _is_announced(self, claim: Claim) -> bool:
        """Whether it was told between the announcement of a claim and its start."""
        return claim.dated and claim.assertion.said_at < self.assertion.said_at <= claim.start


def read(assertion: Assertion, meaning: str | None, rule: Predicate) -> Claim | Ending:
    """Return the claim or the ending that an assertion makes."""
    start, end = assertion.valid_at, assertion.invalid_at
    if meaning is not None and assertion.negated and assertion.grain == EVER:
        return Claim(assertion, meaning, BEGINNING, END, dated=True, rule=rule)
    if meaning is not None and _goes_on_until(assertion):
        until = end or END
        return Claim(assertion, meaning, assertion.said_at, until, dated=False, rule=rule, ends_by_itself=True)
    if meaning is None and assertion.negated:
        return Ending(assertion, None, start or assertion.said_at, dated=start is not None, rule=rule)
    if meaning is None or (not assertion.negated and start is None and (end is not None or assertion.ended)):
        return Ending(assertion, meaning, end or assertion.said_at, dated=end is not None, rule=rule)
    if rule.kind == "event" and assertion.dating == "words" and start is not None:
        return Claim(assertion, meaning, start, END, dated=True, rule=rule)
    passes = rule.lasts if end is None and not assertion.negated and assertion.dating != "given" else None
    if start is None and end is None:
        until = END if passes is None else assertion.said_at + passes
        return Claim(assertion, meaning, assertion.said_at, until, dated=False, rule=rule)
    if start is not None and passes is not None:
        return Claim(assertion, meaning, start, start + passes, dated=True, rule=rule)
    if end is None and assertion.ended:
        end = max(assertion.said_at, start or BEGINNING)
    ends = end is not None
    return Claim(assertion, meaning, start or BEGINNING, end or END, dated=True, rule=rule, ends_by_itself=ends)


def _goes_on_until(assertion: Assertion) -> bool:
    """Whether words tell of what goes on until a time to come, and not since when: "on leave until June"."""
    start, end = assertion.valid_at, assertion.invalid_at
    told = assertion.dating == "words" and assertion.present and not (assertion.ended or assertion.negated)
    return told and start is None and end is not None and end > assertion.said_at


def is_older_by_time(new: Claim, old: Claim) -> bool:
    """Whether a number of years is what the time between two claims made of the other: 29, and 30 some months later."""
    if new.rule.lasts is None or new.predicate != old.predicate:
        return False
    before, after = (each.meaning.removeprefix(VALUE) for each in (old, new))
    if not (before.isdecimal() and after.isdecimal()):
        return False
    return 0 < int(after) - int(before) <= (new.start - old.start) / _YEAR + 1


def by_moment(ending: Ending) -> tuple[datetime, str]:
    """Order endings by the moment by which something is over."""
    return ending.at, ending.assertion.id


def closes(new: Claim, old: Claim) -> bool:
    """Whether one claim, at its start, ends another that began before it.

    Claims with the same predicate and meaning end each other if one denies the other; so do liking and disliking the
    same thing. Different values end each other if the predicate holds one value at a time, or if they are different
    numbers of the same things, or the same thing with other details. Among partners, any other person ends the claim,
    and so does a later stage with the same person.
    """
    if old.assertion.id in new.assertion.contradicts:
        return True
    if new.meaning == old.meaning:
        if new.predicate == old.predicate:
            return new.negated != old.negated
        if new.negated or old.negated:
            return False
        group = new.rule.group
        return group == OPINIONS or (group == PARTNERS and new.rule.stage > old.rule.stage)
    if new.negated or old.negated:
        return new.predicate == old.predicate and (old.meaning in new.denied or new.meaning in old.denied)
    if new.rule.counted and new.predicate == old.predicate:
        one, other = counted(new.meaning), counted(old.meaning)
        if one is not None and other is not None and one[1] == other[1]:
            return True
    if new.rule.details and new.predicate == old.predicate and undetailed(new.meaning) == undetailed(old.meaning):
        return True
    if not new.rule.single:
        return False
    return new.predicate == old.predicate or new.rule.group == PARTNERS
