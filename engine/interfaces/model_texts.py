"""The tools' results as text for a model: short lines, each with its dates and the ids of its turns."""

import json
from collections.abc import Iterable, Sequence

from chronomem.engine.answering.answers import Answer
from chronomem.engine.extraction.queue_states import QueuedTurns
from chronomem.engine.interfaces.json_values import plain
from chronomem.engine.memory.rows import Rows
from chronomem.engine.timeline.timeline import TimelinePeriod
from chronomem.graph_schema.facts.views import Change, Entity, Fact
from chronomem.graph_schema.model.counts import count_of, waiting_turns

NOTHING = "Nothing is known about this."


def fact_line(fact: Fact) -> str:
    """Return a fact with its interval; a fact dated only by its turn says so."""
    since = "" if fact.valid_at is None else f"{'since' if fact.dated else 'said'} {fact.valid_at:%Y-%m-%d}"
    until = "" if fact.invalid_at is None else f"until {fact.invalid_at:%Y-%m-%d}"
    times = ", ".join(time for time in (since, until) if time)
    denied = "not " if fact.negated else ""
    evidence = f" (turns {', '.join(fact.turn_ids)})" if fact.turn_ids else ""
    return f"{fact.subject.name} {denied}{fact.predicate} {fact.says} [{times or 'always'}]{evidence}"


def facts_text(facts: Sequence[Fact]) -> str:
    return "\n".join(map(fact_line, facts)) or NOTHING


def unread(queue: Iterable[QueuedTurns]) -> list[str]:
    """Return a line that tells of turns whose facts are missing, if there are any."""
    waiting = sum(entry.turns for entry in queue)
    return [f"({waiting_turns(waiting)}; recall finds {'it' if waiting == 1 else 'them'}.)"] if waiting else []


def answer_text(answer: Answer) -> str:
    """Return an answer with its turns, or the missing information."""
    if answer.text is None:
        return f"The memory doesn't hold the answer. Missing: {answer.missing}"
    return f"{answer.text} (turns {', '.join(answer.turn_ids)})"


def changes_text(changes: Iterable[Change]) -> str:
    return "\n".join(f"{c.at:%Y-%m-%d} {c.kind}: {fact_line(c.fact)}" for c in changes) or "Nothing changed then."


def timeline_text(periods: Iterable[TimelinePeriod]) -> str:
    lines = (
        f"{p.start:%Y-%m-%d} to {p.end:%Y-%m-%d}: {count_of(p.turns, 'turn')} in {count_of(p.sessions, 'session')},"
        f" by {', '.join(p.speakers)}"
        for p in periods
    )
    return "\n".join(lines) or "Nothing was said then."


def entity_text(entity: Entity, facts: Sequence[Fact]) -> str:
    """Return an entity with its facts."""
    names = ", ".join([entity.name, *entity.aliases])
    seen = f", spoken of {count_of(entity.mention_count, 'time')}" if entity.mention_count else ""
    summary = [entity.summary] if entity.summary else []
    return "\n".join([f"{names} ({entity.type}){seen}", *summary, *map(fact_line, facts)])


def rows_text(rows: Rows) -> str:
    """Return rows as JSON lines, and a note if there were more."""
    lines = [json.dumps(plain(row), ensure_ascii=False) for row in rows]
    return "\n".join([*lines, *(["(there are more rows)"] if rows.truncated else [])]) or "No rows."
