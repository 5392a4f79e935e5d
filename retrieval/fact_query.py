"""The text by which facts are searched, read as a question, with the turns that bear on it."""

import asyncio
from datetime import datetime
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from chronomem.retrieval.candidates import TURNS
from chronomem.retrieval.index.fact_index import FactQuery
from chronomem.retrieval.pipeline import Recollection, run_stages
from chronomem.retrieval.presets.preset import step
from chronomem.retrieval.presets.presets import CHRONOMEM
from chronomem.retrieval.question.question import Question
from chronomem.retrieval.scoring.nearest_sessions import around
from chronomem.retrieval.scoring.signs import SIGNS
from chronomem.retrieval.scoring.similarities import Match
from chronomem.retrieval.view import MemoryView

_MOST = 50
"""The number of best turns that are looked at."""
_SCORED = (*takewhile(lambda step: step.stage != "spread", CHRONOMEM.steps), step("best", k=_MOST))
_RANKING = CHRONOMEM.with_steps(_SCORED)
"""The default preset as far as it scores turns."""


async def read_fact_query(text: str, view: MemoryView, now: datetime) -> FactQuery:
    """Read a text by which facts are searched.

    Of the turns that a recall by the default preset would put first, those bear on it that were said in a time that the
    text names, or that share a word with it or hold a similar one, themselves or in a message beside them.

    Args:
        text: the text.
        view: the user's memory.
        now: the time from which the text is read ("last week").
    """
    found = await run_stages(_RANKING.stages, Recollection(text, now, _MOST, None), view)
    vector = found.asked.vector * np.float32(found.asked.trust)
    turns, bearing = await asyncio.get_running_loop().run_in_executor(view.executor, _weighed, found, view)
    return FactQuery(text, vector, turns, bearing)


def _weighed(found: Recollection, view: MemoryView) -> tuple[dict[str, float], frozenset[str]]:
    """Return how well the best turns fit, by their ids, and which bear on the text."""
    rows, numbers = found.candidates.rows_of(TURNS), found.candidates.numbers_of(TURNS)
    if not len(rows):
        return {}, frozenset()
    scores = found.candidates.score[rows]
    ids = [view.turns.turns[number].id for number in numbers.tolist()]
    turns: dict[str, float] = {}
    for turn, share in zip(ids, np.exp((scores - scores.max()) / 2).tolist(), strict=True):
        turns[turn] = max(share, turns.get(turn, 0.0))
    bears = _bears(found.asked, numbers, view).tolist()
    return turns, frozenset(turn for turn, does in zip(ids, bears, strict=True) if does)


def _bears(question: Question, numbers: NDArray[np.int64], view: MemoryView) -> NDArray[np.bool_]:
    turns = around(view.turns, numbers)
    match = Match(turns, question)
    signs = (SIGNS[name](match) for name in ("similar_words", "window_words", "asked_time"))
    bears: NDArray[np.bool_] = np.any([sign[turns.places_of(numbers)] > 0 for sign in signs], axis=0)
    return bears
