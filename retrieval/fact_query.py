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

    The turns that bear on it are among those that a recall by the default preset would put first. They were said in a
    time that the text names, or they or a message beside them share a word with the text, or hold a similar one.

    Args:
        text: the text.
        view: the user's memory.
        now: the time from which the text is read ("last week").
    """
    found = await run_stages(_RANKING.stages, Recollection(text, now, _MOST, None), view)
    turns = await asyncio.get_running_loop().run_in_executor(view.executor, _weighed, found, view)
    vector = found.asked.vector * np.float32(found.asked.trust)
    return FactQuery(text, vector, turns)


def _weighed(found: Recollection, view: MemoryView) -> dict[str, float]:
    rows, numbers = found.candidates.rows_of(TURNS), found.candidates.numbers_of(TURNS)
    if not len(rows):
        return {}
    scores = found.candidates.score[rows]
    odds = np.exp(scores - scores.max()) * _bears(found.asked, numbers, view)
    turns: dict[str, float] = {}
    for number, share in zip(numbers.tolist(), odds.tolist(), strict=True):
        turn = view.turns.turns[number].id
        turns[turn] = max(share, turns.get(turn, 0.0))
    return {turn: share for turn, share in turns.items() if share}


def _bears(question: Question, numbers: NDArray[np.int64], view: MemoryView) -> NDArray[np.bool_]:
    turns = around(view.turns, numbers)
    match = Match(turns, question)
    signs = (SIGNS[name](match) for name in ("similar_words", "window_words", "asked_time"))
    bears: NDArray[np.bool_] = np.any([sign[turns.places_of(numbers)] > 0 for sign in signs], axis=0)
    return bears
