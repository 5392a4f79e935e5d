"""Everything that is read from a turn without a language model: the times, entities and facts it speaks of."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from chronomem.extractors.language.extracted import Alias, Extraction, Mention, Statement
from chronomem.extractors.language.extraction import extract_turn, spoken_text
from chronomem.extractors.language.lexicon import HOME_NOUNS, JOB_NOUNS, SCHOOL_NOUNS
from chronomem.extractors.language.parsing.pipeline import parse
from chronomem.extractors.turns.durations import told_lengths
from chronomem.extractors.turns.times import TurnTime, turn_times
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.facts.given import GivenFact

SILENT_ROLES = frozenset({"assistant", "system", "tool"})
"""Roles whose words are no evidence: what an assistant explains or invents is not what a person told."""
_MAX_CHARACTERS = 10_000
"""What is parsed of one turn. Longer ones are pasted documents, and not what people say of themselves."""
_PARTNER_NOUNS = {"partner", "spouse", "husband", "wife", "boyfriend", "girlfriend", "relationship"}
_WHATEVER = JOB_NOUNS | HOME_NOUNS | SCHOOL_NOUNS | _PARTNER_NOUNS
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """A turn as reading needs it.

    Attributes:
        others: the names of those who also speak in its session.
        session: its session.
    """

    id: str
    text: str
    said_at: datetime
    speaker: str
    role: str
    others: tuple[str, ...]
    session: str = ""


@dataclass(frozen=True, slots=True)
class TurnExtraction:
    """What was read from one turn."""

    turn: StoredTurn
    times: Sequence[TurnTime]
    mentions: Sequence[Mention]
    facts: Sequence[GivenFact]
    aliases: Sequence[Alias]


class TurnExtractor:
    """Reads turns with a spaCy pipeline, which is loaded at the first turn.

    Args:
        pipeline: the name of an installed pipeline, or None for the one that comes with the package.
    """

    def __init__(self, pipeline: str | None = None) -> None:
        self._pipeline = pipeline

    def extract(self, turns: Sequence[StoredTurn], zone: ZoneInfo) -> list[TurnExtraction]:
        """Return what each turn speaks of. Text in other languages than English gives times and no facts."""
        spoken = [turn.role not in SILENT_ROLES and bool(_LETTER.search(turn.text)) for turn in turns]
        texts = [spoken_text(turn.text[:_MAX_CHARACTERS]) for turn, reads in zip(turns, spoken, strict=True) if reads]
        docs = iter(parse(texts, self._pipeline))
        readings = []
        for turn, reads in zip(turns, spoken, strict=True):
            spans = turn_times(turn.text, turn.said_at, zone)
            times = [time for _, time in spans]
            if not reads:
                readings.append(TurnExtraction(turn, times, (), (), ()))
                continue
            extraction = extract_turn(
                next(docs),
                speaker=turn.speaker,
                others=turn.others,
                said_at=turn.said_at,
                times=[*(span for span, _ in spans), *told_lengths(turn.text, turn.said_at, zone)],
            )
            facts = tuple(_facts(turn, extraction))
            readings.append(TurnExtraction(turn, times, extraction.mentions, facts, extraction.aliases))
        return readings


def _facts(turn: StoredTurn, extraction: Extraction) -> Iterator[GivenFact]:
    for statement in extraction.statements:
        try:
            yield _fact(turn, statement)
        except InvalidInput:  # words that no fact can hold, such as a subject of a thousand letters
            continue


def _fact(turn: StoredTurn, statement: Statement) -> GivenFact:
    start, end = statement.valid_at, statement.invalid_at
    if start is not None and end is not None and end <= start:
        start = end = None
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
        dated_by_words=statement.grain is not None,
        confidence=statement.confidence,
        subject_type=statement.subject_type,
        object_type=statement.object_type,
    )


def _names_none(statement: Statement) -> bool:
    """Whether an ending names nothing in particular: "quit my job" ends whatever job it was."""
    return statement.ended and statement.object is None and statement.value in _WHATEVER
