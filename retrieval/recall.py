"""Recall: from a question to its context."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import zip_longest
from typing import Any

from chronomem.graph_schema.model.turn_filter import joined
from chronomem.retrieval.context import Context, Explanation, Item, LeftOut
from chronomem.retrieval.index.intervals import Interval, moments
from chronomem.retrieval.pipeline import Recollection, run_stages
from chronomem.retrieval.presets.preset import Preset
from chronomem.retrieval.view import MemoryView, Trace


async def recall(recollection: Recollection, view: MemoryView, preset: Preset) -> Context:
    """Run the stages of a preset on a question, and return the items found.

    If the preset divides questions, the parts into which its rules divided one are looked up instead, each for itself.
    """
    done = await run_stages(preset.stages, recollection, view)
    if preset.divides and done.plan.sub_queries and not recollection.is_planned:
        done = await _in_parts(done, recollection, view, preset)
    items = await _described(done.items, view) if view.user.described else done.items
    explanation = None if view.trace is None else _explained(done, view.trace, preset)
    return Context(done.text, items, explanation, left_out=done.left_out, standing=done.told_always)


async def _in_parts(done: Recollection, recollection: Recollection, view: MemoryView, preset: Preset) -> Recollection:
    """Return a recollection with the items of its parts: the best of each, then the second of each, and so on."""
    parts = done.plan.sub_queries
    budget = None if recollection.max_tokens is None else recollection.max_tokens // len(parts)
    found = []
    for part in parts:
        plan = replace(done.plan, scope=part.scope, sub_queries=())
        begun = replace(recollection, text=part.text, plan=plan, is_planned=True, max_tokens=budget)
        found.append(await run_stages(preset.stages, begun, view))
    in_turn = (item for rank in zip_longest(*(part.items for part in found)) for item in rank if item is not None)
    items: dict[tuple[str, str, tuple[str, ...]], Item] = {}
    for item in in_turn:
        items.setdefault((item.kind, item.text, item.turn_ids), item)
    left_out = LeftOut(sum(p.left_out.no_room for p in found), sum(p.left_out.repeated for p in found))
    return replace(done, items=tuple(items.values())[: recollection.k], left_out=left_out)


async def _described(items: Sequence[Item], view: MemoryView) -> Sequence[Item]:
    """Return items with the metadata of their turns."""
    rows = await view.read("read_filtered", ids=[item.turn_ids[0] for item in items if item.kind == "turn"])
    found = {row["id"]: joined(row["metadata"], row["of_session"]) for row in rows}
    return [
        replace(item, metadata=found[item.turn_ids[0]]) if item.kind == "turn" and item.turn_ids[0] in found else item
        for item in items
    ]


def _explained(done: Recollection, trace: Trace, preset: Preset) -> Explanation:
    plan: dict[str, Any] = {
        "complexity": done.plan.complexity,
        "scope": done.plan.scope,
        "tense": done.plan.tense,
        "keywords": list(done.plan.keywords),
        "sub_queries": [{"text": s.text, "needs": list(s.needs), "scope": s.scope} for s in done.plan.sub_queries],
    }
    return Explanation(
        preset=preset.name,
        times=_shown(done.times),
        plan=plan,
        stages=[{"stage": name, "ms": round(ms, 3), "candidates": count} for name, ms, count in trace.stages],
        queries=[
            {"name": q.name, "cypher": q.cypher, "parameters": dict(q.parameters), "rows": q.rows}
            for q in trace.queries
        ],
    )


def _shown(times: Iterable[Interval]) -> list[tuple[str | None, str | None]]:
    return [(_text(start), _text(end)) for start, end in map(moments, times)]


def _text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
