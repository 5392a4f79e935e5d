"""From a question to its context."""

from collections.abc import Iterable, Sequence
from zoneinfo import ZoneInfo

from chronomem.extractors.embedding import Embedder
from chronomem.retrieval.context import Context, Item
from chronomem.retrieval.index import UserIndex
from chronomem.retrieval.intervals import Interval
from chronomem.retrieval.presets import Preset
from chronomem.retrieval.question import read_question
from chronomem.retrieval.ranking import best, rank


def recall(
    text: str,
    index: UserIndex,
    *,
    zone: ZoneInfo,
    times: Sequence[Interval],
    embedder: Embedder,
    preset: Preset,
    k: int,
    max_tokens: int | None,
) -> Context:
    """Return the `k` turns of an index that fit a question best, within a token budget.

    An item that would break the budget is left out, and the next ones that fit are taken.
    """
    question = read_question(text, speakers=index.speakers, embedder=embedder, times=times)
    scores = rank(index, question, preset)
    found = [_item(index, int(number), float(scores[number]), zone) for number in best(scores, k)]
    return Context(text, found if max_tokens is None else _within(max_tokens, found))


def _item(index: UserIndex, number: int, score: float, zone: ZoneInfo) -> Item:
    turn = index.turns[number]
    return Item(
        text=turn.text,
        when=turn.said_at.astimezone(zone),
        speaker=turn.speaker,
        turn_ids=(turn.id,),
        session=turn.session,
        score=score,
    )


def _within(budget: int, items: Iterable[Item]) -> list[Item]:
    taken = []
    for item in items:
        if item.tokens <= budget:
            budget -= item.tokens
            taken.append(item)
    return taken
