"""Stage `multi_hop`: through the graph from the question's entities to the turns about their surroundings."""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np
from pydantic import Field

from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.model.entity_names import entity_id, words_of
from chronomem.retrieval.candidates import TURNS, Candidates
from chronomem.retrieval.pipeline import Part, Recollection, StageModel
from chronomem.retrieval.pools.reader import ENTITIES
from chronomem.retrieval.question.asked_time import telling
from chronomem.retrieval.view import MemoryView

_LONGEST_NAME = 4
"""The maximum number of words of a name that is looked for in a question."""
_MAYBE = "maybe the same"
_STEP = re.compile(r" —(.+?)→ ")
_END = re.compile(r": |, named there$")


@dataclass
class _Reached:
    """The nodes reached so far.

    Attributes:
        entities: the nearness of each entity to a seed, 1 for seeds, and the path to it.
        facts: the nearness of each fact on the path, and the path to it.
        turns: the nearness of each turn, and the path to it.
    """

    entities: dict[str, tuple[float, str]] = field(default_factory=dict)
    facts: dict[str, tuple[float, str]] = field(default_factory=dict)
    turns: dict[int, tuple[float, str]] = field(default_factory=dict)


class MultiHop(StageModel):
    """Adds the turns about entities related to the question's, hop by hop in Cypher.

    Seeds are the entities that the question names, those whose names are most similar to it, and the asker, if the
    question is in the first person. Each hop follows the facts that hold at a time asked about, and names that may mean
    the same entity. Of each entity it follows a limited number: first those that share words with the question, and
    among these the ones to entities with few relations. Nearness falls with every hop, and more where a hop leads to a
    hub. A turn's score is the nearness of its entity or fact times the turn's similarity to the question, from 0 to 1,
    scaled to the highest.
    """

    part: ClassVar[Part | None] = "graph"

    hops: int = Field(default=2, ge=1, le=4, description="The maximum number of relations away from a seed.")
    fan_out: int = Field(
        default=20, ge=1, le=500, description="The maximum number of relations followed from each entity."
    )
    beam: int = Field(
        default=40,
        ge=1,
        le=1000,
        description="The maximum number of entities that each hop continues from, and that turns are added for.",
    )
    similar_seeds: int = Field(
        default=0, ge=0, description="The maximum number of seeds by similarity, in addition to those named."
    )
    least_similar: float = Field(default=0.4, ge=0, le=1, description="The minimum cosine of such seeds.")
    from_speakers: bool = Field(
        default=True, description="Start from the memory's speakers too; nearly everything is about them."
    )
    decay: float = Field(default=0.5, gt=0, le=1, description="The share of nearness left after a hop.")
    k: int = Field(default=40, ge=1, description="The maximum number of turns.")
    weight: float = Field(default=1.0, description="The score of the nearest turn.")
    adds: bool = Field(
        default=True, description="Add turns that aren't candidates yet; if false, only score those that are."
    )

    @property
    def pools(self) -> frozenset[str]:
        return frozenset({ENTITIES})

    async def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        seeds = self._seeds(recollection, view)
        if not seeds:
            return recollection
        asked = {"words": telling(recollection.text), "times": view.bounds(recollection.times)}
        reached = _Reached(entities={seed: (1.0, name) for seed, name in seeds.items()})
        await self._hop(reached, view, asked)
        await self._tell(reached, view, asked)
        nearest = sorted(reached.entities, key=lambda entity: (-reached.entities[entity][0], entity))
        found = self._scored(reached, recollection, view)
        return replace(recollection, candidates=found, entities=tuple(nearest))

    def _seeds(self, recollection: Recollection, view: MemoryView) -> dict[str, str]:
        """Return the ids and names of the entities to start from."""
        pool, question = view.pools[ENTITIES], recollection.asked
        asked = words_of(recollection.text)
        spans = (asked[i : i + size] for size in range(_LONGEST_NAME, 0, -1) for i in range(len(asked) - size + 1))
        numbers = [pool.by_name[name] for span in spans if (name := " ".join(span)) in pool.by_name]
        if question.first_person:
            own = np.unique(view.turns.column("speaker")[view.turns.column("by_user") == 1])
            names = [name for name, number in view.turns.speakers.items() if number in own]
            numbers += [pool.numbers[key] for name in names if (key := entity_id(name)) in pool.numbers]
        if self.similar_seeds and len(pool):
            nearness = pool.similarity(question.vector)
            nearest = np.argsort(-nearness, kind="stable")[: self.similar_seeds]
            numbers += [int(number) for number in nearest if nearness[number] >= self.least_similar]
        seeds = {pool.nodes[number].group: pool.nodes[number].names[0] for number in numbers}
        if not self.from_speakers:
            for name in view.turns.speakers:
                seeds.pop(entity_id(name), None)
        return seeds

    async def _hop(self, reached: _Reached, view: MemoryView, asked: Mapping[str, Any]) -> None:
        frontier = list(reached.entities)
        for _ in range(self.hops):
            rows = await view.read("expand_entities", ids=frontier, fan_out=self.fan_out, **asked)
            found: dict[str, float] = {}
            for row in rows:
                nearness, way = reached.entities[row["id"]]
                is_seed = reached.entities.get(row["other"], (0.0, ""))[0] == 1.0
                further = nearness * (1.0 if is_seed else self.decay / (1 + math.log2(max(row["degree"], 1))))
                there = f"{way} {_step(row)}"
                if row["fact"] is not None:
                    _keep(reached.facts, row["fact"], further, there)
                if row["other"] not in reached.entities or further > found.get(row["other"], math.inf):
                    found[row["other"]] = further
                    reached.entities[row["other"]] = (further, there)
            frontier = sorted(found, key=lambda entity: (-found[entity], entity))[: self.beam]
            if not frontier:
                return

    async def _tell(self, reached: _Reached, view: MemoryView, asked: Mapping[str, Any]) -> None:
        """Find the turns about the entities and facts that were reached."""
        nearest = sorted(reached.entities, key=lambda entity: (-reached.entities[entity][0], entity))[: self.beam]
        rows = await view.read("find_facts_of_entities", ids=nearest, limit=self.fan_out, **asked)
        for row in rows:
            nearness, way = reached.entities[row["id"]]
            told = nearness if row["fitting"] else nearness * self.decay
            self._turns(reached, view, row["turns"], told, f"{way}: {row['text']}")
        if reached.facts:
            for row in await view.read("find_turns_of_facts", ids=list(reached.facts)):
                nearness, way = reached.facts[row["id"]]
                self._turns(reached, view, row["turns"], nearness, f"{way}: {row['text']}")
        for row in await view.read("find_turns_of_entities", ids=nearest, limit=self.fan_out):
            nearness, way = reached.entities[row["id"]]
            self._turns(reached, view, [row["turn"]], nearness * self.decay, f"{way}, named there")

    @staticmethod
    def _turns(reached: _Reached, view: MemoryView, turns: Iterable[str] | None, nearness: float, way: str) -> None:
        for turn in turns or ():
            number = view.turns.number_of(turn)
            if number is not None:
                _keep(reached.turns, number, nearness, way)

    def _scored(self, reached: _Reached, recollection: Recollection, view: MemoryView) -> Candidates:
        candidates = recollection.candidates
        turns = np.array(sorted(reached.turns), dtype=np.int64)
        numbers, begins = view.turns.passages_of(turns)
        turn_of = np.repeat(turns, np.diff(begins, append=len(numbers)))
        nearness = np.array([reached.turns[turn][0] for turn in turn_of.tolist()])
        cosines = np.einsum("ij,j->i", view.turns.vectors[numbers], recollection.asked.vector).astype(float)
        near = nearness * (1 + cosines) / 2  # a turn about something two hops away may share nothing with the question
        if not len(numbers) or near.max() <= 0:
            return candidates
        best = Candidates.of(TURNS, numbers, self.weight * near / near.max()).best(self.k)
        if view.trace is not None:
            ways = {
                number: reached.turns[turn][1] for number, turn in zip(numbers.tolist(), turn_of.tolist(), strict=True)
            }
            for number in best.number.tolist():
                view.trace.path(TURNS, number, ways[number])
        given = dict(zip(best.number.tolist(), best.score.tolist(), strict=True))
        added = np.zeros(len(candidates))
        for row in candidates.rows_of(TURNS).tolist():
            added[row] = given.get(int(candidates.number[row]), 0.0)
        candidates = candidates.scored(candidates.score + added, graph=added)
        return candidates.joined(best.scored(best.score, graph=best.score)) if self.adds else candidates


def _keep(found: dict[Any, tuple[float, str]], key: Any, nearness: float, way: str) -> None:
    if key not in found or found[key][0] < nearness:
        found[key] = (nearness, way)


def steps_of(way: str) -> list[tuple[str, str, str]]:
    """Return the steps of a path that this stage recorded, each as name, predicate with its time, and name."""
    parts = _STEP.split(way)
    parts[-1] = _END.split(parts[-1])[0]
    return list(zip(parts[0::2], parts[1::2], parts[2::2], strict=False))


def _step(row: Row) -> str:
    since = f" since {row['valid_at'][:10]}" if row["valid_at"] else ""
    until = f" until {row['invalid_at'][:10]}" if row["invalid_at"] else ""
    predicate = _MAYBE if row["fact"] is None else row["predicate"].replace("_", " ")
    return f"—{predicate}{since}{until}→ {row['name']}"
