"""A recall and its explanation, in the form that the page shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Self
from zoneinfo import ZoneInfo

from chronomem.engine.interfaces.explorer.wording import moment_of
from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.engine.settings import Settings
from chronomem.retrieval.context import Context, Explanation, Item
from chronomem.retrieval.presets.presets import PRESETS
from chronomem.retrieval.stages.multi_hop import steps_of

MOST_ITEMS = 50
FIRST_ITEMS = 10
_RANKED = 1_000
"""How many items are ranked to find the place of a turn that was not among the first."""


@dataclass(frozen=True)
class Asked:
    """A question, the day on which it is asked (None for now), the number of items, and the preset."""

    question: str
    now: str | None
    k: int
    preset: str

    @classmethod
    def read(cls, view: Mapping[str, str]) -> Self:
        """Return the question that an address names; "" if it names none."""
        items = view.get("items", "")
        k = min(int(items), MOST_ITEMS) if items.isdecimal() and len(items) < 6 else FIRST_ITEMS
        preset = view.get("preset", "")
        return cls(
            view.get("q", ""), view.get("on") or None, max(k, 1), preset if preset in presets() else presets()[0]
        )

    @property
    def written(self) -> Mapping[str, str]:
        """The question as an address names it."""
        items = "" if self.k == FIRST_ITEMS else str(self.k)
        preset = "" if self.preset == presets()[0] else self.preset
        return {"q": self.question, "on": self.now or "", "items": items, "preset": preset}


@dataclass(frozen=True)
class RecalledItem:
    """One item of a recall.

    Attributes:
        share: its score, as a share of the best item's; 0 to 1.
        signs: the components of the score, largest first.
    """

    item: Item
    when: str
    share: float
    signs: Sequence[tuple[str, float]]


@dataclass(frozen=True)
class Recalled:
    """The result of a question.

    Attributes:
        times: the times that the question names, in words; empty if it names none.
        intervals: the same as moments; an end that is open is None.
        steps: the relations through which items were found, as name, predicate and name.
        plan: the other parts of the plan, by name.
        stages: name, milliseconds, and candidates afterwards, of each stage that ran.
        queries: name, text and number of rows of each Cypher statement that ran.
        milliseconds: the total time of the stages.
        prompt: the items as a language model would get them.
        tokens: the tokens of the prompt, estimated.
        standing: the standing instructions and preferences that hold then.
    """

    found: Sequence[RecalledItem]
    times: Sequence[str]
    intervals: Sequence[tuple[datetime | None, datetime | None]]
    steps: Sequence[tuple[str, str, str]]
    plan: Sequence[tuple[str, str]]
    stages: Sequence[tuple[str, float, int]]
    queries: Sequence[tuple[str, str, int]]
    milliseconds: float
    prompt: str
    tokens: int
    standing: Sequence[str]


@dataclass(frozen=True)
class Missed:
    """The place of a turn that was expected among the first items.

    Attributes:
        place: its place, from 1; None if it isn't among those that are ranked.
        item: the item that holds it.
        behind: the components of the score in which it differs from the last item shown, largest first: below zero
            where it has less. Empty if it is shown.
    """

    place: int | None
    item: Item | None = None
    behind: Sequence[tuple[str, float]] = ()


async def missed(memory: AsyncMemory, user: str, asked: Asked, turn: str) -> Missed:
    """Return why a turn isn't among the items of a recall; raise as `AsyncMemory.recall` does.

    Args:
        turn: its id, or some words of it, one after the other.
    """
    ranked = list(await _recall(memory, user, replace(asked, k=_RANKED)))
    words = " ".join(turn.casefold().split())
    place = next((place for place, item in enumerate(ranked) if turn in item.turn_ids), None)
    if place is None:
        place = next((place for place, item in enumerate(ranked) if words in _folded(item.whole)), None)
    if place is None:
        return Missed(None)
    last = ranked[min(asked.k, len(ranked)) - 1]
    own = ranked[place]
    names = [*dict.fromkeys([*own.scores, *last.scores])]
    apart = [(name, own.scores.get(name, 0.0) - last.scores.get(name, 0.0)) for name in names]
    behind = [] if place < asked.k else sorted((sign for sign in apart if sign[1]), key=lambda sign: -abs(sign[1]))
    return Missed(place + 1, own, behind)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


async def recalled(memory: AsyncMemory, user: str, asked: Asked, zone: ZoneInfo) -> Recalled:
    """Recall from a user's memory, with times in the user's timezone; raise as `AsyncMemory.recall` does."""
    context = await _recall(memory, user, asked)
    explanation = context.explanation
    assert explanation is not None, "the recall was told to explain itself"
    best = max((item.score for item in context), default=0.0)
    return Recalled(
        found=[_found(item, best) for item in context],
        times=[_interval(*time, zone) for time in explanation.times],
        intervals=[(_moment(start, zone), _moment(end, zone)) for start, end in explanation.times],
        steps=list(dict.fromkeys(step for item in context for way in item.path for step in steps_of(way))),
        plan=_plan(explanation.plan),
        stages=[(stage["stage"], stage["ms"], stage["candidates"]) for stage in explanation.stages],
        queries=[(query["name"], query["cypher"], query["rows"]) for query in explanation.queries],
        milliseconds=_taken(explanation),
        prompt=context.as_prompt(),
        tokens=context.tokens,
        standing=[item.text for item in context.standing],
    )


async def _recall(memory: AsyncMemory, user: str, asked: Asked) -> Context:
    return await memory.recall(
        asked.question, user=user, now=asked.now or None, k=asked.k, preset=asked.preset, explain=True
    )


def _found(item: Item, best: float) -> RecalledItem:
    share = min(max(item.score / best, 0.0), 1.0) if best > 0 else 0.0
    signs = sorted(item.scores.items(), key=lambda sign: -abs(sign[1]))
    return RecalledItem(item, moment_of(item.when), share, [(name, value) for name, value in signs if value])


def _taken(explanation: Explanation) -> float:
    return float(sum(stage["ms"] for stage in explanation.stages))


def _interval(start: str | None, end: str | None, zone: ZoneInfo) -> str:
    if start is None:
        return f"before {_day(end, zone)}" if end is not None else "any time"
    return f"from {_day(start, zone)}" if end is None else f"{_day(start, zone)} up to {_day(end, zone)}"


def _moment(text: str | None, zone: ZoneInfo) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text).astimezone(zone)


def _day(text: str, zone: ZoneInfo) -> str:
    return moment_of(datetime.fromisoformat(text).astimezone(zone)).removesuffix(", 00:00")


def _plan(plan: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(name, text) for name, value in plan.items() if (text := _words(value))]


def _words(value: Any) -> str:
    if isinstance(value, str | int | float):
        return str(value)
    return ", ".join(map(str, value)) if value else ""


def presets() -> list[str]:
    """Return the presets whose structures every memory maintains; the default comes first."""
    kept = set(Settings().structures)
    usable = [name for name, known in PRESETS.items() if kept.issuperset(known.structures)]
    return sorted(usable, key=lambda name: (name != "chronomem", name))
