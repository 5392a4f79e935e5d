"""Batches of turns for a language model: each is one request."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import accumulate, pairwise
from math import ceil

from chronomem.extractors.llm.tokens import estimate_tokens
from chronomem.extractors.turns.stored_turn import StoredTurn

_TOKENS_OF_TURN = 75
"""The tokens of one turn for which a request has room, so that fewer long turns fill it."""
_LEEWAY = 0.25
"""How far a cut may lie from where it would make batches equal, as a part of a batch."""


def batches_of(turns: Sequence[StoredTurn], most: int) -> list[list[StoredTurn]]:
    """Return turns in batches of about equal size: session by session, in the order in which the sessions began.

    Batches hold up to `most` turns, or so many of usual length. A batch holds short sessions together. It ends between
    two sessions, or else where a conversation paused longest.
    """
    ordered = in_sessions(turns)
    sizes = [max(1, estimate_tokens(turn.text) / _TOKENS_OF_TURN) / most for turn in ordered]
    ends = [0.0, *accumulate(sizes)]
    number = ceil(round(ends[-1], 6))
    cuts = {0, len(ordered)}
    for part in range(1, number):
        cuts.add(_cut(ordered, ends, ends[-1] * part / number, ends[-1] / number * _LEEWAY))
    places = sorted(cuts)
    return [ordered[start:end] for start, end in pairwise(places)]


def in_sessions(turns: Sequence[StoredTurn]) -> list[StoredTurn]:
    """Return turns by session: those of the session that began first come first."""
    sessions: defaultdict[str, list[StoredTurn]] = defaultdict(list)
    for turn in turns:
        sessions[turn.session].append(turn)
    began = sorted(sessions, key=lambda session: (min(turn.said_at for turn in sessions[session]), session))
    return [turn for session in began for turn in sorted(sessions[session], key=_place)]


def _place(turn: StoredTurn) -> tuple[datetime, int]:
    return turn.said_at, turn.seq


def _cut(turns: Sequence[StoredTurn], ends: Sequence[float], wanted: float, leeway: float) -> int:
    """Return the number of turns before the best cut near a wanted size."""
    near = [n for n in range(1, len(turns)) if abs(ends[n] - wanted) <= leeway]
    if not near:
        return min(range(1, len(turns)), key=lambda n: abs(ends[n] - wanted), default=0)

    def worth(n: int) -> tuple[bool, timedelta, float]:
        before, after = turns[n - 1], turns[n]
        return before.session != after.session, after.said_at - before.said_at, -abs(ends[n] - wanted)

    return max(near, key=worth)
