"""Extraction of facts by a language model: one call for each session, or for each part of a long one."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BaseModel, Field, JsonValue

from chronomem.extractors.language.extracted import Alias, Mention
from chronomem.extractors.llm.client import ModelClient
from chronomem.extractors.llm.own_predicates import conform_told, instructions_of
from chronomem.extractors.llm.told_times import ToldInterval, read_date, settle
from chronomem.extractors.ontology.ontology import Ontology
from chronomem.extractors.turns.extraction import StoredTurn, TurnExtraction
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.facts.given import EntityType, GivenFact, PackagedType
from chronomem.graph_schema.facts.predicates import VOCABULARY, predicate_named
from chronomem.graph_schema.model.dialogue import SILENT_ROLES
from chronomem.graph_schema.model.entity_names import normalise

PURPOSE = "extraction"

_CONFIDENCE = 0.9
_SAID_BY_MODEL = 8
"""The weight of the type that a model gives an entity: more than what a sentence says."""
_MAX_WORDS = 200
"""The longest name or value that is accepted, in characters."""

_MAX_SPOKEN, _MAX_SILENT = 10_000, 300
"""How many characters the model sees of a turn by a person, and of a turn by an assistant."""

_UNTOLD = frozenset({"advises", "says", "thinks", "finds", "can", "does", "tries", "has_status"})
"""Predicates that are not offered to the model: it has better ones for the purpose, or a free predicate is as good."""

INSTRUCTIONS = f"""\
List what the conversation tells about the people and things in it.
f: one entry for each thing told. t: number of the turn. s: whom it is about, by name, never a pronoun; whose relative \
without a name: "Ann's sister". p: predicate, best one of: {" ".join(n for n in VOCABULARY if n not in _UNTOLD)} \
favorite_<thing>; otherwise a verb_with_preposition. o: the other person, place or thing by name, or a few plain words \
without article or possessive; null only where something whatever it is has ended. x: now = so when said; then = \
happened, or was so, or will be; not = is denied; over = has ended or was called off. w: null, or for times that the \
turn tells: q = its words for the time, copied; a = first, b = last day (or month, year, minute) in ISO 8601, null \
where open or unknown; of over, a = when it ended. l: what this says of a known fact: f = its number, r = same, finer \
(more precise) or wrong.
Tell an event and the state that it begins or ends: moving to Rome is moved_to, and lives_in from then on; selling the \
bike is sold, and owns over. Intentions are plans. Leave out questions, wishes, conditions, jokes, sarcasm, other \
people's words and small talk.
e: names in f that are no speaker's and not among the given names. n: name, k: kind, aka: its other names in the turns.\
"""


def _date(text: str) -> str:
    read_date(text)
    return text


_Date = Annotated[str, AfterValidator(_date)]


class _Entity(BaseModel):
    n: str
    k: PackagedType
    aka: list[str]


class _Time(BaseModel):
    q: str
    a: _Date | None
    b: _Date | None


class _Link(BaseModel):
    f: int
    r: Literal["same", "finer", "wrong"]


class _Fact(BaseModel):
    t: int
    s: str
    p: str
    o: str | None
    x: Literal["now", "then", "not", "over"]
    w: _Time | None
    link: list[_Link] = Field(alias="l")


class _Answer(BaseModel):
    e: list[_Entity]
    f: list[_Fact]


@dataclass(frozen=True, slots=True)
class ModelExtraction:
    """The model's extractions from some turns.

    Attributes:
        readings: one extraction per turn, without times.
        disputed: how many of the model's dates the parser of time expressions disputed.
    """

    readings: Sequence[TurnExtraction]
    disputed: int


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
        facts: Mapping[str, str],
    ) -> ModelExtraction:
        """Extract facts from the turns of one session, in their order.

        Args:
            turns: in order of time.
            zone: the user's timezone.
            user: the user under whom the tokens are counted.
            entities: the types of the entities that the turns name, by name.
            facts: known facts that bear on the turns, each as a sentence, by the fact's id.

        Raises:
            ModelError: see `ModelClient.complete`.
        """
        data = asked_data(turns, zone, entities, facts)
        answer = await self._model.complete(PURPOSE, self._instructions, data, _Answer, user=user)
        found = _Read(turns, zone, entities, facts, answer).reading()
        if self._ontology is None:
            return found
        return replace(found, readings=[conform_told(reading, self._ontology) for reading in found.readings])


def asked_data(
    turns: Sequence[StoredTurn], zone: ZoneInfo, entities: Mapping[str, EntityType], facts: Mapping[str, str]
) -> dict[str, JsonValue]:
    """Return the data for the model: numbered turns under the days of utterance, known entities and facts."""
    lines: list[JsonValue] = []
    day = None
    for number, turn in enumerate(turns, 1):
        said = turn.said_at.astimezone(zone)
        if said.date() != day:
            day = said.date()
            lines.append(f"{said:%A %Y-%m-%d %H:%M}")
        lines.append(_line(number, turn))
    data: dict[str, JsonValue] = {"turns": lines}
    if entities:
        data["names"] = [f"{name} ({kind})" for name, kind in entities.items()]
    if facts:
        data["known"] = [f"{number} {text}" for number, text in enumerate(facts.values(), 1)]
    return data


def _line(number: int, turn: StoredTurn) -> str:
    """Return a turn as it is shown. An assistant's turn is shortened and has no number, so that no fact can cite it."""
    words = " ".join(turn.text.split())
    if turn.role in SILENT_ROLES:
        return f"{turn.speaker}: {words[:_MAX_SILENT]}"
    return f"{number} {turn.speaker}: {words[:_MAX_SPOKEN]}"


class _Read:
    """Turns an answer into facts. Entries that cite unknown turns or facts, or can't be a fact, are dropped."""

    def __init__(
        self,
        turns: Sequence[StoredTurn],
        zone: ZoneInfo,
        entities: Mapping[str, EntityType],
        facts: Mapping[str, str],
        answer: _Answer,
    ) -> None:
        self._turns = turns
        self._zone = zone
        self._facts = tuple(facts)
        self._answer = answer
        self._kinds: dict[str, EntityType] = {normalise(turn.speaker): "person" for turn in turns}
        self._kinds |= {normalise(name): kind for name, kind in entities.items()}
        for entity in answer.e:
            for name in (entity.n, *entity.aka):
                self._kinds.setdefault(normalise(name), entity.k)
        self._disputed = 0

    def reading(self) -> ModelExtraction:
        given: dict[str, list[GivenFact]] = {turn.id: [] for turn in self._turns}
        for told in self._answer.f:
            turn = self._turns[told.t - 1] if 1 <= told.t <= len(self._turns) else None
            if turn is not None and turn.role not in SILENT_ROLES:
                given[turn.id] += self._given(told, turn)
        aliases = self._aliases()
        return ModelExtraction(
            [
                TurnExtraction(turn, (), tuple(self._mentions(turn)), given[turn.id], aliases if turn is first else ())
                for first in self._turns[:1]
                for turn in self._turns
            ],
            self._disputed,
        )

    def _given(self, told: _Fact, turn: StoredTurn) -> Iterator[GivenFact]:
        words = told.o.strip()[:_MAX_WORDS] if told.o and told.o.strip() else None
        kind = self._kinds.get(normalise(words)) if words is not None else None
        when = ToldInterval(None, None)
        if told.w is not None:
            when = settle(turn, told.w.q, told.w.a, told.w.b, self._zone)
            self._disputed += when.disputed
        start, end = (None, when.start or when.end) if told.x == "over" else (when.start, when.end)
        predicate = predicate_named(_predicate(told.p))
        try:
            yield GivenFact.of(
                subject=told.s.strip()[:_MAX_WORDS],
                predicate=predicate.name,
                object=words if kind is not None else None,
                value=words if kind is None else None,
                valid_at=start,
                invalid_at=end,
                turn_id=turn.id,
                negated=told.x == "not",
                ended=told.x == "over",
                present=told.x in ("now", "not"),
                dated_by_words=start is not None or end is not None,
                confidence=_CONFIDENCE,
                minor=None if predicate.minor else False,
                subject_type=self._kinds.get(normalise(told.s), predicate.subject_type),
                object_type=kind or predicate.object_type,
                **self._links(told),
            )
        except InvalidInput:
            return

    def _links(self, told: _Fact) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for how, name in (("same", "repeats"), ("finer", "refines"), ("wrong", "contradicts")):
            numbers = [own.f for own in told.link if own.r == how and 1 <= own.f <= len(self._facts)]
            found[name] = tuple(self._facts[number - 1] for number in numbers)
        return found

    def _mentions(self, turn: StoredTurn) -> Iterator[Mention]:
        """Yield the places where a turn names entities of the answer, by any of their names."""
        for entity in self._answer.e:
            for name in dict.fromkeys((entity.n, *entity.aka)):
                if not name.strip():
                    continue
                for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", turn.text):
                    yield Mention(found.start(), found.end(), found[0], entity.n, entity.k, (entity.k, _SAID_BY_MODEL))

    def _aliases(self) -> tuple[Alias, ...]:
        pairs = [(entity.n, other) for entity in self._answer.e for other in entity.aka if other.strip()]
        return tuple(Alias(name, other) for name, other in pairs if normalise(name) != normalise(other))


def _predicate(words: str) -> str:
    return "_".join(re.findall(r"\w+", words.lower()))[:_MAX_WORDS] or "is"
