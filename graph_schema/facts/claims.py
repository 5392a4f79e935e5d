"""What an assertion claims of time: that something holds over an interval, or that it is over at a moment."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from chronomem.graph_schema.facts.assertion import Assertion
from chronomem.graph_schema.facts.predicates import OPINIONS, PARTNERS, Predicate, predicate_named

BEGINNING = datetime.min.replace(tzinfo=UTC)
"""Stands for a start that isn't known."""
END = datetime.max.replace(tzinfo=UTC)
"""Stands for an end that isn't known, or that hasn't come."""

Key = tuple[str, str, bool]
"""What a fact says: predicate, meaning, and whether it is negated."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that is claimed to hold.

    Attributes:
        assertion: that claims it.
        meaning: what it speaks of; another than the assertion's own where a more precise one took it in.
        start, end: half-open; `END` where no end is known.
        dated: the start is known, and not only the time of saying.
        ends_by_itself: the end was said, and not supplied by how long such states last.
        denied: of a denial, the more precise meanings that it denies as well.
        taken_in: a more precise claim took it in, so that it no longer has its own meaning.
    """

    assertion: Assertion
    meaning: str
    start: datetime
    end: datetime
    dated: bool
    ends_by_itself: bool = False
    denied: frozenset[str] = frozenset()
    taken_in: bool = False

    @property
    def predicate(self) -> str:
        return self.assertion.predicate

    @property
    def rule(self) -> Predicate:
        return predicate_named(self.assertion.predicate)

    @property
    def negated(self) -> bool:
        return self.assertion.negated

    @property
    def key(self) -> Key:
        return self.predicate, self.meaning, self.negated

    @property
    def weight(self) -> tuple[bool, datetime, float, str, str, str]:
        """What decides between two that can't both hold from one moment on: the greater one does.

        Dated before undated, then what was said later, then what was read more surely; the rest is content, so
        that nothing depends on the order of arrival.
        """
        a = self.assertion
        return self.dated, a.said_at, a.confidence, self.meaning, a.predicate, a.id

    def moved(self, meaning: str, start: datetime, end: datetime) -> "Claim":
        """Return it as part of what a more precise claim speaks of."""
        return replace(self, meaning=meaning, start=start, end=end, taken_in=True)


@dataclass(frozen=True, slots=True)
class Ending:
    """Something that is claimed to be over.

    Attributes:
        assertion: that claims it.
        meaning: what is over; None for whatever there is.
        at: the moment by which it is over.
        dated: the moment is known, and not only the time of saying.
    """

    assertion: Assertion
    meaning: str | None
    at: datetime
    dated: bool

    def ends(self, claim: Claim) -> bool:
        """Whether it speaks of what a claim claims, whatever the times."""
        if claim.negated or (self.meaning is not None and self.meaning != claim.meaning):
            return False
        return claim.predicate == self.assertion.predicate or claim.rule.group == PARTNERS

    def calls_off(self, claim: Claim) -> bool:
        """Whether it falls between the moment at which a claim was announced and the one at which it would begin."""
        announced, said = claim.assertion.said_at, self.assertion.said_at
        return claim.dated and announced < self.at <= claim.start and announced < said <= claim.start


def read(assertion: Assertion, meaning: str | None) -> Claim | Ending:
    """Return what an assertion claims of time."""
    rule = predicate_named(assertion.predicate)
    start, end = assertion.valid_at, assertion.invalid_at
    if meaning is None and assertion.negated:
        return Ending(assertion, None, start or assertion.said_at, dated=start is not None)
    if meaning is None or (not assertion.negated and start is None and (end is not None or assertion.ended)):
        return Ending(assertion, meaning, end or assertion.said_at, dated=end is not None)
    if rule.kind == "event" and assertion.dating == "words" and start is not None:
        return Claim(assertion, meaning, start, END, dated=True)
    passes = rule.lasts if end is None and not assertion.negated and assertion.dating != "given" else None
    if start is None and end is None:
        until = END if passes is None else assertion.said_at + passes
        return Claim(assertion, meaning, assertion.said_at, until, dated=False)
    if start is not None and passes is not None:
        return Claim(assertion, meaning, start, start + passes, dated=True)
    if end is None and assertion.ended:
        end = max(assertion.said_at, start or BEGINNING)
    return Claim(assertion, meaning, start or BEGINNING, end or END, dated=True, ends_by_itself=end is not None)


def closes(new: Claim, old: Claim) -> bool:
    """Whether one claim, where it begins, is the end of another that began before.

    Claims of one meaning and predicate end each other where one denies the other; liking and disliking one thing
    do; different values do where the predicate holds one at a time. Of partners, any other person does, and a later
    stage with the same person.
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
    if not new.rule.single:
        return False
    return new.predicate == old.predicate or new.rule.group == PARTNERS
