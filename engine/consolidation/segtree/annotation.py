"""What the branches of a segment tree say."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from chronomem.engine.consolidation.segtree.growth import Branch
from chronomem.engine.consolidation.structure import Desk
from chronomem.extractors.summaries import Source, Summary, SummaryRequest

_WORDS = {1: 60}
_WORDS_ABOVE = 120


async def annotate(desk: Desk, branches: Iterable[Branch], sources: Mapping[str, Source]) -> dict[str, Summary]:
    """Return the summary of each branch, of what its parts say.

    One with a single part says what that says.

    Args:
        branches: in any order.
        sources: what the parts say that are not among the branches.
    """
    said, told = dict(sources), dict[str, Summary]()
    for level, same in groupby(sorted(branches, key=lambda branch: branch.level), key=lambda branch: branch.level):
        own = list(same)
        asked = [branch for branch in own if len(branch.parts) > 1 or branch.parts[0] not in told]
        told |= {branch.id: told[branch.parts[0]] for branch in own if branch not in asked}
        requests = [_request(desk, level, branch.parts, said) for branch in asked]
        summaries = await desk.summariser.summarise(requests, user=desk.user) if requests else []
        told |= {branch.id: summary for branch, summary in zip(asked, summaries, strict=True)}
        said |= {branch.id: Source(branch.id, told[branch.id].text, branch.start) for branch in own}
    return told


def _request(desk: Desk, level: int, parts: Sequence[str], said: Mapping[str, Source]) -> SummaryRequest:
    purpose = "segtree.segment" if level == 1 else "segtree.span"
    sources = sorted((said[part] for part in parts), key=lambda source: source.when)
    return SummaryRequest(purpose, sources, _WORDS.get(level, _WORDS_ABOVE), desk.zone)
