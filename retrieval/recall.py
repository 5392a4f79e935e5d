"""From a question to its context."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from chronomem.retrieval.context import Context, Explanation
from chronomem.retrieval.intervals import Interval, is_open_end, is_open_start
from chronomem.retrieval.pipeline import Recollection, run_stages
from chronomem.retrieval.presets import Preset
from chronomem.retrieval.view import MemoryView, Trace

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


async def recall(recollection: Recollection, view: MemoryView, preset: Preset) -> Context:
    """Run the stages of a preset on a question, and return what they found."""
    done = await run_stages(preset.stages, recollection, view)
    explanation = None if view.trace is None else _explained(done, view.trace, preset)
    return Context(done.text, done.items, explanation)


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
    return [
        (
            None if is_open_start(time) else (_EPOCH + timedelta(microseconds=time.start)).isoformat(),
            None if is_open_end(time) else (_EPOCH + timedelta(microseconds=time.end)).isoformat(),
        )
        for time in times
    ]
