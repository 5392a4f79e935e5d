"""Retractions: assertions by which an operator takes back what was read, without stating anything else."""

from collections.abc import Sequence
from dataclasses import replace

from chronomem.graph_schema.facts.assertion import Assertion
from chronomem.graph_schema.facts.claims import Claim, Ending
from chronomem.graph_schema.facts.meaning import Meanings
from chronomem.graph_schema.facts.spans import Span, lost


class Retractions:
    """The retractions among the assertions of a family of predicates, and what each takes back.

    Attributes:
        others: the assertions that state something.
    """

    def __init__(self, assertions: Sequence[Assertion], meanings: Meanings) -> None:
        self.others = [a for a in assertions if not a.retracts]
        self._meanings = meanings
        self._taken: dict[tuple[str, str], Assertion] = {}
        self._instead = {link: a for a in self.others if a.is_by_operator for link in a.refines}
        for retraction in sorted((a for a in assertions if a.retracts), key=lambda a: (a.created_at, a.id)):
            self._take_back(retraction)

    def of(self, assertion: Assertion) -> Assertion | None:
        """Return the retraction that takes an assertion back, or None."""
        return self._taken.get((assertion.id, assertion.predicate))

    def span(self, reading: Claim | Ending, by: Assertion) -> list[Span]:
        """Return the span of what was taken back: a claim holds for no time, and what took its place follows it."""
        if isinstance(reading, Ending):
            return []
        return [replace(lost(reading, by), successor=self._instead.get(by.id))]

    def _take_back(self, retraction: Assertion) -> None:
        """Note the assertions that were the fact's evidence when it was retracted.

        A turn that has been read again since then states it in assertions with other ids: those of such a turn count
        that have the same content.
        """
        alike = [a for a in self.others if (a.predicate, a.negated) == (retraction.predicate, retraction.negated)]
        meaning = self._meanings.of(retraction)
        same = [a for a in alike if self._meanings.of(a) == meaning]
        named = [a for a in same if a.id in retraction.contradicts]
        named = named or [a for a in alike if a.id in retraction.contradicts]  # "now five", which meant "five hens"
        unchanged = {a.origin for a in named}
        again = [a for a in same if a.turn_id is not None and a.origin in {*retraction.withdraws} - unchanged]
        for assertion in (*named, *again):
            self._taken.setdefault((assertion.id, assertion.predicate), retraction)
