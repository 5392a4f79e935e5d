"""The choice of the branch on a tree's edge that a turn belongs to: by cosine, or by a language model."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence

import numpy as np

from chronomem.engine.consolidation.calibration import SEGTREE, thresholds
from chronomem.engine.consolidation.exchanges import Spoken
from chronomem.engine.consolidation.structures.segtree.annotation import BranchText
from chronomem.engine.consolidation.structures.segtree.shape import Branch, by_annotation, by_likeness, whole
from chronomem.engine.consolidation.work import Desk

Choose = Callable[[Sequence[Branch], Spoken, Mapping[str, BranchText]], Awaitable[int | None]]
"""Returns the branch of a frontier, lowest first, that a turn belongs to, given the branches' texts; None for none."""


def compatibility(desk: Desk) -> Choose:
    """Return the choice by the desk's judge, from the branches' texts, which falls back to the choice by cosine."""
    least = thresholds(SEGTREE, desk.embedder)
    by_cosine = by_likeness(least)
    limited, nearest = desk.shapes.segtree_limits, desk.shapes.segtree_choice == "nearest"

    async def choose(frontier: Sequence[Branch], turn: Spoken, told: Mapping[str, BranchText]) -> int | None:
        judgement = None
        asked = [number for number, branch in enumerate(frontier) if branch.has_room or not limited]
        if desk.judge is not None and frontier and frontier[-1].count > 1:
            passages = [told[frontier[number].id].text for number in asked]
            text = f"{turn.speaker}: {turn.text}"
            judgement = await desk.judged("segtree.compatibility", passages, text, turn.said_at)
        if judgement is None and nearest:
            vectors = await asyncio.to_thread(desk.embedder.embed, [told[frontier[number].id].text for number in asked])
            return by_annotation(asked, np.einsum("nd,d->n", vectors, turn.vector), least)
        if judgement is None:
            return by_cosine(frontier, whole(turn.vector))
        return None if judgement.number is None else asked[judgement.number]

    return choose
