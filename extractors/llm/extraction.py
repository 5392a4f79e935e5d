"""Extraction of facts by a language model: one call for some turns, in order of time."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from zoneinfo import ZoneInfo

from pydantic import JsonValue

from chronomem.extractors.language.extracted import Alias, Mention, Utterance
from chronomem.extractors.llm.client import ModelClient
from chronomem.extractors.llm.fact_form import INSTRUCTIONS, FactsReply, ToldEntity
from chronomem.extractors.llm.own_predicates import conform_told, instructions_of
from chronomem.extractors.llm.told_facts import FactReader, KnownFact
from chronomem.extractors.ontology.ontology import Ontology
from chronomem.extractors.turns.extraction import TurnExtraction
from chronomem.extractors.turns.stored_turn import StoredTurn
from chronomem.graph_schema.facts.given import EntityType, GivenFact
from chronomem.graph_schema.facts.vocabulary import PACKAGED, FactVocabulary
from chronomem.graph_schema.model.dialogue import SILENT_ROLES
from chronomem.graph_schema.model.entity_names import normalise

PURPOSE = "extraction"

_SAID_BY_MODEL = 8
"""The weight of the type that a model gives an entity: more than what a sentence says."""
_MAX_NAME = 200
"""The longest name of an entity that is accepted, in characters."""

_MAX_SPOKEN, _MAX_SILENT, _MAX_EARLIER = 10_000, 300, 300
"""How many characters the model sees of a turn by a person, by an assistant, and before the turns in question."""


@dataclass(frozen=True, slots=True)
class ModelExtraction:
    """The model's extractions from some turns.

    Attributes:
        readings: one extraction per turn, without times.
        disputed: how many of the model's dates the parser of time expressions disputed.
        dropped: how many of the model's facts could not be used.
    """

    readings: Sequence[TurnExtraction]
    disputed: int = 0
    dropped: int = 0


class ModelExtractor:
    """Extracts facts from turns with a language model."""

    def __init__(self, model: ModelClient, ontology: Ontology | None = None) -> None:
        self._model = model
        self._ontology = ontology
        self._instructions = INSTRUCTIONS if ontology is None else f"{INSTRUCTIONS}\n\n{instructions_of(ontology)}"

    async def extract(
        self,
        turns: Sequence[StoredTurn],
        zone: ZoneInfo,
        *,
        user: str,
        entities: Mapping[str, EntityType],
        facts: Sequence[KnownFact],
        again: bool = False,
    ) -> ModelExtraction:
        """Extract facts from turns of one or more sessions, one session after the other.

        Args:
            turns: in order.
            zone: the user's timezone.
            user: the user under whom the tokens are counted.
            entities: the types of the entities that the turns name, by name.
            facts: known facts that bear on the turns.
            again: an earlier reply to the same request was of no use, so that this one is not asked to be corrected.

        Raises:
            ModelError: see `ModelClient.complete`.
        """
        data = asked_data(turns, zone, entities, facts)
        reply = await self._model.complete(PURPOSE, self._instructions, data, FactsReply, user=user, mend=not again)
        vocabulary = PACKAGED if self._ontology is None else self._ontology.vocabulary
        found = _extraction(turns, zone, entities, facts, reply, vocabulary)
        if self._ontology is None:
            return found
        return replace(found, readings=[conform_told(reading, self._ontology) for reading in found.readings])


def asked_data(
    turns: Sequence[StoredTurn], zone: ZoneInfo, entities: Mapping[str, EntityType], facts: Sequence[KnownFact]
) -> dict[str, JsonValue]:
    """Return the data for the model: numbered turns under the days of utterance, known entities and facts.

    A day has its year where the one above it has another. The turns right before the first one come without numbers,
    so that it can be understood and no fact cites them.
    """
    lines: list[JsonValue] = []
    place: tuple[str, date | None] = "", None
    for number, turn in enumerate(turns, 1):
        said = turn.said_at.astimezone(zone).date()
        if (turn.session, said) != place:
            lines.append(_day(said, place[1]))
            place = turn.session, said
        if number == 1:
            lines += map(_context, turn.before)
        lines.append(_line(number, turn))
    data: dict[str, JsonValue] = {"turns": lines}
    if entities:
        kinds = dict.fromkeys(entities.values())
        data["names"] = [f"{kind}: {'; '.join(n for n in entities if entities[n] == kind)}" for kind in kinds]
    if facts:
        data["known"] = [f"{number} {fact.line}" for number, fact in enumerate(facts, 1)]
    return data


def _day(day: date, before: date | None) -> str:
    told = f"{day:%A} {day.day} {day:%B}"
    return told if before is not None and day.year == before.year else f"{told} {day.year}"


def _line(number: int, turn: StoredTurn) -> str:
    """Return a turn as it is shown. An assistant's turn is shortened and has no number, so that no fact can cite it."""
    words = " ".join(turn.text.split())
    if turn.role in SILENT_ROLES:
        return f"{turn.speaker}: {words[:_MAX_SILENT]}"
    return f"{number} {turn.speaker}: {words[:_MAX_SPOKEN]}"


def _context(earlier: Utterance) -> str:
    return f"{earlier.speaker}: {' '.join(earlier.text.split())[:_MAX_EARLIER]}"


def _extraction(
    turns: Sequence[StoredTurn],
    zone: ZoneInfo,
    entities: Mapping[str, EntityType],
    facts: Sequence[KnownFact],
    reply: FactsReply,
    vocabulary: FactVocabulary,
) -> ModelExtraction:
    """Return the entities and facts of a reply; those that cite unknown turns, or can't be a fact, are left out."""
    speakers = {normalise(turn.speaker) for turn in turns}
    told = [entity for entity in reply.entities if entity.name.strip() and len(entity.name) <= _MAX_NAME]
    kinds: dict[str, EntityType] = {normalise(fact.object): "other" for fact in facts if fact.object is not None}
    kinds |= {normalise(name): kind for name, kind in entities.items()}
    kinds |= {normalise(name): entity.kind for entity in told for name in (*entity.aka, entity.name)}
    kinds |= dict.fromkeys(speakers, "person")
    reader = FactReader(zone, kinds, facts, vocabulary)
    given: dict[str, list[GivenFact]] = {turn.id: [] for turn in turns}
    uncited = 0
    for fact in reply.facts:
        turn = turns[fact.turn - 1] if 1 <= fact.turn <= len(turns) else None
        if turn is None or turn.role in SILENT_ROLES:
            uncited += 1
        else:
            given[turn.id] += reader.read(fact, turn)
    aliases = _aliases(turns, told, speakers)
    readings = [
        TurnExtraction(turn, (), tuple(_mentions(turn, told)), given[turn.id], aliases.get(turn.id, ()))
        for turn in turns
    ]
    return ModelExtraction(readings, reader.disputed, reply.malformed + uncited + reader.dropped)


def _mentions(turn: StoredTurn, entities: Sequence[ToldEntity]) -> Iterator[Mention]:
    """Yield the places where a turn names entities, by any of their names."""
    for entity in entities:
        for name in dict.fromkeys((entity.name, *entity.aka)):
            for found in _named(name, turn):
                kind = entity.kind
                yield Mention(found.start(), found.end(), found[0], entity.name, kind, (kind, _SAID_BY_MODEL))


def _aliases(
    turns: Sequence[StoredTurn], entities: Sequence[ToldEntity], speakers: set[str]
) -> dict[str, tuple[Alias, ...]]:
    """Return the pairs of names that are one entity's, by the turn that has the second name; none of a speaker."""
    found: dict[str, list[Alias]] = {}
    for entity in entities:
        for other in entity.aka:
            names = {normalise(entity.name), normalise(other)}
            if not other.strip() or len(other) > _MAX_NAME or len(names) == 1 or names & speakers:
                continue
            turn = next((turn for turn in turns if any(_named(other, turn))), turns[0])
            found.setdefault(turn.id, []).append(Alias(entity.name, other))
    return {turn: tuple(pairs) for turn, pairs in found.items()}


def _named(name: str, turn: StoredTurn) -> Iterator[re.Match[str]]:
    if name.strip():
        yield from re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", turn.text)
