"""The things that a month's turns are about: entities, and recurring nouns."""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.extractors.summaries.concepts import find_concepts
from chronomem.graph_schema.model.entity_names import normalise

_FEW_TURNS = 60
"""In a month with fewer turns, a noun may be a theme even if it occurs only once."""
_MOST_THINGS = 3_000
_SHARE_OF_PAIR = 0.7
"""A noun that occurs mostly within a pair of words is dropped in favour of the pair."""
_NEIGHBOUR = 0.5
"""The weight of the turns before and after a turn in its context, relative to the turn itself."""
NAME_WEIGHT = 0.3
"""The weight of a thing's name in its vector, against the turns that name it."""


@dataclass(frozen=True, slots=True)
class MonthTurn:
    """A turn of a month.

    Attributes:
        entities: the ids of the entities that it names, speakers excepted.
        vector: its embedding.
        tells: whether a person said it, not a machine.
        facts: the facts that it tells, as sentences, with the time from which each holds.
    """

    id: str
    text: str
    speaker: str
    said_at: datetime
    entities: tuple[str, ...]
    vector: NDArray[np.float32]
    tells: bool
    facts: tuple[tuple[str, datetime], ...]


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that turns are about.

    Attributes:
        name: its name in people's words.
        entity: its id, if it is an entity.
        turns: the numbers of the turns that name it.
    """

    name: str
    entity: str | None
    turns: tuple[int, ...]


def digest(turns: Sequence[MonthTurn], names: Mapping[str, str]) -> str:
    """Return a digest that changes only when a month's turns, or the facts and entities extracted from them, change."""
    content = [
        [
            turn.id,
            turn.entities,
            [names[entity] for entity in turn.entities],
            [[text, when.isoformat()] for text, when in turn.facts],
        ]
        for turn in turns
    ]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]


def find_things(turns: Sequence[MonthTurn], names: Mapping[str, str]) -> list[Thing]:
    """Return the things that the turns of a month are about, by name.

    Args:
        turns: the turns in order of time.
        names: the names of their entities, by id.
    """
    entities: defaultdict[str, list[int]] = defaultdict(list)
    for number, turn in enumerate(turns):
        for entity in turn.entities:
            entities[entity].append(number)
    found = [Thing(names[entity], entity, tuple(own)) for entity, own in entities.items()]
    named = {normalise(name) for name in (*(thing.name for thing in found), *(turn.speaker for turn in turns))}
    taken = {form for name in named for word in (name, *name.split()) for form in (word, word.removesuffix("s"))}
    telling = [number for number, turn in enumerate(turns) if turn.tells]
    said: defaultdict[str, list[int]] = defaultdict(list)
    for number, concepts in zip(telling, find_concepts(turns[n].text for n in telling), strict=True):
        for concept in concepts - taken:
            said[concept].append(number)
    found += _concepts(said, few=len(turns) < _FEW_TURNS)
    found.sort(key=lambda thing: (-len(thing.turns), thing.name))
    return sorted(found[:_MOST_THINGS], key=lambda thing: (thing.name, thing.entity or ""))


def _concepts(said: Mapping[str, Sequence[int]], *, few: bool) -> Iterable[Thing]:
    in_pairs: Counter[str] = Counter()
    for concept, turns in said.items():
        words = concept.split()
        if len(words) > 1:
            for word in words:
                in_pairs[word] = max(in_pairs[word], len(turns))
    for concept, turns in said.items():
        recurs = few or len(turns) > 1 or " " in concept
        if recurs and in_pairs[concept] < _SHARE_OF_PAIR * len(turns):
            yield Thing(concept, None, tuple(turns))


def embed_things(
    things: Sequence[Thing], turns: Sequence[MonthTurn], embedder: Embedder, *, name_weight: float = NAME_WEIGHT
) -> NDArray[np.float32]:
    """Return a vector for each thing, shape `(things, dimensions)`: from its name and the turns around it."""
    own = np.stack([turn.vector for turn in turns])
    around = own.copy()
    around[1:] += _NEIGHBOUR * own[:-1]
    around[:-1] += _NEIGHBOUR * own[1:]
    contexts = _unit(np.stack([around[list(thing.turns)].mean(axis=0) for thing in things]))
    names = embedder.embed([thing.name for thing in things])
    return _unit(name_weight * names + (1 - name_weight) * contexts)


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.sqrt(np.einsum("nd,nd->n", rows, rows))[:, None]
    return np.asarray(rows / np.maximum(lengths, 1e-9), dtype=np.float32)
