"""Recall: from a question to its context."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from chronomem.retrieval.context import Context, Explanation
from chronomem.retrieval.index.intervals import Interval, moments
from chronomem.retrieval.pipeline import Recollection, run_stages
from chronomem.retrieval.presets.preset import Preset
from chronomem.retrieval.view import MemoryView, Trace


async def recall(recollection: Recollection, view: MemoryView, preset: Preset) -> Context:
    """Run the stages of a preset on a question, and return the items found."""
    done = await run_stages(preset.stages, recollection, view)
    explanation = None if view.trace is None else _explained(done, view.trace, preset)
    return Context(done.text, done.items, explanation, left_out=done.left_out, standing=done.told_always)


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
