"""From a question to its context."""

from datetime import datetime
from zoneinfo import ZoneInfo

from chronomem.extractors.embedding import Embedder
from chronomem.retrieval.asked_time import asked_times
from chronomem.retrieval.context import Context, Item, item_line
from chronomem.retrieval.index import UserIndex
from chronomem.retrieval.presets import Preset
from chronomem.retrieval.question import read_question
from chronomem.retrieval.ranking import best, rank


def recall(
    text: str,
    index: UserIndex,
    *,
    zone: ZoneInfo,
    now: datetime,
    embedder: Embedder,
    preset: Preset,
    k: int,
    max_tokens: int | None,
) -> Context:
    """Return the `k` turns of an index that fit a question best, within a token budget.

    An item that would break the budget is left out, and the next ones that fit are taken.
    """
    question = read_question(text, speakers=index.speakers, embedder=embedder, times=asked_times(text, now, zone))
    scores = rank(index, question, preset)
    items: list[Item] = []
    left = max_tokens
    for number in best(scores, k):
        turn = index.turns[number]
        when = turn.said_at.astimezone(zone)
        tokens = embedder.count_tokens(item_line(when, turn.speaker, turn.text, (turn.id,)))
        if left is not None:
            if tokens > left:
                continue
            left -= tokens
        items.append(Item(turn.text, when, turn.speaker, (turn.id,), turn.session, float(scores[number]), tokens))
    return Context(text, items)
