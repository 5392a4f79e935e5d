"""The facts of a turn: its statements, the particulars that it gives, and the standing instructions."""

import re
from collections.abc import Iterable, Iterator, Sequence

from chronomem.extractors.language.extracted import Statement
from chronomem.extractors.language.lexicon import HOME_NOUNS, JOB_NOUNS, SCHOOL_NOUNS
from chronomem.extractors.turns.instructions import instructions_in
from chronomem.extractors.turns.parses import MOST_CHARACTERS
from chronomem.extractors.turns.particulars import particulars_in
from chronomem.extractors.turns.stored_turn import StoredTurn
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.facts.assertion import details_of
from chronomem.graph_schema.facts.given import GivenFact
from chronomem.graph_schema.facts.predicates import INTENTIONS

_PARTNER_NOUNS = frozenset({"partner", "spouse", "husband", "wife", "boyfriend", "girlfriend", "relationship"})
_WHATEVER = {
    **dict.fromkeys(("works_at", "works_as", "also_works_at"), JOB_NOUNS),
    **dict.fromkeys(("studies_at", "studies"), SCHOOL_NOUNS),
    **dict.fromkeys(("has_partner", "engaged_to", "married_to"), _PARTNER_NOUNS),
    "lives_in": HOME_NOUNS,
}
"""The nouns that stand for whatever holds: who quits "my job" works nowhere, but goes on to like jazz."""
_WORD_OR_NUMBER = re.compile(r"[^\W_]+")


def given_facts(turn: StoredTurn, statements: Sequence[Statement]) -> tuple[GivenFact, ...]:
    """Return the facts that a turn gives, in the order in which it tells them; its instructions come last."""
    return (*_with_particulars(turn, _facts(turn, statements)), *_instructions(turn))


def _facts(turn: StoredTurn, statements: Sequence[Statement]) -> Iterator[GivenFact]:
    for statement in statements:
        try:
            yield _fact(turn, statement)
        except InvalidInput:  # words that no fact can hold, such as a subject of a thousand letters
            continue


def _fact(turn: StoredTurn, statement: Statement) -> GivenFact:
    start, end = statement.valid_at, statement.invalid_at
    if start is not None and end is not None and end <= start:
        start = end = None
    coming = start or end
    if statement.predicate in INTENTIONS and not statement.ended and coming is not None and coming > turn.said_at:
        start = turn.said_at  # an intention holds from when it is told until its own day is over
    return GivenFact.of(
        subject=statement.subject,
        predicate=statement.predicate,
        object=statement.object,
        value=None if _names_none(statement) else statement.value,
        text=statement.text,
        valid_at=start,
        invalid_at=end,
        turn_id=turn.id,
        negated=statement.polarity == "negated",
        ended=statement.ended,
        present=statement.tense != "past" and not statement.begun,
        grain=statement.grain,
        confidence=statement.confidence,
        minor=statement.minor,
        subject_type=statement.subject_type,
        object_type=statement.object_type,
        details=details_of(statement.details),
    )


def _instructions(turn: StoredTurn) -> Iterator[GivenFact]:
    """Yield the standing instructions that a turn gives or takes back."""
    for told in instructions_in(turn.text):
        yield GivenFact.of(
            subject=turn.speaker,
            predicate=told.predicate,
            value=told.value,
            text=told.text,
            turn_id=turn.id,
            negated=told.negated,
            ended=told.ended,
            subject_type="person",
        )


def _with_particulars(turn: StoredTurn, facts: Iterable[GivenFact]) -> Iterator[GivenFact]:
    """Yield the facts of a turn with the particulars that it gives, without what the rules read of these."""
    given = particulars_in(turn.text[:MOST_CHARACTERS])
    parts = [(one.whose or turn.speaker, set(_WORD_OR_NUMBER.findall(one.value.lower()))) for one in given]
    for fact in facts:
        words = set(_WORD_OR_NUMBER.findall((fact.object or fact.value or "").lower()))
        attribute = fact.predicate == "has" or fact.predicate.endswith("_is")
        if not (attribute and words and any(fact.subject == whose and words <= part for whose, part in parts)):
            yield fact
    for told in given:
        whose = told.whose or turn.speaker
        yield GivenFact.of(
            subject=whose, predicate=told.predicate, value=told.value, turn_id=turn.id, confidence=0.9,
            text=f"{whose}'s {told.name} is {told.value}", subject_type="person" if told.whose is None else None,
        )  # fmt: skip


def _names_none(statement: Statement) -> bool:
    """Whether an ending names nothing in particular: "quit my job" ends any job."""
    return statement.ended and statement.object is None and statement.value in _WHATEVER.get(statement.predicate, ())
