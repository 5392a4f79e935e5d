"""Judgements by a language model of which passage a text belongs to."""

from collections.abc import Mapping, Sequence

from pydantic import BaseModel, JsonValue

from chronomem.extractors.judgements import Judgement
from chronomem.extractors.llm.client import ModelClient
from chronomem.graph_schema.errors import BudgetExceeded, ModelError, ModelUnavailable

_SHOWN = 2_000
"""How many characters of each passage are shown."""

JUDGED: Mapping[str, str] = {
    "segtree.compatibility": "text comes next in a conversation. Each of passages sums up a stretch of it that ends"
    " just before text; the first is the narrowest, and each lies within the next. Compare them all, and find the one"
    " whose theme text goes on with most directly; of two alike, the narrower.",
    "recmem.merge": "Each of passages is what was said in an episode. Find the passage that text belongs to: that tells"
    " of the same episode, the same happening, undertaking or thread, and not only of the same kind of thing. Where you"
    " are uncertain, it belongs to none. Words of an assistant alone, such as general advice, belong to one only if"
    " they go on with its very situation.",
}
_COMMON = " Answer with its number, counted from 1, or with 0 where text belongs to none."


class _Answer(BaseModel):
    passage: int


class ModelJudge:
    """Asks a language model once for each judgement; a failed call gives a judgement that says it was not made.

    Args:
        client: asks the model.
    """

    def __init__(self, client: ModelClient) -> None:
        self._client = client

    async def choose(self, purpose: str, passages: Sequence[str], text: str, *, user: str) -> Judgement:
        """Return the passage that a text belongs to; see `Judge`."""
        shown: list[JsonValue] = [passage[:_SHOWN] for passage in passages]
        try:
            answer = await self._client.complete(
                purpose, JUDGED[purpose] + _COMMON, {"passages": shown, "text": text[:_SHOWN]}, _Answer, user=user
            )
        except ModelError as error:
            return Judgement(None, made=False, provisional=isinstance(error, BudgetExceeded | ModelUnavailable))
        if not 0 <= answer.passage <= len(passages):
            return Judgement(None, made=False)
        return Judgement(answer.passage - 1 if answer.passage else None)
