"""Extraction from a turn without a language model: its times, entities and facts."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from chronomem.extractors.embeddings.passages import PASSAGE_WORDS, passages
from chronomem.extractors.language.dialogue.conversation import conversation_of
from chronomem.extractors.language.dialogue.restating import Restated, restate, with_restated
from chronomem.extractors.language.extracted import Alias, Earlier, Extraction, Mention, Utterance
from chronomem.extractors.language.extraction import extract_turn
from chronomem.extractors.language.judge.judging import judge
from chronomem.extractors.language.parsing.syntax import tree_of
from chronomem.extractors.language.tagger.context_vectors import PassageContexts
from chronomem.extractors.language.tagger.network import WindowReading, packaged_network
from chronomem.extractors.language.tagger.repetitions import without_repetitions
from chronomem.extractors.language.tagger.tagged_statements import LEAST_LIKELY, read_tags
from chronomem.extractors.language.tagger.verdicts import decided
from chronomem.extractors.language.tagger.windows import TaggerWindow, WindowMessage, windows_of
from chronomem.extractors.language.tagger.witness import Witness
from chronomem.extractors.language.tellings.matcher import Matcher
from chronomem.extractors.ontology.conforming import conform
from chronomem.extractors.ontology.ontology import Ontology
from chronomem.extractors.semantic_time import TimeSpan
from chronomem.extractors.turns.completion import completed
from chronomem.extractors.turns.continuations import added_statements, continued, joined, of_the_last
from chronomem.extractors.turns.durations import told_lengths
from chronomem.extractors.turns.given_facts import given_facts
from chronomem.extractors.turns.parses import MOST_CHARACTERS, Parses, Wording
from chronomem.extractors.turns.stored_turn import StoredTurn
from chronomem.extractors.turns.times import TurnTime, stored_times, turn_times
from chronomem.graph_schema.errors import ChronomemError
from chronomem.graph_schema.facts.given import GivenFact
from chronomem.graph_schema.facts.vocabulary import PACKAGED
from chronomem.graph_schema.model.dialogue import SILENT_ROLES
from chronomem.graph_schema.version import extractor_version

if TYPE_CHECKING:
    from spacy.tokens import Doc  # only for types: spaCy is slow to import

_WORD = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class TurnExtraction:
    """The result of extraction from one turn.

    Attributes:
        context: the context vectors of its passages; None if the network didn't read it.
    """

    turn: StoredTurn
    times: Sequence[TurnTime]
    mentions: Sequence[Mention]
    facts: Sequence[GivenFact]
    aliases: Sequence[Alias]
    context: PassageContexts | None = None


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
        ontology: the kinds of entities and the predicates of the user, or None.
        network: whether the packaged network looks for facts besides the rules, and makes context vectors. It marks
            packaged predicates only, so it rests where an ontology replaces the packaged vocabulary.
        passage_words: the number of words of a passage.
    """

    def __init__(
        self,
        pipeline: str | None = None,
        ontology: Ontology | None = None,
        *,
        network: bool = True,
        passage_words: int = PASSAGE_WORDS,
    ) -> None:
        self._pipeline = pipeline
        self._network = network and (ontology is None or ontology.vocabulary.extends)
        self._passage_words = passage_words
        self._ontology = ontology
        self._vocabulary = PACKAGED if ontology is None else ontology.vocabulary

    @cached_property
    def _declared(self) -> Matcher | None:
        return None if self._ontology is None else Matcher(self._ontology.tellings())

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
        with self._reading(turns) as read:
            return self._extract_beside(turns, zone, read)

    def _extract_beside(
        self, turns: Sequence[StoredTurn], zone: ZoneInfo, read: Iterable[list[WindowReading]]
    ) -> list[TurnExtraction]:
        """Extract turns, while the network reads them."""
        parses = Parses((said for turn in turns if _is_spoken(turn) for said in _told(turn)), self._pipeline)
        restated = self._restated(turns, parses, zone)
        readings = []
        for turn, windows in zip(turns, read, strict=True):
            named = turn_times(turn.text, turn.said_at, zone)
            times = stored_times(named)
            if not _is_spoken(turn):
                readings.append(TurnExtraction(turn, times, (), (), ()))
                continue
            spans = [span for span, _ in named if span.end_char <= MOST_CHARACTERS]
            extraction = with_restated(self._extracted(turn, spans, parses, zone), restated.get(turn.id, ()))
            doc = parses.of(_spoken(turn, turn.text))
            if windows:
                extraction = read_tags(
                    doc,
                    [tag for window in windows for tag in window.tags(LEAST_LIKELY)],
                    extraction,
                    speaker=turn.speaker,
                    others=turn.others,
                    said_at=turn.said_at,
                    times=[*spans, *told_lengths(turn.text, turn.said_at, zone)],
                    before=_before(turn, turn.before, parses),
                )
                extraction = self.decided(turn, extraction, doc, windows)
                extraction = replace(extraction, statements=without_repetitions(extraction.statements))
            extraction = completed(extraction, tree_of(doc), spans, turn)
            if self._ontology is not None:
                extraction = conform(extraction, turn.text, self._ontology)
            facts = given_facts(turn, extraction.statements)
            context = self._context(turn, windows)
            readings.append(TurnExtraction(turn, times, extraction.mentions, facts, extraction.aliases, context))
        return readings

    def _context(self, turn: StoredTurn, windows: Sequence[WindowReading]) -> PassageContexts | None:
        if not windows:
            return None
        starts = [passage.start for passage in passages(turn.text, self._passage_words)]
        return packaged_network().contexts(windows, starts)

    def _reading(self, turns: Sequence[StoredTurn]) -> AbstractContextManager[Iterable[list[WindowReading]]]:
        """Begin to read turns; what the network makes of the windows of each is given when it is asked for."""
        if not (self._network and any(_is_spoken(turn) for turn in turns)):
            return nullcontext([[] for _ in turns])
        return packaged_network().reading(self._windows(turn) for turn in turns)

    def _windows(self, turn: StoredTurn) -> list[TaggerWindow]:
        if not _is_spoken(turn):
            return []
        return windows_of(
            (turn.speaker, *turn.others),
            [WindowMessage(each.speaker, each.text[:MOST_CHARACTERS]) for each in turn.before if _has_words(each)],
            WindowMessage(turn.speaker, turn.text[:MOST_CHARACTERS]),
        )

    def _restated(
        self, turns: Sequence[StoredTurn], parses: Parses, zone: ZoneInfo
    ) -> dict[str, list[tuple[Restated, Extraction]]]:
        """Return what is extracted from the sentences that each turn implies together with those before it."""
        sentences: dict[str, list[Restated]] = {}
        for turn in turns:
            if _is_spoken(turn):
                sentences[turn.id] = restate(
                    conversation_of(
                        parses.of(_spoken(turn, turn.text)),
                        turn.speaker,
                        turn.others,
                        turn.said_at,
                        _before(turn, turn.before, parses),
                    )
                )
        implied = Parses((_restated_words(each) for of_turn in sentences.values() for each in of_turn), self._pipeline)
        found: dict[str, list[tuple[Restated, Extraction]]] = {}
        for turn in turns:
            for sentence in sentences.get(turn.id, ()):
                spans = [span for span, _ in turn_times(sentence.text, sentence.said_at, zone)]
                doc = implied.of(_restated_words(sentence))
                extraction = extract_turn(
                    doc,
                    speaker=sentence.speaker,
                    others=sentence.others,
                    said_at=sentence.said_at,
                    times=[*spans, *told_lengths(sentence.text, sentence.said_at, zone)],
                    before=_before(turn, turn.before, parses),
                    vocabulary=self._vocabulary,
                    declared=self._declared,
                )
                if sentence.effect == "told":
                    extraction = self.judged(turn.id, extraction, doc, sentence.speaker, sentence.others)
                found.setdefault(turn.id, []).append((sentence, extraction))
        return found

    def _extracted(self, turn: StoredTurn, spans: Sequence[TimeSpan], parses: Parses, zone: ZoneInfo) -> Extraction:
        """Return what a turn says, read together with the messages that it continues."""
        begun = _begun(turn)
        if not begun:
            alone = self._extracted_from(turn, turn.text, turn.before, spans, parses, zone)
            return self._judged(turn, turn.text, alone, parses)
        before = turn.before[: -len(begun)]
        text, cut = joined([*begun, turn]), len(joined(begun)) + 1

        def extracted(text: str) -> Extraction:
            spans = [span for span, _ in turn_times(text, turn.said_at, zone)]
            return self._extracted_from(turn, text, before, spans, parses, zone)

        first, whole = extracted(joined(begun)), extracted(text)
        added = replace(whole, statements=added_statements(whole.statements, cut, first.statements))
        return of_the_last(self._judged(turn, text, added, parses), cut, ())

    def _extracted_from(
        self,
        turn: StoredTurn,
        text: str,
        before: Sequence[Utterance],
        spans: Sequence[TimeSpan],
        parses: Parses,
        zone: ZoneInfo,
    ) -> Extraction:
        return extract_turn(
            parses.of(_spoken(turn, text)),
            speaker=turn.speaker,
            others=turn.others,
            said_at=turn.said_at,
            times=[*spans, *told_lengths(text, turn.said_at, zone)],
            before=_before(turn, before, parses),
            vocabulary=self._vocabulary,
            declared=self._declared,
        )

    def _judged(self, turn: StoredTurn, text: str, extraction: Extraction, parses: Parses) -> Extraction:
        return self.judged(turn.id, extraction, parses.of(_spoken(turn, text)), turn.speaker, turn.others)

    def judged(
        self,
        turn_id: str,  # noqa: ARG002 - the training of the judge tells turns by it
        extraction: Extraction,
        doc: "Doc",
        speaker: str,
        others: Sequence[str],
    ) -> Extraction:
        """Return what the judge leaves of the statements of a turn, or of a sentence that restates a part of it."""
        return judge(extraction, tree_of(doc), speaker=speaker, others=others)

    def decided(
        self, turn: StoredTurn, extraction: Extraction, doc: "Doc", windows: Sequence[WindowReading]
    ) -> Extraction:
        """Return what is left of the statements of a turn, in view of what the network makes of it."""
        witness = Witness(turn.text, windows)
        return decided(
            extraction, tree_of(doc), witness, speaker=turn.speaker, others=turn.others, said_at=turn.said_at
        )


def _begun(turn: StoredTurn) -> list[Utterance]:
    """Return the messages of the same speaker right before a turn that it continues."""
    return continued(turn, [each for each in turn.before if each.role not in SILENT_ROLES])


def _told(turn: StoredTurn) -> Iterator[Wording]:
    """Yield what has to be parsed for a turn: its text, those before it, and the message that it is the end of."""
    yield _spoken(turn, turn.text)
    for utterance in turn.before:
        if _has_words(utterance):
            yield _spoken(turn, utterance.text, utterance.speaker)
    if begun := _begun(turn):
        yield _spoken(turn, joined(begun))
        yield _spoken(turn, joined([*begun, turn]))


def _spoken(turn: StoredTurn, text: str, speaker: str | None = None) -> Wording:
    """Return what somebody said in the session of a turn; its own speaker, if nobody else is given."""
    return Wording(text, speaker or turn.speaker, frozenset((turn.speaker, *turn.others)))


def _restated_words(sentence: Restated) -> Wording:
    return Wording(sentence.text, sentence.speaker, frozenset((sentence.speaker, *sentence.others)))


def _before(turn: StoredTurn, before: Sequence[Utterance], parses: Parses) -> list[Earlier]:
    return [Earlier(each, parses.of(_spoken(turn, each.text, each.speaker))) for each in before if _has_words(each)]


def _is_spoken(turn: StoredTurn) -> bool:
    return turn.role not in SILENT_ROLES and _has_words(turn)


def _has_words(turn: StoredTurn | Utterance) -> bool:
    return bool(_WORD.search(turn.text))
