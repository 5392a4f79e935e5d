"""The evidence for an answer, as a language model is shown it: memories under their dates, and facts."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from zoneinfo import ZoneInfo

from pydantic import JsonValue

from chronomem.extractors.llm.tokens import estimate_tokens
from chronomem.graph_schema.facts.views import Fact
from chronomem.graph_schema.facts.vocabulary import FactVocabulary
from chronomem.retrieval.context import Item

FACT = "fact"
FACTS_LOOKED_AT = 20
_FACT_TOKENS = 80
"""How many tokens the facts for one question take."""
_LEAST_SCORE = 0.6
"""Least score of a fact that is shown, as a share of the best one's."""


def fact_items(facts: Iterable[Fact], now: datetime, zone: ZoneInfo, vocabulary: FactVocabulary) -> list[Item]:
    """Return the facts that say most about a question, best first, as items.

    Facts that were corrected or replaced from their beginning are left out.
    """
    items: list[Item] = []
    left, best = _FACT_TOKENS, 0.0
    for fact in facts:
        score = fact.score or 0.0
        best = max(best, score)
        if (fact.invalid_at is not None and fact.invalid_at == fact.valid_at) or score < _LEAST_SCORE * best:
            continue
        over = _is_over(fact, now, vocabulary)
        item = Item(
            text=fact.told or fact.text,
            when=fact.reinforced_at.astimezone(zone),
            speaker="",
            turn_ids=fact.turn_ids,
            session="",
            score=score,
            kind=FACT,
            since=fact.valid_at.astimezone(zone) if fact.valid_at is not None else None,
            until=fact.invalid_at,
            holds=not over,
            over_since=fact.invalid_at.astimezone(zone) if over and fact.invalid_at is not None else None,
        )
        left -= estimate_tokens(_fact(item))
        if left < 0:
            break
        items.append(item)
    return items


def _is_over(fact: Fact, now: datetime, vocabulary: FactVocabulary) -> bool:
    """Whether a fact is a state that has ended. Events and open predicates, most of which are deeds, don't end."""
    rule = vocabulary.named(fact.predicate)
    is_state = rule.kind == "state" and not rule.is_open
    return is_state and fact.invalid_at is not None and fact.invalid_at <= now


def shown(items: Sequence[Item]) -> dict[str, JsonValue]:
    """Return items as a model is shown them, by the numbers of their ranks: memories in order of time, and facts."""
    numbered = sorted(enumerate(items), key=lambda pair: (pair[1].since or pair[1].when, pair[0]))
    facts: list[JsonValue] = [f"{number} {_fact(item)}" for number, item in numbered if item.kind == FACT]
    memories: list[JsonValue] = []
    others = [(number, item) for number, item in numbered if item.kind != FACT]
    for day, told in groupby(others, key=lambda pair: f"{pair[1].when:%a %Y-%m-%d}"):
        memories.append(day)
        memories += [f"{number} {item.speaker or item.kind}: {_text(item)}" for number, item in told]
    return {"memories": memories, **({"facts": facts} if facts else {})}


def _text(item: Item) -> str:
    text = " ".join(item.text.split())
    return f"{text} [{item.outdated}]" if item.outdated else text


def _fact(item: Item) -> str:
    began = f"{item.since:%Y-%m-%d}" if item.since is not None else f"told {item.when:%Y-%m-%d}"
    return f"{' '.join(item.text.split())} [{', '.join(filter(None, (began, item.outdated)))}]"
