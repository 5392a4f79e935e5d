"""The result of mem0's `get_all`, as JSON: a list of memories, or an object with them under `results`.

mem0 keeps no dialogue, only sentences drawn from it. Each becomes a turn of its user, said when it last changed.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from chronomem.engine.importers.conversation import DEFAULT_USER, Conversation, turn_of
from chronomem.engine.importers.json_stream import elements
from chronomem.engine.importers.messages import storable
from chronomem.engine.importers.options import ReadOptions
from chronomem.engine.importers.source import OnBad, SourceFiles, in_file, reporter
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.model.checks import MAX_NAME
from chronomem.graph_schema.model.dialogue import Turn

NAME = "mem0"

_PIECE = 2_000
_OWNERS = ("user_id", "agent_id", "run_id")
_SIGNS = ('"memory"', '"created_at"', '"id"')


def recognises(source: SourceFiles) -> bool:
    """Whether the source holds memories with ids and times."""
    return any(
        (start := source.head(m))[:1] in "[{" and all(sign in start for sign in _SIGNS) for m in _members(source)
    )


def read(source: SourceFiles, options: ReadOptions, on_bad: OnBad) -> Iterator[Conversation]:  # noqa: ARG001 - reader signature
    """Yield the memories of each user, some thousand at a time."""
    for member in _members(source):
        place = source.place(member)
        waiting: defaultdict[str, list[Turn]] = defaultdict(list)
        with in_file(place), source.opened(member) as file:
            for number, value in enumerate(_memories(elements(file)), start=1):
                try:
                    user, turn = _turn(value)
                except InvalidInput as error:
                    reporter(place, None, on_bad, f"memory {number}")(str(error))
                    continue
                waiting[user].append(turn)
                if len(waiting[user]) == _PIECE:
                    yield _conversation(user, waiting.pop(user))
        yield from (_conversation(user, turns) for user, turns in waiting.items())


def _members(source: SourceFiles) -> list[str]:
    return source.find(r".*mem0.*\.json(\.gz)?", r".*\.json(\.gz)?")


def _memories(values: Iterator[Any]) -> Iterator[Any]:
    for value in values:
        results = value.get("results") if isinstance(value, Mapping) else None
        yield from results if isinstance(results, list) else [value]


def _turn(value: Any) -> tuple[str, Turn]:
    """Return the user of a memory, and the turn that it becomes."""
    if not isinstance(value, Mapping):
        raise InvalidInput(f"expected a memory, not {value!r:.60}")
    owner = next((str(value[name]) for name in _OWNERS if value.get(name)), DEFAULT_USER)
    key, text, run = value.get("id"), value.get("memory"), value.get("run_id")
    turn = turn_of(
        {
            "id": None if key is None else f"mem0:{key}",
            "text": storable(text) if isinstance(text, str) else text,
            "speaker": storable(str(value.get("actor_id") or value.get("role") or "user"))[:MAX_NAME],
            "role": "assistant" if value.get("role") == "assistant" else "user",
            "said_at": value.get("updated_at") or value.get("created_at"),
            "session": f"mem0:{run}"[:MAX_NAME] if run else None,
        }
    )
    return owner, turn


def _conversation(user: str, turns: list[Turn]) -> Conversation:
    return Conversation(id=f"mem0:{user}", user=user, turns=tuple(turns))
