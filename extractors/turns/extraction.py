"""Extraction from a turn without a language model: its times, entities and facts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from chronomem.extractors.language.dialogue.conversation import conversation_of
from chronomem.extractors.language.dialogue.restating import Restated, restate, with_restated
from chronomem.extractors.language.extracted import Alias, Earlier, Extraction, Mention, Statement, Utterance
from chronomem.extractors.language.extraction import extract_turn, spoken_text
from chronomem.extractors.language.lexicon import HOME_NOUNS, JOB_NOUNS, SCHOOL_NOUNS
from chronomem.extractors.language.parsing.pipeline import parse
from chronomem.extractors.turns.durations import told_lengths
from chronomem.extractors.turns.times import TurnTime, turn_times
from chronomem.graph_schema.errors import ChronomemError, InvalidInput
from chronomem.graph_schema.facts.given import GivenFact
from chronomem.graph_schema.version import extractor_version

if TYPE_CHECKING:
    from spacy.tokens import Doc  # only for types: spaCy is slow to import

SILENT_ROLES = frozenset({"assistant", "system", "tool"})
"""Roles whose words are no evidence: an assistant's explanations and inventions are not a person's statements."""
CONTEXT = 6
"""How many earlier turns of the same session are at hand when a turn is extracted."""
_MAX_CHARACTERS = 10_000
"""How many characters of a turn are parsed. Longer turns are pasted documents rather than statements about oneself."""
_PARTNER_NOUNS = {"partner", "spouse", "husband", "wife", "boyfriend", "girlfriend", "relationship"}
_WHATEVER = JOB_NOUNS | HOME_NOUNS | SCHOOL_NOUNS | _PARTNER_NOUNS
_WORD = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """The fields of a turn that extraction needs.

    Attributes:
        others: the names of the other speakers of its session.
        session: the id of its session.
        before: the turns of its session right before it, in order of time: at most `CONTEXT`.
    """

    id: str
    text: str
    said_at: datetime
    speaker: str
    role: str
    others: tuple[str, ...]
    session: str = ""
    before: tuple[Utterance, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnExtraction:
    """The result of extraction from one turn."""

    turn: StoredTurn
    times: Sequence[TurnTime]
    mentions: Sequence[Mention]
    facts: Sequence[GivenFact]
    aliases: Sequence[Alias]


@dataclass(frozen=True, slots=True)
class Extractions:
    """The extractions of some turns.

    Attributes:
        done: one for each turn that could be extracted, in the order of the turns.
        failed: the class of the error by the id of each turn that could not. No word of the turn is in it.
    """

    done: Sequence[TurnExtraction]
    failed: Mapping[str, str] = field(default_factory=dict)


class TurnExtractor:
    """Extracts turns with a spaCy pipeline, which is loaded at the first turn.

    Args:
        pipeline: the name of an installed pipeline, or None for the packaged one.
    """

    def __init__(self, pipeline: str | None = None) -> None:
        self._pipeline = pipeline

    @property
    def version(self) -> str:
        """The version of this extractor: a turn that one version can't extract may be tried again by another."""
        return extractor_version(self._pipeline)

    def extract(self, turns: Sequence[StoredTurn], zone: ZoneInfo) -> Extractions:
        """Return the times, mentions and facts of each turn; a turn that raises an error doesn't stop the others.

        Text in other languages than English gives times and no facts.

        Raises:
            ChronomemError: the pipeline can't be loaded.
        """
        try:
            return Extractions(self._extract(turns, zone))
        except ChronomemError:
            raise
        except Exception:  # noqa: BLE001 - whatever somebody writes must not keep the turns beside it from extraction
            return self._one_by_one(turns, zone)

    def _one_by_one(self, turns: Sequence[StoredTurn], zone: ZoneInfo) -> Extractions:
        done: list[TurnExtraction] = []
        failed: dict[str, str] = {}
        for turn in turns:
            try:
                done += self._extract([turn], zone)
            except Exception as error:  # noqa: BLE001 - the turn is set aside, with the class of the error
                failed[turn.id] = type(error).__name__
        return Extractions(done, failed)

    def _extract(self, turns: Sequence[StoredTurn], zone: ZoneInfo) -> list[TurnExtraction]:
        docs = self._parsed(turns)
        restated = self._restated(turns, docs, zone)
        readings = []
        for turn in turns:
            spans = turn_times(turn.text, turn.said_at, zone)
            times = [time for _, time in spans]
            if not _is_spoken(turn):
                readings.append(TurnExtraction(turn, times, (), (), ()))
                continue
            extraction = extract_turn(
                docs[turn.text],
                speaker=turn.speaker,
                others=turn.others,
                said_at=turn.said_at,
                times=[*(span for span, _ in spans), *told_lengths(turn.text, turn.said_at, zone)],
                before=_before(turn, docs),
            )
            extraction = with_restated(extraction, restated.get(turn.id, ()))
            facts = tuple(_facts(turn, extraction))
            readings.append(TurnExtraction(turn, times, extraction.mentions, facts, extraction.aliases))
        return readings

    def _restated(
        self, turns: Sequence[StoredTurn], docs: "Mapping[str, Doc]", zone: ZoneInfo
    ) -> dict[str, list[tuple[Restated, Extraction]]]:
        """Return what is extracted from the sentences that each turn implies together with those before it."""
        sentences: dict[str, list[Restated]] = {}
        for turn in turns:
            if _is_spoken(turn) and turn.before:
                sentences[turn.id] = restate(
                    conversation_of(docs[turn.text], turn.speaker, turn.others, turn.said_at, _before(turn, docs))
                )
        texts = list(dict.fromkeys(sentence.text for implied in sentences.values() for sentence in implied))
        parsed = dict(zip(texts, parse(texts, self._pipeline), strict=True)) if texts else {}
        found: dict[str, list[tuple[Restated, Extraction]]] = {}
        for turn in turns:
            for sentence in sentences.get(turn.id, ()):
                spans = [span for span, _ in turn_times(sentence.text, sentence.said_at, zone)]
                extraction = extract_turn(
                    parsed[sentence.text],
                    speaker=sentence.speaker,
                    others=sentence.others,
                    said_at=sentence.said_at,
                    times=[*spans, *told_lengths(sentence.text, sentence.said_at, zone)],
                    before=_before(turn, docs),
                )
                found.setdefault(turn.id, []).append((sentence, extraction))
        return found

    def _parsed(self, turns: Sequence[StoredTurn]) -> "dict[str, Doc]":
        """Parse each text once: those of people, and those before them."""
        spoken = [turn for turn in turns if _is_spoken(turn)]
        before = [utterance for turn in spoken for utterance in turn.before if _has_words(utterance)]
        texts = list(dict.fromkeys([*(turn.text for turn in spoken), *(utterance.text for utterance in before)]))
        return dict(zip(texts, parse([spoken_text(t[:_MAX_CHARACTERS]) for t in texts], self._pipeline), strict=True))


def _before(turn: StoredTurn, docs: "Mapping[str, Doc]") -> list[Earlier]:
    return [Earlier(utterance, docs[utterance.text]) for utterance in turn.before if _has_words(utterance)]


def _is_spoken(turn: StoredTurn) -> bool:
    return turn.role not in SILENT_ROLES and _has_words(turn)


def _has_words(turn: StoredTurn | Utterance) -> bool:
    return bool(_WORD.search(turn.text))


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
        minor=statement.minor,
        subject_type=statement.subject_type,
        object_type=statement.object_type,
    )


def _names_none(statement: Statement) -> bool:
    """Whether an ending names nothing in particular: "quit my job" ends any job."""
    return statement.ended and statement.object is None and statement.value in _WHATEVER
