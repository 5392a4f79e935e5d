"""The times of a turn's clauses: which of its expressions tells when something is, was or will be."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.clause_times import aimed_at, is_of_another_clause, time_meant
from chronomem.extractors.language.extracted import TimeExpression
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_AROUND = re.compile(r"(?:\W|like|about|around|maybe|on|in|at|sometime|i think|just|only|that was|it was)*")
"""What may stand around a time in a sentence that only adds it."""
_FOR = re.compile(r"\bfor(?: the| a)? $", re.IGNORECASE)
_SAME = re.compile(r"(?:the |that )?same \w+", re.IGNORECASE)
_BEFORE_DAY = re.compile(r",? (?:on|in|at|during|this|back in)$|,$", re.IGNORECASE)

_LASTING = ("in under ", "in less than ", "within ")


def fragment(head: int) -> Clause:
    """Return a statement without a clause of its own."""
    return Clause(
        head=head, subject=None, reference=None, kind="statement", auxiliaries=(), negated=False, modality="actual",
        tense="present", ended=False,
    )  # fmt: skip


@dataclass(frozen=True)
class TurnTimes:
    """The time expressions of one turn, and what they date.

    Attributes:
        tree: the parse of the turn.
        times: its expressions.
        said_at: when it was said.
    """

    tree: SyntaxTree
    times: Sequence[TimeExpression]
    said_at: datetime | None

    @cached_property
    def words(self) -> set[str]:
        """The time expressions of the turn as they are worded."""
        text = self.tree.text
        return {text[time.start_char : time.end_char] for time in self.times}

    @cached_property
    def tokens(self) -> set[int]:
        starts = self.tree.starts
        spans = ((bisect_left(starts, t.start_char), bisect_left(starts, t.end_char)) for t in self.times)
        return {i for span in spans for i in range(*span)}

    def told_on(self, clause: Clause) -> TimeExpression | None:
        """Return the past day of a clause, on which the events of the clauses after it took place as well."""
        time = self.of(clause) if clause.tense == "past" and clause.modality == "actual" else None
        past = time is not None and self.said_at is not None and time.start is not None and time.start <= self.said_at
        of_a_day = time is not None and time.grain in ("day", "part_of_day") and time.end is not None
        return time if past and of_a_day else None

    def is_ahead(self, start: datetime | None, *, after: timedelta = timedelta(0)) -> bool:
        return self.said_at is not None and start is not None and start - self.said_at > after

    def is_coming(self, time: TimeExpression | None, *, after: timedelta = timedelta(0)) -> bool:
        """Whether a time begins some time after the utterance."""
        return time is not None and self.is_ahead(time.start, after=after)

    def may_come(self, time: TimeExpression | None) -> bool:
        """Whether a time is one to come if something is intended for it."""
        return self.said_at is not None and time is not None and self.is_coming(aimed_at(time, self.said_at))

    def of(
        self, clause: Clause, *, beside: AbstractSet[int] = frozenset(), ahead: bool = False
    ) -> TimeExpression | None:
        """Return the first time expression inside the clause, or else the one right before it ("Yesterday I …").

        Args:
            beside: tokens that give no time: "last day" of "my last day is Friday".
            ahead: whether a clause in the present announces something.
        """
        tree = self.tree
        first, last = tree.extent(clause.head)
        left, right = tree.starts[first], tree.end(last - 1)
        known = [t for t in self._dated if not (self._is_used(t, beside) or self._is_taken_by(t, clause))]
        inner = [
            t
            for t in known
            if left <= t.start_char and t.end_char <= right and not is_of_another_clause(tree, clause, t)
        ]
        now = any(tree.lower[i] == "now" for i in tree.having(clause.head, "advmod"))
        before = [] if now else [t for t in known if self._leads(t, left)]  # "I quit last summer so now I am …"
        known = inner or before or self._afterthought(clause) or self._headed(clause)
        return time_meant(tree, clause, known, self.said_at, ahead)

    def aimed_for(self, clause: Clause) -> TimeExpression | None:
        """Return the time for which something was booked or bought: "a ticket to Bristol, for the 8th of June"."""
        tree = self.tree
        first, last = tree.extent(clause.head)
        inner = [t for t in self._dated if tree.starts[first] <= t.start_char and t.end_char <= tree.end(last - 1)]
        aimed = [t for t in inner if _FOR.search(tree.text, 0, t.start_char)]
        return time_meant(tree, clause, aimed, self.said_at, ahead=True) if len(inner) > 1 else None

    def _afterthought(self, clause: Clause) -> list[TimeExpression]:
        """Return the time that a sentence right after that of a past clause adds: "we split. like three weeks ago"."""
        tree, said_at = self.tree, self.said_at
        if clause.tense != "past" or said_at is None:
            return []
        said_of = (i for i in tree.having(clause.head, "conj", "parataxis") if i in self.tokens)
        for i in said_of:  # "…, and that was in 2015"
            what = tree.child(i, "nsubj")
            if what is not None and tree.lower[what : what + 2] in (["that", "was"], ["it", "was"]):
                return [t for t in self._dated if t.start_char <= tree.starts[i] < t.end_char]
        number = bisect_right(tree.sentences, clause.head, key=lambda sentence: sentence[0]) - 1
        if clause.inherited or number + 1 >= len(tree.sentences):
            return []
        if self._within(tree.sentences[number]):
            return []  # "we moved in May, when she quit. last month"
        first, last = tree.sentences[number + 1]
        left, right = tree.starts[first], tree.end(last - 1)
        told = [t for t in self._within((first, last)) if t.start and t.start < said_at]
        outside = tree.text[left : told[0].start_char] + tree.text[told[0].end_char : right] if told else ""
        return told[:1] if told and _AROUND.fullmatch(outside.lower()) else []

    def _headed(self, clause: Clause) -> list[TimeExpression]:
        """Return the past time that the first sentence gives by itself: "Yesterday. The airport. I met him"."""
        tree, said_at = self.tree, self.said_at
        if clause.tense != "past" or said_at is None or clause.inherited or len(tree.sentences) < 2:
            return []
        first, last = tree.sentences[0]
        told = [t for t in self._within((first, last)) if t.start and t.start < said_at]
        outside = tree.text[: told[0].start_char] + tree.text[told[0].end_char : tree.end(last - 1)] if told else "x"
        return told[:1] if clause.head >= last and not any(c.isalnum() for c in outside) else []

    def _within(self, sentence: tuple[int, int]) -> list[TimeExpression]:
        """Return the times that a sentence names."""
        left, right = self.tree.starts[sentence[0]], self.tree.end(sentence[1] - 1)
        return [t for t in self._dated if left <= t.start_char and t.end_char <= right]

    def day_in(
        self, sentence: tuple[int, int], *, ahead: bool = True, clause: Clause | None = None
    ) -> TimeExpression | None:
        """Return the day that a sentence or clause names: the one to come where it may be, or else the nearer one."""
        tree = self.tree
        left, right = tree.starts[sentence[0]], tree.end(sentence[1] - 1)
        dated = [t for t in self.times if t.start is not None and left <= t.start_char]
        inner = [t for t in dated if t.end_char <= right]
        if not inner:  # "fever since Saturday", parsed as two
            inner = [t for t in dated if right <= t.start_char and not tree.text[right : t.start_char].strip(" ")]
        return time_meant(tree, clause or fragment(sentence[0]), inner, self.said_at, ahead)

    def ahead_in(self, sentence: tuple[int, int]) -> TimeExpression | None:
        """Return the time to come that a sentence without a clause names."""
        time = self.day_in(sentence)
        ahead = time is not None and self.said_at is not None and time.end is not None and time.end > self.said_at
        return time if ahead else None

    def undated(self, value: str, time: TimeExpression) -> str:
        """Return what happened without its day, which the statement has: "fall" of "fall on Wednesday"."""
        day = self.tree.text[time.start_char : time.end_char]
        rest = value.removesuffix(day).rstrip()
        return _BEFORE_DAY.sub("", rest) or value if rest and rest != value else value

    @cached_property
    def _dated(self) -> list[TimeExpression]:
        """The expressions that tell a time by themselves: not "since before May", nor "the year Tom was born"."""
        text = self.tree.text
        open_ended = (t for t in self.times if t.start is not None or not text[: t.start_char].endswith("since "))
        anchored = {t.start_char for t in self.times if t.kind == "anchored"}
        dated = [t for t in open_ended if (t.start or t.end) and t.start_char not in anchored]
        unsaid = bool(dated) and _SAME.fullmatch(text, dated[0].start_char, dated[0].end_char) is not None
        return dated[1:] if unsaid else dated  # without "same weekend", as one of an earlier turn

    def _is_used(self, time: TimeExpression, beside: AbstractSet[int]) -> bool:
        """Whether tokens that give no time are a number in an expression, or all its words: not "last" alone."""
        tree = self.tree
        inside = {i for i in beside if time.start_char <= tree.starts[i] < time.end_char}
        inside |= {i - 1 for i in inside if i and tree.tags[i - 1] == "PRP$" and time.start_char <= tree.starts[i - 1]}
        left = bisect_left(tree.starts, time.end_char) - bisect_left(tree.starts, time.start_char) - len(inside)
        return bool(inside) and (left == 0 or any(tree.tags[i] == "CD" for i in inside))

    def _is_taken_by(self, time: TimeExpression, clause: Clause) -> bool:
        """Whether an expression tells how long something took: "ran it in under two hours"."""
        text = self.tree.text[time.start_char : time.end_char].lower()
        return clause.tense == "past" and text.startswith(_LASTING)

    def _leads(self, time: TimeExpression, left: int) -> bool:
        """Whether an expression outside any clause stands right before this offset."""
        tree = self.tree
        if time.end_char > left or tree.text[time.end_char : left].strip(" ,"):
            return False
        inside = [i for i, start in enumerate(tree.starts) if time.start_char <= start < time.end_char]
        root = next((i for i in inside if tree.heads[i] == i), None)
        vague = time.kind == "vague" and root is not None and tree.child(root, "cop") is not None
        return root is not None and not vague  # not "that was ages ago, I …"
