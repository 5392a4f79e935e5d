"""Stage `items`: from candidates to items."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

import numpy as np
from pydantic import Field

from chronomem.extractors.embeddings.passages import Passage
from chronomem.extractors.llm.tokens import estimate_tokens
from chronomem.retrieval.budget import Budget, ItemDraft
from chronomem.retrieval.candidates import TURNS, Candidates
from chronomem.retrieval.context import ELISION, Item
from chronomem.retrieval.pipeline import Recollection, StageModel, State
from chronomem.retrieval.pools.reader import FACTS, INSTRUCTIONS
from chronomem.retrieval.view import MemoryView

_UNCHANGED = State(None)
_LINE = 20
"""The tokens that a turn costs beside its words: its speaker, its sources, and its share in the line of its day."""
_STANDS_IN = 0.2
"""How likely a fact that shares words with the question shows the evidence that its turn holds."""


class Assemble(StageModel):
    """Makes items of the best candidates, in their order, within the budget of tokens.

    The candidates that are passages of one turn make one item of its best passages. Candidates with the same text and
    the same turns, such as a session's summary and its only segment, yield one item. Facts get the tokens that turns
    leave; some stand for turns for which there is no room.
    """

    most: int = Field(default=3, ge=1, description="The maximum number of passages of a turn.")
    steepness: float | None = Field(
        default=None,
        gt=0,
        description="The factor that makes of a turn's score the logarithm of its odds of being evidence. With it, a "
        "budget takes the turns with the greatest odds per token first; without it, those with the highest score.",
    )

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        if recollection.standing:
            table = Candidates.of(INSTRUCTIONS, np.array(recollection.standing, dtype=np.int64))
            standing = tuple(_item(table, recollection, view, [row]) for row in range(len(table)))
            recollection = replace(recollection, told_always=standing)
        drafts, order = self._drafts(recollection, view)
        stand_ins = {place for place, row in order if _is_stand_in(row, recollection)}
        if recollection.max_tokens is None:
            return replace(recollection, items=tuple(draft.made(draft.pieces) for draft in drafts))
        by_worth = self._by_worth(order, recollection, view)
        items, left_out = Budget(recollection.max_tokens).fill(drafts, by_worth, stand_ins)
        return replace(recollection, items=tuple(items), left_out=left_out)

    def _drafts(self, recollection: Recollection, view: MemoryView) -> tuple[list[ItemDraft], list[tuple[int, int]]]:
        """Return the items to be made, best first, and the places and rows of all their pieces, those of facts last.

        Stand-ins don't count among the items: each takes the place of another.
        """
        candidates = recollection.candidates
        places: dict[object, int] = {}
        drafts: list[ItemDraft] = []
        order: list[tuple[int, int]] = []
        late: list[tuple[int, int]] = []
        most = recollection.k
        for row in range(len(candidates)):
            key = _key(candidates, row, view)
            if key not in places:
                most += _is_stand_in(row, recollection)
                if len(drafts) == most:
                    break
                places[key] = len(drafts)
                drafts.append(ItemDraft([], partial(_item, candidates, recollection, view)))
            draft = drafts[places[key]]
            is_more = bool(draft.pieces) and candidates.name_of(draft.pieces[0]) == candidates.name_of(row) == TURNS
            if not draft.pieces or (is_more and len(draft.pieces) < self.most):
                draft.pieces.append(row)
                (late if candidates.name_of(row) == FACTS else order).append((places[key], row))
        return drafts, order + late

    def _by_worth(
        self, order: Sequence[tuple[int, int]], recollection: Recollection, view: MemoryView
    ) -> Sequence[tuple[int, int]]:
        """Return the places and rows of pieces, turns and stand-ins among them by their odds per token in their tier.

        An outdated turn overtakes none, for its replacement stands before it.
        """
        if self.steepness is None:
            return order
        candidates = recollection.candidates
        stand_ins = [each for each in order if _is_stand_in(each[1], recollection)]
        turns = [each for each in order if candidates.name_of(each[1]) == TURNS]
        rows = np.array([row for _, row in turns], dtype=np.int64)
        tokens = [_tokens(number, view) for number in candidates.number[rows].tolist()]
        worth = self.steepness * candidates.score[rows] - np.log(np.array(tokens) + _LINE)
        outdated = [(TURNS, number) in recollection.states for number in candidates.number[rows].tolist()]
        worth = np.where(outdated, np.minimum.accumulate(worth), worth)
        spare = np.array([row for _, row in stand_ins], dtype=np.int64)
        texts = [view.pools[FACTS].nodes[number].text for number in candidates.number[spare].tolist()]
        shown = self.steepness * candidates.score[spare] + np.log(_STANDS_IN)
        worth = np.concatenate([worth, shown - np.log(np.array([estimate_tokens(text) for text in texts]) + _LINE)])
        tier = candidates.tier[np.concatenate([rows, spare])]
        both = [*turns, *stand_ins]
        best = iter([both[place] for place in np.lexsort((-worth, -tier))])
        return [*_filled(order, best, recollection), *best]


def _filled(
    order: Sequence[tuple[int, int]], best: Iterator[tuple[int, int]], recollection: Recollection
) -> Iterator[tuple[int, int]]:
    """Yield pieces in their order, the best turns in the places of turns, with the stand-ins before each."""
    for each in order:
        if _is_stand_in(each[1], recollection):
            continue
        if recollection.candidates.name_of(each[1]) != TURNS:
            yield each
            continue
        for one in best:
            yield one
            if not _is_stand_in(one[1], recollection):
                break


def _is_stand_in(row: int, recollection: Recollection) -> bool:
    candidates = recollection.candidates
    return candidates.name_of(row) == FACTS and int(candidates.number[row]) in recollection.stand_ins


def _tokens(number: int, view: MemoryView) -> int:
    """Return the number of tokens of a turn or of a passage of one."""
    passage = view.turns.passage(number)
    return estimate_tokens(view.turns.turns[number].text[passage.start : passage.end])


def _key(candidates: Candidates, row: int, view: MemoryView) -> object:
    """Return the same value for candidates that make one item."""
    pool, number = candidates.name_of(row), int(candidates.number[row])
    if pool == TURNS:
        return int(view.turns.column("turn")[number])
    node = view.pools[pool].nodes[number]
    if pool == INSTRUCTIONS:
        for turn in node.turns:
            told = view.turns.number_of(turn)
            if told is not None and view.turns.turns[told].text.strip() == node.text.strip():
                return int(view.turns.column("turn")[told])  # the turn says nothing else, and needn't be shown again
    return node.text, frozenset(view.pools[pool].turns_under(number))


def _item(candidates: Candidates, recollection: Recollection, view: MemoryView, rows: Sequence[int]) -> Item:
    """Return the item of some rows, the best first: passages of one turn, or one candidate."""
    row, zone = rows[0], view.user.zone
    pool, number, score = candidates.name_of(row), int(candidates.number[row]), float(candidates.score[row])
    scores: Mapping[str, float] = {}
    path: tuple[str, ...] = ()
    if view.trace is not None:
        scores = {name: round(float(values[row]), 6) for name, values in candidates.parts.items() if values[row]}
        path = tuple(view.trace.paths.get((pool, number), ()))
    state = recollection.states.get((pool, number), _UNCHANGED)
    over_since = state.over_since.astimezone(zone) if state.over_since is not None else None
    if pool == TURNS:
        turn = view.turns.turns[number]
        spans = _shown(turn.text, [view.turns.passage(int(candidates.number[each])) for each in rows])
        return Item(
            text=f" {ELISION} ".join(turn.text[start:end] for start, end in spans) if spans else turn.text,
            when=turn.said_at.astimezone(zone),
            speaker=turn.speaker,
            turn_ids=(turn.id,),
            session=turn.session,
            score=score,
            holds=state.holds,
            now_so=state.now_so,
            over_since=over_since,
            scores=scores,
            path=path,
            passages=spans,
            whole=turn.text,
        )
    node = view.pools[pool].nodes[number]
    is_fact = pool == FACTS
    began = node.reinforced_at if is_fact else node.start or node.reinforced_at or node.end
    return Item(
        text=node.text,
        when=_known(began, recollection.now).astimezone(zone),
        speaker=node.names[0] if pool == INSTRUCTIONS else "",
        turn_ids=view.turns_of(pool, number, recollection.asked),
        session="",
        score=score,
        kind=node.kind,
        since=node.start.astimezone(zone) if is_fact and node.start is not None else None,
        until=node.end.astimezone(zone) if node.end is not None else None,
        holds=state.holds,
        now_so=state.now_so,
        over_since=over_since,
        scores=scores,
        path=path,
    )


def _shown(text: str, passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """Return passages of a text in order, those joined that nothing stands between; none if they are all of it."""
    joined: list[Passage] = []
    for passage in sorted(passages):
        if joined and not text[joined[-1].end : passage.start].strip():
            joined[-1] = Passage(joined[-1].start, passage.end)
        else:
            joined.append(passage)
    return () if len(joined) == 1 and not (text[: joined[0].start] + text[joined[0].end :]).strip() else tuple(joined)


def _known(moment: datetime | None, now: datetime) -> datetime:
    return now if moment is None else moment
