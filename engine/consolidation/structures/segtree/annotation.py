"""The texts of a segment tree's branches."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from chronomem.engine.consolidation.structures.segtree.shape import Branch
from chronomem.engine.consolidation.work import Desk
from chronomem.extractors.summaries.summariser import Source, Summary, SummaryRequest, turn_of
from chronomem.graph_schema.database.results import Row

_SEGMENT_WORDS = 60
_SPAN_WORDS = 120


@dataclass(frozen=True, slots=True)
class BranchText:
    """The text of a branch.

    Attributes:
        start: the start of the branch.
        text: the summary of all its parts.
        extractive: whether the text was taken from turns rather than written by a language model.
        settled: above level 1, the summary of the parts before the last; empty where there are none.
        size: the number of parts at the time of writing.
    """

    start: datetime
    text: str
    extractive: bool
    settled: str
    size: int


async def annotate(
    desk: Desk, branches: Iterable[Branch], known: Mapping[str, BranchText], turns: Mapping[str, Sequence[Source]]
) -> dict[str, BranchText]:
    """Return the text of each branch.

    A branch of level 1 is summarised from its turns. A higher branch is summarised from the text of its last part and
    the settled summary of the parts before, which is rewritten only when a part is added. So a growing branch is
    summarised without rereading its finished parts. A branch of a single part takes the part's text.

    Args:
        desk: provides the summariser.
        branches: the branches in any order; the last part of each must be among them or in `known`.
        known: the earlier texts of branches.
        turns: for branches of level 1, the turns that the graph doesn't link yet.
    """
    told = dict(known)
    anew: dict[str, BranchText] = {}
    for level, same in groupby(sorted(branches, key=lambda branch: branch.level), key=lambda branch: branch.level):
        own = list(same)
        if level == 1:
            anew |= await _tell_segments(desk, own, turns)
        else:
            anew |= await _tell_spans(desk, own, told)
        told |= anew
    return anew


async def _tell_segments(
    desk: Desk, own: Sequence[Branch], turns: Mapping[str, Sequence[Source]]
) -> dict[str, BranchText]:
    stored = [branch.id for branch in own if branch.size > len(branch.fresh)]
    parts: dict[str, list[Source]] = {branch.id: [] for branch in own}
    for row in await desk.store.read("read_parts_Turn", user=desk.user, ids=stored) if stored else []:
        parts[row["branch"]].append(turn_of(row))
    sources = [sorted([*parts[branch.id], *turns[branch.id]], key=lambda turn: turn.when) for branch in own]
    summaries = await _summaries(desk, "segtree.segment", sources, _SEGMENT_WORDS)
    return {b.id: BranchText(b.start, s.text, s.extractive, "", b.size) for b, s in zip(own, summaries, strict=True)}


async def _tell_spans(desk: Desk, own: Sequence[Branch], told: Mapping[str, BranchText]) -> dict[str, BranchText]:
    settled = await _settled(desk, own, told)
    lasts = {branch.id: told[branch.last] for branch in own}
    joined = [branch for branch in own if settled[branch.id]]
    pairs = [
        [Source(b.id, settled[b.id], b.start), Source(b.last, lasts[b.id].text, lasts[b.id].start)] for b in joined
    ]
    said = {b.id: (s.text, s.extractive) for b, s in zip(joined, await _spans(desk, pairs), strict=True)}
    found = {}
    for branch in own:
        last = lasts[branch.id]
        text, extractive = said.get(branch.id, (last.text, last.extractive))
        found[branch.id] = BranchText(branch.start, text, extractive, settled[branch.id], branch.size)
    return found


async def _settled(desk: Desk, own: Sequence[Branch], told: Mapping[str, BranchText]) -> dict[str, str]:
    """Return the settled summary of each branch: of its parts without the last."""
    found = {branch.id: told[branch.id].settled if _is_settled(branch, told) else "" for branch in own}
    stale = [branch for branch in own if branch.size > 1 and not _is_settled(branch, told)]
    parts = await _earlier_parts(desk, stale, told)
    found |= {branch_id: sources[0].text for branch_id, sources in parts.items()}
    asked = [branch_id for branch_id, sources in parts.items() if len(sources) > 1]
    summaries = await _spans(desk, [parts[branch_id] for branch_id in asked])
    return found | {branch_id: summary.text for branch_id, summary in zip(asked, summaries, strict=True)}


def _is_settled(branch: Branch, told: Mapping[str, BranchText]) -> bool:
    return branch.id in told and told[branch.id].size == branch.size


async def _earlier_parts(desk: Desk, own: Sequence[Branch], told: Mapping[str, BranchText]) -> dict[str, list[Source]]:
    """Return the text of each part of branches, without the last parts."""
    stored = [branch.id for branch in own if branch.size > len(branch.fresh)]
    new = [part for branch in own for part in branch.fresh if part not in told]
    rows = await desk.store.read("read_parts_Memory", user=desk.user, ids=stored) if stored else []
    loose = await desk.store.read("read_branches", user=desk.user, ids=new) if new else []
    said = {row["id"]: Source(row["id"], row["text"], datetime.fromisoformat(row["start"])) for row in [*rows, *loose]}
    said |= {one: Source(one, words.text, words.start) for one, words in told.items()}
    return {branch.id: [said[part] for part in _parts(branch, rows)[:-1]] for branch in own}


def _parts(branch: Branch, rows: Sequence[Row]) -> list[str]:
    return [row["id"] for row in rows if row["branch"] == branch.id] + branch.fresh


async def _spans(desk: Desk, sources: Sequence[Sequence[Source]]) -> list[Summary]:
    return await _summaries(desk, "segtree.span", sources, _SPAN_WORDS)


async def _summaries(desk: Desk, purpose: str, sources: Sequence[Sequence[Source]], words: int) -> list[Summary]:
    if not sources:
        return []
    requests = [SummaryRequest(purpose, own, words, desk.zone) for own in sources]
    return await desk.summarise(requests)
