"""A user's exchanges and episodes in memory, during work on them and for some time after."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from chronomem.engine.consolidation.structures.recmem.shape import WIDTH, Episode, Episodes
from chronomem.engine.consolidation.work import Desk
from chronomem.extractors.recurrence import directions
from chronomem.extractors.summaries.summariser import Source
from chronomem.graph_schema.model.exchanges import Exchange
from chronomem.graph_schema.model.vectors import unpack

_GROWING = 1_000
"""The number of latest episodes whose texts are held."""


@dataclass
class History:
    """The exchanges and episodes of one user.

    Attributes:
        episodes: the episodes over the exchanges.
        turns: the ids of the turns of each exchange, by number.
        said: the turns of exchanges in episodes that may still grow.
        details: the vectors of an episode's details, by its number.
        told: their texts, where a language model is shown them.
    """

    episodes: Episodes
    turns: list[tuple[str, ...]]
    said: dict[int, list[Source]] = field(default_factory=dict)
    details: dict[int, NDArray[np.float32]] = field(default_factory=dict)
    told: dict[int, list[str]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.turns)

    def cut_back(self, exchanges: int) -> None:
        """Undo all but the first exchanges."""
        self.episodes.cut_back(exchanges)
        del self.turns[exchanges:]
        self.said.clear()
        self.details.clear()
        self.told.clear()

    def let_go(self) -> None:
        """Drop all texts but those of the last episodes that may still grow."""
        made = self.episodes.made
        own = [episode for episode in made[-_GROWING:] if len(episode.members) < WIDTH]
        growing = {member for episode in own for member in episode.members}
        self.said = {number: self.said[number] for number in growing & self.said.keys()}
        self.details = {number: self.details[number] for number in sorted(self.details)[-_GROWING:]}
        self.told = {number: self.told[number] for number in sorted(self.told)[-_GROWING:]}


async def read_history(desk: Desk, exchanges: Sequence[Exchange]) -> History:
    """Read the episodes of exchanges, which must be all from the first on."""
    dimensions = desk.embedder.dimensions
    history = History(Episodes(dimensions), [tuple(place.id for place in e.places) for e in exchanges])
    if not exchanges:
        return history
    rows = await desk.store.read("read_turn_vectors", user=desk.user)
    number = {row["id"]: n for n, row in enumerate(rows)}
    vectors = unpack([row["embedding"] for row in rows], dimensions)
    own = ([number[turn] for turn in turns if turn in number] for turns in history.turns)
    history.episodes.append(directions((vectors[numbers] for numbers in own), dimensions))
    for row in await desk.store.read("read_episodes", user=desk.user):
        members = [member for member in row["members"] if member < len(exchanges)]
        if row["begun_by"] < len(exchanges):
            history.episodes.add(Episode(row["begun_by"], members))
    return history
