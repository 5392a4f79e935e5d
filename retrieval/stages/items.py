"""Stage `items`: from candidates to items."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from chronomem.retrieval.candidates import TURNS, Candidates
from chronomem.retrieval.context import Item, within
from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class Assemble(StageModel):
    """Makes items of the best candidates, in their order, within the budget of tokens.

    Candidates with the same text and the same turns, such as a session's summary and its only segment, yield one item.
    """

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        candidates = recollection.candidates
        zone = view.user.zone
        found: dict[tuple[str, frozenset[str]], Item] = {}
        for row in range(len(candidates)):
            if len(found) >= recollection.k:
                break
            item = _item(candidates, row, recollection, view, zone)
            found.setdefault((item.text, frozenset(item.turn_ids)), item)
        items = list(found.values())
        if recollection.max_tokens is not None:
            items = within(recollection.max_tokens, items)
        return replace(recollection, items=tuple(items))


def _item(candidates: Candidates, row: int, recollection: Recollection, view: MemoryView, zone: ZoneInfo) -> Item:
    pool, number, score = candidates.name_of(row), int(candidates.number[row]), float(candidates.score[row])
    scores: Mapping[str, float] = {}
    path: tuple[str, ...] = ()
    if view.trace is not None:
        scores = {name: round(float(values[row]), 6) for name, values in candidates.parts.items() if values[row]}
        path = tuple(view.trace.paths.get((pool, number), ()))
    state = recollection.states.get((pool, number))
    holds, now_so = (state.holds, state.now_so) if state is not None else (None, None)
    if pool == TURNS:
        turn = view.turns.turns[number]
        return Item(
            text=turn.text,
            when=turn.said_at.astimezone(zone),
            speaker=turn.speaker,
            turn_ids=(turn.id,),
            session=turn.session,
            score=score,
            holds=holds,
            now_so=now_so,
            scores=scores,
            path=path,
        )
    node = view.pools[pool].nodes[number]
    return Item(
        text=node.text,
        when=_known(node.start or node.reinforced_at or node.end, recollection.now).astimezone(zone),
        speaker="",
        turn_ids=view.turns_of(pool, number, recollection.asked),
        session="",
        score=score,
        kind=node.kind,
        until=node.end.astimezone(zone) if node.end is not None else None,
        holds=holds,
        now_so=now_so,
        scores=scores,
        path=path,
    )


def _known(moment: datetime | None, now: datetime) -> datetime:
    return now if moment is None else moment
